// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Bench/SteadyFriction.h"
#include "../Core/Text/KeyName.h"
#include "../Lab/Solvers/BodyBench.h"
#include "../Synth/Bodies/BodyTable.h"
#include "../Synth/Bodies/LawTable.h"
#include "Bindings.h"

#include <cmath>

/** Laws and bodies: descriptions, curves and modes. */
namespace kolophon::python
{
namespace
{
py::list laws ()
{
    py::list list;
    for (const auto& law : lawTable())
    {
        py::dict one;
        one["id"] = law.id;
        one["name"] = law.name;
        one["family"] = law.family;
        one["summary"] = law.summary;
        one["equations"] = law.equations;
        one["source"] = law.source;
        one["passivity"] = law.passivity;
        one["listen_for"] = law.listenFor;
        one["remarks"] = law.remarks;
        py::list states, knobs;
        for (const auto state : law.modes)
            states.append (std::string (state));
        one["states"] = states;
        for (const auto& knob : law.uses)
            knobs.append ("contact." + std::string (knob));
        one["parameters"] = knobs;
        list.append (one);
    }
    return list;
}

py::list bodies ()
{
    py::list list;
    for (const auto& body : bodyTable())
    {
        py::dict one;
        one["name"] = body.name;
        one["summary"] = body.summary;
        one["path"] = body.path;
        one["equations"] = body.equations;
        one["normalisation"] = body.normalisation;
        one["source"] = body.source;
        one["listen_for"] = body.listenFor;
        one["remarks"] = body.remarks;
        list.append (one);
    }
    return list;
}

/** Rows of frequency [Hz], decay rate [1/s], shape at the contact. */
py::array_t<double> modes (const Preset& preset, int key, double rate)
{
    std::vector<double> values;
    const BodyBench bench (preset.patch, key, rate);
    for (const auto& line : bench.lines())
        values.insert (values.end(), { line.frequency, line.decayRate, line.shape });
    const auto rows = static_cast<py::ssize_t> (values.size() / 3);
    return arrayOf (std::move (values), { rows, 3 });
}
} // namespace

void bindCatalogue (py::module_& module)
{
    module.def ("key_from_name", keyFromName);
    module.def ("laws", laws);
    module.def ("bodies", bodies);
    module.def ("modes", modes);
    module.def ("steady_friction", [] (const Preset& preset, const std::vector<double>& speeds)
                { return arrayOf (steadyFriction (preset.patch.contact, speeds)); });
}
} // namespace kolophon::python
