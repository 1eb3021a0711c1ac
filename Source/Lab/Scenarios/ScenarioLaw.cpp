// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Motion/WithLaw.h"
#include "Scenario.h"
#include "ScenarioParts.h"

#include "../../Synth/Bodies/LawTable.h"
#include "../../Synth/Hands/ContactPlan.h"

namespace kolophon::lab
{
namespace
{
using scenario::huge;
constexpr std::size_t maxTablePoints = 1000;

std::vector<std::string_view> lawIds ()
{
    std::vector<std::string_view> ids;
    for (const auto& law : lawTable())
        ids.push_back (law.id);
    ids.push_back ("coulomb_sign");
    ids.push_back ("discontinuous");
    ids.push_back (TableLaw::id);
    return ids;
}

void readTable (Fields& f, LawChoice& law)
{
    const auto* json =
        f.value ("table",
                 "Points of the law table, [speed [m/s], coefficient of friction]: speeds rise from 0, friction is "
                 "linear between "
                 "the points and constant beyond the last.",
                 false,
                 { { "type", "array" },
                   { "minItems", 1 },
                   { "items",
                     { { "type", "array" },
                       { "minItems", 2 },
                       { "maxItems", 2 },
                       { "items", { { "type", "number" }, { "minimum", 0 }, { "maximum", 1e6 } } } } } });
    const bool wanted = law.id == TableLaw::id;
    if (f.describing())
        return;
    if (wanted != (json != nullptr))
        f.refuse ("table", wanted ? "missing; the law table needs points [speed, coefficient]"
                                  : "does not belong to the law " + law.id + "; allowed: law table");
    if (json == nullptr)
        return;
    const auto isNumber = [] (const Json& x)
    { return x.is_number() && x.get<double>() >= 0.0 && x.get<double>() <= 1e6; };
    for (const auto& point : json->is_array() ? *json : Json::array())
        if (point.is_array() && point.size() == 2 && isNumber (point[0]) && isNumber (point[1]))
            law.table.push_back ({ point[0].get<double>(), point[1].get<double>() });
    bool rises = ! law.table.empty() && law.table.size() == json->size() && law.table.size() <= maxTablePoints &&
                 law.table.front()[0] == 0.0;
    for (std::size_t i = 1; rises && i < law.table.size(); ++i)
        rises = law.table[i][0] > law.table[i - 1][0];
    if (! rises)
        f.refuse ("table",
                  "is not a friction curve; allowed: up to 1000 pairs [speed, coefficient] from 0 to 1e6, with "
                  "speeds that rise from 0");
}
} // namespace

void readLaw (Fields& f, LawChoice& law)
{
    law.id = f.choice ("id", lawIds(),
                       "Friction law: one of kolophon list laws, or table, coulomb_sign or discontinuous (see "
                       "Resources/Docs/Laboratory.md). Fields that the law does not use have no effect.");
    const auto* info = findLaw (law.id);
    auto c = Patch::defaults().contact; // of the engine's kind, so that the engine's own function makes knobs of it
    if (info != nullptr)
        c.law = static_cast<double> (info - lawTable().data());
    const Range coefficient { 0.0, 1e6 }, positiveSpeed { 1e-12, 1e6, " m/s" };
    c.muStatic = f.number ("mu_static", coefficient, "Coefficient of static friction mu_s.", 0.8);
    c.muKinetic = f.number ("mu_kinetic", coefficient, "Coefficient of sliding friction mu_k.", 0.3);
    c.stribeckSpeed =
        f.number ("stribeck_speed", positiveSpeed, "Speed v_s over which friction falls from static to sliding.", 0.1);
    c.stribeckExponent =
        f.number ("stribeck_exponent", { 0.05, 20.0 }, "Exponent of the fall in the law Stribeck.", 2.0);
    c.stiffness = f.number ("stiffness", { 0.0, huge, " N/m" },
                            "Stiffness sigma_0 of the bristle, independent of the force.", 0.0);
    const auto travel =
        f.maybe ("travel", { 1e-12, 1e3, " m" },
                 "Distance that the bristle yields at static friction: its stiffness is mu_s N over this distance "
                 "(mu_k N for a law without static friction), in addition to the fixed stiffness.");
    c.bristle = static_cast<double> (travel ? BristleMode::travel : BristleMode::stiffness);
    c.travel = travel.value_or (1.0);
    c.bristleDamping = f.number ("bristle_damping", { 0.0, huge, " N s/m" }, "Damping sigma_1 of the bristle.", 0.0);
    c.viscosity = f.number ("viscosity", { 0.0, huge, " N s/m" }, "Viscous friction sigma_2.", 0.0);
    c.breakaway = f.number ("breakaway", { 0.0, 0.999 },
                            "Fraction xi of static friction below which the bristle is elastic.", 0.7);
    c.literal = f.flag ("literal", "Uses the law as printed, even if it can create energy.", false) ? 1.0 : 0.0;
    c.dahlExponent = f.number ("dahl_exponent", { 0.05, 20.0 }, "Exponent i of Dahl's law.", 1.0);
    c.stickBand = f.number ("stick_band", { 0.0, 1e6, " m/s" },
                            "Speed below which a state machine treats the contact as at rest.", 1e-3);
    c.stickRate =
        f.number ("stick_rate", { 1e-6, 1e9, " 1/s" }, "Rate at which the switch model stops the contact.", 1e3);
    c.thermalVelocity = f.number ("thermal_speed", positiveSpeed, "Speed v_T of the thermal law.", 0.1);
    c.thermalTime = f.number ("thermal_time", { 1e-9, 1e6, " s" }, "Cooling time of the thermal law.", 1e-3);
    c.memoryTime = f.number ("memory_time", { 1e-9, 1e6, " s" }, "Lag tau_L of Armstrong's law.", 1e-3);
    c.ageingTime = f.number ("ageing_time", { 1e-9, 1e6, " s" },
                             "Time gamma over which static friction grows at rest in Armstrong's law.", 0.1);
    auto& k = law.knobs;
    k = contactKnobs (c);
    k.stiffness = c.stiffness;
    k.residualCompliance = f.number ("residual_compliance", { 0.0, 1e3, " m/N" },
                                     "Compliance of the modes that the body omits, in series with the bristle.", 0.0);
    law.peak = f.number ("peak", { 1.0, 1e3 },
                         "Largest friction at rest over that of the slowest sliding, for friction curves.", 1.0);
    readTable (f, law);
    if (f.describing())
        return;
    if (law.peak != 1.0 && ! mayPeak (law.id))
        f.refuse ("peak", "does not belong to the law " + law.id +
                              "; allowed: 1, or a friction curve, such as coulomb, stribeck or table");
    if (k.muStatic < k.muKinetic)
        f.refuse ("mu_static", "is less than mu_kinetic; allowed: at least " + dump (k.muKinetic));
    if (info != nullptr && info->family == "Bristle" && k.stiffness + k.stiffnessPerForce <= 0.0)
        f.refuse ("stiffness", "missing; the law " + law.id + " needs a stiffness or a travel above 0");
}
} // namespace kolophon::lab
