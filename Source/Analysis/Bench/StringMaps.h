// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "BowedStrings.h"
#include "Regime.h"

#include <limits>
#include <string_view>
#include <vector>

namespace kolophon
{
/** Experiments and measures for maps of bowed strings, shared by the figures of the documentation, the studies of
    the laboratory and the reference tests. */

/** Index of a law in lawTable(). Precondition: the id exists. */
int lawNamed (std::string_view id);

/** Contact with mu_s = 0.8, mu_k = 0.3 as in the runs of ReferenceNumbers.md R.6. Rigid: friction is a function of
    the velocity, and an interval at rest. */
ContactSpec rigidContact (double stribeckSpeed);

/** Contact with the Kolophon element of the given stiffness [N/m] and no other compliance; s_1 = 0.3 N s/m, xi =
    0.7. */
ContactSpec bristleContact (double stribeckSpeed, double stiffness);

StringSpec withoutTorsion (StringSpec string);

/** Geometric sequence of `count` numbers from `low` to `high`, both included; 1 gives `low`. */
std::vector<double> ladder (double low, double high, int count);

/** Classifies the motion of the string in its last `periods` periods. */
RegimeMeasurement regimeAtEnd (const ExperimentRecord& record, const StringSpec& string, double rate,
                               double periods = 30.0);

/** Mean length of a ripple of the contact force in steady Helmholtz motion, over beta periods: 1 if 1/beta ripples
    fill a period (Schelleng 1973). It is the lag, between 0.5 and 1.5 beta periods, with the highest autocorrelation
    of the force. 0 if it is positive at none of these lags. */
double rippleOverBeta (std::span<const double> force, double beta, double period);

/** Result of an attack, from its transient. */
struct Attack
{
    bool speaks = false;  // reaches Helmholtz motion
    bool perfect = false; // within perfectTransient periods
    double seconds = 0.0; // from the first slip to Helmholtz motion
};
Attack attackOf (const ExperimentRecord& record, const StringSpec& string, double rate);

/** Percentages of a map of attacks, by duration alone. Players accepted up to 50 ms if periods are prolonged and up
    to 90 ms if there are multiple slips (Guettler & Askenfelt, J. Acoust. Soc. Am. 101 (1997) 2903-2913). */
struct AttackAreas
{
    double perfect = 0.0, within50 = 0.0, within90 = 0.0;
    double lightest = std::numeric_limits<double>::infinity(),
           heaviest = 0.0; // smallest and largest force over acceleration of the perfect attacks [kg]
};
AttackAreas areasOf (std::span<const Experiment> map, std::span<const Attack> attacks);
} // namespace kolophon
