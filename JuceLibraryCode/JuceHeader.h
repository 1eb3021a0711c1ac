// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** The JUCE modules that Kolophon uses. Only Source/Plugin and the host tests in Tests include this file. */
#include <juce_audio_processors/juce_audio_processors.h>
#include <juce_audio_utils/juce_audio_utils.h>
#include <juce_gui_basics/juce_gui_basics.h>
