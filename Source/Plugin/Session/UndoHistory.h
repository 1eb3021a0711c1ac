// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/PresetFile.h"
#include "InstrumentSession.h"

#include <deque>

namespace kolophon
{
/** Undo and redo, a hundred steps each: a step is a gesture on a knob, an edit of the matrix, a body, or a preset. Host
    automation is not a step. Restoring a preset leaves locked knobs unchanged; undoing a gesture restores locked ones,
    too. [message, except the listener's functions] */
class UndoHistory final : private juce::AudioProcessorListener
{
public:
    static constexpr std::size_t maxSteps = 100;

    UndoHistory (juce::AudioProcessor& itsProcessor, InstrumentSession& itsSession);
    ~UndoHistory() override;

    /** Checks for the end of a gesture or a new preset, thirty times per second. */
    void refresh ();
    bool canUndo () const noexcept { return ! past.empty(); }
    bool canRedo () const noexcept { return ! future.empty(); }
    void undo ();
    void redo ();

private:
    void audioProcessorParameterChanged (juce::AudioProcessor*, int, float) override {}
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails&) override {}
    void audioProcessorParameterChangeGestureBegin (juce::AudioProcessor*, int) override
    {
        ++openGestures;
        gestureSeen = true;
    }
    void audioProcessorParameterChangeGestureEnd (juce::AudioProcessor*, int) override { --openGestures; }
    void go (std::deque<Preset>& from, std::deque<Preset>& to);
    void apply (const Preset& preset);

    juce::AudioProcessor& processor; // tells of gestures on knobs
    InstrumentSession& session;
    std::atomic<int> openGestures { 0 };
    std::atomic<bool> gestureSeen { false };
    std::uint32_t editsSeen;
    Preset known; // state at the last refresh without an open gesture or edit
    std::deque<Preset> past, future;
};
} // namespace kolophon
