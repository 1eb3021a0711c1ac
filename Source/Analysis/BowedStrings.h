#pragma once

#include "../Synth/Patch.h"
#include "../Synth/VoiceGroup.h"
#include "SteadyTone.h"

#include <functional>

namespace kolophon
{
/** Strings under steady hands, run by the engine's own loops (VoiceGroup, lanes::render) at any time step: the bench of
    maps, reference tests and figures. Eight experiments ride in the lanes of one group, so a map costs an eighth. */

/** A string as its maker knows it. Its modes: StringModes, with one loss more. */
struct StringSpec
{
    double fundamental;   // f_0 [Hz]
    double impedance;     // Z_0 [kg/s]
    double inharmonicity; // B
    double decayRate;     // s_0 [1/s]
    double quality;       // Q
    double bendingDecay;  // s_2 [1/s]: partial n loses s_2 n^2 more
    int partials;
    double torsionImpedance;   // Z_t [kg/s]
    double torsionFundamental; // f_t [Hz]
    double torsionQuality;
    int torsionPartials; // 0: it does not twist
};

/** Puts a string, rubbed at `position`, into one lane of a cleared group, or into every lane. Before
    lanes::updateBodies(). Its bending decay is left to perform(). */
void takeString (VoiceGroup& group, std::size_t lane, const StringSpec& string, double position);
void takeString (VoiceGroup& group, const StringSpec& string, double position);

struct ContactSpec
{
    int law; // its place in lawTable()
    double muStatic, muKinetic;
    double stribeckSpeed;   // [m/s]
    double stiffness;       // [N/m], of bristle laws
    double damping;         // s1 [N s/m], of bristle laws
    double breakaway;       // xi, of bristle laws
    bool residual;          // the modes left out yield, in series with the bristle
    double viscosity = 0.0; // s2 [N s/m]
    bool literal = false;   // LuGre and Dupont as printed
};

/** Such a contact in the instrument's own settings, see BenchContact.h. */
Contact settingsOf (const ContactSpec& spec);

struct BowSpec
{
    double position;     // beta
    double force;        // [N]
    double speed;        // [m/s]
    double acceleration; // [m/s^2] from rest up to that speed; 0: at that speed from the start
};

/** What holds the bow: rigid, or a mass on a spring and a dashpot that the arm pulls along. */
struct HandSpec
{
    double mass = 0.0;      // [kg]; 0: rigid
    double stiffness = 0.0; // [N/m]
    double damping = 0.0;   // [kg/s]
};

enum class StringStart {
    rest,
    helmholtz // the ideal motion under this bow, in the middle of a slip, around the place to which friction pulls it
};

struct Experiment
{
    StringSpec string;
    ContactSpec contact;
    BowSpec bow;
    StringStart start;
    HandSpec hand = {};
};

/** Everything that experiments of one run share. */
struct ExperimentRun
{
    double rate; // [Hz] of the steps
    double seconds;
    double kept;    // [s] at the end, of which the signals are kept
    int passes = 2; // of bristle laws
    int threads = 1;
    double slipThreshold = 0.5;             // see SlipRecorder
    std::function<bool()> interrupted = {}; // asked by any thread: then the records are of no use
};

struct ExperimentRecord
{
    std::vector<SlipPhase> slips;   // of the whole run
    std::vector<double> velocity;   // relative, bow minus surface [m/s], the last `kept` seconds
    std::vector<double> force;      // of the bow on the string [N], likewise
    std::vector<double> bridge;     // of the string on the bridge [N], likewise
    std::vector<double> elongation; // of the bristle [m], likewise
    double worstResidual = 0.0;     // of the energy balance of one step [J]
    double peakEnergy = 0.0;        // [J]
    double peakExchange = 0.0;      // of energy with the bow in one step [J]
    double smallestLoss = 0.0;      // of friction or body in one step [J]; passive: not below rounding
    std::int64_t steps = 0;
    bool finite = true;
};

/** An open cello D (unverified; its torsion is that of RealStrings.h): L = 0.69 m, T = 111 N, mu = 2.7 g/m, twisting
    with 1.8 kg/s at 1060 m/s; partials up to 18 kHz. */
StringSpec celloD ();

/** Largest bow force of Helmholtz motion [N] (Schelleng, J. Acoust. Soc. Am. 53 (1973) 26-41): beyond it the corner
    does not free the string any more.

        f_max = 2 Z_0 v_b/(beta dmu),    dmu: static friction less that of a slip at v_b/beta, over N */
double schellengMaximum (const Experiment& e);

/** Smallest bow force of Helmholtz motion [N], for rigid ends: what the partials lose in a period pulls at the bow most
    in the middle between two slips.

        f_min dmu = sum over odd n, n beta < 1/2, of 4 mu L s_n v_b/(n pi beta sin n pi beta) */
double modalMinimum (const Experiment& e);

/** Guettler's map: bows that set out from rest, `cells` accelerations up to `maxAcceleration` [m/s^2] under each of
    `cells` forces up to `maxForce` [N]. */
std::vector<Experiment> attackMap (const StringSpec& string, const ContactSpec& contact, double position, int cells,
                                   double maxForce = 4.0, double maxAcceleration = 3.0);

/** One record for each experiment, in their order. All contacts of one group of eight must have the same law. */
std::vector<ExperimentRecord> perform (std::span<const Experiment> experiments, const ExperimentRun& run);

/** A signal at 1/factor of its rate, a power of two, through the engine's decimators. */
std::vector<double> decimated (std::vector<double> signal, int factor);
} // namespace kolophon
