#include "../Files/WholeFile.h"
#include "Gnuplot.h"
#include "Html.h"
#include "LabReport.h"

#include <cmath>
#include <cstdio>

namespace kolophon
{
namespace
{
constexpr auto style = R"(
  .pass { color: #006b4f; } .miss { color: #b03000; font-weight: 600; } .only { color: #666; }
  td:nth-child(2), th:nth-child(2), td:last-child { text-align: left; white-space: normal; }
  figure { margin: 1.5rem 0; } figcaption { color: #444; } nav { columns: 3 16rem; } nav a { display: block; }
  .picture { position: relative; }
  .spot { position: absolute; width: 1.1rem; height: 1.1rem; margin: -.55rem; border: 2px solid #d55e00; border-radius: 50%;
          background: transparent; cursor: pointer; padding: 0; }
  .spot:hover, .spot:focus { background: #d55e0066; }
  .sounds { columns: 2 24rem; } .sounds p { break-inside: avoid; margin: 0 0 .6rem; }
)";

/** File names stand in attributes, never in a script. */
constexpr auto behaviour = R"JS(
for (const spot of document.querySelectorAll(".spot"))
  spot.addEventListener("click", () => new Audio(spot.dataset.sound).play());
)JS";

std::string numberText (const Json& value)
{
    if (! value.is_number())
        return "–";
    char text[32];
    std::snprintf (text, sizeof text, "%.6g", value.get<double>());
    return text;
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

std::string scoreText (const Json& experiment)
{
    const auto [passed, judged] = scoreOf (experiment);
    const bool all = passed == judged;
    return std::string ("<span class=\"") + (all ? "pass" : "miss") + "\">" + std::to_string (passed) + " of " + std::to_string (judged)
           + "</span>";
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

/** The last column of a number that nobody judges. */
std::string whyNot (const Json& check)
{
    const auto& reason = check.value ("notJudgedBecause", Json());
    return reason.is_string() ? reason.get<std::string>() : textOf (check, "source");
}

std::string checksTable (const Json& checks)
{
    if (checks.empty())
        return {};
    std::string text = "<div class=\"wide\"><table>\n<thead><tr><th></th><th>number</th><th>obtained</th><th>expected</th>"
                       "<th>allowed</th><th>source</th></tr></thead>\n<tbody>\n";
    for (const auto& check : checks)
    {
        const bool judged = check.value ("judged", false), passed = check.value ("passed", false);
        text += std::string ("<tr><td class=\"") + (! judged ? (check.contains ("notJudgedBecause") && check["notJudgedBecause"].is_string() ? "only\">not judged" : "only\">reported") : (passed ? "pass\">pass" : "miss\">miss")) + "</td><td>"
                + escapedHtml (textOf (check, "name")) + "</td><td>" + numberText (check["obtained"]) + " "
                + escapedHtml (textOf (check, "unit")) + "</td><td>" + numberText (check["expected"]) + "</td><td>" + allowedText (check)
                + "</td><td>" + escapedHtml (judged ? textOf (check, "source") : whyNot (check)) + "</td></tr>\n";
    }
    return text + "</tbody>\n</table></div>\n";
}

std::string runsTable (const Json& runs)
{
    if (runs.empty())
        return {};
    std::string text = "<details>\n<summary>Runs and their energy</summary>\n<div class=\"wide\"><table>\n<thead><tr><th>run</th>"
                       "<th>solver</th><th>steps</th><th>events</th><th>put in [J]</th><th>friction [J]</th><th>body [J]</th>"
                       "<th>stored [J]</th><th>balance [J]</th></tr></thead>\n<tbody>\n";
    for (const auto& run : runs)
    {
        const auto& energy = run["energy"];
        text += "<tr><td>" + escapedHtml (textOf (run, "run")) + "</td><td>" + escapedHtml (textOf (run, "solver")) + "</td><td>"
                + numberText (run["steps"]) + "</td><td>" + numberText (run["eventCount"]) + "</td><td>" + numberText (energy["driven"])
                + "</td><td>" + numberText (energy["frictionLoss"]) + "</td><td>" + numberText (energy["bodyLoss"]) + "</td><td>"
                + numberText (energy["stored"]) + "</td><td>" + numberText (energy["balance"]) + "</td></tr>\n";
    }
    return text + "</tbody>\n</table></div>\n</details>\n";
}

/** Rings on a picture; a click plays what was heard there. */
std::string spots (const Json& sounds)
{
    std::string text;
    for (const auto& sound : sounds)
        if (sound.contains ("left"))
            text += "<button class=\"spot\" style=\"left:" + numberText (100.0 * sound["left"].get<double>()) + "%;top:"
                    + numberText (100.0 * sound["top"].get<double>()) + "%\" title=\"" + escapedHtml (textOf (sound, "caption"))
                    + "\" data-sound=\"" + fileLink (textOf (sound, "file")) + "\"></button>\n";
    return text;
}

std::string picture (const std::filesystem::path& folder, const std::string& file)
{
    constexpr std::size_t largest = 256'000'000; // [bytes]
    const auto missing = [&file] (const char* why) { return "<p class=\"miss\">" + escapedHtml (file + ": " + why) + "</p>"; };
    try
    {
        return inlineSvg (wholeFile (folder / file, largest), file.substr (0, file.find_last_of ('.')));
    }
    catch (const NoFigure& reason)
    {
        return missing (reason.what());
    }
    catch (const Refusal& reason)
    {
        return missing ((std::string ("cannot be read: ") + reason.what()).c_str());
    }
}
} // namespace

std::string labPage (const std::vector<Json>& experiments, const std::filesystem::path& folder, const std::string& commandLine)
{
    Score all;
    std::string contents;
    for (const auto& experiment : experiments)
    {
        const auto score = scoreOf (experiment);
        all.passed += score.passed;
        all.judged += score.judged;
        contents += "<a href=\"#" + fileLink (textOf (experiment, "name")) + "\">" + escapedHtml (textOf (experiment, "title")) + "</a> " + scoreText (experiment) + "\n";
    }
    auto page = pageHead ("Kolophon: laboratory", style) + "<h1>Laboratory</h1>\n<p>" + std::to_string (experiments.size())
                + " experiments, " + std::to_string (all.passed) + " of " + std::to_string (all.judged)
                + " numbers within their tolerances.</p>\n<pre>" + escapedHtml (commandLine) + "</pre>\n<nav>\n" + contents + "</nav>\n";
    for (const auto& experiment : experiments)
    {
        const auto name = textOf (experiment, "name");
        page += "<h2 id=\"" + escapedHtml (name) + "\">" + escapedHtml (textOf (experiment, "title")) + "</h2>\n";
        if (const auto source = textOf (experiment, "source"); ! source.empty())
            page += "<p><em>" + escapedHtml (source) + "</em></p>\n";
        for (const auto& note : listOf (experiment, "notes"))
            page += "<p>" + escapedHtml (note.is_string() ? note.get<std::string>() : std::string()) + "</p>\n";
        if (experiment.value ("interrupted", false))
            page += "<p class=\"miss\">Interrupted: what is here is what there was until then.</p>\n";
        page += checksTable (listOf (experiment, "checks"));
        bool first = true; // sounds belong to the first picture
        for (const auto& one : listOf (experiment, "pictures"))
        {
            page += "<figure>\n<div class=\"picture\">\n" + picture (folder, textOf (one, "file")) + "\n"
                    + (first ? spots (listOf (experiment, "sounds")) : std::string()) + "</div>\n<figcaption>"
                    + escapedHtml (textOf (one, "caption")) + "</figcaption>\n</figure>\n";
            first = false;
        }
        if (const auto why = textOf (experiment, "noFiguresBecause"); ! why.empty())
            page += "<p class=\"miss\">No figures: " + escapedHtml (why) + "</p>\n";
        std::string sounds;
        for (const auto& one : listOf (experiment, "sounds"))
            sounds += "<p>" + escapedHtml (textOf (one, "caption")) + "<br>" + htmlPlayer (textOf (one, "file")) + "</p>\n";
        page += sounds.empty() ? "" : "<div class=\"sounds\">\n" + sounds + "</div>\n";
        page += runsTable (listOf (experiment, "runs"));
        page += "<details>\n<summary>Scenario</summary>\n<pre>" + escapedHtml (experiment["scenario"].dump (2)) + "</pre>\n</details>\n<p>";
        for (const auto& file : listOf (experiment, "files"))
            if (file.is_string() && ! file.get<std::string>().ends_with (".wav"))
                page += htmlLink (file.get<std::string>()) + " ";
        page += htmlLink (name + ".json") + "</p>\n";
    }
    return page + "<script>" + behaviour + "</script>\n</body>\n</html>\n";
}
} // namespace kolophon
