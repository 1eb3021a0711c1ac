// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Sounds/WavFile.h"
#include "Takes.h"

#include <filesystem>

/** Takes on disk, and orders for them: shared by the command line and the plugin. */
namespace kolophon
{
/** Information to reproduce a sound, as JSON on one line, for the comment of its file. Omits date and instruction
    set: equal commands give equal files. */
std::string soundComment (const Preset& preset, int sampleRate, const std::string& command);

/** A song with keys that begin together and are held for `seconds`. */
Song heldKeys (std::span<const int> keys, double seconds, double velocity, const std::string& title);

struct TakeFiles
{
    std::vector<std::string> names; // of the takes, in their order
    std::filesystem::path manifest; // the list beside them
    WavFormat format = WavFormat::pcm24;
    std::string title, gesture, command; // of the files; in the manifest: what is played, command to repeat it
};

/** Writes the file of a take, and returns its line of the manifest. Throws Failure (5). */
TakeEntry writeTake (const TakeSession& session, const TakeFiles& files, RenderedTake rendered);

/** Renders a session into its files; calls `done` for each, from several threads, but never at the same time.
    Returns the takes that were written, in their order: all of them unless `stopped`. Throws Failure (5). */
std::vector<TakeEntry> writeTakes (const TakeSession& session, const TakeFiles& files,
                                   const std::function<void (const TakeEntry&)>& done);

/** Parameters of takes in the plugin's panel. */
struct TakeOrder
{
    Preset preset;
    std::optional<RecordedPerformance> performance {}; // varied, with its own preset and rate; nullopt: a key is played
    int key = 57;
    double seconds = 2.5; // duration of the key
    int velocity = 96;
    int count = 8;
    std::uint64_t seed = 1;
    std::string vary;              // in the format of variationsFromText()
    double gestureVariation = 0.0; // fraction
    Finishing finishing;
    int sampleRate = 48000; // [Hz]
    WavFormat format = WavFormat::pcm24;
    std::filesystem::path folder;
    std::string name = "take"; // prefix of the files' names
    int jobs = 0;              // threads; 0: one per processor
};

/** A validated order, ready for writeTakes(). */
struct TakePlan
{
    TakeSession session;
    TakeFiles files;
    std::filesystem::path input; // preset or performance, a file beside the takes
    std::string inputText;
    int count () const noexcept { return session.count; }
};

/** Validates an order; the error is one sentence. The plan's `command` renders the same files, byte by byte, when
    executed inside their folder. */
Result<TakePlan> planTakes (const TakeOrder& order);

/** Writes all files of a plan. Throws Failure (5). */
std::vector<TakeEntry> writeTakes (const TakePlan& plan, const std::function<void (const TakeEntry&)>& done);
} // namespace kolophon
