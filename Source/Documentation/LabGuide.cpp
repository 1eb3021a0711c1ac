// SPDX-License-Identifier: GPL-3.0-or-later
#include "LabGuide.h"

#include "../Lab/Scenario.h"
#include "../Reports/Markdown.h"

namespace kolophon
{
namespace
{
constexpr auto beginning = R"(# The laboratory

This page is written by `kolophon lab list --markdown`; its tables come from the program.

`kolophon lab` runs experiments: motions of one contact by two solvers that share no step, and studies of many engine runs.
Each is a JSON file that contains the numbers it expects, so a run either confirms the literature or shows where it does not.

```sh
kolophon lab list                              # what there is
kolophon lab drill-string -o lab/              # tables, figures, numbers and a page
kolophon lab drill-string --set drive.push=6500 --set run.seconds=200 -o mine/
kolophon lab drill-string --set "variants[0].set.drive.normal_force=9000" -o mine/
kolophon lab stick-slip --solver reference     # numbers only
kolophon lab my-experiment.json -o lab/        # your own
kolophon lab all -o lab/ --resume              # every experiment on one page; goes on after Ctrl-C
```

Expected numbers name their source: a paper, a closed form, or a page beside this one.
[ReferenceNumbers.md](ReferenceNumbers.md) has the numbers that independent programs gave, most of them before this one was
written; [Physics.md](Physics.md) has the derivations.

`--set` changes the scenario before its variants do. A value that every variant or a sweep sets again is refused, because
the change would have no effect; a variant's own value is `variants[0].set.path.to.value`. Expected numbers hold for the model as it ships: where `--set`
changes the model (body, law, drive, start, seconds), they are reported but not judged, except those of analyses that
`--set` redefines and the energy account of a step, which closes under any model. `--solver` applies to every run that it can,
including variants that name their own; numbers that need a solver that has not run are not judged either, and say so.

Exit codes: 0 all numbers are within their tolerances, 4 one is not, 3 invalid scenario (the message names the path, the
value and what is allowed), 2 usage error on the command line, 5 the output cannot be written, 130 after Ctrl-C.

## Two solvers

| solver | what it is |
| --- | --- |
| `realtime` | the code of the instrument at the stated rate: `solve` of the law, the bank of modes (or, for masses and springs, the exact flow under a constant force), the block of five states. It books every joule of every step |
| `reference` | CVODE (SUNDIALS) with root finding. Smooth laws are integrated as printed; an automaton is one integration for each discrete state, ended where one of its guards crosses zero. Bodies of six modes or more move by their exact flow, with the contact's force by collocation (Radau IIA of order 23) instead. Relative tolerance down to 1e-12; its energies are integrals of their own, and nothing is resolved below the last digit of what moves it. Where it gives up it says which tolerance would work: after a second or so where it can hardly get on, and where a motion would need more than about a minute. That is counted in evaluations, so that a busy machine gives up no earlier |
| `both` | one after the other; `deviation`, `event_deviation` and `convergence` compare them |
| `explicit` | Runge-Kutta of order 4 in fixed steps that looks at guards only where a step ends: what happens without event location. Never a reference |

Signs: v = v_bow - u is the relative velocity, F the force of the bow on the body. A block that is pushed over the ground has
v = -u: moving forward it is in `slip -`, and the friction force of textbooks is the column `resistance`, -F.

Two laws exist only here, as examples of what the literature warns against: `coulomb_sign`, F = N mu_k sgn(v) with sgn(0) = 0, which chatters; and
`discontinuous`, eqs. (7) to (9) of Navarro-López (2009): inside the band of rest F is whatever keeps v as it is, up to static
friction. They have no real-time form.

## A scenario

```json
{
  "kolophon_scenario": 1,
  "title": "A block on a belt",
  "body": { "kind": "mass", "mass": 1, "stiffness": 2 },
  "law": { "id": "lugre", "mu_static": 1.5, "mu_kinetic": 1, "stribeck_speed": 0.001, "stiffness": 1e5, "bristle_damping": 316, "viscosity": 0.4 },
  "drive": { "velocity": 0.1, "normal_force": { "kind": "ramp", "from": 1, "to": 2, "start": 20, "seconds": 10 } },
  "start": { "velocity": 0.1 },
  "run": { "seconds": 40, "rate": 5000, "solver": "both" },
  "variants": [ { "name": "LuGre", "set": {} }, { "name": "Kolophon", "set": { "law.id": "kolophon" } } ],
  "analyses": [ { "kind": "cycles", "name": "period", "column": "v", "level": 0.02, "what": "period", "index": 1, "count": 2,
                  "of": ["LuGre"], "expect": 6.36, "relative": 0.002 } ],
  "figures": [ { "wide": true, "panels": [ { "y": "v" }, { "x": "x", "y": "F" } ] } ]
}
```

`variants` are runs that differ from the scenario as written; each `sweep` takes all of them through a list of values. Both
change values by path (`drive.push.to`, `analyses[0].expect`), as `--set` does. Without `figures` there is a single one of position,
velocity and force; without `analyses` nothing is judged. Paths of table files are relative to the scenario's folder.

)";

constexpr auto afterFields = R"(## What comes out

`NAME.csv` has a line for each row kept: run, solver, the columns below with their units, and `path`; bodies of two to eight
coordinates add `q1` … and `u1` …. A name never changes; new columns are appended. In real time F, v, N, the drives and the powers are means
over the step that ends at t. `csv_every` is the number of rows per line.

`NAME.json` holds the numbers: `checks` (obtained, expected, lowest and highest that pass, source), `runs` (steps, energy account,
events with time, from, to and state, piles of bounces), `files`, the command line, the version, and the whole scenario. Nothing in a
motion is left to chance; a study's seeds are fields of its own. `NAME.svg` and `.png` are the figures, and `index.html` shows everything.

Bouncing that piles up at a stop (Zeno behaviour) is infinitely many events in a finite time: the reference detects that the
rebounds shrink, lists the pile with its beginning, its end and the time at which the force takes the block away, and leaves the
block at the stop in between.

)";

std::string number (const Json& value)
{
    return value.is_number() ? lab::numberText (value.get<double>()) : value.dump();
}

/** Allowed values of a field, as a table cell. */
std::string allowed (const Json& field)
{
    if (field.contains ("const"))
        return "`" + field["const"].dump() + "`";
    if (field.contains ("enum"))
    {
        std::string words;
        for (const auto& word : field["enum"])
            words += (words.empty() ? "" : ", ") + ("`" + word.get<std::string>() + "`");
        return words;
    }
    if (field.contains ("oneOf"))
    {
        std::string kinds;
        for (const auto& one : field["oneOf"])
        {
            const auto kind = one.contains ("$ref") ? std::string ("signal") : one.value ("type", "object");
            kinds += (kinds.empty() ? "" : ", ") + (kind == "array" ? "list" : kind);
        }
        return kinds;
    }
    const auto type = field.value ("type", "");
    if (type == "number" || type == "integer")
        return (type == "integer" ? "whole, " : "") + number (field["minimum"]) + " to " + number (field["maximum"]);
    if (type == "array")
        return "list" + (field.contains ("items") && field["items"].value ("type", "") == "number"
                             ? " of " + allowed (field["items"])
                             : std::string());
    return type == "boolean" ? "`true`, `false`" : type;
}

/** Fields of an object, those inside of it behind their path. Objects of several kinds are left to tables of their own.
    */
void addRows (const Json& object, const std::string& path, Rows& rows)
{
    const auto properties = object.find ("properties");
    if (properties == object.end())
        return;
    const auto required = object.value ("required", Json::array());
    for (const auto& [name, field] : properties->items())
    {
        if (field.contains ("const") || name == "$schema" || name == "kolophon_scenario")
            continue;
        const bool list =
            field.value ("type", "") == "array" && field.contains ("items") && field["items"].contains ("properties");
        const auto whole = path + name;
        const bool needed = std::find (required.begin(), required.end(), Json (name)) != required.end();
        rows.push_back ({ "`" + whole + (list ? "[]" : "") + "`", field.value ("description", ""), allowed (field),
                          field.contains ("default") ? number (field["default"]) : (needed ? "required" : "") });
        if (list)
            addRows (field["items"], whole + "[].", rows);
        else
            addRows (field, whole + ".", rows);
    }
}

std::string table (const Json& object)
{
    Rows rows;
    addRows (object, {}, rows);
    return rows.empty() ? "\n" : markdownTable ({ "field", "meaning", "allowed", "default" }, rows) + "\n";
}

/** A table for each kind; fields that all of them have come once, before. */
std::string kinds (const Json& several)
{
    std::string text;
    const auto& branches = several["oneOf"];
    Json common = branches.front();
    for (const auto& branch : branches)
        for (auto field = common["properties"].begin(); field != common["properties"].end();)
            if (! branch["properties"].contains (field.key()) || branch["properties"][field.key()] != field.value())
                field = common["properties"].erase (field);
            else
                ++field;
    if (branches.size() > 1 && ! common["properties"].empty())
        text += "All kinds have\n\n" + table (common);
    for (const auto& branch : branches)
    {
        auto own = branch;
        if (branches.size() > 1)
            for (const auto& [name, field] : common["properties"].items())
                own["properties"].erase (name);
        for (const auto& [name, field] : branch["properties"].items())
            if (field.contains ("const"))
                text += "**`" + field["const"].get<std::string>() + "`** " + field.value ("description", "") + "\n\n";
        const auto fields = table (own);
        text += fields == "\n" ? "" : fields;
    }
    return text;
}
} // namespace

std::string labGuide (const Json& schema, const std::vector<LabEntry>& experiments)
{
    const auto& motion = schema["oneOf"][0]["properties"];
    std::string text = beginning;
    text += "### body\n\n" + kinds (motion["body"]);
    text += "### law\n\n" + table (motion["law"]);
    text += "### drive\n\n" + table (motion["drive"]) + "A signal is a number, or an object with a kind:\n\n" +
            kinds (schema["$defs"]["signal"]);
    text += "### start and run\n\n" + table (motion["start"]) + table (motion["run"]);
    text += "### variants and sweep\n\n" +
            table ({ { "properties", { { "variants", motion["variants"] }, { "sweep", motion["sweep"] } } } });
    text += "### analyses\n\n" + kinds (motion["analyses"]["items"]);
    text += "### figures\n\n" + table (motion["figures"]["items"]);
    text += afterFields;
    Rows rows;
    for (const auto& column : lab::columns())
        rows.push_back ({ "`" + std::string (column.name) + "`", column.unit, column.meaning });
    rows.push_back ({ "`path`", "m", "integral of v" });
    rows.push_back ({ "`resistance`", "N", "-F; in analyses and figures" });
    rows.push_back (
        { "`P_stored`, `P_sum`", "W",
          "growth of H from row to row; P_stored + P_friction + P_body - P_drive; in analyses and figures" });
    rows.push_back ({ "`q1` …, `u1` …", "m, m/s", "coordinates and their speeds" });
    text += markdownTable ({ "column", "unit", "meaning" }, rows) + "\n## What ships\n\n";
    rows.clear();
    for (const auto& one : experiments)
        rows.push_back ({ "[`" + one.name + "`](../Experiments/" + one.name + ".json)", markdownText (one.title),
                          markdownText (one.source), one.study.empty() ? "" : "`" + one.study + "`" });
    text += markdownTable ({ "experiment", "what it is", "source", "study" }, rows);
    text += "\n## Studies\n\nExperiments over many runs of the engine. Their fields stand under `study`, beside its "
            "`kind`.\n\n" +
            kinds (schema["oneOf"][1]["properties"]["study"]);
    return text;
}
} // namespace kolophon
