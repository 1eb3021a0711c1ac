// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace kolophon
{
/** Numbers of the discrete state of a contact, the same for every law; each law has its own names for them. */
struct ContactMode
{
    static constexpr double stick = 0.0, forward = 1.0, backward = 2.0, startForward = 3.0, startBackward = 4.0;
    static constexpr int count = 5;
};

/** Description of a friction law for menus, command line, presets, editor and Resources/Docs/Laws.md. */
struct LawInfo
{
    std::string_view id;        // permanent: command line and file names
    std::string_view name;      // in the menu and in presets
    std::string_view family;    // "Bristle", "Friction curve" or "State machine"
    std::string_view summary;   // one sentence
    std::string_view equations; // as printed in the source, plain text, one line each
    std::string_view source;    // citation; equation numbers only if they were verified
    std::string_view passivity; // why it can't create energy, or when it can
    std::string_view listenFor; // audible effect

    /** The rows of the parameter table that the law uses, without "contact.". The editor shows these. */
    std::span<const std::string_view> uses;

    /** Names of the discrete states, by ContactMode. */
    std::span<const std::string_view> modes;

    /** True if contact.literal selects the printed law, which can create energy; otherwise the law is always
        passive. */
    bool literalCanCreateEnergy = false;

    /** Contradictions and errors in the sources, and deviations of this law from them; may be empty. */
    std::string_view remarks = {};

    /** delta, if steady friction falls from static to kinetic as exp (-(v/v_s)^delta); negative: delta is the knob
        contact.stribeck_exponent; 0: another curve, or none. */
    double fallExponent = 0.0;
};
} // namespace kolophon
