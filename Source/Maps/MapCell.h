// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Analysis/Bench/Regime.h"
#include "../Files/Presets/PresetFile.h"
#include "../Rendering/Renderer.h"
#include "../Synth/Synth.h"
#include "MapAxis.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

/** One cell of a playability map: a note held under one pair of values, and its measurements. */
namespace kolophon
{
/** Settings shared by all cells of a map. */
struct MapGesture
{
    Preset preset; // except the two parameters of the map
    MapAxis x, y;
    Song song; // one key, held for `seconds`, then released
    int key = 60;
    double seconds = 1.5;      // [s]
    double soundSeconds = 0.0; // [s]: length of the recording of each cell; 0: none
    int sampleRate = 48000;    // [Hz]
};

/** Measurements of a cell; nullopt if a value cannot be determined. The steady end of the note is its last 30
    periods, or its second half if that is shorter. */
struct MapCell
{
    Regime regime = Regime::none;     // at the steady end
    std::optional<double> pitchError; // [cent] against the key, of the force at the bridge in the second half
    std::optional<double> centroid;   // [Hz] centre of the power spectrum of the second half
    std::optional<double> onset;      // [s] from the first slip to Helmholtz motion, see transientOf()
    std::optional<double> level;      // [dBFS] RMS of the second half, mean power of both channels
    double slipsPerPeriod = 0.0;      // at the steady end
    double slipFraction = 0.0;        // of the time, at the steady end
    double residual = 0.0;            // of the energy books in the worst step, over the peak energy
    double bowSpeed = 0.0;            // [m/s] mean absolute value at the steady end
    double bowForce = 0.0;            // [N] mean at the steady end
    double soundGainDb = 0.0;         // of the cell's file, to lower its peak to -1 dBFS; mostly 0
    std::uint64_t faultySamples = 0;  // that are not finite, and blocks that the safety net caught
    std::uint64_t hash = 0;           // RenderResult::hash of the whole note
};

/** The patch of one cell. */
Patch patchOfCell (const MapGesture& gesture, std::size_t column, std::size_t row);

/** Plays cells, one after the other, each from the same initial state. One object per thread. */
class MapPlayer
{
public:
    MapPlayer (const MapGesture& sharedGesture, std::function<bool()> interruptedAsked);
    ~MapPlayer();

    /** Plays one cell; nullopt if interrupted. */
    std::optional<MapCell> play (std::size_t column, std::size_t row);

    /** The beginning of the last cell's sound: mean of both channels, faded out at its end, peak at most -1 dBFS. */
    const std::vector<double>& sound () const noexcept { return kept; }

private:
    const MapGesture& gesture;
    std::function<bool()> interrupted;
    std::unique_ptr<Synth> synth;
    std::vector<double> mono, kept;
};
} // namespace kolophon
