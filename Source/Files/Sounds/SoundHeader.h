// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Warnings.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

/** Headers of sound files, for SoundFile.cpp. */
namespace kolophon
{
/** Bytes of a sound file that libsndfile reads to their end. */
struct SoundBytes
{
    std::span<const std::uint8_t> bytes;
    std::vector<std::uint8_t> mended;  // storage of `bytes` if they had to be changed
    std::optional<bool> holdsAllSound; // false: the sound continues after them; nullopt: unknown from the header
};

/** Repairs lengths in WAV (also RF64 and BW64), Wave64 and AIFF: if the writing program did not know them, because it
    wrote into a pipe or was terminated, they are replaced by the actual ones. Wrong lengths are reported in `warnings`.
    `areAll`: the bytes are the whole file. Other kinds stay unchanged. */
SoundBytes soundBytes (std::span<const std::uint8_t> bytes, bool areAll, Warnings& warnings);

/** The rate [Hz] in a WAV file's header, if it has one. */
std::optional<std::uint32_t> wavRate (std::span<const std::uint8_t> bytes);

/** Codec of a WAV file's samples, if it is known but not supported: "MP3"; otherwise empty. */
std::string_view unreadCodec (std::span<const std::uint8_t> bytes);
} // namespace kolophon
