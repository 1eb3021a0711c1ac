// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace kolophon
{
/** Records the key that a voice plays: its number and channel, whether it or the sostenuto pedal holds the note, and
    the numbers of the stroke that it began. [audio] */
class KeyAssignment
{
public:
    /** Assigns a key that has just gone down and begins a stroke. */
    void begin (int itsChannel, int itsKey) noexcept
    {
        slur (itsChannel, itsKey);
        caught = false;
    }

    /** Assigns another key to the same stroke: the sostenuto pedal keeps what it holds. */
    void slur (int itsChannel, int itsKey) noexcept
    {
        theChannel = itsChannel;
        theKey = itsKey;
        down = true;
        theAge = 0.0;
    }

    /** Sets the stroke's number, counted from 1 in every song, and its place in the order of all strokes. */
    void setStroke (std::uint64_t number, std::uint64_t order) noexcept
    {
        strokeNumber = number;
        strokeOrder = order;
    }

    /** Sets the number of the note, as in PerformanceEvent. */
    void setNote (std::uint32_t number) noexcept { noteNumber = number; }

    /** Sets whether a finger stops the string: not an open one. It damps the string after the release. */
    void setStopped (bool isStoppedByFinger) noexcept { stopped = isStoppedByFinger; }

    /** Key up, because of a note-off or of a message that releases all keys. */
    void release () noexcept { down = false; }
    void release (double velocity) noexcept
    {
        down = false;
        offVelocity = velocity;
    }

    /** The sostenuto pedal goes down, and catches the key if that is down or was caught before; or up. */
    void setSostenuto (bool isPedalDown) noexcept { caught = isPedalDown && (down || caught); }

    /** Restores key and channel of a note that has ended. */
    void recall (int itsChannel, int itsKey) noexcept
    {
        theChannel = itsChannel;
        theKey = itsKey;
    }

    void advance (double seconds) noexcept { theAge += seconds; }

    int channel () const noexcept { return theChannel; }
    int key () const noexcept { return theKey; }
    std::uint32_t note () const noexcept { return noteNumber; }
    bool isDown () const noexcept { return down; }
    bool isCaught () const noexcept { return caught; }
    bool isStopped () const noexcept { return stopped; }
    double age () const noexcept { return theAge; } // [s] of the key, at the last point of the control grid
    double releaseVelocity () const noexcept { return offVelocity; } // of the last note-off, 0 … 1
    std::uint64_t stroke () const noexcept { return strokeNumber; }
    std::uint64_t order () const noexcept { return strokeOrder; }

private:
    int theChannel = 0, theKey = 60; // as MIDI counts them from 0
    std::uint32_t noteNumber = 0;
    bool down = false, caught = false, stopped = false;
    double theAge = 0.0, offVelocity = 64.0 / 127.0;
    std::uint64_t strokeNumber = 0, strokeOrder = 0;
};
} // namespace kolophon
