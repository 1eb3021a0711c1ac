// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "MapCell.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Cells of a map, row by row from the lowest, columns first; nullopt for cells not computed yet. */
using MapCells = std::vector<std::optional<MapCell>>;

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

/** The table: one row for every computed cell. A missing value is an empty field; numbers can be read back
    bit-exactly. */
std::string mapCsv (const MapGesture& gesture, const MapCells& cells);

/** One line of the table, with its line feed: the cell `place`, counted as in MapCells. */
std::string mapRow (const MapGesture& gesture, std::size_t place, const MapCell& cell);

/** Takes a line of the table, without its line feed; as mapCellsFromCsv() does. */
void takeMapRow (std::string_view row, const MapGesture& gesture, MapCells& cells);

/** Reads such a table. Ignores rows that are incomplete, that belong to no cell, or whose axis values differ from
    those of their cell. Throws Failure (3) if the heading differs, because then it is not a table of this map.
    `name` is the file. */
MapCells mapCellsFromCsv (const MapGesture& gesture, std::string_view csv, const std::string& name);
} // namespace kolophon
