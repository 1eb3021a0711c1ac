// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string_view>

/** The sounding boxes of the menu out.box, as modes: frequency, quality, and the gain at the peak for each of two ears,
    with the phase as its sign. The lowest ones are listed, computed at compile time, in plain arithmetic; the others
    follow from a box's dimensions and a character (BoxField.h), in arithmetic of our own: same bits everywhere.

        Violin, Cello   published averages of the low modes (violin: Bissinger, J. Acoust. Soc. Am. 124 (2008), A0, CBR,
                        B1-, B1+ and the bridge hill; cello: after Langhoff 1995 (unverified))
        Viola, Bass     air and main wood resonance as commonly given (viola 220-230 and 350-450 Hz; bass about 60 and
                        100 Hz; (unverified), not measured on one instrument)
        Guitar          the two lowest computed: top plate and air in the hole, coupled through the cavity (Christensen
                        & Vistisen, J. Acoust. Soc. Am. 68 (1980) 758-766); T(1,1)3, T(2,1) and so on where guitars
                        have them, estimated
        Drum            circular membrane, closed form; no air load (a real head's first mode lies lower)
        Tin             rings of a thin cylinder (Rayleigh's bending without stretching), a clamped disc as bottom, the
                        air column between
        Cabinet         standing waves of a wardrobe's air, hard walls
        Door            isotropic plate, hinged edges, closed form
        Panel           orthotropic plate of spruce, hinged edges, closed form
        Hull            planking between frames: a plate as above that moves water on one side (added mass of an
                        infinite plate, rho_w/k), and the air of the cabin

        Measured        an impulse response from a file (BoxResponse.h)

    Computed boxes: the strings drive the shape at one place, each ear receives it at its own; quality is one figure for
    the material. They keep their lows whatever the character; those of instruments scatter by 3 % round the averages.
    All boxes are equally loud, and as loud as the bare force at the bridge (None): see ToolTests. */
namespace kolophon::boxes
{
struct Resonance
{
    double frequency; // [Hz]
    double quality;
    double left, right; // gain at the peak, for each ear
};

/** A mode that rings: excited by the forces that come in on the left and on the right, heard by the left and by the
    right ear. Gains are those at the peak. */
struct Mode
{
    double frequency; // [Hz]
    double quality;
    double fromLeft, fromRight; // parts of both inputs; their sum is 1
    double left, right;
};

inline constexpr std::size_t maxModes = 400;

/** The modes of one box. */
struct Modes
{
    std::array<Mode, maxModes> all;
    int count = 0;

    void add (const Mode& mode) noexcept { all[static_cast<std::size_t> (count++)] = mode; }
    std::span<const Mode> list () const noexcept { return { all.data(), static_cast<std::size_t> (count) }; }
};

/** In the order of the menu; append only, here and in the list at the end of Boxes.cpp. */
inline constexpr std::string_view names[] = { "None",    "Violin", "Cello", "Viola", "Bass",   "Drum",    "Tin",
                                              "Cabinet", "Door",   "Hull",  "Panel", "Guitar", "Measured" };
/** Index of the box that a file holds (BoxResponse.h): it has no modes. */
inline constexpr int measured = 12;
static_assert (names[measured] == "Measured");

/** The lowest resonances of a box, named ones or computed from its dimensions. `box`: its index in `names`. */
std::span<const Resonance> resonancesOf (int box) noexcept;

/** All modes of a box: the lowest ones, and a field of others (BoxField.h). `character`: which of all that could be
    built to the same plan; one number is one box for ever. Bounded work; no memory. [audio] */
void makeModes (int box, int character, Modes& modes) noexcept;

/** The longest time constant [s] of any mode, 1/(pi bandwidth), whatever the character. */
double longestTimeConstant (int box) noexcept;

/** Statistics of its other modes. */
struct Field;
const Field& fieldOf (int box) noexcept;
} // namespace kolophon::boxes
