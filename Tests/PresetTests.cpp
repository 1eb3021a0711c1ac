#include "Core/Units.h"
#include "Files/PresetFile.h"
#include "Support/Scene.h"
#include "Tools/Analysis.h"

#include <catch2/catch.hpp>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::WithinAbs;

/** Factory presets as players meet them: a key at middling velocity, held. */
namespace
{
struct Sounding
{
    double cents, slips; // off equal temperament; slips of the contact a period
};

/** The last half of `seconds` of a held key, vibrato off, without box: both ears together. */
Sounding hold (std::string_view preset, int key, double seconds)
{
    const auto* found = findFactoryPreset (preset);
    REQUIRE (found != nullptr);
    auto patch = found->patch;
    const double rate = 48000.0, nominal = frequencyFromNote (key + patch.bodyTuneSemitones);
    patch.voiceVibratoCents = 0.0;
    patch.outBox = 0.0;
    Synth synth;
    synth.prepare (rate);
    synth.setPatch (patch);
    const int samples = static_cast<int> (seconds * rate);
    std::vector<ProbeFrame> frames (static_cast<std::size_t> (2 * samples));
    ProbeBuffer probes { frames.data(), frames.size(), 0 };
    const auto out = render (synth, { noteOn (0, key) }, samples, 512, &probes);
    std::vector<double> late;
    for (auto n = out.left.size() / 2; n < out.left.size(); ++n)
        late.push_back (out.left[n] + out.right[n]);
    const auto f = fundamentalFrequency (late, rate, 0.8 * nominal, 1.25 * nominal);
    SlipRecorder recorder;
    const double perSample = static_cast<double> (probes.count) / samples;
    for (std::size_t n = probes.count / 2; n < probes.count; ++n)
    {
        const auto& frame = frames[n];
        recorder.add (static_cast<std::int64_t> (n), frame.relativeVelocity, frame.bowVelocity, frame.normalForce);
    }
    const double slips = slipsPerPeriod (recorder.phases(), static_cast<std::int64_t> (probes.count / 2),
                                         static_cast<std::int64_t> (probes.count), perSample * rate / nominal);
    return { f ? centsFromRatio (*f / nominal) : 1e9, slips };
}
} // namespace

TEST_CASE ("presets that sing are in tune over their range, with one slip a period", "[preset]")
{
    struct Range
    {
        std::string_view preset;
        std::initializer_list<int> keys;
        double seconds, cents;
    };
    const Range ranges[] = {
        { "Ghost Saw", { 60, 72, 84 }, 2.0, 5.0 },
        { "Disc Squeal", { 48, 60, 72 }, 1.0, 10.0 }, // 1 to 4 kHz, a little sharp at the bottom
    };
    for (const auto& [preset, keys, seconds, cents] : ranges)
        for (const int key : keys)
        {
            const auto sounding = hold (preset, key, seconds);
            CAPTURE (preset, key);
            CHECK_THAT (sounding.cents, WithinAbs (0.0, cents));
            CHECK_THAT (sounding.slips, WithinAbs (1.0, 0.03));
        }
}
