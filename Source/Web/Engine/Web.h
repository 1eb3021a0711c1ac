// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Library/Handle.h"
#include "../../Library/kolophon.h"
#include "../../Synth/Feeds/PictureFeed.h"

#include <cstdint>
#include <span>
#include <string_view>

/** Functions of the browser version beyond kolophon.h: tables as one text, drawings, pictures, maps. They are exports
    of the module for Source/Web/Page/src/audio, and no part of libkolophon's interface. */

#define KOLOPHON_WEB(name) extern "C" __attribute__ ((export_name (#name)))

namespace kolophon::web
{
/** A picture: numbers (double), for each voice six (float), of each mode x1, x2 and frequency (float), and of contact A
    and B the moments' columns: five of float, three of bytes. pictures.ts reads it. */
struct PictureLayout
{
    static constexpr std::size_t heads = 26, perVoice = 6, voices = ShapeFrame::maxVoices, modes = ShapeFrame::maxModes;
    static constexpr std::size_t moments = 2048; // at 48 000 per second, of 43 ms; later ones wait
    static constexpr std::size_t bytes = heads * 8 + (perVoice * voices + 3 * modes) * 4 + 2 * moments * (5 * 4 + 3);
};

/** Names of the numbers at the beginning of a picture, and of those of web_meters(). */
std::span<const std::string_view> pictureHeads () noexcept;
std::span<const std::string_view> meterNames () noexcept;
} // namespace kolophon::web

/** JSON: version, parameters, presets, laws, bodies and regimes, and the names of the numbers below. */
KOLOPHON_WEB (web_catalogue) const char* web_catalogue();

/** Reads "35 mm/s" as a value of a parameter; a fault's sentence is kolophon_error(). */
KOLOPHON_WEB (web_parse)
std::int32_t web_parse (kolophon_synth* synth, std::int32_t parameter, const char* text, double* value);

/** Values of all parameters. Valid until the next call. */
KOLOPHON_WEB (web_values) const double* web_values (const kolophon_synth* synth);

/** Name of the sound. Valid until the next load. */
KOLOPHON_WEB (web_name) const char* web_name (const kolophon_synth* synth);

/** The whole sound with these values of all parameters, as kolophon_state() gives it. */
KOLOPHON_WEB (web_state) const char* web_state (kolophon_synth* synth, const double* values);

/** Plays a MIDI file from its beginning with the sound that is loaded, as kolophon_load_performance() does; returns a
    status. kolophon_findings() are the file's faults. */
KOLOPHON_WEB (web_load_song)
std::int32_t web_load_song (kolophon_synth* synth, const std::uint8_t* bytes, std::int32_t count);

/** Gives the sound a scale, or a mapping, or both, beside what else its tuning has; a mapping that doesn't fit a new
    scale is left out. Null: as it is. Returns a status. */
KOLOPHON_WEB (web_tune) std::int32_t web_tune (kolophon_synth* synth, const char* scl, const char* kbm);

/** JSON of a body's mesh (BodyMesh.h), with the shapes of its modes; that of body "Custom" is the synth's. Valid until
    the next call. */
KOLOPHON_WEB (web_mesh) const char* web_mesh (const kolophon_synth* synth, std::int32_t bodyType);

/** Friction over normal force of steady sliding, of these values of all parameters (those of contact A or B). */
KOLOPHON_WEB (web_steady_friction)
void web_steady_friction (const double* values, std::int32_t slot, const double* speeds, double* friction,
                          std::int32_t count);

/** Relevance of each parameter for these values (RowRules.h): 0 in use, 1 idle, 2 hidden. Valid until the next
    call. */
KOLOPHON_WEB (web_row_use) const std::uint8_t* web_row_use (const double* values);

/** Starts and stops pictures, and the books that they read. [audio] */
KOLOPHON_WEB (web_watch) void web_watch (kolophon_synth* synth, std::int32_t on);

/** Collects what has happened since the last call: address of a Picture. [audio] */
KOLOPHON_WEB (web_picture) const void* web_picture (kolophon_synth* synth);

/** Size of a Picture in bytes. */
KOLOPHON_WEB (web_picture_bytes) std::int32_t web_picture_bytes();

/** Address of the numbers that the catalogue names. [audio] */
KOLOPHON_WEB (web_meters) const double* web_meters (kolophon_synth* synth);

/** Prepares maps of a key of the synth's sound (PlayTiles.h); returns a status. */
KOLOPHON_WEB (web_map_begin) std::int32_t web_map_begin (kolophon_synth* synth, std::int32_t key);
/** Plays a moment with Position and Pressure, or Force, at these places of their travels: the Regime of the motion. */
KOLOPHON_WEB (web_map_play) std::int32_t web_map_play (double across, double up);
/** Position, and normal force [N], that are played there. */
KOLOPHON_WEB (web_map_position) double web_map_position (double across);
KOLOPHON_WEB (web_map_force) double web_map_force (double across, double up);
/** Theory's limits of Helmholtz motion as places up, below 0 or above 1 out of reach; 0 for bodies without. */
KOLOPHON_WEB (web_map_limits) std::int32_t web_map_limits (double across, double* smallestAndLargest);
