# SPDX-License-Identifier: GPL-3.0-or-later
# The laboratory: its solvers against what is known without them.
find_package (Catch2 2.13 REQUIRED)
include (Catch)

find_package (nlohmann_json 3.11 REQUIRED)
add_executable (kolophon_lab_tests AutomatonTests.cpp LabLawTests.cpp LabNetworkTests.cpp MeasureTests.cpp ReferenceTests.cpp ReferenceEndsTests.cpp ReferenceAutomataTests.cpp ReferenceBlockTests.cpp
                ReferenceModesTests.cpp ScenarioTests.cpp)
target_link_libraries (kolophon_lab_tests PRIVATE kolophon_lab nlohmann_json::nlohmann_json kolophon_flags kolophon_compiled_quickly kolophon_test_main)
target_compile_definitions (kolophon_lab_tests PRIVATE KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
catch_discover_tests (kolophon_lab_tests)
