#pragma once

#include "../Lab/Measures.h"
#include "StudyResult.h"

#include <filesystem>
#include <string>
#include <vector>

namespace kolophon
{
/** An experiment of the laboratory and everything that came of it, ready to be written. */
struct LabResult
{
    std::string name; // of its files
    lab::Scenario scenario;
    std::vector<lab::RunRecords> records; // of motions; a study has none
    StudyResult found;                    // checks, tables, pictures and sounds; those of motions are put here, too
    double seconds = 0.0;                 // that it took

    bool passed () const;
};

/** Checks as a table for people: one line each. */
std::string labText (const LabResult& result);

/** Fills in tables and pictures of an experiment that consists of motions. Throws Refusal. */
void describeMotions (LabResult& result);

/** Writes NAME.csv, NAME.svg, NAME.png, NAME.wav and so on, and NAME.json last: where it is, the experiment is
    complete. Returns what NAME.json holds. Throws Failure. */
Json writeLab (const LabResult& result, const std::filesystem::path& folder, const std::string& commandLine);

/** One page of experiments, from their JSON. `folder`: where their pictures are. */
std::string labPage (const std::vector<Json>& experiments, const std::filesystem::path& folder,
                     const std::string& commandLine);
} // namespace kolophon
