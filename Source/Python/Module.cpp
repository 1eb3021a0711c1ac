// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Files/ExitCode.h"
#include "Bindings.h"

namespace kolophon::python
{
namespace
{
void raise (std::exception_ptr exception)
{
    try
    {
        std::rethrow_exception (exception);
    }
    catch (const InputError& reason)
    {
        PyErr_SetString (PyExc_ValueError, reason.what());
    }
    catch (const Failure& failure)
    {
        const auto code = failure.code;
        PyErr_SetString (code == ExitCode::notWritable                           ? PyExc_OSError
                         : code == ExitCode::usage || code == ExitCode::badInput ? PyExc_ValueError
                                                                                 : PyExc_RuntimeError,
                         failure.what());
    }
}
} // namespace
} // namespace kolophon::python

PYBIND11_MODULE (_engine, module)
{
    using namespace kolophon::python;
    module.doc() = "Kolophon's engine, measurements and laboratory. Use the package kolophon, which calls this module.";
    module.attr ("version") = KOLOPHON_VERSION;
    pybind11::register_exception_translator (raise);
    bindPresets (module);
    bindSynth (module);
    bindRendering (module);
    bindMeasurements (module);
    bindLaboratory (module);
    bindCatalogue (module);
    bindSweeps (module);
    bindBenches (module);
}
