// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Songs/MidiFile.h"
#include "../../Synth/Control/Tuning.h"
#include "../../Synth/Parameters/Patch.h"
#include "../../Synth/Strings/Probes.h"
#include "../Notes/SteadyTone.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/** Measurements of one contact while a gesture is played, from the probes of the string that was bowed last. */
namespace kolophon
{
/** Segment in which the string bowed last sounds undisturbed: from its note-on to its note-off or to the next
    note-on of any string. */
struct NoteSegment
{
    std::int64_t begin = 0, end = 0; // [samples] at the host's rate
    int key = 60;
    bool steadyPitch = true; // no pitch bend, no vibrato, no glide

    /** The steady part: the last 70 %, at most longestFrame samples. */
    std::int64_t steadyBegin () const noexcept;
};

/** Finds the note segments of a song that last 0.1 s or more. A segment has no steadyPitch if at any time in it a
    pitch bend is off centre or the modulation wheel adds vibrato, on any channel, or if the patch has vibrato or,
    from the second note on, glide. */
std::vector<NoteSegment> noteSegmentsOf (std::span<const TimedEvent> events, const Patch& patch, int sampleRate);

/** Nominal frequency of a key [Hz]: from the tuning, transposed by body.tune and body.fine. */
double nominalFrequency (int key, const Patch& patch, const Tuning& tuning = equalTuning) noexcept;

/** Measurements of one note segment; nullopt if a value cannot be determined. */
struct NoteSegmentResult
{
    std::optional<double> frequency;      // [Hz] of the force at the bridge
    std::optional<double> slipsPerPeriod; // in the steady part; nullopt if the bow does not touch the string
    std::optional<double> helmholtz;      // [s] from note-on to the first Helmholtz period
};

/** Time courses at the contact, for figures. */
struct ContactTrace
{
    std::vector<double> time;             // [s] from a slip onset, if there is one
    std::vector<double> relativeVelocity; // [m/s]
    std::vector<double> surfaceVelocity;  // [m/s]
    std::vector<double> frictionForce;    // [N]
    std::vector<double> bridgeForce;      // [N]
};

/** Reads all probes in order and keeps the values that measurements and figures need. */
class ContactObserver
{
public:
    /** `segments` in order of time; the trace is taken at the end of the segment with the index `traced`, if any. */
    ContactObserver (std::vector<NoteSegment> segments, std::optional<std::size_t> traced, const Patch& patch,
                     int sampleRate, int oversampling, const Tuning& tuning = equalTuning);

    /** Adds the next probes. All probes must be added, in order. */
    void add (std::span<const ProbeFrame> frames);

    /** Call after the last probe: returns one result per segment. */
    const std::vector<NoteSegmentResult>& finish ();

    /** Four periods from the end of the traced segment; empty if none was traced. */
    ContactTrace trace () const;

private:
    void add (std::int64_t sample, const ProbeFrame& frame);
    void closeSegment ();
    double period () const noexcept; // nominal, [internal samples] of the current segment

    std::vector<NoteSegment> segments;
    std::vector<NoteSegmentResult> results;
    std::optional<std::size_t> traced;
    std::vector<double> nominal; // [Hz] of each segment
    double internalRate;         // [Hz]
    int oversampling;
    SlipRecorder slips;
    std::vector<double> bridgeForce; // of the steady part
    std::vector<ProbeFrame> kept;    // from the end of the traced segment
    double keptPeriod = 0.0;         // [s]
    bool pressed = false;            // true if the normal force was above 0 in the steady part
};
} // namespace kolophon
