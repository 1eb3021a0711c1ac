// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Bodies/RecordedBody.h"
#include "../Files/Bytes/DecodedText.h"
#include "../Synth/Parameters/NearestParameter.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "Bindings.h"

#include <algorithm>

namespace kolophon::python
{
namespace
{
const Parameter& parameterAt (std::size_t index)
{
    if (index >= parameterTable().size())
        throw py::index_error ("parameter index out of range");
    return parameterTable()[index];
}

const char* kindOf (Scale scale)
{
    switch (scale)
    {
        case Scale::menu: return "menu";
        case Scale::toggle: return "switch";
        case Scale::integer: return "integer";
        case Scale::log: return "logarithmic";
        case Scale::power: return "cubic";
        case Scale::linear: break;
    }
    return "linear";
}

py::list parameters ()
{
    py::list list;
    for (const auto& p : parameterTable())
    {
        py::dict one;
        one["id"] = p.id;
        one["group"] = p.group;
        one["name"] = p.label;
        one["unit"] = unitText (p.unit);
        one["range"] = formatRange (p);
        one["minimum"] = p.minimum;
        one["maximum"] = p.maximum;
        one["default"] = p.defaultValue;
        one["kind"] = kindOf (p.scale);
        one["choices"] = std::vector<std::string> (p.choices.begin(), p.choices.end());
        one["help"] = p.help;
        one["since"] = p.since;
        list.append (one);
    }
    return list;
}

void setNumber (Preset& preset, std::size_t index, double value)
{
    const auto& parameter = parameterAt (index);
    if (const auto fault = checkValue (parameter, value))
        throw *fault;
    parameter.in (preset.patch) = value;
}

void setText (Preset& preset, std::size_t index, const std::string& text)
{
    const auto& parameter = parameterAt (index);
    parameter.in (preset.patch) = valueOrThrow (parseValue (parameter, text));
}

py::tuple read (const std::string& json)
{
    Findings findings;
    auto preset = valueOrThrow (presetFromJson (json, findings));
    return py::make_tuple (std::move (preset), findings.sentences());
}

/** A recording of shape (1, n) or (2, n). */
Recording recordingOf (const py::array_t<double, py::array::c_style | py::array::forcecast>& sound, double rate)
{
    const auto channels = static_cast<std::size_t> (sound.shape (0)),
               count = static_cast<std::size_t> (sound.shape (1));
    Recording recording;
    recording.sampleRate = rate;
    recording.left.assign (sound.data (0, 0), sound.data (0, 0) + count);
    if (channels > 1)
        recording.right.assign (sound.data (1, 0), sound.data (1, 0) + count);
    return recording;
}

void setBody (Preset& preset, const std::string& json)
{
    auto body = valueOrThrow (bodyFromJson (json));
    applyBodyKnobs (body, preset.patch);
    preset.customBody = std::move (body);
}

/** Takes an impulse response of shape (1, n) or (2, n) as the box "Measured". */
void setBox (Preset& preset, const py::array_t<double, py::array::c_style | py::array::forcecast>& sound, double rate,
             const std::string& name)
{
    if (! (rate >= lowestResponseRate && rate <= highestResponseRate))
        throw InputError ({ "rate", std::to_string (rate), "is out of range", "8000 to 192000 Hz" });
    auto recording = recordingOf (sound, rate);
    recording.silenceNonNumbers();
    preset.measuredBox = valueOrThrow (boxFromRecording (recording, name));
    preset.patch.outBox = boxes::measured;
}

void readBox (Preset& preset, const std::string& file)
{
    preset.measuredBox = valueOrThrow (readBoxFile (file));
    preset.patch.outBox = boxes::measured;
}

/** Samples of shape (channels, n), sample rate and name; None without a measured box. */
py::object boxOf (const Preset& preset)
{
    if (! preset.measuredBox)
        return py::none();
    const auto& response = *preset.measuredBox->response;
    const auto channels = response.right.empty() ? 1u : 2u;
    py::array_t<double> samples (
        { static_cast<py::ssize_t> (channels), static_cast<py::ssize_t> (response.left.size()) });
    std::copy (response.left.begin(), response.left.end(), samples.mutable_data (0, 0));
    if (channels == 2)
        std::copy (response.right.begin(), response.right.end(), samples.mutable_data (1, 0));
    return py::make_tuple (samples, response.sampleRate, preset.measuredBox->name);
}

void setTuning (Preset& preset, const std::string& scale, const std::string& mapping, double a4)
{
    if (! (a4 >= lowestA4 && a4 <= highestA4))
        throw InputError (
            { .place = "a4", .value = std::to_string (a4), .problem = "is out of range", .allowed = "400 to 480 Hz" });
    KeyTuning tuning;
    tuning.a4 = a4;
    if (! scale.empty())
        tuning.scale = valueOrThrow (inFile ("scale", scaleFromScl (decodedText (scale))));
    if (! mapping.empty())
        tuning.mapping = valueOrThrow (inFile ("mapping", mappingFromKbm (decodedText (mapping))));
    valueOrThrow (tuningOf (tuning)); // refuses what does not fit together
    preset.tuning = std::move (tuning);
}

std::vector<double> keyFrequencies (const Preset& preset)
{
    const auto tuning = tuningOf (preset);
    std::vector<double> frequencies;
    for (int key = 0; key < 128; ++key)
        frequencies.push_back (frequencyFromNote (tuning.noteOf (key)));
    return frequencies;
}

/** Text of the body in a recording of shape (1, n) or (2, n). */
std::string bodyOf (const py::array_t<double, py::array::c_style | py::array::forcecast>& sound, double rate,
                    const std::string& name, int modes, const py::object& progress)
{
    const auto recording = recordingOf (sound, rate);
    const auto body = watched (progress, [&] (Watched& state)
                               { return bodyFromRecording (recording, name, modes, state.stopped()); });
    return bodyToJson (valueOrThrow (body).body);
}
} // namespace

void bindPresets (py::module_& module)
{
    module.def ("parameters", parameters);
    module.def ("nearest_parameter", [] (const std::string& text) { return std::string (nearestParameter (text)); });
    module.def ("factory_names",
                []
                {
                    const auto names = factoryPresetNames();
                    return std::vector<std::string> (names.begin(), names.end());
                });
    module.def ("factory_preset",
                [] (const std::string& name)
                {
                    const auto* preset = findFactoryPreset (name);
                    if (preset == nullptr)
                        throw InputError ("preset \"" + name + "\" not found; kolophon.presets() lists their names");
                    return *preset;
                });
    module.def ("read_preset", read);
    module.def ("body_from_recording", bodyOf);

    py::class_<Preset> (module, "Preset")
        .def (py::init<>())
        .def ("copy", [] (const Preset& p) { return p; })
        .def ("get", [] (const Preset& p, std::size_t index) { return parameterAt (index).in (p.patch); })
        .def ("text",
              [] (const Preset& p, std::size_t index)
              {
                  const auto& parameter = parameterAt (index);
                  return formatValue (parameter, parameter.in (p.patch));
              })
        .def ("set", setNumber)
        .def ("set_text", setText)
        .def ("to_json", [] (const Preset& p) { return presetToJson (p); })
        .def ("fingerprint", [] (const Preset& p) { return presetFingerprint (p); })
        .def ("set_body", setBody)
        .def ("body", [] (const Preset& p)
              { return p.customBody ? py::object (py::str (bodyToJson (*p.customBody))) : py::object (py::none()); })
        .def ("set_box", setBox)
        .def ("read_box", readBox)
        .def ("remove_box", [] (Preset& p) { p.measuredBox.reset(); })
        .def ("box", boxOf)
        .def ("set_tuning", setTuning)
        .def ("key_frequencies", keyFrequencies)
        .def_property (
            "name", [] (const Preset& p) { return p.info.name; },
            [] (Preset& p, std::string text) { p.info.name = std::move (text); })
        .def_property (
            "author", [] (const Preset& p) { return p.info.author; },
            [] (Preset& p, std::string text) { p.info.author = std::move (text); })
        .def_property (
            "notes", [] (const Preset& p) { return p.info.notes; },
            [] (Preset& p, std::string text) { p.info.notes = std::move (text); })
        .def_property (
            "tags", [] (const Preset& p) { return p.info.tags; },
            [] (Preset& p, std::vector<std::string> tags) { p.info.tags = std::move (tags); });
}
} // namespace kolophon::python
