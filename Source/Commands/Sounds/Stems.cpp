// SPDX-License-Identifier: GPL-3.0-or-later
#include "Stems.h"

#include "../../Analysis/Parallel.h"
#include "../../Files/Sounds/WavFile.h"
#include "../../Shell/Interrupt.h"
#include "RenderInput.h"

#include <algorithm>
#include <filesystem>
#include <memory>

namespace kolophon
{
namespace
{
std::string stemName (const std::string& output, int voice)
{
    const std::filesystem::path path (output);
    auto name = path.stem();
    name += voice == limits::maxVoices ? std::string (".sympathetic") : ".voice" + std::to_string (voice + 1);
    name += path.extension();
    return (path.parent_path() / name).string();
}
} // namespace

void refuseUnknownStems (const RenderOptions& options)
{
    if (options.stems.empty())
        return;
    if (options.stems != "voices")
        throw Failure (ExitCode::usage, "--stems: \"" + options.stems + "\" is invalid; allowed: voices");
    if (options.output == "-")
        throw Failure (ExitCode::usage, "--stems are files beside the sound, so --output can't be standard output");
}

std::vector<std::string> writeStems (const RenderOptions& options, double gain, double maxSeconds, int voices,
                                     bool hasSympathetic,
                                     const std::function<RenderResult (int voice, const RenderSinks&)>& play)
{
    std::vector<int> wanted;
    for (int voice = 0; voice < std::min (voices, limits::maxVoices); ++voice) // with all players of its notes
        wanted.push_back (voice);
    if (hasSympathetic)
        wanted.push_back (limits::maxVoices);
    std::vector<std::unique_ptr<WavFile>> files (wanted.size());
    const auto one = [&] (std::size_t i)
    {
        auto file = std::make_unique<WavFile> (stemName (options.output, wanted[i]), options.rate,
                                               wavFormatFromText (options.bits), maxSeconds, "", options.commandLine);
        std::vector<double> left, right;
        RenderSinks sinks;
        sinks.interrupted = interruptRequested;
        sinks.audio = [&] (std::span<const double> l, std::span<const double> r)
        {
            left.assign (l.begin(), l.end());
            right.assign (r.begin(), r.end());
            for (auto* channel : { &left, &right })
                for (double& sample : *channel)
                    sample *= gain;
            file->write (left, right);
        };
        const auto result = play (wanted[i], sinks);
        if (result.peak == 0.0 || result.interrupted)
            return; // it never sounded; the destructor of `file` removes the temporary file
        file->complete();
        files[i] = std::move (file);
    };
    inParallel (wanted.size(), threadsFor (options.jobs), one, interruptRequested);
    std::vector<std::string> names;
    for (auto& file : files)
        if (file)
        {
            file->commit();
            names.push_back (file->target().string());
        }
    return names;
}
} // namespace kolophon
