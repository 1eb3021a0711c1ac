# SPDX-License-Identifier: GPL-3.0-or-later
# libkolophon, as its users have it.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (Python3 3.9 REQUIRED COMPONENTS Interpreter)

add_executable (kolophon_library_tests LibraryNoteTests.cpp LibraryPerformanceTests.cpp LibraryTests.cpp)
target_compile_definitions (kolophon_library_tests PRIVATE KOLOPHON_SOURCE_FOLDER="${PROJECT_SOURCE_DIR}")
target_link_libraries (kolophon_library_tests PRIVATE kolophon_library kolophon_rendering kolophon_allocation_trap
                                                      kolophon_flags kolophon_compiled_quickly kolophon_test_main)
catch_discover_tests (kolophon_library_tests TEST_PREFIX "library: ")

if (UNIX AND NOT APPLE AND NOT KOLOPHON_SANITIZE)
    add_test (NAME library_installed COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/LibraryTest.py
              ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} $<TARGET_FILE:kolophon> ${PROJECT_VERSION})

    # Programs for the last release still run. Sizes and alignments in the description are those of 64-bit machines.
    find_program (KOLOPHON_ABIDIFF abidiff)
    if (KOLOPHON_ABIDIFF AND CMAKE_SIZEOF_VOID_P EQUAL 8)
        add_test (NAME library_abi COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/LibraryAbiTest.py
                  ${PROJECT_SOURCE_DIR}/Source/Library/kolophon.h ${PROJECT_SOURCE_DIR}/Source/Library/Symbols.map
                  ${CMAKE_CURRENT_SOURCE_DIR}/Reference/libkolophon.abi)
    endif()
endif()
