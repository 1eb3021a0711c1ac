#pragma once

#include "../Core/Error.h"
#include "../Physics/Bodies/ModeTable.h"
#include "../Synth/Synth.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/** A body as text: the modes of something that somebody has measured, computed or made up.

        { "kolophon_body": 1, "name": "Saucepan", "notes": "…", "mass": 0.6, "base_frequency": 412.5,
          "modes": [ { "frequency": 412.5, "t60": 1.9, "shape": 1, "left": 1, "right": 0.8 },
                     { "frequency": 988.1, "t60": 0.7, "shape": [0, 0.4, 0.9, 0.4, 0], "left": -0.3, "right": 0.6 } ] }

    One to 128 modes in any order. `shape` is how much a mode moves at the contact: one number, or 2 to 129 numbers at
    even distances along the contact path (hand.position 0 … 0.5), straight lines between them. `left` and `right` are
    how much of it two pickups hear. All three are 1 unless said, and shapes are those of ModeTable.h: sqrt (mass) times
    the mass-normalised ones. Who knows the modal mass of a mode at the contact [kg] says `mass` instead of `shape`,
    which is then sqrt (mass of the body/mass of the mode).

    `mass` is what the whole body weighs [kg]: body.mass when it is loaded; unless said, that stays, or is the first
    modal mass. The key that plays the body as it stands in the file is the one of `base_frequency` [Hz], or of `note`,
    the same as a MIDI key (69: 440 Hz); unless said it is the key of the lowest mode. Every other key transposes all
    modes alike; Decay stretches all ring times alike. Resources/Schemas/body.schema.json says the same to machines. */
namespace kolophon
{
struct BodyMode
{
    double frequency = 0.0;            // [Hz]
    double t60 = 0.0;                  // [s]
    std::vector<double> shape { 1.0 }; // one number, or along the contact path
    double left = 1.0, right = 1.0;

    bool operator== (const BodyMode&) const = default;
};

struct CustomBody
{
    std::string name, notes;
    std::optional<double> mass, baseFrequency; // [kg], [Hz]
    std::vector<BodyMode> modes;               // by frequency

    bool operator== (const CustomBody&) const = default;
};

inline constexpr int bodyFormatVersion = 1;

/** What a number in the file may be. */
struct BodyRange
{
    double lowest, highest;
    std::string_view unit;
};
inline constexpr BodyRange modeFrequencies { 1.0, 100000.0, " Hz" }, ringTimes { 0.001, 1000.0, " s" },
    modalMasses { 1e-6, 1e6, " kg" }, bodyMasses { 0.001, 100.0, " kg" }, modeGains { -10000.0, 10000.0, "" },
    baseNotes { 0.0, 127.0, "" };
inline constexpr double smallestShape = 1e-5; // the largest of a body is at least this
inline constexpr std::size_t maxBodyModes = ModeTable::maxModes, maxShapePoints = ModeTable::places;
inline constexpr std::size_t largestBodyFile = 1 << 20; // [bytes]

/** One mode a line, each number exact. */
std::string bodyToJson (const CustomBody& body, const std::vector<std::string>& warnings = {});

/** The body, or one sentence that names place, value and what is allowed. */
Result<CustomBody> bodyFromJson (std::string_view json);

/** The body in a file; the sentence then begins with the file's name. */
Result<CustomBody> readBodyFile (const std::filesystem::path& file);

/** As the engine wants it. Decay rates are over that of the ring time that takeKnobs() sets. */
std::unique_ptr<ModeTable> tableOf (const CustomBody& body);

/** Sets the knobs that make a patch sound the body as it stands in its file: type, Decay, Mass if it is known, and at
    least as many Modes. */
void takeKnobs (const CustomBody& body, Patch& patch);

/** Gives a synth the body, or back the set of modes that it has without a file. Returns its number. [as
    Synth::setCustomBody] */
std::uint32_t giveBody (Synth& synth, const std::optional<CustomBody>& body);
} // namespace kolophon
