#include "Scenario.h"

#include "BodyBench.h"

#include "../Core/Units.h"
#include "../Files/PresetFile.h"
#include "../Files/PrintableText.h"
#include "../Files/WholeFile.h"
#include "../Synth/BodyTable.h"
#include "../Synth/ContactPlan.h"
#include "../Synth/LawTable.h"
#include "../Synth/ParameterTable.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <set>
#include <sstream>

namespace kolophon::lab
{
namespace
{
constexpr double huge = 1e12;
constexpr std::size_t mostPoints = 1000000, mostModes = 256, mostMasses = 30, mostRuns = 400;
constexpr double mostSteps = 2e8, mostRows = 4e6; // of one run
constexpr double mostMemory = 3e9;                // [bytes] of all runs together

//==============================================================================
// Signals
//==============================================================================

void refuseUnlessRising (Fields& f, std::string_view name, const std::vector<double>& times)
{
    if (f.describing())
        return;
    for (std::size_t i = 1; i < times.size(); ++i)
        if (! (times[i] > times[i - 1]))
            f.refuse (name, "does not rise; allowed: times that rise from point to point");
}

/** Two columns of a CSV file: time [s] and value; lines that start with #, and one heading, are skipped. */
Signal::Points pointsOfFile (Fields& f, const std::string& name, int column)
{
    Signal::Points points { {}, {}, Signal::Between::linear };
    constexpr std::size_t largest = 64'000'000; // [bytes]
    std::string text;
    try
    {
        text = wholeFile (f.folder() / name, largest);
    }
    catch (const Refusal& reason)
    {
        f.refuse ("file", std::string ("cannot be read: ") + reason.what()
                              + "; allowed: the name of a CSV file, seen from the scenario's folder");
    }
    std::istringstream stream (std::move (text));
    std::string line;
    bool headed = false;
    for (int number = 1; std::getline (stream, line); ++number)
    {
        if (line.empty() || line[0] == '#' || line == "\r")
            continue;
        std::vector<double> cells;
        bool numeric = true;
        for (std::size_t begin = 0; begin <= line.size() && numeric;)
        {
            const auto end = std::min (line.find_first_of (",;\t\r", begin), line.size());
            auto cell = std::string_view (line).substr (begin, end - begin);
            while (! cell.empty() && cell.front() == ' ')
                cell.remove_prefix (1);
            while (! cell.empty() && cell.back() == ' ')
                cell.remove_suffix (1);
            double value = 0.0;
            const auto result = std::from_chars (cell.data(), cell.data() + cell.size(), value);
            numeric = result.ec == std::errc() && result.ptr == cell.data() + cell.size() && std::isfinite (value);
            if (numeric)
                cells.push_back (value);
            begin = end + 1;
            if (end < line.size() && line[end] == '\r')
                break;
        }
        if (! numeric && points.times.empty() && ! headed)
        {
            headed = true; // one line may be a heading
            continue;
        }
        if (! numeric || cells.size() < static_cast<std::size_t> (column))
            f.refuse ("file", "line " + std::to_string (number) + " does not hold " + std::to_string (column) + " numbers");
        if (! points.times.empty() && ! (cells[0] > points.times.back()))
            f.refuse ("file", "line " + std::to_string (number) + ": the times do not rise");
        points.times.push_back (cells[0]);
        points.values.push_back (cells[static_cast<std::size_t> (column) - 1]);
        if (points.times.size() > mostPoints)
            f.refuse ("file", "holds more than " + std::to_string (mostPoints) + " lines");
    }
    if (points.times.size() < 2)
        f.refuse ("file", "holds " + std::to_string (points.times.size()) + " rows of numbers; allowed: at least 2");
    return points;
}

Signal::Between betweenOf (Fields& f)
{
    static constexpr std::array<std::string_view, 3> names { "hold", "linear", "cubic" };
    const auto name = f.choice ("interpolation", names, "Between the points: the value before, straight lines, or a cubic "
                                "that never swings beyond them.", "linear");
    return static_cast<Signal::Between> (std::find (names.begin(), names.end(), name) - names.begin());
}

constexpr Range anything { -huge, huge }, seconds { 0.0, 1e6, " s" }, times { -1e6, 1e6, " s" };

void readSignalObject (Fields& f, Signal& signal)
{
    const std::array<Fields::Kind, 8> kinds {
        Fields::Kind { "ramp", "From one value to another; holds it afterwards.",
                       [&] (Fields& g)
                       {
                           Signal::Ramp r {};
                           r.from = g.number ("from", anything, "Value before.", 0.0);
                           r.to = g.number ("to", anything, "Value after.");
                           r.start = g.number ("start", seconds, "When it sets out.", 0.0);
                           r.seconds = g.number ("seconds", seconds, "How long it takes; 0 is a step.");
                           signal = Signal (r);
                       } },
        { "sine", "offset + amplitude sin(2 pi frequency t + phase)",
          [&] (Fields& g)
          {
              Signal::Sine s {};
              s.offset = g.number ("offset", anything, "Value in the middle.", 0.0);
              s.amplitude = g.number ("amplitude", anything, "Half of the swing.");
              s.frequency = g.number ("frequency", { 0.0, 1e6, " Hz" }, "Frequency.");
              s.phase = g.number ("phase", { -1e3, 1e3, " rad" }, "At t = 0.", 0.0);
              signal = Signal (s);
          } },
        { "chirp", "A sine whose frequency moves.",
          [&] (Fields& g)
          {
              Signal::Chirp c {};
              c.offset = g.number ("offset", anything, "Value in the middle.", 0.0);
              c.amplitude = g.number ("amplitude", anything, "Half of the swing.");
              c.from = g.number ("from", { 1e-6, 1e6, " Hz" }, "Frequency at t = 0.");
              c.to = g.number ("to", { 1e-6, 1e6, " Hz" }, "Frequency at the end, and from then on.");
              c.seconds = g.number ("seconds", { 1e-9, 1e6, " s" }, "How long it moves.");
              c.logarithmic = g.flag ("logarithmic", "In equal ratios instead of evenly.", false);
              signal = Signal (c);
          } },
        { "steps", "Values that hold until the next time.",
          [&] (Fields& g)
          {
              Signal::Points p { g.numbers ("times", times, 1, mostPoints, "When each value begins; they rise."),
                                 g.numbers ("values", anything, 1, mostPoints, "As many as times."), Signal::Between::hold };
              refuseUnlessRising (g, "times", p.times);
              if (! g.describing() && p.times.size() != p.values.size())
                  g.refuse ("values", "are not as many as times");
              signal = Signal (std::move (p));
          } },
        { "burst", "Pulses.",
          [&] (Fields& g)
          {
              static constexpr std::array<std::string_view, 3> windows { "rectangle", "half_sine", "hann" };
              Signal::Burst b {};
              b.offset = g.number ("offset", anything, "Value outside.", 0.0);
              b.amplitude = g.number ("amplitude", anything, "What the pulse adds.");
              b.start = g.number ("start", seconds, "When the first begins.", 0.0);
              b.seconds = g.number ("seconds", { 1e-9, 1e6, " s" }, "How long each lasts.");
              b.period = g.number ("period", seconds, "From one start to the next; 0: there is one.", 0.0);
              b.count = g.integer ("count", 1, 1000000, "How many.", 1);
              const auto window = g.choice ("shape", windows, "Of a pulse.", "rectangle");
              b.window = static_cast<Signal::Window> (std::find (windows.begin(), windows.end(), window) - windows.begin());
              if (! g.describing() && b.count > 1 && b.period < b.seconds)
                  g.refuse ("period", "is shorter than a pulse; allowed: at least " + dump (b.seconds) + " s");
              signal = Signal (b);
          } },
        { "expression", "A function of t [s].",
          [&] (Fields& g)
          {
              Signal::Expression e;
              e.text = g.text ("expression", "As muParser reads it: + - * / ^, sin, cos, exp, abs, sqrt, sign, min, max, "
                                              "a < b ? c : d, pi.");
              e.corners = g.numbers ("corners", times, 0, 10000, "Times where it or its slope jumps; they rise.");
              if (g.describing())
                  return;
              refuseUnlessRising (g, "corners", e.corners);
              constexpr std::size_t longest = 2000;
              if (e.text.size() > longest)
                  g.refuse ("expression", "is too long; allowed: up to " + std::to_string (longest) + " letters");
              try
              {
                  signal = Signal (std::move (e));
              }
              catch (const Refusal& reason)
              {
                  throw Refusal (g.pathOf ("expression") + ": " + reason.what());
              }
          } },
        { "points", "Through points; before the first and after the last their values hold.",
          [&] (Fields& g)
          {
              Signal::Points p { g.numbers ("times", times, 2, mostPoints, "Of the points; they rise."),
                                 g.numbers ("values", anything, 2, mostPoints, "As many as times."), betweenOf (g) };
              refuseUnlessRising (g, "times", p.times);
              if (g.describing())
                  return;
              if (p.times.size() != p.values.size())
                  g.refuse ("values", "are not as many as times");
              signal = Signal (std::move (p));
          } },
        { "table", "Points out of a CSV file, one a line, the time [s] first.",
          [&] (Fields& g)
          {
              const auto file = g.text ("file", "Name of the file, seen from the scenario's folder.");
              const int column = g.integer ("column", 2, 100, "Where the value stands; 1 is the time.", 2);
              const auto between = betweenOf (g);
              if (g.describing())
                  return;
              auto points = pointsOfFile (g, file, column);
              points.between = between;
              signal = Signal (std::move (points));
          } }
    };
    f.kinds ("kind", kinds, "");
}

void readSignal (Fields& f, std::string_view name, Signal& signal, const char* meaning)
{
    const auto* json = f.value (name, meaning, false,
                                { { "oneOf", Json::array ({ { { "type", "number" } }, { { "$ref", "#/$defs/signal" } } }) } });
    if (json == nullptr)
        return;
    if (json->is_number())
    {
        const double value = json->get<double>();
        if (! (std::abs (value) <= huge))
            f.refuse (name, "is out of range; allowed: -1e12 to 1e12");
        signal = Signal (value);
    }
    else if (json->is_object())
        Fields::read (*json, f.pathOf (name), f.folder(), [&signal] (Fields& g) { readSignalObject (g, signal); });
    else
        f.refuse (name, "is neither a number nor a signal; allowed: a number, or an object with a kind");
}

//==============================================================================
// Laws
//==============================================================================

std::vector<std::string_view> lawIds ()
{
    std::vector<std::string_view> ids;
    for (const auto& law : lawTable())
        ids.push_back (law.id);
    ids.push_back ("coulomb_sign");
    ids.push_back ("discontinuous");
    return ids;
}

} // namespace

void readLaw (Fields& f, LawChoice& law)
{
    law.id = f.choice ("id", lawIds(), "Friction law: one of kolophon list laws, or coulomb_sign or discontinuous, for which "
                       "see Resources/Docs/Laboratory.md. Fields that a law does not read have no effect.");
    const auto* info = findLaw (law.id);
    auto c = Patch::defaults().contact; // of the engine's kind, so that the engine's own function makes knobs of it
    if (info != nullptr)
        c.law = static_cast<double> (info - lawTable().data());
    const Range coefficient { 0.0, 1e6 }, positiveSpeed { 1e-12, 1e6, " m/s" };
    c.muStatic = f.number ("mu_static", coefficient, "Static friction over the normal force, mu_s.", 0.8);
    c.muKinetic = f.number ("mu_kinetic", coefficient, "Sliding friction over the normal force, mu_k.", 0.3);
    c.stribeckSpeed = f.number ("stribeck_speed", positiveSpeed, "Speed v_s over which friction falls from one to the other.", 0.1);
    c.stribeckExponent = f.number ("stribeck_exponent", { 0.05, 20.0 }, "Exponent of the fall in the law Stribeck.", 2.0);
    c.stiffness = f.number ("stiffness", { 0.0, huge, " N/m" }, "Stiffness sigma_0 of the bristle, whatever the force.", 0.0);
    const auto travel = f.maybe ("travel", { 1e-12, 1e3, " m" },
                                 "Way that the bristle yields at static friction: its stiffness is mu_s N over this (mu_k N under "
                                 "a law without static friction), besides the fixed one.");
    c.bristle = static_cast<double> (travel ? BristleMode::travel : BristleMode::stiffness);
    c.travel = travel.value_or (1.0);
    c.bristleDamping = f.number ("bristle_damping", { 0.0, huge, " N s/m" }, "Damping sigma_1 of the bristle.", 0.0);
    c.viscosity = f.number ("viscosity", { 0.0, huge, " N s/m" }, "Viscous friction sigma_2.", 0.0);
    c.breakaway = f.number ("breakaway", { 0.0, 0.999 }, "Share xi of static friction up to which the bristle is elastic.", 0.7);
    c.literal = f.flag ("literal", "The printed law, even where it can create energy.", false) ? 1.0 : 0.0;
    c.dahlExponent = f.number ("dahl_exponent", { 0.05, 20.0 }, "Exponent i of Dahl's law.", 1.0);
    c.stickBand = f.number ("stick_band", { 0.0, 1e6, " m/s" }, "Speed below which a state machine calls it rest.", 1e-3);
    c.stickRate = f.number ("stick_rate", { 1e-6, 1e9, " 1/s" }, "Rate at which the switch model stops.", 1e3);
    c.thermalVelocity = f.number ("thermal_speed", positiveSpeed, "Speed v_T of the thermal law.", 0.1);
    c.thermalTime = f.number ("thermal_time", { 1e-9, 1e6, " s" }, "Cooling time of the thermal law.", 1e-3);
    c.memoryTime = f.number ("memory_time", { 1e-9, 1e6, " s" }, "Lag tau_L of Armstrong's law.", 1e-3);
    c.ageingTime = f.number ("ageing_time", { 1e-9, 1e6, " s" }, "Time gamma in which rest strengthens, of Armstrong's law.", 0.1);
    auto& k = law.knobs;
    k = contactKnobs (c);
    k.stiffness = c.stiffness;
    k.residualCompliance = f.number ("residual_compliance", { 0.0, 1e3, " m/N" },
                                     "Of what the body leaves out, in series with the bristle.", 0.0);
    if (f.describing())
        return;
    if (k.muStatic < k.muKinetic)
        f.refuse ("mu_static", "is less than mu_kinetic; allowed: at least " + dump (k.muKinetic));
    if (info != nullptr && info->family == "Bristle" && k.stiffness + k.stiffnessPerForce <= 0.0)
        f.refuse ("stiffness", "missing; the law " + law.id + " needs a stiffness or a travel above 0");
}

namespace
{
//==============================================================================
// Bodies
//==============================================================================

/** What the reader of a body finds out. */
struct BodyRead
{
    LinearBody body;
    std::optional<Stops> stops;
    bool turning = false;
};

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
    const double stiffness = f.number ("stiffness", stiffnesses, "Of a spring to the ground.", 0.0);
    const double damping = f.number ("damping", dampings, "Of a dashpot to the ground.", 0.0);
    makeMass (read.body, mass, stiffness, damping);
}

void readBlock (Fields& f, BodyRead& read)
{
    Stops stops;
    const Range place { -1e6, 1e6, " m" };
    makeMass (read.body, f.number ("mass", masses, "Mass."), 0.0, 0.0);
    stops.left = f.number ("left", place, "Where the left stop stands.", -0.5);
    stops.right = f.number ("right", place, "Where the right stop stands.", 0.5);
    stops.restitution = f.number ("restitution", { 0.0, 1.0 }, "Speed after a hit over that before.", 0.3);
    stops.muStatic = f.number ("mu_static", { 0.0, 1e3 }, "Static friction of the floor, over the block's weight.", 0.8);
    stops.muKinetic = f.number ("mu_kinetic", { 0.0, 1e3 }, "Sliding friction of the floor, over the block's weight.", 0.5);
    stops.gravity = f.number ("gravity", { 0.0, 1e3, " m/s^2" }, "Acceleration of gravity.", 9.81);
    if (! f.describing() && ! (stops.right > stops.left))
        f.refuse ("right", "is not to the right of the left stop; allowed: more than " + dump (stops.left) + " m");
    if (! f.describing() && stops.muStatic < stops.muKinetic)
        f.refuse ("mu_static", "is less than mu_kinetic; allowed: at least " + dump (stops.muKinetic));
    read.stops = stops;
}

void readDrillString (Fields& f, BodyRead& read)
{
    const Range inertia { 1e-9, 1e12, " kg m^2" }, perAngle { 0.0, 1e15, " N m/rad" }, perSpeed { 0.0, 1e12, " N m s/rad" };
    const double table = f.number ("table_inertia", inertia, "J_r of the rotary table.");
    const double bit = f.number ("bit_inertia", inertia, "J_b of the bit.");
    const double k = f.number ("stiffness", perAngle, "k_t of the pipes.");
    const double c = f.number ("damping", perSpeed, "c_t of the pipes.");
    const double tableDamping = f.number ("table_damping", perSpeed, "c_r at the table.", 0.0);
    const double bitDamping = f.number ("bit_damping", perSpeed, "c_b of the mud.", 0.0);
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
    const auto weights = f.numbers ("masses", masses, 1, mostMasses, "Masses, or moments of inertia.");
    const auto n = static_cast<Eigen::Index> (weights.size());
    auto& body = read.body;
    body.mass = Eigen::MatrixXd::Zero (n, n);
    body.stiffness = body.damping = body.mass;
    for (Eigen::Index i = 0; i < n; ++i)
        body.mass (i, i) = weights[static_cast<std::size_t> (i)];
    const int last = f.describing() ? static_cast<int> (mostMasses) : static_cast<int> (n);
    f.list ("links", 0, 200, "Springs with dashpots between masses, or from one to the ground.",
            [&] (Fields& g)
            {
                const int a = g.integer ("from", 1, last, "A mass; the first is 1.");
                const int b = g.integer ("to", 0, last, "Another one; 0 is the ground.", 0);
                const double k = g.number ("stiffness", stiffnesses, "Of the spring.", 0.0);
                const double c = g.number ("damping", dampings, "Of the dashpot.", 0.0);
                if (g.describing())
                    return;
                if (a == b)
                    g.refuse ("to", "is where the link begins; allowed: another mass");
                Eigen::VectorXd stretch = Eigen::VectorXd::Zero (n);
                stretch[a - 1] = 1.0;
                if (b > 0)
                    stretch[b - 1] = -1.0;
                body.stiffness += k * stretch * stretch.transpose();
                body.damping += c * stretch * stretch.transpose();
            });
    const int contact = f.integer ("contact", 1, last, "The mass that is rubbed.", 1);
    const int pushed = f.integer ("pushed", 1, last, "The mass that drive.push acts on; the rubbed one unless said.", contact);
    read.turning = f.flag ("turning", "Angles and torques instead of places and forces: units in tables and figures.", false);
    if (f.describing())
        return;
    body.contact = Eigen::VectorXd::Unit (n, contact - 1);
    body.pushed = Eigen::VectorXd::Unit (n, pushed - 1);
}

struct ModeRow
{
    double w, s, phi;
};

void takeModes (LinearBody& body, const std::vector<ModeRow>& rows)
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
    f.list ("modes", 1, mostModes, "Its modes.",
            [&] (Fields& g)
            {
                ModeRow row {};
                row.w = 2.0 * pi * g.number ("frequency", { 1e-3, 1e6, " Hz" }, "Frequency.");
                const auto decay = g.maybe ("decay_rate", { 0.0, 1e6, " 1/s" }, "s in q'' + 2 s q' + w^2 q; this, t60 or quality.");
                const auto t60 = g.maybe ("t60", { 1e-6, 1e9, " s" }, "Time to fall by 60 dB.");
                const auto quality = g.maybe ("quality", { 0.5, 1e9 }, "w/(2 s).");
                row.s = decay ? *decay : (t60 ? std::log (1000.0) / *t60 : (quality ? row.w / (2.0 * *quality) : 0.0));
                const double mass = g.number ("mass", masses, "Modal mass where the shape is 1.", 1.0);
                row.phi = g.number ("shape", { -1e6, 1e6 }, "How much it moves at the contact.", 1.0) / std::sqrt (mass);
                if (! g.describing() && (decay.has_value() + t60.has_value() + quality.has_value()) > 1)
                    g.refuse ("decay_rate", "stands beside t60 or quality; allowed: one of the three");
                rows.push_back (row);
            });
    takeModes (read.body, rows);
}

void readString (Fields& f, BodyRead& read)
{
    const Range impedance { 1e-6, 1e6, " kg/s" }, hertz { 1e-3, 1e5, " Hz" }, rate { 0.0, 1e6, " 1/s" }, quality { 0.5, 1e9 };
    const double f0 = f.number ("fundamental", hertz, "f_0 without stiffness.");
    const double z0 = f.number ("impedance", impedance, "Z_0 = sqrt(T mu).");
    const double B = f.number ("inharmonicity", { 0.0, 1.0 }, "B: f_n = n f_0 sqrt(1 + B n^2).", 0.0);
    const double s0 = f.number ("decay_rate", rate, "s_0, which all partials lose.", 1.0);
    const double Q = f.number ("quality", quality, "Q: partial n loses w_n/(2 Q) more.", 1e9);
    const double s2 = f.number ("bending_decay", rate, "s_2: partial n loses s_2 n^2 more.", 0.0);
    const int partials = f.integer ("partials", 1, 200, "How many.", 40);
    const double beta = f.number ("position", { 1e-4, 0.9999 }, "Contact's distance from the bridge over the length.");
    std::vector<ModeRow> rows;
    for (int n = 1; n <= partials; ++n)
    {
        const double w = 2.0 * pi * n * f0 * std::sqrt (1.0 + B * n * n);
        rows.push_back ({ w, s0 + w / (2.0 * Q) + s2 * n * n, std::sqrt (4.0 * f0 / z0) * std::sin (n * pi * beta) });
    }
    f.inside ("torsion", false, "Twisting; left out, it does not twist.",
              [&] (Fields& g)
              {
                  const double zt = g.number ("impedance", impedance, "Z_t.");
                  const double ft = g.number ("fundamental", hertz, "f_t.");
                  const double qt = g.number ("quality", quality, "Q_t.", 34.0);
                  const int count = g.integer ("partials", 1, 56, "How many.", 10);
                  for (int n = 1; n <= count; ++n)
                  {
                      const double w = 2.0 * pi * n * ft;
                      rows.push_back ({ w, w / (2.0 * qt), std::sqrt (4.0 * ft / zt) * std::sin (n * pi * beta) });
                  }
              });
    takeModes (read.body, rows);
}

/** A body of the instrument, as a voice at that key has it. */
void readInstrument (Fields& f, BodyRead& read)
{
    const auto name = f.text ("preset", "Factory preset.", "First Light");
    const int key = f.integer ("key", 0, 127, "MIDI key; 62 is D4.", 62);
    const double rate = f.number ("rate", { 8000.0, 768000.0, " Hz" }, "Internal sample rate of the voice.", 96000.0);
    const auto* parameters = f.value ("parameters", "Parameters away from the preset's values, by id.", false,
                                      { { "type", "object" }, { "additionalProperties", { { "type", Json::array ({ "string", "number" }) } } } });
    if (f.describing())
        return;
    const auto* preset = findFactoryPreset (name);
    if (preset == nullptr)
        f.refuse ("preset", "is no factory preset; kolophon list presets shows what there is");
    auto patch = preset->patch;
    if (parameters != nullptr && ! parameters->is_object())
        f.refuse ("parameters", "is not an object; allowed: { \"body.type\": \"Glass\", … }");
    if (parameters != nullptr)
        for (const auto& [id, value] : parameters->items())
        {
            const auto path = f.pathOf ("parameters") + "." + id;
            const auto index = findParameter (id);
            if (! index)
                throw Refusal (path + ": there is no such parameter; kolophon list parameters shows what there is");
            const auto& parameter = parameterTable()[*index];
            const auto text = value.is_string() ? value.get<std::string>() : dump (value);
            const auto result = parseValue (parameter, text);
            if (const auto* error = std::get_if<ParameterError> (&result))
                throw Refusal (path + ": " + error->message);
            parameter.in (patch) = std::get<double> (result);
        }
    if (bodyTable()[static_cast<std::size_t> (patch.bodyType)].name == "Block")
        f.refuse ("parameters", "asks for the block; allowed: a body of kind block");
    std::vector<ModeRow> rows;
    BodyBench bench (patch, key, rate);
    for (const auto& line : bench.contactLines())
        rows.push_back ({ line.w, line.s, line.phi });
    if (rows.empty())
        f.refuse ("key", "gives a body without modes");
    takeModes (read.body, rows);
}

void readBody (Fields& f, BodyRead& read)
{
    const auto with = [&read] (void (*reader) (Fields&, BodyRead&)) { return [&read, reader] (Fields& g) { reader (g, read); }; };
    const std::array<Fields::Kind, 8> kinds {
        Fields::Kind { "wall", "Nothing moves: the relative velocity is the bow's.", [] (Fields&) {} },
        { "mass", "One mass, which may have a spring and a dashpot to the ground.", with (readMass) },
        { "block", "A mass on a floor between two stops, pushed; it has its own friction, and no law.", with (readBlock) },
        { "drill_string", "Two inertias on a shaft; the push is the torque at the table, the bit is rubbed.", with (readDrillString) },
        { "lumped", "Masses, springs and dashpots.", with (readLumped) },
        { "modes", "A list of modes; a push acts at the contact.", with (readModes) },
        { "string", "A stiff string between rigid ends.", with (readString) },
        { "instrument", "Any body of the instrument, as a note has it.", with (readInstrument) }
    };
    f.kinds ("kind", kinds, "What is rubbed.");
}

//==============================================================================
// Runs
//==============================================================================

constexpr std::array<std::string_view, 4> solverNames { "realtime", "reference", "both", "explicit" };

Solver solverOf (std::string_view name)
{
    return static_cast<Solver> (std::find (solverNames.begin(), solverNames.end(), name) - solverNames.begin());
}

std::optional<Solver> readSolver (Fields& f)
{
    static constexpr std::array<std::string_view, 4> allowed { "any", "realtime", "reference", "explicit" };
    const auto name = f.choice ("solver", allowed, "Whose record; any: the reference's where there is one.", "any");
    return name == "any" ? std::nullopt : std::optional (solverOf (name));
}

Eigen::VectorXd vectorOf (Fields& f, std::string_view name, int size, const char* meaning)
{
    const auto* json = f.value (name, meaning, false,
                                { { "oneOf", Json::array ({ { { "type", "number" } },
                                                            { { "type", "array" }, { "items", { { "type", "number" } } } } }) } });
    if (json == nullptr)
        return {};
    const auto number = [&] (const Json& value, const std::string& path)
    {
        const double x = value.is_number() ? value.get<double>() : NAN;
        if (! (std::abs (x) <= huge))
            throw Refusal (path + ": " + shown (value) + " is no number; allowed: -1e12 to 1e12");
        return x;
    };
    Eigen::VectorXd vector = Eigen::VectorXd::Zero (size);
    if (json->is_number() && size == 1)
        vector[0] = number (*json, f.pathOf (name));
    else if (json->is_array() && static_cast<int> (json->size()) == size)
        for (int i = 0; i < size; ++i)
            vector[i] = number ((*json)[static_cast<std::size_t> (i)], f.pathOf (name) + "[" + std::to_string (i) + "]");
    else
        f.refuse (name, "does not fit the body; allowed: " + (size == 1 ? "a number" : "a list of " + std::to_string (size) + " numbers"));
    return vector;
}

void readStart (Fields& f, Motion& motion)
{
    const int size = motion.body.size();
    motion.start.place = vectorOf (f, "position", size, "Coordinates at t = 0; one number for one mass, else a list.");
    motion.start.speed = vectorOf (f, "velocity", size, "Their speeds.");
    motion.start.bristle = f.number ("bristle", { -1e6, 1e6, " m" }, "Elongation of the bristle.", 0.0);
    motion.start.memory = f.number ("memory", { 0.0, 1e9 }, "Flash temperature, or lagged speed.", 0.0);
    const auto state = f.text ("state", "Discrete state, by its name; what follows from the speed unless said.", "");
    if (f.describing() || state.empty())
        return;
    const auto names = modeNames (motion);
    const auto found = std::find (names.begin(), names.end(), state);
    if (found == names.end())
    {
        std::string allowed;
        for (const auto& name : names)
            allowed += (allowed.empty() ? "" : ", ") + name;
        f.refuse ("state", "is no state of this law; allowed: " + allowed);
    }
    motion.start.mode = static_cast<int> (found - names.begin());
}

void readRun (Fields& f, Run& run)
{
    auto& m = run.motion;
    m.seconds = f.number ("seconds", { 1e-6, 1e5, " s" }, "How long.");
    m.rate = f.number ("rate", { 1e-3, 1e8, " Hz" }, "Steps a second of the real-time and the explicit solver; rows a second of "
                       "the reference.", 48000.0);
    m.every = f.integer ("every", 1, 1000000, "One row of the record for so many steps.", 1);
    run.csvEvery = f.integer ("csv_every", 0, 1000000, "One line of the CSV for so many rows; 0: about 40000 lines for all runs.", 0);
    run.probes = f.texts ("probes", 0, 40, "Columns of the CSV; all of them unless said.");
    for (const auto& probe : run.probes)
        if (! isColumn (probe))
            f.refuse ("probes", "holds \"" + probe + "\", which is no column");
    m.passes = f.integer ("passes", 1, 16, "Evaluations of a bristle law in a real-time step.", 2);
    run.solver = solverOf (f.choice ("solver", solverNames, "realtime: the engine's steps. reference: CVODE with event location. "
                                     "both. explicit: Runge-Kutta of order 4 without event location.", "both"));
    m.tolerance = f.number ("tolerance", { 1e-12, 1e-2 }, "Relative tolerance of the reference.", 1e-9);
    m.longestStep = f.number ("longest_step", { 1e-9, 1e6, " s" }, "Of the reference.", 1e6);
    if (f.describing())
        return;
    if (m.seconds * m.rate > mostSteps)
        f.refuse ("seconds", "at " + dump (m.rate) + " Hz are too many steps; allowed: up to 2e8");
    if (m.seconds * m.rate / m.every > mostRows)
        f.refuse ("seconds", "at " + dump (m.rate) + " Hz are too many rows; allowed: up to 4e6 (run.every thins them)");
    if (m.seconds * m.rate < 1.0)
        f.refuse ("seconds", "at " + dump (m.rate) + " Hz is less than a step");
}

void readMotion (Fields& f, Run& run)
{
    BodyRead read;
    f.inside ("body", true, "What is rubbed.", [&] (Fields& g) { readBody (g, read); });
    auto& motion = run.motion;
    motion.body = read.body;
    motion.stops = read.stops;
    run.turning = read.turning;
    f.inside ("law", f.describing() ? false : ! motion.stops, "Friction law and what it needs.",
              [&] (Fields& g) { readLaw (g, motion.law); });
    if (const auto* info = findLaw (motion.law.id))
        run.lawName = info->name;
    f.inside ("drive", false, "What moves it.",
              [&] (Fields& g)
              {
                  readSignal (g, "velocity", motion.bowVelocity, "Speed of the bow [m/s]; 0 unless said.");
                  readSignal (g, "normal_force", motion.normalForce, "Normal force [N]; 1 unless said.");
                  readSignal (g, "push", motion.push, "External force [N] or torque [N m]; 0 unless said.");
              });
    f.inside ("start", false, "State at t = 0; at rest unless said.", [&] (Fields& g) { readStart (g, motion); });
    f.inside ("run", true, "How it is computed.", [&] (Fields& g) { readRun (g, run); });
    if (f.describing())
        return;
    if (motion.stops && motion.start.place.size() > 0
        && ! (motion.start.place[0] >= motion.stops->left && motion.start.place[0] <= motion.stops->right))
        throw Refusal (f.pathOf ("start") + ".position: " + dump (motion.start.place[0]) + " lies outside the stops; allowed: "
                       + dump (motion.stops->left) + " to " + dump (motion.stops->right) + " m");
    const bool ownLaw = findLaw (motion.law.id) == nullptr && ! motion.stops;
    if (ownLaw && run.solver != Solver::explicitSteps && run.solver != Solver::reference)
        throw Refusal (f.pathOf ("run") + ".solver: " + std::string (solverNames[static_cast<std::size_t> (run.solver)])
                       + " does not go with the law " + motion.law.id + "; allowed: explicit, reference");
}

//==============================================================================
// Analyses and pictures
//==============================================================================

void readExpected (Fields& f, Analysis& a)
{
    const auto number = Json { { "type", "number" } };
    const auto numbers = Json { { "type", "array" }, { "items", number } };
    const auto* json = f.value ("expect", "What is expected: a number, a list where there are several, or an object with one of "
                                "them for each run by name.", false,
                                { { "oneOf", Json::array ({ number, numbers,
                                                            { { "type", "object" },
                                                              { "additionalProperties", { { "oneOf", Json::array ({ number, numbers }) } } } } }) } });
    const auto take = [&] (const std::string& key, const Json& value, const std::string& path)
    {
        std::vector<double> list;
        for (const auto& one : value.is_array() ? value : Json::array ({ value }))
        {
            if (! one.is_number() || ! std::isfinite (one.get<double>()))
                throw Refusal (path + ": " + shown (one) + " is no finite number");
            list.push_back (one.get<double>());
        }
        a.expected[key] = std::move (list);
    };
    if (json != nullptr && json->is_object())
        for (const auto& [key, value] : json->items())
            take (key, value, f.pathOf ("expect") + "." + key);
    else if (json != nullptr)
        take ("", *json, f.pathOf ("expect"));
    a.relative = f.number ("relative", { 0.0, 10.0 }, "Largest deviation over what is expected.", 0.0);
    a.within = f.number ("within", { 0.0, huge }, "Largest deviation; the larger of the two counts.", 0.0);
    a.atLeast = f.maybe ("at_least", anything, "Least that passes.");
    a.atMost = f.maybe ("at_most", anything, "Most that passes.");
    a.source = f.text ("source", "Where the expectation is from.", "");
    a.unit = f.text ("unit", "Of the number; the column's unless said.", "");
    a.scale = f.number ("scale", anything, "The number is multiplied by this: 1e6 for micrometres.", 1.0);
}

std::string readColumn (Fields& f, std::string_view name, std::optional<std::string> otherwise, const char* meaning)
{
    auto column = f.text (name, meaning, otherwise);
    if (! f.describing() && ! column.empty() && ! isColumn (column))
    {
        std::string allowed;
        for (const auto& one : columns())
            allowed += std::string (one.name) + ", ";
        f.refuse (name, "is no column; allowed: " + allowed + "path, resistance, P_stored, P_sum, q1 … q8, u1 … u8");
    }
    return column;
}

void readWindow (Fields& f, Analysis& a)
{
    a.from = f.number ("from", seconds, "From when on.", 0.0);
    a.to = f.number ("to", seconds, "Until when; 0: the end.", 0.0);
}

void readWhile (Fields& f, Analysis& a)
{
    a.whileColumn = readColumn (f, "while", "", "Rows count while this column is between above and below.");
    a.whileAbove = f.number ("above", anything, "See while.", -huge);
    a.whileBelow = f.number ("below", anything, "See while.", huge);
}

void readAnalysis (Fields& f, Analysis& a)
{
    a.name = f.text ("name", "What it is called in the report.");
    a.of = f.texts ("of", 0, mostRuns, "Names of runs; all unless said.");
    a.solver = readSolver (f);
    readExpected (f, a);
    const auto column = [&a] (Fields& g) { a.column = readColumn (g, "column", {}, "The column that is looked at."); };
    static constexpr std::array<std::string_view, 6> extremes { "max", "min", "peak_to_peak", "mean", "rms", "last" };
    static constexpr std::array<std::string_view, 7> cycles { "period", "up", "down", "share_up", "jump", "count", "time" };
    static constexpr std::array<std::string_view, 3> eventQuestions { "count", "time", "period" };
    static constexpr std::array<std::string_view, 3> pileQuestions { "count", "time", "left" };
    static constexpr std::array<std::string_view, 3> books { "residual", "least_loss", "balance" };
    const auto what = [&a] (Fields& g, std::span<const std::string_view> words, const char* meaning,
                            std::optional<std::string_view> otherwise = {}) { a.what = g.choice ("what", words, meaning, otherwise); };
    const auto edges = [&a] (Fields& g)
    {
        a.fromState = g.text ("from_state", "Name of the state that is left; any unless said.", "");
        a.toState = g.text ("to_state", "Name of the state that is entered; any unless said.", "");
    };
    const std::array<Fields::Kind, 16> kinds {
        Fields::Kind { "value", "A column at given times.",
                       [&] (Fields& g)
                       {
                           column (g);
                           a.at = g.numbers ("at", seconds, 1, 1000, "Times; a row between is interpolated.");
                       } },
        { "extreme", "The largest, smallest, mean or root-mean-square value of a column.",
          [&] (Fields& g)
          {
              column (g);
              what (g, extremes, "Which.");
              readWindow (g, a);
              readWhile (g, a);
          } },
        { "slope", "How fast a column moves between two times.",
          [&] (Fields& g)
          {
              column (g);
              readWindow (g, a);
          } },
        { "area", "The integral of a column over another one: work, or the area of a loop.",
          [&] (Fields& g)
          {
              column (g);
              a.along = readColumn (g, "along", "t", "The column that it is integrated over.");
              readWindow (g, a);
          } },
        { "at_crossing", "A column where another one crosses a level.",
          [&] (Fields& g)
          {
              static constexpr std::array<std::string_view, 2> ways { "up", "down" };
              column (g);
              a.along = readColumn (g, "along", "t", "The column that crosses.");
              a.level = g.number ("level", anything, "The level.");
              what (g, ways, "Which way.");
              a.index = g.integer ("index", 0, 1000000, "Which crossing; the first is 0.", 0);
              readWindow (g, a);
          } },
        { "cycles", "Stick and slip: a column that crosses a level up and down. jump: how far `along` goes while it is up.",
          [&] (Fields& g)
          {
              column (g);
              a.along = readColumn (g, "along", "x", "For jump.");
              a.level = g.number ("level", anything, "The level.");
              what (g, cycles, "period, time above, time below, share of time above, jump, number of upward crossings, or time of "
                               "one.");
              a.index = g.integer ("index", 0, 1000000, "The cycle to begin with.", 0);
              a.count = g.integer ("count", 1, 1000000, "Mean over so many cycles.", 1);
              readWindow (g, a);
          } },
        { "events", "Changes of the discrete state.",
          [&] (Fields& g)
          {
              what (g, eventQuestions, "How many, when one came, or the mean time from one to the next.");
              edges (g);
              a.index = g.integer ("index", 0, 1000000, "Which one; the first is 0.", 0);
              a.count = g.integer ("count", 1, 1000000, "Mean over so many.", 1);
              readWindow (g, a);
          } },
        { "piles", "Bounces that pile up at a stop: how many piles, when one has piled up, when the block left it.",
          [&] (Fields& g)
          {
              what (g, pileQuestions, "Which.");
              a.index = g.integer ("index", 0, 1000000, "Which one; the first is 0.", 0);
          } },
        { "share", "Share of the time that the discrete state has a name.",
          [&] (Fields& g)
          {
              a.toState = g.text ("state", "Its name.");
              readWindow (g, a);
          } },
        { "energy", "residual: worst step of the books over the largest energy (real time). least_loss: smallest loss in a step "
                    "[J] (real time). balance: largest |balance| over the largest energy.",
          [&] (Fields& g) { what (g, books, "Which."); } },
        { "deviation", "Largest difference between the real-time and the reference solver, over the column's largest value.",
          [&] (Fields& g)
          {
              column (g);
              readWindow (g, a);
          } },
        { "event_deviation", "Largest difference [s] between the times of the events of both solvers, which must be the same.",
          [&] (Fields& g)
          {
              readWindow (g, a);
              a.count = g.integer ("count", 1, 1000000, "Look at the first so many.", 1000000);
          } },
        { "pile_deviation", "Largest difference [s] between the times at which piles of bounces are over, and are left, with both "
                            "solvers; there must be as many.",
          [] (Fields&) {} },
        { "agreement", "Largest difference of a column between this run and another, over the column's largest value.",
          [&] (Fields& g)
          {
              column (g);
              a.other = g.text ("other", "Name of the other run.");
              readWindow (g, a);
          } },
        { "convergence", "Order of the real-time solver: runs again at each of the rates, and looks at the column against the "
                         "reference. what: order, or error at the last rate over the column's largest value.",
          [&] (Fields& g)
          {
              static constexpr std::array<std::string_view, 2> answers { "order", "error" };
              column (g);
              what (g, answers, "Which.", "order");
              a.rates = g.numbers ("rates", { 1.0, 1e8, " Hz" }, 1, 12, "They rise.");
              readWindow (g, a);
              if (! g.describing() && a.what == "order" && a.rates.size() < 2)
                  g.refuse ("rates", "are too few; allowed: at least 2");
          } },
        { "chatter", "How often the speed of the contact turns from growing to falling or back, a second.",
          [&] (Fields& g) { readWindow (g, a); } }
    };
    a.kind = f.kinds ("kind", kinds, "");
}

std::vector<double> readPair (Fields& f, std::string_view name, const char* meaning)
{
    auto pair = f.numbers (name, anything, 0, 2, meaning);
    if (! f.describing() && (pair.size() == 1 || (pair.size() == 2 && ! (pair[0] < pair[1]))))
        f.refuse (name, "is no range; allowed: [low, high]");
    return pair;
}

void readPanel (Fields& f, PanelChoice& p)
{
    p.title = f.text ("title", "Above the panel.", "");
    p.x = readColumn (f, "x", "t", "Column along the axis.");
    const auto* y = f.value ("y", "Column, or list of columns, up the axis.", true,
                             { { "oneOf", Json::array ({ { { "type", "string" } },
                                                         { { "type", "array" }, { "items", { { "type", "string" } } } } }) } });
    if (y != nullptr)
        for (const auto& one : y->is_array() ? *y : Json::array ({ *y }))
        {
            if (! one.is_string() || ! isColumn (one.get<std::string>()))
                f.refuse ("y", "is no column or list of columns");
            p.y.push_back (one.get<std::string>());
        }
    p.of = f.texts ("of", 0, mostRuns, "Names of runs; all unless said.");
    p.solver = readSolver (f);
    p.xLabel = f.text ("x_label", "The column's name and unit unless said.", "");
    p.yLabel = f.text ("y_label", "Likewise.", "");
    p.from = f.number ("from", seconds, "From when on.", 0.0);
    p.to = f.number ("to", seconds, "Until when; 0: the end.", 0.0);
    p.xScale = f.number ("x_scale", anything, "Values are multiplied by this.", 1.0);
    p.yScale = f.number ("y_scale", anything, "Values are multiplied by this.", 1.0);
    p.xRange = readPair (f, "x_range", "Ends of the axis.");
    p.yRange = readPair (f, "y_range", "Ends of the axis.");
    p.logarithmicX = f.flag ("x_log", "Logarithmic axis.", false);
    p.logarithmicY = f.flag ("y_log", "Logarithmic axis.", false);
    p.marks = f.flag ("marks", "Points instead of lines.", false);
    p.solid = f.flag ("solid", "No dashes.", false);
    f.list ("lines", 0, 20, "Straight lines, for limits and known values.",
            [&p] (Fields& g)
            {
                PanelLine line {};
                const auto x = g.maybe ("x", anything, "An upright line stands here.");
                const auto y0 = g.maybe ("y", anything, "A level line lies here.");
                line.title = g.text ("title", "In the legend.", "");
                if (! g.describing() && x.has_value() == y0.has_value())
                    g.refuse ("x", "and y: one of the two");
                line.upright = x.has_value();
                line.value = x ? *x : y0.value_or (0.0);
                p.lines.push_back (line);
            });
}

void readPicture (Fields& f, PictureChoice& p)
{
    p.name = f.text ("name", "Behind the experiment's, in the name of the file.", "");
    if (! f.describing())
        for (const char c : p.name)
            if (! (std::isalnum (static_cast<unsigned char> (c)) != 0 || c == '-' || c == '_'))
                f.refuse ("name", "is no name for a file; allowed: letters, digits, - and _");
    p.caption = f.text ("caption", "What it shows.", "");
    p.columns = f.integer ("columns", 1, 6, "Panels beside each other.", 1);
    p.wide = f.flag ("wide", "Broad, low panels: for what happens over time.", false);
    f.list ("panels", 1, 24, "Row by row.", [&p] (Fields& g) { readPanel (g, p.panels.emplace_back()); });
}

//==============================================================================
// The whole
//==============================================================================

void readHead (Fields& f, Scenario& s)
{
    f.text ("$schema", "", "");
    f.integer ("kolophon_scenario", 1, 1, "Version of this format.");
    s.title = f.text ("title", "One line.");
    s.source = f.text ("source", "Where the experiment is from.", "");
    s.notes = f.texts ("notes", 0, 100, "What is shown, what was corrected, what to look at; one paragraph each.");
}

/** Everything of a document but variants and sweep, which make several documents of it. */
void readSingle (Fields& f, Run& run, Scenario& s)
{
    readHead (f, s);
    readMotion (f, run);
    f.list ("analyses", 0, 400, "Questions, and the expected answers.", [&s] (Fields& g) { readAnalysis (g, s.analyses.emplace_back()); });
    f.list ("figures", 0, 20, "Pictures; position, speed and force over time unless said.",
            [&s] (Fields& g) { readPicture (g, s.pictures.emplace_back()); });
}

struct Variant
{
    std::string name;
    std::vector<Setting> settings;
};

const Json settingsSchema { { "type", "object" }, { "description", "Values by path: \"drive.push.to\": 2" } };

std::vector<Setting> settingsOf (const Json& object, const std::string& path)
{
    if (! object.is_object())
        throw Refusal (path + ": " + shown (object) + " is not an object; allowed: { \"path.to.value\": … }");
    std::vector<Setting> settings;
    for (const auto& [name, value] : object.items())
        settings.push_back ({ name, value });
    return settings;
}

std::vector<Variant> readVariants (Fields& f)
{
    std::vector<Variant> variants;
    f.list ("variants", 0, mostRuns, "Runs that differ from the scenario as it stands; without any there is one.",
            [&] (Fields& g)
            {
                Variant v;
                v.name = g.text ("name", "In reports and legends.");
                if (const auto* set = g.value ("set", "What differs.", true, settingsSchema))
                    v.settings = settingsOf (*set, g.pathOf ("set"));
                variants.push_back (std::move (v));
            });
    return variants;
}

std::string shortNumber (const Json& value)
{
    if (! value.is_number())
        return value.is_string() ? value.get<std::string>() : dump (value);
    char text[32];
    std::snprintf (text, sizeof text, "%.6g", value.get<double>());
    return text;
}

/** Each sweep takes every variant through its values. */
std::vector<Variant> readSweeps (Fields& f, std::vector<Variant> variants)
{
    f.list ("sweep", 0, 4, "Takes every variant through values.",
            [&] (Fields& g)
            {
                const auto path = g.text ("path", "Of the value: drive.push.seconds");
                const auto label = g.text ("label", "Before the value in the run's name.", "");
                const auto unit = g.text ("unit", "Behind it.", "");
                const auto* values = g.value ("values", "The values.", true, { { "type", "array" }, { "minItems", 1 } });
                if (g.describing())
                    return;
                if (! values->is_array() || values->empty() || values->size() > mostRuns)
                    g.refuse ("values", "is no list of 1 to " + std::to_string (mostRuns) + " values");
                for (const auto& value : *values)
                    if (firstUnprintable (shortNumber (value)))
                        g.refuse ("values", "is no name for a run; allowed: one line of characters");
                std::vector<Variant> more;
                for (const auto& variant : variants.empty() ? std::vector<Variant> { {} } : variants)
                    for (const auto& value : *values)
                    {
                        auto one = variant;
                        one.name += (one.name.empty() ? "" : ", ") + label + (label.empty() ? "" : " ") + shortNumber (value)
                                    + (unit.empty() ? "" : " " + unit);
                        one.settings.push_back ({ path, value });
                        more.push_back (std::move (one));
                    }
                variants = std::move (more);
                if (variants.size() > mostRuns)
                    g.refuse ("values", "make more than " + std::to_string (mostRuns) + " runs");
            });
    return variants;
}

/** What the run's records will hold, and what its signals do. [bytes] */
double memoryOf (const Run& run)
{
    const auto& m = run.motion;
    const double solvers = run.solver == Solver::both ? 2.0 : 1.0;
    const auto size = static_cast<double> (m.body.size());
    constexpr double block = 16.0; // that malloc adds to a vector of coordinates, at most
    const double coordinates = size <= 8.0 ? 2.0 * (sizeof (Eigen::VectorXd) + 8.0 * size + block) : 0.0;
    return solvers * m.seconds * m.rate / m.every * (sizeof (Row) + coordinates)
         + static_cast<double> (m.bowVelocity.bytes() + m.normalForce.bytes() + m.push.bytes());
}

void checkNames (const Scenario& s)
{
    std::set<std::string> names;
    for (const auto& run : s.runs)
        if (! names.insert (run.name).second)
            throw Refusal ("variants: two runs are called \"" + run.name + "\"");
    const auto known = [&names] (const std::string& name, const std::string& path)
    {
        if (names.count (name) == 0)
        {
            std::string allowed;
            for (const auto& one : names)
                allowed += (allowed.empty() ? "" : ", ") + one;
            throw Refusal (path + ": there is no run \"" + name + "\"; allowed: " + allowed);
        }
    };
    for (std::size_t i = 0; i < s.analyses.size(); ++i)
    {
        const auto path = "analyses[" + std::to_string (i) + "].";
        for (const auto& name : s.analyses[i].of)
            known (name, path + "of");
        for (const auto& [name, values] : s.analyses[i].expected)
            if (! name.empty())
                known (name, path + "expect");
        if (! s.analyses[i].other.empty())
            known (s.analyses[i].other, path + "other");
    }
    for (std::size_t i = 0; i < s.pictures.size(); ++i)
        for (const auto& panel : s.pictures[i].panels)
            for (const auto& name : panel.of)
                known (name, "figures[" + std::to_string (i) + "].panels.of");
}
} // namespace

Setting settingOf (const std::string& text)
{
    const auto equals = text.find ('=');
    if (equals == std::string::npos || equals == 0)
        throw Refusal ("--set wants path.to.value=…, such as run.rate=96000, not \"" + text + "\"");
    const auto value = text.substr (equals + 1);
    try
    {
        return { text.substr (0, equals), parseShallow (value) };
    }
    catch (const NotJson&)
    {
        return { text.substr (0, equals), Json (value) };
    }
    catch (const Refusal& reason)
    {
        throw Refusal ("set " + text.substr (0, equals) + ": " + reason.what());
    }
}

void change (Json& document, const Setting& setting)
{
    Json* place = &document;
    const auto& path = setting.path;
    constexpr std::size_t longest = 1000; // [bytes] of a path
    if (path.size() > longest)
        throw Refusal ("set " + path.substr (0, 40) + "…: a path of " + std::to_string (path.size()) + " bytes; allowed: up to "
                       + std::to_string (longest));
    const auto refuse = [&path] (const std::string& why) { throw Refusal ("set " + path + ": " + why); };
    int depth = 0;
    for (std::size_t begin = 0; begin < path.size();)
    {
        // A path makes the objects that it names, and what it makes is copied and compared as deep as it is.
        if (++depth > deepestJson)
            refuse ("nested too deeply; allowed: at most " + std::to_string (deepestJson) + " levels");
        std::size_t end = std::min (path.find_first_of (".[", begin), path.size());
        if (path[begin] == '[')
        {
            end = path.find (']', begin);
            std::size_t index = 0;
            const auto digits = path.substr (begin + 1, end == std::string::npos ? 0 : end - begin - 1);
            const auto result = std::from_chars (digits.data(), digits.data() + digits.size(), index);
            if (digits.empty() || result.ec != std::errc() || result.ptr != digits.data() + digits.size())
                refuse ("\"[\" wants a number and \"]\"");
            if (! place->is_array() || index >= place->size())
                refuse ("there is no [" + digits + "]");
            place = &(*place)[index];
            begin = end + 1;
            if (begin < path.size() && path[begin] == '.')
                ++begin;
            continue;
        }
        if (place->is_object() && place->contains (path.substr (begin)))
            end = path.size(); // a variant's own "drive.push.to"
        const auto name = path.substr (begin, end - begin);
        if (name.empty())
            refuse ("a name is empty");
        if (! place->is_object())
            refuse ("\"" + name + "\" would stand in " + shown (*place) + ", which is no object");
        if (! place->contains (name) && end < path.size())
            (*place)[name] = Json::object();
        place = &(*place)[name];
        begin = end + (end < path.size() && path[end] == '.' ? 1 : 0);
    }
    if (place == &document)
        refuse ("the path is empty");
    *place = setting.value;
}

Scenario scenarioFromJson (Json document, const std::filesystem::path& folder)
{
    Scenario scenario;
    if (document.is_object() && document.contains ("study"))
    {
        Fields::read (document, {}, folder,
                      [&scenario] (Fields& f)
                      {
                          readHead (f, scenario);
                          f.value ("study", "An experiment over many runs.", true, Json::object());
                      });
        scenario.document = std::move (document);
        return scenario;
    }

    auto single = document;
    std::vector<Variant> variants;
    if (document.is_object())
    {
        single.erase ("variants");
        single.erase ("sweep");
        Json several = Json::object();
        for (const auto* name : { "variants", "sweep" })
            if (document.contains (name))
                several[name] = document[name];
        Fields::read (several, {}, folder,
                      [&variants] (Fields& f) { variants = readSweeps (f, readVariants (f)); });
    }
    if (variants.empty())
        variants.emplace_back();
    double memory = 0.0;
    for (const auto& variant : variants)
    {
        auto changed = single;
        Scenario read;
        Run run;
        run.name = variant.name;
        try
        {
            for (const auto& setting : variant.settings)
                change (changed, setting);
            Fields::read (changed, {}, folder, [&] (Fields& f) { readSingle (f, run, read); });
            if (memory += memoryOf (run); memory > mostMemory)
                throw Refusal ("run: the rows of all runs up to this one take " + sizeText (memory) + "; allowed: "
                               + sizeText (mostMemory) + " (a larger run.every, one run.solver or fewer variants take less)");
        }
        catch (const Refusal& reason)
        {
            throw Refusal ((variant.name.empty() ? "" : "variant \"" + variant.name + "\": ") + reason.what());
        }
        auto runs = std::move (scenario.runs);
        scenario = std::move (read);
        scenario.runs = std::move (runs);
        scenario.runs.push_back (std::move (run));
    }
    checkNames (scenario);
    scenario.document = std::move (document);
    return scenario;
}

void useSolver (Scenario& scenario, const std::string& name)
{
    const auto solver = solverOf (name);
    std::string kept, why;
    std::size_t count = 0;
    for (auto& run : scenario.runs)
    {
        const bool noStep = solver != Solver::explicitSteps && run.solver == Solver::explicitSteps;
        const bool noRealtime = ! run.motion.stops && findLaw (run.motion.law.id) == nullptr
                                && (solver == Solver::realtime || solver == Solver::both);
        if (! noStep && ! noRealtime)
        {
            run.solver = solver;
            continue;
        }
        kept += (count++ == 0 ? "" : ", ") + (run.name.empty() ? "the run" : "\"" + run.name + "\"");
        why = noRealtime ? "the law " + run.motion.law.id + " has no real-time form" : "steps without event location are what it shows";
    }
    if (count == 0)
        return scenario.document.is_object() ? change (scenario.document, { "run.solver", name }) : void();
    if (count == scenario.runs.size())
        throw Refusal ("--solver " + name + " does not go with this experiment: " + why);
    scenario.remarks.push_back ("--solver " + name + " does not reach " + kept + ": " + why);
    change (scenario.document, { "run.solver", name });
}

Json scenarioSchema (const Json& study)
{
    const auto motion = Fields::describe (
        [] (Fields& f)
        {
            Run run;
            Scenario scenario;
            readSingle (f, run, scenario);
            readSweeps (f, readVariants (f));
        });
    const auto other = Fields::describe (
        [&study] (Fields& f)
        {
            Scenario scenario;
            readHead (f, scenario);
            f.value ("study", "An experiment over many runs: a map, a sweep, a table.", true, study);
        });
    Signal signal;
    return { { "$schema", "https://json-schema.org/draft/2020-12/schema" },
             { "title", "Kolophon experiment" },
             { "description", "What kolophon lab runs. Written by kolophon lab schema; Resources/Docs/Laboratory.md explains it." },
             { "oneOf", Json::array ({ motion, other }) },
             { "$defs", { { "signal", Fields::describe ([&signal] (Fields& f) { readSignalObject (f, signal); }) } } } };
}
} // namespace kolophon::lab
