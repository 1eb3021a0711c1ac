#pragma once

#include "../Files/WavFile.h"
#include "Takes.h"

#include <filesystem>

/** Takes on disk, and what somebody asks for who wants some: the same for the command line and for the plugin. */
namespace kolophon
{
/** How to get a sound again, as JSON on one line, for the comment of its file. No date and no instruction set: equal
    commands give equal files. */
std::string soundComment (const Preset& preset, int sampleRate, const std::string& command);

/** Keys that are struck together and held for so long. */
Song heldKeys (std::span<const int> keys, double seconds, double velocity, const std::string& title);

struct TakeFiles
{
    std::vector<std::string> names; // of the takes, in their order
    std::filesystem::path manifest; // the list beside them
    WavFormat format = WavFormat::pcm24;
    std::string title, gesture, command; // of the files; in the manifest: what is played, and how to get them again
};

/** Renders a session into its files; `done` hears of each, one at a time, from several threads. Those that were
    written, in their order: all of them but after `stopped`. Throws Failure (5). */
std::vector<TakeEntry> writeTakes (const TakeSession& session, const TakeFiles& files,
                                   const std::function<void (const TakeEntry&)>& done);

/** Takes as the plugin's panel asks for them. */
struct TakeOrder
{
    Preset preset;
    std::optional<RecordedPerformance> performance {}; // this is varied, with its own preset and rate; nothing: a key
    int key = 57;
    double seconds = 2.5; // that the key is held
    int velocity = 96;
    int count = 8;
    std::uint64_t seed = 1;
    std::string vary;              // as variationsFromText() reads it
    double gestureVariation = 0.0; // fraction
    Finishing finishing;
    int sampleRate = 48000; // [Hz]
    WavFormat format = WavFormat::pcm24;
    std::filesystem::path folder;
    std::string name = "take"; // what the files' names begin with
    int jobs = 0;              // threads; 0: one per processor
};

/** An order that can be carried out. */
struct TakePlan
{
    TakeSession session;
    TakeFiles files;
    std::filesystem::path input; // preset or performance, which lies beside the takes
    std::string inputText;
    int count () const noexcept { return session.count; }
};

/** Reads an order, or says in one sentence what can't be had. The plan's `command` renders the same files, byte by
    byte, when it is typed inside their folder. */
Result<TakePlan> planTakes (const TakeOrder& order);

/** Writes everything that a plan has. Throws Failure (5). */
std::vector<TakeEntry> writeTakes (const TakePlan& plan, const std::function<void (const TakeEntry&)>& done);
} // namespace kolophon
