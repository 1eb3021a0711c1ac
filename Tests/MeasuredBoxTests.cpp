// SPDX-License-Identifier: GPL-3.0-or-later
// The box "Measured" as a file: what is a response, and how it travels.
#include "Files/Bytes/Base64.h"
#include "Files/Presets/PresetFile.h"
#include "Files/Songs/PerformanceFile.h"
#include "Support/Scene.h"
#include "Support/ToolFolder.h"

#include <sndfile.h>

#include <cmath>
#include <limits>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;
using Catch::Matchers::WithinAbs;

namespace
{
using Signal = std::vector<double>;

Signal decaying (std::uint64_t seed, std::size_t length, double perSample)
{
    Random random (seed);
    Signal signal;
    for (std::size_t n = 0; n < length; ++n)
        signal.push_back (n == 0 ? 0.9 : random.uniform (-0.8, 0.8) * std::exp (-perSample * static_cast<double> (n)));
    return signal;
}

Recording recordingOf (Signal left, Signal right = {}, double rate = 48000.0)
{
    Recording recording;
    recording.sampleRate = rate;
    recording.left = std::move (left);
    recording.right = std::move (right);
    recording.silenceNonNumbers();
    return recording;
}

std::string refusalOf (Signal left, Signal right = {}, double rate = 48000.0)
{
    const auto box = boxFromRecording (recordingOf (std::move (left), std::move (right), rate), "x.wav");
    return box ? "" : box.error().what();
}

void writeSound (const std::filesystem::path& path, int format, const Signal& samples, int channels, int rate = 48000)
{
    SF_INFO info {};
    info.samplerate = rate;
    info.channels = channels;
    info.format = format;
    auto* file = sf_open (path.c_str(), SFM_WRITE, &info);
    REQUIRE (file != nullptr);
    sf_writef_double (file, samples.data(), static_cast<sf_count_t> (samples.size()) / channels);
    sf_close (file);
}

MeasuredBox fiddle ()
{
    return boxFromRecording (recordingOf (decaying (1, 6000, 1.5e-3), decaying (2, 6000, 1.2e-3), 44100.0),
                             "My \"fiddle\".wav")
        .value();
}
} // namespace

TEST_CASE ("base 64 is that of RFC 4648, and nothing else is")
{
    const auto bytes = [] (std::string_view text) { return std::vector<std::uint8_t> (text.begin(), text.end()); };
    for (const auto& [plain, text] : { std::pair ("", ""),
                                       { "f", "Zg==" },
                                       { "fo", "Zm8=" },
                                       { "foo", "Zm9v" },
                                       { "foob", "Zm9vYg==" },
                                       { "fooba", "Zm9vYmE=" },
                                       { "foobar", "Zm9vYmFy" } })
    {
        CHECK (base64 (bytes (plain)) == text);
        CHECK (bytesOfBase64 (text) == bytes (plain));
    }
    for (const auto* text : { "Zg", "Zg=", "Z===", "Zm9=Zm9v", "Zm 9", "Zm9-", "====" })
        CHECK_FALSE (bytesOfBase64 (text));
}

TEST_CASE ("a response is read from WAV, AIFF and FLAC, without the silence round it and whatever its level")
{
    const ToolFolder folder;
    const auto response = decaying (3, 5000, 2e-3);
    Signal framed (4000);
    for (const double sample : response)
        framed.push_back (0.01 * sample);
    framed.resize (20000);
    std::shared_ptr<const BoxResponse> first;
    for (const auto& [name, format] : { std::pair ("a.wav", SF_FORMAT_WAV | SF_FORMAT_DOUBLE),
                                        { "b.aiff", SF_FORMAT_AIFF | SF_FORMAT_DOUBLE },
                                        { "c.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_24 } })
    {
        writeSound (folder.path (name), format, framed, 1);
        const auto box = readBoxFile (folder.path (name));
        REQUIRE (box);
        CHECK (box->name == name);
        CHECK (box->response->sampleRate == 48000.0);
        CHECK (box->response->right.empty());
        // e^(-90 dB): 5180 samples would be left of a longer one.
        REQUIRE (box->response->left.size() <= response.size());
        REQUIRE (box->response->left.size() > 4900);
        for (std::size_t n = 0; n < box->response->left.size(); ++n)
            REQUIRE_THAT (box->response->left[n], WithinAbs (response[n] / 0.9, 2e-5));
    }
}

TEST_CASE ("a noisy lead of a recording is cut two milliseconds before the response, for both ears at one place")
{
    Random random (4);
    Signal left, right;
    for (int n = 0; n < 9600; ++n) // -46 dB
    {
        left.push_back (random.uniform (-0.005, 0.005));
        right.push_back (random.uniform (-0.005, 0.005));
    }
    const auto response = decaying (5, 6000, 1.5e-3);
    left.insert (left.end(), response.begin(), response.end());
    right.insert (right.end(), 30, 0.0); // the other ear hears it later
    right.insert (right.end(), response.begin(), response.end() - 30);
    const auto box = boxFromRecording (recordingOf (left, right), "");
    REQUIRE (box);
    const auto& its = *box->response;
    REQUIRE (its.left.size() == its.right.size());
    CHECK (its.left[96] == 1.0);
    CHECK_THAT (its.right[96 + 30], WithinAbs (1.0, 1e-6));
}

TEST_CASE ("what is no response is refused with value and range")
{
    const auto silence = refusalOf (Signal (5000));
    CHECK (silence == "is silent and so not an impulse response; allowed: -100 dBFS or more");
    CHECK_THAT (refusalOf (Signal (5000, 1e-6)), Contains ("peaks at -120 dBFS"));
    auto broken = decaying (1, 3000, 3e-3);
    broken[7] = std::numeric_limits<double>::quiet_NaN();
    broken[9] = std::numeric_limits<double>::infinity();
    CHECK (refusalOf (broken) == "2 samples are not numbers; allowed: 0");
    CHECK_THAT (refusalOf (decaying (1, 100000, 2e-5)), Contains ("lasts 2.083 s") && Contains ("up to 2.000 s"));
    CHECK_THAT (refusalOf (decaying (1, 3000, 3e-3), {}, 352800.0),
                Contains ("352800 samples per second") && Contains ("8000 to 192000"));

    // Steady, swelling and repeated sounds: noise, a tone, a constant, an organ's chord, a drum's bar.
    CHECK_THAT (refusalOf (decaying (1, 90000, 1.5e-5)),
                Contains ("% of its energy comes later than 0.250 s; allowed: 0 to 40 %"));
    CHECK_THAT (refusalOf (decaying (1, 9000, 0.0)), Contains ("to its end; allowed: 20.0 dB or more"));
    Signal tone, swell, bar (72000);
    for (int n = 0; n < 48000; ++n)
    {
        tone.push_back (std::sin (0.05 * n));
        swell.push_back (std::sin (0.05 * n) * std::exp (-std::pow ((n - 12000) / 4000.0, 2.0)));
    }
    CHECK_THAT (refusalOf (tone), Contains ("is not an impulse response"));
    CHECK_THAT (refusalOf (swell), Contains ("its loudest moment comes") && Contains ("0 to 0.100 s"));
    const auto hit = decaying (6, 12000, 6e-4);
    for (const std::size_t at : { 0u, 18000u, 36000u, 54000u })
        for (std::size_t n = 0; n < hit.size(); ++n)
            bar[at + n] += hit[n];
    CHECK_THAT (refusalOf (bar), Contains ("comes later than 0.250 s"));
    CHECK_THAT (refusalOf (Signal (48000, 0.5)), Contains ("is not an impulse response"));

    // What is one: a click, a comb, a decay, one that is cut short, one with a hall behind it.
    CHECK (refusalOf ({ 1.0 }).empty());
    CHECK (refusalOf ({ 0.0, -0.3 }).empty());
    Signal comb (900);
    comb[0] = comb[300] = 0.5;
    comb[899] = -0.5;
    CHECK_THAT (refusalOf (comb), Contains ("falls by")); // no decay at all
    comb[899] = -0.1;
    CHECK (refusalOf (comb).empty());
    CHECK (refusalOf (decaying (1, 900, 1e-3)).empty());
    CHECK (refusalOf (decaying (1, 90000, 1.2e-4)).empty());

    const ToolFolder folder;
    folder.write ("song.txt", "la la");
    CHECK_THAT (readBoxFile (folder.path ("song.txt")).error().what(),
                Contains ("song.txt: this is not a WAV, AIFF, FLAC or Ogg file"));
    writeSound (folder.path ("tone.wav"), SF_FORMAT_WAV | SF_FORMAT_PCM_16, tone, 1);
    CHECK_THAT (readBoxFile (folder.path ("tone.wav")).error().what(),
                Contains ("tone.wav: is not an impulse response"));
}

TEST_CASE ("a measured box travels in a preset, to the last bit, within the limit of its file")
{
    Preset preset;
    preset.measuredBox = fiddle();
    preset.patch.outBox = boxes::measured;
    const auto text = presetToJson (preset);
    const auto read = presetFromJson (text);
    REQUIRE (read);
    CHECK (read->measuredBox == preset.measuredBox);
    CHECK (presetToJson (*read) == text);
    CHECK (presetFingerprint (*read) == presetFingerprint (preset));
    auto other = preset;
    auto changed = *other.measuredBox->response;
    changed.left[100] += 1e-3;
    other.measuredBox->response = std::make_shared<const BoxResponse> (changed);
    CHECK (presetFingerprint (other) != presetFingerprint (preset));
    CHECK (other.measuredBox != preset.measuredBox);
    CHECK (presetFingerprint ({}) != presetFingerprint (preset));

    // The longest at the highest rate.
    Preset longest;
    longest.measuredBox =
        boxFromRecording (recordingOf (decaying (7, 384000, 2.9e-5), decaying (8, 384000, 2.9e-5), 192000.0), "")
            .value();
    REQUIRE (longest.measuredBox->response->left.size() > 350000);
    CHECK (presetToJson (longest).size() < largestPresetFile - largestBodyFile);
}

TEST_CASE ("a damaged box in a preset is left out, kept and named")
{
    Preset preset;
    preset.measuredBox = fiddle();
    const auto text = presetToJson (preset);
    const auto with = [&text] (std::string_view field, std::string_view value)
    {
        auto changed = text;
        const auto at = changed.find ("\"" + std::string (field) + "\"", changed.find ("measured_box"));
        const auto from = changed.find (':', at) + 1, to = changed.find_first_of (",}\n", from);
        return changed.replace (from, to - from, " " + std::string (value));
    };
    for (const auto& [field, value, complaint] : { std::tuple ("samples", R"("AAAA*AAA")", "measured_box.samples"),
                                                   { "samples", R"("AAAAAAA=")", "is not a list of 24-bit samples" },
                                                   { "samples", R"("AAAAAAAA")", "is silent" },
                                                   { "samples", "7", "measured_box.samples" },
                                                   { "bits", "16", "measured_box.bits" },
                                                   { "channels", "3", "measured_box.channels" },
                                                   { "sample_rate", R"("fast")", "measured_box.sample_rate" } })
    {
        CAPTURE (field, value);
        Findings findings;
        const auto read = presetFromJson (with (field, value), findings);
        REQUIRE (read);
        CHECK_FALSE (read->measuredBox);
        CHECK_THAT (findings.summary(), Contains (complaint));
        CHECK_THAT (presetToJson (*read), Contains ("My \\\"fiddle\\\".wav")); // kept for a newer version
    }
}

TEST_CASE ("a box that came in mid-performance comes again")
{
    Preset preset;
    preset.patch = patchWith ({ { "out.box", boxes::measured }, { "body.decay", 0.1 } });
    RecordedPerformance performance;
    performance.preset = preset;
    performance.log.patch = preset.patch;
    performance.given.boxes[1] = fiddle();
    performance.given.boxes[2] = std::nullopt;
    performance.log.end = 4000;
    performance.log.events = { { 0, LoggedEvent::Kind::event, noteOn (0, 60), 0 },
                               { 1000, LoggedEvent::Kind::box, {}, 1 },
                               { 3000, LoggedEvent::Kind::box, {}, 2 } };
    const auto text = performanceToJson (performance);
    const auto read = performanceFromJson (text);
    REQUIRE (read);
    REQUIRE (read->log.events.size() == 3);
    CHECK (read->log.events[1].kind == LoggedEvent::Kind::box);
    CHECK (read->given.boxes.at (read->log.events[1].number) == performance.given.boxes[1]);
    CHECK_FALSE (read->given.boxes.at (read->log.events[2].number));
    CHECK (performanceToJson (*read) == text);
}
