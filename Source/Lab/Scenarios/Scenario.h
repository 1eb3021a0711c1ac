// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Json/ShallowJson.h"
#include "../Analyses/Analysis.h"
#include "../Motion/Run.h"
#include "Fields.h"

#include <set>

namespace kolophon::lab
{
struct PanelLine
{
    double value;
    bool upright;
    std::string title;
};

struct PanelChoice
{
    std::string title, x = "t", xLabel, yLabel;
    std::vector<std::string> y;
    std::vector<std::string> of; // names of runs; empty: all
    std::optional<Solver> solver;
    double from = 0.0, to = 0.0; // [s]
    double xScale = 1.0, yScale = 1.0;
    std::vector<double> xRange, yRange; // two or none
    bool logarithmicX = false, logarithmicY = false;
    bool marks = false, solid = false;
    std::vector<PanelLine> lines;
};

struct PictureChoice
{
    std::string name, caption;
    int columns = 1;
    bool wide = false;
    std::vector<PanelChoice> panels;
};

/** An experiment, from its file. */
struct Scenario
{
    std::string title, source;
    std::vector<std::string> notes;
    std::vector<Run> runs; // none: a study
    std::vector<Analysis> analyses;
    std::vector<PictureChoice> pictures;
    Json document; // with every --set in it

    bool changedModel = false;        // settings have changed its motions, so that its expectations are invalid …
    std::set<std::size_t> restated;   // … except those of these analyses
    std::vector<std::string> remarks; // for the user, about solver and settings

    /** The field "study", or null. */
    const Json* study () const { return document.contains ("study") ? &document["study"] : nullptr; }
};

/** One change of a scenario: "run.rate" = 96000. */
struct Setting
{
    std::string path;
    Json value;
};
/** Parses "run.rate=96000": the value is JSON, or otherwise a text. Throws InputError. */
Setting settingOf (const std::string& text);

/** Changes the value at `path`, which must be there, or be a name that its object does not have yet. Throws InputError.
    */
void change (Json& document, const Setting& setting);

/** Reads and checks a scenario. `folder`: base of the relative names of its files. Throws InputError with path, value
    and allowed values. */
Scenario scenarioFromJson (Json document, const std::filesystem::path& folder);

/** Gives every run another solver; runs about explicit steps, or with a law without a real-time form, stay unchanged,
    with a remark. Throws InputError if that is all of them. */
void useSolver (Scenario& scenario, const std::string& solver);

/** The fields of a law: "id" and its knobs, as they stand under "law". */
void readLaw (Fields& fields, LawChoice& law);

/** JSON schema of scenario files (draft 2020-12); `study`: that of the field "study". */
Json scenarioSchema (const Json& study);
} // namespace kolophon::lab
