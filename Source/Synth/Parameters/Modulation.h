// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Patch.h"

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/** Modulation of knobs: macros and the matrix. Sources use their whole range, 0 … 1, or -1 … 1 if they are bipolar. */
namespace kolophon
{
struct ParamInfo;

/** Sources of modulation. Append only: states and presets keep the names, modulationSourceNames(). */
enum class ModulationSource : std::uint8_t {
    none,
    velocity,     // of the key, 0 … 1
    release,      // velocity of the note-off, 0 … 1; 0 before it
    pressure,     // of the key or its channel, the larger one, 0 … 1
    slide,        // CC74, -1 … 1: relative to its value at note-on, or to the middle (voice.slide)
    bend,         // of the note's own wheel and its zone's, -1 … 1
    key,          // (note - 62)/64: -0.97 … 1, 0 at D4; follows a glide
    wheel,        // CC1, 0 … 1
    breath,       // CC2, 0 … 1
    expression,   // CC11, 0 … 1
    envelope1,    // 0 … 1
    envelope2,    // 0 … 1
    lfo1,         // -1 … 1
    lfo2,         // -1 … 1
    drift,        // -1 … 1
    gesture,      // speed of the drawn gesture, -1 … 1
    gestureForce, // its force, less 1: -1 … 1
    macro1,       // 0 … 1, as are the other seven
    macro2,
    macro3,
    macro4,
    macro5,
    macro6,
    macro7,
    macro8,
    slipRate,     // slips per second: log10 (rate/1 Hz)/4 from 1 Hz (0) to 10 kHz (1)
    energy,       // stored in body and bristle: log10 (E/1 nJ)/9 from 1 nJ (0) to 1 J (1)
    bristle,      // mean deflection over that at which it slips, 0 … 1; 0 under a rigid law
    slipFraction, // of the time, 0 … 1
    sideChain,    // rms of the side-chain, full scale 1, 0 … 1
    gesturePlace  // place of the drawn gesture, over two octaves, -1 … 1
};
inline constexpr std::size_t modulationSourceCount = static_cast<std::size_t> (ModulationSource::gesturePlace) + 1;

/** Names "Velocity", "Envelope 1", …; empty for none. [any] */
std::span<const std::string_view, modulationSourceCount> modulationSourceNames () noexcept;

/** One modulated knob, and the depth. */
struct ModulationTarget
{
    std::size_t parameter = 0; // index in parameterTable(), of one that canBeModulated()
    double depth = 0.0;        // -1 … 1: fraction of the knob's range, when the source is at 1
    double curve = 0.0;        // -1 … 1: the source to the power of 4^curve, keeping its sign; 0: straight

    bool operator== (const ModulationTarget&) const = default;
};

/** True for knobs that glide; menus, switches and counts jump and cannot be modulated. [any] */
bool canBeModulated (const ParamInfo& parameter) noexcept;

/** Macros and matrix: the part of a preset that isn't parameters. A macro's value and the amount of a slot are
    parameters (macro.1 …, mod.amount_1 …). [the owner's thread] */
struct Modulation
{
    static constexpr std::size_t macroCount = 8, slotCount = 16, maxLinks = 16;

    struct Macro
    {
        std::string name;                 // empty: the default name
        std::vector<ModulationTarget> to; // at most maxLinks

        bool operator== (const Macro&) const = default;
    };
    struct Slot
    {
        ModulationSource source = ModulationSource::none; // none: the slot is free
        ModulationTarget to;

        bool operator== (const Slot&) const = default;
    };

    std::array<Macro, macroCount> macros;
    std::array<Slot, slotCount> slots;

    /** True if no link and no slot is in use; names don't count. */
    bool movesNothing () const noexcept;
    bool operator== (const Modulation&) const = default;
};

/** Modulation in the form that the audio thread uses: plain numbers, in the order in which they are applied. */
struct ModulationRoutes
{
    static constexpr std::size_t capacity =
        Modulation::slotCount + Modulation::macroCount * Modulation::maxLinks; // of routes and of targets
    static constexpr std::uint8_t noSlot = 255;

    struct Route
    {
        ModulationSource source = ModulationSource::none;
        std::uint8_t slot = noSlot; // of the matrix, whose amount applies; noSlot: a macro's link
        std::uint16_t target = 0;   // index in `targets`
        double depth = 0.0;         // -1 … 1
        double exponent = 1.0;      // of the source
        bool operator== (const Route&) const = default;
    };
    struct Target
    {
        std::uint16_t parameter = 0; // index in parameterTable()
        double wholeTravel = 0.0;    // ln (maximum/minimum), if the knob's scale is logarithmic
        bool operator== (const Target&) const = default;
    };

    /** Routes and targets 0 … inner - 1 move macros, amounts and parameters of sources; the others follow. */
    std::size_t routeCount = 0, innerRoutes = 0, targetCount = 0, innerTargets = 0;
    std::array<Route, capacity> routes {};
    std::array<Target, capacity> targets {};
    std::bitset<modulationSourceCount> uses;

    bool isEmpty () const noexcept { return routeCount == 0; }

    /** Adds a route; first all inner ones, then endInner(), then the others. Returns false if the table is full. */
    bool add (Route route, const Target& target) noexcept;
    void endInner () noexcept
    {
        innerRoutes = routeCount;
        innerTargets = targetCount;
    }
    std::size_t first (bool inner) const noexcept { return inner ? 0 : innerRoutes; }
    std::size_t last (bool inner) const noexcept { return inner ? innerRoutes : routeCount; }
    bool reads (ModulationSource source) const noexcept { return uses[static_cast<std::size_t> (source)]; }
};
ModulationRoutes routesOf (const Modulation& modulation) noexcept;

/** A source's value after the curve. [any] */
double bentBy (double exponent, double source) noexcept;

/** The target that moves a parameter of the table. [any] */
ModulationRoutes::Target modulationTarget (std::size_t parameter) noexcept;

/** A knob's value after modulation by `travel`, -1 … 1 of its slider's range, clamped to the knob's range. [any] */
double movedBy (double travel, double value, const ModulationRoutes::Target& target) noexcept;
} // namespace kolophon
