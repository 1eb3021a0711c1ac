#pragma once

#include "../Files/ExitCode.h"

#include <string>
#include <vector>

namespace kolophon
{
/** What `kolophon lab` was asked. */
struct LabOptions
{
    std::string what;                  // list, schema, all, the name of an experiment, or a scenario file
    std::vector<std::string> settings; // path.to.value=…
    std::string solver;                // empty: as the scenario says
    std::string output;                // folder; empty: the numbers only
    int jobs = 0;                      // 0: as many as there are cores
    bool resume = false;               // keep what an earlier call with the same scenarios has finished
    bool json = false, markdown = false, quiet = false;
    std::string commandLine;
};

/** Everything that the command understands besides files: "list", "schema", "all" and the experiments' names. */
std::vector<std::string> laboratoryWords ();

/** Runs experiments. 4 if a number misses its tolerance, 130 after Ctrl-C. Throws Failure: 2 for what there is not, 3
    for a scenario that is not valid, 5 where nothing can be written. */
ExitCode laboratory (const LabOptions& options);
} // namespace kolophon
