#pragma once

#include "../Core/Error.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace kolophon
{
/** The beginning of a recording, full scale being 1. */
struct Recording
{
    double sampleRate = 0.0;         // [Hz]
    std::vector<double> left, right; // `right` is empty for one channel
    bool isWhole = true;             // false: it goes on behind what was read
};

inline constexpr double longestRecording = 60.0; // [s] of which the rest is not read
inline constexpr std::size_t maxRecordedFrames = 8'000'000, maxRecordedBytes = 64 << 20;
inline constexpr double lowestRecordedRate = 8000.0, highestRecordedRate = 400000.0; // [Hz]

/** A recording in a WAV (also RF64), AIFF, FLAC or Ogg file, of one or two channels, as libsndfile reads it; or one
    sentence that names what is wrong. */
Result<Recording> recordingFromBytes (std::span<const std::uint8_t> bytes);

/** The same from a file; the sentence then begins with the file's name. */
Result<Recording> readRecording (const std::filesystem::path& file);

/** Whether a name ends as that of such a file does: .wav, .aif, .aiff, .flac, .ogg, .oga, .opus, in capitals or not. */
bool isRecording (const std::filesystem::path& file);
} // namespace kolophon
