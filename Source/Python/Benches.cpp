// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Bench/HandWall.h"
#include "../Lab/Motion/WithLaw.h"
#include "../Lab/Solvers/BodyBench.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Hands/ContactPlan.h"
#include "Bindings.h"

/** Parts of the instrument by themselves, step by step: a law, a note on a body, a hand on a wall. */
namespace kolophon::python
{
namespace
{
using namespace HWY_NAMESPACE;
using Numbers = std::vector<double>;

/** Rows of `columns` numbers each. */
py::array_t<double> rowsOf (Numbers values, std::size_t columns)
{
    const auto rows = static_cast<py::ssize_t> (values.size() / columns);
    return arrayOf (std::move (values), { rows, static_cast<py::ssize_t> (columns) });
}

/** A friction law under a constant normal force, with its state. */
class LawBench
{
public:
    LawBench (const Preset& preset, double itsNormalForce) : normalForce (itsNormalForce)
    {
        choice.id = lawTable()[static_cast<std::size_t> (preset.patch.contact.law)].id;
        choice.knobs = contactKnobs (preset.patch.contact);
    }

    /** Imposes relative velocities, `h` seconds each. */
    py::array_t<double> drive (const Numbers& velocities, double h)
    {
        return steps (
            velocities, h,
            [] (double v) {
                return ContactPort<double> { v, 0.0, v, 0.0 };
            },
            0.0);
    }

    /** Pushes a block of `mass` on a table: m v' = push - F. */
    py::array_t<double> push (double mass, const Numbers& pushes, double h)
    {
        const double kick = h / mass;
        const auto portOf = [this, kick] (double push) {
            return ContactPort<double> { velocity + 0.5 * kick * push, 0.5 * kick, velocity + kick * push, kick };
        };
        return steps (pushes, h, portOf, kick);
    }

    double velocity = 0.0; // [m/s] of the block

    /** Begins in the middle of a slide that has lasted. */
    void slide (double v)
    {
        velocity = v;
        state.mode = ContactMode::forward;
        state.strength = choice.knobs.muStatic - choice.knobs.muKinetic;
        state.memory = v;
    }

private:
    template <class PortOf>
    py::array_t<double> steps (const Numbers& inputs, double h, const PortOf& portOf, double kick)
    {
        Numbers rows;
        rows.reserve (columns * inputs.size());
        lab::withLaw (choice,
                      [&]<class Law>()
                      {
                          const auto parameters = lab::parametersOf<Law> (choice, h);
                          for (const double input : inputs)
                          {
                              Law::resume (parameters, state);
                              const auto step = Law::solve (parameters, state, portOf (input), normalForce, h, passes);
                              velocity += kick * (input - step.force);
                              rows.insert (rows.end(), { step.relativeVelocity, step.force, step.frictionLoss,
                                                         state.mode, state.memory, state.strength, state.rest });
                          }
                      });
        return rowsOf (std::move (rows), columns);
    }

    static constexpr std::size_t columns = 7;
    static constexpr int passes = 4;
    lab::LawChoice choice;
    ContactState<double> state {};
    double normalForce;
};

/** Every `every`-th of `count` steps of a note: time, output, velocities of hand and surface, force, normal force; of a
    block its position and state. */
py::array_t<double> play (BodyBench& bench, int count, int every)
{
    Numbers rows;
    for (int n = 0; n < count; ++n)
    {
        bench.play();
        if (n % every == 0)
            rows.insert (rows.end(),
                         { bench.time(), bench.output(), bench.bowVelocity(), bench.surfaceVelocity(), bench.force(),
                           bench.normalForce(), bench.block().position[0], bench.block().mode[0] });
    }
    return rowsOf (std::move (rows), 8);
}

/** Every `every`-th step after a tap: time, output, stored energy, and the energies of the first modes. */
py::array_t<double> ring (BodyBench& bench, int count, int every, int modes)
{
    Numbers rows;
    for (int n = 0; n < count; ++n)
    {
        bench.ring();
        if (n % every != 0)
            continue;
        rows.insert (rows.end(), { bench.time(), bench.output(), bench.storedEnergy() });
        for (int mode = 0; mode < modes; ++mode)
            rows.push_back (bench.modeEnergy (static_cast<std::size_t> (mode)));
    }
    return rowsOf (std::move (rows), static_cast<std::size_t> (3 + modes));
}

py::array_t<double> deflection (const BodyBench& bench, const Numbers& places)
{
    Numbers found;
    for (const double place : places)
        found.push_back (bench.stringDeflection (place));
    return arrayOf (std::move (found));
}

/** A hand on a rigid wall, with a patch's contact, hand and surface: slip and force of every step. */
py::array_t<double> rub (const Preset& preset, double rate, const Numbers& velocities, double normalForce)
{
    const auto& patch = preset.patch;
    HandWall wall (static_cast<HandKind> (patch.handKind), patch.contact, rate);
    wall.profile.roughen (3);
    wall->hand.stiffness.fill (patch.handStiffness);
    wall->hand.mass.fill (patch.handMass);
    wall->hand.damping.fill (patch.handDamping);
    wall->hand.place.fill (patch.handHairPlace);
    wall->surface.texture.fill (0.01 * patch.surfaceTexturePercent);
    wall->surface.perGrain.fill (1.0 / patch.surfaceGrain);
    wall->surface.ageing.fill (0.01 * patch.surfaceAgeingPercent);
    wall->surface.ageingTime.fill (patch.surfaceAgeingTime);
    wall->surface.ageingSlip.fill (patch.surfaceAgeingSlip);
    Numbers rows;
    for (const double velocity : velocities)
    {
        wall.rub (velocity, normalForce);
        rows.insert (rows.end(), { wall.slip(), wall.force() });
    }
    return rowsOf (std::move (rows), 2);
}
} // namespace

void bindBenches (py::module_& module)
{
    py::class_<LawBench> (module, "LawBench")
        .def (py::init<const Preset&, double>())
        .def ("drive", &LawBench::drive)
        .def ("push", &LawBench::push)
        .def ("slide", &LawBench::slide);
    py::class_<BodyBench> (module, "BodyBench")
        .def (py::init ([] (const Preset& preset, int key, double rate)
                        { return std::make_unique<BodyBench> (preset.patch, key, rate); }))
        .def ("play", play)
        .def ("strike", &BodyBench::strike)
        .def ("ring", ring)
        .def ("deflection", deflection);
    module.def ("rub", rub);
}
} // namespace kolophon::python
