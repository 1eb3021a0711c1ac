// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace kolophon
{
/** A panel of the page Play, and of the page for browsers: the ids of the large controls, which are played, and of
    those below them, which are set, in the order of their importance. */
struct FrontPanel
{
    std::string_view name;
    std::span<const std::string_view> played, set;
};

namespace front
{
inline constexpr std::array<std::string_view, 5> handPlayed { "hand.speed", "hand.pressure", "hand.force",
                                                              "hand.position", "hand.dynamics" };
inline constexpr std::array<std::string_view, 9> hand { "hand.articulation", "hand.rate",      "hand.stiffness",
                                                        "voice.guide",       "voice.humanise", "voice.phrasing",
                                                        "hand.bite",         "hand.kind",      "hand.drive" };
inline constexpr std::array<std::string_view, 15> contact { "contact.law",
                                                            "contact.mu_static",
                                                            "contact.mu_kinetic",
                                                            "contact_b.law",
                                                            "contact_b.mu_static",
                                                            "contact_b.mu_kinetic",
                                                            "surface.texture",
                                                            "contact.travel",
                                                            "contact.breakaway",
                                                            "contact.stribeck_speed",
                                                            "contact_b.travel",
                                                            "contact_b.breakaway",
                                                            "contact_b.stribeck_speed",
                                                            "surface.grain",
                                                            "surface.ageing" };
inline constexpr std::array<std::string_view, 13> body {
    "body.type",  "body.tune",  "body.impedance", "body.mass", "block.mass",  "block.gap", "block.restitution",
    "body.decay", "body.round", "body.quality",   "body.fine", "body.pickup", "body.warp"
};
inline constexpr std::array<std::string_view, 6> out { "out.box",   "out.box_mix", "out.room",
                                                       "out.level", "out.width",   "out.room_size" };
inline constexpr std::array<std::string_view, 15> more { "voice.vibrato",    "voice.vibrato_rate", "voice.glide",
                                                         "voice.mode",       "voice.strings",      "voice.response",
                                                         "hand.lift",        "hand.gesture_time",  "section.players",
                                                         "section.together", "section.tuning",     "section.divisi",
                                                         "out.sympathetic",  "out.guard",          "contact.literal" };
} // namespace front

/** The most important controls of a player; hosts show the same on hardware controls. */
inline constexpr std::array<FrontPanel, 4> frontPanels { { { "Hand", front::handPlayed, front::hand },
                                                           { "Contact", {}, front::contact },
                                                           { "Body", {}, front::body },
                                                           { "Out", {}, front::out } } };

/** The panel that the page for browsers has below these: it has no page Design. */
inline constexpr FrontPanel furtherPanel { "More", {}, front::more };
} // namespace kolophon
