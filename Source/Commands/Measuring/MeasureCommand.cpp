// SPDX-License-Identifier: GPL-3.0-or-later
#include "MeasureCommand.h"

#include "../../Analysis/Parallel.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/AtomicFile.h"
#include "../../Files/Sounds/SoundFile.h"
#include "../../Reports/Sounds/AnswerReport.h"
#include "../../Reports/Sounds/LineReport.h"
#include "../../Reports/Sounds/MeasureReport.h"
#include "../../Reports/Sounds/PresetCardReport.h"
#include "../../Shell/Console.h"
#include "../../Shell/Interrupt.h"
#include "../../Shell/Suggestion.h"
#include "../Sounds/NoteName.h"
#include "../Sounds/PatchOptions.h"
#include "../Sounds/RenderInput.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>

namespace kolophon
{
namespace
{
std::optional<StringFamily> familyFrom (const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const auto found = std::find (stringFamilies.begin(), stringFamilies.end(), text);
    if (found == stringFamilies.end())
        throw Failure (ExitCode::usage, "--family: \"" + text + "\" is not one of bass, cello, viola, violin");
    return static_cast<StringFamily> (found - stringFamilies.begin());
}

std::vector<NoteNumbers> measureFiles (const MeasureOptions& options, std::optional<StringFamily> family)
{
    std::optional<double> pitch;
    if (! options.sound.note.empty())
    {
        const auto keys = keysFromText (options.sound.note);
        if (keys.size() > 1)
            throw Failure (ExitCode::usage, "--note: a file contains one note, not a chord");
        pitch = frequencyFromNote (keys.front());
    }
    std::vector<std::optional<MeasuredNote>> found (options.files.size());
    const auto read = [&] (std::size_t i)
    {
        const auto recording = valueOrThrow (readRecording (options.files[i]));
        found[i] = measuredNote (std::filesystem::path (options.files[i]).filename().string(), recording.left,
                                 recording.right, recording.sampleRate, pitch, family);
        found[i]->warnings = recording.warnings;
        if (! recording.isWhole)
            found[i]->warnings.push_back ("only its beginning is measured, " + fixed (recording.seconds(), 1) + " s");
    };
    inParallel (found.size(), threadsFor (options.jobs), read, interruptRequested);
    std::vector<NoteNumbers> notes;
    for (std::size_t i = 0; i < found.size(); ++i)
        if (found[i])
        {
            warn (options.files[i], found[i]->warnings);
            notes.push_back (numbersOf (*found[i]));
        }
    return notes;
}

/** Measures the keys of a preset. */
std::vector<NoteNumbers> measureKeys (const MeasureOptions& options, std::optional<StringFamily> family)
{
    NoteSession session;
    session.keys = keysFromText (options.notes);
    session.seconds = options.sound.seconds;
    session.velocity = options.sound.velocity;
    session.sampleRate = options.sound.rate;
    session.family = family;
    session.jobs = options.jobs;
    session.stopped = interruptRequested;
    std::vector<NoteNumbers> notes;
    for (const auto& note : measurePreset (presetFromOptions (options.sound), session))
        notes.push_back (numbersOf (note));
    return notes;
}

/** A preset may ask for hours of sound, all of which is kept while it is measured. */
void refuseLongCard (const Preset& preset, const PresetPlayer& player, const MeasureOptions& options)
{
    constexpr double longestNote = 60.0, longest = 240.0; // [s]; the factory's presets: 13 and 156
    if (preset.claims.seconds > longestNote)
        throw InputError (
            { "held", shortest (preset.claims.seconds) + " s", "is too long to be measured", "0.5 to 60 s" });
    auto words = options.asked;
    for (const auto& claim : preset.claims.list)
        if (options.card)
            words.push_back (claim.measure);
    if (const double seconds = player.secondsFor (words); seconds > longest)
        throw InputError (
            { "claims", fixed (seconds, 0) + " s of sound", "are too much to be measured", "at most 240 s" });
}

/** Prints a preset's card, or single measures of its sound. */
ExitCode measureSound (const MeasureOptions& options)
{
    if (! options.files.empty() || ! options.notes.empty() || (options.card && ! options.asked.empty()))
        throw Failure (ExitCode::usage, "--card and --sound each need a preset and nothing else to measure");
    const auto preset = presetFromOptions (options.sound);
    PresetPlayer player (preset);
    player.stopped = interruptRequested;
    refuseLongCard (preset, player, options);
    bool holds = true;
    std::string text;
    if (options.card)
    {
        const auto lines = presetCard (preset, player, false);
        text = options.json ? cardJson (preset, player, lines) : cardText (preset, lines);
        holds = std::all_of (lines.begin(), lines.end(), [] (const auto& line) { return line.holds(); });
    }
    else
        text = options.json ? soundJson (player, options.asked) : soundText (player, options.asked);
    if (interruptRequested())
        return ExitCode::interrupted;
    print (text);
    return holds ? ExitCode::ok : ExitCode::checkFailed;
}

/** Prints what the knobs of a preset do. */
ExitCode measureAnswer (const MeasureOptions& options)
{
    if (! options.files.empty() || ! options.notes.empty())
        throw Failure (ExitCode::usage, "--answer needs a preset and a --note, and no other notes or files");
    const auto preset = presetFromOptions (options.sound);
    AnswerSettings settings;
    settings.key = options.sound.note.empty() ? preset.info.middleKey() : keysFromText (options.sound.note).front();
    settings.threads = threadsFor (options.jobs);
    settings.interrupted = interruptRequested;
    const auto answers = answersOf (preset, settings);
    if (interruptRequested())
        return ExitCode::interrupted;
    std::fputs ((options.json ? answerJson (answers) : answerText (answers)).c_str(), stdout);
    return ExitCode::ok;
}

/** Plays lines, quick passages and loud starts of a preset from a key upwards, and prints their measures. */
ExitCode measurePlaying (const MeasureOptions& options)
{
    const auto preset = presetFromOptions (options.sound);
    const int key = keysFromText (options.sound.note).front();
    MeasuredPlaying playing;
    const auto lines = playing.lines.size(), passages = playing.passages.size();
    const auto play = [&] (std::size_t i)
    {
        if (i < lines)
            playing.lines[i] = { std::string (lineManners[i].name), measuredLine (preset, lineManners[i], key) };
        else if (i < lines + passages)
            playing.passages[i - lines] = measuredPassage (preset, key + (i == lines ? 5 : 12));
        else
            playing.starts[i - lines - passages] =
                measuredStart (preset, key + static_cast<int> (i - lines - passages), 120);
    };
    const auto parts = options.json ? lines + passages + playing.starts.size() : lines;
    inParallel (parts, threadsFor (options.jobs), play, interruptRequested);
    if (interruptRequested())
        return ExitCode::interrupted;
    print (options.json ? playingJson (playing) : lineText (playing.lines));
    return ExitCode::ok;
}

/** Prints the notes of the melodies in files. */
ExitCode measureLines (const MeasureOptions& options)
{
    if (options.files.empty() == options.sound.note.empty() || ! options.notes.empty() || ! options.csv.empty())
        throw Failure (ExitCode::usage, "--line takes sound files, or a preset and its lowest --note; and --json");
    if (options.files.empty())
        return measurePlaying (options);
    std::vector<MeasuredLine> lines;
    for (const auto& file : options.files)
    {
        const auto recording = valueOrThrow (readRecording (file));
        warn (file, recording.warnings);
        auto mono = recording.left;
        for (std::size_t n = 0; n < recording.right.size(); ++n)
            mono[n] = 0.5 * (mono[n] + recording.right[n]);
        const auto name = std::filesystem::path (file).filename().string();
        lines.push_back ({ name, valueOrThrow (inFile (name, measureLine (mono, recording.sampleRate))) });
        if (interruptRequested())
            return ExitCode::interrupted;
    }
    std::fputs ((options.json ? lineJson (lines) : lineText (lines)).c_str(), stdout);
    return ExitCode::ok;
}

void refuseContradictions (const MeasureOptions& options)
{
    if (options.files.empty() == options.notes.empty())
        throw Failure (ExitCode::usage, options.files.empty() ? "measure needs sound files, or a preset's --notes G3,C4"
                                                              : "measure takes sound files or --notes, not both");
    if (! options.files.empty() && (options.presetGiven || ! options.sound.settings.empty()))
        throw Failure (ExitCode::usage, "--preset and --set go with --notes; a file is measured unchanged");
    if (! options.notes.empty() && ! options.sound.note.empty())
        throw Failure (ExitCode::usage, "--note is the pitch of a file; with --notes, the keys give the pitches");
    if (options.csv == "-" && options.json)
        throw Failure (ExitCode::usage, "--json and --csv can't both write to standard output");
    std::error_code ignored;
    for (const auto& file : options.files)
        if (std::filesystem::equivalent (file, options.csv, ignored))
            throw Failure (ExitCode::usage, file + " can't be two files at once");
    if (! options.csv.empty() && options.csv != "-")
        refuseOtherEndings ("--csv", options.csv, std::array<std::string_view, 1> { ".csv" }, "tables (.csv)");
}
} // namespace

ExitCode measure (const MeasureOptions& options)
try
{
    if (options.answer)
        return measureAnswer (options);
    if (options.line)
        return measureLines (options);
    if (options.card || ! options.asked.empty())
        return measureSound (options);
    refuseContradictions (options);
    const auto family = familyFrom (options.family);
    const auto notes = options.files.empty() ? measureKeys (options, family) : measureFiles (options, family);
    if (interruptRequested())
    {
        tell ("interrupted; no files written");
        return ExitCode::interrupted;
    }
    if (! options.csv.empty())
        AtomicFile (options.csv).commitText (measureCsv (notes));
    if (options.csv == "-")
        return ExitCode::ok;
    const auto text = options.json ? measureJson (notes) : (options.quiet ? std::string() : measureText (notes));
    print (text);
    return ExitCode::ok;
}
catch (const InputError& reason)
{
    throw Failure (ExitCode::badInput, reason.what());
}
} // namespace kolophon
