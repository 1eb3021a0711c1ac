// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Files/Json/ShallowJson.h"
#include "../Files/Parts/PartFile.h"
#include "Bindings.h"

namespace kolophon::python
{
namespace
{
/** Rows of a sweep on disk: those of all parts in a folder, and a part that grows. */
class SweepRows
{
public:
    SweepRows (const std::string& itsFolder, const std::string& settings, std::size_t number, std::size_t count)
        : folder (itsFolder), topic (partTopic ("sweep", Json (settings))), part { number, count }
    {
        readParts (folder, topic, [this] (std::string_view row) { found.emplace_back (row); });
    }

    const std::vector<std::string>& rows () const { return found; }

    void append (const std::string& row)
    {
        if (! file)
            file = std::make_unique<PartFile> (folder, topic, part, [] (std::string_view) {});
        file->append (row);
    }

private:
    std::filesystem::path folder;
    PartTopic topic;
    Portion part;
    std::vector<std::string> found;
    std::unique_ptr<PartFile> file;
};
} // namespace

void bindSweeps (py::module_& module)
{
    py::class_<SweepRows> (module, "SweepRows")
        .def (py::init<const std::string&, const std::string&, std::size_t, std::size_t>())
        .def ("rows", &SweepRows::rows)
        .def ("append", &SweepRows::append);
}
} // namespace kolophon::python
