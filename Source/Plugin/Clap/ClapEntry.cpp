// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapPlugin.h"
#include "ClapPresets.h"

#include <cstring>

/* The one symbol of the library: the way to all others. */

namespace kolophon::clap
{
namespace
{
const clap_plugin_factory_t pluginFactory {
    [] (const clap_plugin_factory_t*) { return 1u; },
    [] (const clap_plugin_factory_t*, std::uint32_t index) { return index == 0 ? &Plugin::descriptor() : nullptr; },
    [] (const clap_plugin_factory_t*, const clap_host_t* host, const char* id) -> const clap_plugin_t*
    {
        if (host == nullptr || id == nullptr || ! clap_version_is_compatible (host->clap_version) ||
            std::strcmp (id, Plugin::descriptor().id) != 0)
            return nullptr;
        return (new Plugin (host))->interface(); // deleted by the host: destroy()
    }
};

const void* factory (const char* id)
{
    if (id == nullptr)
        return nullptr;
    if (std::strcmp (id, CLAP_PLUGIN_FACTORY_ID) == 0)
        return &pluginFactory;
    const bool isPresets = std::strcmp (id, presetDiscoveryId) == 0 || std::strcmp (id, presetDiscoveryDraftId) == 0;
    return isPresets ? &presetFactory : nullptr;
}
} // namespace
} // namespace kolophon::clap

extern "C" CLAP_EXPORT const clap_plugin_entry_t clap_entry { CLAP_VERSION_INIT, [] (const char*) { return true; },
                                                              [] {}, kolophon::clap::factory };
