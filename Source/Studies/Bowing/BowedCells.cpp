// SPDX-License-Identifier: GPL-3.0-or-later
#include "BowedCells.h"

#include "../../Lab/Motion/Exponent.h"

#include <Eigen/Dense>

#include <algorithm>
#include <array>
#include <cmath>

namespace kolophon::study
{
namespace
{
constexpr double none = std::numeric_limits<double>::quiet_NaN();

/** Mean period of the end of a signal: samples of equal phase, by linear interpolation. */
std::vector<double> folded (std::span<const double> signal, double period)
{
    const auto length = static_cast<std::size_t> (period);
    const auto count = static_cast<std::size_t> (static_cast<double> (signal.size() - 1) / period);
    std::vector<double> mean (length, 0.0);
    if (count < 1)
        return {};
    for (std::size_t k = 0; k < count; ++k)
        for (std::size_t n = 0; n < length; ++n)
        {
            const double at =
                static_cast<double> (k) * period + static_cast<double> (n) * period / static_cast<double> (length);
            const auto i = static_cast<std::size_t> (at);
            const double part = at - static_cast<double> (i);
            mean[n] += ((1.0 - part) * signal[i] + part * signal[i + 1]) / static_cast<double> (count);
        }
    return mean;
}

/** Tallest leg in the steeper direction of a cycle: legs end where the signal turns by more than a twentieth of its
    whole range. */
double tallestFlyback (const std::vector<double>& cycle)
{
    if (cycle.empty())
        return 0.0;
    const auto [low, high] = std::minmax_element (cycle.begin(), cycle.end());
    const double turn = 0.05 * (*high - *low);
    double tallest = 0.0, steepest = 0.0;
    for (const double sign : { 1.0, -1.0 })
    {
        double best = 0.0, begin = sign * cycle.front(), top = begin;
        double length = 0.0, bestLength = 1.0, since = 0.0;
        for (std::size_t n = 0; n < 2 * cycle.size(); ++n, ++since)
        {
            const double y = sign * cycle[n % cycle.size()];
            if (y > top)
            {
                top = y;
                length = since;
            }
            if (top - begin > best)
            {
                best = top - begin;
                bestLength = std::max (length, 1.0);
            }
            if (y < begin || y < top - turn)
            {
                begin = top = y;
                since = length = 0.0;
            }
        }
        if (best / bestLength > steepest && best > 0.5 * (*high - *low))
        {
            steepest = best / bestLength;
            tallest = best;
        }
    }
    return tallest;
}

double centroidOf (const std::vector<double>& velocity, double speed, double rate)
{
    std::vector<double> surface;
    for (const double v : velocity)
        surface.push_back (speed - v);
    const auto spectrum = amplitudeSpectrum (surface);
    if (spectrum.size() < 2)
        return none;
    const double bin = 0.5 * rate / static_cast<double> (spectrum.size() - 1);
    double sum = 0.0, moment = 0.0;
    for (std::size_t k = 5; k < spectrum.size() && static_cast<double> (k) * bin < machineBandwidth; ++k)
    {
        const double power = spectrum[k] * spectrum[k];
        sum += power;
        moment += power * static_cast<double> (k) * bin;
    }
    return sum > 0.0 ? moment / sum : none;
}

/** Friction while the slip grows faster over friction while it slows down, both between a third and two thirds of
    the slip of Helmholtz motion. */
double loopOf (const ExperimentRecord& record, const Experiment& e)
{
    const double slip = e.bow.speed / e.bow.position;
    std::array<double, 2> sums {}, counts {};
    for (std::size_t n = 1; n < record.velocity.size(); ++n)
    {
        const double v = record.velocity[n];
        if (v < slip / 3.0 || v > 2.0 * slip / 3.0)
            continue;
        const std::size_t side = v < record.velocity[n - 1];
        sums[side] += record.force[n];
        counts[side] += 1.0;
    }
    return counts[0] > 0.0 && counts[1] > 0.0 ? sums[0] / counts[0] / (sums[1] / counts[1]) : none;
}
} // namespace

BowedCell cellOf (const ExperimentRecord& record, const Experiment& e, double rate)
{
    BowedCell cell;
    cell.motion = regimeAtEnd (record, e.string, rate);
    const double own = rate / e.string.fundamental;
    if (cell.motion.period > 0.0)
    {
        cell.periods = cell.motion.period / own;
        // Helmholtz motion with a subharmonic repeats after several periods.
        cell.cents =
            -1200.0 * std::log2 (cell.periods / (cell.sings() ? std::max (std::round (cell.periods), 1.0) : 1.0));
    }
    if (! cell.sings() || record.bridge.empty())
        return cell;
    cell.centroid = centroidOf (record.velocity, e.bow.speed, rate);
    cell.flyback = tallestFlyback (folded (record.bridge, cell.motion.period));
    const double ripple = rippleOverBeta (record.force, e.bow.position, own);
    cell.ripples = ripple > 0.0 ? 1.0 / (ripple * e.bow.position) : none;
    cell.loop = loopOf (record, e);
    return cell;
}

//==============================================================================
namespace
{
using Cells = std::vector<BowedCell>;

std::size_t nearest (const std::vector<double>& values, double wanted)
{
    std::size_t best = 0;
    for (std::size_t i = 1; i < values.size(); ++i)
        if (std::abs (std::log (values[i] / wanted)) < std::abs (std::log (values[best] / wanted)))
            best = i;
    return best;
}

/** Indices on an axis that a number is about. */
std::vector<std::size_t> chosen (const std::vector<double>& values, double wanted)
{
    if (std::isfinite (wanted))
        return { nearest (values, wanted) };
    std::vector<std::size_t> all;
    for (std::size_t i = 0; i < values.size(); ++i)
        all.push_back (i);
    return all;
}

/** Limits over the speeds and positions of a number: logarithms of speed, position and force. */
struct Limits
{
    std::vector<double> speeds, positions, forces;
};

Limits limitsOf (const MachineGrid& g, const Cells& cells, const MachineNumber& at, bool upper)
{
    Limits limits;
    for (const auto s : chosen (g.speeds, at.speed))
        for (const auto p : chosen (g.positions, at.position))
            if (const double force = limitForce (g, cells, s, p, upper); std::isfinite (force))
            {
                limits.speeds.push_back (std::log (g.speeds[s]));
                limits.positions.push_back (std::log (g.positions[p]));
                limits.forces.push_back (std::log (force));
            }
    return limits;
}

/** Constant c of force = c v/beta^power, as a geometric mean. */
double constantOf (const Limits& limits, double power)
{
    double sum = 0.0;
    for (std::size_t i = 0; i < limits.forces.size(); ++i)
        sum += limits.forces[i] - limits.speeds[i] + power * limits.positions[i];
    return limits.forces.empty() ? none : std::exp (sum / static_cast<double> (limits.forces.size()));
}

/** Powers of several factors that fit best, from their logarithms; NaN if they cannot be told apart. */
std::vector<double> powersOf (const std::vector<std::vector<double>>& factors, const std::vector<double>& results)
{
    const auto rows = static_cast<Eigen::Index> (results.size());
    const auto columns = static_cast<Eigen::Index> (factors.size()) + 1;
    if (rows < columns + 1)
        return std::vector<double> (factors.size(), none);
    Eigen::MatrixXd matrix (rows, columns);
    for (Eigen::Index i = 0; i < rows; ++i)
    {
        matrix (i, 0) = 1.0;
        for (Eigen::Index k = 1; k < columns; ++k)
            matrix (i, k) = factors[static_cast<std::size_t> (k - 1)][static_cast<std::size_t> (i)];
    }
    const Eigen::ColPivHouseholderQR<Eigen::MatrixXd> solver (matrix);
    if (solver.rank() < columns)
        return std::vector<double> (factors.size(), none);
    const Eigen::VectorXd found = solver.solve (Eigen::Map<const Eigen::VectorXd> (results.data(), rows));
    return { found.data() + 1, found.data() + columns };
}

template <bool upper>
double meanLimit (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    const auto limits = limitsOf (g, cells, at, upper);
    double sum = 0.0;
    for (const double force : limits.forces)
        sum += force;
    return limits.forces.empty() ? none : std::exp (sum / static_cast<double> (limits.forces.size()));
}

template <bool upper>
double limitConstant (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    return constantOf (limitsOf (g, cells, at, upper), upper ? 1.0 : 2.0);
}

template <bool upper>
double limitSpeedPower (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    const auto limits = limitsOf (g, cells, at, upper);
    return powersOf ({ limits.speeds, limits.positions }, limits.forces)[0];
}

template <bool upper>
double limitPositionPower (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    const auto limits = limitsOf (g, cells, at, upper);
    if (std::isfinite (at.speed))
        return powersOf ({ limits.positions }, limits.forces)[0];
    return powersOf ({ limits.speeds, limits.positions }, limits.forces)[1];
}

/** Calls visit (speed, position, force, cell) for the cells that a number is about. */
template <class Visit>
void each (const MachineGrid& g, const Cells& cells, const MachineNumber& at, const Visit& visit)
{
    for (const auto s : chosen (g.speeds, at.speed))
        for (const auto p : chosen (g.positions, at.position))
            for (std::size_t f = 0; f < g.forces.size(); ++f)
                visit (g.speeds[s], g.positions[p], g.forces[f], cells[g.at (s, p, f)]);
}

double shareOfHelmholtz (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    double sings = 0.0, all = 0.0;
    each (g, cells, at,
          [&] (double, double, double, const BowedCell& cell)
          {
              sings += cell.sings();
              all += 1.0;
          });
    return 100.0 * sings / all;
}

/** Median of one property over the cells in Helmholtz motion. */
template <class Property>
double medianOver (const MachineGrid& g, const Cells& cells, const MachineNumber& at, const Property& property)
{
    std::vector<double> values;
    each (g, cells, at,
          [&] (double v, double beta, double, const BowedCell& cell)
          {
              if (const double value = property (v, beta, cell); cell.sings() && std::isfinite (value))
                  values.push_back (value);
          });
    return median (values).value_or (none);
}

double ripples (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    return medianOver (g, cells, at, [] (double, double, const BowedCell& cell) { return cell.ripples; });
}

double loop (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    return medianOver (g, cells, at, [] (double, double, const BowedCell& cell) { return cell.loop; });
}

/** Z of the law of the sawtooth's fall, 2 Z v/beta. */
double flybackImpedance (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    return medianOver (g, cells, at,
                       [] (double v, double beta, const BowedCell& cell) { return 0.5 * cell.flyback * beta / v; });
}

double largestFall (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    double deepest = none;
    each (g, cells, at,
          [&] (double, double, double, const BowedCell& cell)
          {
              if (cell.sings())
                  deepest = std::isfinite (deepest) ? std::max (deepest, -cell.cents) : -cell.cents;
          });
    return deepest;
}

template <bool highest>
double centroidEnd (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    double end = none;
    each (g, cells, at,
          [&] (double, double, double, const BowedCell& cell)
          {
              if (cell.sings() && std::isfinite (cell.centroid))
                  end = ! std::isfinite (end) ? cell.centroid
                        : highest             ? std::max (end, cell.centroid)
                                              : std::min (end, cell.centroid);
          });
    return end;
}

template <std::size_t factor>
double centroidPower (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    std::vector<double> speeds, positions, forces, centroids;
    each (g, cells, at,
          [&] (double v, double beta, double force, const BowedCell& cell)
          {
              if (! cell.sings() || ! std::isfinite (cell.centroid))
                  return;
              speeds.push_back (std::log (v));
              positions.push_back (std::log (beta));
              forces.push_back (std::log (force));
              centroids.push_back (std::log (cell.centroid));
          });
    return powersOf ({ forces, speeds, positions }, centroids)[factor];
}

double largestJitter (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    double largest = none;
    each (g, cells, at,
          [&] (double, double, double, const BowedCell& cell)
          {
              if (cell.sings())
                  largest = std::isfinite (largest) ? std::max (largest, 100.0 * cell.motion.jitter)
                                                    : 100.0 * cell.motion.jitter;
          });
    return largest;
}

double lowPeriod (const MachineGrid& g, const Cells& cells, const MachineNumber& at)
{
    std::vector<double> values;
    each (g, cells, at,
          [&] (double, double, double, const BowedCell& cell)
          {
              if (cell.motion.regime == Regime::anomalousLow && cell.periods > 1.5 && cell.periods < 2.5)
                  values.push_back (cell.periods);
          });
    return median (values).value_or (none);
}
} // namespace

double limitForce (const MachineGrid& g, const Cells& cells, std::size_t speed, std::size_t position, bool largest)
{
    std::optional<std::size_t> found;
    for (std::size_t f = 0; f < g.forces.size(); ++f)
        if (cells[g.at (speed, position, f)].sings() && (largest || ! found))
            found = f;
    if (! found || *found == (largest ? g.forces.size() - 1 : 0))
        return none;
    return g.forces[*found];
}

Table measuredPoints (std::string name, std::string panel, const std::string& x, const std::string& unit)
{
    const std::string value = "measured [" + unit + "]", low = "lowest [" + unit + "]", high = "highest [" + unit + "]";
    return { std::move (name),
             { x, value, low, high },
             {},
             { { .title = std::move (panel), .x = x, .y = { value, low, high }, .marks = true } } };
}

void addMeasured (Table& table, double x, const Expectation& e)
{
    const bool known = e.lowest <= e.expected && e.expected <= e.highest && std::isfinite (e.lowest + e.highest);
    table.rows.push_back ({ x, e.expected, known ? e.lowest : e.expected, known ? e.highest : e.expected });
}

std::span<const MachineNumberInfo> machineNumbers () noexcept
{
    static constexpr MachineNumberInfo all[] {
        { "largest_force", "largest force", "N", meanLimit<true> },
        { "smallest_force", "smallest force", "N", meanLimit<false> },
        { "largest_constant", "largest force over v/beta", "kg/s", limitConstant<true> },
        { "smallest_constant", "smallest force over v/beta^2", "kg/s", limitConstant<false> },
        { "largest_speed_power", "power of v of the largest force", "", limitSpeedPower<true> },
        { "smallest_speed_power", "power of v of the smallest force", "", limitSpeedPower<false> },
        { "largest_position_power", "power of beta of the largest force", "", limitPositionPower<true> },
        { "smallest_position_power", "power of beta of the smallest force", "", limitPositionPower<false> },
        { "helmholtz_share", "strokes in Helmholtz motion", "%", shareOfHelmholtz },
        { "flattening", "largest fall of the pitch", "cents", largestFall },
        { "centroid_lowest", "lowest spectral centroid", "Hz", centroidEnd<false> },
        { "centroid_highest", "highest spectral centroid", "Hz", centroidEnd<true> },
        { "centroid_force_power", "power of force of the centroid", "", centroidPower<0> },
        { "centroid_speed_power", "power of v of the centroid", "", centroidPower<1> },
        { "centroid_position_power", "power of beta of the centroid", "", centroidPower<2> },
        { "flyback_impedance", "fall of the sawtooth over 2 v/beta", "kg/s", flybackImpedance },
        { "ripples", "ripples per period", "", ripples },
        { "jitter", "largest jitter of the period", "%", largestJitter },
        { "low_period", "period of the tone one octave low, over the string's", "", lowPeriod },
        { "loop", "friction at the begin of a slip over that at its end", "", loop },
    };
    return all;
}

void judgeBand (StudyResult& result, const std::string& name, const char* unit, const std::vector<double>& predictions,
                const Expectation& measured)
{
    std::vector<double> band;
    for (const double one : predictions)
        if (std::isfinite (one))
            band.push_back (one);
    std::sort (band.begin(), band.end());
    const double low = band.empty() ? none : band.front(), high = band.empty() ? none : band.back();
    const double near = std::isfinite (measured.expected) ? std::clamp (measured.expected, low, high) : low;
    result.checks.push_back (check (name, unit, band.empty() ? none : near, measured));
    if (predictions.size() > 1)
        for (const auto& [end, value] :
             { std::pair { ", lower end of the band", low }, { ", upper end of the band", high } })
            result.checks.push_back (check (name + end, unit, value, {}));
}
} // namespace kolophon::study
