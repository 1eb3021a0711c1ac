#pragma once

#include "Patch.h"

#include <cstddef>

namespace kolophon
{
/** The knobs on their way from what the player set to what the strings hear: those that are numbers glide, in
    exponentials on the control grid; menus, switches and counts jump. [audio] */
class GlidingPatch
{
public:
    /** Takes a whole patch at once, without gliding; what is out of its range is moved to the border. */
    void take (const Patch& patch) noexcept;

    /** Sets one parameter of the table, by its place there; a value out of range is moved to the border. */
    void set (std::size_t parameter, double value) noexcept;

    /** What was on its way is there at once; false if nothing was. */
    bool arrive () noexcept;

    /** Moves on by one interval of the control grid at `sampleRate` [Hz]; false if nothing moved. */
    bool move (double sampleRate) noexcept;

    bool isSettled () const noexcept { return settled; }     // nothing is on its way
    const Patch& target () const noexcept { return goal; }   // as the player set it
    const Patch& playing () const noexcept { return heard; } // what the strings hear: admissible
    std::uint64_t number () const noexcept { return made; }  // stays while playing() does

private:
    Patch goal = Patch::defaults();
    Patch now = Patch::defaults();   // on its way there
    Patch heard = Patch::defaults(); // admissible (now)
    bool settled = true;             // now is where it should be
    std::uint64_t made = 1;          // how often `heard` was
};
} // namespace kolophon
