// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>

namespace kolophon
{
/** Pictures of the sound, in the editor and in the page for browsers. */
enum class PictureKind { stage, map, raster, loop, energy, spectrum };
inline constexpr int pictureKinds = 6;

/** Name of a picture, and a description in one or two sentences. */
struct PictureText
{
    const char *name, *help;
};

/** In the order of the enumeration. */
inline constexpr std::array<PictureText, pictureKinds> pictureTexts {
    { { "Stage", "The sounding body in slow motion. Drag the bow: across is Position, down is Pressure, the wheel is "
                 "Speed. Drag "
                 "a finger, a side contact or a second body likewise." },
      { "Map",
        "Motion of the contact over the whole travel of Position and Pressure, at this speed. Dots: the bows that are "
        "played. Drag to play there. Dashed: the limits of theory for a string." },
      { "Raster", "Stick and slip within each period, of the chosen contact. One line per period, newest on top." },
      { "Friction",
        "Friction divided by normal force, against sliding speed, of the chosen contact. Dashed: friction in steady "
        "sliding. A ring marks where a contact lands after a hop." },
      { "Energy", "Use of the work of bow and side contact. The remainder is rounding error." },
      { "Modes", "Energy in each mode of the body." } }
};

constexpr const char* nameOf (PictureKind kind) noexcept
{
    return pictureTexts[static_cast<std::size_t> (kind)].name;
}

constexpr const char* helpOf (PictureKind kind) noexcept
{
    return pictureTexts[static_cast<std::size_t> (kind)].help;
}
} // namespace kolophon
