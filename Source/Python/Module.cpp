// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Files/Bytes/AtomicFile.h"
#include "../Files/Bytes/DecodedText.h"
#include "../Files/Bytes/ExitCode.h"
#include "Bindings.h"

namespace kolophon::python
{
namespace
{
/** A message may contain a path, of any bytes: they become what os.fsdecode() makes of them. */
void setError (PyObject* kind, const char* message)
{
    PyErr_SetObject (kind, py::reinterpret_steal<py::object> (PyUnicode_DecodeFSDefault (message)).ptr());
}

/** Text of a file's bytes, as all readers take it: UTF-8 with line feeds. */
py::bytes textOfBytes (const std::string& bytes)
{
    return decodedText (bytes);
}

/** Writes a file whole or not at all, through links, with the permissions of the one that it replaces. */
void writeText (const std::string& path, const std::string& text)
{
    AtomicFile (path).commitText (text);
}

void raise (std::exception_ptr exception)
{
    try
    {
        std::rethrow_exception (exception);
    }
    catch (const InputError& reason)
    {
        setError (PyExc_ValueError, reason.what());
    }
    catch (const Failure& failure)
    {
        const auto code = failure.code;
        setError (code == ExitCode::notWritable                           ? PyExc_OSError
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
    module.def ("text_of", textOfBytes);
    module.def ("write_text", writeText, pybind11::call_guard<pybind11::gil_scoped_release>());
    bindPresets (module);
    bindSynth (module);
    bindRendering (module);
    bindMeasurements (module);
    bindLaboratory (module);
    bindCatalogue (module);
    bindSweeps (module);
    bindBenches (module);
}
