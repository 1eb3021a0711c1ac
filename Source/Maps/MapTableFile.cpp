// SPDX-License-Identifier: GPL-3.0-or-later
#include "MapTableFile.h"

#include "../Files/Bytes/AtomicFile.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Files/Bytes/SystemReason.h"
#include "../Files/Tables/SortedRows.h"

#include <cerrno>

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
} // namespace

void writeMapTable (const MapFolder& folder, MapReport& report, MapSummary& summary)
{
    const auto& gesture = *report.gesture;
    SortedRows rows (report.totals.cells, folder.path (""));
    folder.eachCell (gesture, summary.settings,
                     [&rows] (const MapRow& cell, std::string_view row) { rows.add (cell.place, row); });
    TableFile table (folder.path ("map.csv"));
    IdleParameters idle (gesture);
    table.write (mapHeading (gesture));
    rows.inOrder (
        [&] (std::size_t place, std::string_view row)
        {
            const auto cell = mapRowFrom (gesture, row)->cell;
            show (report, place, cell);
            idle.add (place, cell);
            table.write (std::string (row) + '\n');
        });
    table.commit();
    summary.idle = idle.ids();
}
} // namespace kolophon
