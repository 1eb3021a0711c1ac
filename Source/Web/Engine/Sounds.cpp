// SPDX-License-Identifier: GPL-3.0-or-later
#include "Web.h"

#include "../../Files/Bytes/DecodedText.h"
#include "../../Files/Songs/MidiFile.h"
#include "../../Files/Songs/PerformanceFile.h"

#include <cmath>
#include <string>
#include <utility>

using namespace kolophon;

namespace
{
/** A song as a performance with this synth's sound, from silence. */
RecordedPerformance performanceOf (const Song& song, const kolophon_synth& synth)
{
    RecordedPerformance performance;
    performance.preset = synth.state.preset;
    performance.preset.patch = synth.synth.patch();
    auto& log = performance.log;
    log.sampleRate = synth.sampleRate;
    const auto sampleAt = [&log] (double seconds) { return std::llround (seconds * log.sampleRate); };
    for (const auto& [seconds, event] : song.events)
        log.events.push_back ({ sampleAt (seconds), LoggedEvent::Kind::event, event, 0 });
    log.end = sampleAt (song.duration);
    return performance;
}
} // namespace

std::int32_t web_load_song (kolophon_synth* synth, const std::uint8_t* bytes, std::int32_t count)
{
    return library::guarded (
        synth,
        [&]
        {
            const auto song = valueOrThrow (songFromMidi ({ bytes, static_cast<std::size_t> (count) }, "MIDI file"));
            std::string text;
            for (const auto& warning : song.warnings)
                text += (text.empty() ? "" : "; ") + warning;
            synth->playback.start (synth->synth, performanceOf (song, *synth), synth->sampleRate);
            synth->queue.clear();
            synth->meters = {};
            synth->findings = std::move (text);
            return KOLOPHON_OK;
        });
}

std::int32_t web_tune (kolophon_synth* synth, const char* scl, const char* kbm)
{
    return library::guarded (synth,
                             [&]
                             {
                                 auto tuning = synth->state.preset.tuning.value_or (KeyTuning());
                                 if (kbm != nullptr)
                                     tuning.mapping = valueOrThrow (mappingFromKbm (decodedText (kbm)));
                                 if (scl != nullptr)
                                 {
                                     tuning.scale = valueOrThrow (scaleFromScl (decodedText (scl)));
                                     if (kbm == nullptr && ! tuningOf (tuning))
                                         tuning.mapping.reset(); // it was of the scale before
                                 }
                                 synth->synth.setTuning (valueOrThrow (tuningOf (tuning)));
                                 synth->state.preset.tuning = std::move (tuning);
                                 return KOLOPHON_OK;
                             });
}
