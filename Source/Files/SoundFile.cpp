#include "SoundFile.h"

#include "../Core/AsciiText.h"
#include "../Core/NumberText.h"
#include "WholeFile.h"

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstring>
#include <memory>
#include <string_view>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;

/** Bytes in memory as libsndfile wants a file, so that WholeFile.h alone opens what somebody else wrote. */
struct MemoryFile
{
    Bytes bytes;
    sf_count_t position = 0;

    static SF_VIRTUAL_IO functions () noexcept
    {
        return { [] (void* self) { return static_cast<MemoryFile*> (self)->size(); },
                 [] (sf_count_t offset, int from, void* self)
                 { return static_cast<MemoryFile*> (self)->seek (offset, from); },
                 [] (void* to, sf_count_t count, void* self)
                 { return static_cast<MemoryFile*> (self)->read (to, count); },
                 [] (const void*, sf_count_t, void*) { return sf_count_t { 0 }; },
                 [] (void* self) { return static_cast<MemoryFile*> (self)->position; } };
    }

private:
    sf_count_t size () const noexcept { return static_cast<sf_count_t> (bytes.size()); }

    sf_count_t seek (sf_count_t offset, int from) noexcept
    {
        const auto base = from == SEEK_SET ? 0 : from == SEEK_CUR ? position : size();
        return position = std::clamp<sf_count_t> (base + std::clamp (offset, -size(), size()), 0, size());
    }

    sf_count_t read (void* to, sf_count_t count) noexcept
    {
        const auto read = std::clamp<sf_count_t> (count, 0, size() - position);
        if (read > 0)
            std::memcpy (to, bytes.data() + position, static_cast<std::size_t> (read));
        position += read;
        return read;
    }
};

bool says (Bytes bytes, std::size_t offset, std::string_view text) noexcept
{
    return bytes.size() >= offset + text.size() && std::memcmp (bytes.data() + offset, text.data(), text.size()) == 0;
}

/** The library knows dozens of formats, of which few are looked after: these reach it. */
bool isKnown (Bytes bytes) noexcept
{
    return ((says (bytes, 0, "RIFF") || says (bytes, 0, "RF64")) && says (bytes, 8, "WAVE")) ||
           (says (bytes, 0, "FORM") && says (bytes, 8, "AIF")) || says (bytes, 0, "fLaC") || says (bytes, 0, "OggS");
}

/** Whether a WAV or AIFF file says that it is longer than it is: it was cut off, or we have read its beginning. */
bool isCut (Bytes bytes) noexcept
{
    const bool little = says (bytes, 0, "RIFF");
    if ((! little && ! says (bytes, 0, "FORM")) || bytes.size() < 8)
        return false;
    constexpr std::size_t unknownSize = 0xffffffff; // as programs write that don't know yet how long it will be
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
        size |= static_cast<std::size_t> (bytes[4 + i]) << (8 * (little ? i : 3 - i));
    return size != unknownSize && size + 8 > bytes.size();
}

Recording read (Bytes bytes, bool allBytes)
{
    if (! isKnown (bytes))
        throw Refusal ("this is not a WAV, AIFF, FLAC or Ogg file");
    MemoryFile memory { bytes };
    auto functions = MemoryFile::functions();
    SF_INFO info {};
    const std::unique_ptr<SNDFILE, int (*) (SNDFILE*)> file (sf_open_virtual (&functions, SFM_READ, &info, &memory),
                                                             sf_close);
    if (file == nullptr)
        throw Refusal (std::string ("its sound can't be read: ") + sf_strerror (nullptr));
    if (info.channels < 1 || info.channels > 2)
        throw Refusal ({ .problem = std::to_string (info.channels) + " channels", .allowed = "1 or 2" });
    if (! (info.samplerate >= lowestRecordedRate && info.samplerate <= highestRecordedRate))
        throw Refusal ({ .problem = std::to_string (info.samplerate) + " samples a second",
                         .allowed = fixed (lowestRecordedRate, 0) + " to " + fixed (highestRecordedRate, 0) });

    const auto maxFrames = std::min (maxRecordedFrames, static_cast<std::size_t> (longestRecording * info.samplerate));
    Recording recording { static_cast<double> (info.samplerate), {}, {}, true };
    std::array<double, 8192> block;
    const auto room = static_cast<sf_count_t> (block.size()) / info.channels;
    while (recording.left.size() < maxFrames)
    {
        const auto wanted = std::min (room, static_cast<sf_count_t> (maxFrames - recording.left.size()));
        const auto frames = sf_readf_double (file.get(), block.data(), wanted);
        for (sf_count_t n = 0; n < frames * info.channels; ++n)
            (n % info.channels == 0 ? recording.left : recording.right).push_back (block[static_cast<std::size_t> (n)]);
        if (frames < wanted)
            break;
    }
    recording.isWhole = allBytes && ! isCut (bytes) && static_cast<sf_count_t> (recording.left.size()) >= info.frames;
    return recording;
}

Result<Recording> recordingFrom (Bytes bytes, bool allBytes)
{
    return resultOf ([&] { return read (bytes, allBytes); });
}
} // namespace

Result<Recording> recordingFromBytes (Bytes bytes)
{
    return recordingFrom (bytes, true);
}

Result<Recording> readRecording (const std::filesystem::path& file)
{
    const auto read = inFile ("cannot be read", resultOf ([&] { return beginningOfFile (file, maxRecordedBytes); }));
    const auto parsed = read.and_then (
        [] (const FileBeginning& beginning)
        {
            return recordingFrom (
                { reinterpret_cast<const std::uint8_t*> (beginning.bytes.data()), beginning.bytes.size() },
                beginning.isWhole);
        });
    return inFile (shownName (file.filename()), parsed);
}

bool isRecording (const std::filesystem::path& file)
{
    if (file == "-")
        return ! beginsAsJson (file);
    const auto ending = lowerCase (file.extension().string());
    constexpr std::string_view known[] { ".wav", ".aif", ".aiff", ".flac", ".ogg", ".oga", ".opus" };
    return std::find (std::begin (known), std::end (known), ending) != std::end (known);
}
} // namespace kolophon
