// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Noise.h"
#include "../Bytes/AtomicFile.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct sf_private_tag;

namespace kolophon
{
enum class WavFormat { pcm16, pcm24, float32 };

/** Writer of a WAV file with two channels or one; the file is complete or absent.

    16 bits get triangular dither of two least significant bits' width (TPDF), from a fixed seed, so that the same sound
    gives the same file. 24 bits are rounded: their step lies below the noise of any converter. Float is the sample,
    rounded to single precision. Integers clip at full scale; clippedSamples() counts. */
class WavFile
{
public:
    /** Opens the file. `comment` and `title` go into its INFO chunk. If `maxSeconds` could exceed the 4 GB of a WAV
        file, it becomes an RF64 file. Throws Failure (5). */
    WavFile (const std::filesystem::path& target, int sampleRate, WavFormat format, double maxSeconds,
             const std::string& title, const std::string& comment, int channels = 2);
    ~WavFile();
    WavFile (const WavFile&) = delete;
    WavFile& operator= (const WavFile&) = delete;

    /** Writes two channels. Throws Failure (5). */
    void write (std::span<const double> left, std::span<const double> right);

    /** Writes one channel. Throws Failure (5). */
    void write (std::span<const double> mono);

    /** Completes the temporary file. Throws Failure (5). */
    void complete ();

    /** Puts the completed file in its place. Throws Failure (5). */
    void commit () { place.commit(); }

    /** Calls complete() and commit(). Throws Failure (5). */
    void finish ();

    /** True if commit() would replace a file. */
    bool replaces () const { return place.replaces(); }

    std::uint64_t clippedSamples () const noexcept { return clipped; }
    const std::filesystem::path& target () const noexcept { return place.target(); }

private:
    void writeInterleaved (std::span<const double> samples);
    int quantise (double sample, double scale, double dither) noexcept;

    AtomicFile place;
    WavFormat wavFormat;
    int channelCount;
    sf_private_tag* file = nullptr;
    Noise noise { 0x6b6f6c6f70686f6e };
    std::uint64_t clipped = 0;
    std::vector<double> pairs;
    std::vector<int> integers;
    std::vector<float> floats;
};
} // namespace kolophon
