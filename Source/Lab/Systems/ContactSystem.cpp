// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContactSystem.h"

#include "../../Core/Error.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
using Coordinates = Eigen::Map<const Eigen::VectorXd>;
} // namespace

ContactSystem::ContactSystem (const Motion& m, Events how)
    : HybridSystem (m, how, 2 * m.body.size() + parts), motion (m), law (m.law), n (m.body.size()),
      mobility (m.body.mobility())
{
    const auto& body = motion.body;
    if (n > 0 && ! body.modal())
    {
        const Eigen::LLT<Eigen::MatrixXd> mass (body.mass);
        if (mass.info() != Eigen::Success)
            throw InputError ("the mass matrix is not positive definite");
        dampingPerMass = mass.solve (body.damping);
        stiffnessPerMass = mass.solve (body.stiffness);
        contactPerMass = mass.solve (body.contact);
        pushedPerMass = mass.solve (body.pushed);
    }
    else
    {
        contactPerMass = body.contact;
        pushedPerMass = body.pushed;
    }
    speed.setZero (n);
    free.setZero (n);
    wall = ! (mobility > 0.0);
    if (events == Events::located && law.automaton().empty() && ! law.isBristle())
        throw InputError ("law \"coulomb_sign\" has no motion at v = 0 that events could end; use the explicit method");
}

double ContactSystem::relativeVelocity (double bow, const double* y) const
{
    return bow - (n > 0 ? motion.body.contact.dot (Coordinates (y + n, n)) : 0.0);
}

double ContactSystem::limit (double time, double normal) const
{
    if (! law.ages())
        return normal * law.muStatic();
    const bool rests = is (ContactPhase::rest);
    return normal * (law.muKinetic() + law.aged (strength, rests ? time - restSince : 0.0));
}

double ContactSystem::unlimitedDecay (const Now& s) const
{
    return s.hold + law.stickRate() * s.v / mobility;
}

const ContactSystem::Now& ContactSystem::at (double time, const double* y)
{
    now.drive = drives.at (time);
    now.v = relativeVelocity (now.drive.bow, y);
    if (n > 0)
    {
        const auto& body = motion.body;
        speed = Coordinates (y + n, n);
        if (is (ContactPhase::rest) && ! wall)
        {
            speed += contactPerMass * ((now.v - held) / mobility);
            now.v = held;
        }
        free.noalias() = pushedPerMass * now.drive.push;
        if (body.modal())
            free.array() -=
                2.0 * body.decay.array() * speed.array() + body.frequency.array().square() * Coordinates (y, n).array();
        else
        {
            free.noalias() -= dampingPerMass * speed;
            free.noalias() -= stiffnessPerMass * Coordinates (y, n);
        }
    }
    now.elastic = y[2 * n + elastic];
    now.hold = wall ? 0.0 : (drives.bowSlope (time) - motion.body.contact.dot (free)) / mobility;
    rub (time, y[2 * n + memory]);
    return now;
}

ContactSystem::Flow ContactSystem::contactAt (double time, const Inputs& inputs)
{
    now.drive = drives.at (time);
    now.v = is (ContactPhase::rest) && ! wall ? held : inputs.v;
    now.elastic = inputs.elastic;
    now.hold = inputs.hold;
    rub (time, inputs.memory);
    return { now.force, now.power, kind == Kind::bristle ? now.elongationRate : 0.0, now.memoryRate };
}

/** Computes force and rates of `now`, from its drive, v, hold and elastic. */
void ContactSystem::rub (double time, double kept)
{
    now.elongationRate = now.memoryRate = now.plasticFraction = 0.0;
    now.stiffness = law.stiffness (now.drive.normal);
    now.elongation = 0.0;
    if (kind == Kind::lifted)
    {
        now.force = now.power = now.elastic = now.hold = 0.0;
        if (law.ages())
            now.memoryRate = law.laggedRate (kept, now.v);
        else if (law.isBristle()) // no heat: heating() without power
            now.memoryRate = law.bristle (1.0, 0.0, kept, 0.0).memoryRate;
    }
    else if (kind == Kind::bristle)
        bristleForce (time, kept);
    else if (kind == Kind::stateless)
        statelessForce (kept);
    else
        rigidForce (kept);
}

void ContactSystem::statelessForce (double w)
{
    const double N = now.drive.normal, maxHold = N * law.holdingFriction();
    if (std::abs (now.v) > law.band())
        now.force = law.sliding (N, w, strength, now.v).force;
    else
        now.force = maxHold > 0.0 ? std::clamp (now.hold, -maxHold, maxHold) : 0.0;
    now.power = now.force * now.v;
}

void ContactSystem::bristleForce (double time, double theta)
{
    now.hold = 0.0;
    const double N = std::max (now.drive.normal, lightest), root = std::sqrt (now.stiffness);
    double maxHeld = 0.0, maxHeldSlope = 0.0; // largest force of the bristle over sqrt (k), and its derivative
    if (clamped != 0.0)
    {
        maxHeld = bound() * N / root;
        const double perForce = bound() / root * (1.0 - 0.5 * N * law.stiffnessSlope (N) / now.stiffness);
        maxHeldSlope = perForce * drives.normalSlope (time);
        now.elastic = clamped * maxHeld;
    }
    now.elongation = root > 0.0 ? now.elastic / root : 0.0;
    const auto flow = law.bristle (N, now.elongation, theta, now.v);
    now.force = flow.force;
    now.power = flow.power;
    now.elongationRate = root * flow.elongationRate;
    now.memoryRate = flow.memoryRate;
    if (sign * now.v > 1e-150)
        now.plasticFraction = 1.0 - flow.elongationRate / now.v;
    else
    {
        const double v = sign * 1e-150; // it jumps at v = 0: until that guard fires, this side counts
        now.plasticFraction = 1.0 - law.bristle (N, now.elongation, theta, v).elongationRate / v;
    }
    if (clamped != 0.0)
    {
        now.power += now.elastic * (now.elongationRate - clamped * maxHeldSlope); // springs back: heat
        now.hold = clamped * now.elongationRate - maxHeldSlope;                   // > 0 as long as it is held back
        if (law.arrives() && sign * clamped > 0.0)                                // no sum: the law is all pole here
            now.hold = root * law.arrival (shortOfEnd()) * std::max (sign * now.v, 0.0) - maxHeldSlope;
        now.elongationRate = clamped * maxHeldSlope;
    }
}

void ContactSystem::rigidForce (double w)
{
    const double N = now.drive.normal;
    switch (phase)
    {
        case ContactPhase::rest: now.force = wall ? 0.0 : now.hold; break;
        case ContactPhase::pushed: now.force = sign * N * law.muStatic(); break;
        case ContactPhase::decay:
        {
            const double force = unlimitedDecay (now);
            now.force = force * now.v > 0.0 ? force : 0.0;
            break;
        }
        case ContactPhase::slip:
        case ContactPhase::waiting:
        {
            // Beyond v = 0, where a step may look before the guard is found, the curve goes on as it was.
            const auto flow = law.sliding (N, w, strength, onItsSide (now.v));
            now.force = flow.force;
            break;
        }
    }
    now.power = now.force * now.v;
    if (law.ages())
        now.memoryRate = law.laggedRate (w, is (ContactPhase::rest) ? 0.0 : now.v);
}

void ContactSystem::rate (double time, const double* y, double* slope)
{
    at (time, y);
    const auto& body = motion.body;
    Eigen::Map<Eigen::VectorXd> out (slope, size());
    if (n > 0)
    {
        out.head (n) = speed;
        out.segment (n, n) = free + contactPerMass * now.force;
    }
    out[2 * n + elastic] = kind == Kind::bristle ? now.elongationRate : 0.0;
    out[2 * n + memory] = now.memoryRate;
    out[2 * n + impulse] = now.force;
    out[2 * n + driven] = now.force * now.drive.bow + (n > 0 ? now.drive.push * body.pushed.dot (speed) : 0.0);
    out[2 * n + frictionLoss] = now.power;
    out[2 * n + bodyLoss] = body.lost (speed);
}

double ContactSystem::shortOfEnd() const
{
    if (! law.arrives())
        return 0.0;
    // While N grows, the bristle follows its end at a distance that shrinks with v: steps must be able to resolve it.
    return (motion.normalForce.constant() ? 10.0 : 1e4) * tolerance;
}

double ContactSystem::bound() const
{
    return law.largestFriction() * (1.0 - shortOfEnd());
}

/** Determines the side of its corners on which a bristle law is, and if it slides. */
void ContactSystem::readSides (double time, double* y, bool log)
{
    at (time, y);
    const double v = now.v;
    if (std::abs (v) > floor (1))
        sign = signOf (v);
    at (time, y); // with this sign
    if (std::abs (now.plasticFraction - 0.5) > floor (2))
        slides = now.plasticFraction > 0.5;
    const auto borders =
        law.borders (std::max (now.drive.normal, lightest), now.elongation, y[2 * n + memory], onItsSide (v));
    for (std::size_t i = 0; i < 2; ++i)
        if (std::abs (borders[i]) > floor (3))
            borderSide[i] = signOf (borders[i]);
    const int is = slides ? slidingMode (sign) : 0;
    if (log)
        setMode (is, time, y);
    mode = is;
}

void ContactSystem::clampBristle (double time, double* y)
{
    const double N = drives.at (time).normal, k = law.stiffness (N);
    const double maxHeld = k > 0.0 ? law.largestFriction() * std::max (N, lightest) / std::sqrt (k) : 0.0;
    auto& X = y[2 * n + elastic];
    const double inside = std::clamp (X, -maxHeld, maxHeld);
    y[2 * n + frictionLoss] += 0.5 * (X * X - inside * inside);
    X = inside;
    clamped = 0.0;
}

void ContactSystem::project (double time, double* y)
{
    if (kind == Kind::bristle && clamped != 0.0)
        y[2 * n + elastic] = at (time, y).elastic;
    if (! is (ContactPhase::rest) || wall)
        return;
    const double bow = drives.at (time).bow, v = relativeVelocity (bow, y) - held;
    const double kick = v / mobility; // [N s]
    Eigen::Map<Eigen::VectorXd> (y + n, n) += contactPerMass * kick;
    y[2 * n + driven] += kick * bow;
    y[2 * n + frictionLoss] += kick * (held + 0.5 * v);
}

Eigen::VectorXd ContactSystem::begin()
{
    Eigen::VectorXd y = Eigen::VectorXd::Zero (size());
    const auto& start = motion.start;
    if (start.place.size() == n && n > 0)
        y.head (n) = start.place;
    if (start.speed.size() == n && n > 0)
        y.segment (n, n) = start.speed;
    const auto drive = drives.at (0.0);
    y[2 * n + elastic] = std::sqrt (law.stiffness (drive.normal)) * start.elongation;
    y[2 * n + memory] = start.memory;
    const double v = relativeVelocity (drive.bow, y.data());
    sign = signOf (v != 0.0 ? v : drives.bowSlope (0.0));
    if (drive.normal < lightest)
        kind = Kind::lifted;
    else if (law.isBristle())
    {
        kind = Kind::bristle;
        clampBristle (0.0, y.data());
        readSides (0.0, y.data(), false);
    }
    else if (events == Events::sampled && law.hasStatelessForm())
    {
        kind = Kind::stateless;
        mode = std::abs (v) > law.band() ? slidingMode (v) : 0;
    }
    else
    {
        kind = Kind::rigid;
        const int wanted = start.mode.value_or (v == 0.0 ? 0 : slidingMode (v));
        if ((wanted == 1 || wanted == 2) && v * (wanted == 1 ? 1.0 : -1.0) >= 0.0 && start.mode.has_value() &&
            std::abs (v) >= restBand())
            enter (ContactPhase::slip, wanted == 1 ? 1.0 : -1.0, 0.0, y.data());
        else if (v != 0.0)
            chooseByVelocity (v, 0.0, y.data());
        else
            comeToRest (sign, 0.0, y.data());
    }
    record.events.clear();
    y[2 * n + driven] = y[2 * n + frictionLoss] = y[2 * n + bodyLoss] = 0.0;
    const auto& first = at (0.0, y.data());
    storedAtStart = motion.body.stored (Coordinates (y.data(), n), speed) + 0.5 * first.elastic * first.elastic;
    follow (0.0, y.data());
    disarm (0.0, y.data());
    return y;
}

void ContactSystem::adapt (double time, double* y)
{
    const auto drive = drives.at (time);
    const double v = relativeVelocity (drive.bow, y), some = floor (1);
    if ((drive.normal < lightest) != (kind == Kind::lifted))
        cross (0, time, y);
    else if (kind == Kind::bristle)
    {
        clampBristle (time, y);
        readSides (time, y, true);
    }
    else if (is (ContactPhase::rest))
    {
        if (std::abs (v - held) > 10.0 * tolerance * peakSpeed && ! wall)
            chooseByVelocity (v, time, y);
    }
    else if (is (ContactPhase::slip))
    {
        if (sign * v < restBand() - some)
            chooseByVelocity (v, time, y);
    }
    else if ((is (ContactPhase::pushed) || is (ContactPhase::decay)) &&
             (std::abs (v) > law.band() + some || sign * v < -some))
        chooseByVelocity (v, time, y);
    disarm (time, y);
}

Row ContactSystem::row (double time, const double* y)
{
    const auto& s = at (time, y);
    const auto& body = motion.body;
    Row r {};
    r.time = time;
    r.bowVelocity = s.drive.bow;
    r.normalForce = s.drive.normal;
    r.push = s.drive.push;
    r.position = n > 0 ? body.contact.dot (Coordinates (y, n)) : 0.0;
    r.velocity = n > 0 ? body.contact.dot (speed) : 0.0;
    r.relativeVelocity = s.v;
    r.force = s.force;
    r.elongation = s.elongation;
    r.memory = y[2 * n + memory];
    r.mode = mode;
    r.stored = body.stored (Coordinates (y, n), speed) + 0.5 * s.elastic * s.elastic;
    r.drivePower = s.force * s.drive.bow + (n > 0 ? s.drive.push * body.pushed.dot (speed) : 0.0);
    r.frictionPower = s.power;
    r.bodyPower = body.lost (speed);
    r.driven = y[2 * n + driven];
    r.frictionLoss = y[2 * n + frictionLoss];
    r.bodyLoss = y[2 * n + bodyLoss];
    r.balance (storedAtStart);
    return r;
}
} // namespace kolophon::lab
