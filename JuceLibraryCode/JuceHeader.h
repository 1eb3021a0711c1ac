#pragma once

/** The JUCE modules that Kolophon uses. Only Source/Plugin and Tests/HostTests.cpp include this file. */
#include <juce_audio_processors/juce_audio_processors.h>
#include <juce_audio_utils/juce_audio_utils.h>
#include <juce_gui_basics/juce_gui_basics.h>
