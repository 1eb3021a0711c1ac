#include "SoundFile.h"

#include "ByteCursor.h"
#include "WholeFile.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace kolophon
{
namespace
{
constexpr std::size_t unknownSize = 0xffffffff; // of RF64, where another chunk knows it

using Bytes = std::span<const std::uint8_t>;

struct Format
{
    enum class Kind
    {
        integer = 1,
        real = 3
    };
    Kind kind = Kind::integer;
    std::size_t channels = 0, width = 0; // [bytes] of a sample
    double sampleRate = 0.0;
};

std::uint64_t littleEndian (Bytes bytes) noexcept
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = (value << 8) | bytes[i];
    return value;
}

bool says (Bytes bytes, std::string_view text) noexcept
{
    return bytes.size() == text.size() && std::memcmp (bytes.data(), text.data(), text.size()) == 0;
}

Format formatOf (Bytes chunk, std::size_t offset)
{
    ByteCursor in { chunk, 0, chunk.size(), "the format" };
    const auto number = [&in] (std::size_t bytes, const char* what) { return littleEndian (in.block (bytes, what)); };
    const auto refuse = [offset] (const std::string& what) { throw refusalAt (offset, what); };
    auto kind = number (2, "its kind");
    Format format;
    format.channels = static_cast<std::size_t> (number (2, "its channels"));
    format.sampleRate = static_cast<double> (number (4, "its rate"));
    in.block (6, "its sizes");
    const auto bits = number (2, "its bits");
    if (constexpr std::uint64_t extensible = 0xfffe; kind == extensible)
    {
        in.block (8, "its extension");
        kind = number (2, "its kind");
    }
    if (format.channels < 1 || format.channels > 2)
        refuse (std::to_string (format.channels) + " channels; allowed: 1 or 2");
    if (! (format.sampleRate >= lowestRecordedRate && format.sampleRate <= highestRecordedRate))
        refuse (std::to_string (static_cast<long> (format.sampleRate)) + " samples a second; allowed: 8000 to 400000");
    const bool isInteger = kind == 1 && (bits == 8 || bits == 16 || bits == 24 || bits == 32);
    const bool isReal = kind == 3 && (bits == 32 || bits == 64);
    if (! isInteger && ! isReal)
        refuse ("samples of kind " + std::to_string (kind) + " with " + std::to_string (bits)
                + " bits; allowed: integers of 8, 16, 24 or 32 bits, floats of 32 or 64");
    format.kind = isInteger ? Format::Kind::integer : Format::Kind::real;
    format.width = static_cast<std::size_t> (bits / 8);
    return format;
}

double sampleOf (const Format& format, Bytes bytes) noexcept
{
    const auto raw = littleEndian (bytes);
    if (format.kind == Format::Kind::real)
        return format.width == 8 ? std::bit_cast<double> (raw)
                                 : static_cast<double> (std::bit_cast<float> (static_cast<std::uint32_t> (raw)));
    if (format.width == 1) // the only unsigned one
        return (static_cast<double> (raw) - 128.0) / 128.0;
    const auto shift = 64 - 8 * static_cast<int> (format.width);
    const auto value = static_cast<std::int64_t> (raw << shift) >> shift;
    return std::ldexp (static_cast<double> (value), 1 - 8 * static_cast<int> (format.width));
}

Recording decoded (const Format& format, Bytes data, bool isWhole)
{
    const auto frame = format.channels * format.width;
    const auto room = std::min (mostRecordedFrames, static_cast<std::size_t> (longestRecording * format.sampleRate));
    const auto frames = std::min (room, data.size() / frame);
    Recording recording { format.sampleRate, {}, {}, isWhole && frames == data.size() / frame };
    for (std::size_t n = 0; n < frames; ++n)
        for (std::size_t c = 0; c < format.channels; ++c)
            (c == 0 ? recording.left : recording.right)
                .push_back (sampleOf (format, data.subspan (n * frame + c * format.width, format.width)));
    return recording;
}

Recording read (Bytes bytes, bool isWhole)
{
    ByteCursor in { bytes, 0, bytes.size(), "the file" };
    const auto name = in.block (4, "its name");
    in.block (4, "its size");
    if (! (says (name, "RIFF") || says (name, "RF64")) || ! says (in.block (4, "its kind"), "WAVE"))
        throw refusalAt (0, "this is no WAV file");
    Format format;
    while (! in.atEnd())
    {
        const auto id = in.block (4, "the name of a chunk");
        const auto size = static_cast<std::size_t> (littleEndian (in.block (4, "the size of a chunk")));
        const auto here = in.position, rest = in.end - in.position;
        if (says (id, "data"))
        {
            if (format.channels == 0)
                throw refusalAt (here, "samples come before their format");
            // A size beyond the end: a recording that was cut off, or one of which we read the beginning.
            const bool all = size <= rest || (isWhole && size == unknownSize);
            return decoded (format, bytes.subspan (here, std::min (size, rest)), all);
        }
        if (says (id, "fmt "))
            format = formatOf (in.block (size, "its format"), here);
        else
            in.block (std::min (rest, size), "a chunk");
        if (size % 2 == 1 && ! in.atEnd())
            in.block (1, "padding");
    }
    throw refusalAt (in.position, "there are no samples");
}

Result<Recording> recordingFrom (Bytes bytes, bool isWhole)
{
    return resultOf ([&] { return read (bytes, isWhole); });
}
} // namespace

Result<Recording> recordingFromWav (Bytes bytes)
{
    return recordingFrom (bytes, true);
}

Result<Recording> readRecording (const std::filesystem::path& file)
{
    const auto read = inFile ("cannot be read", resultOf ([&] { return beginningOfFile (file, mostRecordedBytes); }));
    const auto parsed = read.and_then (
        [] (const FileBeginning& text)
        {
            return recordingFrom ({ reinterpret_cast<const std::uint8_t*> (text.bytes.data()), text.bytes.size() },
                                  text.isWhole);
        });
    return inFile (file.filename().string(), parsed);
}
} // namespace kolophon
