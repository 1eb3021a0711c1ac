// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "LinearBody.h"
#include "Network.h"
#include "Signal.h"

#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <vector>

/** One motion to be computed, with all its numbers, and its result. The solvers have no other input, so that they have
    nothing else in common. Signs are those of FrictionLaw-inl.h: v = v_bow - u, F the force of the bow on the body. */
namespace kolophon::lab
{
/** Two stops and a floor: the contact's only coordinate is a block's place. Klaffenbach 2021; the block lies on the
    floor, which rubs with mu_s and mu_k under its weight M g, and is pushed; the law and the bow are left out. */
struct Stops
{
    double left = -0.5, right = 0.5; // [m]
    double restitution = 0.3;        // 0 … 1
    double muStatic = 0.8, muKinetic = 0.5;
    double gravity = 9.81; // [m/s^2]
};

struct Start
{
    Eigen::VectorXd place, speed; // q [m], q' [m/s]; empty: zero
    double elongation = 0.0;      // elongation [m]
    double memory = 0.0;          // flash temperature [1] or lagged speed [m/s]
    std::optional<int> mode;      // ContactMode or BlockMode; nullopt: derived from v
};

struct Motion
{
    LinearBody body;
    std::optional<Stops> stops;
    std::optional<Network> network; // contacts of their own; law, bow, normal force and push are left out
    LawChoice law;
    Signal bowVelocity;       // [m/s]
    Signal normalForce = 1.0; // [N]
    Signal push;              // [N]
    Start start;
    double seconds = 1.0;

    double rate = 48000.0; // [Hz] of real-time steps, and of the explicit method's
    int every = 1;         // steps per row
    int passes = 2;        // of bristle laws in real time

    double tolerance = 1e-9; // relative, of the reference; absolute ones follow from what the motion reaches
    double longestStep = std::numeric_limits<double>::infinity(); // [s] of the reference
};

/** Quantities at one time. Real time: F, v, N, bow, push and powers are means over the step that ends there. */
struct Row
{
    double time, bowVelocity, normalForce, push;
    double position, velocity;      // of the contact: contact . q and u
    double relativeVelocity, force; // v and F
    double elongation, memory, mode;
    double stored; // [J] body and bristle
    double drivePower, frictionPower,
        bodyPower; // [W] put in by bow and push; lost by friction (with floor); lost in the body and at stops
    double driven, frictionLoss, bodyLoss; // [J] their integrals since the start
    double residual;                       // [J] of the balance since the start: stored - stored_0 - driven + losses

    /** Computes the residual, after all other fields. */
    void balance (double storedAtStart) { residual = stored - storedAtStart - driven + frictionLoss + bodyLoss; }
};

struct Event
{
    double time;
    int from, to;
    double position, velocity; // of the contact, as the event leaves them
    int contact = 0;           // of a network
};

/** Bouncing at a stop that piled up: infinitely many bounces in a finite time. */
struct Pile
{
    double begin, end;          // [s] first bounce of the pile, and its accumulation point
    int stop;                   // BlockMode: leftStop or rightStop
    std::optional<double> left; // [s] when the block left the stop again
};

struct Record
{
    std::vector<Row> rows;                        // the first at t = 0
    std::vector<Eigen::VectorXd> place, speed;    // q and q' of each row, for bodies of at most 8 coordinates
    std::vector<std::string> contacts;            // names, of a network
    std::vector<std::vector<ContactRow>> touches; // of each row
    std::vector<Event> events; // changes of the discrete state; of bristle laws between presliding and sliding
    std::vector<Pile> piles;
    long steps = 0, evaluations = 0;
    double worstResidual = 0.0; // of one step, over the peak of energy or energy exchanged in a step; real time only
    double smallestLoss = 0.0;  // [J] smallest loss of friction or body in one step; real time only
    double peakEnergy = 0.0;    // [J]
    bool interrupted = false;   // by the user; the rows up to there are valid
};

/** Returns true if the computation should stop; called from time to time. */
using Interrupt = std::function<bool()>;

/** Runs the engine's laws, mode bank and block at the stated rate. Throws InputError for motions without a real-time
    form and for drives that are not finite. */
Record runRealtime (const Motion& motion, const Interrupt& interrupt = {});

/** Runs CVODE with root finding (SUNDIALS): one integration for each discrete state, switched where its guards cross
    zero. Uses the same printed equations and parameters of laws as the engine, but none of its steps. Throws
    InputError, also if the solver gives up, with time and reason. */
Record runReference (const Motion& motion, const Interrupt& interrupt = {});

/** Runs without event location: classical Runge-Kutta of order 4 at a fixed step 1/rate, with guards evaluated only
    after each step. It shows the effect of a large step; never a reference. */
Record runExplicit (const Motion& motion, const Interrupt& interrupt = {});

/** Names of the discrete states of the motion's law or block, by number. */
std::vector<std::string> modeNames (const Motion& motion);
} // namespace kolophon::lab
