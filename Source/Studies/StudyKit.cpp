// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyKit.h"

#include "../Analysis/Bench/RegimeSigns.h"
#include "../Analysis/Parallel.h"
#include "../Core/Text/AsciiText.h"
#include "../Core/Text/NumberText.h"
#include "../Files/Json/ShallowJson.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <thread>

namespace kolophon::study
{
using lab::Fields;

Expectation Expectation::within (double expected, double tolerance, std::string source)
{
    return { expected, expected - tolerance, expected + tolerance, std::move (source) };
}

void readExpectation (Fields& f, std::string_view name, const char* meaning, Expectation& e)
{
    f.inside (name, false, meaning,
              [&] (Fields& inner)
              {
                  constexpr double any = 1e300;
                  Expectation read;
                  const auto number = [&] (std::string_view field, const char* what, double& value) {
                      value = inner.maybe (field, { -any, any }, what).value_or (value);
                  };
                  number ("expected", "Expected value.", read.expected);
                  number ("lowest", "Smallest passing value.", read.lowest);
                  number ("highest", "Largest passing value.", read.highest);
                  read.source = inner.text ("source", "Source of the expected value.", e.source);
                  e = inner.describing() ? e : read;
              });
}

Check check (std::string name, std::string unit, double obtained, const Expectation& e)
{
    return { std::move (name), std::move (unit), obtained, e.lowest, e.highest, e.expected, e.source };
}

StringSpec readString (Fields& f, const StringSpec& o)
{
    StringSpec s {};
    s.fundamental =
        f.number ("fundamental", { 5.0, 20000.0, " Hz" }, "Fundamental frequency f_0 of the string.", o.fundamental);
    s.impedance = f.number ("impedance", { 1e-4, 1e4, " kg/s" }, "Wave impedance Z_0.", o.impedance);
    s.inharmonicity =
        f.number ("inharmonicity", { 0.0, 0.1 }, "Inharmonicity B in f_n = n f_0 sqrt (1 + B n^2).", o.inharmonicity);
    s.decayRate = f.number ("decay_rate", { 0.0, 1e4, " 1/s" }, "Decay rate s_0 of all partials.", o.decayRate);
    s.quality = f.number ("quality", { 1.0, 1e15 }, "Quality Q: partial n loses w_n/(2 Q) in addition.", o.quality);
    s.bendingDecay = f.number ("bending_decay", { 0.0, 1e4, " 1/s" },
                               "Decay rate s_2: partial n loses s_2 n^2 in addition.", o.bendingDecay);
    s.partials = f.integer ("partials", 1, VoiceGroup::maxSounding, "Number of partials.", o.partials);
    s.torsionImpedance =
        f.number ("torsion_impedance", { 1e-4, 1e4, " kg/s" }, "Torsional impedance Z_t.", o.torsionImpedance);
    s.torsionFundamental =
        f.number ("torsion_fundamental", { 5.0, 1e6, " Hz" }, "First torsional frequency.", o.torsionFundamental);
    s.torsionQuality = f.number ("torsion_quality", { 1.0, 1e6 }, "Quality factor of torsion.", o.torsionQuality);
    s.torsionPartials = f.integer ("torsion_partials", 0, VoiceGroup::maxSilent,
                                   "Number of torsional modes; 0: no torsion.", o.torsionPartials);
    double last = 0.0;
    f.list ("damping", 0, 64, "Measured damping, instead of the three losses; the partials rise.",
            [&] (Fields& inner)
            {
                PartialDamping point {};
                point.partial = inner.number ("partial", { 1.0, 200.0 }, "Number of the partial.");
                point.ratio = inner.number ("ratio", { 1e-7, 0.5 }, "Damping ratio: decay rate over w.");
                if (! inner.describing() && ! (point.partial > last))
                    inner.refuse ("partial", "does not rise; allowed: more than " + text (last));
                last = point.partial;
                s.damping.push_back (point);
            });
    return s;
}

ContactSpec readContact (Fields& f, const ContactSpec& o)
{
    std::vector<std::string_view> ids;
    for (const auto& law : lawTable())
        ids.push_back (law.id);
    ContactSpec c {};
    c.law = lawNamed (f.choice ("law", ids, "Friction law.", lawTable()[static_cast<std::size_t> (o.law)].id));
    c.muStatic = f.number ("mu_static", { 1e-3, 100.0 }, "Coefficient of static friction.", o.muStatic);
    c.muKinetic = f.number ("mu_kinetic", { 1e-3, 100.0 }, "Coefficient of sliding friction.", o.muKinetic);
    c.stribeckSpeed =
        f.number ("stribeck_speed", { 1e-6, 1e3, " m/s" }, "Speed v_s over which friction falls.", o.stribeckSpeed);
    c.stiffness = f.number ("stiffness", { 0.0, 1e10, " N/m" }, "Stiffness s_0 of the bristle.", o.stiffness);
    c.damping = f.number ("damping", { 0.0, 1e4, " N s/m" }, "Damping s_1 of the bristle.", o.damping);
    c.viscosity = f.number ("viscosity", { 0.0, 1e4, " N s/m" }, "s_2.", o.viscosity);
    c.breakaway = f.number ("breakaway", { 0.0, 0.99 },
                            "Breakaway xi: fraction of its strength below which the bristle is elastic.", o.breakaway);
    c.residual =
        f.flag ("residual", "Adds the compliance of the omitted modes, in series with the bristle.", o.residual);
    c.thermalSpeed =
        f.number ("thermal_speed", { 1e-3, 10.0, " m/s" }, "Speed v_T of the thermal law.", o.thermalSpeed);
    c.thermalTime = f.number ("thermal_time", { 1e-6, 10.0, " s" }, "Cooling time of the thermal law.", o.thermalTime);
    c.literal = f.flag ("literal", "Uses LuGre and Dupont as printed, which can create energy.", o.literal);
    if (! f.describing() && c.muKinetic > c.muStatic)
        f.refuse ("mu_kinetic", "is above mu_static; allowed: up to " + text (c.muStatic));
    return c;
}

StringSpec readStringIn (Fields& f, std::string_view name, const StringSpec& otherwise)
{
    auto string = otherwise;
    f.inside (name, false, "The string.", [&] (Fields& inner) { string = readString (inner, otherwise); });
    return string;
}

ContactSpec readContactIn (Fields& f, std::string_view name, const ContactSpec& otherwise)
{
    auto contact = otherwise;
    f.inside (name, false, "Contact of bow and string.",
              [&] (Fields& inner) { contact = readContact (inner, otherwise); });
    return contact;
}

Steps readSteps (Fields& f, const Steps& o)
{
    Steps steps {};
    steps.rate = f.number ("rate", { 8000.0, 6.2e6, " Hz" }, "Steps per second.", o.rate);
    steps.seconds = f.number ("seconds", { 0.01, 600.0, " s" }, "Length of each run.", o.seconds);
    steps.passes = f.integer ("passes", 1, 16, "Passes per step of bristle laws.", o.passes);
    return steps;
}

std::vector<double> Axis::borders() const
{
    return ladder (low, high, count + 1);
}

double Axis::fraction (double value) const
{
    return std::log (value / low) / std::log (high / low);
}

std::vector<double> Axis::middles() const
{
    const auto edges = borders();
    std::vector<double> values;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i)
        values.push_back (std::sqrt (edges[i] * edges[i + 1]));
    return values;
}

Axis readAxis (Fields& f, std::string_view name, const char* meaning, const char* unit, const Axis& o)
{
    auto axis = o;
    f.inside (name, false, meaning,
              [&] (Fields& inner)
              {
                  axis.low = inner.number ("low", { 1e-9, 1e9, unit }, "Lower end of the axis.", o.low);
                  axis.high = inner.number ("high", { 1e-9, 1e9, unit }, "Upper end of the axis.", o.high);
                  axis.count = inner.integer ("count", 1, 400, "Number of cells, in equal ratios.", o.count);
                  if (! inner.describing() && ! (axis.high > axis.low))
                      inner.refuse ("high", "is not above low; allowed: more than " + text (axis.low));
              });
    return axis;
}

void set (Patch& patch, std::string_view id, double value)
{
    parameterTable()[findParameter (id).value()].in (patch) = value;
}

namespace
{
/** One parameter, or several that share the beginning of their ids: "hand": { "speed": 0.2 } is "hand.speed": 0.2. */
void readParameter (Patch& patch, const std::string& path, const std::string& id, const Json& value)
{
    if (value.is_object())
    {
        for (const auto& [name, inner] : value.items())
            readParameter (patch, path + "." + name, id + "." + name, inner);
        return;
    }
    const auto place = findParameter (id);
    if (! place)
        throw InputError ({ path, shown (value), "is not a parameter", "ids of `kolophon list parameters`" });
    const auto& info = parameterTable()[*place];
    double number = 0.0;
    if (value.is_number())
    {
        number = value.get<double>();
        if (const auto error = checkValue (info, number))
            throw error->in (path);
    }
    else if (value.is_string())
    {
        const auto parsed = parseValue (info, value.get<std::string>());
        if (! parsed)
            throw parsed.error().in (path);
        number = parsed.value();
    }
    else
        throw InputError ({ path, shown (value), "is neither a number nor a string", formatRange (info) });
    info.in (patch) = number;
}
} // namespace

Patch readPatch (Fields& f, std::string_view name, const char* meaning,
                 std::initializer_list<std::pair<std::string_view, double>> otherwise)
{
    auto patch = defaultsOfFormat1();
    for (const auto& [id, value] : otherwise)
        set (patch, id, value);
    const Json schema { { "type", "object" },
                        { "additionalProperties", { { "type", Json::array ({ "string", "number", "object" }) } } } };
    const auto* given = f.value (name, meaning, false, schema);
    if (given == nullptr)
        return admissible (patch);
    if (! given->is_object())
        f.refuse (name, "is not an object; allowed: parameters by id, as in presets");
    for (const auto& [id, value] : given->items())
        readParameter (patch, f.pathOf (name) + "." + id, id, value);
    return admissible (patch);
}

//==============================================================================
void StudyWorkers::each (std::size_t count, double work, const std::function<void (std::size_t)>& task)
{
    std::atomic<std::size_t> finished = 0;
    const auto asker = std::this_thread::get_id(); // only this thread reports progress
    const auto runOne = [&] (std::size_t i)
    {
        task (i);
        const auto fraction = static_cast<double> (++finished) / static_cast<double> (count);
        if (std::this_thread::get_id() == asker)
            context.progress (std::min (1.0, (done + work * fraction) / total));
    };
    inParallel (count, context.jobs, runOne, [this] { return stops(); });
    done += work;
}

//==============================================================================
std::string regimeColumn ()
{
    std::string names;
    for (int i = 0; i <= static_cast<int> (Regime::constantSlip); ++i)
        names += (i > 0 ? ", " : "") + std::to_string (i) + " " + std::string (regimeName (static_cast<Regime> (i)));
    return "regime (" + names + ")";
}

View regimeMap (std::string title, std::string x, std::string y)
{
    View view { std::move (title), std::move (x), { std::move (y) }, regimeColumn() };
    for (int i = 0; i <= static_cast<int> (Regime::constantSlip); ++i)
        view.kinds.push_back ({ std::string (regimeName (static_cast<Regime> (i))),
                                formatted ("#%06x", signOf (static_cast<Regime> (i)).colour) });
    view.marks = view.logX = view.logY = true;
    return view;
}

std::string fileName (std::string_view name)
{
    std::string file;
    for (const char c : name)
        if (isLetterOrDigit (c) || (c == '.' && ! file.empty()))
            file += lowerCase (c);
        else if (! file.empty() && file.back() != '-')
            file += '-';
    while (! file.empty() && file.back() == '-')
        file.pop_back();
    return file;
}

std::string text (double value, int digits)
{
    if (std::abs (value) < 1e7 && value == std::floor (value)) // 20000 rather than 2e+04
        digits = std::max (digits, 7);
    return significant (value, digits);
}
} // namespace kolophon::study
