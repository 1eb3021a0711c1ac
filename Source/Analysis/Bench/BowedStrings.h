// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Bank/VoiceGroup.h"
#include "../../Synth/Parameters/Patch.h"
#include "../Notes/SteadyTone.h"

#include <functional>

namespace kolophon
{
/** Strings bowed with constant settings, computed by the engine's own loops (VoiceGroup, lanes::render) at any time
    step: the test bench of maps, reference tests and figures. One group computes eight experiments at once, one per
    lane, so a map costs an eighth of the time. */

/** Measured damping of one partial. */
struct PartialDamping
{
    double partial; // n
    double ratio;   // s_n/w_n
};

/** Parameters of a string. Its modes are those of StringModes, with one loss term more (bendingDecay), or with measured
    losses. */
struct StringSpec
{
    double fundamental;   // f_0 [Hz]
    double impedance;     // Z_0 [kg/s]
    double inharmonicity; // B
    double decayRate;     // s_0 [1/s]
    double quality;       // Q
    double bendingDecay;  // [1/s]: partial n has the additional decay rate s_2 n^2
    int partials;
    double torsionImpedance;   // Z_t [kg/s]
    double torsionFundamental; // f_t [Hz]
    double torsionQuality;
    int torsionPartials; // 0: no torsion
    /** Instead of the three losses: a straight line through the logarithms between two points, and beyond the first and
        the last. */
    std::vector<PartialDamping> damping = {};
};

/** Decay rate s_n of a partial [1/s]. */
double decayRateOf (const StringSpec& string, int partial);

/** Copies a string, bowed at `position`, into one lane of a cleared group, or into all lanes. Call it before
    lanes::updateBodies(). Ignores bendingDecay and measured damping, which perform() applies. */
void setString (VoiceGroup& group, std::size_t lane, const StringSpec& string, double position);
void setString (VoiceGroup& group, const StringSpec& string, double position);

struct ContactSpec
{
    int law; // index in lawTable()
    double muStatic, muKinetic;
    double stribeckSpeed;   // [m/s]
    double stiffness;       // [N/m], of bristle laws
    double damping;         // s1 [N s/m], of bristle laws
    double breakaway;       // xi, of bristle laws
    bool residual;          // true: includes the static compliance of the modes left out, in series with the bristle
    double viscosity = 0.0; // s2 [N s/m]
    bool literal = false;   // true: LuGre and Dupont as published
    double thermalSpeed = 0.1, thermalTime = 1e-3; // v_T [m/s] and tau [s] of the thermal law
};

/** Converts a ContactSpec to the instrument's own settings, see BenchContact.h. */
Contact settingsOf (const ContactSpec& spec);

struct BowSpec
{
    double position;     // beta
    double force;        // [N]
    double speed;        // [m/s]
    double acceleration; // [m/s^2] from rest up to `speed`; 0: at `speed` from the start
};

/** The hand that holds the bow: rigid, or a mass on a spring and a dashpot, whose other end the arm moves. */
struct HandSpec
{
    double mass = 0.0;      // [kg]; 0: rigid
    double stiffness = 0.0; // [N/m]
    double damping = 0.0;   // [kg/s]
};

enum class StringStart {
    rest,
    helmholtz // the ideal motion for this bow, in the middle of a slip, about the displacement that friction causes
};

struct Experiment
{
    StringSpec string;
    ContactSpec contact;
    BowSpec bow;
    StringStart start;
    HandSpec hand = {};
};

/** Settings shared by all experiments of a run. */
struct ExperimentRun
{
    double rate; // [Hz]: steps per second
    double seconds;
    double kept;    // [s]: length of the signals recorded, at the end of the run
    int passes = 2; // of bristle laws
    int threads = 1;
    double slipThreshold = 0.5;             // see SlipRecorder
    std::function<bool()> interrupted = {}; // called from any thread; once it returns true, the records are invalid
};

struct ExperimentRecord
{
    std::vector<SlipPhase> slips;   // of the whole run
    std::vector<double> velocity;   // relative, bow minus surface [m/s], in the last `kept` seconds
    std::vector<double> force;      // of the bow on the string [N], in the same seconds
    std::vector<double> bridge;     // of the string on the bridge [N], in the same seconds
    std::vector<double> elongation; // of the bristle [m], in the same seconds
    double worstResidual = 0.0;     // of the energy balance of one step [J]
    double peakEnergy = 0.0;        // [J]
    double peakExchange = 0.0;      // of energy with the bow in one step [J]
    double smallestLoss = 0.0;      // of friction or body in one step [J]; passive: not below rounding
    std::int64_t steps = 0;
    bool finite = true;
};

/** Open D string of a cello (unverified; its torsion is that of RealStrings.h): L = 0.69 m, T = 111 N, mu = 2.7 g/m;
    torsional impedance 1.8 kg/s, torsional waves at 1060 m/s; partials up to 18 kHz. */
StringSpec celloD ();

/** Largest bow force of Helmholtz motion [N] (Schelleng, J. Acoust. Soc. Am. 53 (1973) 26-41): above it the corner
    no longer releases the string from the bow.

        f_max = 2 Z_0 v_b/(beta dmu),    dmu: static friction minus that of a slip at v_b/beta, over N */
double schellengMaximum (const Experiment& e);

/** Smallest bow force of Helmholtz motion [N], for rigid ends: the pull on the bow that the losses of the partials
    cause is largest in the middle between two slips.

        f_min dmu = sum over odd n, n beta < 1/2, of 4 mu L s_n v_b/(n pi beta sin n pi beta) */
double modalMinimum (const Experiment& e);

/** Experiments of Guettler's map: bows that start from rest with `cells` accelerations up to `maxAcceleration`
    [m/s^2] under each of `cells` forces up to `maxForce` [N]. */
std::vector<Experiment> attackMap (const StringSpec& string, const ContactSpec& contact, double position, int cells,
                                   double maxForce = 4.0, double maxAcceleration = 3.0);

/** Runs the experiments; returns one record per experiment, in their order. All contacts of one group of eight must
    have the same law. */
std::vector<ExperimentRecord> perform (std::span<const Experiment> experiments, const ExperimentRun& run);

/** Reduces the rate of a signal by `factor`, a power of two, with the engine's decimators. */
std::vector<double> decimated (std::vector<double> signal, int factor);
} // namespace kolophon
