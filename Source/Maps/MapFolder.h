// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/Parts/PartFile.h"
#include "MapTable.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>
#include <memory>

namespace kolophon
{
/** Everything that determines the cells of a map, as JSON: version, both axes, note, every other parameter with its
    exact value. Two maps with equal settings are equal. */
nlohmann::ordered_json mapSettings (const MapGesture& gesture, double velocity);

/** The output folder of a map: reads existing results, writes new ones. */
class MapFolder
{
public:
    /** Creates the folder, and cells/ in it if there are sounds. Throws Failure: 5 if it cannot be created, 2 if an
        output would replace one of the `inputs`. */
    MapFolder (const std::string& folder, bool sounds, const std::vector<std::string>& inputs);

    /** Checks that the folder is empty or holds a map with these settings. Throws Failure: 2 if the settings differ, 3
        if the existing files are not a map. */
    void check (const nlohmann::ordered_json& settings) const;

    using VisitCell = std::function<void (const MapRow& cell, std::string_view row)>;

    /** Calls `visit` with every finished cell of the table and of all parts, with its row; a cell may come twice. Throws
        Failure: see readParts(); 3 if the table is not of this map. */
    void eachCell (const MapGesture& gesture, const nlohmann::ordered_json& settings, const VisitCell& visit) const;

    /** Opens the file of a part, and calls `visit` with its cells. Throws Failure: see PartFile. */
    std::unique_ptr<PartFile> part (const MapGesture& gesture, const nlohmann::ordered_json& settings, Portion part,
                                    const VisitCell& visit) const;

    /** Removes the file of the cells that no part had: the table holds them now. */
    void removeOwnPart (const PartFile& file) const;

    /** Removes table, summary and parts, and if they are those of a map, of any size or setting, its other files. */
    void clear () const;

    /** Computation time of earlier runs [s], from the summary; 0 without a summary. */
    double earlierSeconds () const;

    /** Writes a file of the folder atomically. Throws Failure (5). */
    void write (const std::string& name, const std::string& contents) const;

    std::filesystem::path path (const std::string& name) const { return folder / name; }

private:
    /** The cell of a row; nullopt if it is invalid, or if the sound that was asked for is missing. */
    std::optional<MapRow> cellFrom (const MapGesture& gesture, std::string_view row) const;

    std::filesystem::path folder, parts;
};
} // namespace kolophon
