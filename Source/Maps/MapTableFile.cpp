// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapTableFile.h"

#include "../Files/Bytes/AtomicFile.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Files/Bytes/SystemReason.h"
#include "../Files/Tables/NpyFile.h"
#include "../Files/Tables/SortedRows.h"

#include <cerrno>
#include <limits>
#include <list>

namespace kolophon
{
namespace
{
/** map.csv, row by row. */
class TableFile
{
public:
    explicit TableFile (const std::filesystem::path& target) : place (target)
    {
        file = std::fopen (place.path().string().c_str(), "wb");
    }
    ~TableFile()
    {
        if (file != nullptr)
            std::fclose (file);
    }
    TableFile (const TableFile&) = delete;
    TableFile& operator= (const TableFile&) = delete;

    void write (std::string_view text)
    {
        check (file != nullptr && std::fwrite (text.data(), 1, text.size(), file) == text.size());
    }

    void commit ()
    {
        const bool closed = std::fclose (file) == 0;
        file = nullptr;
        check (closed);
        place.commit();
    }

private:
    void check (bool good) const
    {
        if (! good)
            throw Failure (ExitCode::notWritable,
                           "cannot write " + place.target().string() + ": " + systemReason (errno));
    }

    AtomicFile place;
    std::FILE* file = nullptr;
};

/** Arrays of the metrics, and of the values of both axes. */
class ColumnFiles
{
public:
    ColumnFiles (const std::filesystem::path& folder, const MapGesture& gesture)
    {
        outputFolder (folder);
        for (const auto& [name, axis] : { std::pair ("x.npy", &gesture.x), std::pair ("y.npy", &gesture.y) })
        {
            NpyFile file (folder / name, { axis->values.size() });
            for (const double value : axis->values)
                file.add (value);
            file.commit();
        }
        for (const auto& metric : mapMetrics())
            files.emplace_back (folder / (std::string (metric.id) + ".npy"),
                                std::vector { gesture.y.values.size(), gesture.x.values.size() });
    }

    void add (const MapCell& cell)
    {
        auto file = files.begin();
        for (const auto& metric : mapMetrics())
            (file++)->add (metric.value (cell).value_or (std::numeric_limits<double>::quiet_NaN()));
    }

    void commit ()
    {
        for (auto& file : files)
            file.commit();
    }

private:
    std::list<NpyFile> files; // in the order of mapMetrics()
};
} // namespace

void writeMapTable (const MapFolder& folder, MapReport& report, MapSummary& summary, bool columns)
{
    const auto& gesture = *report.gesture;
    SortedRows rows (report.totals.cells, folder.path (""));
    folder.eachCell (gesture, summary.settings,
                     [&rows] (const MapRow& cell, std::string_view row) { rows.add (cell.place, row); });
    TableFile table (folder.path ("map.csv"));
    std::optional<ColumnFiles> arrays;
    if (columns)
        arrays.emplace (folder.path ("columns"), gesture);
    IdleParameters idle (gesture);
    table.write (mapHeading (gesture));
    rows.inOrder (
        [&] (std::size_t place, std::string_view row)
        {
            const auto cell = mapRowFrom (gesture, row)->cell;
            show (report, place, cell);
            idle.add (place, cell);
            if (arrays)
                arrays->add (cell);
            table.write (std::string (row) + '\n');
        });
    table.commit();
    if (arrays)
        arrays->commit();
    summary.idle = idle.ids();
}
} // namespace kolophon
