# The plugin as a host sees it.
find_package (Catch2 2.13 REQUIRED)
include (Catch)
find_package (Threads REQUIRED)

add_executable (kolophon_host_tests HostTests.cpp)
target_include_directories (kolophon_host_tests PRIVATE ${PROJECT_SOURCE_DIR}/Source/Plugin)
target_link_libraries (kolophon_host_tests
    PRIVATE kolophon_plugin kolophon_flags kolophon_allocation_trap Threads::Threads Catch2::Catch2)
catch_discover_tests (kolophon_host_tests TEST_SPEC "~[realtime]~[.]" TEST_PREFIX "host:")

# What Scripts/sanitize runs under RealtimeSanitizer, and its guilty witness: it sees what happens inside the processor.
target_sources (kolophon_host_tests PRIVATE HostRealTimeTests.cpp)
catch_discover_tests (kolophon_host_tests TEST_SPEC "[realtime]~[.]" TEST_PREFIX "host:" PROPERTIES LABELS realtime)
if ("${KOLOPHON_SANITIZE}" MATCHES "realtime")
    add_test (NAME "sanitizer fires: processBlock" COMMAND kolophon_host_tests "[guilty]")
    set_tests_properties ("sanitizer fires: processBlock" PROPERTIES
        LABELS realtime PASS_REGULAR_EXPRESSION "RealtimeSanitizer: unsafe-library-call")
endif()
