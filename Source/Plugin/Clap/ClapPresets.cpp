// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapPresets.h"

#include "../Presets/DroppedFile.h"
#include "../Presets/UserPresets.h"
#include "ClapPlugin.h"

#include <cstring>
#include <memory>

namespace kolophon::clap
{
namespace
{
const PresetProviderDescriptor providerDescriptor { CLAP_VERSION_INIT, "org.kolophon.presets", "Kolophon presets",
                                                    "Kolophon" };

/** Passes what a preset says of itself to a host; false if the host wants no more. */
bool describe (const Preset& preset, const char* key, std::uint32_t flags, const MetadataReceiver& receiver)
{
    const auto& info = preset.info;
    if (! receiver.beginPreset (&receiver, info.name.c_str(), key))
        return false;
    const UniversalPluginId id { "clap", Plugin::descriptor().id };
    receiver.addPluginId (&receiver, &id);
    receiver.setFlags (&receiver, flags);
    if (! info.author.empty())
        receiver.addCreator (&receiver, info.author.c_str());
    if (const auto& text = info.intent.empty() ? info.notes : info.intent; ! text.empty())
        receiver.setDescription (&receiver, text.c_str());
    receiver.addFeature (&receiver, CLAP_PLUGIN_FEATURE_INSTRUMENT);
    if (! info.category.empty())
        receiver.addFeature (&receiver, info.category.c_str());
    for (const auto& tag : info.tags)
        receiver.addFeature (&receiver, tag.c_str());
    return true;
}

Result<Preset> presetAt (const char* location)
{
    return readPreset (juce::File (juce::String::fromUTF8 (location)));
}

class Provider
{
public:
    explicit Provider (const PresetIndexer* itsIndexer) : indexer (itsIndexer) {}
    const PresetProvider* interface () const noexcept { return &functions; }

private:
    static Provider& of (const PresetProvider* provider) noexcept { return *static_cast<Provider*> (provider->data); }

    bool init () const
    {
        const PresetFiletype type { "Kolophon preset", "A sound of Kolophon", "json" };
        const PresetLocation factory { isFactoryContent, "Factory presets", locationPlugin, nullptr };
        if (! indexer->declareFiletype (indexer, &type) || ! indexer->declareLocation (indexer, &factory))
            return false;
        const auto folder = UserPresets::folder();
        const auto path = folder.getFullPathName().toStdString();
        const PresetLocation own { isUserContent, "My presets", locationFile, path.c_str() };
        return ! folder.isDirectory() || indexer->declareLocation (indexer, &own);
    }
    static bool getMetadata (std::uint32_t kind, const char* location, const MetadataReceiver& receiver)
    {
        if (kind == locationPlugin)
        {
            for (const auto& preset : factoryPresets())
                if (! describe (preset, preset.info.name.c_str(), isFactoryContent, receiver))
                    break;
            return true;
        }
        if (kind != locationFile || location == nullptr)
            return false;
        const auto preset = presetAt (location);
        if (! preset)
        {
            receiver.onError (&receiver, 0, preset.error().what());
            return false;
        }
        describe (*preset, nullptr, isUserContent, receiver);
        return true;
    }

    const PresetIndexer* const indexer;
    const PresetProvider functions { &providerDescriptor,
                                     this,
                                     [] (const PresetProvider* provider) { return of (provider).init(); },
                                     [] (const PresetProvider* provider) { delete &of (provider); },
                                     [] (const PresetProvider*, std::uint32_t kind, const char* location,
                                         const MetadataReceiver* receiver)
                                     { return receiver != nullptr && getMetadata (kind, location, *receiver); },
                                     [] (const PresetProvider*, const char*) -> const void* { return nullptr; } };
};

/** Loads a preset; an error is one sentence. */
Result<void> loadPreset (PluginProcessor& processor, std::uint32_t kind, const char* location, const char* key)
{
    if (kind == locationPlugin)
    {
        const auto place = key != nullptr ? findFactoryPlace (key) : std::nullopt;
        if (! place || ! processor.chooseFactoryPreset (static_cast<int> (*place)))
            return tl::unexpected<InputError> (InputError ("Kolophon has no factory preset of this name"));
        return {};
    }
    if (kind != locationFile || location == nullptr)
        return tl::unexpected<InputError> (InputError ("Kolophon's presets lie in files, or in the plug-in"));
    const auto preset = presetAt (location);
    if (! preset)
        return tl::unexpected<InputError> (preset.error());
    processor.loadPreset (*preset);
    return {};
}
} // namespace

const PresetFactory presetFactory {
    [] (const PresetFactory*) { return 1u; },
    [] (const PresetFactory*, std::uint32_t index) { return index == 0 ? &providerDescriptor : nullptr; },
    [] (const PresetFactory*, const PresetIndexer* indexer, const char* id) -> const PresetProvider*
    {
        if (indexer == nullptr || id == nullptr || std::strcmp (id, providerDescriptor.id) != 0)
            return nullptr;
        return (new Provider (indexer))->interface(); // deleted by the host: destroy()
    }
};

const PluginPresetLoad presetLoadExtension {
    [] (const clap_plugin_t* self, std::uint32_t kind, const char* location, const char* key)
    {
        auto& plugin = Plugin::of (self);
        const auto& host = plugin.host();
        const auto result = loadPreset (plugin.processor(), kind, location, key);
        if (host.presets != nullptr)
        {
            if (result)
                host.presets->loaded (host.host, kind, location, key);
            else
                host.presets->onError (host.host, kind, location, key, 0, result.error().what());
        }
        return result.has_value();
    }
};
} // namespace kolophon::clap
