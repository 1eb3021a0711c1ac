// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Synth/Output/BoxResponse.h"
#include "../../Synth/Synth.h"
#include "../Bytes/WholeFile.h"
#include "../Sounds/SoundFile.h"

#include <memory>
#include <optional>
#include <string>

/** The box "Measured": the impulse response of an instrument's body, from a recording (WAV, AIFF, FLAC, Ogg), within a
    preset or a state:

        "measured_box": { "name": "My fiddle", "sample_rate": 48000, "channels": 1, "bits": 24, "samples": "AAAA…" }

    `samples` are integers of 24 bits, the lowest byte first, left and right in turn, in base 64; the largest magnitude
    is full scale. The level does not matter, because every box is as loud as the others (BoxResponse.h). A response
    lasts at most two seconds, so that it takes at most 3 MB of text (at 192 kHz, two channels). */
namespace kolophon
{
/** An impulse response with its name. Copies share the samples. */
struct MeasuredBox
{
    std::string name;
    std::shared_ptr<const BoxResponse> response; // never null

    bool operator== (const MeasuredBox& other) const
    {
        return name == other.name && (response == other.response || *response == *other.response);
    }
};

inline constexpr double longestResponse = 2.0;                                       // [s]
inline constexpr double lowestResponseRate = 8000.0, highestResponseRate = 192000.0; // [Hz]
inline constexpr std::size_t longestBoxName = 200;                                   // [bytes]

/** Makes a box of a recording: without the silence before and after the response, rounded to 24 bits of its peak. Other
    sounds are refused, in one sentence with value and range: silence, samples that are not numbers, more than two
    seconds, and sounds that do not begin with their loudest moment and then decay. */
Result<MeasuredBox> boxFromRecording (const Recording& recording, std::string name);

/** Reads the response in a file; the sentence then begins with the file's name. */
inline Result<MeasuredBox> readBoxFile (const std::filesystem::path& file)
{
    const auto name = shownName (file.filename());
    return readRecording (file).and_then ([&name] (const Recording& recording)
                                          { return inFile (name, boxFromRecording (recording, name)); });
}

/** Gives a synth the box or, without one, none. Returns its number. [as Synth::setBoxResponse] */
inline std::uint32_t giveBox (Synth& synth, const std::optional<MeasuredBox>& box)
{
    return synth.setBoxResponse (box ? box->response : nullptr);
}
} // namespace kolophon
