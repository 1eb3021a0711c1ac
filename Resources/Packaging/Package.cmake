# SPDX-License-Identifier: GPL-3.0-or-later
# Debian packages, made by Scripts/package: the tool; the library and its headers; the plug-ins and the app; the Python module;
# the external for Pure Data; guide, course, demos and notebooks.
set (CPACK_GENERATOR DEB)
set (CPACK_PACKAGE_NAME kolophon)
set (CPACK_PACKAGE_VENDOR "Kolophon developers")
set (CPACK_PACKAGE_CONTACT "Kolophon developers <packages@kolophon.org>")
set (CPACK_PACKAGING_INSTALL_PREFIX /usr)
set (CPACK_STRIP_FILES ON)
set (CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
     OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set (library libkolophon${PROJECT_VERSION_MAJOR})
set (CPACK_COMPONENTS_ALL tool library dev docs)
if (KOLOPHON_PLUGIN)
    list (APPEND CPACK_COMPONENTS_ALL plugins app)
endif()
if (TARGET kolophon_python)
    list (APPEND CPACK_COMPONENTS_ALL python)
endif()
if (TARGET kolophon_puredata32)
    list (APPEND CPACK_COMPONENTS_ALL puredata)
endif()
set (CPACK_COMPONENTS_GROUPING ONE_PER_GROUP)
set (CPACK_COMPONENT_TOOL_GROUP tools)
set (CPACK_COMPONENT_LIBRARY_GROUP shared)
set (CPACK_COMPONENT_DEV_GROUP headers)
set (CPACK_COMPONENT_DOCS_GROUP documents)
set (CPACK_COMPONENT_PLUGINS_GROUP instruments)
set (CPACK_COMPONENT_APP_GROUP instruments)
set (CPACK_COMPONENT_PYTHON_GROUP module)
set (CPACK_COMPONENT_PUREDATA_GROUP external)

set (CPACK_DEB_COMPONENT_INSTALL ON)
set (CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set (CPACK_DEBIAN_PACKAGE_RELEASE 1)
set (CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set (CPACK_DEBIAN_PACKAGE_HOMEPAGE ${PROJECT_HOMEPAGE_URL})
set (CPACK_DEBIAN_COMPRESSION_TYPE xz)
set (CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set (about "Kolophon computes what is heard when something is rubbed: a bow on a string, a
finger on a glass, chalk on a board. The sound comes from physical models of
the contact and of the body, and every joule is accounted for.")
set (CPACK_DEBIAN_TOOLS_PACKAGE_NAME kolophon)
set (CPACK_DEBIAN_TOOLS_PACKAGE_SECTION sound)
set (CPACK_DEBIAN_TOOLS_PACKAGE_RECOMMENDS "kolophon-doc")
set (CPACK_DEBIAN_TOOLS_DESCRIPTION "friction synthesiser - command line
${about}
.
This package has the command line tool: it renders MIDI files and recorded
performances, compares friction laws, and runs experiments of the literature.")

set (CPACK_DEBIAN_SHARED_PACKAGE_NAME ${library})
set (CPACK_DEBIAN_SHARED_PACKAGE_SECTION libs)
set (CPACK_DEBIAN_SHARED_PACKAGE_GENERATE_SHLIBS ON)
set (CPACK_DEBIAN_SHARED_PACKAGE_SHLIBDEPS ON)
set (CPACK_DEBIAN_SHARED_DESCRIPTION "friction synthesiser - shared library
${about}
.
This package has the engine as a library with a C interface.")

set (CPACK_DEBIAN_HEADERS_PACKAGE_NAME libkolophon-dev)
set (CPACK_DEBIAN_HEADERS_PACKAGE_SECTION libdevel)
set (CPACK_DEBIAN_HEADERS_PACKAGE_SHLIBDEPS OFF)
set (CPACK_DEBIAN_HEADERS_PACKAGE_DEPENDS "${library} (= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set (CPACK_DEBIAN_HEADERS_DESCRIPTION "friction synthesiser - development files
${about}
.
This package has the header of the library, and what pkg-config and CMake find
it by.")

set (CPACK_DEBIAN_DOCUMENTS_PACKAGE_NAME kolophon-doc)
set (CPACK_DEBIAN_DOCUMENTS_PACKAGE_SECTION doc)
set (CPACK_DEBIAN_DOCUMENTS_PACKAGE_ARCHITECTURE all)
set (CPACK_DEBIAN_DOCUMENTS_PACKAGE_SHLIBDEPS OFF)
set (CPACK_DEBIAN_DOCUMENTS_DESCRIPTION "friction synthesiser - guide and examples
${about}
.
This package has the guide and the reference, the course with its scenarios,
notebooks for the Python module, and songs to render.")

set (CPACK_DEBIAN_INSTRUMENTS_PACKAGE_NAME kolophon-plugins)
set (CPACK_DEBIAN_INSTRUMENTS_PACKAGE_RECOMMENDS kolophon-doc)
set (CPACK_DEBIAN_INSTRUMENTS_PACKAGE_SECTION sound)
# JUCE opens these when the editor does: no tool can see it.
set (CPACK_DEBIAN_INSTRUMENTS_PACKAGE_DEPENDS "libx11-6, libxext6, libxcursor1, libxinerama1, libxrandr2")
set (CPACK_DEBIAN_INSTRUMENTS_DESCRIPTION "friction synthesiser - plug-ins and stand-alone app
${about}
.
This package has the plug-ins for VST3, LV2 and CLAP hosts, and the
stand-alone app.")

# The module is for one version of Python, as the name of its file says.
set (CPACK_DEBIAN_MODULE_PACKAGE_NAME python3-kolophon)
set (CPACK_DEBIAN_MODULE_PACKAGE_SECTION python)
if (KOLOPHON_PYTHON_VERSION MATCHES "^([0-9]+)[.]([0-9]+)$")
    math (EXPR nextPython "${CMAKE_MATCH_2} + 1")
    set (CPACK_DEBIAN_MODULE_PACKAGE_DEPENDS
         "python3 (>= ${KOLOPHON_PYTHON_VERSION}), python3 (<< ${CMAKE_MATCH_1}.${nextPython}), python3-numpy")
endif()
set (CPACK_DEBIAN_MODULE_PACKAGE_RECOMMENDS python3-matplotlib)
set (CPACK_DEBIAN_MODULE_PACKAGE_CONTROL_EXTRA
     "${CMAKE_CURRENT_LIST_DIR}/python3-kolophon/postinst;${CMAKE_CURRENT_LIST_DIR}/python3-kolophon/prerm")
set (CPACK_DEBIAN_MODULE_DESCRIPTION "friction synthesiser - Python module
${about}
.
This package has the engine, its measurements and its laboratory as the module
kolophon, with sounds and probes as numpy arrays.")

set (CPACK_DEBIAN_EXTERNAL_PACKAGE_NAME pd-kolophon)
set (CPACK_DEBIAN_EXTERNAL_PACKAGE_SECTION sound)
# dpkg-shlibdeps finds nothing about a library that is being packaged: Scripts/package adds those that it links.
set (CPACK_DEBIAN_EXTERNAL_PACKAGE_SHLIBDEPS OFF)
set (CPACK_DEBIAN_EXTERNAL_PACKAGE_DEPENDS "puredata-core | pd")
set (CPACK_DEBIAN_EXTERNAL_DESCRIPTION "friction synthesiser - external for Pure Data
${about}
.
This package has the object kolophon~ for Pure Data, with its help patch.")

# What dpkg wants to know of this version: the changes for users stand in CHANGELOG.md.
if (DEFINED ENV{SOURCE_DATE_EPOCH})
    set (packaged $ENV{SOURCE_DATE_EPOCH})
else()
    string (TIMESTAMP packaged "%s" UTC)
endif()
execute_process (COMMAND date -u -R -d @${packaged} OUTPUT_VARIABLE packaged OUTPUT_STRIP_TRAILING_WHITESPACE
                 ERROR_QUIET)
file (WRITE ${PROJECT_BINARY_DIR}/changelog
      "kolophon (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium\n\n"
      "  * Version ${PROJECT_VERSION}: CHANGELOG.md has what changes for users.\n\n"
      " -- ${CPACK_PACKAGE_CONTACT}  ${packaged}\n")

set (KOLOPHON_PACKAGING ${CMAKE_CURRENT_LIST_DIR})
configure_file (${CMAKE_CURRENT_LIST_DIR}/Staging.cmake.in ${PROJECT_BINARY_DIR}/Staging.cmake @ONLY)
set (CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/Staging.cmake)
include (CPack)
