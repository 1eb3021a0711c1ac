#include "PluginState.h"

#include "../Files/LearnedJson.h"
#include "../Files/ShallowJson.h"

#include <algorithm>

namespace kolophon
{
namespace
{
constexpr auto formatName = "kolophon-state";
constexpr int formatVersion = 1;

constexpr double widest = 100000.0; // [px]

PluginState readState (std::string_view text)
{
    const auto root = parseShallow (text);
    const bool wrapped = root.at ("format") == formatName;

    PluginState state;
    // A state of a newer version is read as far as we know its names; the preset has a version of its own.
    state.preset = valueOrThrow (presetFromJson (wrapped ? root.at ("preset").dump() : std::string (text)));
    if (! wrapped)
        return state;

    if (const auto name = root.find ("factory preset"); name != root.end() && name->is_string())
        state.factoryPreset = name->get<std::string>();
    state.bypassed = root.value ("bypass", false);
    state.editorWidth = static_cast<int> (std::clamp (root.value ("editor width", 0.0), 0.0, widest));
    if (const auto places = root.find ("places"); places != root.end())
        state.places = places->get<std::map<std::string, float>>();
    if (const auto learned = root.find ("learned controllers"); learned != root.end())
        state.learned = learnedFromValue (*learned, "learned controllers");
    if (const auto locked = root.find ("locked"); locked != root.end())
        state.locked = locked->get<std::vector<std::string>>();
    return state;
}
} // namespace

std::string stateToJson (const PluginState& state)
{
    Json root { { "format", formatName }, { "version", formatVersion } };
    if (state.factoryPreset)
        root["factory preset"] = *state.factoryPreset;
    root["bypass"] = state.bypassed;
    root["editor width"] = state.editorWidth;
    if (! state.places.empty())
        root["places"] = state.places;
    if (state.learned.count > 0)
        root["learned controllers"] = learnedValue (state.learned);
    if (! state.locked.empty())
        root["locked"] = state.locked;
    root["preset"] = parseShallow (presetToJson (state.preset));
    return root.dump (1);
}

std::optional<PluginState> stateFromJson (std::string_view json) noexcept
{
    try
    {
        return readState (json);
    }
    catch (const std::exception&) // not JSON, not ours, or a value out of range: the sentence has no reader here
    {
        return std::nullopt;
    }
}
} // namespace kolophon
