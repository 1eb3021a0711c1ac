# The plugin as a host sees it.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (Threads REQUIRED)

add_executable (kolophon_host_tests
    HostEditorTests.cpp
    HostPanelTests.cpp
    HostParameterTests.cpp
    HostStateTests.cpp
    HostTests.cpp)
target_include_directories (kolophon_host_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source/Plugin)
target_link_libraries (kolophon_host_tests
    PRIVATE kolophon_plugin kolophon_flags kolophon_allocation_trap Threads::Threads Catch2::Catch2)
catch_discover_tests (kolophon_host_tests TEST_PREFIX "host:")
