# SPDX-License-Identifier: GPL-3.0-or-later
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
forbid (Source/Lab "<(thread|mutex|condition_variable|future)>"
        "Scripts/sanitize doesn't look for races in what has one thread." ${nowhere})
# Which folders the sources of a folder may name in an include, beside their own. A folder that isn't here is a mistake, too.
set (layers
    "Core:"
    "Physics: Core"
    "Synth: Core Physics"
    "Tables: Synth"
    "Files: Core Physics Synth"
    "Library: Core Physics Synth Files"
    "PureData: Library"
    "Analysis: Core Physics Synth Files"
    "Lab: Core Physics Synth Files"
    "Shell: Core Files"
    "Rendering: Core Physics Synth Files Analysis"
    "Reports: Core Physics Synth Files Analysis Lab Shell Rendering"
    "Studies: Core Physics Synth Files Analysis Lab Reports"
    "Maps: Core Physics Synth Files Analysis Shell Rendering Reports"
    "Documentation: Core Physics Synth Files Analysis Lab Rendering Reports Studies"
    "Commands: Core Physics Synth Files Analysis Lab Shell Rendering Reports Studies Maps Documentation"
    "Python: Core Physics Synth Files Analysis Lab Rendering Reports Studies Maps"
    "Web: Core Physics Synth Files Library Analysis Lab"
    "Plugin: Core Physics Synth Files Analysis Rendering")
file (GLOB folders RELATIVE ${ROOT}/Source ${ROOT}/Source/*)
set (belowPlugin "")
foreach (folder IN LISTS folders)
    if (NOT IS_DIRECTORY ${ROOT}/Source/${folder})
        continue()
    endif()
    if (NOT folder STREQUAL "Plugin")
        list (APPEND belowPlugin Source/${folder})
    endif()
    set (allowed "")
    foreach (layer IN LISTS layers)
        if (layer MATCHES "^${folder}:(.*)$")
            set (allowed "${folder}${CMAKE_MATCH_1}")
        endif()
    endforeach()
    if (NOT allowed)
        message (SEND_ERROR "Source/${folder} is no layer of Tests/LayeringTest.cmake.")
    endif()
    string (REPLACE " " "|" allowed "${allowed}")
    forbid (Source/${folder} "[\"<](\\.\\./)*[A-Z][A-Za-z]*/" "${folder} may include ${allowed} only."
            "[\"<](\\.\\./)*(${allowed}|Analyses|Bodies|Friction|Parameters|Control|Voices|VoiceParts|Bank|Resonances|Modulation|Output|Feeds|Engine|Processor|Formats|Presets|Windows|Pages|Gestures|Pictures|Controls)/|<Eigen/|<JuceHeader|<CLI/|/JuceLibraryCode/|<SUNDIALS")
endforeach()
forbid (Source/Synth/VoiceParts "Voices/(Voice|VoiceManager)[.]h|/Engine/" "A part of a voice knows neither the voice nor the engine."
        ${nowhere})
forbid (Source/Plugin "PluginProcessor[.]h|/Clap/"
        "Windows, pages, pictures and controls know InstrumentSession.h; the processor and the formats know PluginProcessor.h."
        "^Source/Plugin/(Processor/[A-Z][A-Za-z]*.cpp|Clap/[A-Za-z]+.(h|cpp)|Formats/[A-Za-z0-9]+.(h|cpp)|Windows/Snapshot.cpp) ")
forbid (Source/Analysis "nlohmann|sndfile" "Files reads and writes files." ${nowhere})
forbid (Source "<fstream>" "WholeFile.h reads what somebody else wrote; AtomicFile.h writes."
        ${nowhere})
forbid ("${belowPlugin};Benchmarks;Tests" "${juce}" "Only the plugin and its tests know JUCE."
        "^Tests/(Host[A-Z][A-Za-z]*Tests.cpp|HostTests.cpp|Support/(Host|RealWindow|TextRecorder).h) ")
# The window of the stand-alone app is no part of a module's header.
forbid ("Source/Plugin;Tests" "${juce}" "JUCE comes through the headers of JuceLibraryCode."
        "Juce(Header|EventLoop).h[\">]|StandaloneApp.cpp .*juce_StandaloneFilterWindow.h")

