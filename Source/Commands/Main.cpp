// Long: every command with its options, in the order of the help.
#include "../Files/PresetFile.h"
#include "../Files/ShellWord.h"
#include "../Files/TuningFile.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Synth/Synth.h"
#include "BodyCommand.h"
#include "CompareCommand.h"
#include "Completions.h"
#include "FiguresCommand.h"
#include "LabCommand.h"
#include "ListCommand.h"
#include "MapCommand.h"
#include "MapHelp.h"
#include "MeasureCommand.h"
#include "PanelsCommand.h"
#include "PresetCommand.h"
#include "RenderCommand.h"
#include "TakeCommand.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#if ! defined(_WIN32)
 #include <unistd.h>
#endif

namespace
{
using namespace kolophon;

constexpr auto examples = R"(Examples:
  kolophon render song.mid -o song.wav
  kolophon render song.mid -o song.wav --preset "Gut Cello" --set hand.pressure="60 %"
  kolophon render --note G3 --seconds 4 -o g.wav --set hand.speed="35 mm/s"
  kolophon render --note D4 -o d.wav --preset "Lab: Helmholtz D4" --probes d.csv --ledger d.json --json
  kolophon compare --note D4 --seconds 3 --laws kolophon,lugre,dupont -o laws/
  kolophon map --x hand.position=0.02:0.3 --y hand.force="50 mN:20 N" -p "Lab: Helmholtz D4" -o map/
  kolophon panels -p "Glass Rim" --count 200
  kolophon measure -p "Cello Gut" --notes C2,G2,D3,A3 --family cello
  kolophon body pan.wav -o pan.json
  kolophon render --note A3 -o a.wav --body pan.json
  kolophon lab all -o lab/
  kolophon render *.mid -o songs/ --normalise -18LUFS
  kolophon render last.performance -o again.wav
  kolophon take -p "Old Hinge" --note A3 --seconds 2.5 --count 32 --vary "hand.speed=±20%,*.seed=*" -o "creak_{i:03}.wav"
  kolophon preset diff "Gut Cello" "Cello Gut"
  kolophon list parameters
  kolophon list presets --json
  kolophon figures laws --law lugre -o pictures/
)";

constexpr auto compareExamples = R"(Examples:
  kolophon compare --note D4 --seconds 3 --laws kolophon,lugre,dupont -o laws/
  kolophon compare song.mid -p "Gut Cello" --laws all -o laws/ --set hand.pressure="60 %"
  kolophon list laws
)";

constexpr auto bodyExamples = R"(Examples:
  kolophon body pan.wav -o pan.json
  kolophon body bell.wav -o bell.json --modes 24
  kolophon body pan.json
  kolophon render --note A3 --seconds 4 -o pan.wav --body pan.json
)";

/** A number of this range. CLI::Range takes what is not a number for one of any range. */
template <class Number>
CLI::Validator between (Number lowest, Number highest)
{
    std::ostringstream range;
    range << lowest << " to " << highest;
    const auto check = [lowest, highest, allowed = range.str()] (const std::string& text)
    {
        Number value {};
        return CLI::detail::lexical_cast (text, value) && value >= lowest && value <= highest
                   ? std::string()
                   : "\"" + text + "\" is not in its range; allowed: " + allowed;
    };
    return { check, range.str() };
}

/** Lists a command with the first line of its description: the examples stand in its own help. */
struct BriefFormatter : CLI::Formatter
{
    std::string make_subcommand (const CLI::App* command) const override
    {
        const auto description = command->get_description();
        std::stringstream text;
        CLI::detail::format_help (text, command->get_name(), description.substr (0, description.find ('\n')), 30);
        return text.str();
    }
};

/** The command as it was typed, as far as a shell would need quotes. */
std::string commandLine (int count, char** words)
{
    std::string line = "kolophon";
    for (int i = 1; i < count; ++i)
        line += " " + shellWord (words[i]);
    return line;
}

/** What the help calls the value of an option, where a shell should offer what there is of it, beside files. */
constexpr auto presetType = "PRESET", experimentType = "EXPERIMENT";

std::vector<std::string> offered (const std::string& type)
{
    std::vector<std::string> names;
    if (type == presetType)
        for (const auto& preset : factoryPresets())
            names.push_back (preset.info.name);
    else if (type == experimentType)
        names = laboratoryWords();
    return names;
}

/** What the keys are tuned to: of every command that plays. */
void addTuningOptions (CLI::App& command, RenderOptions& o)
{
    command.add_option ("--tuning", o.tuning,
                        "Scale and keyboard mapping in Scala's formats: scale.scl, map.kbm, or both with a comma");
    command.add_option ("--a4", o.a4, "Frequency of A4 in Hz")->check (between (lowestA4, highestA4));
}

/** What is played, how, and what is said about it: the same for render, take and compare. */
void addSoundOptions (CLI::App& command, RenderOptions& o)
{
    const auto* preset = command.add_option ("-p,--preset", o.preset, "Factory preset or preset file")
                             ->type_name (presetType)
                             ->capture_default_str();
    command.parse_complete_callback ([&o, preset] { o.presetGiven = preset->count() > 0; });
    addTuningOptions (command, o);
    command.add_option ("--body", o.body,
                        "Rub this body: a file of modes, or the recording of a tap (kolophon body --help)");
    command.add_option ("--gesture", o.gesture,
                        "Draw this gesture at every key: a file of points of speed, force and place");
    command.add_option ("--drive", o.drive,
                        "Recording (WAV, AIFF, FLAC, Ogg) that moves the hands as a side-chain would: their speed, or "
                        "hand.drive=\"Audio force\"");
    command.add_option ("--set", o.settings, "Change a parameter: id=value; may be repeated")->allow_extra_args (false);
    command.add_option ("--note", o.note, "Play this instead of a song: G3, C#4, or a chord G2,D3,B3; C4 is middle C");
    command.add_option ("--seconds", o.seconds, "How long --note is held")
        ->check (between (0.001, 3600.0))
        ->capture_default_str();
    command.add_option ("--velocity", o.velocity, "Velocity of --note")
        ->check (between (1, 127))
        ->capture_default_str();
    command.add_option ("--rate", o.rate, "Sample rate in Hz")
        ->check (between (static_cast<int> (Synth::minSampleRate), static_cast<int> (Synth::maxSampleRate)))
        ->capture_default_str();
    command.add_option ("--block", o.block, "Samples per block; never changes the sound")
        ->check (between (1, 1 << 20))
        ->capture_default_str();
    command.add_option ("--bits", o.bits, "16 (dithered), 24 or 32f")->capture_default_str();
    command.add_option ("--tail", o.tail, "Seconds after the last event, or auto: until it is silent")
        ->capture_default_str();
    command.add_option ("--passes", o.passes, "Refinements of each contact step (quality.passes)");
    command.add_option ("--oversample", o.oversample, "1 or 2 (quality.oversampling)");
    command.add_flag ("--json", o.json, "Results as one JSON object");
    command.add_flag ("--quiet", o.quiet, "No progress and no table");
}

/** The same for render and take. */
void addFileOptions (CLI::App& command, RenderOptions& o)
{
    command
        .add_option ("--curve", o.curves,
                     "A parameter's course: id=file.csv, with rows of seconds,value; may be repeated")
        ->allow_extra_args (false);
    command.add_option ("--normalise", o.normalise,
                        "Level of the files: -18LUFS, which never takes a peak past -1 dBFS, or -1dBFS");
    command.add_option ("--jobs", o.jobs, "Threads (default: one per processor); never changes the result")
        ->check (between (1, 256));
}

CLI::App* addRender (CLI::App& app, RenderOptions& o)
{
    auto* command =
        app.add_subcommand ("render", std::string ("Play a MIDI file or a note into a WAV file.\n\n") + examples);
    command->add_option ("song", o.songs,
                         "Standard MIDI files, format 0 or 1, or recorded performances, which bring their own preset "
                         "and rate; * and ? stand for any letters, - for standard input");
    command
        ->add_option ("-o,--output", o.output,
                      "WAV file to write; - for standard output; of several songs a folder, or FOLDER/{name}.wav")
        ->required();
    addSoundOptions (*command, o);
    addFileOptions (*command, o);
    command->add_option ("--seed", o.seed, "Which differences Human draws (voice.seed)");
    command->add_option ("--stems", o.stems,
                         "voices: every voice as a file beside the sound, FILE.voice1.wav …, without the guard");
    command->add_option ("--ledger", o.ledger, "Energy account: over time (FILE.csv) or its final state (FILE.json)");
    command->add_option ("--probes", o.probes, "The contact, sample by sample, as columns of FILE.csv");
    return command;
}

constexpr auto takeExamples = R"(Examples:
  kolophon take -p "Old Hinge" --note A3 --seconds 2.5 --count 32 --vary "hand.speed=±20%,*.seed=*" -o "creak_{i:03}.wav"
  kolophon take --note G3 --vary "hand.position=0.08:0.2" --trim --fade 2ms,50ms --normalise -18LUFS -o "g{i}.wav"
  kolophon take --from last.performance --vary "*.seed=*,hand.force=±10%" --count 8 -o "again-{i}.wav"
)";

CLI::App* addTake (CLI::App& app, TakeOptions& o)
{
    auto* command = app.add_subcommand (
        "take", std::string ("Play one gesture many times, each a little different, into files.\n\n") + takeExamples);
    auto& s = o.sound;
    s.seconds = 2.5;
    command->add_option ("-o,--output", s.output, "WAV files to write: {i} is the take's number, {i:03} with zeros")
        ->required();
    command->add_option ("--count", o.count, "How many takes")->check (between (1, 10'000))->capture_default_str();
    command->add_option ("--vary", o.vary,
                         "What differs: id=±20%, id=±5 mm/s, id=lowest:highest or id=*, separated by commas; * in an "
                         "id stands for any letters");
    command
        ->add_option (
            "--vary-gesture", o.varyGesturePercent,
            "Moves the points of the drawn gesture: by up to so many percent of speed and force, of an octave "
            "of place, and of half the time to the next one")
        ->check (between (0.0, 100.0));
    command->add_option ("--seed", o.seed, "Which takes: the same seed gives the same files")
        ->check (between (std::uint64_t { 0 }, std::uint64_t { 1 } << 53))
        ->capture_default_str();
    command->add_option ("--from", o.from, "Vary this recorded performance instead of --note");
    command->add_option ("--trim", o.trimDb, "Cut what lies so many dB below the peak at both ends (default: 60)")
        ->expected (0, 1)
        ->default_str ("60")
        ->check (between (6.0, 140.0));
    command->add_option ("--fade", o.fade, "Fade in and out: 5ms, or 2ms,50ms for the beginning and the end");
    command->add_option ("--manifest", o.manifest, "Where the list of takes goes (default: beside them, .takes.json)");
    addSoundOptions (*command, s);
    addFileOptions (*command, s);
    return command;
}

constexpr auto presetExamples = R"(Examples:
  kolophon preset list
  kolophon preset show "Gut Cello"
  kolophon preset validate presets/*.json
  kolophon preset diff "Gut Cello" mine.json
  kolophon preset convert old.json -o new.json
)";

/** `kolophon preset` and its own commands; what it was asked for ends up in `chosen`. */
CLI::App* addPreset (CLI::App& app, PresetOptions& o, ExitCode (*&chosen) (const PresetOptions&))
{
    auto* preset = app.add_subcommand ("preset", std::string ("List, show, check, compare and convert presets.\n\n") +
                                                     presetExamples);
    preset->require_subcommand (1);
    const auto add = [&] (const char* name, const char* help, ExitCode (*run) (const PresetOptions&))
    {
        auto* command = preset->add_subcommand (name, help);
        command->parse_complete_callback ([&chosen, run] { chosen = run; });
        return command;
    };
    const auto json = [&o] (CLI::App* command) { command->add_flag ("--json", o.json, "As JSON"); };
    auto* list = add ("list", "The built-in presets", listPresetNames);
    list->add_option ("--tag", o.tag, "Only those with this tag");
    json (list);
    auto* show = add ("show", "What a preset sets other than by default; with --json all of it", showPreset);
    show->add_option ("preset", o.name, "Built-in preset or preset file")->type_name (presetType)->required();
    json (show);
    auto* validate = add ("validate", "Whether files are presets; exit code 3 where one is none", validatePresets);
    validate->add_option ("files", o.files, "Preset files, or a plugin's saved states; * and ? stand for any letters")
        ->required();
    json (validate);
    auto* diff = add ("diff", "In what two presets differ", diffPresets);
    diff->add_option ("preset", o.name, "Built-in preset or preset file")->type_name (presetType)->required();
    diff->add_option ("other", o.other, "Built-in preset or preset file")->type_name (presetType)->required();
    json (diff);
    auto* convert = add ("convert", "Write a preset in the newest version of its format", convertPreset);
    convert->add_option ("preset", o.name, "Built-in preset, preset file or a plugin's saved state")
        ->type_name (presetType)
        ->required();
    convert->add_option ("-o,--output", o.output, "File to write (default: standard output)");
    return preset;
}

CLI::App* addCompare (CLI::App& app, CompareOptions& o)
{
    auto* command = app.add_subcommand (
        "compare", std::string ("Play the same gesture through several friction laws: sounds, differences, numbers and "
                                "a page with figures.\n\n") +
                       compareExamples);
    command->add_option ("song", o.sound.song, "Standard MIDI file, format 0 or 1");
    command->add_option ("-o,--output", o.sound.output, "Folder to write into; created if it does not exist")
        ->required();
    command->add_option ("--laws", o.laws, "Ids separated by commas, the reference first; or all")
        ->capture_default_str();
    o.sound.preset = "Plain String";
    addSoundOptions (*command, o.sound);
    command->add_option ("--seed", o.sound.seed, "Which differences Human draws (voice.seed)");
    return command;
}

CLI::App* addMap (CLI::App& app, MapOptions& o)
{
    auto* command = app.add_subcommand ("map", mapDescription());
    auto& s = o.sound;
    s.seconds = 1.5;
    s.note = "D4";
    s.preset = "Plain String";
    command->add_option ("--x", o.x, "Parameter and range along the map")->required();
    command->add_option ("--y", o.y, "Parameter and range up the map")->required();
    command->add_option ("-o,--output", s.output, "Folder to write into; created if it does not exist")->required();
    command->add_option ("--metric", o.metrics, "What to draw: ids separated by commas, or all")->capture_default_str();
    command->add_option ("-p,--preset", s.preset, "Factory preset or preset file")
        ->type_name (presetType)
        ->capture_default_str();
    addTuningOptions (*command, s);
    command->add_option ("--body", s.body, "Rub this body: a file of modes, or the recording of a tap");
    command->add_option ("--gesture", s.gesture,
                         "Draw this gesture at every key: a file of points of speed, force and place");
    command->add_option ("--set", s.settings, "Change another parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--law", o.law, "Friction law, by id (kolophon list laws)");
    command->add_option ("--note", s.note, "The one key that every cell plays")->capture_default_str();
    command->add_option ("--seconds", s.seconds, "How long it is held")
        ->check (between (0.2, 60.0))
        ->capture_default_str();
    command->add_option ("--velocity", s.velocity, "Velocity of the note")
        ->check (between (1, 127))
        ->capture_default_str();
    command->add_option ("--rate", s.rate, "Sample rate in Hz")
        ->check (between (static_cast<int> (Synth::minSampleRate), static_cast<int> (Synth::maxSampleRate)))
        ->capture_default_str();
    command->add_option ("--passes", s.passes, "Refinements of each contact step (quality.passes)");
    command->add_option ("--oversample", s.oversample, "1 or 2 (quality.oversampling)");
    command->add_option ("--seed", s.seed, "Which differences Human draws (voice.seed)");
    command
        ->add_option ("--sound-seconds", o.soundSeconds,
                      "How many seconds of every cell's sound are kept, at most --seconds")
        ->check (between (0.05, 60.0))
        ->capture_default_str();
    command->add_flag ("--no-sounds", o.noSounds, "Keep no sounds");
    command->add_option ("--jobs", o.jobs, "Threads (default: one per processor); never changes the result")
        ->check (between (1, 256));
    command->add_flag ("--restart", o.restart, "Start afresh, whatever is in the folder");
    command->add_flag ("--json", s.json, "The summary (map.json) as output");
    command->add_flag ("--quiet", s.quiet, "No progress and no table");
    command->footer (mapFooter());
    return command;
}

constexpr auto panelsExamples = R"(Examples:
  kolophon panels
  kolophon panels --set contact.law=LuGre --count 300
  kolophon panels -p "Glass Rim" --keys C3,C6 --within 400
  kolophon panels -p "Gut Cello" --wiggle 15 --keys C2,C5 -o wiggles.csv
  kolophon panels --tuning pelog.scl,pelog.kbm --a4 432
)";

CLI::App* addPanels (CLI::App& app, PanelsOptions& o)
{
    auto* command = app.add_subcommand (
        "panels", std::string ("Play random front panels and count how many speak: at the key, and as loud as the "
                               "preset; with its Guide and without.\n\n") +
                      panelsExamples);
    o.sound.velocity = 80;
    command->add_option ("-p,--preset", o.sound.preset, "Factory preset or preset file: everything that is not drawn")
        ->type_name (presetType)
        ->capture_default_str();
    addTuningOptions (*command, o.sound);
    command->add_option ("--set", o.sound.settings, "Change another parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--count", o.count, "How many panels")->check (between (1, 1'000'000))->capture_default_str();
    command->add_option ("--seed", o.seed, "Which panels")->check (between (0, 1 << 30))->capture_default_str();
    command->add_option ("--keys", o.keys, "Lowest and highest key")->capture_default_str();
    command->add_option ("--velocity", o.sound.velocity, "Velocity of the notes")
        ->check (between (1, 127))
        ->capture_default_str();
    command->add_option ("--within", o.within, "Milliseconds after the key in which a panel has to speak")
        ->check (between (1.0, 10'000.0))
        ->capture_default_str();
    command->add_option ("--wiggle", o.wiggle, "Percent of its way that a knob may stand from the preset; 0: anywhere")
        ->check (between (0.0, 100.0))
        ->capture_default_str();
    command->add_option ("-o,--output", o.sound.output, "Table of all panels (.csv)");
    command->add_option ("--jobs", o.jobs, "Threads (default: one per processor); never changes the result")
        ->check (between (1, 256));
    command->add_flag ("--json", o.sound.json, "Results as one JSON object");
    return command;
}

CLI::App* addFigures (CLI::App& app, FiguresOptions& o)
{
    auto* command = app.add_subcommand ("figures", "Draw the pictures of the documentation as SVG (with gnuplot).\n\n"
                                                   "Examples:\n  kolophon figures laws --law lugre -o pictures/\n"
                                                   "  kolophon figures bodies --body glass -o pictures/\n"
                                                   "  kolophon figures strings -o pictures/\n");
    command->add_option ("what", o.what, "laws, bodies or strings");
    command->add_option ("--law", o.law, "Only the pictures of this law, by id");
    command->add_option ("--body", o.body, "Only the pictures of this body, by id");
    command->add_option ("-o,--output", o.output,
                         "Folder to write into (default, in the project's own folder: Resources/Docs/Figures)");
    return command;
}

CLI::App* addBody (CLI::App& app, BodyOptions& o)
{
    auto* command = app.add_subcommand (
        "body",
        std::string ("Find the modes in the recording of a tap (an impulse response), or check a file of modes.\n\n") +
            bodyExamples);
    command
        ->add_option ("input", o.input,
                      "Recording (.wav, .aiff, .flac or .ogg, one or two channels), or body file "
                      "(see Resources/Schemas/body.schema.json)")
        ->required();
    command->add_option ("-o,--output", o.output, "Body file to write");
    command->add_option ("--modes", o.modes, "How many of the recording's modes to keep, strongest first")
        ->check (between (1, static_cast<int> (maxBodyModes)))
        ->capture_default_str();
    command->add_flag ("--json", o.json, "The body as JSON instead of a table");
    return command;
}

constexpr auto measureExamples = R"(Examples:
  kolophon measure violin-a4.wav --family violin
  kolophon measure cello-*.wav --family cello --csv cello.csv
  kolophon measure -p "Cello Gut" --notes C2,G2,D3,A3 --family cello
  kolophon measure -p "Violin Gut" --notes A4,E5 --set "voice.humanise=0 %" --json
  kolophon measure -p "Old Hinge" --card
  kolophon measure -p "Old Hinge" --sound "early clicks" --sound "late clicks"
)";

CLI::App* addMeasure (CLI::App& app, MeasureOptions& o)
{
    auto* command = app.add_subcommand (
        "measure",
        std::string ("Measure held notes, of files or of a preset, and compare them with recorded strings.\n\n") +
            measureExamples);
    auto& s = o.sound;
    s.seconds = 2.5;
    s.velocity = 80;
    command->add_option ("files", o.files, "Recordings of one note each (WAV, AIFF, FLAC, Ogg)");
    command->add_option ("--note", s.note, "The pitch of the files, where it is known: G3, C#4; C4 is middle C");
    command->add_option ("--family", o.family,
                         "Compare with these recorded strings: bass, cello, viola or violin. A distance below 0.1 is "
                         "that of one more recording");
    auto* preset = command->add_option ("-p,--preset", s.preset, "Factory preset or preset file")
                       ->type_name (presetType)
                       ->capture_default_str();
    addTuningOptions (*command, s);
    command->add_option ("--notes", o.notes, "Play and measure these keys of the preset, each by itself: G3,D4,A4");
    command->add_option ("--set", s.settings, "Change a parameter: id=value; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--seconds", s.seconds, "How long a key is held")
        ->check (between (0.6, 60.0))
        ->capture_default_str();
    command->add_option ("--velocity", s.velocity, "Velocity of the keys; 80 is the preset as it stands")
        ->check (between (1, 127))
        ->capture_default_str();
    command->add_option ("--rate", s.rate, "Sample rate in Hz of the keys")
        ->check (between (static_cast<int> (Synth::minSampleRate), static_cast<int> (Synth::maxSampleRate)))
        ->capture_default_str();
    command->add_flag ("--card", o.card,
                       "Measure what the preset promises: loudness, peaks, how soon it speaks, and what it claims");
    command
        ->add_option ("--sound", o.asked,
                      "Measure this of the preset's middle key: clicks, centroid, strongest, pulse, …; words in front "
                      "say where: \"late clicks\", \"C2 loud peak\"")
        ->allow_extra_args (false);
    command->add_option ("--catalogue", o.catalogue,
                         "Measure all factory presets, and write FOLDER/Presets.md with its pictures");
    command->add_option ("--csv", o.csv, "Every measure as a table: FILE.csv");
    command->add_option ("--jobs", o.jobs, "Threads (default: one per processor); never changes the result")
        ->check (between (1, 256));
    command->add_flag ("--json", o.json, "Every measure as JSON");
    command->add_flag ("--quiet", o.quiet, "No table in the terminal");
    command->add_flag ("--page", o.page, "Measure all presets of strings, and print Resources/Docs/Realism.md");
    command->parse_complete_callback ([&o, preset] { o.presetGiven = preset->count() > 0; });
    return command;
}

constexpr auto labExamples = R"(Examples:
  kolophon lab list
  kolophon lab drill-string -o lab/
  kolophon lab drill-string --set drive.push=6500 --set run.seconds=200 -o mine/
  kolophon lab all -o lab/ --resume
  kolophon lab my-experiment.json --solver reference -o lab/
  kolophon lab schema > scenario.schema.json
)";

CLI::App* addLab (CLI::App& app, LabOptions& o)
{
    auto* command = app.add_subcommand (
        "lab", std::string ("Run experiments from the literature, or your own: numbers, figures and a page.\n\n") +
                   labExamples);
    command
        ->add_option ("what", o.what,
                      "list, schema, all, an experiment, or a scenario file (see Resources/Docs/Laboratory.md)")
        ->type_name (experimentType)
        ->required();
    command->add_option ("--set", o.settings, "Change a value of the scenario: path.to.value=…; may be repeated")
        ->allow_extra_args (false);
    command->add_option ("--solver", o.solver, "realtime (the engine), reference (CVODE), both, or explicit")
        ->check (CLI::IsMember ({ "realtime", "reference", "both", "explicit" }));
    command->add_option ("-o,--output", o.output,
                         "Folder for CSV, JSON, SVG, PNG and index.html; created if it does not exist");
    command->add_option ("-j,--jobs", o.jobs, "Threads (default: one per core)")->check (between (1, 1024));
    command->add_flag ("--resume", o.resume, "Keep what an earlier run has finished in the folder");
    command->add_flag ("--json", o.json, "Numbers, or the list, as JSON");
    command->add_flag ("--markdown", o.markdown, "The list as a page of documentation");
    command->add_flag ("--quiet", o.quiet, "No progress and no table");
    return command;
}

/** What a shell must know of a command. */
CommandShape shapeOf (const CLI::App& app)
{
    const auto first = [] (const std::string& text) { return text.substr (0, text.find_first_of (".;:(\n")); };
    CommandShape shape { app.get_name(), first (app.get_description()), {}, {}, {} };
    for (const auto* option : app.get_options())
    {
        OptionShape known { {}, first (option->get_description()), option->get_items_expected_max() > 0, {}, {} };
        for (const auto& name : option->get_lnames())
            known.names.push_back ("--" + name);
        for (const auto& name : option->get_snames())
            known.names.push_back ("-" + name);
        // A member of a list says so in the name of its type: TEXT:{realtime,reference}
        const auto type = option->get_type_name();
        const auto begin = type.find ('{'), end = type.find ('}');
        if (begin != std::string::npos && end != std::string::npos)
            known.choices = CLI::detail::split (type.substr (begin + 1, end - begin - 1), ',');
        known.offers = offered (type);
        if (! known.names.empty())
            shape.options.push_back (std::move (known));
        else if (shape.offers.empty())
            shape.offers = std::move (known.offers);
    }
    for (const auto* command : app.get_subcommands ([] (const CLI::App*) { return true; }))
        shape.commands.push_back (shapeOf (*command));
    return shape;
}

struct ListOptions
{
    std::string what;
    bool json = false, markdown = false;
};

CLI::App* addList (CLI::App& app, ListOptions& o)
{
    auto* command = app.add_subcommand ("list", "List parameters, presets, laws or bodies.");
    command->add_option ("what", o.what, "parameters, presets, laws or bodies");
    auto* json = command->add_flag ("--json", o.json, "As JSON");
    command->add_flag ("--markdown", o.markdown, "As a page of documentation")->excludes (json);
    return command;
}

ExitCode list (const ListOptions& o)
{
    const auto format = o.json ? ListFormat::json : (o.markdown ? ListFormat::markdown : ListFormat::text);
    std::string text;
    if (o.what == "parameters")
        text = listParameters (format);
    else if (o.what == "presets")
        text = listPresets (format);
    else if (o.what == "laws")
        text = listLaws (format);
    else if (o.what == "bodies")
        text = listBodies (format);
    else
        throw Failure (ExitCode::usage, "list expects one of parameters, presets, laws, bodies" +
                                            (o.what.empty() ? std::string() : ", not \"" + o.what + "\""));
    std::fputs (text.c_str(), stdout);
    return ExitCode::ok;
}

/** Every command with its options, and what runs when it is asked for. */
struct Program
{
    Program()
    {
        app.set_version_flag ("--version", "kolophon " KOLOPHON_VERSION);
        app.formatter (std::make_shared<BriefFormatter>());
        app.require_subcommand (1);
        add (addRender (app, renderOptions), [this] { return render (renderOptions); });
        add (addTake (app, takeOptions), [this] { return take (takeOptions); });
        add (addCompare (app, compareOptions), [this] { return compare (compareOptions); });
        add (addMap (app, mapOptions), [this] { return map (mapOptions); });
        add (addFigures (app, figuresOptions), [this] { return figures (figuresOptions); });
        add (addBody (app, bodyOptions), [this] { return body (bodyOptions); });
        add (addLab (app, labOptions), [this] { return laboratory (labOptions); });
        add (addPanels (app, panelsOptions), [this] { return panels (panelsOptions); });
        add (addMeasure (app, measureOptions), [this] { return measure (measureOptions); });
        add (addPreset (app, presetOptions, presetCommand), [this] { return presetCommand (presetOptions); });
        add (addList (app, listOptions), [this] { return list (listOptions); });
        auto* shells =
            app.add_subcommand ("completions", "Print a script that teaches a shell to complete a command line.");
        shells->add_option ("shell", shell, "bash, zsh or fish")->required();
        add (shells,
             [this]
             {
                 std::fputs (completions (shapeOf (app), shell).c_str(), stdout);
                 return ExitCode::ok;
             });
    }

    ExitCode run (int count, char** words)
    {
        const auto line = commandLine (count, words);
        for (auto* options : { &renderOptions, &takeOptions.sound, &compareOptions.sound, &mapOptions.sound })
            options->commandLine = line;
        labOptions.commandLine = line;
        for (const auto& [command, start] : commands)
            if (command->parsed())
                return start();
        throw std::logic_error ("a command that nobody runs");
    }

    /** "render, take … and completions" */
    std::string names () const
    {
        std::string text;
        for (std::size_t i = 0; i < commands.size(); ++i)
            text += (i == 0 ? "" : i + 1 == commands.size() ? " and " : ", ") + commands[i].first->get_name();
        return text;
    }

    CLI::App app { std::string ("Kolophon, a friction synthesiser: renders songs into sound files.\n\n") + examples,
                   "kolophon" };

private:
    void add (const CLI::App* command, std::function<ExitCode()> start)
    {
        commands.emplace_back (command, std::move (start));
    }

    MapOptions mapOptions;
    RenderOptions renderOptions;
    ListOptions listOptions;
    CompareOptions compareOptions;
    FiguresOptions figuresOptions;
    BodyOptions bodyOptions;
    LabOptions labOptions;
    PanelsOptions panelsOptions;
    MeasureOptions measureOptions;
    TakeOptions takeOptions;
    PresetOptions presetOptions;
    ExitCode (*presetCommand) (const PresetOptions&) = nullptr;
    std::string shell;
    std::vector<std::pair<const CLI::App*, std::function<ExitCode()>>> commands; // in the order of the help
};

ExitCode run (int count, char** words)
{
    Program program;
    try
    {
        program.app.parse (count, words);
    }
    catch (const CLI::Success& wish) // --help, --version
    {
        program.app.exit (wish);
        return ExitCode::ok;
    }
    catch (const CLI::ParseError& error)
    {
        if (program.app.get_subcommands().empty() && count > 1)
            throw Failure (ExitCode::usage, "there is no command \"" + std::string (words[1]) + "\", only " +
                                                program.names() + " (kolophon --help shows examples)");
        throw Failure (ExitCode::usage, std::string (error.what()) + " (kolophon --help shows examples)");
    }
    return program.run (count, words);
}
} // namespace

namespace
{
int shellCode (ExitCode code)
{
    const bool cut = code == ExitCode::interrupted || (code == ExitCode::ok && interruptRequested());
    return cut ? interruptCode() : static_cast<int> (code);
}

/** What the command has said so far reaches its reader, or a Failure says that it doesn't. */
int saidAll (ExitCode code)
{
    errno = 0;
    if (std::fflush (stdout) == 0 && std::ferror (stdout) == 0)
        return shellCode (code);
    if (pipeBroken())
        return 128 + 13; // SIGPIPE: the reader has seen enough, as in kolophon list laws | head
    throw Failure (ExitCode::notWritable, std::string ("cannot write to standard output") +
                                              (errno != 0 ? std::string (": ") + std::strerror (errno) : ""));
}

int complain (const std::string& line, ExitCode code)
{
    // After Ctrl-C something may fail because of it: gnuplot has heard it, too.
    tell ((interruptRequested() ? "interrupted: " : "") + line);
    return interruptRequested() ? interruptCode() : static_cast<int> (code);
}
} // namespace

int main (int count, char** words)
{
    watchForInterrupt();
#if ! defined(_WIN32)
    // What nobody watches as it comes is written in one piece, so that there is one place where it can fail, with a
    // reason.
    static std::array<char, 1u << 20> buffer;
    if (::isatty (STDOUT_FILENO) == 0)
        std::setvbuf (stdout, buffer.data(), _IOFBF, buffer.size());
#endif
    try
    {
        const auto code = run (count, words);
        return saidAll (code);
    }
    catch (const Failure& failure)
    {
        return complain (failure.what(), failure.code);
    }
    catch (const std::filesystem::filesystem_error& error)
    {
        return complain (error.path1().string() + ": " + error.code().message(), ExitCode::badInput);
    }
    catch (const std::bad_alloc&)
    {
        return complain ("there is not enough memory for that", ExitCode::internalError);
    }
    catch (const std::exception& error)
    {
        return complain (std::string ("internal error: ") + error.what(), ExitCode::internalError);
    }
}
