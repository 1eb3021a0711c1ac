// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Scene.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
double valueOf (std::string_view id, std::string_view text)
{
    return parseValue (rowOf (id), text).value();
}
std::string errorOf (std::string_view id, std::string_view text)
{
    const auto result = parseValue (rowOf (id), text);
    return result ? "" : result.error().what();
}
} // namespace

TEST_CASE ("texts with units become SI values")
{
    CHECK_THAT (valueOf ("hand.speed", "35 mm/s"), WithinRel (0.035, 1e-12));
    CHECK_THAT (valueOf ("hand.speed", "0.2"), WithinRel (0.2, 1e-15));
    CHECK_THAT (valueOf ("hand.speed", " +20cm/s "), WithinRel (0.2, 1e-12));
    CHECK_THAT (valueOf ("contact.travel", "64 um"), WithinRel (64e-6, 1e-12));
    CHECK_THAT (valueOf ("contact.travel", "64 µm"), WithinRel (64e-6, 1e-12));
    CHECK_THAT (valueOf ("hand.lift_time", "40 ms"), WithinRel (0.04, 1e-12));
    CHECK_THAT (valueOf ("out.level", "-6 dB"), WithinRel (-6.0, 1e-12));
    CHECK_THAT (valueOf ("contact.stiffness", "1e4 N/m"), WithinRel (1e4, 1e-12));
    CHECK_THAT (valueOf ("contact.stick_rate", "50 kHz"), WithinRel (5e4, 1e-12));
    CHECK_THAT (valueOf ("hand.force", "0.5 kN"), WithinRel (500.0, 1e-12));
    CHECK_THAT (valueOf ("hand.force", "500 mN"), WithinRel (0.5, 1e-12));
    CHECK_THAT (valueOf ("hand.stiffness", "20 N/mm"), WithinRel (2e4, 1e-12));
    CHECK_THAT (valueOf ("body.impedance", "300 g/s"), WithinRel (0.3, 1e-12));
    CHECK (valueOf ("hand.lift", "stop") == 2.0);
    CHECK (valueOf ("body.torsion", "OFF") == 0.0);
}

TEST_CASE ("a bad text is refused with the field, the value and the range, and nothing is clipped")
{
    CHECK (errorOf ("hand.speed", "3 N") == "hand.speed: \"3 N\" has the wrong unit; allowed: 0.5 mm/s to 3 m/s");
    CHECK (errorOf ("hand.speed", "9") == "hand.speed: \"9\" is out of range; allowed: 0.5 mm/s to 3 m/s");
    CHECK (errorOf ("hand.speed", "fast") == "hand.speed: \"fast\" is not a number; allowed: 0.5 mm/s to 3 m/s");
    CHECK (errorOf ("hand.lift", "Hover") == "hand.lift: \"Hover\" is not a valid choice; allowed: Ring, Soft, Stop");
    CHECK (errorOf ("body.torsion", "maybe") == "body.torsion: \"maybe\" is neither on nor off; allowed: on, off");
    CHECK_FALSE (errorOf ("voice.count", "2.5").empty());
    for (const auto text : { "", "nan", "inf", "-inf", "1e999", "0x10", "1 2", "--1", "µ" })
        for (const auto& p : parameterTable())
            if (p.scale != Scale::menu && p.scale != Scale::toggle)
                CHECK (! parseValue (p, text));
}

TEST_CASE ("what is shown can be typed back, for every parameter over its whole range")
{
    test::Random random (31);
    for (const auto& p : parameterTable())
        for (int i = 0; i < 200; ++i)
        {
            const double value =
                i == 0 ? p.minimum : (i == 1 ? p.maximum : (i == 2 ? p.defaultValue : random.valueOf (p)));
            const auto text = formatValue (p, value);
            const auto back = parseValue (p, text);
            CAPTURE (p.id, value, text);
            REQUIRE (back.has_value());
            REQUIRE_THAT (back.value(), WithinRel (value, 6e-5) || WithinAbs (value, 1e-12));
        }
}

TEST_CASE ("very small values are shown as people write them")
{
    const auto shown = [] (std::string_view id, double value) { return formatValue (rowOf (id), value); };
    CHECK (shown ("body.inharmonicity", 1e-5) == "1.0e-5");
    CHECK (shown ("body.inharmonicity", 2.5e-7) == "2.5e-7");
    CHECK (shown ("body.inharmonicity", 1.23456e-5) == "1.2346e-5");
    CHECK (shown ("body.inharmonicity", 0.003) == "0.003");
    CHECK (shown ("contact.memory_time", 2e-5) == "20 µs");
    CHECK (valueOf ("contact.thermal_time", "10 µs") == 1e-5);
}

TEST_CASE ("a host's 0 to 1 and the value are inverse to each other")
{
    test::Random random (32);
    for (const auto& p : parameterTable())
    {
        for (int i = 0; i < 200; ++i)
        {
            const double value = random.valueOf (p);
            CAPTURE (p.id, value);
            REQUIRE_THAT (p.fromNormalised (p.toNormalised (value)),
                          WithinRel (value, 1e-12) || WithinAbs (value, 1e-12));
        }
        CHECK (p.fromNormalised (std::nan ("")) == p.defaultValue);
        CHECK (p.fromNormalised (-5.0) == p.minimum);
        CHECK_THAT (p.fromNormalised (5.0), WithinRel (p.maximum, 1e-12) || WithinAbs (p.maximum, 1e-12));
    }
}

TEST_CASE ("kinetic friction never exceeds static friction in what is played")
{
    const auto patch = admissible (test::patchWith ({ { "contact.mu_static", 0.2 }, { "contact.mu_kinetic", 0.9 } }));
    CHECK (patch.contact.muKinetic == patch.contact.muStatic);
}

TEST_CASE ("a menu that gets another name keeps the places of those that it had")
{
    const std::array<std::string_view, 4> names { "Ring", "Soft", "Stop", "Slap" };
    auto menu = test::rowOf ("hand.lift");
    menu.choices = std::span (names).first (3);
    menu.maximum = 2.0;
    auto longer = menu;
    longer.choices = names;
    longer.maximum = 3.0;
    REQUIRE (menu.places == 8);
    for (const double choice : { 0.0, 1.0, 2.0 })
    {
        CHECK_THAT (menu.toNormalised (choice), WithinAbs (choice / 7.0, 1e-15));
        CHECK (longer.toNormalised (choice) == menu.toNormalised (choice));
        CHECK (longer.fromNormalised (menu.toNormalised (choice)) == choice);
    }
    CHECK (menu.fromNormalised (3.0 / 7.0) == 2.0); // not yet there: the last
    CHECK (longer.fromNormalised (3.0 / 7.0) == 3.0);
    CHECK (menu.fromNormalised (1.0) == 2.0);
}

TEST_CASE ("random values draw every choice of a menu about equally often")
{
    const auto& laws = test::rowOf ("contact.law");
    std::vector<int> drawn (laws.choices.size(), 0);
    constexpr int perLaw = 60;
    const int total = perLaw * static_cast<int> (drawn.size() - 1);
    for (int i = 0; i <= total; ++i)
        ++drawn[static_cast<std::size_t> (laws.drawnBy (static_cast<double> (i) / total))];
    for (std::size_t law = 0; law < drawn.size(); ++law) // those at the ends have half of what rounds to them
        CHECK (std::abs (drawn[law] - (law == 0 || law + 1 == drawn.size() ? perLaw / 2 : perLaw)) <= 1);
}
