// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapCell.h"

#include <array>
#include <cmath>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Cells of a map, row by row from the lowest, columns first; nullopt for cells not computed yet. */
using MapCells = std::vector<std::optional<MapCell>>;

/** Numbers of a whole map, however large. */
struct MapTotals
{
    std::size_t cells = 0, done = 0;
    std::array<std::size_t, static_cast<std::size_t> (Regime::constantSlip) + 1> regimes {}; // cells of each
    double worstResidual = 0.0;                                                              // NaN if any is NaN
    std::size_t faulty = 0, firstFaulty = 0;                                                 // cells that fail a check
    const char* complaint = nullptr;          // fault of the first; null: none
    double slowest = HUGE_VAL, fastest = 0.0; // [m/s] bow speed

    /** Adds a finished cell, in any order. */
    void add (std::size_t place, const MapCell& cell);
};

/** Mapping from a metric to colours. */
enum class MapColours {
    regimes,     // one for each
    sequential,  // from low to high
    logarithmic, // sequential, over the logarithm
    diverging    // symmetric about zero
};

/** A value of a cell that can be drawn. */
struct MapMetric
{
    const char *id, *heading; // on the command line and in file names; in the CSV, with unit
    const char *title, *unit; // in pictures
    const char* format;       // of one value with its unit, in texts
    const char* meaning;      // a sentence or two
    MapColours colours;
    double maxShown; // diverging: larger values don't extend the colour scale; else 0
    std::optional<double> (*value) (const MapCell&);
};

/** All metrics, beginning with the regime (its value is the enumerator's number). */
std::span<const MapMetric> mapMetrics () noexcept;

/** The metrics listed in a text such as "regime,pitch", in that order, or all for "all". Throws Failure (2). */
std::vector<const MapMetric*> mapMetricsFromText (const std::string& text);

/** Text of the metric's value: "Helmholtz", "-3.2 cent"; "none" without a value. */
std::string mapValueText (const MapMetric& metric, const MapCell& cell);

/** File name "cells/004-017.wav": column and row, counted from 0. */
std::string mapSoundName (std::size_t column, std::size_t row);

/** First line of the table, with its line feed. */
std::string mapHeading (const MapGesture& gesture);

/** One line of the table, without its line feed: the cell `place`, counted as in MapCells. A missing value is an empty
    field; numbers can be read back bit-exactly. */
std::string mapRow (const MapGesture& gesture, std::size_t place, const MapCell& cell);

struct MapRow
{
    std::size_t place;
    MapCell cell;
};

/** Reads such a line. Nullopt if it is incomplete, belongs to no cell, or if its axis values differ from those of its
    cell. */
std::optional<MapRow> mapRowFrom (const MapGesture& gesture, std::string_view line);
} // namespace kolophon
