# SPDX-License-Identifier: GPL-3.0-or-later
# The external in Pure Data, as its users have it.
find_program (KOLOPHON_PD NAMES pd puredata)
if (NOT KOLOPHON_PD)
    message (STATUS "No Pure Data: kolophon~ is not tried")
elseif (CMAKE_SYSTEM_NAME STREQUAL "Linux" AND NOT KOLOPHON_SANITIZE)
    add_library (kolophon_puredata_shim MODULE PureDataShim.cpp)
    target_include_directories (kolophon_puredata_shim SYSTEM PRIVATE ${KOLOPHON_PD_HEADERS})
    target_link_libraries (kolophon_puredata_shim PRIVATE kolophon_flags)
    set_target_properties (kolophon_puredata_shim PROPERTIES PREFIX "" OUTPUT_NAME watch SUFFIX .pd_linux)
    add_test (NAME puredata COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/PureDataTest.py ${KOLOPHON_PD} ${PROJECT_BINARY_DIR}
                                    ${PROJECT_SOURCE_DIR} $<TARGET_FILE:kolophon> $<TARGET_FILE:kolophon_puredata_shim>)
endif()
