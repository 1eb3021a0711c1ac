// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <span>
#include <vector>

/** Level and pitch of a note over time: the input of the measures in NoteMeasures.h. */
namespace kolophon
{
/** Part of a signal [samples]: begin … end - 1. */
struct NotePart
{
    double begin = 0.0, end = 0.0;
    double length () const noexcept { return end - begin; }
};

/** Power of a note under a Hann window, every millisecond. The window spans whole periods, two and 10 ms at least: then
    a steady tone has a steady power. */
class LevelTrack
{
public:
    static constexpr double hop = 0.001; // [s]

    LevelTrack (std::span<const double> signal, double sampleRate, double pitch);

    /** The first sample, interpolated, at which the power reaches `fraction` of the note's; -1 if it never does. */
    double reaches (double fraction) const;

    /** From 0.1 s after 90 % of the power until it falls below a quarter of it for good, or 3 s later. */
    NotePart steadyPart () const;

    /** Power around each millisecond. */
    std::span<const double> powers () const noexcept { return power; }

    /** Level [dB] every 10 ms of a part. */
    std::vector<double> decibels (NotePart part) const;

private:
    double rate, window;       // [Hz], [samples]
    double reference = 0.0;    // power of the note: the median of what is within 20 dB of the loudest
    std::vector<double> power; // around sample n hop rate
};

inline constexpr double trackHop = 0.01; // [s] between the values of tracks that are measured
inline constexpr int finePerHop = 4;     // values of a fine track in that time

/** Pitch [Hz] of a part of a note, every 2.5 ms, its mean over those 2.5 ms: from the phases that up to ten partials
    gain, weighted by their power. `pitch` is where it is to be looked for, to a quarter of a semitone or so. So many
    that what is too fast to count as jitter doesn't come back as slower. */
std::vector<double> finePitchTrack (std::span<const double> signal, double sampleRate, NotePart part, double pitch);
/** Number of partials that a fine pitch track listens to. */
int trackedPartialsOf (double pitch, double sampleRate);
/** Means over 10 ms. */
std::vector<double> pitchTrack (std::span<const double> fine);

/** Share that a fine pitch track shows of a small swing of the pitch at `frequency` [Hz]: frames of four periods and
    means over 2.5 ms smooth it. */
double shownByPitchTrack (double pitch, double frequency);

/** rms of what varies in `values`, one every `hop` seconds, between two frequencies [Hz]; a straight line doesn't
    count. Hann window over all of them. Where they show only a share of it, `shown` says which at each frequency: all,
    if empty. */
double fluctuation (std::span<const double> values, double hop, double lowest, double highest,
                    const std::function<double (double frequency)>& shown = {});
} // namespace kolophon
