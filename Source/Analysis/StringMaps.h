#pragma once

#include "BowedStrings.h"
#include "Regime.h"

#include <limits>
#include <string_view>
#include <vector>

namespace kolophon
{
/** What maps of bowed strings are made of and judged by: shared by the figures of the documentation, the studies of the
    laboratory and the reference tests. */

/** Place in lawTable() of a law that there is. */
int lawNamed (std::string_view id);

/** mu_s = 0.8, mu_k = 0.3 as in the runs of ReferenceNumbers.md R.6. Rigid: friction is a curve over the velocity, and
    a set at rest. */
ContactSpec rigidContact (double stribeckSpeed);

/** The Kolophon element with a spring of its own [N/m] and nothing else that yields; s_1 = 0.3 N s/m, xi = 0.7. */
ContactSpec bristleContact (double stribeckSpeed, double stiffness);

StringSpec withoutTorsion (StringSpec string);

/** `count` numbers from `low` to `high` in equal ratios, both included; 1 gives `low`. */
std::vector<double> ladder (double low, double high, int count);

/** What the string did in its last periods. */
RegimeMeasurement regimeAtEnd (const ExperimentRecord& record, const StringSpec& string, double rate,
                               double periods = 30.0);

/** Mean length of a ripple of the contact force in steady Helmholtz motion, over beta periods: 1 where 1/beta of them
   fill a period (Schelleng 1973). It is the lag, from half to one and a half of beta periods, at which the force is
   most like itself. 0 where it never is. */
double rippleOverBeta (std::span<const double> force, double beta, double period);

/** How an attack went, by its transient. */
struct Attack
{
    bool speaks = false;  // comes to Helmholtz motion
    bool perfect = false; // within perfectTransient periods
    double seconds = 0.0; // from the first slip to Helmholtz motion
};
Attack attackOf (const ExperimentRecord& record, const StringSpec& string, double rate);

/** Shares of a map of attacks, in percent, by duration alone. Players accepted up to 50 ms where periods are prolonged
    and up to 90 ms where slips are multiple (Guettler & Askenfelt, J. Acoust. Soc. Am. 101 (1997) 2903-2913). */
struct AttackAreas
{
    double perfect = 0.0, within50 = 0.0, within90 = 0.0;
    double lightest = std::numeric_limits<double>::infinity(),
           heaviest = 0.0; // force over acceleration of the perfect [kg]
};
AttackAreas areasOf (std::span<const Experiment> map, std::span<const Attack> attacks);
} // namespace kolophon
