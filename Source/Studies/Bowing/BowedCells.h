// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../StudyKit.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/** A bowing machine: one string under one contact, over speeds, positions and forces of the bow, and the numbers that
    experimenters have read from such runs. */
namespace kolophon::study
{
struct MachineGrid
{
    std::vector<double> speeds, positions, forces; // [m/s], beta, [N]; each ascending

    std::size_t size () const noexcept { return speeds.size() * positions.size() * forces.size(); }
    std::size_t at (std::size_t speed, std::size_t position, std::size_t force) const noexcept
    {
        return (speed * positions.size() + position) * forces.size() + force;
    }
};

/** One steady stroke of the machine. */
struct BowedCell
{
    RegimeMeasurement motion;
    double cents = 0.0;    // of its period, from the string's own pitch
    double periods = 0.0;  // its period over the string's
    double centroid = 0.0; // of the surface's velocity at the bow, up to machineBandwidth [Hz]
    double flyback = 0.0;  // tallest fall of the mean period of the bridge force [N]
    double ripples = 0.0;  // per period
    double loop = 0.0;     // friction at the begin of a slip over that at its end, at the same speeds

    bool sings () const noexcept { return motion.regime == Regime::helmholtz; }
};

inline constexpr double machineBandwidth = 10000.0; // [Hz]

BowedCell cellOf (const ExperimentRecord& record, const Experiment& e, double rate);

/** A number to be read from the grid, at its nearest speed and position; NaN: over all of them. */
struct MachineNumber
{
    std::size_t what = 0; // index in machineNumbers()
    double speed = std::numeric_limits<double>::quiet_NaN(), position = std::numeric_limits<double>::quiet_NaN();
    std::string name;
    Expectation measured;
};

struct MachineNumberInfo
{
    std::string_view id;
    const char* name;
    const char* unit;
    double (*of) (const MachineGrid& grid, const std::vector<BowedCell>& cells, const MachineNumber& at);
};
/** They return NaN if the grid does not hold the number, such as a largest force above its own. */
std::span<const MachineNumberInfo> machineNumbers () noexcept;

/** Largest or smallest force with Helmholtz motion at one of the grid's speeds and positions [N]; NaN if none, or if it
    is the grid's own last one. */
double limitForce (const MachineGrid& grid, const std::vector<BowedCell>& cells, std::size_t speed,
                   std::size_t position, bool largest);

/** A table of measured values over `x`, with the ends of what they are known within, drawn as marks in a panel. */
Table measuredPoints (std::string name, std::string panel, const std::string& x, const std::string& unit);
void addMeasured (Table& table, double x, const Expectation& measured);

/** Band of predictions, one per contact, beside a measured number: the prediction nearest to it, which is judged, and
    the ends of the band. Predictions that are NaN are left out. */
void judgeBand (StudyResult& result, const std::string& name, const char* unit, const std::vector<double>& predictions,
                const Expectation& measured);
} // namespace kolophon::study
