// SPDX-License-Identifier: GPL-3.0-or-later
#include <catch2/catch.hpp>

#include "Analysis/Bodies/RecordedBody.h"
#include "Analysis/Notes/SteadyTone.h"
#include "Core/Noise.h"
#include "Core/Units.h"
#include "Support/Scene.h"

#include <sndfile.h>

#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace
{
/** A damped sinusoid whose closed form is known. */
struct Partial
{
    double frequency, t60, left, right, phase;
};

/** 3 to 24 of them between 100 Hz and 8 kHz, every fourth with a neighbour half a line width to two away. */
std::vector<Partial> randomPartials (Random& random)
{
    std::vector<Partial> partials;
    const auto count = static_cast<std::size_t> (random.integer (3, 24));
    while (partials.size() < count)
    {
        Partial p { random.logUniform (100.0, 8000.0), random.logUniform (0.3, 4.0), random.logUniform (0.1, 1.0),
                    random.logUniform (0.1, 1.0) * (random.integer (0, 1) == 0 ? -1.0 : 1.0),
                    random.uniform (0.0, 2.0 * pi) };
        const bool crowded = std::any_of (partials.begin(), partials.end(),
                                          [&p] (const Partial& other)
                                          { return std::abs (other.frequency - p.frequency) < 0.03 * p.frequency; });
        if (crowded)
            continue;
        partials.push_back (p);
        if (partials.size() % 4 == 1 && partials.size() < count)
        {
            p.frequency += random.logUniform (0.5, 2.0) * decayRateFromT60 (p.t60) / pi;
            p.t60 *= random.uniform (0.8, 1.25);
            partials.push_back (p);
        }
    }
    return partials;
}

struct Channels
{
    std::vector<double> left, right;
};

/** They ring from `onset` [s] on; noise of both channels 60 dB below the peak. */
Channels ringing (const std::vector<Partial>& partials, double rate, double seconds, double onset, Random& random)
{
    Channels out { std::vector<double> (static_cast<std::size_t> (rate * seconds)), {} };
    out.right = out.left;
    double peak = 0.0;
    for (std::size_t n = static_cast<std::size_t> (onset * rate); n < out.left.size(); ++n)
    {
        const double t = static_cast<double> (n) / rate - onset;
        for (const auto& p : partials)
        {
            const double s = 6.907755278982137 / p.t60, w = 2.0 * pi * p.frequency;
            const double wave = std::exp (-s * t) * std::cos (std::sqrt (w * w - s * s) * t + p.phase);
            out.left[n] += p.left * wave;
            out.right[n] += p.right * wave;
        }
        peak = std::max ({ peak, std::abs (out.left[n]), std::abs (out.right[n]) });
    }
    for (auto* channel : { &out.left, &out.right })
        for (double& sample : *channel)
            for (int i = 0; i < 12; ++i) // twelve uniform numbers have the variance 1
                sample += 1e-3 * peak * random.uniform (-0.5, 0.5);
    return out;
}

ModeEstimate estimated (const std::vector<double>& left, const std::vector<double>& right, double rate, int most = 64)
{
    const auto result = estimateModes (left, right, rate, most);
    if (! result)
        FAIL (result.error().what());
    return result.value();
}

std::string refusal (const std::vector<double>& left, double rate = 48000.0)
{
    const auto result = estimateModes (left, {}, rate, 64);
    return result ? "accepted" : result.error().what();
}

std::vector<std::uint8_t> bytesOf (const std::filesystem::path& file)
{
    std::ifstream stream (file, std::ios::binary);
    return { std::istreambuf_iterator<char> (stream), {} };
}

/** A file of sound that libsndfile has written, as bytes. */
std::vector<std::uint8_t> soundFile (const std::vector<double>& interleaved, int channels, int rate, int format)
{
    const auto path =
        std::filesystem::temp_directory_path() / ("kolophon-estimate-" + std::to_string (getpid()) + ".wav");
    SF_INFO info {};
    info.samplerate = rate;
    info.channels = channels;
    info.format = format;
    auto* file = sf_open (path.c_str(), SFM_WRITE, &info);
    REQUIRE (file != nullptr);
    sf_writef_double (file, interleaved.data(), static_cast<sf_count_t> (interleaved.size()) / channels);
    sf_close (file);
    const auto bytes = bytesOf (path);
    std::filesystem::remove (path);
    return bytes;
}
} // namespace

TEST_CASE ("modes of a known sound are found, all of them and no other, to a cent and to 5 % of T60", "[body]")
{
    const double rates[] = { 44100.0, 48000.0, 96000.0 };
    double worstCents = 0.0, worstRing = 0.0;
    for (int seed = 0; seed < rounds (3, 200); ++seed)
    {
        Random random (static_cast<std::uint64_t> (seed));
        const double rate = rates[seed % 3], onset = random.uniform (0.0, 0.3);
        const auto partials = randomPartials (random);
        const auto sound = ringing (partials, rate, 3.0, onset, random);
        const bool stereo = seed % 2 == 1;
        const auto estimate = estimated (sound.left, stereo ? sound.right : std::vector<double>(), rate);
        CAPTURE (seed, rate, partials.size());
        REQUIRE (estimate.modes.size() == partials.size());
        // Nobody explains the noise, which is 60 dB below the peak; short sounds have the more of it.
        double energy = 0.0, peak = 0.0;
        for (const auto* channel : { &sound.left, &sound.right })
            for (const double sample : *channel)
            {
                energy += channel == &sound.left || stereo ? sample * sample : 0.0;
                peak = std::max (peak, std::abs (sample));
            }
        const double noise = 1e-6 * peak * peak * static_cast<double> ((stereo ? 2 : 1) * sound.left.size());
        CHECK (1.0 - estimate.explained < 1.2 * noise / energy + 2e-5);
        // The onset is where a tenth of the peak is reached, which may be a little later.
        CHECK (estimate.onset >= onset - 1.0 / rate);
        CHECK (estimate.onset < onset + 0.003);
        auto sorted = partials;
        std::sort (sorted.begin(), sorted.end(), [] (auto& a, auto& b) { return a.frequency < b.frequency; });
        for (std::size_t m = 0; m < sorted.size(); ++m)
        {
            const auto& truth = sorted[m];
            const auto& mode = estimate.modes[m];
            const double cents = centsFromRatio (mode.frequency / truth.frequency);
            const double ring = t60FromDecayRate (mode.decayRate) / truth.t60 - 1.0;
            CAPTURE (truth.frequency, truth.t60, cents, ring);
            CHECK (std::abs (cents) < 1.0);
            CHECK (std::abs (ring) < 0.05);
            if (stereo)
                CHECK_THAT ((mode.right / mode.left).real(), WithinRel (truth.right / truth.left, 0.2));
            worstCents = std::max (worstCents, std::abs (cents));
            worstRing = std::max (worstRing, std::abs (ring));
        }
    }
    std::printf ("modes from recordings: at most %.3f cents and %.2f %% of T60 off\n", worstCents, 100.0 * worstRing);
}

TEST_CASE ("what does not decay, or lies outside of what is heard, is no mode", "[body]")
{
    const double rate = 44100.0;
    Random random (5);
    auto sound = ringing ({ { 440.0, 1.0, 1.0, 1.0, 0.0 } }, rate, 2.0, 0.1, random).left;
    for (std::size_t n = 0; n < sound.size(); ++n)
    {
        const double t = static_cast<double> (n) / rate;
        sound[n] += 0.01 * std::sin (2.0 * pi * 50.0 * t);                                      // the mains
        sound[n] += 0.01 * std::exp (t) * std::sin (2.0 * pi * 1000.0 * t);                     // feedback that grows
        sound[n] += t < 0.1 ? 0.0 : 0.2 * std::exp (-5.0 * t) * std::sin (2.0 * pi * 12.0 * t); // rumble
        sound[n] +=
            t < 0.1 ? 0.0 : 0.2 * std::exp (-5.0 * t) * std::sin (2.0 * pi * 21000.0 * t); // above 0.45 of the rate
        sound[n] += t < 0.1 ? 0.0 : 1e-5 * std::exp (-5.0 * t) * std::sin (2.0 * pi * 700.0 * t); // far below the noise
    }
    const auto estimate = estimated (sound, {}, rate);
    REQUIRE (estimate.modes.size() == 1);
    CHECK_THAT (estimate.modes[0].frequency, WithinRel (440.0, 1e-4));
}

TEST_CASE ("the strongest modes are kept when there are too many", "[body]")
{
    Random random (6);
    std::vector<Partial> partials;
    for (int i = 0; i < 12; ++i)
        partials.push_back ({ 200.0 * (i + 1), 1.0, i % 3 == 0 ? 1.0 : 0.1, 1.0, 0.3 * i });
    const auto estimate = estimated (ringing (partials, 48000.0, 2.0, 0.0, random).left, {}, 48000.0, 4);
    REQUIRE (estimate.modes.size() == 4);
    for (std::size_t m = 0; m < 4; ++m)
        CHECK_THAT (estimate.modes[m].frequency, WithinRel (200.0 + 600.0 * static_cast<double> (m), 1e-4));
}

TEST_CASE ("a recording without a mode is refused with the reason", "[body]")
{
    Random random (7);
    std::vector<double> noise (48000), silent (48000, 0.0), broken (48000, 0.5), brief (1000, 0.5), bang (48000, 0.0);
    for (double& sample : noise)
        sample = random.uniform (-1.0, 1.0);
    broken[100] = std::nan ("");
    bang[20000] = 1.0;
    CHECK_THAT (refusal (noise), Contains ("no decaying mode found"));
    CHECK_THAT (refusal (bang), Contains ("no decaying mode found"));
    CHECK_THAT (refusal (silent), Contains ("silent"));
    CHECK_THAT (refusal (broken), Contains ("not a number"));
    CHECK_THAT (refusal (brief), Contains ("too short"));
    CHECK_THAT (refusal ({}), Contains ("silent"));
}

TEST_CASE ("the strongest mode of a recording has shape 1, and the pickups hear what the recording heard", "[body]")
{
    Random random (8);
    const std::vector<Partial> partials { { 300.0, 2.0, 0.5, -0.25, 0.0 }, { 800.0, 1.0, 0.02, 0.08, 0.0 } };
    const auto sound = ringing (partials, 48000.0, 3.0, 0.0, random);
    const auto result = bodyFromRecording ({ 48000.0, sound.left, sound.right, true, 0, {} }, "Pan", 64);
    REQUIRE (result.has_value());
    const auto& body = result.value().body;
    REQUIRE (body.modes.size() == 2);
    CHECK (body.name == "Pan");
    CHECK (! body.mass);
    CHECK_THAT (body.modes[0].shape[0], WithinRel (1.0, 1e-9));
    CHECK_THAT (body.modes[0].left, WithinRel (1.0, 1e-9));
    CHECK_THAT (body.modes[0].right, WithinRel (-0.5, 0.01));
    CHECK_THAT (body.modes[1].shape[0], WithinRel (0.4, 0.01)); // root of 0.08/0.5
    CHECK_THAT (body.modes[1].shape[0] * body.modes[1].left, WithinRel (0.04, 0.02));
    CHECK_THAT (body.modes[1].shape[0] * body.modes[1].right, WithinRel (0.16, 0.01));
    CHECK (bodyFromJson (bodyToJson (body)).value() == body);
}

TEST_CASE ("a rubbed body rings at the frequencies and with the ring times of its file", "[body]")
{
    // Rubbed for 0.1 s at the key of the first mode, then left alone: what sounds after that are its free modes.
    const auto result = bodyFromJson (R"({"kolophon_body": 1, "base_frequency": 220, "mass": 0.2, "modes": [
        {"frequency": 220, "t60": 3}, {"frequency": 517.3, "t60": 2}, {"frequency": 913.1, "t60": 1.2, "left": 0.5},
        {"frequency": 1404, "t60": 0.8, "right": -1}, {"frequency": 2311.7, "t60": 0.6}]})");
    const auto body = result.value();
    for (const double rate : longRun() ? std::vector { 44100.0, 96000.0 } : std::vector { 44100.0 })
    {
        Synth synth;
        synth.prepare (rate);
        auto patch = patchWith ({ { "hand.bite", 50.0 },
                                  { "hand.lift_time", 0.001 },
                                  { "out.level", 0.0 },
                                  { "out.box", 0.0 },
                                  { "out.guard", 0.0 },
                                  { "voice.velocity", 0.0 },
                                  { "body.quality", 25.0 } });
        applyBodyKnobs (body, patch);
        synth.setPatch (patch);
        giveBody (synth, body);
        const auto sound = render (synth, { noteOn (0, 57), noteOff (static_cast<int> (0.1 * rate), 57) },
                                   static_cast<int> (3.0 * rate));
        const auto from = static_cast<std::ptrdiff_t> (0.13 * rate);
        const std::vector<double> left (sound.left.begin() + from, sound.left.end());
        const auto estimate = estimated (left, {}, rate);
        REQUIRE (estimate.modes.size() == body.modes.size());
        for (std::size_t m = 0; m < body.modes.size(); ++m)
        {
            CAPTURE (rate, m, estimate.modes[m].frequency);
            CHECK_THAT (centsFromRatio (estimate.modes[m].frequency / body.modes[m].frequency), WithinAbs (0.0, 0.1));
            CHECK_THAT (t60FromDecayRate (estimate.modes[m].decayRate), WithinRel (body.modes[m].t60, 0.01));
        }
        // The same from the spectrum: a mode's peak lies within a bin of its frequency.
        const auto spectrum = amplitudeSpectrum (std::span (left).first (frameLength (left.size())));
        const double bin = rate / static_cast<double> (frameLength (left.size()));
        for (const auto& mode : body.modes)
        {
            const auto near = static_cast<std::ptrdiff_t> (mode.frequency / bin);
            const auto middle = spectrum.begin() + near;
            const auto peak = std::max_element (middle - 20, middle + 20) - spectrum.begin();
            CHECK (std::abs (static_cast<double> (peak) * bin - mode.frequency) <= bin);
        }
    }
}

TEST_CASE ("a recording reads as it was written, in every kind of file and sample", "[body]")
{
    struct Kind
    {
        int format;
        double step;
    };
    Random random (9);
    std::vector<double> samples (2000);
    for (double& sample : samples)
        sample = random.uniform (-0.99, 0.99);
    for (const auto& [format, step] :
         { Kind { SF_FORMAT_WAV | SF_FORMAT_PCM_U8, 1.0 / 128 }, Kind { SF_FORMAT_WAV | SF_FORMAT_PCM_16, 1.0 / 32768 },
           Kind { SF_FORMAT_WAV | SF_FORMAT_PCM_24, 1.2e-7 }, Kind { SF_FORMAT_WAV | SF_FORMAT_PCM_32, 4.7e-10 },
           Kind { SF_FORMAT_WAV | SF_FORMAT_FLOAT, 6e-8 }, Kind { SF_FORMAT_WAV | SF_FORMAT_DOUBLE, 0.0 },
           Kind { SF_FORMAT_WAVEX | SF_FORMAT_PCM_24, 1.2e-7 }, Kind { SF_FORMAT_RF64 | SF_FORMAT_FLOAT, 6e-8 },
           Kind { SF_FORMAT_AIFF | SF_FORMAT_PCM_16, 1.0 / 32768 }, Kind { SF_FORMAT_AIFF | SF_FORMAT_FLOAT, 6e-8 },
           Kind { SF_FORMAT_FLAC | SF_FORMAT_PCM_16, 1.0 / 32768 },
           Kind { SF_FORMAT_FLAC | SF_FORMAT_PCM_24, 1.2e-7 } })
        for (const int channels : { 1, 2 })
        {
            const auto result = recordingFromBytes (soundFile (samples, channels, 44100, format));
            CAPTURE (format, channels);
            REQUIRE (result.has_value());
            const auto& recording = result.value();
            CHECK (recording.sampleRate == 44100.0);
            CHECK (recording.isWhole);
            REQUIRE (recording.left.size() == samples.size() / static_cast<std::size_t> (channels));
            REQUIRE (recording.right.size() == (channels == 2 ? recording.left.size() : 0));
            double worst = 0.0;
            for (std::size_t n = 0; n < samples.size(); ++n)
            {
                const auto& side = channels == 2 && n % 2 == 1 ? recording.right : recording.left;
                const double read = side[n / static_cast<std::size_t> (channels)];
                worst = std::max (worst, std::abs (read - samples[n]));
            }
            CHECK (worst <= 1.51 * step); // it rounds, and full scale is 2^n - 1 of its steps, 2^n of ours
        }
}

TEST_CASE ("a recording in an Ogg file keeps its length, its channels and, to a hundredth, its sine", "[body]")
{
    std::vector<double> samples;
    for (int n = 0; n < 44100; ++n)
        for (const double level : { 0.5, -0.25 })
            samples.push_back (level * std::sin (2.0 * std::numbers::pi * 441.0 * n / 44100.0));
    const auto bytes = soundFile (samples, 2, 44100, SF_FORMAT_OGG | SF_FORMAT_VORBIS);
    const auto result = recordingFromBytes (bytes);
    REQUIRE (result.has_value());
    const auto& recording = result.value();
    CHECK (recording.isWhole);
    REQUIRE (recording.left.size() == 44100);
    REQUIRE (recording.right.size() == 44100);
    for (std::size_t n = 4410; n < 39690; ++n)
    {
        REQUIRE (std::abs (recording.left[n] - samples[2 * n]) < 0.01);
        REQUIRE (std::abs (recording.right[n] - samples[2 * n + 1]) < 0.01);
    }
    const auto cut = recordingFromBytes (std::span (bytes).first (bytes.size() / 2));
    REQUIRE_FALSE (cut.has_value()); // its length stands in its last page, without which the library takes none of it
    CHECK_THAT (cut.error().what(), Contains ("sound can't be read: "));
}

TEST_CASE ("of a FLAC file that was cut off the beginning is read, and said to be one", "[body]")
{
    Random random (12);
    std::vector<double> noise (44100);
    for (double& sample : noise)
        sample = random.uniform (-0.9, 0.9);
    const auto bytes = soundFile (noise, 1, 44100, SF_FORMAT_FLAC | SF_FORMAT_PCM_16);
    const auto cut = recordingFromBytes (std::span (bytes).first (bytes.size() / 2));
    REQUIRE (cut.has_value());
    const auto& recording = cut.value();
    REQUIRE (recording.warnings.size() == 1);
    CHECK_THAT (recording.warnings[0], Contains ("the sound is truncated: of 44100 samples "));
    CHECK (recording.left.size() > 11025);
    CHECK (recording.left.size() < 33075);
    CHECK (std::abs (recording.left[5000] - noise[5000]) < 1.51 / 32768);
}

TEST_CASE ("a recording that is none, or of another kind, is refused with the reason", "[body]")
{
    const auto good = soundFile (std::vector<double> (100, 0.5), 1, 44100, SF_FORMAT_WAV | SF_FORMAT_PCM_16);
    const auto sentence = [] (const std::vector<std::uint8_t>& bytes)
    {
        const auto result = recordingFromBytes (bytes);
        return std::string (result ? "accepted" : result.error().what());
    };
    const auto with = [&good] (std::size_t at, std::uint8_t byte)
    {
        auto bytes = good;
        bytes[at] = byte;
        return bytes;
    };
    CHECK (sentence (good) == "accepted");
    CHECK (sentence ({}) == "this is not a WAV, AIFF, FLAC or Ogg file: it is empty");
    CHECK (sentence (with (0, 'X')) == "this is not a WAV, AIFF, FLAC or Ogg file");
    CHECK (sentence (with (8, 'X')) == "this is not a WAV, AIFF, FLAC or Ogg file");
    CHECK_THAT (sentence (with (20, 0x99)), Contains ("sound can't be read: "));
    CHECK_THAT (sentence (with (22, 6)), Contains ("6 channels"));
    CHECK_THAT (sentence (with (25, 0)), Contains ("samples per second"));
    CHECK_THAT (sentence (with (36, 'x')), Contains ("sound can't be read: "));
    CHECK_THAT (sentence (std::vector<std::uint8_t> (good.begin(), good.begin() + 20)),
                Contains ("sound can't be read: "));
    // a recording that was cut off has what there is
    const auto cut = recordingFromBytes (std::span (good).first (good.size() - 51));
    REQUIRE (cut.has_value());
    CHECK (cut.value().left.size() == 74);
    REQUIRE (cut.value().warnings.size() == 1);
    CHECK_THAT (cut.value().warnings[0], Contains ("of 200 bytes 149 remain"));

    Random random (10);
    for (int round = 0; round < 2000; ++round)
    {
        auto bytes = good;
        for (int wounds = random.integer (1, 6); wounds > 0; --wounds)
            bytes[static_cast<std::size_t> (random.integer (0, 60))] =
                static_cast<std::uint8_t> (random.integer (0, 255));
        bytes.resize (static_cast<std::size_t> (random.integer (1, static_cast<int> (bytes.size()))));
        const auto result = recordingFromBytes (bytes);
        if (const auto* recording = result ? &*result : nullptr)
            REQUIRE (recording->left.size() <= bytes.size());
        else
            REQUIRE (! std::string (result.error().what()).empty());
    }
}

TEST_CASE ("of a long recording the beginning is read, and said to be one", "[body]")
{
    std::vector<double> samples (70 * 8000);
    Random random (11);
    const auto sound = ringing ({ { 300.0, 2.0, 0.5, 0.0, 0.0 } }, 8000.0, 70.0, 1.0, random).left;
    const auto result = recordingFromBytes (soundFile (sound, 1, 8000, SF_FORMAT_WAV | SF_FORMAT_FLOAT));
    REQUIRE (result.has_value());
    const auto& recording = result.value();
    CHECK (! recording.isWhole);
    CHECK (recording.left.size() == 60 * 8000);
    const auto estimate = estimated (recording.left, {}, 8000.0);
    CHECK (estimate.modes.size() == 1);
    CHECK (estimate.seconds <= longestRinging + 0.01);
}

TEST_CASE ("finding modes is given up between two parts of it", "[body]")
{
    Random random (11);
    std::vector<Partial> partials;
    for (int m = 0; m < 40; ++m)
        partials.push_back ({ 150.0 * (1.0 + 0.83 * m), 2.0 / (1.0 + 0.1 * m), 0.5, 0.3, 0.0 });
    const auto sound = ringing (partials, 48000.0, 3.0, 0.0, random);
    const Recording recording { 48000.0, sound.left, sound.right, true, 0, {} };
    int asked = 0;
    REQUIRE (bodyFromRecording (recording, "", 64, [&asked] { return ++asked < 0; }).has_value());
    const int parts = asked;
    CHECK (parts >= 40); // the work of a second or two: some ten milliseconds each
    for (const int until : { 1, parts / 4, parts / 2, parts })
    {
        CAPTURE (until);
        asked = 0;
        const auto result = bodyFromRecording (recording, "", 64, [&asked, until] { return ++asked >= until; });
        REQUIRE (! result.has_value());
        CHECK_THAT (result.error().what(), Contains ("cancelled"));
        CHECK (asked == until); // nothing was begun after the answer
    }
}
