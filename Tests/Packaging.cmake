# SPDX-License-Identifier: GPL-3.0-or-later
# What is installed, and the schemas of files.
if (UNIX AND NOT APPLE AND NOT KOLOPHON_SANITIZE)
    add_test (NAME packaging COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/PackagingTest.py ${PROJECT_SOURCE_DIR}
                                     ${PROJECT_BINARY_DIR} ${PROJECT_VERSION})
endif()

# The module belongs to a distribution's Python, which need not be the first on the path.
foreach (python ${Python3_EXECUTABLE} /usr/bin/python3)
    execute_process (COMMAND ${python} -c "import jsonschema; jsonschema.Draft202012Validator" RESULT_VARIABLE missing
                     OUTPUT_QUIET ERROR_QUIET)
    if (missing EQUAL 0)
        add_test (NAME schemas COMMAND ${python} ${CMAKE_CURRENT_SOURCE_DIR}/SchemaTest.py ${PROJECT_SOURCE_DIR}
                                       $<TARGET_FILE:kolophon>)
        break()
    endif()
endforeach()
if (NOT missing EQUAL 0)
    message (STATUS "No Python with jsonschema 4: the schemas of files are not tried")
endif()

# The reference of the interface and of the physics, without a warning; and everything in the interface is described.
find_package (Doxygen QUIET)
if (DOXYGEN_FOUND)
    foreach (part "" .interface)
        add_test (NAME reference${part} COMMAND Doxygen::doxygen ${PROJECT_BINARY_DIR}/Source/Library/Doxyfile${part})
    endforeach()
else()
    message (STATUS "No Doxygen: the reference is not tried")
endif()
