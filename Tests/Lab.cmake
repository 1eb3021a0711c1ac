# The laboratory: its solvers against what is known without them.
find_package (Catch2 2.13 REQUIRED)
include (Catch)

add_executable (kolophon_lab_tests ReferenceTests.cpp ReferenceAutomataTests.cpp ReferenceBlockTests.cpp)
target_link_libraries (kolophon_lab_tests PRIVATE kolophon_lab kolophon_flags Catch2::Catch2WithMain)
catch_discover_tests (kolophon_lab_tests)
