// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Synth/Parameters/ParameterTable.h"
#include "../Synth/Synth.h"
#include "Bindings.h"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <span>
#include <type_traits>

namespace kolophon::python
{
namespace
{
constexpr std::size_t mostProbesPerSample = 8; // of the highest oversampling

constexpr int longestPiece = 4096; // [samples] of a block: between two, other calls and Ctrl-C are answered

/** An instrument for work block by block. Its lock makes calls from several threads wait for each other, without
    Python's lock; of two threads that render, the package lets one wait for the other's block. */
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
        const auto lock = turn();
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
        std::size_t probed = 0;
        std::span<PerformanceEvent> later (events);
        for (int done = 0; done < count; done += longestPiece)
        {
            if (PyErr_CheckSignals() != 0)
                throw py::error_already_set();
            const int piece = std::min (longestPiece, count - done);
            const auto now = eventsOf (later, piece);
            ProbeBuffer probes { frames.data() + probed, frames.size() - probed, 0 };
            const py::gil_scoped_release release;
            const auto lock = turn();
            synth.render (now, sound.data() + done, sound.data() + size + static_cast<std::size_t> (done), piece,
                          wantsProbes ? &probes : nullptr);
            probed += probes.count;
        }
        frames.resize (probed);
        return py::make_tuple (arrayOf (std::move (sound), { 2, static_cast<py::ssize_t> (count) }),
                               wantsProbes ? py::object (arrayOf (std::move (frames))) : py::object (py::none()));
    }

    double parameter (std::size_t index)
    {
        const auto lock = turn();
        return parameterTable()[index].in (synth.patch());
    }

    bool isSilent ()
    {
        const auto lock = turn();
        return synth.isSilent();
    }

    EnergyLedger ledger ()
    {
        const auto lock = turn();
        return synth.ledger();
    }

private:
    /** Takes the events of the next `count` samples; the offsets of the others then count from behind these. */
    static std::span<const PerformanceEvent> eventsOf (std::span<PerformanceEvent>& later, int count)
    {
        const auto end =
            std::find_if (later.begin(), later.end(), [count] (const auto& event) { return event.offset >= count; });
        const auto now = later.first (static_cast<std::size_t> (end - later.begin()));
        later = later.subspan (now.size());
        for (auto& event : later)
            event.offset -= count;
        return now;
    }

    /** Waits for the engine. Callers take turns, so that a long block lets the others in between its pieces. */
    std::unique_lock<std::mutex> turn ()
    {
        const std::scoped_lock first (next);
        return std::unique_lock (engine);
    }

    std::mutex next, engine; // held while waiting for the engine; held while using it
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
                                "Residual of the worst step over the peak energy.")
        .def (py::pickle ([] (const EnergyLedger& ledger)
                          { return py::bytes (reinterpret_cast<const char*> (&ledger), sizeof ledger); },
                          [] (const py::bytes& pickled)
                          {
                              static_assert (std::is_trivially_copyable_v<EnergyLedger>);
                              const std::string bytes (pickled);
                              EnergyLedger ledger;
                              if (bytes.size() != sizeof ledger)
                                  throw InputError ("the ledger was pickled by another version of Kolophon");
                              std::memcpy (&ledger, bytes.data(), sizeof ledger);
                              return ledger;
                          }));
    py::class_<BlockSynth> (module, "Synth")
        .def (py::init<const Preset&, double>())
        .def ("reset", &BlockSynth::reset, py::call_guard<py::gil_scoped_release>())
        .def ("render", &BlockSynth::render)
        .def ("parameter", &BlockSynth::parameter, py::call_guard<py::gil_scoped_release>())
        .def ("is_silent", &BlockSynth::isSilent, py::call_guard<py::gil_scoped_release>())
        .def ("ledger", &BlockSynth::ledger, py::call_guard<py::gil_scoped_release>());
    module.attr ("event_types") = static_cast<int> (PerformanceEvent::Type::choke) + 1;
    module.attr ("latency") = Synth().latencySamples();
    module.attr ("instruction_set") = Synth::instructionSet();
}
} // namespace kolophon::python
