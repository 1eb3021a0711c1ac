// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** The beginning of a recording, full scale being 1. */
struct Recording
{
    double sampleRate = 0.0;           // [Hz]
    std::vector<double> left, right;   // `right` is empty for one channel
    bool isWhole = true;               // false: the file contains more
    std::size_t notNumbers = 0;        // samples that are not finite, read as 0
    std::vector<std::string> warnings; // violations of the format, a sentence for each kind

    double seconds () const noexcept { return static_cast<double> (left.size()) / sampleRate; }

    /** Replaces samples that are not finite by 0, and counts them. */
    void silenceNonNumbers () noexcept
    {
        for (auto* channel : { &left, &right })
            for (double& sample : *channel)
                if (! std::isfinite (sample))
                {
                    sample = 0.0;
                    ++notNumbers;
                }
    }
};

inline constexpr double longestRecording = 60.0; // [s] the rest is not read
inline constexpr std::size_t maxRecordedFrames = 8'000'000, maxRecordedBytes = 64 << 20;
inline constexpr double lowestRecordedRate = 8000.0, highestRecordedRate = 400000.0; // [Hz]

/** Endings of the names of such files, in small letters. */
inline constexpr std::array<std::string_view, 13> soundEndings { ".wav", ".wave", ".bwf",  ".rf64", ".bw64",
                                                                 ".w64", ".aif",  ".aiff", ".aifc", ".flac",
                                                                 ".ogg", ".oga",  ".opus" };

/** Reads a recording in a WAV (also RF64, BW64 and Wave64), AIFF, FLAC or Ogg file, of one or two channels, with
    libsndfile; an error is one sentence with the reason. The kind is detected by content, not by name. A recording that
    is truncated, or whose header has no valid length, is read to its end, with a warning. */
Result<Recording> recordingFromBytes (std::span<const std::uint8_t> bytes);

/** Reads a file; an error begins with the file's name. */
Result<Recording> readRecording (const std::filesystem::path& file);

/** True if a file is to be read as a recording: by its first bytes or, if they are text, by its name's ending, ignoring
    case. */
bool isRecording (const std::filesystem::path& file);
} // namespace kolophon
