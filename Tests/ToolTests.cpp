// SPDX-License-Identifier: GPL-3.0-or-later
#include "Files/Presets/PresetFile.h"
#include "Rendering/Loudness.h"
#include "Support/HurriedSong.h"
#include "Support/Listener.h"
#include "Support/ReadSound.h"
#include "Support/Rounding.h"
#include "Support/Scene.h"
#include "Support/ToolFolder.h"
#include "Synth/Parameters/PatchChoices.h"

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <unistd.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Json = nlohmann::json;
namespace fs = std::filesystem;

namespace
{
const std::string tool = KOLOPHON_TOOL;
const std::string demos = KOLOPHON_SOURCE_FOLDER "/Resources/Demos/";

using Bench = ToolFolder;

int countLines (const std::string& text)
{
    return static_cast<int> (std::count (text.begin(), text.end(), '\n'));
}
} // namespace

TEST_CASE ("help shows examples first, version says its number", "[tool]")
{
    const Bench bench;
    for (const auto* arguments : { "--help", "render --help", "body --help" })
    {
        const auto help = bench.run (arguments);
        CHECK (help.code == 0);
        CHECK (help.out.find ("Examples:") < help.out.find ("Options:"));
    }
    const auto version = bench.run ("--version");
    CHECK (version.code == 0);
    CHECK_THAT (version.out, Contains ("kolophon 0."));
}

TEST_CASE ("the first sound of Scripts/play is the one that the tool renders", "[tool]")
{
    // One note, G3, of two seconds.
    const Bench bench;
    bench.write (
        "note.mid",
        std::string ("MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\15\0\x90\x37\x50\x83\x00\x80\x37\0\0\xff\x2f\0", 35));
    REQUIRE (bench.run ("render note.mid --normalise -18LUFS -o tool.wav --quiet").code == 0);
    const auto demo = bench.shell ("'" KOLOPHON_DEMO "' note.mid demo.wav");
    INFO (demo.err);
    REQUIRE (demo.code == 0);
    CHECK_THAT (demo.out, Contains ("-18.0 LUFS"));
    // Of a WAV file: "data", its length, the samples. The texts beside them differ.
    const auto samples = [&] (const std::string& name)
    {
        const auto file = bench.file (name);
        const auto at = file.find ("data");
        const auto byte = [&] (std::size_t i)
        { return static_cast<std::size_t> (static_cast<unsigned char> (file[at + 4 + i])); };
        return file.substr (at + 8, byte (0) | byte (1) << 8 | byte (2) << 16 | byte (3) << 24);
    };
    CHECK (samples ("tool.wav").size() > 2 * 48000 * 6);
    CHECK (samples ("tool.wav") == samples ("demo.wav"));
    CHECK (bench.shell ("'" KOLOPHON_DEMO "' nothing.mid x.wav").code == 3);
    CHECK (bench.shell ("'" KOLOPHON_DEMO "' note.mid").code == 2);
    CHECK_FALSE (std::filesystem::exists (bench.path ("x.wav")));
}

TEST_CASE ("every mistake has one clear line, its exit code, and leaves no file", "[tool]")
{
    struct Case
    {
        std::string arguments, words;
        int code;
    };
    const Bench bench;
    std::ofstream (bench.folder / "broken.mid", std::ios::binary)
        << contents (demos + "bach-prelude-bwv1007.mid").substr (0, 9);
    std::ofstream (bench.folder / "broken.wav") << std::string (100, 'x');
    std::ofstream (bench.folder / "broken.json") << R"({"format": "kolophon-song", "version": 1})";
    const std::string note = "render --note G3 --seconds 0.1 -o x.wav ";
    const auto wrong = GENERATE_COPY (values<Case> ({
        { "", "subcommand", 2 },
        { "bogus", "bogus", 2 },
        { "list", "parameters", 2 },
        { "list songs", "songs", 2 },
        { note + "--note B3", "--note is given more than once", 2 },
        { "render --note A3 --seconds", "--seconds needs a value", 2 },
        { note + "--quite", "unexpected argument \"--quite\"; did you mean \"--quiet\"?", 2 },
        { "schema preset scenario", "\"scenario\"; see kolophon schema --help", 2 },
        { "body", "input", 2 },
        { "body ../broken.wav --modes 0", "modes", 2 },
        { "body none.json", "none.json", 3 },
        { "body ../broken.json -o x.json", "broken.json: kolophon_body", 3 },
        { "body ../broken.wav -o x.json", "broken.wav: this is not a WAV, AIFF, FLAC or Ogg file", 3 },
        { "render -o x.wav", "MIDI file", 2 },
        { "render --note G3", "output", 2 },
        { "render a.mid --note G3 -o x.wav", "not both", 2 },
        { "render --note H3 -o x.wav", "H3", 2 },
        { "render --note 128 -o x.wav", "128", 2 },
        { note + "--set hand.sped=1", "did you mean \"hand.speed\"", 2 },
        { note + "--set hand.guide=1", "did you mean \"voice.guide\"", 2 },    // the name in its group
        { note + "--set 'Bow width=1'", "did you mean \"surface.width\"", 2 }, // as the editor names it
        { note + "--set 'wave impedence=1'", "did you mean \"body.impedance\"", 2 },
        { note + "--set hand.speed", "id=value", 2 },
        { note + "--set hand.speed=9", "0.5 mm/s to 3 m/s", 2 },
        { note + "--set 'hand.speed=1 N'", "wrong unit", 2 },
        { note + "--set hand.lift=Jump", "Ring, Soft, Stop", 2 },
        { note + "--passes 9", "quality.passes", 2 },
        { note + "--oversample 3", "quality.oversampling", 2 },
        { note + "--seed x", "voice.seed", 2 },
        { note + "--body none.json", "none.json", 3 },
        { note + "--body ../broken.json", "broken.json: kolophon_body", 3 },
        { note + "--gesture none.json", "none.json", 3 },
        { note + "--gesture ../broken.json", "kolophon_gesture", 3 },
        { note + "--drive none.wav", "none.wav", 3 },
        { note + "--drive ../broken.wav", "broken.wav", 3 },
        { note + "--bits 20", "16, 24, 32f", 2 },
        { note + "--tail long", "auto", 2 },
        { note + "--rate 7000", "rate", 2 },
        { note + "--block 0", "block", 2 },
        { note + "--seconds nan", "--seconds: \"nan\" is out of range; allowed: 0.001 to 3600", 2 },
        { note + "--seconds inf", "--seconds", 2 },
        { note + "--seconds -1", "--seconds", 2 },
        { note + "--tail nan", "use auto or 0 to 600", 2 },
        { note + "--rate nan", "--rate", 2 },
        { note + "--velocity nan", "--velocity", 2 },
        { note + "--set hand.speed=nan", "not a number", 2 },
        { note + "--set body.modes=32.5", "body.modes: \"32.5\" is not a whole number; allowed: ", 2 },
        { "map --x hand.position=0.1:0.2 --y hand.force=1:2 -o x --seconds nan",
          "--seconds: \"nan\" is out of range; allowed: 0.2 to 60", 2 },
        { "map --x hand.position=0.1:0.2 --y hand.force=1:2 -o x --sound-seconds nan", "--sound-seconds", 2 },
        { "map --x hand.position=nan:0.2 --y hand.force=1:2 -o x", "not a number", 2 },
        { "render --note G3 --seconds 0.1 -o x.mp3",
          "--output: \"x.mp3\" is not a supported output format: WAV files (.wav), with samples of 16 or 24", 2 },
        { "render --note G3 --seconds 0.1 -o x", "WAV files", 2 },
        { note + "--probes x.txt", "tables (.csv)", 2 },
        { "body none.json -o x.yaml", "body files (.json)", 2 },
        { "lab nosuch", "see kolophon lab list", 3 },
        { "lab ../none/none.json", "no such experiment or file:", 3 },
        { "lab /dev/zero", "it is a device, not a file", 3 },
        { "lab .", "it is a folder", 3 },
        { note + "-p .", "it is a folder", 3 },
        { note + "-p /dev/zero", "it is a device", 3 },
        { "render none.mid -o x.wav", "No such file or directory", 3 },
        { note + "--ledger x.txt", ".csv or .json", 2 },
        { note + "--ledger x.csv --set quality.ledger=off", "--ledger needs quality.ledger=on", 2 },
        { note + "--probes x.wav", "x.wav", 2 },
        { "render ../broken.mid -o ../broken.mid", "WAV files", 2 },
        { "render none.mid -o x.wav", "none.mid", 3 },
        { "render ../broken.mid -o x.wav", "broken.mid: ", 3 },
        { note + "-p Flautando2", "did you mean \"Flautando\"", 3 },
        { note + "-p ../broken.json", "neither a Kolophon session nor a preset", 3 },
        { "render --note G3 --seconds 0.1 -o none/x.wav", "none/x.wav", 5 },
        { "render --note G3 --seconds 0.1 -o .", "folder", 5 },
        { note + "--probes none/x.csv", "none/x.csv", 5 },
        { note + "--ledger none/x.json", "none/x.json", 5 },
    }));
    INFO (wrong.arguments);
    const auto outcome = bench.run (wrong.arguments);
    CHECK (outcome.code == wrong.code);
    CHECK (outcome.out.empty());
    CHECK (countLines (outcome.err) == 1);
    CHECK_THAT (outcome.err, Contains (wrong.words));
    CHECK (bench.files().empty());
}

TEST_CASE ("a body is read, written, rubbed, and taken out of the recording of a rubbed one", "[tool]")
{
    const Bench bench;
    std::ofstream (bench.folder / "work/pan.json") << R"({"kolophon_body": 1, "name": "Pan", "mass": 0.2,
               "modes": [{"frequency": 523.4, "t60": 1}, {"frequency": 220, "t60": 2}]})";
    const auto table = bench.run ("body pan.json");
    CHECK (table.code == 0);
    CHECK_THAT (table.out, Contains ("Pan") && Contains ("220.000") && Contains ("523.400") && Contains ("A3 +0"));

    // Half a second is rubbed, then it rings; the recording begins there.
    const std::string render = "render -p \"Plain String\" --note A3 --seconds 0.5 --rate 22050 --quiet --json --set "
                               "out.box=None --set out.guard=off ";
    const auto rubbed = bench.run (render + "-o a.wav --body pan.json");
    CHECK (rubbed.code == 0);
    const auto written = bench.run ("body pan.json -o sorted.json --json");
    CHECK (written.out == contents (bench.folder / "work/sorted.json"));
    CHECK (Json::parse (bench.run (render + "-o b.wav --body sorted.json").out)["hash"] ==
           Json::parse (rubbed.out)["hash"]);
    CHECK (Json::parse (bench.run (render + "-o c.wav").out)["hash"] != Json::parse (rubbed.out)["hash"]);

    auto sound = readSound (bench.folder / "work/a.wav");
    sound.info.format = SF_FORMAT_WAV | SF_FORMAT_FLOAT;
    const auto frames = static_cast<sf_count_t> (sound.samples.size()) / sound.info.channels;
    std::vector<double> left;
    for (std::size_t n = 0; n < sound.samples.size(); n += static_cast<std::size_t> (sound.info.channels))
        left.push_back (sound.samples[n]);
    sound.info.channels = 1;
    auto* file = sf_open ((bench.folder / "work/ring.wav").c_str(), SFM_WRITE, &sound.info);
    REQUIRE (file != nullptr);
    constexpr sf_count_t rubbedFrames = 13800;
    const auto rest = frames - rubbedFrames;
    CHECK (sf_writef_double (file, left.data() + rubbedFrames, rest) == rest);
    sf_close (file);
    const auto found = Json::parse (bench.run ("body ring.wav --modes 8 --json").out);
    REQUIRE (found["modes"].size() == 2);
    CHECK_THAT (found["modes"][0]["frequency"].get<double>(), Catch::Matchers::WithinRel (220.0, 5e-5));
    CHECK_THAT (found["modes"][1]["frequency"].get<double>(), Catch::Matchers::WithinRel (523.4, 5e-5));
    CHECK_THAT (found["modes"][0]["t60"].get<double>(), Catch::Matchers::WithinRel (2.0, 0.01));
    CHECK_THAT (found["modes"][1]["t60"].get<double>(), Catch::Matchers::WithinRel (1.0, 0.01));
    const auto straight = bench.run (render + "-o d.wav --body ring.wav");
    CHECK (straight.code == 0);
    CHECK (bench.run ("body ring.wav -o ring.wav").code == 2); // its own input
}

TEST_CASE ("an input is never overwritten", "[tool]")
{
    const Bench bench;
    fs::copy_file (demos + "bach-prelude-bwv1007.mid", bench.folder / "work/a.wav"); // whatever it is called
    const auto before = contents (bench.folder / "work/a.wav");
    const auto outcome = bench.run ("render a.wav -o ./a.wav");
    CHECK (outcome.code == 2);
    CHECK_THAT (outcome.err, Contains ("can't be two files at once"));
    CHECK (contents (bench.folder / "work/a.wav") == before);
}

TEST_CASE ("a full disk is exit code 5", "[tool]")
{
    if (! fs::exists ("/dev/full"))
        return;
    const Bench bench;
    CHECK (bench.run ("render --note G3 --seconds 0.1 -o /dev/full --quiet").code == 5);
}

TEST_CASE ("every command says when nobody can read what it says", "[tool]")
{
    if (! fs::exists ("/dev/full"))
        return;
    const Bench bench;
    std::ofstream (bench.folder / "work/pan.json")
        << R"({"kolophon_body": 1, "name": "Pan", "modes": [{"frequency": 220, "t60": 2}]})";
    const std::string arguments = GENERATE (
        "--help", "--version", "render --help", "list parameters", "list presets --json", "list laws --json",
        "list bodies", "lab list", "lab list --json", "list columns", "schema scenario", "schema preset", "schema body",
        "schema gesture", "lab static-curves", "lab static-curves --json", "body pan.json",
        "render --note G3 --seconds 0.05 --tail 0 -o a.wav",
        "render --note G3 --seconds 0.05 --tail 0 -o a.wav --json --quiet",
        "map --x hand.position=0.1:0.2:lin:2 --y hand.force=1:2:lin:2 --seconds 0.2 --no-sounds -o m --metric regime");
    CAPTURE (arguments);
    const auto outcome = bench.shell ("\"$K\" " + arguments + " >/dev/full");
    CHECK (outcome.code == 5);
    CHECK_THAT (outcome.err, Contains ("kolophon: cannot write to standard output"));
}

TEST_CASE ("a sound without a sample is a whole file", "[tool]")
{
    const Bench bench;
    // Format 0, one track, 96 ticks a quarter, and its end at once.
    std::ofstream (bench.folder / "work/empty.mid", std::ios::binary)
        << std::string ("MThd\0\0\0\6\0\0\0\1\0\x60MTrk\0\0\0\4\0\xff\x2f\0", 26);
    const auto outcome =
        bench.run (std::string ("render empty.mid -o a.wav --tail 0 --quiet --bits ") + GENERATE ("16", "24", "32f"));
    INFO (outcome.err);
    CHECK (outcome.code == 0);
    const auto bytes = contents (bench.folder / "work/a.wav");
    REQUIRE (bytes.size() > 44);
    const auto number = [&bytes] (std::size_t at)
    {
        std::uint32_t value = 0;
        for (std::size_t i = 4; i-- > 0;)
            value = (value << 8) | static_cast<unsigned char> (bytes[at + i]);
        return value;
    };
    CHECK (bytes.substr (0, 4) == "RIFF");
    CHECK (number (4) == bytes.size() - 8);
    // Every chunk ends where the next one begins, and the last one where the file does.
    std::size_t at = 12;
    bool hasData = false;
    while (at + 8 <= bytes.size())
    {
        if (bytes.substr (at, 4) == "data")
        {
            hasData = true;
            CHECK (number (at + 4) == 0);
        }
        at += 8 + number (at + 4) + number (at + 4) % 2;
    }
    CHECK (hasData);
    CHECK (at == bytes.size());
    CHECK (readSound (bench.folder / "work/a.wav").info.frames == 0);
}

TEST_CASE ("every box is as loud as the violin over the keys, within 2 LU, and so is none", "[tool]")
{
    const auto boxes = rowOf ("out.box").choices;
    const auto loudness = [] (double box)
    {
        double power = 0.0;
        for (const int key : { 36, 45, 54, 63, 72, 81 }) // a note may hit a resonance, six don't
        {
            Synth synth;
            synth.prepare (48000.0);
            auto patch = findFactoryPreset ("First Light")->patch;
            turn (patch, { { "out.box", box },
                           { "out.box_mix", 100.0 },
                           { "out.guard", 0.0 },
                           { "human.turning", 0.0 },
                           { "voice.vibrato", 0.0 },
                           { "voice.phrasing", 0.0 },
                           { "voice.guide_kind", placeOfChoice (GuideKind::hold) } }); // which the levels were set by
            synth.setPatch (patch);
            const auto sound = render (synth, { noteOn (0, key, 80.0 / 127.0) }, 48000);
            power += std::pow (10.0, 0.1 * integratedLoudness (sound.left, sound.right, 48000.0).value());
        }
        return 10.0 * std::log10 (power / 6.0);
    };
    const auto violin = std::find (boxes.begin(), boxes.end(), "Violin");
    REQUIRE (violin != boxes.end());
    REQUIRE (boxes.size() == 13); // a measured one without a response is the bare force
    const double asLoud = loudness (static_cast<double> (violin - boxes.begin()));
    for (std::size_t box = 0; box < boxes.size(); ++box)
    {
        INFO (boxes[box]);
        CHECK_THAT (loudness (static_cast<double> (box)), WithinAbs (asLoud, 2.0));
    }
}

TEST_CASE ("a rendering says what it measured, as text and as JSON", "[tool]")
{
    const Bench bench;
    const auto text = bench.run ("render --note G3,D4 --seconds 0.5 --tail 0.5 -o a.wav");
    CHECK (text.code == 0);
    for (const auto* word : { "length", "peak", "loudness", "ledger", "notes", "speed", "hash" })
        CHECK_THAT (text.out, Contains (word));
    CHECK_THAT (text.err, Contains ("100 %") && Contains ("10 %"));

    const auto report = bench.json ("render --note G3,D4 --seconds 0.5 --tail 0.5 -o a.wav");
    CHECK (report["schema"] == "kolophon-render");
    CHECK (report["schemaVersion"] == 1);
    CHECK (report["frames"] == 48000);
    CHECK (report["notes"] == 2);
    CHECK (report["checksPassed"] == true);
    CHECK (report["ledger"]["on"] == true);
    CHECK (report["ledger"]["relativeResidual"].get<double>() <= booksClose);
    CHECK_THAT (text.out, Contains (report["hash"].get<std::string>()));
    CHECK (bench.files() == std::set<std::string> { "a.wav" });

    const auto sound = readSound (bench.folder / "work/a.wav");
    CHECK (sound.info.samplerate == 48000);
    CHECK (sound.info.channels == 2);
    CHECK (sound.info.frames == 48000);
    CHECK ((sound.info.format & SF_FORMAT_SUBMASK) == SF_FORMAT_PCM_24);
    const auto manifest = Json::parse (sound.comment);
    CHECK (manifest["preset"] == "First Light");
    CHECK_THAT (manifest["command"].get<std::string>(), Contains ("--note G3,D4"));
}

TEST_CASE ("equal commands write equal files, and every format holds the same sound", "[tool]")
{
    const Bench bench;
    const auto file = [&bench] (const char* bits)
    {
        bench.json (std::string ("render --note A3 --seconds 0.3 --tail 0.1 -o a.wav --bits ") + bits);
        return contents (bench.folder / "work/a.wav");
    };
    const auto sound = [&] { return readSound (bench.folder / "work/a.wav").samples; };
    for (const auto* bits : { "16", "24", "32f" })
        CHECK (file (bits) == file (bits));
    file ("32f");
    const auto exact = sound();
    file ("24");
    const auto fine = sound();
    file ("16");
    const auto coarse = sound();
    REQUIRE (exact.size() == fine.size());
    REQUIRE (exact.size() == coarse.size());
    double worstFine = 0.0, worstCoarse = 0.0, loudest = 0.0;
    for (std::size_t i = 0; i < exact.size(); ++i)
    {
        loudest = std::max (loudest, std::abs (exact[i]));
        worstFine = std::max (worstFine, std::abs (exact[i] - fine[i]));
        worstCoarse = std::max (worstCoarse, std::abs (exact[i] - coarse[i]));
    }
    CHECK (loudest > listener::audible);
    CHECK (worstFine <= 0.51 / 8388608.0); // half a step, and the rounding of float
    CHECK (worstCoarse <= 1.51 / 32768.0); // half a step and one of dither
    CHECK (worstCoarse > 0.51 / 32768.0);  // dither is there
}

TEST_CASE ("settings reach the sound", "[tool]")
{
    const Bench bench;
    const auto hash = [&bench] (const std::string& arguments)
    { return bench.json ("render --note A3 --seconds 0.2 --tail 0 -o a.wav " + arguments)["hash"].get<std::string>(); };
    const auto plain = hash ("");
    CHECK (hash ("--set hand.speed=200mm/s") == plain);
    CHECK (hash ("--set quality.ledger=off") == plain);
    CHECK (hash ("--set 'hand.speed=0.1 m/s'") != plain);
    CHECK (hash ("--passes 3") != plain);
    CHECK (hash ("--oversample 2") != plain);
    CHECK (hash ("--velocity 30") != plain);
    CHECK (hash ("-p 'sul pont'") != plain);
}

TEST_CASE ("probes and ledger are tables with units in the heading", "[tool]")
{
    const Bench bench;
    bench.json ("render --note A3 --seconds 0.2 --tail 0 -o a.wav --probes p.csv --ledger l.csv");
    const auto probes = contents (bench.folder / "work/p.csv");
    const auto heading = probes.substr (0, probes.find ('\n'));
    for (const auto* column :
         { "time [s]", "bow velocity [m/s]", "normal force [N]", "relative velocity [m/s]", "friction force [N]",
           "bristle elongation [m]", "surface velocity [m/s]", "law state", "law mode", "stored energy [J]",
           "work in [J]", "friction loss [J]", "body loss [J]", "residual [J]", "bridge force [N]" })
        CHECK_THAT (heading, Contains (column));
    CHECK (countLines (probes) == 1 + 9600);
    for (auto at = probes.find ('\n') + 1; at < probes.size(); at = probes.find ('\n', at) + 1)
        REQUIRE (std::count (probes.begin() + static_cast<std::ptrdiff_t> (at),
                             probes.begin() + static_cast<std::ptrdiff_t> (probes.find ('\n', at)), ',') == 14);
    CHECK (countLines (contents (bench.folder / "work/l.csv")) == 1 + 20);

    bench.json ("render --note A3 --seconds 0.2 --tail 0 -o a.wav --ledger l.json");
    const auto account = Json::parse (contents (bench.folder / "work/l.json"));
    CHECK (account["schema"] == "kolophon-ledger");
    CHECK (account["workInJoule"].get<double>() > 0.0);
}

TEST_CASE ("lists exist as text and JSON", "[tool]")
{
    const Bench bench;
    for (const std::string what : { "parameters", "presets", "laws", "bodies", "columns" })
    {
        INFO (what);
        CHECK (bench.run ("list " + what).code == 0);
        const auto list = Json::parse (bench.run ("list " + what + " --json").out);
        CHECK (list.is_array());
        CHECK_FALSE (list.empty());
        if (what == "laws" || what == "bodies")
            for (const auto& item : list)
                CHECK_FALSE (item["description"].get<std::string>().empty());
    }
}
