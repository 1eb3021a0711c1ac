// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Error.h"
#include "../../Physics/Bodies/ModeTable.h"
#include "../../Synth/Synth.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/** Text format of a body: its modes, measured, computed or invented.

        { "kolophon_body": 1, "name": "Saucepan", "notes": "…", "mass": 0.6, "base_frequency": 412.5,
          "modes": [ { "frequency": 412.5, "t60": 1.9, "shape": 1, "left": 1, "right": 0.8 },
                     { "frequency": 988.1, "t60": 0.7, "shape": [0, 0.4, 0.9, 0.4, 0], "left": -0.3, "right": 0.6 } ] }

    One to 128 modes in any order. `shape` is how much a mode moves at the contact: one number, or 2 to 129 numbers at
    even distances along the contact path (hand.position 0 … 0.5), straight lines between them. `left` and `right` are
    its gains at two pickups. All three default to 1, and shapes are those of ModeTable.h: sqrt (mass) times the
    mass-normalised ones. If the modal mass at the contact [kg] is known, a mode may have `mass` instead of `shape`,
    which is then sqrt (mass of the body/mass of the mode).

    `mass` is the mass of the whole body [kg]: body.mass when it is loaded; without it, that stays, or is the first
    modal mass. The key that plays the body untransposed is that of `base_frequency` [Hz], or of `note`, the same as a
    MIDI key (69: 440 Hz); without both it is the key of the lowest mode. Every other key transposes all modes equally;
    Decay scales all ring times equally. Resources/Schemas/body.schema.json is the machine-readable form. */
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

/** Range of a number in the file. */
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

/** Writes the file, one line per mode, each number exact. */
std::string bodyToJson (const CustomBody& body, const std::vector<std::string>& warnings = {});

/** Reads a body; an error is one sentence with place, value and allowed values. */
Result<CustomBody> bodyFromJson (std::string_view json);

/** Reads the body in a file; the sentence then begins with the file's name. */
Result<CustomBody> readBodyFile (const std::filesystem::path& file);

/** Makes the engine's table of modes. Decay rates are relative to that of the ring time that applyBodyKnobs() sets. */
std::unique_ptr<ModeTable> tableOf (const CustomBody& body);

/** Sets the knobs with which a patch sounds the body unchanged: type, Decay, Mass if it is known, and at least as many
    Modes. */
void applyBodyKnobs (const CustomBody& body, Patch& patch);

/** Gives a synth the body or, without one, restores the modes that the custom body has without a file. Returns its
    number. [as Synth::setCustomBody] */
std::uint32_t giveBody (Synth& synth, const std::optional<CustomBody>& body);
} // namespace kolophon
