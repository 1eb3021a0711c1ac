#include "SoundOutput.h"

#include "../Files/WholeFile.h"
#include "RenderInput.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <vector>

#include <unistd.h>

namespace kolophon
{
namespace
{
constexpr std::size_t pieceLength = 1 << 16; // [samples] levelled at a time

/** A WAV file's header says how long it is, so that a pipe can only get it when it is finished. */
std::filesystem::path temporaryFile ()
{
    static int number = 0;
    return std::filesystem::temp_directory_path() /
           ("kolophon-" + std::to_string (::getpid()) + "-" + std::to_string (++number) + ".wav");
}

void copyToStandardOutput (const std::filesystem::path& path)
{
    auto* source = std::fopen (path.c_str(), "rb");
    if (source == nullptr)
        throw Failure (ExitCode::notWritable, path.string() + ": " + std::strerror (errno));
    std::vector<char> piece (1 << 16);
    bool good = true;
    while (const auto count = std::fread (piece.data(), 1, piece.size(), source))
        good = good && std::fwrite (piece.data(), 1, count, stdout) == count;
    std::fclose (source);
    if (! good)
        throw Failure (ExitCode::notWritable,
                       std::string ("cannot write to standard output: ") + std::strerror (errno));
}
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
    : forStandardOutput (target == "-" ? temporaryFile() : std::filesystem::path()),
      file (std::make_unique<WavFile> (target == "-" ? forStandardOutput : std::filesystem::path (target), options.rate,
                                       wavFormatFromText (options.bits), maxSeconds, title, comment)),
      level (levelFromOption (options.normalise))
{
    if (level)
        waiting = std::make_unique<SampleStore> (file->target().string() + ".samples");
}

SoundOutput::~SoundOutput()
{
    std::error_code ignored;
    if (! forStandardOutput.empty())
        std::filesystem::remove (forStandardOutput, ignored);
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
    if (! forStandardOutput.empty())
        copyToStandardOutput (forStandardOutput);
}
} // namespace kolophon
