// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ContinuousLaw.h"
#include "HybridSystem.h"

#include <functional>

namespace kolophon::lab
{
/** Several contacts as a product of automata. y: places, speeds, elongation and heat of each contact, the integrals of
    the balance, and memories of laws that have one. A rigid contact is stuck (its relative acceleration is zero),
    slides to either side, or is free (N <= 0); one guard each. At an event all rigid contacts with v = 0 choose
    together among stuck, + and -: the first consistent choice with the fewest that move. Consistent: |F| <= limit where
    it is stuck, and v' in the direction that it moves to. A contact that left by its own guard does not stay stuck.
    Candidates for moving are the one that left, and those that a tried choice overloads: 3^k small systems for k of
    them; where there are many, they let go one by one. */
class NetworkSystem final : public HybridSystem
{
public:
    NetworkSystem (const Motion& motion, Events events);

    void setSegment (double from, double to) override;
    Eigen::VectorXd begin () override;
    void adapt (double time, double* y) override;
    void rate (double time, const double* y, double* slope) override;
    void guards (double time, const double* y, double* values) override;
    void cross (int guard, double time, double* y) override;
    void project (double time, double* y) override;
    Row row (double time, const double* y) override;
    int coordinates () const noexcept override { return n; }
    int guardCount () const noexcept override { return count; }
    bool stiff () const noexcept override;

private:
    enum State { stuck, forward, backward, free = freeMode };
    struct Touch
    {
        NetworkTouch touch;
        std::optional<ContinuousLaw> law; // where it has one
        Drives drives;
        bool hasLaw, bristle, hasSpring;
        Eigen::VectorXd alongPerMass; // M^-1 along
        int state = free;
        int memory = -1;                     // place of its law's in y; -1: none
        double strength = 0.0, since = -1.0; // of a law that ages, and when its rest began [s]; negative: it slides
        // Now
        double bow = 0.0, bowSlope = 0.0, v = 0.0, N = 0.0, asked = 0.0, F = 0.0, power = 0.0, rate = 0.0,
               memoryRate = 0.0;
        double limit = 0.0; // largest |F| while it is stuck
        double storedNormal = 0.0, normalPower = 0.0;
    };

    void follow (double time, const double* y) override;
    double floor (int guard) const override;
    void at (double time, const double* y);
    /** Forces of tensions and pushes, of a contact. */
    void pushFromOutside (double time, const double* y);
    void rub (int contact, double time, const double* y);
    void findNormal (Touch& t, const double* y);
    /** Strengths of contacts that have come to rest, or left it. */
    void age (double time, const double* y);
    /** Forces of the contacts that are stuck, and q''. */
    void holdTogether ();
    /** Rigid contacts that are stuck. */
    std::vector<Touch*> stuckTouches ();
    /** Solves for what these contacts must push, one number each, so that together they change their speeds (or
        accelerations) by `wanted`. */
    Eigen::VectorXd pushesFor (const std::vector<Touch*>& held, const Eigen::VectorXd& wanted);
    void chooseTogether (double time, const double* y, int leaver);
    bool consistent (const std::vector<int>& choosers) const;
    /** True for a stuck contact beyond its limit. */
    bool overloads (int contact) const;
    /** Tries all ways in which so many of the candidates move, until one is accepted. */
    bool tryMoving (const std::vector<int>& candidates, std::size_t from, std::size_t moving,
                    const std::function<bool()>& accepts);
    bool letGoOneByOne (const std::vector<int>& choosers, double time, const double* y);
    void moveTo (int contact, int state, double time, const double* y);
    double tensionOf (const NetworkTension& tension, const double* y) const;
    double speedAlong (const Touch& t, const double* y) const;

    Motion motion;
    int n, count;
    std::vector<Touch> touches;
    std::vector<Drives> pushes;
    Eigen::MatrixXd inverseMass;
    std::vector<Touch*> factored; // contacts of `factors`: those that were stuck last
    Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd> factors;
    Eigen::VectorXd freeForce, acceleration; // without the stuck contacts' forces, and with them
    double drivePower = 0.0, bodyPower = 0.0, frictionPower = 0.0, stored = 0.0;
    double peakSpeed = 1e-12, peakForce = 1e-12;
};
} // namespace kolophon::lab
