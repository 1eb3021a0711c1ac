#pragma once

#include "../Physics/Bodies/BodyInfo.h"
#include "Patch.h"

namespace kolophon
{
/** What a key asks of a body. */
struct BodyRequest
{
    const Patch& patch;
    double pitch;     // [Hz] of the note
    double impedance; // [kg/s] of a string at this key
    double mass;      // [kg] of a table's body at this key
    double position;  // of the contact along its path, as a fraction of it
    double timeStep;  // [s]
};

/** The three kinds of body, each of which says for itself what a stroke on it needs. Strings work their modes out in
    lanes; tables scale modes that were worked out before; a block between stops is no sum of modes at all. [audio] */
class BodyKind
{
public:
    /** Modes that are heard, and modes that only move the contact. */
    struct Slots
    {
        double sounding, silent;
        int sum () const noexcept { return static_cast<int> (sounding + silent); }
    };

    static const BodyKind& of (BodyModel model) noexcept;
    /** What rides in a lane, which knows no more: `table` null and no block is a string. */
    static const BodyKind& of (const ModeTable* table, bool isBlock) noexcept;

    virtual BodyModel model () const noexcept = 0;

    /** True where it can turn into another while it sounds, mode n into mode n. */
    virtual bool isSumOfModes () const noexcept { return true; }

    /** True where TableKnobs scale it. */
    virtual bool isScaled () const noexcept { return false; }

    /** True where it hangs on the bridge that sympathetic strings share. */
    virtual bool pullsAtBridge () const noexcept { return false; }

    /** The hand that can rub it, where the player asks for this one. */
    virtual HandKind hand (HandKind asked) const noexcept { return asked; }

    /** What the loops take as fundamental [Hz], so that the body sounds at the pitch. */
    virtual double fundamental (const BodyRequest& request) const noexcept = 0;

    /** Fraction of the torsional modes that is felt. */
    virtual double twist () const noexcept = 0;

    /** Modes that it can use of `most`: below Nyquist with the pitch a few semitones lower. */
    virtual Slots slots (const BodyRequest& request, const ModeTable* table, double maxSlots) const noexcept = 0;

    /** Normal force [N] that 100 % of Pressure means, when the bow moves at `speed` [m/s] with mu_s - mu_k = `grip`. */
    virtual double fullForce (const BodyRequest& request, const ModeTable* table, double speed,
                              double grip) const noexcept = 0;

    /** What a bow at `speed` [m/s] and `place` makes of the loudness, in proportion to this, whatever the pressure. */
    virtual double amplitude (double speed, double place, const ModeTable* table) const noexcept = 0;

    /** Gain in the mix [1/N], by which a held C4 of the default instrument has -18 LUFS. */
    virtual double gain (const BodyRequest& request) const noexcept = 0;

    /** What the tap hears of a mode's energy, in proportion to this: it jumps where the knobs of the body do. */
    virtual double tap (const BodyRequest& request) const noexcept = 0;

protected:
    constexpr BodyKind() noexcept = default;
    ~BodyKind() = default;
};
} // namespace kolophon
