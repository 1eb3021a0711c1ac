// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bench/ContactObserver.h"
#include "../../Synth/Bodies/LawTable.h"
#include "../Renderer.h"

#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** A number, or the reason for its absence. */
struct Measured
{
    std::optional<double> value;
    std::string reason;    // a few words; empty where there is a value
    bool expected = false; // the absence is normal: a song has no single pitch, the first law no difference
};

/** One law's row of the comparison. */
struct ComparedLaw
{
    const LawInfo* law = nullptr;     // of lawTable()
    std::string file, differenceFile; // names inside the folder; the first law has no difference
    RenderResult render;
    Measured pitch, pitchError, medianPitchError, loudness, slipsPerPeriod, helmholtzTime, helmholtzFraction,
        nonHarmonic, energyCreated, residual, difference;

    // For figures.
    ContactTrace trace;
    std::vector<double> beginning; // mean of both channels from the first note on
    std::vector<double> steady;    // mean of both channels, steady part of the longest note
};

/** Results of `kolophon compare`. */
struct Comparison
{
    std::vector<std::string> warnings; // of the files that were read
    std::string input, title, preset, folder, commandLine, bits;
    int sampleRate = 0;
    double seconds = 0.0; // length of every file
    double gain = 1.0;    // that all files share
    double nominal = 0.0; // pitch of the traced note [Hz]; 0: none
    std::vector<ComparedLaw> laws;
    bool checksPassed = true;
};
} // namespace kolophon
