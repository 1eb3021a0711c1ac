# SPDX-License-Identifier: GPL-3.0-or-later
# What reads bytes from outside, each with its promises: for the tests with random damage and, where clang's libFuzzer is
# asked for (Scripts/fuzz), for a program that is guided by what the code does. The C interface and the page's exports are
# compiled into it: a fuzzer sees only code that is its own.
set (exports Catalogue Drawings Maps Pictures Sounds)
list (TRANSFORM exports REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/Source/Web/Engine/\\1.cpp")
set (interface Events Parameters Playback Setup Sound)
list (TRANSFORM interface REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/Source/Library/\\1.cpp")
add_library (kolophon_fuzz_targets STATIC Fuzz/FuzzCalls.cpp Fuzz/FuzzTargets.cpp ${exports} ${interface})
target_include_directories (kolophon_fuzz_targets PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_compile_definitions (kolophon_fuzz_targets PRIVATE KOLOPHON_STATIC)
target_compile_options (kolophon_fuzz_targets PRIVATE -Wno-attributes) # the names under which WebAssembly exports
target_link_libraries (kolophon_fuzz_targets PUBLIC kolophon_lab kolophon_analysis kolophon_files
                                             PRIVATE nlohmann_json::nlohmann_json kolophon_flags kolophon_compiled_quickly)
if (TARGET kolophon_puredata32)
    set (external Arguments External Instrument Playing Sounds)
    list (TRANSFORM external REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/Source/PureData/\\1.cpp")
    target_sources (kolophon_fuzz_targets PRIVATE Fuzz/FuzzPureData.cpp ${external})
    target_include_directories (kolophon_fuzz_targets SYSTEM PRIVATE ${KOLOPHON_PD_HEADERS})
    target_compile_definitions (kolophon_fuzz_targets PRIVATE KOLOPHON_FUZZES_PUREDATA)
    if (KOLOPHON_SANITIZE) # Pd calls an object's functions by another type than they have, and so does who plays Pd
        set_source_files_properties (Fuzz/FuzzPureData.cpp PROPERTIES COMPILE_OPTIONS -fno-sanitize=function)
    endif()
endif()
if (KOLOPHON_SANITIZE MATCHES fuzzer)
    add_executable (kolophon_fuzz Fuzz/FuzzMain.cpp)
    if (TARGET kolophon_clap) # a library beside the program: it takes the fuzzer's functions from there
        target_sources (kolophon_fuzz PRIVATE Fuzz/FuzzClap.cpp)
        target_include_directories (kolophon_fuzz PRIVATE ${PROJECT_SOURCE_DIR}/Source)
        target_include_directories (kolophon_fuzz SYSTEM PRIVATE ${KOLOPHON_CLAP_HEADERS})
        target_compile_definitions (kolophon_fuzz PRIVATE KOLOPHON_CLAP="$<TARGET_FILE:kolophon_clap>")
        target_link_libraries (kolophon_fuzz PRIVATE ${CMAKE_DL_LIBS})
        set_target_properties (kolophon_fuzz PROPERTIES ENABLE_EXPORTS ON)
        add_dependencies (kolophon_fuzz kolophon_clap)
    endif()
    target_link_libraries (kolophon_fuzz PRIVATE kolophon_fuzz_targets kolophon_flags)
    target_link_options (kolophon_fuzz PRIVATE -fsanitize=fuzzer)
endif()
