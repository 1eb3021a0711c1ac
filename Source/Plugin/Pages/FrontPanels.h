// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace kolophon
{
/** A panel of the page Play: the ids of its tall controls, and of those below them. */
struct FrontPanel
{
    std::string_view name;
    std::span<const std::string_view> tall, ids;
};

namespace front
{
inline constexpr std::array<std::string_view, 3> handTall { "hand.speed", "hand.pressure", "hand.force" };
inline constexpr std::array<std::string_view, 8> hand { "hand.position",  "hand.bite",      "hand.articulation",
                                                        "hand.kind",      "hand.stiffness", "hand.drive",
                                                        "voice.humanise", "voice.guide" };
inline constexpr std::array<std::string_view, 13> contact {
    "contact.law",          "contact.mu_static",        "contact.mu_kinetic", "contact.stribeck_speed",
    "contact.travel",       "contact.breakaway",        "contact_b.law",      "contact_b.mu_static",
    "contact_b.mu_kinetic", "contact_b.stribeck_speed", "contact_b.travel",   "contact_b.breakaway",
    "surface.texture"
};
inline constexpr std::array<std::string_view, 13> body {
    "body.type", "body.tune",   "body.fine",  "body.impedance", "body.mass", "body.decay",       "body.quality",
    "body.warp", "body.pickup", "body.round", "block.mass",     "block.gap", "block.restitution"
};
inline constexpr std::array<std::string_view, 5> out { "out.box", "out.box_mix", "out.room", "out.width", "out.level" };
} // namespace front

/** The most important controls of a player; hosts show the same on hardware controls. */
inline constexpr std::array<FrontPanel, 4> frontPanels { { { "Hand", front::handTall, front::hand },
                                                           { "Contact", {}, front::contact },
                                                           { "Body", {}, front::body },
                                                           { "Out", {}, front::out } } };
} // namespace kolophon
