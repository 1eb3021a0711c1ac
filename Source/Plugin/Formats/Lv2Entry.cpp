// SPDX-License-Identifier: GPL-3.0-or-later
#include "../Desktop/DesktopAtoms.h"
#include "../Processor/PluginProcessor.h"
#include "Lv2Description.h"
#include "Lv2KeyNames.h"
#include "Lv2Values.h"

#include <lv2/buf-size/buf-size.h>
#include <lv2/core/lv2.h>
#include <lv2/instance-access/instance-access.h>
#include <lv2/options/options.h>
#include <lv2/state/state.h>
#include <lv2/ui/ui.h>
#include <lv2/urid/urid.h>

#include <array>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <vector>

/* Entry points of the LV2 bundle, in front of JUCE's wrapper, whose own entry points are renamed by CMake.

   JUCE declares the ports of a side-chain lv2:connectionOptional, but copies from them without a check: a host that
   leaves them unconnected, as it may, crashes in memcpy (JUCE 7.0.5, LV2PluginInstance::run). Here unconnected ports
   are connected to silence before the wrapper runs, and the processor is told that the side-chain is missing. A host
   without a display gets no editor.

   The wrapper does not answer patch:Get, and truncates its messages in a small buffer: it therefore writes into a
   buffer of this instance, and Lv2Values sends the messages to the host. The bundle's description is our own as
   well. */

extern "C"
{
#undef lv2_descriptor
#undef lv2ui_descriptor
    LV2_SYMBOL_EXPORT const LV2_Descriptor* lv2_descriptor (uint32_t index);
    LV2_SYMBOL_EXPORT const LV2UI_Descriptor* lv2ui_descriptor (uint32_t index);
    const LV2_Descriptor* kolophon_wrapped_lv2_descriptor (uint32_t index);
    const LV2UI_Descriptor* kolophon_wrapped_lv2ui_descriptor (uint32_t index);
}

namespace kolophon
{
namespace
{
const LV2_Descriptor& wrapped ()
{
    return *kolophon_wrapped_lv2_descriptor (0);
}
const LV2UI_Descriptor& wrappedUi ()
{
    return *kolophon_wrapped_lv2ui_descriptor (0);
}

/** JUCE's instance, and the host's connections to its side-chain and to its message ports. */
class Instance
{
public:
    static constexpr std::uint32_t channels = 2; // audio inputs are the first ports, outputs follow
    static constexpr std::uint32_t messagesIn = 4, messagesOut = 5;

    Instance (LV2_Handle itsHandle, PluginProcessor& itsProcessor, std::size_t longestBlock, const LV2_URID_Map& map,
              const KeyNamesUpdate* keyNamesUpdate)
        : handle (itsHandle), processor (itsProcessor), silence (longestBlock, 0.0f),
          values (itsProcessor.bridge(), map), written (lv2Room (itsProcessor.bridge().parameters().size()) / 8)
    {
        connectSideChain();
        wrapped().connect_port (handle, messagesOut, written.data());
        keyNames.emplace (itsProcessor, keyNamesUpdate);
    }
    ~Instance()
    {
        {
            const MessagePause pause;
            keyNames.reset(); // it looks at the processor
        }
        wrapped().cleanup (handle); // waits for the message thread
    }
    Instance (const Instance&) = delete;
    Instance& operator= (const Instance&) = delete;

    void connect (std::uint32_t port, void* data)
    {
        if (port == messagesOut)
        {
            toHost = static_cast<LV2_Atom_Sequence*> (data);
            return;
        }
        if (port == messagesIn)
            fromHost = static_cast<const LV2_Atom_Sequence*> (data);
        if (port >= channels)
            return wrapped().connect_port (handle, port, data);
        sideChain[port] = data;
        connectSideChain();
    }

    /** The wrapper does nothing here; the standard wants all that was played to be forgotten. */
    void activate ()
    {
        processor.reset();
        wrapped().activate (handle);
    }

    void run (std::uint32_t count)
    {
        if (count > silence.size()) // allocates only if the host exceeds its announced block length
        {
            silence.resize (count, 0.0f);
            connectSideChain();
        }
        auto* const fromWrapper = reinterpret_cast<LV2_Atom_Sequence*> (written.data());
        fromWrapper->atom = { static_cast<std::uint32_t> (8 * written.size()), 0 };
        values.hear (fromHost);
        wrapped().run (handle, count);
        values.tell (fromWrapper, toHost);
    }

    const LV2_Handle handle;
    /** The keys' names, as a MIDI name document. */
    char* nameKeys () { return keyNames->document(); }

private:
    /** Connects the side-chain. A single connected channel is used for both. */
    void connectSideChain ()
    {
        processor.setSideChainConnected (sideChain[0] != nullptr || sideChain[1] != nullptr);
        for (std::uint32_t port = 0; port < channels; ++port)
        {
            void* const own = sideChain[port];
            void* const other = sideChain[1 - port];
            wrapped().connect_port (handle, port, own != nullptr ? own : (other != nullptr ? other : silence.data()));
        }
    }

    PluginProcessor& processor;
    std::vector<float> silence;
    std::array<void*, channels> sideChain {};
    const LV2_Atom_Sequence* fromHost = nullptr;
    LV2_Atom_Sequence* toHost = nullptr;
    Lv2Values values;
    std::optional<Lv2KeyNames> keyNames;
    std::vector<std::uint64_t> written; // the wrapper's output sequence, aligned
};

Instance& of (LV2_Handle handle)
{
    return *static_cast<Instance*> (handle);
}

const void* featureData (const LV2_Feature* const* features, const char* uri)
{
    for (; features != nullptr && *features != nullptr; ++features)
        if (std::strcmp ((*features)->URI, uri) == 0)
            return (*features)->data;
    return nullptr;
}

/** Longest block that the host announces; without this option the wrapper creates no instance. */
std::size_t longestBlock (const LV2_Feature* const* features)
{
    const auto* map = static_cast<const LV2_URID_Map*> (featureData (features, LV2_URID__map));
    const auto* option = static_cast<const LV2_Options_Option*> (featureData (features, LV2_OPTIONS__options));
    if (map == nullptr || option == nullptr)
        return 0;
    const auto wanted = map->map (map->handle, LV2_BUF_SIZE__maxBlockLength);
    for (; option->key != 0; ++option)
        if (option->key == wanted && option->size == sizeof (std::int32_t) && option->value != nullptr)
            return static_cast<std::size_t> (std::max (0, *static_cast<const std::int32_t*> (option->value)));
    return 0;
}

LV2_Handle instantiate (const LV2_Descriptor*, double rate, const char* bundle, const LV2_Feature* const* features)
{
    const auto handle = wrapped().instantiate (&wrapped(), rate, bundle, features);
    if (handle == nullptr)
        return nullptr;
    const auto& map = *static_cast<const LV2_URID_Map*> (featureData (features, LV2_URID__map)); // the wrapper needs it
    return new Instance (handle, *PluginProcessor::latestOfThisThread(), longestBlock (features), map,
                         static_cast<const KeyNamesUpdate*> (featureData (features, KeyNamesUpdate::uri)));
}

LV2_State_Interface wrappedState ()
{
    return *static_cast<const LV2_State_Interface*> (wrapped().extension_data (LV2_STATE__interface));
}

/** Writes the description files beside the library whose path JUCE's helper passes when the bundle is built. */
struct TurtleRecall
{
    static constexpr auto uri = "https://lv2-extensions.juce.com/turtle_recall";

    int (*write) (const char* library) = [] (const char* path) -> int
    {
        const juce::ScopedJuceInitialiser_GUI juce;
        juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_LV2);
        PluginProcessor processor;
        juce::AudioProcessor::setTypeOfNextNewPlugin (juce::AudioProcessor::wrapperType_Undefined);
        processor.enableAllBuses();
        const auto library = juce::File::getCurrentWorkingDirectory().getChildFile (juce::CharPointer_UTF8 (path));
        const auto description = describeLv2 (processor, library.getFileName().toStdString());
        bool all = true;
        for (const auto& [name, text] :
             { std::pair ("manifest.ttl", &description.manifest), std::pair ("dsp.ttl", &description.plugin),
               std::pair ("ui.ttl", &description.editor), std::pair ("presets.ttl", &description.presets) })
            if (! library.getSiblingFile (name).replaceWithText (juce::String::fromUTF8 (text->c_str()), false, false,
                                                                 "\n"))
            {
                std::fprintf (stderr, "can't write %s\n", library.getSiblingFile (name).getFullPathName().toRawUTF8());
                all = false;
            }
        return all ? 0 : 1;
    };
};

const void* extensionData (const char* uri)
{
    static const TurtleRecall recall;
    if (std::strcmp (uri, TurtleRecall::uri) == 0)
        return &recall;
    static const KeyNamesInterface keyNames { [] (LV2_Handle handle) { return of (handle).nameKeys(); },
                                              [] (LV2_Handle) { return Lv2KeyNames::model(); },
                                              [] (char* text) { delete[] text; } };
    if (std::strcmp (uri, KeyNamesInterface::uri) == 0)
        return &keyNames;
    static const LV2_State_Interface state {
        [] (LV2_Handle handle, LV2_State_Store_Function store, LV2_State_Handle where, uint32_t flags,
            const LV2_Feature* const* features)
        { return wrappedState().save (of (handle).handle, store, where, flags, features); },
        [] (LV2_Handle handle, LV2_State_Retrieve_Function retrieve, LV2_State_Handle where, uint32_t flags,
            const LV2_Feature* const* features)
        { return wrappedState().restore (of (handle).handle, retrieve, where, flags, features); }
    };
    return std::strcmp (uri, LV2_STATE__interface) == 0 ? &state : wrapped().extension_data (uri);
}

LV2UI_Handle instantiateUi (const LV2UI_Descriptor*, const char* plugin, const char* bundle, LV2UI_Write_Function write,
                            LV2UI_Controller controller, LV2UI_Widget* widget, const LV2_Feature* const* features)
{
    const juce::ScopedJuceInitialiser_GUI juce; // needed to check for a display
    if (! hasDisplay())
        return nullptr;
    // The wrapper expects its own handle of the plugin.
    std::vector<LV2_Feature> own;
    for (auto next = features; next != nullptr && *next != nullptr; ++next)
    {
        own.push_back (**next);
        if (std::strcmp ((*next)->URI, LV2_INSTANCE_ACCESS_URI) == 0 && own.back().data != nullptr)
            own.back().data = of (own.back().data).handle;
    }
    std::vector<const LV2_Feature*> list;
    for (const auto& feature : own)
        list.push_back (&feature);
    list.push_back (nullptr);
    return wrappedUi().instantiate (&wrappedUi(), plugin, bundle, write, controller, widget, list.data());
}
} // namespace
} // namespace kolophon

const LV2_Descriptor* lv2_descriptor (uint32_t index)
{
    using namespace kolophon;
    static const LV2_Descriptor descriptor { wrapped().URI,
                                             instantiate,
                                             [] (LV2_Handle handle, uint32_t port, void* data)
                                             { of (handle).connect (port, data); },
                                             [] (LV2_Handle handle) { of (handle).activate(); },
                                             [] (LV2_Handle handle, uint32_t count) { of (handle).run (count); },
                                             [] (LV2_Handle handle) { wrapped().deactivate (of (handle).handle); },
                                             [] (LV2_Handle handle) { delete &of (handle); },
                                             extensionData };
    return index == 0 ? &descriptor : nullptr;
}

const LV2UI_Descriptor* lv2ui_descriptor (uint32_t index)
{
    using namespace kolophon;
    static const auto descriptor = []
    {
        auto own = wrappedUi();
        own.instantiate = instantiateUi;
        return own;
    }();
    return index == 0 ? &descriptor : nullptr;
}
