// SPDX-License-Identifier: GPL-3.0-or-later
#include "ScenarioParts.h"

#include "../Solvers/BodyBench.h"

#include "../../Core/ReferenceNote.h"
#include "../../Core/Units.h"
#include "../../Files/Json/ShallowJson.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Synth/Bodies/BodyTable.h"
#include "../../Synth/Parameters/ParameterTable.h"

#include <array>
#include <cmath>

namespace kolophon::lab::scenario
{
namespace
{
constexpr Range masses { 1e-9, 1e9, " kg" }, stiffnesses { 0.0, 1e15, " N/m" }, dampings { 0.0, 1e12, " kg/s" };

void makeMass (LinearBody& body, double mass, double stiffness, double damping)
{
    body.mass = Eigen::MatrixXd::Constant (1, 1, mass);
    body.stiffness = Eigen::MatrixXd::Constant (1, 1, stiffness);
    body.damping = Eigen::MatrixXd::Constant (1, 1, damping);
    body.contact = body.pushed = Eigen::VectorXd::Ones (1);
}

void readMass (Fields& f, BodyRead& read)
{
    const double mass = f.number ("mass", masses, "Mass.");
    const double stiffness = f.number ("stiffness", stiffnesses, "Stiffness of a spring to the ground.", 0.0);
    const double damping = f.number ("damping", dampings, "Damping of a dashpot to the ground.", 0.0);
    makeMass (read.body, mass, stiffness, damping);
    read.places = { 1.0, 1.0 };
    read.shapeAt = [] (double) { return Eigen::VectorXd (Eigen::VectorXd::Ones (1)); };
}

void readBlock (Fields& f, BodyRead& read)
{
    Stops stops;
    const Range place { -1e6, 1e6, " m" };
    makeMass (read.body, f.number ("mass", masses, "Mass of the block."), 0.0, 0.0);
    stops.left = f.number ("left", place, "Position of the left stop.", -0.5);
    stops.right = f.number ("right", place, "Position of the right stop.", 0.5);
    stops.restitution = f.number ("restitution", { 0.0, 1.0 }, "Ratio of the speeds after and before an impact.", 0.3);
    stops.muStatic =
        f.number ("mu_static", { 0.0, 1e3 }, "Static friction of the floor, as a fraction of the block's weight.", 0.8);
    stops.muKinetic = f.number ("mu_kinetic", { 0.0, 1e3 },
                                "Sliding friction of the floor, as a fraction of the block's weight.", 0.5);
    stops.gravity = f.number ("gravity", { 0.0, 1e3, " m/s^2" }, "Acceleration of gravity.", 9.81);
    if (! f.describing() && ! (stops.right > stops.left))
        f.refuse ("right", "is not to the right of the left stop; allowed: more than " + dump (stops.left) + " m");
    if (! f.describing() && stops.muStatic < stops.muKinetic)
        f.refuse ("mu_static", "is less than mu_kinetic; allowed: at least " + dump (stops.muKinetic));
    read.stops = stops;
}

void readDrillString (Fields& f, BodyRead& read)
{
    const Range inertia { 1e-9, 1e12, " kg m^2" }, perAngle { 0.0, 1e15, " N m/rad" },
        perSpeed { 0.0, 1e12, " N m s/rad" };
    const double table = f.number ("table_inertia", inertia, "Moment of inertia J_r of the rotary table.");
    const double bit = f.number ("bit_inertia", inertia, "Moment of inertia J_b of the bit.");
    const double k = f.number ("stiffness", perAngle, "Stiffness k_t of the pipes.");
    const double c = f.number ("damping", perSpeed, "Damping c_t of the pipes.");
    const double tableDamping = f.number ("table_damping", perSpeed, "Damping c_r at the table.", 0.0);
    const double bitDamping = f.number ("bit_damping", perSpeed, "Damping c_b of the mud.", 0.0);
    auto& body = read.body;
    body.mass = Eigen::Vector2d (table, bit).asDiagonal();
    body.stiffness = k * Eigen::Matrix2d { { 1.0, -1.0 }, { -1.0, 1.0 } };
    body.damping = c * Eigen::Matrix2d { { 1.0, -1.0 }, { -1.0, 1.0 } };
    body.damping (0, 0) += tableDamping;
    body.damping (1, 1) += bitDamping;
    body.contact = Eigen::Vector2d (0.0, 1.0);
    body.pushed = Eigen::Vector2d (1.0, 0.0);
    read.turning = true;
}

void readLumped (Fields& f, BodyRead& read)
{
    const auto weights = f.numbers ("masses", masses, 1, maxMasses, "Masses, or moments of inertia.");
    const auto n = static_cast<Eigen::Index> (weights.size());
    auto& body = read.body;
    body.mass = Eigen::MatrixXd::Zero (n, n);
    body.stiffness = body.damping = body.mass;
    for (Eigen::Index i = 0; i < n; ++i)
        body.mass (i, i) = weights[static_cast<std::size_t> (i)];
    const int last = f.describing() ? static_cast<int> (maxMasses) : static_cast<int> (n);
    f.list ("links", 0, 200, "Springs with dashpots between two masses, or between a mass and the ground.",
            [&] (Fields& g)
            {
                const int a = g.integer ("from", 1, last, "First mass; the masses count from 1.");
                const int b = g.integer ("to", 0, last, "Second mass; 0 is the ground.", 0);
                const double k = g.number ("stiffness", stiffnesses, "Stiffness of the spring.", 0.0);
                const double c = g.number ("damping", dampings, "Damping of the dashpot.", 0.0);
                if (g.describing())
                    return;
                if (a == b)
                    g.refuse ("to", "is where the link begins; allowed: another mass");
                Eigen::VectorXd incidence = Eigen::VectorXd::Zero (n);
                incidence[a - 1] = 1.0;
                if (b > 0)
                    incidence[b - 1] = -1.0;
                body.stiffness += k * incidence * incidence.transpose();
                body.damping += c * incidence * incidence.transpose();
            });
    const int contact = f.integer ("contact", 1, last, "Mass under the bow.", 1);
    const int pushed =
        f.integer ("pushed", 1, last, "Mass on which drive.push acts; default: the mass under the bow.", contact);
    read.turning = f.flag (
        "turning", "Uses angles and torques instead of positions and forces: units in tables and figures.", false);
    if (f.describing())
        return;
    body.contact = Eigen::VectorXd::Unit (n, contact - 1);
    body.pushed = Eigen::VectorXd::Unit (n, pushed - 1);
    read.places = { 1.0, static_cast<double> (n) };
    read.shapeAt = [n] (double place)
    { return Eigen::VectorXd (Eigen::VectorXd::Unit (n, static_cast<Eigen::Index> (std::lround (place)) - 1)); };
}

struct ModeRow
{
    double w, s, phi;
};

void setModes (LinearBody& body, const std::vector<ModeRow>& rows)
{
    const auto n = static_cast<Eigen::Index> (rows.size());
    body.frequency.resize (n);
    body.decay.resize (n);
    body.contact.resize (n);
    for (Eigen::Index m = 0; m < n; ++m)
    {
        const auto& row = rows[static_cast<std::size_t> (m)];
        body.frequency[m] = row.w;
        body.decay[m] = row.s;
        body.contact[m] = row.phi;
    }
    body.pushed = body.contact;
}

void readModes (Fields& f, BodyRead& read)
{
    std::vector<ModeRow> rows;
    std::vector<std::vector<double>> shapes;
    f.list ("modes", 1, maxModes, "Modes of the body.",
            [&] (Fields& g)
            {
                ModeRow row {};
                row.w = 2.0 * pi * g.number ("frequency", { 1e-3, 1e6, " Hz" }, "Frequency of the mode.");
                const auto decay = g.maybe ("decay_rate", { 0.0, 1e6, " 1/s" },
                                            "Decay rate s in q'' + 2 s q' + w^2 q; give this, t60 or quality.");
                const auto t60 = g.maybe ("t60", { 1e-6, 1e9, " s" }, "Time to fall by 60 dB.");
                const auto quality = g.maybe ("quality", { 0.5, 1e9 }, "w/(2 s).");
                row.s = decay ? *decay : (t60 ? std::log (1000.0) / *t60 : (quality ? row.w / (2.0 * *quality) : 0.0));
                const double mass = g.number ("mass", masses, "Modal mass where the shape is 1.", 1.0);
                row.phi =
                    g.number ("shape", { -1e6, 1e6 }, "Shape at the contact: motion there per unit of the mode.", 1.0) /
                    std::sqrt (mass);
                auto more =
                    g.numbers ("shapes", { -1e6, 1e6 }, 0, 16,
                               "Shapes at further places or in other directions, for contacts: 1 is the first.");
                for (auto& shape : more)
                    shape /= std::sqrt (mass);
                shapes.push_back (std::move (more));
                if (! g.describing() && (decay.has_value() + t60.has_value() + quality.has_value()) > 1)
                    g.refuse ("decay_rate", "is given together with t60 or quality; allowed: only one of the three");
                rows.push_back (row);
            });
    setModes (read.body, rows);
    std::size_t places = shapes.front().size();
    for (const auto& one : shapes)
        places = std::min (places, one.size());
    read.places = { 0.0, static_cast<double> (places) };
    read.shapeAt = [shapes, contact = read.body.contact] (double place)
    {
        auto shape = contact;
        if (const auto which = static_cast<std::size_t> (std::lround (place)); which > 0)
            for (std::size_t m = 0; m < shapes.size(); ++m)
                shape[static_cast<Eigen::Index> (m)] = shapes[m][which - 1];
        return shape;
    };
}

void readString (Fields& f, BodyRead& read)
{
    const Range impedance { 1e-6, 1e6, " kg/s" }, hertz { 1e-3, 1e5, " Hz" }, rate { 0.0, 1e6, " 1/s" },
        quality { 0.5, 1e9 };
    const double f0 = f.number ("fundamental", hertz, "Fundamental frequency f_0 without stiffness.");
    const double z0 = f.number ("impedance", impedance, "Wave impedance Z_0 = sqrt(T mu).");
    const double B = f.number ("inharmonicity", { 0.0, 1.0 }, "Inharmonicity B: f_n = n f_0 sqrt(1 + B n^2).", 0.0);
    const double s0 = f.number ("decay_rate", rate, "Decay rate s_0 of all partials.", 1.0);
    const double Q = f.number ("quality", quality, "Quality Q: partial n loses w_n/(2 Q) in addition.", 1e9);
    const double s2 = f.number ("bending_decay", rate, "Decay rate s_2: partial n loses s_2 n^2 in addition.", 0.0);
    const int partials = f.integer ("partials", 1, 200, "Number of partials.", 40);
    const double beta =
        f.number ("position", { 1e-4, 0.9999 }, "Distance of the contact from the bridge over the length.");
    std::vector<ModeRow> rows;
    for (int n = 1; n <= partials; ++n)
    {
        const double w = 2.0 * pi * n * f0 * std::sqrt (1.0 + B * n * n);
        rows.push_back ({ w, s0 + w / (2.0 * Q) + s2 * n * n, std::sqrt (4.0 * f0 / z0) * std::sin (n * pi * beta) });
    }
    double ofTorsion = 0.0;
    f.inside ("torsion", false, "Torsion; without this field the string does not twist.",
              [&] (Fields& g)
              {
                  const double zt = g.number ("impedance", impedance, "Z_t.");
                  const double ft = g.number ("fundamental", hertz, "f_t.");
                  const double qt = g.number ("quality", quality, "Q_t.", 34.0);
                  const int count = g.integer ("partials", 1, 56, "Number of torsional modes.", 10);
                  ofTorsion = std::sqrt (4.0 * ft / zt);
                  for (int n = 1; n <= count; ++n)
                  {
                      const double w = 2.0 * pi * n * ft;
                      rows.push_back ({ w, w / (2.0 * qt), std::sqrt (4.0 * ft / zt) * std::sin (n * pi * beta) });
                  }
              });
    setModes (read.body, rows);
    read.places = { 1e-4, 0.9999 };
    const int twisting = static_cast<int> (rows.size()) - partials;
    read.shapeAt = [f0, z0, partials, twisting, ofTorsion] (double place)
    {
        Eigen::VectorXd shape (partials + twisting);
        for (int m = 0; m < partials + twisting; ++m)
        {
            const bool twists = m >= partials;
            const int n = twists ? m - partials + 1 : m + 1;
            shape[m] = (twists ? ofTorsion : std::sqrt (4.0 * f0 / z0)) * std::sin (n * pi * place);
        }
        return shape;
    };
    read.tensionOf = [f0, z0, partials] (double axial, double length)
    {
        const double mu = z0 / (2.0 * length * f0); // Z_0 = sqrt (T mu), f_0 = sqrt (T/mu)/(2 L)
        std::vector<double> coefficients;
        for (int n = 1; n <= partials; ++n)
            coefficients.push_back (std::sqrt (axial / length) * std::pow (n * pi / length, 2) / mu);
        return coefficients;
    };
}

/** Reads a body of the instrument, as in a voice at the given key. */
void readInstrument (Fields& f, BodyRead& read)
{
    const auto name = f.text ("preset", "Factory preset.", "First Light");
    const int key = f.integer ("key", 0, 127, "MIDI key; 62 is D4.", referenceKey);
    const double rate = f.number ("rate", { 8000.0, 768000.0, " Hz" }, "Internal sample rate of the voice.", 96000.0);
    const auto* parameters = f.value (
        "parameters", "Parameters that differ from the preset, by id.", false,
        { { "type", "object" }, { "additionalProperties", { { "type", Json::array ({ "string", "number" }) } } } });
    if (f.describing())
        return;
    const auto* preset = findFactoryPreset (name);
    if (preset == nullptr)
        f.refuse ("preset", "is not a factory preset; see kolophon list presets");
    auto patch = preset->patch;
    if (parameters != nullptr && ! parameters->is_object())
        f.refuse ("parameters", "is not an object; allowed: { \"body.type\": \"Glass\", … }");
    if (parameters != nullptr)
        for (const auto& [id, value] : parameters->items())
        {
            const auto path = f.pathOf ("parameters") + "." + id;
            const auto index = findParameter (id);
            if (! index)
                throw InputError ({ .place = path, .problem = "unknown parameter; see kolophon list parameters" });
            const auto& parameter = parameterTable()[*index];
            const auto text = value.is_string() ? value.get<std::string>() : dump (value);
            const auto result = parseValue (parameter, text);
            if (! result)
                throw result.error().in (path);
            parameter.in (patch) = *result;
        }
    if (bodyTable()[static_cast<std::size_t> (patch.bodyType)].name == "Block")
        f.refuse ("parameters", "needs the block; allowed: a body of kind block");
    std::vector<ModeRow> rows;
    BodyBench bench (patch, key, rate);
    for (const auto& line : bench.contactLines())
        rows.push_back ({ line.w, line.s, line.phi });
    if (rows.empty())
        f.refuse ("key", "gives a body without modes");
    setModes (read.body, rows);
}
} // namespace

void readBody (Fields& f, BodyRead& read)
{
    const auto with = [&read] (void (*reader) (Fields&, BodyRead&))
    { return [&read, reader] (Fields& g) { reader (g, read); }; };
    const std::array<Fields::Kind, 8> kinds {
        Fields::Kind { "wall", "A fixed body: the relative velocity is the bow's.", [] (Fields&) {} },
        { "mass", "One mass, with an optional spring and dashpot to the ground.", with (readMass) },
        { "block", "A pushed mass on a floor between two stops; it has its own friction and no law.",
          with (readBlock) },
        { "drill_string", "Two inertias on a shaft; the push is the torque at the table, the contact is at the bit.",
          with (readDrillString) },
        { "lumped", "Masses, springs and dashpots.", with (readLumped) },
        { "modes", "A list of modes; a push acts at the contact.", with (readModes) },
        { "string", "A stiff string between rigid ends.", with (readString) },
        { "instrument", "Any body of the instrument, as in a note.", with (readInstrument) }
    };
    f.kinds ("kind", kinds, "Body of the experiment.");
}
} // namespace kolophon::lab::scenario
