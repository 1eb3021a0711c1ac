// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

/** The sounding boxes of the menu out.box, as resonances: frequency, quality, and the gain at the peak for each of two
    ears, with the phase as its sign. All are computed at compile time, in plain arithmetic: same bits everywhere.

        Violin, Cello   published averages of the low modes (violin: Bissinger, J. Acoust. Soc. Am. 124 (2008), A0, CBR,
                        B1-, B1+ and the bridge hill; cello: after Langhoff 1995 (unverified)); the rest synthesised, by
                        ear of the spectrum
        Viola, Bass     air and main wood resonance as commonly given (viola 220-230 and 350-450 Hz; bass about 60 and
                        100 Hz; (unverified), not measured on one instrument); the rest synthesised, like the violin's
        Guitar          the two lowest computed: top plate and air in the hole, coupled through the cavity (Christensen
                        & Vistisen, J. Acoust. Soc. Am. 68 (1980) 758-766); the rest where guitars have T(1,1)3, T(2,1)
                        and so on, synthesised
        Drum            circular membrane, closed form; no air load (a real head's first mode lies lower)
        Tin             rings of a thin cylinder (Rayleigh's bending without stretching), a clamped disc as bottom, the
                        air column between
        Cabinet         standing waves of a wardrobe's air, hard walls
        Door            isotropic plate, hinged edges, closed form
        Panel           orthotropic plate of spruce, hinged edges, closed form
        Hull            planking between frames: a plate as above that moves water on one side (added mass of an
                        infinite plate, rho_w/k), and the air of the cabin

    Computed boxes: the strings drive the shape at one place, each ear receives it at its own; quality is one figure for
    the material, and the range above the listed modes, where they overlap, has a few broad resonances with seeded gains
    (synthesised). All boxes are equally loud, and as loud as the bare force at the bridge (None): see ToolTests. */
namespace kolophon::boxes
{
struct Resonance
{
    double frequency; // [Hz]
    double quality;
    double left, right; // gain at the peak, for each ear
};

inline constexpr std::size_t maxResonances = 40;

/** In the order of the menu; append only, here and in the list at the end of Boxes.cpp. */
inline constexpr std::string_view names[] = { "None", "Violin",  "Cello", "Viola", "Bass",  "Drum",
                                              "Tin",  "Cabinet", "Door",  "Hull",  "Panel", "Guitar" };

/** Resonances of a box, at most maxResonances. `box`: its index in `names`. */
std::span<const Resonance> resonancesOf (int box) noexcept;
} // namespace kolophon::boxes
