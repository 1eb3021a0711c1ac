// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <clap/entry.h>
#include <clap/events.h>
#include <clap/ext/audio-ports.h>
#include <clap/ext/gui.h>
#include <clap/ext/latency.h>
#include <clap/ext/note-ports.h>
#include <clap/ext/params.h>
#include <clap/ext/state.h>
#include <clap/ext/thread-check.h>
#include <clap/ext/timer-support.h>
#include <clap/fixedpoint.h>
#include <clap/plugin-factory.h>
#include <clap/plugin-features.h>
#include <clap/plugin.h>

#include <cstdint>

/** CLAP's binary interface: the headers that Debian's dpf-source has (version 1.1.1), and declarations of those parts
    that are missing there, by the specification (version 1.2). All pointers to functions use CLAP_ABI. */
namespace kolophon::clap
{
inline constexpr std::uint32_t paramIsEnum = 1u << 16; // a flag of parameters; hosts of 1.1 ignore it

// clap.tail
inline constexpr auto tailId = "clap.tail";
struct PluginTail
{
    std::uint32_t (CLAP_ABI* get) (const clap_plugin_t*); // [samples]; INT32_MAX and more: infinite
};
struct HostTail
{
    void (CLAP_ABI* changed) (const clap_host_t*); // [audio]
};

// clap.render
inline constexpr auto renderId = "clap.render";
enum RenderMode : std::int32_t { realtime = 0, offline = 1 };
struct PluginRender
{
    bool (CLAP_ABI* hasHardRealtimeRequirement) (const clap_plugin_t*);
    bool (CLAP_ABI* set) (const clap_plugin_t*, std::int32_t mode);
};

// clap.log
inline constexpr auto logId = "clap.log";
enum LogSeverity : std::int32_t { logWarning = 2, logError = 3, logHostMisbehaving = 5 };
struct HostLog
{
    void (CLAP_ABI* log) (const clap_host_t*, std::int32_t severity, const char* text); // [any]
};

// clap.note-name
inline constexpr auto noteNameId = "clap.note-name";
struct NoteName
{
    char name[CLAP_NAME_SIZE];
    std::int16_t port, key, channel; // -1: every one
};
struct PluginNoteName
{
    std::uint32_t (CLAP_ABI* count) (const clap_plugin_t*);
    bool (CLAP_ABI* get) (const clap_plugin_t*, std::uint32_t index, NoteName*);
};
struct HostNoteName
{
    void (CLAP_ABI* changed) (const clap_host_t*);
};

// clap.voice-info
inline constexpr auto voiceInfoId = "clap.voice-info";
inline constexpr std::uint64_t supportsOverlappingNotes = 1;
struct VoiceInfo
{
    std::uint32_t voiceCount, voiceCapacity;
    std::uint64_t flags;
};
struct PluginVoiceInfo
{
    bool (CLAP_ABI* get) (const clap_plugin_t*, VoiceInfo*);
};
struct HostVoiceInfo
{
    void (CLAP_ABI* changed) (const clap_host_t*);
};

// clap.remote-controls
inline constexpr auto remoteControlsId = "clap.remote-controls/2",
                      remoteControlsDraftId = "clap.remote-controls.draft/2";
inline constexpr std::size_t controlsPerPage = 8;
struct RemoteControlsPage
{
    char section[CLAP_NAME_SIZE];
    clap_id page;
    char name[CLAP_NAME_SIZE];
    clap_id parameters[controlsPerPage];
    bool isForPreset;
};
struct PluginRemoteControls
{
    std::uint32_t (CLAP_ABI* count) (const clap_plugin_t*);
    bool (CLAP_ABI* get) (const clap_plugin_t*, std::uint32_t index, RemoteControlsPage*);
};

// clap.posix-fd-support
inline constexpr auto posixFdId = "clap.posix-fd-support";
inline constexpr std::uint32_t posixFdRead = 1;
struct PluginPosixFd
{
    void (CLAP_ABI* onFd) (const clap_plugin_t*, int fd, std::uint32_t flags);
};
struct HostPosixFd
{
    bool (CLAP_ABI* registerFd) (const clap_host_t*, int fd, std::uint32_t flags);
    bool (CLAP_ABI* modifyFd) (const clap_host_t*, int fd, std::uint32_t flags);
    bool (CLAP_ABI* unregisterFd) (const clap_host_t*, int fd);
};

// clap.preset-load
inline constexpr auto presetLoadId = "clap.preset-load/2", presetLoadDraftId = "clap.preset-load.draft/2";
enum LocationKind : std::uint32_t { locationFile = 0, locationPlugin = 1 };
struct PluginPresetLoad
{
    bool (CLAP_ABI* fromLocation) (const clap_plugin_t*, std::uint32_t kind, const char* location, const char* key);
};
struct HostPresetLoad
{
    void (CLAP_ABI* onError) (const clap_host_t*, std::uint32_t kind, const char* location, const char* key,
                              std::int32_t systemError, const char* text);
    void (CLAP_ABI* loaded) (const clap_host_t*, std::uint32_t kind, const char* location, const char* key);
};

// clap.preset-discovery-factory
inline constexpr auto presetDiscoveryId = "clap.preset-discovery-factory/2",
                      presetDiscoveryDraftId = "clap.preset-discovery-factory/draft-2";
inline constexpr std::uint32_t isFactoryContent = 1, isUserContent = 2;
struct UniversalPluginId
{
    const char *abi, *id;
};
struct MetadataReceiver
{
    void* data;
    void (CLAP_ABI* onError) (const MetadataReceiver*, std::int32_t systemError, const char* text);
    bool (CLAP_ABI* beginPreset) (const MetadataReceiver*, const char* name, const char* key);
    void (CLAP_ABI* addPluginId) (const MetadataReceiver*, const UniversalPluginId*);
    void (CLAP_ABI* setSoundpackId) (const MetadataReceiver*, const char*);
    void (CLAP_ABI* setFlags) (const MetadataReceiver*, std::uint32_t);
    void (CLAP_ABI* addCreator) (const MetadataReceiver*, const char*);
    void (CLAP_ABI* setDescription) (const MetadataReceiver*, const char*);
    void (CLAP_ABI* setTimestamps) (const MetadataReceiver*, std::uint64_t created, std::uint64_t modified);
    void (CLAP_ABI* addFeature) (const MetadataReceiver*, const char*);
    void (CLAP_ABI* addExtraInfo) (const MetadataReceiver*, const char* key, const char* value);
};
struct PresetFiletype
{
    const char *name, *description, *extension;
};
struct PresetLocation
{
    std::uint32_t flags;
    const char* name;
    std::uint32_t kind;
    const char* location; // null in the plugin itself
};
struct PresetProviderDescriptor
{
    clap_version_t version;
    const char *id, *name, *vendor;
};
struct PresetProvider
{
    const PresetProviderDescriptor* descriptor;
    void* data;
    bool (CLAP_ABI* init) (const PresetProvider*);
    void (CLAP_ABI* destroy) (const PresetProvider*);
    bool (CLAP_ABI* getMetadata) (const PresetProvider*, std::uint32_t kind, const char* location,
                                  const MetadataReceiver*);
    const void*(CLAP_ABI* getExtension) (const PresetProvider*, const char* id);
};
struct PresetIndexer
{
    clap_version_t version;
    const char *name, *vendor, *url, *itsVersion;
    void* data;
    bool (CLAP_ABI* declareFiletype) (const PresetIndexer*, const PresetFiletype*);
    bool (CLAP_ABI* declareLocation) (const PresetIndexer*, const PresetLocation*);
    bool (CLAP_ABI* declareSoundpack) (const PresetIndexer*, const void*);
    const void*(CLAP_ABI* getExtension) (const PresetIndexer*, const char* id);
};
struct PresetFactory // [any]
{
    std::uint32_t (CLAP_ABI* count) (const PresetFactory*);
    const PresetProviderDescriptor*(CLAP_ABI* getDescriptor) (const PresetFactory*, std::uint32_t index);
    const PresetProvider*(CLAP_ABI* create) (const PresetFactory*, const PresetIndexer*, const char* id);
};
} // namespace kolophon::clap
