// SPDX-License-Identifier: GPL-3.0-or-later
#include "ClapPorts.h"

#include "../../Synth/Parameters/PatchChoices.h"
#include "ClapPlugin.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace kolophon::clap
{
namespace
{
enum PortId : clap_id { outputPort = 0, sideChainPort = 1, notePort = 0 };

bool audioPort (const clap_plugin_t*, std::uint32_t index, bool isInput, clap_audio_port_info_t* info)
{
    if (index != 0 || info == nullptr)
        return false;
    *info = {};
    info->id = isInput ? sideChainPort : outputPort;
    std::strcpy (info->name, isInput ? "Side-chain" : "Output");
    info->flags = CLAP_AUDIO_PORT_SUPPORTS_64BITS;
    if (! isInput)
        info->flags |= CLAP_AUDIO_PORT_IS_MAIN;
    info->channel_count = 2;
    info->port_type = CLAP_PORT_STEREO;
    info->in_place_pair = CLAP_INVALID_ID;
    return true;
}

bool notePortInfo (const clap_plugin_t*, std::uint32_t index, bool isInput, clap_note_port_info_t* info)
{
    if (index != 0 || ! isInput || info == nullptr)
        return false;
    *info = {};
    info->id = notePort;
    info->supported_dialects = CLAP_NOTE_DIALECT_CLAP | CLAP_NOTE_DIALECT_MIDI | CLAP_NOTE_DIALECT_MIDI_MPE;
    info->preferred_dialect = CLAP_NOTE_DIALECT_CLAP;
    std::strcpy (info->name, "Notes");
    return true;
}
} // namespace

std::uint32_t tailOf (Plugin& plugin) noexcept
{
    const double samples = plugin.processor().getTailLengthSeconds() * plugin.sampleRate();
    return static_cast<std::uint32_t> (std::clamp (std::ceil (samples), 0.0, 2147483646.0));
}

std::uint32_t voiceCount (PluginProcessor& processor)
{
    const auto patch = processor.bridge().patch();
    if (choiceOf<&Patch::voiceMode> (patch) == VoiceMode::mono)
        return 1;
    return static_cast<std::uint32_t> (std::clamp (patch.voiceCount, 1.0, static_cast<double> (limits::maxVoices)));
}

const clap_plugin_audio_ports_t audioPortsExtension { [] (const clap_plugin_t*, bool) { return 1u; }, audioPort };
const clap_plugin_note_ports_t notePortsExtension { [] (const clap_plugin_t*, bool isInput)
                                                    { return isInput ? 1u : 0u; },
                                                    notePortInfo };
const clap_plugin_latency_t latencyExtension { [] (const clap_plugin_t* plugin) {
    return static_cast<std::uint32_t> (Plugin::of (plugin).processor().getLatencySamples());
} };
const PluginTail tailExtension { [] (const clap_plugin_t* plugin) { return tailOf (Plugin::of (plugin)); } };
const PluginRender renderExtension { [] (const clap_plugin_t*) { return false; },
                                     [] (const clap_plugin_t* plugin, std::int32_t mode)
                                     {
                                         if (mode != realtime && mode != offline)
                                             return false;
                                         Plugin::of (plugin).processor().setNonRealtime (mode == offline);
                                         return true;
                                     } };
const PluginVoiceInfo voiceInfoExtension { [] (const clap_plugin_t* plugin, VoiceInfo* info)
                                           {
                                               if (info == nullptr)
                                                   return false;
                                               *info = { voiceCount (Plugin::of (plugin).processor()),
                                                         static_cast<std::uint32_t> (limits::maxVoices),
                                                         supportsOverlappingNotes };
                                               return true;
                                           } };
} // namespace kolophon::clap
