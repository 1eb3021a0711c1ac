// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ClapAbi.h"

namespace kolophon
{
class PluginProcessor;
}

/** Ports, and what hosts ask about delays and voices. */
namespace kolophon::clap
{
class Plugin;

/** [samples] [any] */
std::uint32_t tailOf (Plugin& plugin) noexcept;
/** Voices that the current patch can use. [any but audio] */
std::uint32_t voiceCount (PluginProcessor& processor);

extern const clap_plugin_audio_ports_t audioPortsExtension;
extern const clap_plugin_note_ports_t notePortsExtension;
extern const clap_plugin_latency_t latencyExtension;
extern const PluginTail tailExtension;
extern const PluginRender renderExtension;
extern const PluginVoiceInfo voiceInfoExtension;
} // namespace kolophon::clap
