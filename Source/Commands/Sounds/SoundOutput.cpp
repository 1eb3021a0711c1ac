// SPDX-License-Identifier: GPL-3.0-or-later
#include "SoundOutput.h"

#include "RenderInput.h"

#include <vector>

namespace kolophon
{
namespace
{
constexpr std::size_t pieceLength = 1 << 16; // [samples] levelled at a time
} // namespace

std::optional<LevelTarget> levelFromOption (const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto level = levelFromText (text);
    if (! level)
        throw Failure (ExitCode::usage, std::string ("--normalise: ") + level.error().what());
    return *level;
}

SoundOutput::SoundOutput (const RenderOptions& options, const std::string& target, double maxSeconds,
                          const std::string& title, const std::string& comment)
    : file (std::make_unique<WavFile> (target, options.rate, wavFormatFromText (options.bits), maxSeconds, title,
                                       comment)),
      level (levelFromOption (options.normalise))
{
    if (level)
        waiting = std::make_unique<SampleStore> (target == "-" ? target : target + ".samples");
}

void SoundOutput::write (std::span<const double> left, std::span<const double> right)
{
    if (waiting)
        waiting->append (left, right);
    else
        file->write (left, right);
}

double SoundOutput::gainFor (std::optional<double> loudness, double peak) const
{
    bool held = false;
    return level ? kolophon::gainFor (*level, loudness, peak, held) : 1.0;
}

void SoundOutput::complete (double gain)
{
    std::vector<double> left (pieceLength), right (pieceLength);
    for (std::int64_t at = 0; waiting && at < waiting->length(); at += pieceLength)
    {
        const auto count = static_cast<std::size_t> (std::min<std::int64_t> (pieceLength, waiting->length() - at));
        const auto l = std::span (left).first (count), r = std::span (right).first (count);
        waiting->read (at, l, r);
        for (std::size_t n = 0; n < count; ++n)
        {
            l[n] *= gain;
            r[n] *= gain;
        }
        file->write (l, r);
    }
    file->complete();
}

void SoundOutput::commit()
{
    file->commit();
}
} // namespace kolophon
