// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapState.h"

#include "ClapPlugin.h"

#include <array>

namespace kolophon::clap
{
namespace
{
constexpr std::size_t largestState = 256 << 20; // [bytes]

bool save (const clap_plugin_t* self, const clap_ostream_t* stream)
{
    auto& plugin = Plugin::of (self);
    plugin.host().isMainThread ("clap_plugin_state.save was not called on the main thread");
    juce::MemoryBlock state;
    plugin.processor().getStateInformation (state);
    const auto* bytes = static_cast<const char*> (state.getData());
    for (std::size_t done = 0; done < state.getSize();)
    {
        const auto written = stream->write (stream, bytes + done, state.getSize() - done);
        if (written <= 0)
            return false;
        done += static_cast<std::size_t> (written);
    }
    return true;
}

bool load (const clap_plugin_t* self, const clap_istream_t* stream)
{
    auto& plugin = Plugin::of (self);
    plugin.host().isMainThread ("clap_plugin_state.load was not called on the main thread");
    std::string text;
    std::array<char, 4096> part {};
    for (;;)
    {
        const auto read = stream->read (stream, part.data(), part.size());
        if (read < 0 || text.size() > largestState)
            return false;
        if (read == 0)
            break;
        text.append (part.data(), static_cast<std::size_t> (read));
    }
    return plugin.processor().openState (text);
}
} // namespace

const clap_plugin_state_t stateExtension { save, load };
} // namespace kolophon::clap
