// SPDX-License-Identifier: GPL-3.0-or-later
#include "Analysis/Parallel.h"
#include "Core/Fnv.h"
#include "Core/KaiserWindow.h"
#include "Core/Text/NumberText.h"
#include "Files/Json/ShallowJson.h"
#include "Files/Parts/BodyFile.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Tables/Csv.h"
#include "Reports/Pages/Page.h"

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <set>
#include <stdexcept>
#include <thread>

using namespace kolophon;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinRel;

TEST_CASE ("numbers as text", "[text]")
{
    CHECK (shortest (0.1) == "0.1");
    CHECK (shortest (1e300) == "1e+300");
    CHECK (std::stod (shortest (1.0 / 3.0)) == 1.0 / 3.0);
    CHECK (significant (0.080712, 3) == "0.0807");
    CHECK (significant (20000.0, 1) == "2e+04");
    CHECK (significant (1.5, 4) == "1.5");
    CHECK (fixed (2.345, 1) == "2.3");
    CHECK (fixed (-0.5, 2) == "-0.50");
    CHECK (fixed (std::numeric_limits<double>::max(), 0).size() == 309);
    CHECK (formatted ("%5.1f %%|%-4s|%03d", 12.345, "ab", 7) == " 12.3 %|ab  |007");
    CHECK (formatted ("%s", std::string (5000, 'x').c_str()).size() == 5000);
}

TEST_CASE ("fingerprints are FNV-1a of 64 bits", "[text]")
{
    const auto of = [] (std::string_view text)
    {
        Fnv hash;
        hash.add (text);
        return hash.value();
    };
    CHECK (of ("") == 0xcbf29ce484222325u); // published test vectors
    CHECK (of ("a") == 0xaf63dc4c8601ec8cu);
    CHECK (of ("foobar") == 0x85944171f73967e8u);
    Fnv number;
    number.add (1.0); // 3ff0000000000000, the lowest byte first
    CHECK (number.value() == of (std::string_view ("\0\0\0\0\0\0\xf0\x3f", 8)));
}

TEST_CASE ("Kaiser's window has the values of its tables", "[text]")
{
    CHECK_THAT (besselI0 (1.0), WithinRel (1.2660658777520084, 1e-14)); // Abramowitz & Stegun, table 9.8
    CHECK_THAT (besselI0 (10.0), WithinRel (2815.716628466254, 1e-14));
    CHECK_THAT (besselI0 (20.0), WithinRel (43558282.55955353, 1e-13));
    CHECK (kaiserWindow (0.0, 9.0) == 1.0);
    CHECK_THAT (kaiserWindow (1.0, 10.0), WithinRel (1.0 / 2815.716628466254, 1e-13));
}

TEST_CASE ("a table is written as it is read", "[text]")
{
    CsvText csv ("number,nothing,more");
    csv.number (1.0 / 3.0).number (std::optional<double>()).number (std::size_t { 7 }).cell ("plain").endRow();
    csv.cell ("a,b").quoted ("say \"no\"").number (std::numeric_limits<double>::quiet_NaN()).endRow();
    CHECK (csv.text() == "number,nothing,more\n0.3333333333333333,,7,plain\n\"a,b\",\"say \"\"no\"\"\",nan\n");
    CsvRow row ("0.3333333333333333,,7,plain");
    CHECK (row.number<double>() == 1.0 / 3.0);
    CHECK (row.optional() == std::nullopt);
    CHECK (row.number<std::size_t>() == 7);
    CHECK_FALSE (row.complete());
    CHECK (row.text() == "plain");
    CHECK (row.complete());
    CHECK (row.text().empty()); // one more than there is
    CHECK_FALSE (row.complete());
    CsvRow words ("1.5x");
    words.number<double>();
    CHECK_FALSE (words.complete());
}

TEST_CASE ("work divided among threads is done once, stops when asked, and hands on what was thrown", "[text]")
{
    for (const int threads : { -1, 0, 1, 2, 7 })
    {
        CAPTURE (threads);
        std::vector<std::atomic<int>> times (1000);
        inParallel (times.size(), threads, [&times] (std::size_t i) { ++times[i]; });
        CHECK (std::all_of (times.begin(), times.end(), [] (const auto& n) { return n == 1; }));

        std::atomic<int> done { 0 };
        inParallel (
            1000, threads, [&done] (std::size_t) { ++done; }, [&done] { return done >= 10; });
        CHECK (done >= 10);
        CHECK (done < 10 + 8);

        std::atomic<int> begun { 0 };
        CHECK_THROWS_WITH (inParallel (1000, threads,
                                       [&begun] (std::size_t)
                                       {
                                           ++begun;
                                           throw std::runtime_error ("five");
                                       }),
                           "five");
        CHECK (begun < 8);
    }
    std::mutex guard;
    std::set<std::thread::id> makers;
    int made = 0;
    inParallelEach (100, 3,
                    [&]
                    {
                        const std::scoped_lock lock (guard);
                        makers.insert (std::this_thread::get_id());
                        ++made;
                        return [] (std::size_t) {};
                    });
    CHECK (made == 3);
    CHECK (makers.size() == 3);
    inParallelEach (0, 3, [&made] { return ++made, [] (std::size_t) {}; });
    CHECK (made == 3); // nothing to do, nothing made
    CHECK (threadsFor (5) == 5);
    CHECK (threadsFor (0) >= 1);
}

TEST_CASE ("a page escapes what is put into it, and leaves out what is empty", "[text]")
{
    const auto text = page ("lab", { { "title", "<b>&\"'" },
                                     { "count", "1 experiment" },
                                     { "score", "0 of 0" },
                                     { "command", "{{title}} </pre><script>" },
                                     { "experiments", Json::array() } });
    CHECK_THAT (text, Contains ("<title>&lt;b&gt;&amp;&quot;&#39;</title>"));
    CHECK_THAT (text, Contains ("<pre>{{title}} &lt;/pre&gt;&lt;script&gt;</pre>")); // no template in a text
    CHECK_THAT (text, Contains ("<p>1 experiment, 0 of 0 numbers"));
    CHECK_THAT (text, ! Contains ("<h2"));
    CHECK_THAT (text, Contains ("font: 15px")); // the style of all pages, and its own
    CHECK_THAT (text, Contains ("nav { columns:"));
    CHECK_THAT (text, Contains (".uplot {") && Contains (".numbers {")); // the style of figures
    CHECK_THAT (text, Contains ("class: \"numbers\"") && Contains ("\nplots.drawAll();\n</script>"));
}

TEST_CASE ("bodies and presets are laid out for people", "[text]")
{
    CustomBody body;
    body.name = "tin \"can\"";
    body.mass = 0.25;
    body.modes.push_back ({ 440.0, 1.5, { 1.0, 0.5 }, 1.0, -0.5 });
    body.modes.push_back ({ 660.0, 0.5, { 0.75 }, 0.0, 1.0 });
    CHECK (bodyToJson (body) == R"({
    "kolophon_body": 1,
    "name": "tin \"can\"",
    "mass": 0.25,
    "modes": [
        { "frequency": 440.0, "t60": 1.5, "shape": [1.0,0.5], "left": 1.0, "right": -0.5 },
        { "frequency": 660.0, "t60": 0.5, "shape": 0.75, "left": 0.0, "right": 1.0 }
    ]
}
)");
    Preset preset;
    preset.info = { "One", "Nobody", "Two\nlines", { "a", "b" } };
    preset.customBody = body;
    preset.gesture = DrawnGesture::door();
    const auto text = presetToJson (preset);
    CHECK (text.starts_with (R"({
    "format": "kolophon-preset",
    "version": 5,
    "name": "One",
    "author": "Nobody",
    "notes": "Two\nlines",
    "tags": ["a","b"],
    "parameters": {
        ")"));
    CHECK_THAT (text, Contains ("\n        \"hand.position\": 0.13,\n"));
    CHECK_THAT (text, Contains ("\n        \"hand.force_mode\": \""));
    CHECK_THAT (text, Contains ("\n        \"hand.speed\": { \"value\": "));
    CHECK_THAT (text, Contains ("\n    },\n    \"gesture\": [["));
    CHECK (text.ends_with (R"(
    "custom_body": {
        "kolophon_body": 1,
        "name": "tin \"can\"",
        "mass": 0.25,
        "modes": [
            { "frequency": 440.0, "t60": 1.5, "shape": [1.0,0.5], "left": 1.0, "right": -0.5 },
            { "frequency": 660.0, "t60": 0.5, "shape": 0.75, "left": 0.0, "right": 1.0 }
        ]
    }
}
)"));
}
