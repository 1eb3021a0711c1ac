// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"

#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
/** Options of the command line, not parsed yet. Values are texts, so that one parser, the parameter table's, reports
    errors for all of them. */
struct RenderOptions
{
    std::string song, output, preset = "First Light", note, body, box, gesture, drive, tail = "auto", bits = "24",
                              phrasing = "keys", ledger, probes, stems, normalise;
    std::vector<std::string> songs;            // of `kolophon render`, which may be patterns
    std::vector<std::string> settings, curves; // "id=value", "id=file.csv"
    std::vector<std::string> tuning;           // files, or several of them between commas
    std::optional<std::string> passes, oversample, seed;
    std::optional<double> a4; // [Hz]
    int jobs = 0;             // threads; 0: one per processor
    bool presetGiven = false; // --preset was given
    double seconds = 4.0;
    int velocity = 96, rate = 48000, block = 256;
    bool json = false, quiet = false;
    std::string commandLine; // as typed, for the manifest
};

/** Runs `kolophon render`: renders songs, notes and recorded performances to sound files or standard output. Throws
    Failure. */
ExitCode render (const RenderOptions& options);
} // namespace kolophon
