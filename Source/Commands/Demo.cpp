// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Core/Text/NumberText.h"
#include "../Core/Units.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Files/Bytes/PrintableText.h"
#include "../Files/Bytes/Warnings.h"
#include "../Files/Sounds/WavFile.h"
#include "../Rendering/Finishing.h"
#include "../Rendering/Renderer.h"

#include <cstdio>
#include <memory>

/** kolophon_demo SONG.mid SOUND.wav: renders a song, using only the libraries. Scripts/play runs it, because it is
    built in half the time of the tool; its samples equal those of

        kolophon render SONG.mid --normalise -18LUFS -o SOUND.wav */
namespace
{
using namespace kolophon;

ExitCode renderDemo (const char* songFile, const char* soundFile)
{
    const auto song = readMidiFile (songFile);
    if (! song)
        throw Failure (ExitCode::badInput, song.error().what());
    if (! song->warnings.empty())
        std::fprintf (stderr, "%s\n", printable (warningLine (songFile, song->warnings), longestLine).c_str());
    auto preset = factoryPreset (0);
    preset.patch.qualityLedger = 1.0;
    const auto synth = std::make_unique<Synth>();
    RenderSettings settings;
    settings.songSeconds = song->duration;
    synth->prepare (settings.sampleRate);
    givePreset (*synth, preset);

    StereoSound sound;
    RenderSinks sinks;
    sinks.audio = [&sound] (auto left, auto right)
    {
        sound.left.insert (sound.left.end(), left.begin(), left.end());
        sound.right.insert (sound.right.end(), right.begin(), right.end());
    };
    const auto result = renderEvents (*synth, song->events, settings, sinks);
    bool heldByPeak = false;
    const double gain = gainFor (LevelTarget {}, result.loudness, result.peak, heldByPeak);
    for (auto* channel : { &sound.left, &sound.right })
        for (double& sample : *channel)
            sample *= gain;
    const double seconds = static_cast<double> (result.frames) / settings.sampleRate;
    WavFile file (soundFile, settings.sampleRate, WavFormat::pcm24, seconds, song->title,
                  preset.info.name + ", Kolophon " KOLOPHON_VERSION);
    file.write (sound.left, sound.right);
    file.finish();

    const auto text = formatted (
        "%s\n  length        %.3f s\n  peak          %.2f dBFS\n  loudness      %.1f LUFS\n"
        "  ledger        residual %.2g of peak energy\n  speed         %.1f x real time on %s\n",
        soundFile, seconds, dbFromGain (gain * result.peak), dbFromGain (gain) + result.loudness.value_or (0.0),
        result.ledger.relativeResidual(), seconds / result.processorSeconds, Synth::instructionSet());
    std::fputs (text.c_str(), stdout);
    return ExitCode::ok;
}
} // namespace

int main (int count, char** words)
{
    try
    {
        if (count != 3)
            throw Failure (ExitCode::usage, "kolophon_demo SONG.mid SOUND.wav");
        return static_cast<int> (renderDemo (words[1], words[2]));
    }
    catch (const Failure& failure)
    {
        std::fprintf (stderr, "%s\n", failure.what());
        return static_cast<int> (failure.code);
    }
}
