#pragma once

#include "MapCell.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Cells of a map, row by row from the lowest, columns first; nothing where a cell is not computed yet. */
using MapCells = std::vector<std::optional<MapCell>>;

/** How a metric turns into colour. */
enum class MapColours {
    regimes,     // one for each
    sequential,  // from low to high
    logarithmic, // the same, over the logarithm
    diverging    // about zero
};

/** A number of a cell that can be drawn. */
struct MapMetric
{
    const char *id, *heading; // on the command line and in file names; in the CSV, with unit
    const char *title, *unit; // in pictures
    const char* format;       // of one value with its unit, for people
    const char* meaning;      // a sentence or two
    MapColours colours;
    double maxShown; // diverging: beyond it a value is another matter and not what colours show; else 0
    std::optional<double> (*value) (const MapCell&);
};

/** All of them, the regime first (its value is its place in Regime). */
std::span<const MapMetric> mapMetrics () noexcept;

/** The metrics named in "regime,pitch", in that order, or all of them. Throws Failure (2). */
std::vector<const MapMetric*> mapMetricsFromText (const std::string& text);

/** What the metric's value reads as: "Helmholtz", "-3.2 cent"; "none" where there is none. */
std::string mapValueText (const MapMetric& metric, const MapCell& cell);

/** "cells/004-017.wav": column and row, counted from 0. */
std::string mapSoundName (std::size_t column, std::size_t row);

/** The table: one row for every cell that is computed. A missing value is an empty field; numbers read back to the
    same bits. */
std::string mapCsv (const MapGesture& gesture, const MapCells& cells);

/** Reads such a table. Rows that are incomplete, that no cell has, or whose values are not those of their cell are left
    out. Throws Failure (3) when the heading is another one: then it is no table of this map. `name` is the file. */
MapCells mapCellsFromCsv (const MapGesture& gesture, std::string_view csv, const std::string& name);
} // namespace kolophon
