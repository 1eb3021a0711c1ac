#pragma once

#include "Warnings.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/** What the headers of sound files say, for SoundFile.cpp. */
namespace kolophon
{
/** Bytes of a sound file that libsndfile reads to their end. */
struct SoundBytes
{
    std::span<const std::uint8_t> bytes;
    std::vector<std::uint8_t> mended;  // where `bytes` lie in case they had to be changed
    std::optional<bool> holdsAllSound; // false: the sound goes on behind them; nothing: the header doesn't tell
};

/** WAV (also RF64 and BW64), Wave64 and AIFF: lengths that a program could not know when it wrote them, because it
    wrote into a pipe or was switched off, become those of what is there. What is wrong with a length stands in
    `warnings`. `areAll`: the bytes are the whole file. Other kinds stay as they are. */
SoundBytes soundBytes (std::span<const std::uint8_t> bytes, bool areAll, Warnings& warnings);

/** The rate [Hz] in a WAV file's header, if it has one. */
std::optional<std::uint32_t> wavRate (std::span<const std::uint8_t> bytes);

/** How a WAV file's samples are coded, if in a way that is known and not read: "MP3"; else nothing. */
std::string_view unreadCodec (std::span<const std::uint8_t> bytes);
} // namespace kolophon
