#pragma once

#include "MapTable.h"

#include <nlohmann/json_fwd.hpp>

#include <filesystem>

namespace kolophon
{
/** Everything that decides about the cells of a map, as JSON: version, both axes, note, every other parameter with its
    exact value. Two maps with equal settings are equal. */
nlohmann::ordered_json mapSettings (const MapGesture& gesture, double velocity);

/** The folder of a map: what stands there already, and what is written. */
class MapFolder
{
public:
    /** Makes the folder, and cells/ in it where there are sounds. Throws Failure: 5 when it cannot be made, 2 when an
        output would replace one of the `inputs`. */
    MapFolder (const std::string& folder, bool sounds, const std::vector<std::string>& inputs);

    /** The cells that an earlier run with these settings left, without those whose sounds are missing. Throws Failure:
       2 when the settings are others, 3 when what stands there is no map. */
    MapCells resume (const MapGesture& gesture, const nlohmann::ordered_json& settings) const;

    /** Removes everything that an earlier map of any size or setting left there; nothing where no map was. */
    void clear () const;

    /** Seconds that earlier runs computed, as the summary has it; 0 where there is none. */
    double earlierSeconds () const;

    /** Writes a file of the folder at once. Throws Failure (5). */
    void write (const std::string& name, const std::string& contents) const;

    std::filesystem::path path (const std::string& name) const { return folder / name; }

private:
    std::filesystem::path folder;
};
} // namespace kolophon
