// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Analysis/Bench/RegimeSigns.h"
#include "../Analysis/Panels.h"
#include "../Analysis/Parallel.h"
#include "../Maps/MapTable.h"
#include "../Rendering/Measuring/MeasuredNotes.h"
#include "../Rendering/Takes/TakeFiles.h"
#include "Bindings.h"

#include <limits>
#include <numeric>

namespace kolophon::python
{
namespace
{
constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

std::optional<StringFamily> familyOf (const std::string& name)
{
    if (name.empty())
        return std::nullopt;
    const auto found = std::find (stringFamilies.begin(), stringFamilies.end(), name);
    if (found == stringFamilies.end())
        throw InputError ({ .place = "family",
                            .value = '"' + name + '"',
                            .problem = "is invalid",
                            .allowed = "bass, cello, viola, violin" });
    return static_cast<StringFamily> (found - stringFamilies.begin());
}

py::dict dictOf (const MeasuredNote& note)
{
    py::dict found, values, units, parts;
    for (const auto& [name, unit, value] : namedMeasures (note.measures))
    {
        values[py::str (name)] = value;
        units[py::str (name)] = unit;
    }
    found["name"] = note.name;
    found["values"] = values;
    found["units"] = units;
    found["loudness"] = note.loudness;
    found["distance"] = note.distance ? py::object (py::float_ (note.distance->mean)) : py::object (py::none());
    if (note.distance)
        for (std::size_t i = 0; i < distanceMeasures.size(); ++i)
            parts[py::str (std::string (distanceMeasures[i]))] = note.distance->parts[i];
    found["distance_parts"] = parts;
    return found;
}

py::dict measure (const py::array_t<double, py::array::c_style | py::array::forcecast>& sound, double rate,
                  std::optional<double> pitch, const std::string& family)
{
    const auto count = static_cast<std::size_t> (sound.shape (1));
    const auto last = sound.shape (0) > 1 ? 1 : 0;
    const std::span left (sound.data (0, 0), count), right (sound.data (last, 0), count);
    const auto asked = familyOf (family);
    std::optional<MeasuredNote> note;
    {
        const py::gil_scoped_release release;
        note = measuredNote ("sound", left, last > 0 ? right : std::span<const double>(), rate, pitch, asked);
    }
    return dictOf (*note);
}

py::list measurePatch (const Preset& preset, const std::vector<int>& keys, double seconds, int velocity, int rate,
                       const std::string& family, int jobs, const py::object& progress)
{
    NoteSession session { keys, seconds, velocity, rate, familyOf (family), jobs, {} };
    const auto notes = watched (progress,
                                [&] (Watched& state)
                                {
                                    session.stopped = state.stopped();
                                    return measurePreset (preset, session);
                                });
    py::list list;
    for (const auto& note : notes)
        list.append (dictOf (note));
    return list;
}

py::dict panels (const Preset& preset, int count, std::uint64_t seed, int lowest, int highest, double velocity,
                 double within, double wiggle, int jobs, const py::object& progress)
{
    PanelSettings settings { preset.patch, tuningOf (preset), count,  seed,   lowest,
                             highest,      velocity,          within, wiggle, threadsFor (jobs) };
    if (keysOf (settings).empty())
        throw InputError ("keys: the tuning maps none of them");
    const auto report = watched (progress,
                                 [&] (Watched& state)
                                 {
                                     settings.interrupted = state.stopped();
                                     return playPanels (settings);
                                 });
    std::vector<double> positions, cents, levels, over;
    std::vector<int> keys;
    std::vector<std::uint8_t> speaks;
    for (const auto& one : report->results)
    {
        positions.insert (positions.end(), one.places.begin(), one.places.end());
        keys.push_back (one.key);
        cents.push_back (one.cents.value_or (nothing));
        levels.push_back (one.level);
        over.push_back (one.overPreset);
        speaks.push_back (one.speaks() ? 1 : 0);
    }
    const auto rows = static_cast<py::ssize_t> (keys.size()), columns = static_cast<py::ssize_t> (report->knobs.size());
    py::dict found;
    found["knobs"] = report->knobs;
    found["positions"] = arrayOf (std::move (positions), { rows, columns });
    found["keys"] = arrayOf (std::move (keys));
    found["cents"] = arrayOf (std::move (cents));
    found["level"] = arrayOf (std::move (levels));
    found["over_preset"] = arrayOf (std::move (over));
    found["speaks"] = arrayOf (std::move (speaks)).attr ("astype") ("bool");
    return found;
}

/** The preset as the cells of a map over these axes play it. */
Preset presetOfMap (Preset preset, std::span<const MapAxis> axes)
{
    const auto set = [&preset] (std::string_view id, std::string_view text)
    {
        const auto& parameter = parameterTable()[*findParameter (id)];
        parameter.in (preset.patch) = valueOrThrow (parseValue (parameter, text));
    };
    const auto setAll = [&set] (const auto& settings)
    {
        for (const auto setting : settings)
            set (setting.substr (0, setting.find ('=')), setting.substr (setting.find ('=') + 1));
    };
    setAll (unguardedSettings);
    setAll (unaidedSettings);
    for (const auto& x : axes)
        for (const auto& y : axes)
            for (const auto& menu : menusOfAxes (x, y))
                set (menu.menu, menu.choice);
    set ("quality.ledger", "on");
    return preset;
}

py::dict map (const Preset& preset, const std::string& x, const std::string& y, int key, double seconds,
              double velocity, int rate, int jobs, const py::object& progress)
{
    MapGesture gesture;
    gesture.x = mapAxisFromText ("x", x);
    gesture.y = mapAxisFromText ("y", y);
    gesture.preset = presetOfMap (preset, std::array { gesture.x, gesture.y });
    gesture.key = key;
    gesture.seconds = seconds;
    gesture.song = heldKeys (std::array { key }, seconds, velocity, "map");
    gesture.sampleRate = rate;
    const auto columns = gesture.x.values.size(), rows = gesture.y.values.size();
    MapCells cells (columns * rows);
    watched (progress,
             [&] (Watched& state)
             {
                 std::atomic<std::size_t> done { 0 };
                 const auto makeTask = [&]
                 {
                     return [&, player = std::make_shared<MapPlayer> (gesture, state.stopped())] (std::size_t i)
                     {
                         cells[i] = player->play (i % columns, i / columns);
                         state.fraction = static_cast<double> (++done) / static_cast<double> (cells.size());
                     };
                 };
                 inParallelEach (cells.size(), threadsFor (jobs), makeTask, state.stopped());
                 return 0;
             });
    py::dict found, metrics, meanings;
    found["x"] = arrayOf (std::vector<double> (gesture.x.values));
    found["y"] = arrayOf (std::vector<double> (gesture.y.values));
    found["x_id"] = gesture.x.parameter->id;
    found["y_id"] = gesture.y.parameter->id;
    for (const auto& metric : mapMetrics())
    {
        std::vector<double> values;
        for (const auto& cell : cells)
            values.push_back (cell ? metric.value (*cell).value_or (nothing) : nothing);
        metrics[metric.id] =
            arrayOf (std::move (values), { static_cast<py::ssize_t> (rows), static_cast<py::ssize_t> (columns) });
        meanings[metric.id] = std::string (metric.meaning);
    }
    found["metrics"] = metrics;
    found["meanings"] = meanings;
    return found;
}
/** A note as a cell of a map plays it, with these values of parameters, by index; at least one. */
py::dict cell (const Preset& preset, const std::vector<std::pair<std::size_t, double>>& values, int key, double seconds,
               double velocity, int rate)
{
    std::vector<MapAxis> axes;
    for (const auto& [index, value] : values)
        axes.push_back ({ &parameterTable()[index], false, { value } });
    MapGesture gesture;
    gesture.preset = presetOfMap (preset, axes);
    for (const auto& axis : axes)
        axis.parameter->in (gesture.preset.patch) = axis.values.front();
    gesture.x = axes.front();
    gesture.y = axes.back();
    gesture.key = key;
    gesture.seconds = seconds;
    gesture.song = heldKeys (std::array { key }, seconds, velocity, "cell");
    gesture.sampleRate = rate;
    const auto played =
        watched (py::none(), [&] (Watched& state) { return MapPlayer (gesture, state.stopped()).play (0, 0); });
    py::dict found;
    for (const auto& metric : mapMetrics())
        if (metric.colours == MapColours::regimes)
            found[metric.id] = std::string (regimeName (played->regime));
        else
            found[metric.id] = metric.value (*played);
    return found;
}
} // namespace

void bindMeasurements (py::module_& module)
{
    module.def ("measure", measure);
    module.def ("measure_patch", measurePatch);
    module.def ("panels", panels);
    module.def ("map", map);
    module.def ("cell", cell);
}
} // namespace kolophon::python
