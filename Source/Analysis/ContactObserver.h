#pragma once

#include "../Files/MidiFile.h"
#include "../Synth/Patch.h"
#include "../Synth/Telemetry.h"
#include "../Synth/Tuning.h"
#include "SteadyTone.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

/** What one contact did while a gesture was played, from the probes of the string that was bowed last. */
namespace kolophon
{
/** Time in which the string bowed last sounds undisturbed: from its note-on to its note-off or the next note-on of any
    string. */
struct NoteSegment
{
    std::int64_t begin = 0, end = 0; // [samples] at the host's rate
    int key = 60;
    bool steadyPitch = true; // no bend, no vibrato, no slide

    /** The steady part: the last 70 %, at most longestFrame samples. */
    std::int64_t steadyBegin () const noexcept;
};

/** The stretches of a song that last 0.1 s or more. Bends and the modulation wheel count wherever they stand; the
    patch's own vibrato and glide do as well. */
std::vector<NoteSegment> noteSegmentsOf (std::span<const TimedEvent> events, const Patch& patch, int sampleRate);

/** Nominal frequency of a key [Hz]: as it is tuned, transposed by body.tune and body.fine. */
double nominalFrequency (int key, const Patch& patch, const Tuning& tuning = equalTuning) noexcept;

/** What one stretch measured; nothing where it cannot be said. */
struct NoteSegmentResult
{
    std::optional<double> frequency;      // [Hz] of the force at the bridge
    std::optional<double> slipsPerPeriod; // in the steady part; nothing while the bow does not touch
    std::optional<double> helmholtz;      // [s] from note-on to the first Helmholtz period
};

/** Time courses at the contact, for figures. */
struct ContactTrace
{
    std::vector<double> time;             // [s] from a slip onset, where there is one
    std::vector<double> relativeVelocity; // [m/s]
    std::vector<double> surfaceVelocity;  // [m/s]
    std::vector<double> frictionForce;    // [N]
    std::vector<double> bridgeForce;      // [N]
};

/** Takes the probes as they come and keeps what measurements and figures need. */
class ContactObserver
{
public:
    /** `stretches` in order; the trace is taken at the end of the stretch numbered `traced`, if any. */
    ContactObserver (std::vector<NoteSegment> segments, std::optional<std::size_t> traced, const Patch& patch,
                     int sampleRate, int oversampling, const Tuning& tuning = equalTuning);

    /** The next probes; all of them, in order. */
    void add (std::span<const ProbeFrame> frames);

    /** After the last probe: one result a stretch. */
    const std::vector<NoteSegmentResult>& finish ();

    /** Four periods of the traced stretch's end; empty where nothing was traced. */
    ContactTrace trace () const;

private:
    void add (std::int64_t sample, const ProbeFrame& frame);
    void closeSegment ();
    double period () const noexcept; // nominal, [internal samples] of the current stretch

    std::vector<NoteSegment> segments;
    std::vector<NoteSegmentResult> results;
    std::optional<std::size_t> traced;
    std::vector<double> nominal; // [Hz] of each stretch
    double internalRate;         // [Hz]
    int oversampling;
    SlipRecorder slips;
    std::vector<double> bridgeForce; // of the steady part
    std::vector<ProbeFrame> kept;    // of the traced stretch's end
    double keptPeriod = 0.0;         // [s]
    bool pressed = false;            // bow on the string in the steady part
};
} // namespace kolophon
