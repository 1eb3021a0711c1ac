#pragma once

#include "../Core/Error.h"

#include <array>
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
    bool isWhole = true;               // false: it goes on behind what was read
    std::vector<std::string> warnings; // what is not as the format has it, a sentence for each kind

    double seconds () const noexcept { return static_cast<double> (left.size()) / sampleRate; }
};

inline constexpr double longestRecording = 60.0; // [s] of which the rest is not read
inline constexpr std::size_t maxRecordedFrames = 8'000'000, maxRecordedBytes = 64 << 20;
inline constexpr double lowestRecordedRate = 8000.0, highestRecordedRate = 400000.0; // [Hz]

/** Endings of the names of such files, in small letters. */
inline constexpr std::array<std::string_view, 13> soundEndings { ".wav", ".wave", ".bwf",  ".rf64", ".bw64",
                                                                 ".w64", ".aif",  ".aiff", ".aifc", ".flac",
                                                                 ".ogg", ".oga",  ".opus" };

/** A recording in a WAV (also RF64, BW64 and Wave64), AIFF, FLAC or Ogg file, of one or two channels, as libsndfile
    reads it; or one sentence that names what is wrong. Content decides, not the name. A recording that was cut off, or
    whose header does not know how long it is, is read to its end, and `warnings` say so. */
Result<Recording> recordingFromBytes (std::span<const std::uint8_t> bytes);

/** The same from a file; the sentence then begins with the file's name. */
Result<Recording> readRecording (const std::filesystem::path& file);

/** Whether a file is to be read as a recording: by what it begins with or, where that is text, by its name's ending, in
    capitals or not. */
bool isRecording (const std::filesystem::path& file);
} // namespace kolophon
