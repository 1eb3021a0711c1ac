// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Reports/Lab/LabReport.h"
#include "Study.h"

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

/** Experiments of the laboratory from their text to their numbers: for the command line and for Python. */
namespace kolophon
{
/** A scenario before it is read. */
struct ScenarioText
{
    std::string name;
    std::string text;
    std::filesystem::path folder; // of the files that it names
};

/** The experiments that ship, by name. */
std::vector<ScenarioText> shippedExperiments ();

/** A scenario that was read and checked: motions, or a study. */
struct PreparedExperiment
{
    std::string name;
    lab::Scenario scenario;
    std::function<StudyResult (const StudyContext&)> study; // empty: motions
};

/** Reads a scenario, with changes to its fields. `solver`: another one for every motion; empty: its own. Throws
    InputError with name, path, value and allowed values. */
PreparedExperiment prepareExperiment (const ScenarioText& source, const std::vector<lab::Setting>& settings,
                                      const std::string& solver);

/** Runs an experiment and judges its numbers. Throws InputError. */
LabResult performExperiment (const PreparedExperiment& experiment, const StudyContext& context);

/** JSON Schema of scenario files. */
Json experimentSchema ();
} // namespace kolophon
