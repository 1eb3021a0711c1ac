// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/CommaHost.h"
#include "Support/ToolFolder.h"

#include "Core/Text/AsciiText.h"
#include "Core/Text/NumberText.h"
#include "Files/Bytes/SystemReason.h"
#include "Files/Json/ShallowJson.h"
#include "Files/Parts/BodyFile.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Tables/CurveFile.h"
#include "Lab/Motion/Signal.h"
#include "Synth/Parameters/ParameterTable.h"

#include <cerrno>
#include <cmath>
#include <sstream>

using namespace kolophon;
using namespace kolophon::test;

/** Nothing that is written or read depends on a locale that a host has chosen. */
namespace
{
/** Everything that numbers become text in, and text numbers. */
std::string allTexts ()
{
    std::string text = formatted ("%.3f|%g|%8.2e", 1234.5678, 0.25, 1e-7) + shortest (0.1) + significant (1234.5, 3) +
                       fixed (1e6, 2) + scientific (1e-15, 1) + systemReason (ENOENT);
    for (const auto& parameter : parameterTable())
    {
        text += formatValue (parameter, parameter.defaultValue) + formatForHost (parameter, parameter.defaultValue) +
                formatRange (parameter);
        const auto read = parseValue (parameter, formatValue (parameter, parameter.defaultValue));
        text += read ? shortest (*read) : read.error().what();
    }
    const auto preset = *findFactoryPreset ("GUT CELLO"); // letters, too
    text += presetToJson (preset) + shortest (parseShallow (R"({ "x": 0.375 })")["x"].get<double>());
    text += presetToJson (presetFromJson (presetToJson (preset)).value());
    text += bodyToJson (
        bodyFromJson (R"({ "kolophon_body": 1, "modes": [ { "frequency": 311.5, "t60": 1.25 } ] })").value());
    const auto& speed = parameterTable()[*findParameter ("hand.speed")];
    const auto points = curveFromCsv ("0,0.05\n0.25,35 mm/s\n", speed).value();
    for (const auto& point : points)
        text += shortest (point.seconds) + " " + shortest (point.value);
    const lab::Signal signal (lab::Signal::Expression { "0.5*sin(2.5*t)+1e-3", {} });
    return text + shortest (signal.at (0.375)) + lowerCase (std::string ("HIGH IDLE"));
}

/** How the locale itself writes one and a half, or "" where it can't be had. */
std::string oneAndAHalf (const CommaHost& host)
{
    char digits[16] {};
    std::snprintf (digits, sizeof digits, "%.1f", 1.5);
    return host.isThere() ? digits : "";
}
} // namespace

TEST_CASE ("numbers and letters are the same whatever the locale", "[locale]")
{
    const auto expected = allTexts();
    const auto [name, digits] = GENERATE (
        table<std::string, std::string> ({ { "de_DE", "1,5" }, { "ps_AF", "1\u066b5" }, { "tr_TR", "1,5" } }));
    CAPTURE (name);
    const CompiledLocale locale (name);
    const CommaHost host (locale);
    REQUIRE (oneAndAHalf (host) == digits); // else nothing is tested: install `locales` (Scripts/setup)
    std::ostringstream stream;
    stream << 1.5;
    // The streams of libc++ keep the point where the locale's has several bytes.
    REQUIRE ((stream.str() != "1.5" || digits.size() > std::string ("1,5").size()));
    CHECK (allTexts() == expected);
}

TEST_CASE ("a number is read to its end, and nothing else is one", "[locale][text]")
{
    CHECK (numberIn ("0.5") == 0.5);
    CHECK (numberIn ("-1e-3") == -0.001);
    for (const auto* text : { "", "0,5", "0.5 ", " 0.5", "+1", "1e999", "inf", "nan", "0x1p3", "1.5m" })
        CHECK_FALSE (numberIn (text));
    CHECK (leadingNumber ("35 mm/s")->rest == " mm/s");
    for (const auto* text : { "1e999", "-1e999", "1e-999", "2e-324" }) // out of the range of double
        CHECK_FALSE (leadingNumber (text));
    CHECK (leadingNumber ("0.00e999 s")->value == 0.0);
    CHECK (leadingNumber ("4.9e-324")->value == 0x1p-1074);
    CHECK (leadingNumber ("1.7976931348623157e308")->value == 0x1.fffffffffffffp1023);
    CHECK (std::isinf (leadingNumber ("-inf")->value));
    CHECK (integerIn<int> ("-12") == -12);
    CHECK_FALSE (integerIn<int> ("1.0"));
}

TEST_CASE ("the tool says the same in a host's locale as without", "[locale]")
{
    const ToolFolder bench;
    const CompiledLocale locale ("de_DE");
    ::unsetenv ("LOCPATH");
    const auto host = std::string ("env LOCPATH='") + locale.folder.string() + "' LC_ALL=" + locale.name +
                      " LD_PRELOAD='" KOLOPHON_LOCALE_SHIM "' ";
    CHECK (bench.shell (host + "awk 'BEGIN { printf \"%.1f\", 1.5 }'").out != "1.5");
    bench.write ("b.json", R"({ "kolophon_body": 1, "modes": [ { "frequency": 311.5, "t60": 1.25 } ] })");
    bench.write ("c.csv", "0,0.05\n0.2,0.5\n");
    const std::string quick = " --note D4 --seconds 0.3 --tail 0.25 --rate 8000 ";
    for (const auto& arguments :
         { std::string ("list parameters"), std::string ("list parameters --json"),
           std::string ("preset show 'Dark Cello' --json"), std::string ("preset convert 'dark cello'"),
           std::string ("body b.json"), std::string ("lab dahl-closed-form --json --quiet"),
           std::string ("render --help"), std::string ("panels --help"), std::string ("map --help"),
           std::string ("take --help"), std::string ("measure --help"), std::string ("schema scenario"),
           std::string ("schema preset"), std::string ("completions bash"),
           "render -o a.wav --set 'hand.speed=0.35 m/s' --curve hand.force=c.csv --a4 442.5 --ledger - --quiet" + quick,
           std::string ("render -o a.wav --json nothere.mid"),
           "take -o 'a{i}.wav' --count 1 --vary 'hand.speed=±2.5%' --fade 1.5ms --trim 60.5 --normalise=-18.5LUFS "
           "--quiet" +
               quick + "&& cat a.takes.json" })
    {
        CAPTURE (arguments);
        const auto plain = bench.run (arguments), there = bench.shell (host + "\"$K\" " + arguments);
        CHECK (plain.code == there.code);
        CHECK (plain.out == there.out);
        CHECK (plain.err == there.err);
    }
}
