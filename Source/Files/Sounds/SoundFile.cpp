// SPDX-License-Identifier: GPL-3.0-or-later
#include "SoundFile.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../Bytes/FileKind.h"
#include "../Bytes/WholeFile.h"
#include "SoundHeader.h"

#include <sndfile.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstring>
#include <memory>
#include <string_view>

namespace kolophon
{
namespace
{
using Bytes = std::span<const std::uint8_t>;

/** Virtual file in memory for libsndfile, so that only WholeFile.h opens untrusted files. */
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

/** True for formats that are passed to the library: it supports dozens, of which only these are well maintained. */
bool isKnown (Bytes bytes) noexcept
{
    return ((says (bytes, 0, "RIFF") || says (bytes, 0, "RIFX") || says (bytes, 0, "RF64") ||
             says (bytes, 0, "BW64")) &&
            says (bytes, 8, "WAVE")) ||
           (says (bytes, 0, "FORM") && says (bytes, 8, "AIF")) || says (bytes, 0, "fLaC") || says (bytes, 0, "OggS") ||
           says (bytes, 0, "riff\x2e\x91\xcf\x11");
}

InputError wrongRate (std::uint32_t rate)
{
    return InputError ({ .problem = std::to_string (rate) + " samples per second",
                         .allowed = fixed (lowestRecordedRate, 0) + " to " + fixed (highestRecordedRate, 0) });
}

bool isUsual (double rate) noexcept
{
    return rate >= lowestRecordedRate && rate <= highestRecordedRate;
}

using OpenSound = std::unique_ptr<SNDFILE, int (*) (SNDFILE*)>;

OpenSound opened (MemoryFile& memory, SF_INFO& info)
{
    if (const auto rate = wavRate (memory.bytes); rate && ! isUsual (*rate))
        throw wrongRate (*rate);
    auto functions = MemoryFile::functions();
    OpenSound file (sf_open_virtual (&functions, SFM_READ, &info, &memory), sf_close);
    if (file == nullptr)
    {
        if (const auto codec = unreadCodec (memory.bytes); ! codec.empty())
            throw InputError ("this is a WAV file with " + std::string (codec) + " data, which is not supported");
        std::string reason = sf_strerror (nullptr);
        while (reason.ends_with ('.'))
            reason.pop_back();
        throw InputError ("its sound can't be read: " + reason);
    }
    if (info.channels < 1 || info.channels > 2)
        throw InputError ({ .problem = std::to_string (info.channels) + " channels", .allowed = "1 or 2" });
    if (! isUsual (info.samplerate))
        throw wrongRate (static_cast<std::uint32_t> (info.samplerate));
    return file;
}

/** Reads at most `maxFrames` frames; true if more would follow. */
bool readFrames (SNDFILE* file, int channels, std::size_t maxFrames, Recording& recording)
{
    std::array<double, 8192> block;
    const auto room = static_cast<sf_count_t> (block.size()) / channels;
    for (;;)
    {
        const auto left = static_cast<sf_count_t> (maxFrames - recording.left.size());
        const auto wanted = left == 0 ? 1 : std::min (room, left);
        const auto frames = sf_readf_double (file, block.data(), wanted);
        if (left == 0)
            return frames > 0;
        for (sf_count_t n = 0; n < frames * channels; ++n)
            (n % channels == 0 ? recording.left : recording.right).push_back (block[static_cast<std::size_t> (n)]);
        if (frames < wanted)
            return false;
    }
}

/** Replaces samples that are not finite by 0. */
void quieten (Recording& recording, Warnings& warnings)
{
    recording.silenceNonNumbers();
    if (const auto count = recording.notNumbers; count > 0)
        warnings.add ("not finite",
                      std::to_string (count) + (count == 1 ? " sample that is not a number, taken as 0"
                                                           : " samples that are not numbers, taken as 0"));
}

Recording read (Bytes file, bool allBytes)
{
    const auto bytes = file.subspan (behindTag (file));
    if (! isKnown (bytes))
        throw InputError ("this is not a WAV, AIFF, FLAC or Ogg file" + whatItIs (file));
    Warnings warnings;
    const auto mended = soundBytes (bytes, allBytes, warnings);
    MemoryFile memory { mended.bytes };
    SF_INFO info {};
    const auto sound = opened (memory, info);
    Recording recording { static_cast<double> (info.samplerate), {}, {}, true, 0, {} };
    const auto maxFrames = std::min (maxRecordedFrames, static_cast<std::size_t> (longestRecording * info.samplerate));
    const bool hasMore = readFrames (sound.get(), info.channels, maxFrames, recording);
    if (recording.left.empty())
        throw InputError ("it contains no sound");
    // FLAC contains the number of frames, or 0 if it is unknown, like Ogg without its last page.
    const auto frames = static_cast<sf_count_t> (recording.left.size());
    const bool isCounted = ! mended.holdsAllSound && info.frames > 0 && info.frames < SF_COUNT_MAX;
    const bool isComplete = mended.holdsAllSound.value_or (allBytes || (isCounted && frames >= info.frames));
    recording.isWhole = ! hasMore && isComplete;
    if (! hasMore && allBytes && isCounted && frames < info.frames)
        warnings.add ("cut", "the sound is truncated: of " + std::to_string (info.frames) + " samples " +
                                 std::to_string (frames) + " could be read");
    if (! hasMore && allBytes && info.frames == SF_COUNT_MAX)
        warnings.add ("unknown length", "the file does not say where its sound ends; it may be truncated");
    quieten (recording, warnings);
    recording.warnings = warnings.list();
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
    constexpr std::size_t enough = 4096; // [bytes]
    if (const auto beginning = resultOf ([&] { return beginningOfFile (file, enough); }))
    {
        const Bytes bytes { reinterpret_cast<const std::uint8_t*> (beginning->bytes.data()), beginning->bytes.size() };
        const auto kind = kindOf (bytes);
        if (! bytes.empty() && ! kind.empty() && kind != zeros && ! isText (bytes))
            return true; // another kind is refused by its name
        if (isText (bytes) && kindOf (bytes) == "a JSON text")
            return false;
    }
    const auto ending = lowerCase (file.extension().string());
    return std::find (soundEndings.begin(), soundEndings.end(), ending) != soundEndings.end();
}
} // namespace kolophon
