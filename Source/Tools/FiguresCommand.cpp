#include "FiguresCommand.h"

#include "../Synth/LawTable.h"
#include "AtomicFile.h"
#include "Gnuplot.h"
#include "LawFigures.h"
#include "PatchOptions.h"

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
        throw Failure (ExitCode::usage, "figures wants --output, a folder to write into");
    const auto folder = o.output.empty() ? docs / "Figures" : fs::path (o.output);
    fs::create_directories (folder, error);
    if (! fs::is_directory (folder, error))
        throw Failure (ExitCode::notWritable, "cannot make the folder " + folder.string());
    return folder;
}
} // namespace

ExitCode figures (const FiguresOptions& o)
{
    if (o.what != "laws")
        throw Failure (ExitCode::usage, "figures wants laws" + (o.what.empty() ? "" : ", not \"" + o.what + "\""));
    const auto* only = o.law.empty() ? nullptr : findLaw (o.law);
    if (! o.law.empty() && only == nullptr)
    {
        std::vector<std::string_view> ids;
        for (const auto& law : lawTable())
            ids.push_back (law.id);
        throw Failure (ExitCode::usage, "there is no law \"" + o.law + "\"" + suggestion (o.law, ids, "laws"));
    }
    const auto folder = folderOf (o);
    for (const auto& figure : lawFigures())
    {
        if (only != nullptr && figure.law != only->id)
            continue;
        AtomicFile file (folder / (figure.name + ".svg"));
        try
        {
            file.commitText (runGnuplot (figure.script()));
        }
        catch (const NoFigure& reason)
        {
            throw Failure (ExitCode::internalError, reason.what());
        }
        std::printf ("%s\n", file.target().string().c_str());
    }
    return ExitCode::ok;
}
} // namespace kolophon
