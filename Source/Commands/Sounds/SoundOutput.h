// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Sounds/SampleStore.h"
#include "../../Files/Sounds/WavFile.h"
#include "../../Rendering/Finishing.h"
#include "RenderCommand.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace kolophon
{
/** Output of a rendering's sound: a WAV file, or standard output ("-"). With --normalise it is levelled once its
    loudness is known. */
class SoundOutput
{
public:
    /** Opens the file, so that an unwritable folder is detected before the work. Throws Failure (2, 5). */
    SoundOutput (const RenderOptions& options, const std::string& target, double maxSeconds, const std::string& title,
                 const std::string& comment);

    /** Throws Failure (5). */
    void write (std::span<const double> left, std::span<const double> right);

    /** The gain by which --normalise brings a sound of this loudness and peak to its level; 1 without it. */
    double gainFor (std::optional<double> loudness, double peak) const;

    /** Ends the sound and applies the gain. Throws Failure (5). */
    void complete (double gain);

    /** Puts the file in its place. Throws Failure (5). */
    void commit ();

    bool replaces () const { return file->replaces(); }
    std::uint64_t clippedSamples () const noexcept { return file->clippedSamples(); }

private:
    std::unique_ptr<WavFile> file;
    std::optional<LevelTarget> level;
    std::unique_ptr<SampleStore> waiting; // samples until their loudness is known
};

/** Parses --normalise; nullopt without it. Throws Failure (2). */
std::optional<LevelTarget> levelFromOption (const std::string& text);
} // namespace kolophon
