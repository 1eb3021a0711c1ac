// SPDX-License-Identifier: GPL-3.0-or-later
#include "FiguresCommand.h"

#include "../Documentation/BodyFigures.h"
#include "../Documentation/LawFigures.h"
#include "../Documentation/StringFigures.h"
#include "../Files/AtomicFile.h"
#include "../Files/PrintableText.h"
#include "../Reports/Gnuplot.h"
#include "../Reports/Markdown.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Suggestion.h"
#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Bodies/LawTable.h"

#include <cstdio>
#include <filesystem>

namespace kolophon
{
namespace
{
namespace fs = std::filesystem;

fs::path folderOf (const FiguresOptions& o)
{
    const fs::path docs = "Resources/Docs";
    std::error_code error;
    if (o.output.empty() && ! fs::is_directory (docs, error))
        throw Failure (ExitCode::usage, "figures needs --output, the folder for the pictures");
    const auto folder = o.output.empty() ? docs / "Figures" : fs::path (o.output);
    return outputFolder (folder);
}
/** The id of --law or --body; empty without the option. */
std::string subject (const std::string& wanted, const std::vector<std::pair<std::string, std::string>>& known,
                     const std::string& kind)
{
    if (wanted.empty())
        return {};
    std::vector<std::string_view> ids;
    for (const auto& [id, name] : known)
    {
        if (wanted == id || wanted == name)
            return id;
        ids.push_back (id);
    }
    throw Failure (ExitCode::usage, "unknown " + kind + " \"" + wanted + "\"" +
                                        suggestion (wanted, ids, kind == "law" ? "list laws" : "list bodies"));
}
} // namespace

ExitCode figures (const FiguresOptions& o)
{
    const bool laws = o.what == "laws", bodies = o.what == "bodies";
    if (! laws && ! bodies && o.what != "strings")
        throw Failure (ExitCode::usage,
                       "figures expects laws, bodies or strings" + (o.what.empty() ? "" : ", not \"" + o.what + "\""));
    if (! laws && ! o.law.empty())
        throw Failure (ExitCode::usage, "--law is only for figures laws");
    if (! bodies && ! o.body.empty())
        throw Failure (ExitCode::usage, "--body is only for figures bodies");
    std::vector<std::pair<std::string, std::string>> known;
    if (laws)
        for (const auto& law : lawTable())
            known.emplace_back (law.id, law.name);
    else
    {
        for (const auto& body : bodyTable())
            known.emplace_back (bodyId (body), body.name);
        known.emplace_back ("hand", "Hand");
    }
    const auto only = laws ? subject (o.law, known, "law") : subject (o.body, known, "body");
    const auto folder = folderOf (o);
    for (const auto& figure : laws ? lawFigures() : bodies ? bodyFigures() : stringFigures())
    {
        if (! only.empty() && figure.subject != only)
            continue;
        if (interruptRequested())
            throw Failure (ExitCode::interrupted, "some figures could not be drawn");
        AtomicFile file (folder / (figure.name + ".svg"));
        try
        {
            file.commitText (runGnuplot (figure.script(), { figure.title, withoutMarkdown (figure.caption) }));
        }
        catch (const NoFigure& reason)
        {
            throw Failure (ExitCode::internalError, reason.what());
        }
        print (printable (file.target().string()) + "\n");
    }
    return ExitCode::ok;
}
} // namespace kolophon
