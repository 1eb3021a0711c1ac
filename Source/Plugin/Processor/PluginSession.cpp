// SPDX-License-Identifier: GPL-3.0-or-later
#include "PluginProcessor.h"

/** Session state for the host, and the handling of states that this version cannot read. */
namespace kolophon
{
PluginState PluginProcessor::currentState() const
{
    PluginState state;
    state.preset = currentPreset();
    if (loaded.isFactory())
        state.factoryPreset = state.preset.info.name;
    state.bypassed = bypass != nullptr && bypass->get();
    state.editorWidth = editorWidth();
    state.learned = learning.learned();
    state.locked = locked();
    for (const auto* parameter : parameterBridge.parameters())
        if (const auto place = parameter->ownPlace())
            state.places[std::string (parameter->info.id)] = *place;
    state.kept = loaded.keptOfSession();
    return state;
}

/** Text of the whole session except the window size, which changes when the editor is opened to read the notice. */
std::string PluginProcessor::sessionText() const
{
    auto state = currentState();
    state.editorWidth = 0;
    return stateToJson (state);
}

void PluginProcessor::getStateInformation (juce::MemoryBlock& destination)
{
    const auto give = [&destination] (const std::string& text) { destination.replaceAll (text.data(), text.size()); };
    if (const auto kept = noticed.unreadState(); ! kept.bytes.empty() && kept.session == sessionText())
        return give (kept.bytes);
    give (stateToJson (currentState()));
}

void PluginProcessor::setStateInformation (const void* data, int size)
{
    if (data != nullptr && size > 0)
        openState ({ static_cast<const char*> (data), static_cast<std::size_t> (size) });
}

bool PluginProcessor::openState (std::string_view bytes)
{
    if (bytes.empty())
        return false;
    Findings findings;
    const auto state = stateFromJson (bytes, findings);
    if (! state)
    {
        refuseState (bytes, state.error().what());
        return false;
    }
    applyState (*state);
    noticed.set (findings.empty() ? std::string() : "This session: " + findings.summary());
    return true;
}

void PluginProcessor::applyState (const PluginState& state)
{
    int index = LoadedPreset::ownPlace();
    if (const auto place = state.factoryPreset ? findFactoryPlace (*state.factoryPreset) : std::nullopt)
        index = static_cast<int> (*place);
    loaded.set (state, index);
    for (auto* parameter : parameterBridge.parameters())
        parameter->setLocked (false); // current locks do not belong to the new session
    applyPreset (state.preset, state.places);
    for (const auto& id : state.locked)
        if (const auto place = findParameter (id))
            parameterBridge.parameters()[*place]->setLocked (true);
    learning.setLearned (state.learned);
    if (! state.preset.tuning)
        given.setTuning (std::nullopt); // a session defines everything; a preset alone keeps the tuning of the keys
    if (bypass != nullptr)
        *bypass = state.bypassed;
    if (state.editorWidth > 0)
        setEditorWidth (state.editorWidth);
}

/** Keeps the bytes of an unreadable state, which the host would otherwise overwrite: it gets them back until the player
    changes something. */
void PluginProcessor::refuseState (std::string_view bytes, const std::string& reason)
{
    constexpr std::size_t largestKept = 64 << 20; // [bytes]
    noticed.set ("This session can't be read. It is kept unchanged until you edit something: " + reason);
    if (bytes.size() > largestKept)
        return;
    noticed.keep ({ std::string (bytes), sessionText() });
}
} // namespace kolophon
