// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Files/PartFile.h"
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

    /** Reads the cells that an earlier run with these settings wrote, without those whose sounds are missing. Throws
        Failure: 2 if the settings differ, 3 if the existing files are not a map. */
    MapCells resume (const MapGesture& gesture, const nlohmann::ordered_json& settings) const;

    /** Adds the cells that parts of this map have computed. Throws Failure: see readParts(). */
    void addParts (const MapGesture& gesture, const nlohmann::ordered_json& settings, MapCells& cells) const;

    /** The file of a part. Throws Failure: see PartFile. */
    std::unique_ptr<PartFile> part (const nlohmann::ordered_json& settings, Portion part) const;

    /** Removes all files of an earlier map of any size or setting; does nothing if the folder contains no map. */
    void clear () const;

    /** Computation time of earlier runs [s], from the summary; 0 without a summary. */
    double earlierSeconds () const;

    /** Writes a file of the folder atomically. Throws Failure (5). */
    void write (const std::string& name, const std::string& contents) const;

    std::filesystem::path path (const std::string& name) const { return folder / name; }

private:
    void forgetSoundless (const MapGesture& gesture, MapCells& cells) const;

    std::filesystem::path folder;
};
} // namespace kolophon
