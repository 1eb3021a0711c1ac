// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <catch2/catch.hpp>

#include <sndfile.h>

#include <filesystem>
#include <string>
#include <vector>

namespace kolophon::test
{
struct Sound
{
    SF_INFO info {};
    std::vector<double> samples; // channels side by side
    std::string comment;
};

/** A file of sound as another program reads it. */
inline Sound readSound (const std::filesystem::path& path)
{
    Sound sound;
    auto* file = sf_open (path.c_str(), SFM_READ, &sound.info);
    REQUIRE (file != nullptr);
    sound.samples.resize (static_cast<std::size_t> (sound.info.frames * sound.info.channels));
    CHECK (sf_readf_double (file, sound.samples.data(), sound.info.frames) == sound.info.frames);
    if (const char* text = sf_get_string (file, SF_STR_COMMENT))
        sound.comment = text;
    sf_close (file);
    return sound;
}
} // namespace kolophon::test
