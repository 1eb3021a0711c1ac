// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Parameters/Patch.h"
#include "Fade.h"

#include <array>

namespace kolophon
{
/** The menus that change at once what is heard of a moving body: under another friction law it finds another motion in
    some periods, and another pickup hears each mode at another level. A voice that such a change disturbs falls silent
    first; until then it is planned with the choices before. [audio] */
class AbruptMenus
{
public:
    static constexpr std::size_t laws = 3, count = 6; // laws come first
    using Choices = std::array<double, count>;

    static Choices of (const Patch& patch) noexcept
    {
        Choices all;
        each (patch, [&all] (std::size_t n, double choice) { all[n] = choice; });
        return all;
    }
    static void write (const Choices& all, Patch& patch) noexcept
    {
        each (patch, [&all] (std::size_t n, double& choice) { choice = all[n]; });
    }

    /** Things that the voice hears. */
    struct Heard
    {
        bool contact;    // a contact: a bow is on the body, and the stroke does not just begin
        bool slotB;      // the comparison's contact
        bool side;       // friction of a side contact
        bool pickups;    // modes of a table
        bool torsion;    // a string
        bool secondBody; // one with a tuning
    };

    void start (const Patch& patch) noexcept
    {
        held = of (patch);
        fade = {};
        settles = 0.0;
    }

    /** Follows the patch's menus over one segment. */
    void follow (const Patch& patch, const Heard& heard, double seconds) noexcept;

    /** The choices that the voice is planned with. */
    const Choices& choices () const noexcept { return held; }
    double gain () const noexcept { return fade.gain(); } // 0: silent

private:
    template <class AnyPatch, class Visit>
    static void each (AnyPatch& patch, Visit&& visit) noexcept
    {
        std::size_t n = 0;
        visit (n++, patch.contact.law);
        visit (n++, patch.contactB.law);
        visit (n++, patch.sideLaw);
        visit (n++, patch.bodyPickup);
        visit (n++, patch.bodyTorsion);
        visit (n++, patch.secondBodyTuning);
    }

    Choices held {};
    Fade fade;
    double settles = 0.0; // [s] left until a body has found its motion under another law
};
} // namespace kolophon
