// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "../../Files/Bytes/WholeFile.h"
#include "../../Files/Json/ShallowJson.h"
#include "../Pages/Html.h"
#include "../Pages/Page.h"
#include "LabReport.h"

#include <utility>

namespace kolophon
{
namespace
{
std::string numberText (const Json& value)
{
    return value.is_number() ? significant (value.get<double>(), 6) : "–";
}

std::string textOf (const Json& json, const char* field)
{
    const auto found = json.find (field);
    return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
}

const Json& listOf (const Json& json, const char* field)
{
    static const Json none = Json::array();
    const auto found = json.find (field);
    return found != json.end() && found->is_array() ? *found : none;
}

struct Score
{
    int passed = 0, judged = 0;
};

Score scoreOf (const Json& experiment)
{
    Score score;
    for (const auto& check : listOf (experiment, "checks"))
        if (check.value ("judged", false))
        {
            ++score.judged;
            score.passed += check.value ("passed", false) ? 1 : 0;
        }
    return score;
}

std::string scoreText (const Score& score)
{
    return std::to_string (score.passed) + " of " + std::to_string (score.judged);
}

std::string allowedText (const Json& check)
{
    const auto& low = check["lowest"];
    const auto& high = check["highest"];
    if (low.is_number() && high.is_number())
        return numberText (low) + " … " + numberText (high);
    if (low.is_number())
        return "at least " + numberText (low);
    return high.is_number() ? "at most " + numberText (high) : "";
}

/** The last column of a number that is not judged. */
std::string whyNot (const Json& check)
{
    const auto& reason = check.value ("notJudgedBecause", Json());
    return reason.is_string() ? reason.get<std::string>() : textOf (check, "source");
}

Json checkValues (const Json& check)
{
    const bool judged = check.value ("judged", false), passed = check.value ("passed", false);
    const auto& notJudged = check.value ("notJudgedBecause", Json());
    return { { "mark", judged ? (passed ? "pass" : "miss") : "only" },
             { "verdict", judged ? (passed ? "pass" : "miss") : (notJudged.is_string() ? "not judged" : "reported") },
             { "name", textOf (check, "name") },
             { "obtained", numberText (check["obtained"]) },
             { "unit", textOf (check, "unit") },
             { "expected", numberText (check["expected"]) },
             { "allowed", allowedText (check) },
             { "source", judged ? textOf (check, "source") : whyNot (check) } };
}

Json runValues (const Json& run)
{
    Json values { { "run", textOf (run, "run") },
                  { "solver", textOf (run, "solver") },
                  { "steps", numberText (run["steps"]) },
                  { "events", numberText (run["eventCount"]) } };
    for (const auto* part : { "driven", "frictionLoss", "bodyLoss", "stored", "balance" })
        values[part] = numberText (run["energy"][part]);
    return values;
}

/** The figures of an experiment. */
struct Figures
{
    Json drawn = Json::array(); // for the page's script
    std::string missing;        // the reason for missing figures
};

Figures figuresOf (const Json& experiment, const std::filesystem::path& folder)
{
    constexpr std::size_t largest = 256'000'000; // [bytes]
    Figures figures;
    const auto file = textOf (experiment, "figures");
    if (file.empty())
        return figures;
    try
    {
        figures.drawn = parseShallow (wholeText (folder / file, largest));
        if (! figures.drawn.is_array())
            throw InputError ("it is not a list");
        for (const auto& figure : figures.drawn)
            if (! figure.is_object())
                throw InputError ("it is not a list of objects");
    }
    catch (const InputError& reason)
    {
        return { Json::array(), file + " can't be read: " + reason.what() };
    }
    return figures;
}

Json experimentValues (const Json& experiment, const Figures& figures)
{
    const auto name = textOf (experiment, "name");
    const auto score = scoreOf (experiment);
    Json values { { "id", name },
                  { "link", fileLink (name) },
                  { "title", textOf (experiment, "title") },
                  { "mark", score.passed == score.judged ? "pass" : "miss" },
                  { "score", scoreText (score) },
                  { "source", textOf (experiment, "source") },
                  { "interrupted", experiment.value ("interrupted", false) },
                  { "noFigures", figures.missing },
                  { "scenario", experiment["scenario"].dump (2) } };
    auto list = [] { return Json::array(); };
    Json notes = list(), checks = list(), runs = list(), pictures = list(), sounds = list(), files = list();
    for (const auto& note : listOf (experiment, "notes"))
        notes.push_back ({ { "note", note.is_string() ? note.get<std::string>() : std::string() } });
    for (const auto& check : listOf (experiment, "checks"))
        checks.push_back (checkValues (check));
    for (const auto& run : listOf (experiment, "runs"))
        runs.push_back (runValues (run));
    for (const auto& sound : listOf (experiment, "sounds"))
        sounds.push_back (
            { { "caption", textOf (sound, "caption") }, { "player", htmlPlayer (textOf (sound, "file")) } });
    for (std::size_t i = 0; i < figures.drawn.size(); ++i)
        pictures.push_back (
            { { "figure", name + "/" + std::to_string (i) }, { "caption", textOf (figures.drawn[i], "caption") } });
    for (const auto& file : listOf (experiment, "files"))
        if (file.is_string() && ! file.get<std::string>().ends_with (".wav"))
            files.push_back ({ { "file", htmlLink (file.get<std::string>()) } });
    files.push_back ({ { "file", htmlLink (name + ".json") } });
    values["hasChecks"] = ! checks.empty();
    values["hasSounds"] = ! sounds.empty();
    values["hasRuns"] = ! runs.empty();
    for (auto& [field, entries] :
         { std::pair ("notes", &notes), std::pair ("checks", &checks), std::pair ("runs", &runs),
           std::pair ("pictures", &pictures), std::pair ("sounds", &sounds), std::pair ("files", &files) })
        values[field] = std::move (*entries);
    return values;
}
} // namespace

std::string labPage (const std::vector<Json>& experiments, const std::filesystem::path& folder,
                     const std::string& commandLine)
{
    Score all;
    Json shown = Json::array(), drawn = Json::object();
    for (const auto& experiment : experiments)
    {
        const auto score = scoreOf (experiment);
        all.passed += score.passed;
        all.judged += score.judged;
        const auto figures = figuresOf (experiment, folder);
        shown.push_back (experimentValues (experiment, figures));
        for (std::size_t i = 0; i < figures.drawn.size(); ++i)
            drawn[textOf (experiment, "name") + "/" + std::to_string (i)] = figures.drawn[i];
    }
    return page ("lab", { { "title", "Kolophon: laboratory" },
                          { "count", experiments.size() == 1 ? "1 experiment"
                                                             : std::to_string (experiments.size()) + " experiments" },
                          { "score", scoreText (all) },
                          { "command", commandLine },
                          { "figures", scriptJson (dump (drawn)) },
                          { "experiments", std::move (shown) } });
}
} // namespace kolophon
