// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Bytes/ExitCode.h"
#include "../../Files/Json/Json.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Options of `kolophon lab`. */
struct LabOptions
{
    std::vector<std::string> what;     // list, all, measured, or names of experiments and scenario files
    std::vector<std::string> settings; // path.to.value=…
    std::string solver;                // empty: that of the scenario
    std::string output;                // folder; empty: the numbers only
    int jobs = 0;                      // 0: one per core
    bool resume = false;               // keep results of an earlier call with the same scenarios
    bool json = false, quiet = false;
    std::string commandLine;
};

/** Arguments of the command other than files: "list", "all", "measured" and the experiments' names. */
std::vector<std::string> laboratoryWords ();

/** Runs experiments. Returns 4 if a number misses its tolerance, 130 after Ctrl-C. Throws Failure: 2 for an unknown
    name, 3 for an invalid scenario, 5 if output can't be written. */
ExitCode laboratory (const LabOptions& options);
} // namespace kolophon
