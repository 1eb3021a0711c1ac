// SPDX-License-Identifier: GPL-3.0-or-later
// Sound files as the world has them: headers of pipes and unfinished recordings, files that were cut off, names that
// lie.
#include "Files/Sounds/SoundFile.h"
#include "Support/Scene.h"
#include "Support/ToolFolder.h"

#include <sndfile.h>

#include <cmath>
#include <limits>

using namespace kolophon;
using namespace kolophon::test;
using Catch::Matchers::Contains;

namespace
{
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t frameCount = 3000;

std::vector<double> ramp ()
{
    std::vector<double> samples;
    for (std::size_t n = 0; n < frameCount; ++n)
        samples.push_back (static_cast<double> (n) / 32768.0);
    return samples;
}

/** What libsndfile writes. */
Bytes written (int format, const std::vector<double>& samples = ramp(), int channels = 1, int rate = 48000)
{
    const auto path = std::filesystem::temp_directory_path() / ("kolophon-sound-" + std::to_string (getpid()));
    SF_INFO info {};
    info.samplerate = rate;
    info.channels = channels;
    info.format = format;
    auto* file = sf_open (path.c_str(), SFM_WRITE, &info);
    REQUIRE (file != nullptr);
    sf_command (file, SFC_SET_ADD_PEAK_CHUNK, nullptr, SF_FALSE);
    sf_writef_double (file, samples.data(), static_cast<sf_count_t> (samples.size()) / channels);
    sf_close (file);
    const auto text = contents (path);
    std::filesystem::remove (path);
    return { text.begin(), text.end() };
}

Bytes plainWav ()
{
    return written (SF_FORMAT_WAV | SF_FORMAT_PCM_16);
}

std::size_t placeOf (const Bytes& bytes, const std::string& text)
{
    const auto found = std::search (bytes.begin(), bytes.end(), text.begin(), text.end());
    REQUIRE (found != bytes.end());
    return static_cast<std::size_t> (found - bytes.begin());
}

/** The same bytes with a number of so many bytes at a place. */
Bytes with (Bytes bytes, std::size_t place, int count, std::uint64_t value, bool isLittle = true)
{
    for (int i = 0; i < count; ++i)
        bytes[place + static_cast<std::size_t> (i)] =
            static_cast<std::uint8_t> (value >> 8 * (isLittle ? i : count - 1 - i));
    return bytes;
}

std::string warningsOf (const Recording& recording)
{
    std::string all;
    for (const auto& warning : recording.warnings)
        all += warning + "\n";
    return all;
}

Recording read (const Bytes& bytes)
{
    const auto result = recordingFromBytes (bytes);
    if (! result)
        FAIL (result.error().what());
    return *result;
}

std::string refusal (const Bytes& bytes)
{
    const auto result = recordingFromBytes (bytes);
    return result ? "accepted" : result.error().what();
}

/** All samples, or the first ones, and this warning or none. */
void reads (const Bytes& bytes, const std::string& says, std::size_t frames = frameCount)
{
    const auto recording = read (bytes);
    INFO (warningsOf (recording));
    REQUIRE (recording.left.size() == frames);
    for (std::size_t n = 0; n < frames; ++n)
        REQUIRE (std::abs (recording.left[n] - static_cast<double> (n) / 32768.0) < 1e-9);
    CHECK (recording.isWhole);
    if (says.empty())
        CHECK (recording.warnings.empty());
    else
    {
        REQUIRE (recording.warnings.size() == 1);
        CHECK_THAT (recording.warnings[0], Contains (says));
    }
}

const std::string unknown = "the header gives no length", cutOff = "the sound is truncated";
} // namespace

TEST_CASE ("a WAV file out of a pipe, or of a recorder that was switched off, is read to its end, with a word",
           "[sound]")
{
    const auto file = plainWav();
    const auto data = placeOf (file, "data") + 4;
    reads (file, "");
    for (const std::uint64_t size : { 0x0ull, 0xffffffffull, 0x7ffff000ull, 0x7fffffffull, 0x80000000ull })
    {
        CAPTURE (size);
        reads (with (with (file, data, 4, size), 4, 4, size), unknown);
        reads (with (file, data, 4, size), unknown);
    }
    for (const std::uint64_t size :
         { 0x0ull, 0x10ull, 0x7ffff024ull, 0xffffffffull }) // its sound is as long as it says
        reads (with (file, 4, 4, size), "the header says that the file has");
    reads (with (file, data, 4, 2 * frameCount + 100), cutOff);
    // A list behind no sound at all is a list.
    auto empty = Bytes (file.begin(), file.begin() + static_cast<std::ptrdiff_t> (data) + 4);
    empty = with (empty, data, 4, 0);
    CHECK (refusal (empty) == "it contains no sound");
    for (const char letter : std::string ("LIST\4\0\0\0INFO", 12))
        empty.push_back (static_cast<std::uint8_t> (letter));
    CHECK (refusal (empty) == "it contains no sound");
    auto tagged = file;
    tagged.resize (tagged.size() + 50, 0xee);
    reads (tagged, "50 bytes after the sound skipped");
    reads (written (SF_FORMAT_WAV | SF_FORMAT_PCM_16 | SF_ENDIAN_BIG), ""); // RIFX
}

TEST_CASE ("the other kinds with lengths in their headers are read to their ends, too", "[sound]")
{
    auto file = written (SF_FORMAT_RF64 | SF_FORMAT_PCM_16);
    const auto sizes = placeOf (file, "ds64") + 8;
    reads (file, "");
    for (const std::uint64_t size : { std::uint64_t { 0 }, ~std::uint64_t { 0 } })
        reads (with (with (file, sizes, 8, size), sizes + 8, 8, size), unknown);
    reads (with (file, placeOf (file, "RF64"), 4, 0x34365742), ""); // BW64: the same, by ITU-R BS.2088
    file = written (SF_FORMAT_W64 | SF_FORMAT_PCM_16);
    const auto data = placeOf (file, "data") + 16;
    reads (file, "");
    for (const std::uint64_t size : { std::uint64_t { 0 }, std::uint64_t { 24 }, ~std::uint64_t { 0 } })
        reads (with (file, data, 8, size), unknown);
    file = written (SF_FORMAT_AIFF | SF_FORMAT_PCM_16);
    const auto sound = placeOf (file, "SSND") + 4;
    reads (file, "");
    for (const std::uint64_t size : { 0ull, 8ull, 0x7ffffff8ull, 0xffffffffull })
        reads (with (file, sound, 4, size, false), unknown);
    reads (written (SF_FORMAT_AIFF | SF_FORMAT_PCM_16 | SF_ENDIAN_LITTLE), ""); // AIFC
    file = written (SF_FORMAT_FLAC | SF_FORMAT_PCM_16);
    reads (file, "");
    file[21] &= 0xf0; // 36 bits of frames
    reads (with (file, 22, 4, 0), "does not say where its sound ends");
}

TEST_CASE ("a sound that was cut off is read to where it was cut, with a word", "[sound]")
{
    for (const int format : { SF_FORMAT_WAV, SF_FORMAT_RF64, SF_FORMAT_W64, SF_FORMAT_AIFF })
    {
        CAPTURE (format);
        auto file = written (format | SF_FORMAT_PCM_16);
        for (const std::size_t lost : { 2u, 200u, 201u })
        {
            const Bytes cut (file.begin(), file.end() - static_cast<std::ptrdiff_t> (lost));
            reads (cut, cutOff, frameCount - (lost + 1) / 2);
        }
    }
    Random random (3);
    std::vector<double> noise (48000);
    for (double& sample : noise)
        sample = random.uniform (-0.9, 0.9);
    for (const int format : { SF_FORMAT_FLAC | SF_FORMAT_PCM_16, SF_FORMAT_OGG | SF_FORMAT_VORBIS })
    {
        const auto file = written (format, noise);
        const auto cut = read ({ file.begin(), file.begin() + static_cast<std::ptrdiff_t> (file.size() * 3 / 4) });
        CHECK (cut.isWhole);
        CHECK (cut.left.size() > 15000);
        CHECK (cut.left.size() < 42000);
        CHECK_THAT (warningsOf (cut), Contains ("truncated"));
    }
}

TEST_CASE ("a header with a wrong length is not why a sound counts as too long", "[sound]")
{
    const ToolFolder tool;
    const auto write = [&tool] (const std::string& name, const Bytes& bytes)
    { tool.write (name, std::string (bytes.begin(), bytes.end())); };
    const auto file = plainWav();
    const auto data = placeOf (file, "data") + 4;
    write ("right.wav", file);
    write ("pipe.wav", with (with (file, data, 4, 0x7ffff000), 4, 4, 0x7ffff024));
    write ("sound.bin", file);
    const std::string render = "render --note D4 --seconds 0.2 --tail 0 --rate 48000 -o out.wav --drive ";
    const auto right = tool.json (render + "right.wav"), pipe = tool.json (render + "pipe.wav");
    CHECK (right["warnings"].empty());
    CHECK (right["hash"] == pipe["hash"]);
    CHECK (right["hash"] == tool.json (render + "sound.bin")["hash"]); // content decides
    REQUIRE (pipe["warnings"].size() == 1);
    CHECK_THAT (pipe["warnings"][0].get<std::string>(), Contains ("pipe.wav: " + unknown));
    const auto outcome = tool.run (render + "pipe.wav --quiet");
    CHECK_THAT (outcome.err, Contains ("kolophon: pipe.wav: " + unknown));
    CHECK (std::count (outcome.err.begin(), outcome.err.end(), '\n') == 1);
    // What is too long is too long by what it holds: 61 s at 8 kHz, and 59 s under a header that promises hours.
    write ("long.wav", written (SF_FORMAT_WAV | SF_FORMAT_PCM_16, std::vector<double> (61 * 8000, 0.1), 1, 8000));
    const auto shorter = written (SF_FORMAT_WAV | SF_FORMAT_PCM_16, std::vector<double> (59 * 8000, 0.1), 1, 8000);
    write ("short.wav", with (shorter, placeOf (shorter, "data") + 4, 4, 0xffffffff));
    CHECK_FALSE (
        read (written (SF_FORMAT_WAV | SF_FORMAT_PCM_16, std::vector<double> (61 * 8000, 0.1), 1, 8000)).isWhole);
    CHECK (readRecording (tool.path ("short.wav"))->isWhole);
    CHECK (readRecording (tool.path ("short.wav"))->left.size() == 59 * 8000);
    // 70 MB behind the sound, or in front of it.
    auto padded = file;
    for (const char letter : std::string ("PAD \0\0\x60\4", 8))
        padded.push_back (static_cast<std::uint8_t> (letter));
    padded.resize (padded.size() + 0x4600000);
    write ("padded.wav", padded);
    CHECK (readRecording (tool.path ("padded.wav"))->isWhole);
}

TEST_CASE ("samples that are not numbers are silent, with a word", "[sound]")
{
    auto file = written (SF_FORMAT_WAV | SF_FORMAT_FLOAT, std::vector<double> (100, 0.25));
    const auto data = placeOf (file, "data") + 8;
    file = with (file, data, 4, 0x7fc00000);      // not a number
    file = with (file, data + 40, 4, 0xff800000); // minus infinity
    const auto recording = read (file);
    CHECK (warningsOf (recording) == "2 samples that are not numbers, taken as 0\n");
    for (std::size_t n = 0; n < 100; ++n)
        CHECK (recording.left[n] == (n == 0 || n == 10 ? 0.0 : 0.25));
}

TEST_CASE ("what is no sound file that is read is refused as what it is", "[sound]")
{
    const auto named = [] (const std::string& text) { return refusal ({ text.begin(), text.end() }); };
    const std::string none = "this is not a WAV, AIFF, FLAC or Ogg file: it is ";
    CHECK (named ("") == none + "empty");
    CHECK (named (std::string ("ID3\4\0\0\0\0\0\2..\xff\xfb\x90\x44 0123456789", 25)) == none + "an MP3 file");
    CHECK (named ("\xff\xf3\x40\xc4 and so on") == none + "an MP3 file");
    CHECK (named ("\xff\xf1\x50\x80 and so on") == none + "an AAC file");
    CHECK (named (std::string ("\0\0\0\x20"
                               "ftypM4A isom",
                               16)) == none + "an M4A file (MPEG-4)");
    CHECK (named (std::string ("\0\0\0\x20"
                               "ftypisomiso2",
                               16)) == none + "an MP4 file (MPEG-4)");
    CHECK (named ("#!AMR\n") == none + "an AMR file");
    CHECK (named ("\x89PNG\r\n\x1a\n") == none + "a PNG picture");
    CHECK (named ("\xff\xd8\xff\xe0....JFIF") == none + "a JPEG picture");
    CHECK (named ("caff\0\1") == none + "a CAF file");
    CHECK (named ("wvpk....") == none + "a WavPack file");
    CHECK (named ("\x30\x26\xb2\x75\x8e\x66\xcf\x11") == none + "a WMA or WMV file");
    CHECK (named ("MThd....") == none + "a MIDI file");
    CHECK (named ("PK\3\4....") == none + "a ZIP archive");
    CHECK (named ("<html><body>404</body></html>") == none + "a web page or XML");
    CHECK (named ("{ \"kolophon_body\": 1 }") == none + "a JSON text");
    CHECK (named (std::string (100, '\0')) == none + "full of zeros");
    const auto wav = plainWav();
    const auto format = placeOf (wav, "fmt ") + 8;
    CHECK (refusal (with (wav, format, 2, 0x55)) == "this is a WAV file with MP3 data, which is not supported");
    CHECK (refusal (with (wav, format, 2, 0x161)) == "this is a WAV file with WMA data, which is not supported");
    CHECK_THAT (refusal (with (wav, format + 2, 2, 0)), Contains ("Channel count is zero"));
    CHECK_THAT (refusal (with (wav, format + 2, 2, 3)), Contains ("3 channels; allowed: 1 or 2"));
    for (const std::uint64_t rate : { 0ull, 7999ull, 400001ull, 0xffffffffull })
        CHECK (refusal (with (wav, format + 4, 4, rate)) ==
               std::to_string (rate) + " samples per second; allowed: 8000 to 400000");
}

TEST_CASE ("a file is a recording by its content, then by its name", "[sound]")
{
    const ToolFolder tool;
    const auto is = [&tool] (const std::string& name, const std::string& content)
    {
        tool.write (name, content);
        return isRecording (tool.path (name));
    };
    const auto wav = plainWav();
    const std::string sound (wav.begin(), wav.end()), body = "\n { \"kolophon_body\": 1 }";
    for (const char* name : { "a.wav", "a.json", "a", "a.txt" })
    {
        CHECK (is (name, sound));
        CHECK_FALSE (is (name, body));
        CHECK (is (name, "#!AMR\n\x3c\x08")); // to be refused as what it is
    }
    for (const char* ending : { "wav", "WAVE", "aif", "aiff", "aifc", "w64", "rf64", "flac", "ogg", "oga", "opus" })
        CHECK (is (std::string ("b.") + ending, "some text"));
    CHECK_FALSE (is ("b.txt", "some text"));
    CHECK_FALSE (isRecording (tool.path ("missing.json")));
    CHECK (isRecording (tool.path ("missing.wave")));
}

TEST_CASE ("a WAV file with an odd chunk in front is read behind its padding", "[sound]")
{
    for (const std::uint8_t odd : std::initializer_list<std::uint8_t> { 3, 4 })
    {
        CAPTURE (odd);
        auto bytes = plainWav();
        Bytes chunk { 'n', 'o', 't', 'e', odd, 0, 0, 0 };
        chunk.resize (12, 0x55);
        bytes.insert (bytes.begin() + 12, chunk.begin(), chunk.end());
        bytes[4] = static_cast<std::uint8_t> (bytes[4] + chunk.size());
        const auto result = recordingFromBytes (bytes);
        REQUIRE (result.has_value());
        CHECK (result->left == ramp());
        CHECK (result->warnings.empty());
    }
}
