#include "ExperimentPage.h"

#include "../Core/NumberText.h"
#include "../Reports/Markdown.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr auto beginning = R"(# Experiments and their results

Made by `kolophon lab all -o lab/ --markdown` (the build target `experiments`); do not edit.

Each experiment is a JSON file with the numbers that it expects, so a run either confirms the literature or shows where it does
not. `kolophon lab NAME -o lab/` runs one of them and writes its tables, figures and a page. *Allowed* is the range that passes; where
it is empty the number is reported, not judged. Numbers that independent programs gave, most of them before the solvers
were written, are in [ReferenceNumbers.md](ReferenceNumbers.md), derivations in [Physics.md](Physics.md). How to write an experiment:
[Guide/Scenarios.md](Guide/Scenarios.md); every field: [Laboratory.md](Laboratory.md).

)";

constexpr int digits = 4; // of a number in a table

std::string cell (const Json& number)
{
    return number.is_number() ? significant (number.get<double>(), digits) : std::string();
}

std::string allowed (const Json& check)
{
    const auto lowest = cell (check.at ("lowest")), highest = cell (check.at ("highest"));
    if (! lowest.empty() && ! highest.empty())
        return lowest + " to " + highest;
    return ! lowest.empty() ? "at least " + lowest : ! highest.empty() ? "at most " + highest : std::string();
}

std::string passed (const Json& experiment)
{
    int judged = 0, good = 0;
    for (const auto& check : experiment.at ("checks"))
    {
        judged += check.at ("judged").get<bool>();
        good += check.at ("judged").get<bool>() && check.at ("passed").get<bool>();
    }
    return std::to_string (good) + " of " + std::to_string (judged);
}
} // namespace

std::string experimentSection (const Json& experiment)
{
    const auto name = experiment.at ("name").get<std::string>();
    std::string text = "## " + name + "\n\n**" + markdownText (experiment.at ("title").get<std::string>()) + "** ([" +
                       name + ".json](../Experiments/" + name + ".json); " +
                       markdownText (experiment.at ("source").get<std::string>()) + ")\n\n";
    for (const auto& note : experiment.at ("notes"))
        text += markdownText (note.get<std::string>()) + "\n\n";
    Rows rows;
    for (const auto& check : experiment.at ("checks"))
        rows.push_back ({ markdownText (check.at ("name").get<std::string>()), cell (check.at ("obtained")),
                          cell (check.at ("expected")), allowed (check),
                          markdownText (check.at ("unit").get<std::string>()),
                          markdownText (check.at ("source").get<std::string>()) });
    return text + markdownTable ({ "number", "obtained", "expected", "allowed", "unit", "source" }, rows) + "\n";
}

std::string experimentPage (const std::vector<Json>& experiments)
{
    std::string text = beginning;
    Rows rows;
    for (const auto& experiment : experiments)
        rows.push_back ({ "[`" + experiment.at ("name").get<std::string>() + "`](#" +
                              markdownAnchor (experiment.at ("name").get<std::string>()) + ")",
                          markdownText (experiment.at ("title").get<std::string>()), passed (experiment) });
    text += markdownTable ({ "experiment", "subject", "numbers within their limits" }, rows) + "\n";
    for (const auto& experiment : experiments)
        text += experimentSection (experiment);
    text.pop_back(); // the last line feed of two
    return text;
}
} // namespace kolophon
