// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Error.h"
#include "../Files/Presets/PresetFile.h"

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <string>
#include <tuple>
#include <vector>

/** The module kolophon._engine: what the Python package calls. Everything that needs no C++ (names, units, plots,
    checks of arguments) is Python, in the folder kolophon beside this file. */
namespace kolophon::python
{
namespace py = pybind11;

void bindPresets (py::module_& module);
void bindSynth (py::module_& module);
void bindRendering (py::module_& module);
void bindMeasurements (py::module_& module);
void bindLaboratory (py::module_& module);
void bindCatalogue (py::module_& module);
void bindSweeps (py::module_& module);
void bindBenches (py::module_& module);

/** An event as Python gives it: time, number of PerformanceEvent::Type, channel, index, value, number of the note. The
    time is in seconds, or in samples for Synth. */
using Event = std::tuple<double, int, int, int, double, std::uint32_t>;
PerformanceEvent eventFrom (const Event& event);

/** An array that owns the vector's memory: nothing is copied. */
template <class Value>
py::array_t<Value> arrayOf (std::vector<Value> values, const std::vector<py::ssize_t>& shape = {})
{
    auto* kept = new std::vector<Value> (std::move (values));
    const py::capsule owner (kept, [] (void* data) { delete static_cast<std::vector<Value>*> (data); });
    if (shape.empty())
        return py::array_t<Value> (static_cast<py::ssize_t> (kept->size()), kept->data(), owner);
    return py::array_t<Value> (shape, kept->data(), owner);
}

/** A sound in memory as an array of shape (2, n). */
py::array_t<double> soundArray (std::span<const double> left, std::span<const double> right);

/** State of long work, which runs beside Python on a thread of its own. */
struct Watched
{
    std::atomic<bool> stop { false };
    std::atomic<double> fraction { 0.0 };

    std::function<bool()> stopped ()
    {
        return [this] { return stop.load(); };
    }
};

/** Runs `work (Watched&)` on a thread of its own, without Python's lock. Ctrl-C and exceptions of `progress` (called
    with 0 … 1 about ten times per second, unless it is None) stop it; they are raised when it has ended. */
template <class Work>
auto watched (const py::object& progress, Work&& work)
{
    Watched state;
    auto future = std::async (std::launch::async, [&] { return work (state); });
    const auto wait = [&future] (std::chrono::milliseconds time)
    {
        const py::gil_scoped_release release;
        return future.wait_for (time) == std::future_status::ready;
    };
    try
    {
        while (! wait (std::chrono::milliseconds (100)))
        {
            if (PyErr_CheckSignals() != 0)
                throw py::error_already_set();
            if (! progress.is_none())
                progress (state.fraction.load());
        }
    }
    catch (...)
    {
        state.stop = true;
        const py::gil_scoped_release release;
        future.wait();
        throw;
    }
    return future.get();
}
} // namespace kolophon::python
