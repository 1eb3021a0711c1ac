// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Core/Text/ClassicLocale.h"
#include "../Core/Text/NumberText.h"
#include "../Files/Bytes/PrintableText.h"
#include "../Files/Bytes/ShellWord.h"
#include "../Files/Bytes/SystemReason.h"
#include "../Files/Json/ShallowJson.h"
#include "../Files/Presets/PresetFile.h"
#include "../Shell/Console.h"
#include "../Shell/Interrupt.h"
#include "../Shell/Suggestion.h"
#include "Completions.h"
#include "Listing/ListSyntax.h"
#include "Listing/PresetSyntax.h"
#include "Listing/SchemaSyntax.h"
#include "Measuring/LabSyntax.h"
#include "Measuring/MapSyntax.h"
#include "Measuring/MeasureSyntax.h"
#include "Measuring/PanelsSyntax.h"
#include "Sounds/BodySyntax.h"
#include "Sounds/RenderSyntax.h"
#include "Sounds/TakeSyntax.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <memory>
#include <new>
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
  kolophon render song.mid -o song.wav --preset "Dark Cello" --set hand.pressure="60 %"
  kolophon render --note G3 --seconds 4 -o g.wav --set hand.speed="35 mm/s"
  kolophon render --note D4 -o d.wav --preset "Lab: Helmholtz D4" --probes d.csv --ledger d.json --json
  kolophon map --x hand.position=0.02:0.3 --y hand.force="50 mN:20 N" -p "Lab: Helmholtz D4" -o map/
  kolophon panels -p "Glass Rim" --count 200
  kolophon measure -p "Cello Gut" --notes C2,G2,D3,A3 --family cello
  kolophon body pan.wav -o pan.json
  kolophon render --note A3 -o a.wav --body pan.json
  kolophon lab all -o lab/
  kolophon render *.mid -o songs/ --normalise -18LUFS
  kolophon render last.performance -o again.wav
  kolophon take -p "Old Hinge" --note A3 --seconds 2.5 --count 32 --vary "hand.speed=±20%,*.seed=*" -o "creak_{i:03}.wav"
  kolophon preset diff "Dark Cello" "Cello Gut"
  kolophon list parameters
  kolophon list presets --json
)";

/** Lists a command with the first line of its description: the examples are in its own help. */
struct BriefFormatter : CLI::Formatter
{
    std::string make_subcommand (const CLI::App* command) const override
    {
        const auto description = command->get_description();
        return formatted ("  %-28s", command->get_name().c_str()) + description.substr (0, description.find ('\n')) +
               "\n";
    }
};

/** Number of words from this one on that change no file, such as --jobs N. */
int wordsOfWork (std::string_view word)
{
    for (const std::string_view option : { "--jobs", "-j" })
        if (word == option)
            return 2;
        else if (word.starts_with (option) && word.substr (option.size()).starts_with ('='))
            return 1;
    return word == "--quiet" || word == "--json" ? 1 : 0;
}

/** The command as it was typed, with quotes only if a shell needs them, and without what changes no result. */
std::string commandLine (int count, char** words)
{
    std::string line = "kolophon";
    for (int i = 1; i < count; ++i)
        if (const int skipped = wordsOfWork (words[i]); skipped > 0)
            i += skipped - 1;
        else
            line += " " + shellWord (words[i]);
    return line;
}

/** All commands with their options and functions. */
struct Program
{
    Program()
    {
        app.set_version_flag ("--version", "kolophon " KOLOPHON_VERSION);
        app.formatter (std::make_shared<BriefFormatter>());
        app.require_subcommand (1);
        add (addRender (app, renderOptions, examples), [this] { return render (renderOptions); });
        add (addTake (app, takeOptions), [this] { return take (takeOptions); });
        add (addMap (app, mapOptions), [this] { return map (mapOptions); });
        add (addBody (app, bodyOptions), [this] { return body (bodyOptions); });
        add (addLab (app, labOptions), [this] { return laboratory (labOptions); });
        add (addPanels (app, panelsOptions), [this] { return panels (panelsOptions); });
        add (addMeasure (app, measureOptions), [this] { return measure (measureOptions); });
        add (addPreset (app, presetOptions, presetCommand), [this] { return presetCommand (presetOptions); });
        add (addList (app, listOptions), [this] { return list (listOptions); });
        add (addSchema (app, schemaKind), [this] { return printSchema (schemaKind); });
        auto* shells = app.add_subcommand ("completions", "Print a completion script for a shell.");
        shells->add_option ("shell", shell, "bash, zsh or fish")->required();
        shells->add_option ("words", typed, "After --: words of a command, whose candidates are printed instead");
        add (shells,
             [this]
             {
                 print (typed.empty() ? completionScript (shell) : completionsOf (app, typed));
                 return ExitCode::ok;
             });
    }

    ExitCode run (int count, char** words)
    {
        const auto line = commandLine (count, words);
        for (auto* options : { &renderOptions, &takeOptions.sound, &mapOptions.sound })
            options->commandLine = line;
        labOptions.commandLine = line;
        for (const auto& [command, start] : commands)
            if (command->parsed())
                return start();
        throw std::logic_error ("a command without a function");
    }

    /** "render, take … and completions" */
    std::string names () const
    {
        std::string text;
        for (std::size_t i = 0; i < commands.size(); ++i)
            text += (i == 0 ? "" : i + 1 == commands.size() ? " and " : ", ") + commands[i].first->get_name();
        return text;
    }

    CLI::App app { std::string ("Kolophon, a friction synthesiser: renders MIDI files to sound files.\n\n") + examples,
                   "kolophon" };

private:
    void add (const CLI::App* command, std::function<ExitCode()> start)
    {
        commands.emplace_back (command, std::move (start));
    }

    MapOptions mapOptions;
    RenderOptions renderOptions;
    ListOptions listOptions;
    BodyOptions bodyOptions;
    LabOptions labOptions;
    PanelsOptions panelsOptions;
    MeasureOptions measureOptions;
    TakeOptions takeOptions;
    PresetOptions presetOptions;
    ExitCode (*presetCommand) (const PresetOptions&) = nullptr;
    std::string schemaKind, shell;
    std::vector<std::string> typed;                                              // of a command that a shell completes
    std::vector<std::pair<const CLI::App*, std::function<ExitCode()>>> commands; // in the order of the help
};

/** Says if the chosen command has --json, and if it was given. */
struct JsonWish
{
    bool isOffered = false, isGiven = false;
} jsonWish;

void noteJsonWish (const CLI::App& app)
{
    for (const auto* command : app.get_subcommands())
    {
        if (const auto* option = command->get_option_no_throw ("--json"))
            jsonWish = { true, option->count() > 0 };
        noteJsonWish (*command);
    }
}

constexpr const char* seeExamples = " (kolophon --help shows examples)";

/** Error message of `command` for an unknown word. */
std::string notKnown (const std::string& word, const CLI::App& command)
{
    std::vector<std::string> names;
    for (const auto* option : command.get_options())
        for (const auto& name : option->get_lnames())
            names.push_back ("--" + name);
    std::vector<std::string_view> candidates;
    if (word.rfind ("-", 0) == 0)
        candidates.assign (names.begin(), names.end());
    return "unexpected argument \"" + word + "\"" + suggestion (word, candidates, command.get_name() + " --help");
}

/** Error message of CLI11, reworded for options with too many or too few values, and for unexpected words. */
std::string inPlainWords (const CLI::ParseError& error, const CLI::App& app)
{
    const std::string text = error.what(), option = text.substr (0, text.find (": "));
    const auto says = [&text] (const char* words) { return text.find (words) != std::string::npos; };
    if (dynamic_cast<const CLI::ArgumentMismatch*> (&error) != nullptr && says (": At Most 1 required"))
        return option + " is given more than once" + seeExamples;
    if (dynamic_cast<const CLI::ArgumentMismatch*> (&error) != nullptr && says (" missing"))
        return option + " needs a value" + seeExamples;
    constexpr std::string_view required = " is required";
    if (dynamic_cast<const CLI::RequiredError*> (&error) != nullptr && text.ends_with (required) &&
        ! app.get_subcommands().empty())
        return app.get_subcommands().front()->get_name() + ": " + text.substr (0, text.size() - required.size()) +
               " is missing" + seeExamples;
    const auto unknown = app.remaining (true);
    if (dynamic_cast<const CLI::ExtrasError*> (&error) != nullptr && ! unknown.empty())
        return notKnown (unknown.front(), *app.get_subcommands().front());
    return text + seeExamples;
}

ExitCode run (int count, char** words)
{
    Program program;
    try
    {
        const ClassicLocale scope; // CLI11 reads numbers by strtold
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
            throw Failure (ExitCode::usage, "unknown command \"" + std::string (words[1]) + "\"; commands are " +
                                                program.names() + seeExamples);
        throw Failure (ExitCode::usage, inPlainWords (error, program.app));
    }
    noteJsonWish (program.app);
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

/** Flushes the output of the command. Throws Failure if that is not possible. */
int saidAll (ExitCode code)
{
    errno = 0;
    if (std::fflush (stdout) == 0 && std::ferror (stdout) == 0)
        return shellCode (code);
    if (pipeBroken())
        return 128 + 13; // SIGPIPE: the reader has closed the pipe, as in kolophon list laws | head
    throw Failure (ExitCode::notWritable, std::string ("cannot write to standard output") +
                                              (errno != 0 ? std::string (": ") + systemReason (errno) : ""));
}

int complain (const std::string& line, ExitCode code)
{
    // After Ctrl-C other errors may follow from it.
    const auto message = (interruptRequested() ? "interrupted: " : "") + line;
    const int exitCode = interruptRequested() ? interruptCode() : static_cast<int> (code);
    if (jsonWish.isGiven)
    {
        print (terminalJson ({ { "error", message }, { "exitCode", exitCode } }));
        std::fflush (stdout);
    }
    const bool isCut = messageLine (message) != printable (message);
    tell (messageLine (message) +
          (isCut && jsonWish.isOffered && ! jsonWish.isGiven ? " (--json shows the full text)" : ""));
    return exitCode;
}
} // namespace

int main (int count, char** words)
{
    watchForInterrupt();
#if ! defined(_WIN32)
    // Output that does not go to a terminal is buffered and written at once, so that errors occur in one place, with
    // a reason.
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
        return complain (error.path1().string() + ": " + systemReason (error.code()), ExitCode::badInput);
    }
    catch (const std::bad_alloc&)
    {
        return complain ("out of memory", ExitCode::internalError);
    }
    catch (const std::exception& error)
    {
        return complain (std::string ("internal error: ") + error.what(), ExitCode::internalError);
    }
}
