#pragma once

#include "PluginProcessor.h"

#include <deque>

namespace kolophon
{
/** A hundred steps back and forth: a step is a gesture on a knob, an edit of the matrix, a body, or a preset. What a
    host automates is none. A preset that comes back spares locked knobs; a gesture goes back whatever is locked.
    [message, but for the listener's functions] */
class UndoHistory final : private juce::AudioProcessorListener
{
public:
    static constexpr std::size_t maxSteps = 100;

    explicit UndoHistory (PluginProcessor& itsProcessor);
    ~UndoHistory() override;

    /** Looks whether a gesture has ended or a preset has come, thirty times a second. */
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

    PluginProcessor& processor;
    std::atomic<int> openGestures { 0 };
    std::atomic<bool> gestureSeen { false };
    std::uint32_t editsSeen;
    Preset known; // as it was when nobody turned anything
    std::deque<Preset> past, future;
};
} // namespace kolophon
