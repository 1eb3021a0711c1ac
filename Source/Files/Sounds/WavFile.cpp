// SPDX-License-Identifier: GPL-3.0-or-later
#include "WavFile.h"

#include "../../Core/Samples.h"
#include "../Bytes/ExitCode.h"

#include <sndfile.h>

#include <cmath>

namespace kolophon
{
namespace
{
constexpr double largestPlainWav = 4.0e9; // [bytes] sizes in its header have 32 bits

int libraryFormat (WavFormat format, double maxSamples) noexcept
{
    const int samples = format == WavFormat::pcm16 ? SF_FORMAT_PCM_16
                                                   : (format == WavFormat::pcm24 ? SF_FORMAT_PCM_24 : SF_FORMAT_FLOAT);
    return samples | (maxSamples * 4.0 > largestPlainWav ? SF_FORMAT_RF64 : SF_FORMAT_WAV);
}
} // namespace

WavFile::WavFile (const std::filesystem::path& target, int sampleRate, WavFormat format, double maxSeconds,
                  const std::string& title, const std::string& comment, int channels)
    : place (target), wavFormat (format), channelCount (channels)
{
    SF_INFO info {};
    info.samplerate = sampleRate;
    info.channels = channels;
    info.format = libraryFormat (format, maxSeconds * sampleRate * channels);
    file = sf_open (place.path().string().c_str(), SFM_WRITE, &info);
    if (file == nullptr)
        throw Failure (ExitCode::notWritable, "cannot write " + target.string() + ": " + sf_strerror (nullptr));
    // The time stamp of the PEAK chunk would make equal renderings differ.
    sf_command (file, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);
    sf_set_string (file, SF_STR_SOFTWARE, "Kolophon " KOLOPHON_VERSION);
    if (! title.empty())
        sf_set_string (file, SF_STR_TITLE, title.c_str());
    sf_set_string (file, SF_STR_COMMENT, comment.c_str());
}

WavFile::~WavFile()
{
    if (file != nullptr)
        sf_close (file);
}

int WavFile::quantise (double sample, double scale, double dither) noexcept
{
    const double value = std::floor (sample * scale + dither + 0.5);
    if (value >= -scale && value <= scale - 1.0)
        return static_cast<int> (value);
    ++clipped;
    return value > 0.0 ? static_cast<int> (scale) - 1 : (value < 0.0 ? static_cast<int> (-scale) : 0);
}

void WavFile::write (std::span<const double> left, std::span<const double> right)
{
    pairs.clear();
    for (std::size_t i = 0; i < left.size(); ++i)
    {
        pairs.push_back (left[i]);
        pairs.push_back (right[i]);
    }
    writeInterleaved (pairs);
}

void WavFile::write (std::span<const double> mono)
{
    writeInterleaved (mono);
}

void WavFile::writeInterleaved (std::span<const double> samples)
{
    const auto frames = static_cast<sf_count_t> (samples.size()) / channelCount;
    sf_count_t written = 0;
    if (wavFormat == WavFormat::float32)
    {
        floats.clear();
        for (const double sample : samples)
            floats.push_back (sampleOf<float> (sample));
        written = sf_writef_float (file, floats.data(), frames);
    }
    else
    {
        // The library takes 32-bit integers and keeps their upper bits.
        const bool dithered = wavFormat == WavFormat::pcm16;
        const double scale = dithered ? 32768.0 : 8388608.0;
        const int shift = dithered ? 65536 : 256;
        const auto next = [this, dithered] { return dithered ? noise.nextUniform() - noise.nextUniform() : 0.0; };
        integers.clear();
        for (const double sample : samples)
            integers.push_back (quantise (sample, scale, next()) * shift);
        written = sf_writef_int (file, integers.data(), frames);
    }
    if (written != frames)
        throw Failure (ExitCode::notWritable, "writing " + place.target().string() + " failed: " + sf_strerror (file));
}

void WavFile::complete()
{
    // Updates the sizes in the header from the file on disk: without a sample none has been written yet.
    sf_command (file, SFC_UPDATE_HEADER_NOW, nullptr, 0);
    sf_write_sync (file);
    const int error = sf_close (file);
    file = nullptr;
    if (error != 0)
        throw Failure (ExitCode::notWritable,
                       "completing " + place.target().string() + " failed: " + sf_error_number (error));
}

void WavFile::finish()
{
    complete();
    commit();
}
} // namespace kolophon
