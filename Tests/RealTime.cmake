# SPDX-License-Identifier: GPL-3.0-or-later
# Whether the engine may run on an audio thread, and whether the tree keeps its layers.

find_package (Catch2 2 REQUIRED)
include (Catch)
find_package (Threads REQUIRED)

# An object library: the executable itself must define malloc.
add_library (kolophon_allocation_trap OBJECT Support/AllocationTrap.cpp)
target_include_directories (kolophon_allocation_trap PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
target_link_libraries (kolophon_allocation_trap PRIVATE kolophon_flags kolophon_compiled_quickly PUBLIC ${CMAKE_DL_LIBS})

add_executable (kolophon_realtime_tests RealTimeTests.cpp SmallStackTests.cpp)
target_link_libraries (kolophon_realtime_tests
    PRIVATE kolophon_core kolophon_flags kolophon_compiled_quickly kolophon_allocation_trap Threads::Threads kolophon_test_main)
catch_discover_tests (kolophon_realtime_tests PROPERTIES LABELS realtime)

add_test (NAME layering COMMAND ${CMAKE_COMMAND} -DROOT=${PROJECT_SOURCE_DIR}
                                -P ${CMAKE_CURRENT_SOURCE_DIR}/LayeringTest.cmake)

find_package (Python3 3.9 REQUIRED COMPONENTS Interpreter)
add_test (NAME hygiene COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/HygieneTest.py ${PROJECT_SOURCE_DIR})
add_test (NAME lengths COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/LengthTest.py ${PROJECT_SOURCE_DIR})
# Layout is what .clang-format says, by the release that Debian 12 has: another one breaks lines elsewhere.
find_program (KOLOPHON_CLANG_FORMAT clang-format-14)
if (KOLOPHON_CLANG_FORMAT)
    add_test (NAME format COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/FormatTest.py ${PROJECT_SOURCE_DIR}
                                  ${KOLOPHON_CLANG_FORMAT} ${CMAKE_CURRENT_BINARY_DIR}/formatted.txt)
endif()
add_test (NAME places COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/PlacesTest.py ${PROJECT_SOURCE_DIR})

# A guilty witness for each: a test that finds nothing must be able to find something.
set (slash /)
set (guilty ${CMAKE_CURRENT_BINARY_DIR}/Guilty)
file (WRITE ${guilty}/Source/Attic/Guilty.h "")
file (WRITE ${guilty}/Source/Core/Guilty.h "#include <fstream>\n#include \"../Synth/Synth.h\"\n")
file (WRITE ${guilty}/Source/Files/Guilty.cpp "#include \"../../JuceLibraryCode/JuceHeader.h\"\n")
file (WRITE ${guilty}/Source/Plugin/Guilty.cpp "#include <juce_core/juce_core.h>\nconst char* where = \"/home${slash}me\";\n"
      "auto text = juce::String (0.5, 2);\n")
file (WRITE ${guilty}/Source/Plugin/Pages/Guilty.h "#include \"../Processor/PluginProcessor.h\"\n")
file (WRITE ${guilty}/Source/Synth/Hands/Guilty.h "#include \"../../Physics/Hand.h\"\n#include \"../Voices/Voice.h\"\n")
file (WRITE ${guilty}/Source/Synth/Cupboard/Guilty.h "")
foreach (number RANGE 25)
    file (WRITE ${guilty}/Source/Maps/Many${number}.h "")
endforeach()
string (REPEAT "    ++i;\n" 61 many)
file (WRITE ${guilty}/Source/Physics/Guilty.cpp "void f (int i)\n{\n${many}}\n// Long: it counts\nvoid g (int i)\n{\n${many}}\n")
file (COPY ${PROJECT_SOURCE_DIR}/Source/Physics/Friction/ContactFields.h DESTINATION ${guilty}/Source/Physics/Friction)
file (COPY ${PROJECT_SOURCE_DIR}/Source/Synth/Parameters/Patch.h DESTINATION ${guilty}/Source/Synth/Parameters)
file (COPY ${PROJECT_SOURCE_DIR}/Source/Synth/Parameters/ParameterRows.h DESTINATION ${guilty}/Source/Synth/Parameters)
file (WRITE ${guilty}/Source/Synth/Guilty.cpp "double copy (Knobs k, Contact contact) { k.dahl = contact.dahlExponent; }\n")
file (MAKE_DIRECTORY ${guilty}/Source/Studies)
file (WRITE ${guilty}/Source/Studies/Guilty.cpp "void fill (VoiceGroup& group) { group.law.damping.fill (0.2); }\n"
      "bool stops (const Patch& patch) { return static_cast<Lift> (static_cast<int> (patch.handLift)) == Lift::stop; }\n")
add_test (NAME lengths_fires COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/LengthTest.py ${guilty})
add_test (NAME places_fires COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/PlacesTest.py ${guilty})
set_tests_properties (lengths_fires PROPERTIES PASS_REGULAR_EXPRESSION "61 lines: void f" FAIL_REGULAR_EXPRESSION "void g")
set_tests_properties (places_fires PROPERTIES
    PASS_REGULAR_EXPRESSION "Guilty.cpp:1: names the knob dahlExponent.*Studies/Guilty.cpp:1: fills the knob damping.*converts a menu by hand")
file (WRITE ${guilty}/Source/Synth/Guilty.h "// THEO" "RY 1.1 has the reason, from " "memory; see Physics.md" " 7.3 and R" ".99.\n")
file (WRITE ${guilty}/Resources/Docs/Physics.md "## 7. The ledger\n")
file (WRITE ${guilty}/Resources/Docs/ReferenceNumbers.md "## R.0 Energy\n")
add_test (NAME layering_fires COMMAND ${CMAKE_COMMAND} -DROOT=${guilty} -DTABLE=${PROJECT_SOURCE_DIR}/Source/Architecture.md
                                       -P ${CMAKE_CURRENT_SOURCE_DIR}/LayeringTest.cmake)
add_test (NAME hygiene_fires COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_SOURCE_DIR}/HygieneTest.py ${guilty})
set_tests_properties (layering_fires PROPERTIES
    PASS_REGULAR_EXPRESSION "opens no files.*Attic is no layer.*Core may include Core only.*Maps[ \n]+has[ \n]+27[ \n]+files.*stands above Plugin/Pages.*does not name Cupboard.*Synth/Voices stands above Synth/Hands.*Only the plugin.*JUCE comes through")
set_tests_properties (hygiene_fires PROPERTIES PASS_REGULAR_EXPRESSION "A path of one machine.*This asks the locale.*A page that readers don't have")

if (KOLOPHON_SANITIZE)
    add_executable (kolophon_sanitizer_witness SanitizerWitness.cpp)
    target_link_libraries (kolophon_sanitizer_witness PRIVATE Threads::Threads)
    string (REPLACE "," ";" crimes "${KOLOPHON_SANITIZE}")
    foreach (crime IN LISTS crimes)
        add_test (NAME "sanitizer fires: ${crime}" COMMAND kolophon_sanitizer_witness ${crime})
        set_tests_properties ("sanitizer fires: ${crime}" PROPERTIES LABELS realtime PASS_REGULAR_EXPRESSION
            "RealtimeSanitizer: unsafe|heap-use-after-free|signed integer overflow|ThreadSanitizer: data race")
    endforeach()
endif()
