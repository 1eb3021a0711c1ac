// SPDX-License-Identifier: GPL-3.0-or-later
#include "SoundHeader.h"

#include "../Bytes/FileKind.h"

#include <algorithm>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;

constexpr std::uint64_t longestPlausible = 0x7f000000, longestPlausible64 = std::uint64_t { 1 } << 62;

/** Layout of the chunks of a kind of file. */
struct Layout
{
    std::size_t first;           // offset of the first chunk
    std::size_t name, length;    // [bytes] of a chunk's name and of its length
    bool isLittle, countsItself; // the length: little endian; includes the chunk's head
    std::size_t border;          // chunks begin at multiples of it
    std::string_view sound;      // the chunk that holds the samples
    std::size_t extra;           // [bytes] of this chunk that are not samples

    std::size_t head () const noexcept { return name + length; }
};

constexpr Layout wav { 12, 4, 4, true, false, 2, "data", 0 };
constexpr Layout wave64 { 40, 16, 8, true, true, 8, "data", 0 };
constexpr Layout aiff { 12, 4, 4, false, false, 2, "SSND", 8 };

std::uint64_t numberAt (Bytes bytes, std::size_t place, std::size_t count, bool isLittle) noexcept
{
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < count; ++i)
        value = value << 8 | bytes[place + (isLittle ? count - 1 - i : i)];
    return value;
}

void put (std::vector<std::uint8_t>& bytes, std::size_t place, std::size_t count, bool isLittle, std::uint64_t value)
{
    for (std::size_t i = 0; i < count; ++i)
        bytes[place + i] = static_cast<std::uint8_t> (value >> 8 * (isLittle ? i : count - 1 - i));
}

struct Chunk
{
    std::size_t lengthPlace = 0, begin = 0;
    std::uint64_t length = 0; // as in the header
};

std::optional<Chunk> findChunk (Bytes bytes, const Layout& layout, std::string_view name)
{
    for (std::size_t place = layout.first; place <= bytes.size() && bytes.size() - place >= layout.head();)
    {
        Chunk chunk { place + layout.name, place + layout.head(),
                      numberAt (bytes, place + layout.name, layout.length, layout.isLittle) };
        if (layout.countsItself)
            chunk.length = chunk.length >= layout.head() ? chunk.length - layout.head() : 0;
        if (says (bytes, place, name))
            return chunk;
        if (chunk.length > bytes.size() - chunk.begin)
            return std::nullopt;
        const auto end = chunk.begin + static_cast<std::size_t> (chunk.length);
        place = (end + layout.border - 1) / layout.border * layout.border;
    }
    return std::nullopt;
}

/** True if the file ends at `place`, apart from padding, or another chunk begins there that fits into the file. */
bool isBorder (Bytes bytes, std::size_t place, const Layout& layout)
{
    if (place >= bytes.size() || bytes.size() - place < layout.border)
        return true;
    if (bytes.size() - place < layout.head())
        return false;
    const auto name = bytes.subspan (place, 4);
    return std::all_of (name.begin(), name.end(), [] (std::uint8_t b) { return b >= 0x20 && b < 0x7f; }) &&
           numberAt (bytes, place + layout.name, layout.length, layout.isLittle) <= bytes.size() - place;
}

class Mender
{
public:
    Mender (Bytes itsBytes, bool itsAreAll, Warnings& itsWarnings)
        : bytes (itsBytes), areAll (itsAreAll), warnings (itsWarnings), result { itsBytes, {}, {} }
    {
    }

    SoundBytes mend (const Layout& layout, bool is64)
    {
        const auto sound = findChunk (bytes, layout, layout.sound);
        if (! sound)
            return std::move (result);
        const std::uint64_t rest = bytes.size() - sound->begin;
        const auto sizes = is64 ? findChunk (bytes, layout, "ds64") : std::nullopt;
        const bool isLong = sizes && sizes->length >= 24 && sizes->begin + 24 <= bytes.size();
        const auto length = isLong ? numberAt (bytes, sizes->begin + 8, 8, true) : sound->length;
        if (isUnknown (length, *sound, layout, isLong))
        {
            warn ("unknown length", "the header gives no length, as in a recording from a pipe or an unfinished "
                                    "recording; it is read to the end of the file");
            write (*sound, isLong ? &*sizes : nullptr, layout, rest);
            result.holdsAllSound = areAll;
        }
        else if (length > rest)
        {
            result.holdsAllSound = areAll;
            if (areAll)
                warn ("cut", "the sound is truncated: of " + std::to_string (length) + " bytes " +
                                 std::to_string (rest) + " remain, which are read");
        }
        else
        {
            result.holdsAllSound = true;
            lookBehind (sound->begin + static_cast<std::size_t> (length), layout, is64);
        }
        if (says (bytes, 0, "BW64"))
            std::copy_n ("RF64", 4, changed().begin());
        return std::move (result);
    }

private:
    void warn (std::string_view kind, const std::string& sentence) { warnings.add (kind, sentence); }

    std::vector<std::uint8_t>& changed ()
    {
        if (result.mended.empty())
            result.mended.assign (bytes.begin(), bytes.end());
        result.bytes = result.mended;
        return result.mended;
    }

    bool isUnknown (std::uint64_t length, const Chunk& sound, const Layout& layout, bool isLong) const
    {
        const std::uint64_t rest = bytes.size() - sound.begin;
        if (length <= layout.extra)
            return rest > length && ! isBorder (bytes, sound.begin + static_cast<std::size_t> (length), layout);
        return length > rest && length >= (isLong || layout.length == 8 ? longestPlausible64 : longestPlausible) &&
               areAll;
    }

    void write (const Chunk& sound, const Chunk* sizes, const Layout& layout, std::uint64_t rest)
    {
        auto& to = changed();
        if (sizes != nullptr)
        {
            put (to, sizes->begin, 8, true, to.size() - 8);
            put (to, sizes->begin + 8, 8, true, rest);
            put (to, sizes->begin + 16, 8, true, 0); // the number of frames, which is not needed
            put (to, sound.lengthPlace, 4, true, 0xffffffff);
        }
        else
            put (to, sound.lengthPlace, layout.length, layout.isLittle,
                 rest + (layout.countsItself ? layout.head() : 0));
    }

    /** Checks the chunks after the sound, and the length of the whole file. */
    void lookBehind (std::size_t end, const Layout& layout, bool is64)
    {
        if (! areAll)
            return;
        const auto border = (end + layout.border - 1) / layout.border * layout.border;
        if (! isBorder (bytes, border, layout) && ! isBorder (bytes, end, layout))
            return warn ("behind", std::to_string (bytes.size() - end) + " bytes after the sound skipped");
        if (layout.countsItself || is64)
            return;
        const auto whole = numberAt (bytes, 4, 4, layout.isLittle) + 8;
        if (whole > bytes.size() + 1 || whole < end)
            warn ("size", "the header says that the file has " + std::to_string (whole) + " bytes, but it has " +
                              std::to_string (bytes.size()));
    }

    const Bytes bytes;
    const bool areAll;
    Warnings& warnings;
    SoundBytes result;
};

bool isWav (Bytes bytes) noexcept
{
    return says (bytes, 8, "WAVE") && ! says (bytes, 0, "RIFX"); // whose numbers are big endian
}
} // namespace

SoundBytes soundBytes (Bytes bytes, bool areAll, Warnings& warnings)
{
    Mender mender (bytes, areAll, warnings);
    if (isWav (bytes))
        return mender.mend (wav, ! says (bytes, 0, "RIFF"));
    if (says (bytes, 0, "riff"))
        return mender.mend (wave64, false);
    if (says (bytes, 0, "FORM"))
        return mender.mend (aiff, false);
    return { bytes, {}, {} };
}

std::optional<std::uint32_t> wavRate (Bytes bytes)
{
    const auto format = isWav (bytes) ? findChunk (bytes, wav, "fmt ") : std::nullopt;
    if (! format || format->begin + 8 > bytes.size())
        return std::nullopt;
    return static_cast<std::uint32_t> (numberAt (bytes, format->begin + 4, 4, true));
}

std::string_view unreadCodec (Bytes bytes)
{
    const auto format = isWav (bytes) ? findChunk (bytes, wav, "fmt ") : std::nullopt;
    if (! format || format->begin + 2 > bytes.size())
        return {};
    auto tag = numberAt (bytes, format->begin, 2, true);
    if (tag == 0xfffe && format->length >= 26 && format->begin + 26 <= bytes.size())
        tag = numberAt (bytes, format->begin + 24, 2, true);
    switch (tag)
    {
        case 0x50: return "MPEG";
        case 0x55: return "MP3";
        case 0x92:
        case 0x2000: return "AC-3";
        case 0xff:
        case 0x1600:
        case 0x1610: return "AAC";
        case 0x160:
        case 0x161:
        case 0x162:
        case 0x163: return "WMA";
        case 0x270: return "ATRAC3";
        case 0x2001: return "DTS";
        case 0x674f:
        case 0x6750:
        case 0x6751:
        case 0x676f:
        case 0x6770:
        case 0x6771: return "Vorbis";
        case 0x704f: return "Opus";
        case 0xf1ac: return "FLAC";
        default: return {};
    }
}
} // namespace kolophon
