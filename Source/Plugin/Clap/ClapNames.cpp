// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapNames.h"

#include "../../Core/Text/CutText.h"
#include "../../Synth/Parameters/FrontPanels.h"
#include "../Processor/KeyNames.h"
#include "ClapPlugin.h"

#include <algorithm>

namespace kolophon::clap
{
namespace
{
struct RemotePage
{
    std::string section, name;
    std::vector<std::string_view> ids;
};

/** The macros, and the panels of the front page, eight controls to a page. */
std::vector<RemotePage> makePages ()
{
    std::vector<RemotePage> pages { { "Play", "Macros", {} } };
    for (const auto& parameter : parameterTable())
        if (parameter.group == "Macro" && pages[0].ids.size() < controlsPerPage)
            pages[0].ids.push_back (parameter.id);
    for (const auto& panel : frontPanels)
    {
        std::vector<std::string_view> ids (panel.played.begin(), panel.played.end());
        ids.insert (ids.end(), panel.set.begin(), panel.set.end());
        const std::size_t count = (ids.size() + controlsPerPage - 1) / controlsPerPage;
        for (std::size_t page = 0; page < count; ++page)
        {
            const auto first = ids.begin() + static_cast<std::ptrdiff_t> (page * controlsPerPage);
            const auto last =
                ids.begin() + static_cast<std::ptrdiff_t> (std::min (ids.size(), (page + 1) * controlsPerPage));
            pages.push_back ({ std::string (panel.name),
                               std::string (panel.name) + (count > 1 ? " " + std::to_string (page + 1) : ""),
                               { first, last } });
        }
    }
    return pages;
}

const std::vector<RemotePage>& pages ()
{
    static const auto all = makePages();
    return all;
}

bool describePage (std::uint32_t index, RemoteControlsPage* page)
{
    if (page == nullptr || index >= pages().size())
        return false;
    const auto& its = pages()[index];
    *page = {};
    copyCutText (its.section, page->section, CLAP_NAME_SIZE);
    copyCutText (its.name, page->name, CLAP_NAME_SIZE);
    page->page = Parameters::idOf ("page " + its.name);
    std::fill (std::begin (page->parameters), std::end (page->parameters), CLAP_INVALID_ID);
    std::transform (its.ids.begin(), its.ids.end(), std::begin (page->parameters),
                    [] (std::string_view id) { return Parameters::idOf (id); });
    return true;
}
} // namespace

const PluginNoteName noteNameExtension { [] (const clap_plugin_t* plugin) {
                                            return static_cast<std::uint32_t> (
                                                namesOfKeys (Plugin::of (plugin).processor()).names.size());
                                        },
                                         [] (const clap_plugin_t* plugin, std::uint32_t index, NoteName* name)
                                         {
                                             const auto all = namesOfKeys (Plugin::of (plugin).processor()).names;
                                             if (name == nullptr || index >= all.size())
                                                 return false;
                                             *name = { {}, -1, static_cast<std::int16_t> (all[index].key), -1 };
                                             copyCutText (all[index].name, name->name, CLAP_NAME_SIZE);
                                             return true;
                                         } };
const PluginRemoteControls remoteControlsExtension {
    [] (const clap_plugin_t*) { return static_cast<std::uint32_t> (pages().size()); },
    [] (const clap_plugin_t*, std::uint32_t index, RemoteControlsPage* page) { return describePage (index, page); }
};
} // namespace kolophon::clap
