# SPDX-License-Identifier: GPL-3.0-or-later
# Studies of the laboratory, each on a coarse grid.
add_executable (kolophon_study_tests StudyTests.cpp LawFigureTests.cpp)
target_include_directories (kolophon_study_tests PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries (kolophon_study_tests PRIVATE kolophon_studies nlohmann_json::nlohmann_json kolophon_test_main
                                                    kolophon_flags kolophon_compiled_quickly)
target_compile_definitions (kolophon_study_tests PRIVATE KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
catch_discover_tests (kolophon_study_tests)
