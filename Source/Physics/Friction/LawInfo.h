#pragma once

#include <span>
#include <string_view>

namespace kolophon
{
/** Numbers of the discrete state of a contact, the same for every law; each law gives them its own names. */
struct ContactMode
{
    static constexpr double stick = 0.0, forward = 1.0, backward = 2.0, startForward = 3.0, startBackward = 4.0;
    static constexpr int count = 5;
};

/** What a friction law says about itself: menus, command line, presets, editor and Resources/Docs/Laws.md read it. */
struct LawInfo
{
    std::string_view id;        // permanent: command line and file names
    std::string_view name;      // in the menu and in presets
    std::string_view family;    // "Bristle", "Friction curve" or "State machine"
    std::string_view summary;   // one sentence
    std::string_view equations; // as the source prints them, plain text, one line each
    std::string_view source;    // citation; equation numbers only where they were looked up
    std::string_view passivity; // why it can't create energy, or when it can
    std::string_view listenFor; // what a player hears

    /** The rows of the parameter table that it reads, without "contact.". The editor shows these. */
    std::span<const std::string_view> uses;

    /** Names of the discrete states, by ContactMode. */
    std::span<const std::string_view> modes;

    /** True when contact.literal makes it the printed law, which can create energy; passive otherwise, always. */
    bool literalCanCreateEnergy = false;

    /** Where texts differ or are wrong, and where this law departs from its source; may be empty. */
    std::string_view remarks = {};

    /** True when a wide bow can rub by it, with edges of its own (WideContact-inl.h). */
    bool hasEdges = false;

    /** delta, where steady friction falls from static to kinetic as exp (-(v/v_s)^delta); negative: delta is the knob
        contact.stribeck_exponent; 0: another curve, or none. */
    double fallExponent = 0.0;
};
} // namespace kolophon
