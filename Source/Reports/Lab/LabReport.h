// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Lab/Scenarios/Measures.h"
#include "../Pages/Plot.h"
#include "../Pages/StudyResult.h"

#include <filesystem>
#include <string>
#include <vector>

namespace kolophon
{
/** An experiment of the laboratory and all its results, ready to be written. */
struct LabResult
{
    std::string name; // of its files
    lab::Scenario scenario;
    std::vector<lab::RunRecords> records; // of motions; empty for a study
    StudyResult found;                    // checks, tables and sounds; also those of motions
    std::vector<Picture> pictures;        // of the page
    double seconds = 0.0;                 // computation time

    bool passed () const;
};

/** Checks as a text table: one line each. */
std::string labText (const LabResult& result);

/** Adds the pictures of an experiment that consists of motions, as its scenario chooses them. Throws InputError. */
void describeMotions (LabResult& result);

/** Adds the picture of a study: the views of its tables. */
void describeTables (LabResult& result);

/** Writes NAME.csv, NAME-figures.json, NAME.wav and so on, and NAME.json last: if it exists, the experiment is
    complete. Returns the contents of NAME.json. Throws Failure. */
Json writeLab (const LabResult& result, const std::filesystem::path& folder, const std::string& commandLine);

/** One page for several experiments, from their JSON. `folder`: location of their files. */
std::string labPage (const std::vector<Json>& experiments, const std::filesystem::path& folder,
                     const std::string& commandLine);
} // namespace kolophon
