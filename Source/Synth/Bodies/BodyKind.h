// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Bodies/BodyInfo.h"
#include "../Parameters/Patch.h"

namespace kolophon
{
/** Parameters that a key sets for a body. */
struct BodyRequest
{
    const Patch& patch;
    double pitch;     // [Hz] of the note
    double impedance; // [kg/s] of strings at this key
    double mass;      // [kg] of mode tables at this key
    double position;  // of the contact, as a fraction of its path
    double timeStep;  // [s]
};

/** Parameters that the same key sets for the second body: with the tuning Interval it follows the key as the first
    does, in pitch and in mass, or in impedance if it is a string. */
BodyRequest secondRequest (const BodyRequest& first, BodyModel itsModel) noexcept;

/** Number of a second body's usable modes, a table's or those of a string without torsion. */
int secondSlots (const BodyRequest& request, const ModeTable* table) noexcept;

/** The three kinds of body, and what a stroke on each of them requires. Strings compute their modes in lanes; tables
    scale modes that were computed before; a block between stops is not a sum of modes. [audio] */
class BodyKind
{
public:
    /** Numbers of audible modes, and of modes that only move the contact. */
    struct Slots
    {
        double sounding, silent;
        int sum () const noexcept { return static_cast<int> (sounding + silent); }
    };

    static const BodyKind& of (BodyModel model) noexcept;
    /** Returns the kind of the body in a lane: no `table` and no block means a string. */
    static const BodyKind& of (const ModeTable* table, bool isBlock) noexcept;

    virtual BodyModel model () const noexcept = 0;

    /** True if it can be cross-faded into another body while it sounds, mode n into mode n. */
    virtual bool isSumOfModes () const noexcept { return true; }

    /** True if TableKnobs scale it. */
    virtual bool isScaled () const noexcept { return false; }

    /** True if its tension may grow with its motion. */
    virtual bool tightens (const ModeTable* /*table*/) const noexcept { return false; }

    /** True if it is coupled to the bridge of the sympathetic strings. */
    virtual bool pullsAtBridge () const noexcept { return false; }

    /** Hand that is used when the player selects this one. */
    virtual HandKind hand (HandKind asked) const noexcept { return asked; }

    /** Fundamental [Hz] that the loops use, so that the body sounds at the pitch. */
    virtual double fundamental (const BodyRequest& request) const noexcept = 0;

    /** Fraction of the torsional modes' shapes at the contact. */
    virtual double twist () const noexcept = 0;

    /** Number of usable modes, at most `maxSlots`: below Nyquist with the pitch a few semitones lower. */
    virtual Slots slots (const BodyRequest& request, const ModeTable* table, double maxSlots) const noexcept = 0;

    /** Normal force [N] that 100 % of Pressure means, when the bow moves at `speed` [m/s] with mu_s - mu_k = `grip`. */
    virtual double fullForce (const BodyRequest& request, const ModeTable* table, double speed,
                              double grip) const noexcept = 0;

    /** Loudness with a bow at `speed` [m/s] and `place`, in relative units, regardless of the pressure. */
    virtual double amplitude (double speed, double place, const ModeTable* table) const noexcept = 0;

    /** Gain in the mix [1/N] at which a held C4 of the default instrument has -18 LUFS. */
    virtual double gain (const BodyRequest& request) const noexcept = 0;

    /** Normal force [N] at which the contact's strength varies by Texture: of a bow's hair, or of a coarser joint. */
    virtual double textureForce () const noexcept { return 20.0; }

    /** Frequency [rad/s] of the highest of `count` modes. */
    virtual double highest (double fundamental, double count, const ModeTable* table) const noexcept = 0;

    /** Sound of a force above the highest of `count` modes, in the tap's unit per newton: as of a body without
        end, of which nothing comes back (Physics.md 5.1). */
    virtual double contactSound (const BodyRequest& request, double fundamental, double count,
                                 const ModeTable* table) const noexcept = 0;

    /** Gain from a mode's energy to the tap, in relative units: it jumps when the knobs of the body do. */
    virtual double tap (const BodyRequest& request) const noexcept = 0;

protected:
    constexpr BodyKind() noexcept = default;
    ~BodyKind() = default;
};
} // namespace kolophon
