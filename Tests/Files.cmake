# SPDX-License-Identifier: GPL-3.0-or-later
# Files and the command-line tool.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (nlohmann_json 3.11 REQUIRED)
find_package (PkgConfig REQUIRED)
pkg_check_modules (sndfile REQUIRED IMPORTED_TARGET sndfile)

add_executable (kolophon_tool_tests AnalysisTests.cpp ArchiveTests.cpp ArticulationTests.cpp BodyFileTests.cpp EvilFileTests.cpp ExampleTests.cpp ForeignTextTests.cpp LocaleTests.cpp
               AnswerTests.cpp BowControlTests.cpp CommandTests.cpp DamagedFilesTests.cpp DiskSyncTests.cpp FileEdgeTests.cpp FigureTests.cpp FilesTests.cpp GestureFileTests.cpp GuideTests.cpp InterruptTests.cpp MeasuredBoxTests.cpp LabSettingsTests.cpp LabTests.cpp LineTests.cpp
               HeldNoteTests.cpp MapTests.cpp MidiDamageTests.cpp ModeEstimateTests.cpp ModulationFileTests.cpp MovementTests.cpp NoteMeasureTests.cpp NotePairTests.cpp PartTests.cpp PerformanceTests.cpp PlayTilesTests.cpp PresetCardTests.cpp PresetTests.cpp QuotingTests.cpp RegimeTests.cpp SalvageTests.cpp SoundFileTests.cpp StringPresetTests.cpp TakeTests.cpp TamperedTests.cpp TextTests.cpp TouchTests.cpp
               ToolTests.cpp TuningTests.cpp WholeFileTests.cpp)
if (NOT KOLOPHON_SANITIZE)
    target_sources (kolophon_tool_tests PRIVATE ThreadShortageTests.cpp)
endif()
target_link_libraries (kolophon_tool_tests PRIVATE kolophon_fuzz_targets kolophon_studies kolophon_maps kolophon_modes
                                                   nlohmann_json::nlohmann_json PkgConfig::sndfile
                                                   kolophon_test_main kolophon_flags kolophon_compiled_quickly ${CMAKE_DL_LIBS})
# Programs that it is loaded into find themselves in their user's locale, as in a host that follows it.
add_library (kolophon_locale_shim MODULE LocaleShim.cpp)
if (KOLOPHON_SANITIZE) # the shell that starts them holds no sanitizer
    target_compile_options (kolophon_locale_shim PRIVATE -fno-sanitize=all)
endif()
target_link_libraries (kolophon_tool_tests PRIVATE kolophon_lab)
target_compile_definitions (kolophon_tool_tests PRIVATE
    KOLOPHON_LOCALE_SHIM="$<TARGET_FILE:kolophon_locale_shim>" KOLOPHON_TOOL="$<TARGET_FILE:kolophon>" KOLOPHON_DEMO="$<TARGET_FILE:kolophon_demo>"
    KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
add_dependencies (kolophon_tool_tests kolophon kolophon_demo kolophon_locale_shim)
catch_discover_tests (kolophon_tool_tests TEST_SPEC "~[long]~[heard]~[.]")
catch_discover_tests (kolophon_tool_tests TEST_SPEC "[heard]~[.]" PROPERTIES LABELS heard)
catch_discover_tests (kolophon_tool_tests TEST_SPEC "[long]~[.]" PROPERTIES COST 100 LABELS heard) # first, that none is left alone

# Every experiment of the laboratory that consists of motions, with the tolerances that it ships with; studies have coarse
# grids of their own in StudyTests.cpp. The longest are cut short unless in a long run: coarser steps, less time, or one run
# again at another rate instead of two; all of their numbers are still judged by the same tolerances.
set (shorter_generator-cycle run.rate=1500000 run.every=6)
set (shorter_smooth-laws "analyses[4].of=[\"Kolophon\"]" "analyses[5].of=[\"Kolophon thermal\"]")
set (shorter_drift run.seconds=12 "analyses[0].to=12" "analyses[1].to=12")
set (shorter_sliding-mass "analyses[18].of=[\"twice the force\"]" "analyses[18].rates=[48000]")
file (GLOB experiments CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/Resources/Experiments/*.json)
foreach (experiment IN LISTS experiments)
    file (READ ${experiment} text)
    get_filename_component (name ${experiment} NAME_WE)
    if (NOT text MATCHES "\"study\"")
        list (JOIN shorter_${name} "|" settings)
        add_test (NAME "experiment: ${name}" COMMAND ${CMAKE_COMMAND} -DTOOL=$<TARGET_FILE:kolophon> -DNAME=${name}
                  "-DSHORTER=${settings}" -P ${CMAKE_CURRENT_SOURCE_DIR}/ExperimentTest.cmake)
        if (settings)
            set_tests_properties ("experiment: ${name}" PROPERTIES COST 50)
        endif()
    endif()
endforeach()

# What experimenters measured, predicted: every prediction is the one of Tests/Reference/measured.csv. To renew the file and Measured.md:
# the build target "experiments", then MeasuredTest.py ROOT TOOL renew.
find_package (Python3 3.9 REQUIRED COMPONENTS Interpreter)
add_test (NAME measured COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/MeasuredTest.py ${PROJECT_SOURCE_DIR} $<TARGET_FILE:kolophon>)
set_tests_properties (measured PROPERTIES COST 100)
