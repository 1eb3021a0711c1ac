// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Synth/Parameters/ParameterTable.h"
#include "../Synth/Synth.h"
#include "Bindings.h"

#include <mutex>

namespace kolophon::python
{
namespace
{
constexpr std::size_t mostProbesPerSample = 8; // of the highest oversampling

/** An instrument for work block by block. Its lock makes calls from several threads wait for each other. */
class BlockSynth
{
public:
    BlockSynth (const Preset& preset, double sampleRate)
    {
        synth.prepare (sampleRate);
        givePreset (synth, preset);
    }

    void reset ()
    {
        const std::scoped_lock lock (mutex);
        synth.reset();
    }

    py::tuple render (const std::vector<Event>& asked, int count, bool wantsProbes)
    {
        const auto size = static_cast<std::size_t> (count);
        std::vector<PerformanceEvent> events;
        for (const auto& event : asked)
        {
            events.push_back (eventFrom (event));
            events.back().offset = static_cast<int> (std::get<0> (event));
        }
        std::vector<double> sound (2 * size);
        std::vector<ProbeFrame> frames (wantsProbes ? mostProbesPerSample * size : 0);
        ProbeBuffer probes { frames.data(), frames.size(), 0 };
        {
            const py::gil_scoped_release release;
            const std::scoped_lock lock (mutex);
            synth.render (events, sound.data(), sound.data() + size, count, wantsProbes ? &probes : nullptr);
        }
        frames.resize (probes.count);
        return py::make_tuple (arrayOf (std::move (sound), { 2, static_cast<py::ssize_t> (count) }),
                               wantsProbes ? py::object (arrayOf (std::move (frames))) : py::object (py::none()));
    }

    double parameter (std::size_t index)
    {
        const std::scoped_lock lock (mutex);
        return parameterTable()[index].in (synth.patch());
    }

    bool isSilent ()
    {
        const std::scoped_lock lock (mutex);
        return synth.isSilent();
    }

    EnergyLedger ledger ()
    {
        const std::scoped_lock lock (mutex);
        return synth.ledger();
    }

private:
    std::mutex mutex;
    Synth synth;
};
} // namespace

PerformanceEvent eventFrom (const Event& event)
{
    PerformanceEvent made;
    made.type = static_cast<PerformanceEvent::Type> (std::get<1> (event));
    made.channel = static_cast<std::uint8_t> (std::get<2> (event));
    made.index = static_cast<std::uint16_t> (std::get<3> (event));
    made.value = std::get<4> (event);
    made.note = std::get<5> (event);
    return made;
}

void bindSynth (py::module_& module)
{
    PYBIND11_NUMPY_DTYPE_EX (ProbeFrame, time, "time", bowVelocity, "bow_velocity", normalForce, "normal_force",
                             relativeVelocity, "relative_velocity", frictionForce, "friction_force", bristleElongation,
                             "bristle_elongation", surfaceVelocity, "surface_velocity", lawState, "law_state", lawMode,
                             "law_mode", storedEnergy, "stored_energy", workIn, "work_in", frictionLoss,
                             "friction_loss", bodyLoss, "body_loss", residual, "residual", bridgeForce, "bridge_force");
    py::class_<EnergyLedger> (module, "Ledger", "Energy account [J] since the beginning.")
        .def_readonly ("stored", &EnergyLedger::storedEnergy, "Energy in bodies and bristles now [J].")
        .def_readonly ("work_in", &EnergyLedger::workIn, "Work of all hands [J].")
        .def_readonly ("friction_loss", &EnergyLedger::frictionLoss, "Heat at the contacts [J].")
        .def_readonly ("body_loss", &EnergyLedger::bodyLoss, "Energy lost in the bodies [J].")
        .def_readonly ("peak", &EnergyLedger::peakEnergy, "Largest stored energy [J].")
        .def_readonly ("created", &EnergyLedger::created, "Energy created by steps with a negative loss [J].")
        .def_readonly ("generator_steps", &EnergyLedger::generatorSteps, "Number of such steps.")
        .def_readonly ("steps", &EnergyLedger::steps, "Number of steps.")
        .def_property_readonly ("relative_residual", &EnergyLedger::relativeResidual,
                                "Residual of the worst step over the peak energy.");
    py::class_<BlockSynth> (module, "Synth")
        .def (py::init<const Preset&, double>())
        .def ("reset", &BlockSynth::reset, py::call_guard<py::gil_scoped_release>())
        .def ("render", &BlockSynth::render)
        .def ("parameter", &BlockSynth::parameter)
        .def ("is_silent", &BlockSynth::isSilent)
        .def ("ledger", &BlockSynth::ledger);
    module.attr ("latency") = Synth().latencySamples();
    module.attr ("instruction_set") = Synth::instructionSet();
}
} // namespace kolophon::python
