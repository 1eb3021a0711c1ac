# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin as a host sees it.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (Threads REQUIRED)

add_executable (kolophon_host_tests
    HostAppTests.cpp
    HostContractTests.cpp
    HostControllerTests.cpp
    HostEditorTests.cpp
    HostGestureTests.cpp
    HostHelpTests.cpp
    HostKnobTests.cpp
    HostLocaleTests.cpp
    HostMidiTests.cpp
    HostModulationTests.cpp
    HostPaintingTests.cpp
    HostPanelTests.cpp
    HostParameterTests.cpp
    HostPictureTests.cpp
    HostPlayTests.cpp
    HostPerformanceTests.cpp
    HostPresetTests.cpp
    HostProgramTests.cpp
    HostRecordingTests.cpp
    HostSoakTests.cpp
    HostStageTests.cpp
    HostStateTests.cpp
    HostTableTests.cpp
    HostTests.cpp
    HostTextTests.cpp
    HostWindowTests.cpp)
if (KOLOPHON_SANITIZE) # see the precompiled headers in the root's CMakeLists.txt: this one wants <random>
    set_source_files_properties (HostControllerTests.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
endif()
target_include_directories (kolophon_host_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source)
target_compile_definitions (kolophon_host_tests PRIVATE KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
target_link_libraries (kolophon_host_tests
    PRIVATE kolophon_plugin kolophon_rendering kolophon_flags kolophon_compiled_quickly kolophon_allocation_trap Threads::Threads Catch2::Catch2)
catch_discover_tests (kolophon_host_tests TEST_SPEC "~[realtime]~[.]" TEST_PREFIX "host:")

# No number is written as the locale has it, where a source does not show it.
find_package (Python3 3.9 REQUIRED COMPONENTS Interpreter)
find_program (KOLOPHON_OBJDUMP objdump)
if (KOLOPHON_OBJDUMP AND NOT KOLOPHON_SANITIZE)
    add_test (NAME locale_symbols COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/LocaleSymbolsTest.py
              $<TARGET_FILE:kolophon_plugin> $<TARGET_FILE:kolophon_core> $<TARGET_FILE:kolophon_files>
              $<TARGET_FILE:kolophon_lab> $<TARGET_FILE:kolophon_rendering> $<TARGET_FILE:kolophon_reports>)
endif()

# Drawing without a display: what is asked for wrongly is refused, and help is help.
add_test (NAME snapshot_help COMMAND kolophon_snapshot --help)
set_tests_properties (snapshot_help PROPERTIES PASS_REGULAR_EXPRESSION "Usage: kolophon_snapshot.*--page")
add_test (NAME snapshot_refuses COMMAND kolophon_snapshot --bogus)
set_tests_properties (snapshot_refuses PROPERTIES PASS_REGULAR_EXPRESSION "not expected: --bogus")
if (TARGET kolophon_vst3_info)
    # The pictures inside the VST3 have whole maps: they don't depend on how busy the machine was that built them.
    set (again ${CMAKE_CURRENT_BINARY_DIR}/snapshot-again.png)
    add_test (NAME snapshot_again COMMAND kolophon_snapshot ${again} --size=64 --scale=2 --map)
    add_test (NAME snapshot_whole
              COMMAND ${CMAKE_COMMAND} -E compare_files ${again} ${PROJECT_BINARY_DIR}/Source/Plugin/Snapshots/2.png)
    set_tests_properties (snapshot_again PROPERTIES FIXTURES_SETUP snapshot)
    set_tests_properties (snapshot_whole PROPERTIES FIXTURES_REQUIRED snapshot)
endif()

# The stand-alone app answers without a display, and refuses what it does not know.
add_test (NAME app_help COMMAND ${CMAKE_COMMAND} -E env --unset=DISPLAY $<TARGET_FILE:kolophon_plugin_Standalone> --help)
set_tests_properties (app_help PROPERTIES PASS_REGULAR_EXPRESSION "kolophon-app.*--preset")
add_test (NAME app_refuses COMMAND ${CMAKE_COMMAND} -E env --unset=DISPLAY $<TARGET_FILE:kolophon_plugin_Standalone> --bogus)
set_tests_properties (app_refuses PROPERTIES PASS_REGULAR_EXPRESSION "--bogus.*see kolophon-app --help")

# A player with mouse and keyboard in front of a real window.
add_executable (kolophon_robot Robot.cpp Support/RealWindow.cpp)
target_include_directories (kolophon_robot PRIVATE ${PROJECT_SOURCE_DIR}/Source)
target_link_libraries (kolophon_robot PRIVATE kolophon_plugin kolophon_flags kolophon_compiled_quickly Threads::Threads)
# What a real window shows. The X server's headers want a translation unit of their own.
add_executable (kolophon_window_tests WindowTests.cpp Support/RealWindow.cpp)
target_include_directories (kolophon_window_tests
    PRIVATE ${PROJECT_SOURCE_DIR}/Source)
target_link_libraries (kolophon_window_tests
    PRIVATE kolophon_plugin kolophon_flags kolophon_compiled_quickly kolophon_allocation_trap Threads::Threads Catch2::Catch2)
set_source_files_properties (Support/RealWindow.cpp PROPERTIES
    SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON)
find_program (KOLOPHON_XVFB Xvfb)
if (KOLOPHON_XVFB)
    add_test (NAME windows COMMAND ${PROJECT_SOURCE_DIR}/Scripts/with-display $<TARGET_FILE:kolophon_window_tests>)
    set_tests_properties (windows PROPERTIES TIMEOUT 3600)
    add_test (NAME robot COMMAND ${PROJECT_SOURCE_DIR}/Scripts/robot --program=$<TARGET_FILE:kolophon_robot>)
    set_tests_properties (robot PROPERTIES TIMEOUT 3600 PASS_REGULAR_EXPRESSION "all is well"
                          FAIL_REGULAR_EXPRESSION "wrong;Sanitizer;runtime error")
else()
    message (STATUS "No Xvfb: no window is looked at, and the editor is not played by the robot")
endif()

# What Scripts/sanitize runs under RealtimeSanitizer, and its guilty witness: it sees what happens inside the processor.
target_sources (kolophon_host_tests PRIVATE HostRealTimeTests.cpp)
catch_discover_tests (kolophon_host_tests TEST_SPEC "[realtime]~[.]" TEST_PREFIX "host:" PROPERTIES LABELS realtime)
if ("${KOLOPHON_SANITIZE}" MATCHES "realtime")
    add_test (NAME "sanitizer fires: processBlock" COMMAND kolophon_host_tests "[guilty]")
    set_tests_properties ("sanitizer fires: processBlock" PROPERTIES
        LABELS realtime PASS_REGULAR_EXPRESSION "RealtimeSanitizer: unsafe-library-call")
endif()

# The finished bundles in hosts of our own, which connect and ask no more than they must.
add_executable (kolophon_vst3_tests HostedVst3ListTests.cpp HostedVst3Tests.cpp)
target_include_directories (kolophon_vst3_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source)
target_compile_definitions (kolophon_vst3_tests PRIVATE KOLOPHON_VST3="$<TARGET_FILE:kolophon_plugin_VST3>" RELEASE=1
                            KOLOPHON_VERSION="${PROJECT_VERSION}")
target_include_directories (kolophon_vst3_tests SYSTEM PRIVATE $<TARGET_PROPERTY:kolophon_juce,INCLUDE_DIRECTORIES>)
target_link_libraries (kolophon_vst3_tests PRIVATE kolophon_files kolophon_flags kolophon_compiled_quickly Catch2::Catch2 ${CMAKE_DL_LIBS})
add_dependencies (kolophon_vst3_tests kolophon_plugin_VST3)
catch_discover_tests (kolophon_vst3_tests TEST_PREFIX "host:")

find_package (PkgConfig QUIET)
if (PkgConfig_FOUND)
    pkg_check_modules (LILV IMPORTED_TARGET lilv-0)
endif()
if (LILV_FOUND)
    add_executable (kolophon_lv2_tests HostedLv2PresetTests.cpp HostedLv2Tests.cpp HostedLv2ValueTests.cpp)
    target_include_directories (kolophon_lv2_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source)
    target_compile_definitions (kolophon_lv2_tests PRIVATE KOLOPHON_LV2="$<TARGET_FILE_DIR:kolophon_plugin_LV2>")
    target_link_libraries (kolophon_lv2_tests PRIVATE kolophon_files kolophon_flags kolophon_compiled_quickly kolophon_allocation_trap PkgConfig::LILV Catch2::Catch2 ${CMAKE_DL_LIBS})
    add_dependencies (kolophon_lv2_tests kolophon_plugin_LV2)
    catch_discover_tests (kolophon_lv2_tests TEST_PREFIX "host:")
else()
    message (STATUS "No lilv: the LV2 bundle is not tested")
endif()
find_program (KOLOPHON_LV2_VALIDATE lv2_validate)
find_program (KOLOPHON_SORD_VALIDATE sord_validate) # which it calls
if (KOLOPHON_LV2_VALIDATE AND KOLOPHON_SORD_VALIDATE)
    add_test (NAME lv2_description COMMAND ${PROJECT_SOURCE_DIR}/Tests/Lv2DescriptionTest.py
              $<TARGET_FILE_DIR:kolophon_plugin_LV2>)
else()
    message (STATUS "No lv2_validate: the LV2 bundle's description is not checked")
endif()

# The CLAP plugin in a host of our own, which plugins of others control where they are installed.
if (TARGET kolophon_clap)
    add_executable (kolophon_clap_tests HostedClapLibraryTests.cpp HostedClapTests.cpp HostedClapFloodTests.cpp HostedClapNoteTests.cpp
                                          HostedClapSessionTests.cpp Fuzz/FuzzClap.cpp)
    target_include_directories (kolophon_clap_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source ${CMAKE_CURRENT_SOURCE_DIR})
    target_include_directories (kolophon_clap_tests SYSTEM PRIVATE ${KOLOPHON_CLAP_HEADERS}
                                $<TARGET_PROPERTY:kolophon_juce,INCLUDE_DIRECTORIES>)
    target_compile_definitions (kolophon_clap_tests PRIVATE KOLOPHON_CLAP="$<TARGET_FILE:kolophon_clap>"
                                KOLOPHON_VST3="$<TARGET_FILE:kolophon_plugin_VST3>" RELEASE=1)
    target_link_libraries (kolophon_clap_tests
        PRIVATE kolophon_library kolophon_rendering kolophon_flags kolophon_compiled_quickly kolophon_allocation_trap Catch2::Catch2 ${CMAKE_DL_LIBS})
    add_dependencies (kolophon_clap_tests kolophon_clap kolophon_plugin_VST3)
    catch_discover_tests (kolophon_clap_tests TEST_SPEC "~[.]" TEST_PREFIX "host:")
    find_package (X11)
    if (KOLOPHON_XVFB AND X11_FOUND) # the editor in a window of the host
        target_sources (kolophon_clap_tests PRIVATE HostedClapWindowTests.cpp)
        target_link_libraries (kolophon_clap_tests PRIVATE X11::X11)
        add_test (NAME clap_window COMMAND ${PROJECT_SOURCE_DIR}/Scripts/with-display $<TARGET_FILE:kolophon_clap_tests> [window])
        set_tests_properties (clap_window PROPERTIES ENVIRONMENT KOLOPHON_CLAP_WINDOW=1 TIMEOUT 600)
    endif()
    if (KOLOPHON_OBJDUMP AND NOT KOLOPHON_SANITIZE) # the entry is data: no function leaves the library
        add_test (NAME clap_symbols COMMAND ${KOLOPHON_OBJDUMP} -T $<TARGET_FILE:kolophon_clap>)
        set_tests_properties (clap_symbols PROPERTIES PASS_REGULAR_EXPRESSION "clap_entry"
                              FAIL_REGULAR_EXPRESSION "[ ]g +DF [.]text")
    endif()
endif()
