# Files and the command-line tool.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (nlohmann_json 3.11 REQUIRED)
find_package (PkgConfig REQUIRED)
pkg_check_modules (sndfile REQUIRED IMPORTED_TARGET sndfile)

add_executable (kolophon_tool_tests AnalysisTests.cpp BodyFileTests.cpp GestureFileTests.cpp CompareTests.cpp FilesTests.cpp MapTests.cpp
               ModeEstimateTests.cpp PresetTests.cpp RegimeTests.cpp
               StringReferenceTests.cpp ToolTests.cpp)
target_link_libraries (kolophon_tool_tests PRIVATE kolophon_files kolophon_analysis kolophon_recordings
                                                   nlohmann_json::nlohmann_json PkgConfig::sndfile
                                                   Catch2::Catch2 kolophon_flags)
target_compile_definitions (kolophon_tool_tests PRIVATE
    KOLOPHON_TOOL="$<TARGET_FILE:kolophon>" KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
add_dependencies (kolophon_tool_tests kolophon)
catch_discover_tests (kolophon_tool_tests)
