# cmake -DROOT=<tree> -P LayeringTest.cmake : who may include whom.

function (forbid folders pattern reason)
    foreach (folder IN LISTS folders)
        file (GLOB_RECURSE sources ${ROOT}/${folder}/*.h ${ROOT}/${folder}/*.cpp)
        foreach (source IN LISTS sources)
            file (RELATIVE_PATH name ${ROOT} ${source})
            file (STRINGS ${source} includes REGEX "^[ \t]*#[ \t]*include")
            foreach (include IN LISTS includes)
                if (include MATCHES "${pattern}" AND NOT "${name} ${include}" MATCHES "${ARGN}")
                    message (SEND_ERROR "${name}: ${include}\n${reason}")
                endif()
            endforeach()
        endforeach()
    endforeach()
endfunction()

set (nowhere "^$")
set (juce "[Jj][Uu][Cc][Ee]")
set (engine Source/Core Source/Physics Source/Synth)
forbid ("${engine}" "<(fstream|filesystem|iostream|ostream|sstream|thread|mutex|condition_variable|future|random|chrono)>"
        "The engine opens no files, prints nothing, never waits, asks nobody for time or chance." ${nowhere})
forbid ("${engine}" "${juce}|nlohmann|CLI/|sndfile|ebur128" "The engine needs Eigen, Highway and tl/expected.hpp only." ${nowhere})
forbid (Source/Core "(Physics|Synth|Files|Analysis|Lab|Plugin|Tools)/" "Core is the lowest layer." ${nowhere})
forbid (Source/Physics "(Synth|Files|Analysis|Lab|Plugin|Tools)/" "Physics sees Core only." ${nowhere})
forbid (Source/Synth "(Files|Analysis|Lab|Plugin|Tools)/" "Synth sees Core and Physics only." ${nowhere})
forbid (Source/Files "(Analysis|Lab|Plugin|Tools)/" "Files sees the engine only." ${nowhere})
forbid (Source/Analysis "(Lab|Plugin|Tools)/|nlohmann|sndfile" "Analysis sees files and the engine." ${nowhere})
forbid (Source/Lab "(Plugin|Tools)/|<fstream>" "The laboratory computes; Tools writes its files." ${nowhere})
forbid ("Source/Files;Source/Analysis;Source/Lab;Source/Tools;Source/Plugin" "<fstream>" "WholeFile.h reads what somebody else wrote; AtomicFile.h writes."
        ${nowhere})
forbid ("Source/Files;Source/Analysis;Source/Lab;Source/Tools;Benchmarks;Tests" "${juce}" "Only the plugin and its tests know JUCE."
        "^Tests/(Host[A-Z][A-Za-z]*Tests.cpp|HostTests.cpp|Support/Host.h) ")
forbid ("Source/Plugin;Tests" "${juce}" "JUCE comes through JuceLibraryCode/JuceHeader.h." "JuceHeader.h[\">]")
