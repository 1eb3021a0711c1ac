// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyFile.h"

#include "../../Core/Units.h"
#include "../../Physics/Bodies/Custom.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/WholeFile.h"
#include "../Json/JsonDocument.h"
#include "../Json/JsonNumber.h"
#include "../Json/ShallowJson.h"
#include "BodyJson.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace kolophon
{
namespace
{
std::string rangeText (const BodyRange& range)
{
    return dump (range.lowest) + " to " + dump (range.highest) + std::string (range.unit);
}

std::string joined (const std::string& path, std::string_view field)
{
    const auto name = printable (field, longestCell); // it may be anything
    return path.empty() ? name : path + "." + name;
}

NumberRange numbers (const BodyRange& range)
{
    return { range.lowest, range.highest, rangeText (range) };
}

std::string modeListText ()
{
    return "a list of 1 to " + std::to_string (maxBodyModes) + " modes";
}

std::vector<double> readShape (const Json& json, const std::string& path, Findings& findings)
{
    if (! json.is_array())
        return { readNumber (json, numbers (modeGains), path, findings) };
    if (json.size() < 2 || json.size() > maxShapePoints)
        throw InputError ({ path, shown (json), "contains " + std::to_string (json.size()) + " numbers",
                            "one number, or a list of 2 to " + std::to_string (maxShapePoints) });
    std::vector<double> shape;
    for (std::size_t i = 0; i < json.size(); ++i)
        shape.push_back (readNumber (json[i], numbers (modeGains), path + "[" + std::to_string (i) + "]", findings));
    return shape;
}

struct ReadMode
{
    BodyMode mode;
    std::optional<double> mass;
};

/** Reads a field of a mode; false if `field` is not one. */
bool readModeField (const std::string& field, const Json& value, const std::string& here, Findings& findings,
                    ReadMode& read)
{
    const auto number = [&] (const BodyRange& range) { return readNumber (value, numbers (range), here, findings); };
    if (field == "frequency")
        read.mode.frequency = number (modeFrequencies);
    else if (field == "t60")
        read.mode.t60 = number (ringTimes);
    else if (field == "mass")
        read.mass = number (modalMasses);
    else if (field == "shape")
        read.mode.shape = readShape (value, here, findings);
    else if (field == "left")
        read.mode.left = number (modeGains);
    else if (field == "right")
        read.mode.right = number (modeGains);
    else
        return false;
    return true;
}

ReadMode readMode (const Json& json, bool fileIsNewer, const std::string& path, Findings& findings)
{
    if (! json.is_object())
        throw InputError ({ path, shown (json), "is not an object with a frequency and a t60" });
    ReadMode read;
    for (const auto& [field, value] : json.items())
        if (const auto here = joined (path, field); ! readModeField (field, value, here, findings, read))
            findings.addUnknown (InputError ({ .place = here,
                                               .problem = "is not a field of a mode",
                                               .allowed = "frequency, t60, mass or shape, left, right" }),
                                 fileIsNewer);
    if (read.mode.frequency == 0.0)
        throw InputError (
            { .place = path + ".frequency", .problem = "missing", .allowed = rangeText (modeFrequencies) });
    if (read.mode.t60 == 0.0)
        throw InputError ({ .place = path + ".t60", .problem = "missing", .allowed = rangeText (ringTimes) });
    if (read.mass && json.contains ("shape"))
    {
        findings.add (InputError (
            { path + ".mass", shown (json["mass"]), "is given together with a shape", "only one of the two" }));
        read.mass.reset();
    }
    return read;
}

/** Converts masses of modes to shapes relative to the mass of the body, which defaults to the first modal mass. */
void setMasses (CustomBody& body, std::vector<ReadMode>& modes)
{
    const auto weighed =
        std::find_if (modes.begin(), modes.end(), [] (const ReadMode& m) { return m.mass.has_value(); });
    if (weighed != modes.end() && ! body.mass)
        body.mass = std::clamp (*weighed->mass, bodyMasses.lowest, bodyMasses.highest);
    for (auto& [mode, mass] : modes)
    {
        if (mass)
            mode.shape = { std::sqrt (*body.mass / *mass) };
        body.modes.push_back (std::move (mode));
    }
}

/** The modes that can be read. */
std::vector<ReadMode> readableModes (const Json& json, bool fileIsNewer, const std::string& path, Findings& findings)
{
    const auto fault = [&]
    {
        return InputError ({ path, shown (json),
                             json.is_array() ? "contains " + std::to_string (json.size()) + " modes" : "is not a list",
                             modeListText() });
    };
    if (! json.is_array() || json.empty())
        throw fault();
    if (json.size() > maxBodyModes)
        findings.add (fault());
    std::vector<ReadMode> modes;
    for (std::size_t i = 0; i < std::min (json.size(), maxBodyModes); ++i)
        if (auto mode = resultOf (
                [&] { return readMode (json[i], fileIsNewer, path + "[" + std::to_string (i) + "]", findings); }))
            modes.push_back (*std::move (mode));
        else
            findings.add (mode.error());
    if (modes.empty())
        throw InputError ({ .place = path, .problem = "no valid mode", .allowed = modeListText() });
    return modes;
}

/** Keeps one of two equal modes: their sum would be louder than either. */
void dropTwins (std::vector<BodyMode>& modes, const std::string& path, Findings& findings)
{
    for (auto mode = modes.begin(); mode != modes.end();)
    {
        const auto first = std::find (modes.begin(), mode, *mode);
        if (first == mode)
        {
            ++mode;
            continue;
        }
        const auto name = [&] (auto which) { return path + "[" + std::to_string (which - modes.begin()) + "]"; };
        findings.add (InputError ({ .place = name (mode),
                                    .problem = "is the same as " + name (first),
                                    .allowed = "modes that differ from each other" }));
        mode = modes.erase (mode);
    }
}

void readModes (CustomBody& body, const Json& json, bool fileIsNewer, const std::string& path, Findings& findings)
{
    auto modes = readableModes (json, fileIsNewer, path, findings);
    setMasses (body, modes);
    dropTwins (body.modes, path, findings);
    double largest = 0.0;
    for (const auto& mode : body.modes)
        for (const double value : mode.shape)
            largest = std::max (largest, std::abs (value));
    if (largest < smallestShape)
        throw InputError ({ .place = path,
                            .problem = "no shape exceeds " + dump (largest) + ", so that friction has no effect",
                            .allowed = "at least one of " + dump (smallestShape) });
    std::stable_sort (body.modes.begin(), body.modes.end(),
                      [] (const BodyMode& a, const BodyMode& b) { return a.frequency < b.frequency; });
}

int readVersion (const Json& json, const std::string& path)
{
    if (! json.is_object() || ! json.contains ("kolophon_body"))
        throw InputError ({ .place = path.empty() ? "kolophon_body" : path,
                            .problem = "this is not a body (no \"kolophon_body\": 1)" });
    const auto& version = json["kolophon_body"];
    if (! version.is_number_integer() || version < 1 || version > 1'000'000)
        throw InputError ({ joined (path, "kolophon_body"), shown (version), "is not a version number (1, 2, …)" });
    return version.get<int>();
}

/** Shape at a position, by linear interpolation. */
double shapeAt (const std::vector<double>& shape, double gridPosition)
{
    if (shape.size() == 1)
        return shape[0];
    const double place = gridPosition * static_cast<double> (shape.size() - 1);
    const auto before = std::min (static_cast<std::size_t> (place), shape.size() - 2);
    const double fraction = place - static_cast<double> (before);
    return (1.0 - fraction) * shape[before] + fraction * shape[before + 1];
}

double baseOf (const CustomBody& body)
{
    return body.baseFrequency.value_or (body.modes.front().frequency);
}

const Parameter& knob (std::string_view id)
{
    return parameterTable()[findParameter (id).value()];
}

double decayKnob (const CustomBody& body)
{
    return knob ("body.decay").nearestValid (body.modes.front().t60);
}
} // namespace

namespace
{
/** Reads a field of a body; false if `field` is not one. Throws InputError. */
bool readBodyField (const std::string& field, const Json& value, const std::string& here, Findings& findings,
                    CustomBody& body)
{
    const auto number = [&] (const BodyRange& range) { return readNumber (value, numbers (range), here, findings); };
    if (field == "name")
        body.name = readText (value, here);
    else if (field == "notes")
        body.notes = readText (value, here);
    else if (field == "mass")
        body.mass = number (bodyMasses);
    else if (field == "base_frequency")
        body.baseFrequency = number (modeFrequencies);
    else if (field == "note")
        body.baseFrequency = frequencyFromNote (number (baseNotes));
    else
        return field == "kolophon_body" || field == "modes" || field == "warnings" || field == "$schema";
    return true;
}
} // namespace

CustomBody bodyFromValue (const Json& json, const std::string& path, Findings& findings)
{
    CustomBody body;
    const bool isNewer = readVersion (json, path) > bodyFormatVersion;
    for (const auto& [field, value] : json.items())
    {
        const auto here = joined (path, field);
        if (field == "note" && json.contains ("base_frequency"))
        {
            findings.add (
                InputError ({ here, shown (value), "is given together with base_frequency", "only one of the two" }));
            continue;
        }
        const auto isKnown =
            resultOf ([&, &name = field, &what = value] { return readBodyField (name, what, here, findings, body); });
        if (! isKnown)
            findings.add (isKnown.error());
        else if (! *isKnown)
            findings.addUnknown (InputError ({ .place = here,
                                               .problem = "is not a field of a body",
                                               .allowed = "name, notes, mass, base_frequency or note, modes" }),
                                 isNewer);
    }
    if (! json.contains ("modes"))
        throw InputError ({ .place = joined (path, "modes"), .problem = "missing", .allowed = modeListText() });
    readModes (body, json["modes"], isNewer, joined (path, "modes"), findings);
    return body;
}

Json bodyValue (const CustomBody& body)
{
    Json json { { "kolophon_body", bodyFormatVersion }, { "name", body.name } };
    if (! body.notes.empty())
        json["notes"] = body.notes;
    if (body.mass)
        json["mass"] = *body.mass;
    if (body.baseFrequency)
        json["base_frequency"] = *body.baseFrequency;
    auto& modes = json["modes"] = Json::array();
    for (const auto& mode : body.modes)
        modes.push_back ({ { "frequency", mode.frequency },
                           { "t60", mode.t60 },
                           { "shape", mode.shape.size() == 1 ? Json (mode.shape[0]) : Json (mode.shape) },
                           { "left", mode.left },
                           { "right", mode.right } });
    return json;
}

std::string bodyToJson (const CustomBody& body, const std::vector<std::string>& warnings)
{
    auto json = bodyValue (body);
    if (! warnings.empty())
        json["warnings"] = warnings;
    return jsonDocument (json);
}

Result<CustomBody> bodyFromJson (std::string_view json)
{
    return strictly (
        [json] (Findings& findings)
        {
            if (json.size() > largestBodyFile)
                throw InputError ({ .value = std::to_string (json.size()) + " bytes",
                                    .problem = "are too many for a body",
                                    .allowed = std::to_string (largestBodyFile) });
            return bodyFromValue (parseShallow (json, findings), "", findings);
        });
}

Result<CustomBody> readBodyFile (const std::filesystem::path& file)
{
    return inFile (shownName (file.filename()), textOf (file, largestBodyFile).and_then (bodyFromJson));
}

std::unique_ptr<ModeTable> tableOf (const CustomBody& body)
{
    auto table = std::make_unique<ModeTable>();
    table->tightening = 1.0; // as a plate
    for (const auto& mode : body.modes)
    {
        const auto m = static_cast<std::size_t> (table->add (mode.frequency / baseOf (body)));
        table->decay[m] = decayKnob (body) / mode.t60;
        for (int place = 0; place < ModeTable::places; ++place)
            table->shape[m][static_cast<std::size_t> (place)] = shapeAt (mode.shape, 2.0 * ModeTable::placeOf (place));
        table->left[m] = mode.left;
        table->right[m] = mode.right;
    }
    table->loss = 0.0;
    custom::feel (*table);
    return table;
}

void applyBodyKnobs (const CustomBody& body, Patch& patch)
{
    patch.bodyType = customBody();
    patch.bodyDecay = decayKnob (body);
    patch.bodyMass = body.mass ? knob ("body.mass").nearestValid (*body.mass) : patch.bodyMass;
    patch.bodyModes = std::max (patch.bodyModes, static_cast<double> (body.modes.size()));
}

std::uint32_t giveBody (Synth& synth, const std::optional<CustomBody>& body)
{
    return synth.setCustomBody (body ? *tableOf (*body) : *modesOf (customBody()));
}
} // namespace kolophon
