// SPDX-License-Identifier: GPL-3.0-or-later
#include "FileKind.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;
using namespace std::string_view_literals;

struct Signature
{
    std::size_t place;
    std::string_view text, kind;
    std::size_t secondPlace = 0;
    std::string_view second = {}; // must match, too
};

/** Known signatures; the first match counts. */
constexpr std::array signatures {
    Signature { 0, "RIFF", "a WAV file", 8, "WAVE" },
    Signature { 0, "RF64", "a WAV file (RF64)", 8, "WAVE" },
    Signature { 0, "BW64", "a WAV file (BW64)", 8, "WAVE" },
    Signature { 0, "RIFX", "a WAV file (RIFX)", 8, "WAVE" },
    Signature { 0, "riff\x2e\x91\xcf\x11", "a Wave64 file" },
    Signature { 0, "FORM", "an AIFF file", 8, "AIF" },
    Signature { 0, "fLaC", "a FLAC file" },
    Signature { 0, "OggS", "an Ogg file" },
    Signature { 0, "MThd", "a MIDI file" },
    Signature { 0, "RIFF", "a MIDI file (RIFF)", 8, "RMID" },
    Signature { 0, "SMF2CLIP", "a MIDI 2.0 clip" },
    Signature { 0, "FORM", "an XMI file", 8, "XDIR" },
    Signature { 0, "FORM", "an XMI file", 8, "XMID" },
    Signature { 0, "HMI-MIDISONG", "an HMI file" },
    Signature { 0, "HMIMIDIP", "an HMP file" },
    Signature { 0, "MUS\x1a", "a MUS file" },
    Signature { 0, "Extended Module:", "a tracker module (XM)" },
    Signature { 0, "IMPM", "a tracker module (IT)" },
    Signature { 44, "SCRM", "a tracker module (S3M)" },
    Signature { 1080, "M.K.", "a tracker module (MOD)" },
    Signature { 0, "RIFF", "a SoundFont", 8, "sfbk" },
    Signature { 0, "RIFF", "a DLS file", 8, "DLS " },
    Signature { 4, "ftypM4A", "an M4A file (MPEG-4)" },
    Signature { 4, "ftypM4B", "an M4B file (MPEG-4)" },
    Signature { 4, "ftypqt", "a QuickTime film" },
    Signature { 4, "ftyp3g", "a 3GP file" },
    Signature { 4, "ftyphei", "a HEIF picture" },
    Signature { 4, "ftypmif1", "a HEIF picture" },
    Signature { 4, "ftypavif", "an AVIF picture" },
    Signature { 4, "ftyp", "an MP4 file (MPEG-4)" },
    Signature { 4, "moov", "a QuickTime film" },
    Signature { 0, "#!AMR", "an AMR file" },
    Signature { 0, "caff", "a CAF file" },
    Signature { 0, ".snd", "an AU file" },
    Signature { 0, "wvpk", "a WavPack file" },
    Signature { 0, "MAC ", "a Monkey's Audio file" },
    Signature { 0, "TTA1", "a TTA file" },
    Signature { 0, "MPCK", "a Musepack file" },
    Signature { 0, "MP+", "a Musepack file" },
    Signature { 0, "FORM", "an 8SVX file", 8, "8SVX" },
    Signature { 0, "Creative Voice File", "a VOC file" },
    Signature { 0, "DSD ", "a DSD file" },
    Signature { 0, "FRM8", "a DSD file" },
    Signature { 0, "\x30\x26\xb2\x75\x8e\x66\xcf\x11", "a WMA or WMV file" },
    Signature { 0, ".RMF", "a RealMedia file" },
    Signature { 0, "\x1a\x45\xdf\xa3", "a Matroska or WebM file" },
    Signature { 0, "FLV\x01", "a Flash film" },
    Signature { 0, "RIFF", "an AVI film", 8, "AVI " },
    Signature { 0, "\x89PNG", "a PNG picture" },
    Signature { 0, "\xff\xd8\xff", "a JPEG picture" },
    Signature { 0, "GIF8", "a GIF picture" },
    Signature { 0, "RIFF", "a WebP picture", 8, "WEBP" },
    Signature { 0, "II*\0"sv, "a TIFF picture" },
    Signature { 0, "MM\0*"sv, "a TIFF picture" },
    Signature { 0, "BM", "a BMP picture", 6, "\0\0\0\0"sv },
    Signature { 0, "%PDF", "a PDF file" },
    Signature { 0, "%!PS", "a PostScript file" },
    Signature { 0, "PK\3\4", "a ZIP archive" },
    Signature { 0, "\x1f\x8b", "a gzip archive" },
    Signature { 0, "BZh", "a bzip2 archive" },
    Signature { 0,
                "\xfd"
                "7zXZ",
                "an xz archive" },
    Signature { 0, "7z\xbc\xaf", "a 7-Zip archive" },
    Signature { 0, "Rar!", "a RAR archive" },
    Signature { 257, "ustar", "a tar archive" },
    Signature { 0,
                "\x7f"
                "ELF",
                "a program" },
    Signature { 0, "MZ", "a program", 2, {} },
    Signature { 0, "SQLite format 3", "a database" },
    Signature { 0, "version https://git-lfs", "a Git LFS pointer without its file" },
};

/** Detects MPEG audio by its twelve synchronisation bits and the layer after them. */
std::string_view mpegKind (Bytes bytes) noexcept
{
    if (bytes.size() < 3 || bytes[0] != 0xff || (bytes[1] & 0xe0) != 0xe0)
        return {};
    const int version = bytes[1] >> 3 & 3, layer = bytes[1] >> 1 & 3, bitRate = bytes[2] >> 4, rate = bytes[2] >> 2 & 3;
    if (layer == 0)
        return version >= 2 ? "an AAC file"sv : ""sv;
    if (version == 1 || bitRate == 15 || rate == 3)
        return {};
    return layer == 1 ? "an MP3 file"sv : "an MPEG audio file"sv;
}

/** Detects kinds of text, which begin without control characters. */
std::string_view textKind (Bytes bytes) noexcept
{
    const auto head = bytes.first (std::min<std::size_t> (bytes.size(), 512));
    if (says (head, 0, "\xff\xfe") || says (head, 0, "\xfe\xff"))
        return "a text in UTF-16";
    const auto isText = [] (std::uint8_t b) { return b >= 0x20 ? b != 0x7f : b == '\t' || b == '\n' || b == '\r'; };
    if (! std::all_of (head.begin(), head.end(), isText))
        return {};
    const auto begin = std::find_if (head.begin(), head.end(), [] (std::uint8_t b) { return b > ' ' && b < 0x80; });
    if (begin == head.end())
        return "a text";
    return *begin == '<' ? "a web page or XML"sv : *begin == '{' || *begin == '[' ? "a JSON text"sv : "a text"sv;
}
} // namespace

bool says (Bytes bytes, std::size_t place, std::string_view text) noexcept
{
    return text.empty() ||
           (bytes.size() >= place + text.size() && std::memcmp (bytes.data() + place, text.data(), text.size()) == 0);
}

std::size_t behindTag (Bytes bytes) noexcept
{
    constexpr std::size_t head = 10;
    std::size_t begin = 0;
    while (says (bytes, begin, "ID3") && bytes.size() - begin > head)
    {
        const auto tag = bytes.subspan (begin);
        const std::size_t length = std::size_t { tag[6] & 0x7fu } << 21 | std::size_t { tag[7] & 0x7fu } << 14 |
                                   std::size_t { tag[8] & 0x7fu } << 7 | std::size_t { tag[9] & 0x7fu };
        if (length + head > tag.size())
            break;
        begin += length + head;
    }
    return begin;
}

std::string_view kindOf (Bytes bytes) noexcept
{
    if (bytes.empty())
        return "empty";
    const auto begin = behindTag (bytes);
    const auto content = bytes.subspan (begin);
    for (const auto& signature : signatures)
        if (says (content, signature.place, signature.text) && says (content, signature.secondPlace, signature.second))
            return signature.kind;
    if (const auto mpeg = mpegKind (content); ! mpeg.empty())
        return mpeg;
    if (says (bytes, 0, "ID3"))
        return "an MP3 file";
    if (std::all_of (bytes.begin(),
                     bytes.begin() + static_cast<std::ptrdiff_t> (std::min<std::size_t> (bytes.size(), 512)),
                     [] (std::uint8_t b) { return b == 0; }))
        return zeros;
    return textKind (bytes);
}

bool isText (Bytes bytes) noexcept
{
    return ! bytes.empty() && ! textKind (bytes).empty();
}

std::string whatItIs (Bytes bytes)
{
    const auto kind = kindOf (bytes);
    return kind.empty() ? std::string() : ": it is " + std::string (kind);
}
} // namespace kolophon
