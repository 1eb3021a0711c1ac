// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Iterates over a block of MIDI in its own order or, if a wrapper has lost the order within a sample, in a meaningful
    one: first the selection of a registered parameter (CC 100, 101), then everything else, including its data (CC 6),
    then the fine halves of controllers (CC 32 to 63), and last the deselection (127). If a deselection has replaced the
    selection because both were in one block, the selection is lost. Neither allocates nor locks. [audio] */
class MidiOrder
{
public:
    MidiOrder (const juce::MidiBuffer& buffer, bool orderIsLost) noexcept
        : end (buffer.end()), runBegin (buffer.begin()), runEnd (buffer.begin()), next (buffer.begin()),
          passes (orderIsLost ? 4 : 1)
    {
        startRun();
    }

    bool atEnd () const noexcept { return next == end; }
    juce::MidiMessageMetadata operator* () const noexcept { return *next; }
    void operator++ () noexcept
    {
        ++next;
        seek();
    }

private:
    using Iterator = juce::MidiBufferIterator;

    /** Starts the next run: all messages of one sample. */
    void startRun () noexcept
    {
        pass = 0;
        runBegin = next = runEnd;
        if (runBegin == end)
            return;
        const int sample = (*runBegin).samplePosition;
        while (runEnd != end && (*runEnd).samplePosition == sample)
            ++runEnd;
        seek();
    }

    /** Advances to the next message that is due, starting at `next` itself. */
    void seek () noexcept
    {
        for (;;)
        {
            while (next != runEnd && passes > 1 && passOf (*next) != pass)
                ++next;
            if (next != runEnd)
                return;
            if (++pass >= passes)
                return startRun();
            next = runBegin;
        }
    }

    static int passOf (const juce::MidiMessageMetadata& message) noexcept
    {
        if (message.numBytes != 3 || (message.data[0] & 0xf0) != 0xb0)
            return 1;
        if (message.data[1] == 100 || message.data[1] == 101)
            return message.data[2] == 127 ? 3 : 0;
        return message.data[1] >= 32 && message.data[1] < 64 ? 2 : 1;
    }

    Iterator end, runBegin, runEnd, next;
    int passes, pass = 0;
};
} // namespace kolophon
