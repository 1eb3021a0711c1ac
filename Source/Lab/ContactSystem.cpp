#include "ContactSystem.h"

#include "../Files/ShallowJson.h"

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
namespace
{
using Vector = Eigen::Map<const Eigen::VectorXd>;
constexpr double lightest = HWY_NAMESPACE::lightestTouch;

/** Where things stand in y after place and speed. */
enum Part
{
    elastic, // sqrt (k) x [sqrt (J)]
    memory,
    impulse, // of friction [N s]
    driven,
    frictionLoss,
    bodyLoss, // [J]
    parts
};

double signOf (double value) { return std::copysign (1.0, value); }
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
            throw Refusal ("the mass matrix is not positive");
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
    if (events == Events::located && law.family() == Family::sign)
        throw Refusal ("law \"coulomb_sign\" has no motion at v = 0 that events could end: the explicit method only");
}

double ContactSystem::relativeVelocity (double bow, const double* y) const
{
    return bow - (n > 0 ? motion.body.contact.dot (Vector (y + n, n)) : 0.0);
}

double ContactSystem::limit (double time, double normal) const
{
    if (law.family() != Family::armstrong)
        return normal * law.muStatic();
    const bool rests = kind == Kind::stick;
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
        speed = Vector (y + n, n);
        if (kind == Kind::stick && ! wall)
        {
            speed += contactPerMass * ((now.v - held) / mobility);
            now.v = held;
        }
        free.noalias() = pushedPerMass * now.drive.push;
        if (body.modal())
            free.array() -= 2.0 * body.decay.array() * speed.array()
                            + body.frequency.array().square() * Vector (y, n).array();
        else
        {
            free.noalias() -= dampingPerMass * speed;
            free.noalias() -= stiffnessPerMass * Vector (y, n);
        }
    }
    now.elastic = y[2 * n + elastic];
    now.hold = wall ? 0.0 : (drives.bowSlope (time) - motion.body.contact.dot (free)) / mobility;
    rub (time, y[2 * n + memory]);
    return now;
}

ContactSystem::Answer ContactSystem::contactAt (double time, const Inputs& inputs)
{
    now.drive = drives.at (time);
    now.v = kind == Kind::stick && ! wall ? held : inputs.v;
    now.elastic = inputs.elastic;
    now.hold = inputs.hold;
    rub (time, inputs.memory);
    return { now.force, now.power, kind == Kind::bristle ? now.elongationRate : 0.0, now.memoryRate };
}

/** Force and rates of `now`, from its drive, v, hold and elastic. */
void ContactSystem::rub (double time, double memory)
{
    now.elongationRate = now.memoryRate = now.plasticShare = 0.0;
    now.stiffness = law.stiffness (now.drive.normal);
    now.elongation = 0.0;
    if (kind == Kind::lifted)
    {
        now.force = now.power = now.elastic = now.hold = 0.0;
        if (law.family() == Family::armstrong)
            now.memoryRate = law.laggedRate (memory, now.v);
        else if (law.family() == Family::bristle) // nothing heats it: what heating() says without power
            now.memoryRate = law.bristle (1.0, 0.0, memory, 0.0).memoryRate;
    }
    else if (kind == Kind::bristle)
        bristleForce (time, memory);
    else
        rigidForce (memory);
}

void ContactSystem::bristleForce (double time, double theta)
{
    now.hold = 0.0;
    const double N = std::max (now.drive.normal, lightest), root = std::sqrt (now.stiffness);
    double most = 0.0, mostSlope = 0.0; // what the bristle holds at most, over sqrt (k), and its derivative
    if (clamped != 0.0)
    {
        most = bound() * N / root;
        const double perForce = bound() / root * (1.0 - 0.5 * N * law.stiffnessSlope (N) / now.stiffness);
        mostSlope = perForce * drives.normalSlope (time);
        now.elastic = clamped * most;
    }
    now.elongation = root > 0.0 ? now.elastic / root : 0.0;
    const auto flow = law.bristle (N, now.elongation, theta, now.v);
    now.force = flow.force;
    now.power = flow.power;
    now.elongationRate = root * flow.elongationRate;
    now.memoryRate = flow.memoryRate;
    if (sign * now.v > 1e-150)
        now.plasticShare = 1.0 - flow.elongationRate / now.v;
    else
    {
        const double v = sign * 1e-150; // it jumps at v = 0: until that guard fires, this side counts
        now.plasticShare = 1.0 - law.bristle (N, now.elongation, theta, v).elongationRate / v;
    }
    if (clamped != 0.0)
    {
        now.power += now.elastic * (now.elongationRate - clamped * mostSlope); // springs back: heat
        now.hold = clamped * now.elongationRate - mostSlope;                   // > 0 as long as it is held back
        if (law.arrives() && sign * clamped > 0.0) // no sum: the law is all pole here
            now.hold = root * law.arrival (shortOfEnd()) * std::max (sign * now.v, 0.0) - mostSlope;
        now.elongationRate = clamped * mostSlope;
    }
}

void ContactSystem::rigidForce (double w)
{
    const double N = now.drive.normal;
    switch (kind)
    {
        case Kind::stick: now.force = wall ? 0.0 : now.hold; break;
        case Kind::limit: now.force = sign * N * law.muStatic(); break;
        case Kind::decay:
        {
            const double force = unlimitedDecay (now);
            now.force = force * now.v > 0.0 ? force : 0.0;
            break;
        }
        case Kind::slip:
        {
            // Beyond v = 0, where a step may look before the guard is found, the curve goes on as it was.
            const auto flow = law.sliding (N, w, strength, onItsSide (now.v));
            now.force = flow.force;
            break;
        }
        case Kind::stateless:
        {
            if (law.family() == Family::sign)
                now.force = now.v > 0.0 ? N * law.muKinetic() : (now.v < 0.0 ? -N * law.muKinetic() : 0.0);
            else if (std::abs (now.v) > law.band())
                now.force = law.sliding (N, w, strength, now.v).force;
            else
                now.force = std::clamp (now.hold, -N * law.muStatic(), N * law.muStatic());
            break;
        }
        case Kind::bristle:
        case Kind::lifted: break;
    }
    now.power = now.force * now.v;
    if (law.family() == Family::armstrong)
        now.memoryRate = law.laggedRate (w, kind == Kind::stick ? 0.0 : now.v);
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

//======================================================================================================================
void ContactSystem::guards (double time, const double* y, double* values)
{
    std::fill (values, values + guardCount, -1.0);
    at (time, y);
    const double s = sign, v = now.v, N = now.drive.normal;
    const auto family = law.family();
    values[0] = kind == Kind::lifted ? N - lightest : lightest - N;
    switch (kind)
    {
        case Kind::lifted:
        case Kind::stateless: break;
        case Kind::bristle:
        {
            values[1] = -s * v;
            values[2] = slides ? 0.5 - now.plasticShare : now.plasticShare - 0.5;
            const auto borders = law.borders (std::max (N, lightest), now.elongation, y[2 * n + memory], onItsSide (v));
            for (int i = 0; i < law.borderCount(); ++i)
                values[3 + i] = -borderSide[static_cast<std::size_t> (i)] * borders[static_cast<std::size_t> (i)];
            if (law.arrives() || ! motion.normalForce.constant())
                values[5] = clamped != 0.0 ? -now.hold
                                           : std::abs (now.elastic) - bound() * std::max (N, lightest) / std::sqrt (now.stiffness);
            break;
        }
        case Kind::stick: values[1] = wall ? std::abs (v) : std::abs (now.hold) - limit (time, N); break;
        case Kind::slip:
            if (mode > 2) // Modelica waits for the sign of v
            {
                values[1] = s * v;
                values[2] = limit (time, N) - s * now.hold;
            }
            else if (family == Family::karnopp || family == Family::leine || family == Family::discontinuous)
                values[1] = law.band() - s * v;
            else
                values[1] = -s * v;
            break;
        case Kind::limit:
            values[2] = s * v - law.band();
            if (family == Family::leine)
            {
                values[1] = wall ? -s * v : limit (time, N) - s * unlimitedDecay (now);
                values[2] = std::abs (v) - law.band();
            }
            else if (family == Family::discontinuous)
            {
                values[1] = wall ? -s * v : limit (time, N) - s * now.hold;
                values[3] = -s * v - law.band();
            }
            else
                values[1] = -s * v;
            break;
        case Kind::decay:
            values[1] = std::abs (unlimitedDecay (now)) * (now.force != 0.0 ? 1.0 : 0.0) - limit (time, N);
            values[2] = floor (2) - s * v; // it never arrives: near enough is rest, and alpha may be very fast
            break;
    }
    if (motion.normalForce.constant())
        values[0] = -1.0;
}

double ContactSystem::shortOfEnd() const
{
    if (! law.arrives())
        return 0.0;
    // Where N grows, the bristle follows its end at a distance that closes with v: it must be one that steps can resolve.
    return (motion.normalForce.constant() ? 10.0 : 1e4) * tolerance;
}

double ContactSystem::bound() const
{
    return law.largestFriction() * (1.0 - shortOfEnd());
}

double ContactSystem::floor (int guard) const
{
    const double some = 10.0 * tolerance, ofSpeed = some * peakSpeed, ofForce = some * peakForce;
    if (guard == 0)
        return 1e-3 * lightest;
    const double ofBound
        = clamped != 0.0 || ! law.arrives()
              ? 0.0
              : 1e-3 * shortOfEnd() * bound() * std::max (now.drive.normal, lightest) / std::sqrt (now.stiffness);
    switch (kind)
    {
        case Kind::bristle: return guard == 1 ? ofSpeed : (guard == 2 ? 10.0 * some : (guard == 5 ? ofBound : ofForce));
        case Kind::stick: return wall ? ofSpeed : ofForce;
        case Kind::slip: return mode > 2 && guard == 2 ? ofForce : ofSpeed;
        case Kind::limit:
            return guard == 1 && (law.family() == Family::leine || law.family() == Family::discontinuous) ? ofForce : ofSpeed;
        case Kind::decay: return guard == 1 ? ofForce : ofSpeed;
        case Kind::stateless:
        case Kind::lifted: break;
    }
    return 0.0;
}

//======================================================================================================================
void ContactSystem::setMode (int newMode, double time, const double* y)
{
    if (newMode == mode)
        return;
    const double place = n > 0 ? motion.body.contact.dot (Vector (y, n)) : 0.0;
    const double u = n > 0 ? motion.body.contact.dot (Vector (y + n, n)) : 0.0;
    record.events.push_back ({ time, mode, newMode, place, u });
    mode = newMode;
}

void ContactSystem::enter (Kind newKind, int newMode, double newSign, double time, double* y)
{
    if (law.family() == Family::armstrong && newKind != kind)
    {
        if (newKind == Kind::stick)
            strength = law.captured (strength, y[2 * n + memory]);
        else if (kind == Kind::stick)
            strength = law.aged (strength, time - restSince);
    }
    if (newKind == Kind::stick)
        restSince = time;
    kind = newKind;
    sign = newSign;
    if (kind == Kind::stick)
        project (time, y);
    setMode (newMode, time, y);
}

void ContactSystem::release (double towards, double time, double* y)
{
    const double s = signOf (towards);
    switch (law.family())
    {
        case Family::karnopp:
        case Family::leine:
        case Family::dds5: enter (Kind::limit, startingMode (s), s, time, y); break;
        case Family::discontinuous: enter (Kind::limit, 0, s, time, y); break;
        case Family::modelica:
            enter (Kind::slip, startingMode (s), s, time, y);
            if (events == Events::located)
                enter (Kind::slip, slidingMode (s), s, time, y);
            break;
        default: enter (Kind::slip, slidingMode (s), s, time, y);
    }
}

void ContactSystem::comeToRest (double from, double time, double* y)
{
    if (wall)
    {
        // The bow's speed is all there is: it goes on to the other side, or it has stopped.
        if (events == Events::located && drives.bowSlope (time) * from < 0.0)
            return chooseByVelocity (-from * 1e-300, time, y);
        held = 0.0;
        return enter (Kind::stick, 0, from, time, y);
    }
    const auto family = law.family();
    const auto before = kind;
    const double most = limit (time, drives.at (time).normal);
    kind = Kind::stick; // what would hold it
    held = 0.0;
    const double hold = at (time, y).hold;
    kind = before;
    if (std::abs (hold) <= most || family == Family::dds5 || family == Family::modelica)
        enter (Kind::stick, 0, from, time, y);
    else if (family == Family::karnopp || family == Family::leine)
        enter (Kind::limit, startingMode (hold), signOf (hold), time, y);
    else
        enter (Kind::slip, slidingMode (hold), signOf (hold), time, y);
}

void ContactSystem::chooseByVelocity (double v, double time, double* y)
{
    const double s = signOf (v);
    const bool inside = std::abs (v) <= law.band();
    switch (law.family())
    {
        case Family::karnopp:
            if (inside)
                return enter (Kind::limit, startingMode (s), s, time, y);
            break;
        case Family::leine:
        {
            if (! inside)
                break;
            kind = Kind::slip; // v as it is
            const auto& then = at (time, y);
            const double force = wall ? s * HUGE_VAL : unlimitedDecay (then);
            if (force * s > limit (time, then.drive.normal))
                return enter (Kind::limit, startingMode (s), s, time, y);
            return enter (Kind::decay, 0, s, time, y);
        }
        case Family::discontinuous:
        {
            if (! inside)
                break;
            if (wall)
                return enter (Kind::limit, 0, s, time, y);
            kind = Kind::slip;
            const auto& then = at (time, y);
            held = v;
            if (std::abs (then.hold) <= limit (time, then.drive.normal))
                return enter (Kind::stick, 0, s, time, y);
            return enter (Kind::limit, 0, signOf (then.hold), time, y);
        }
        default: break;
    }
    enter (Kind::slip, slidingMode (s), s, time, y);
}

void ContactSystem::cross (int guard, double time, double* y)
{
    const auto family = law.family();
    project (time, y); // what the state held is held until here
    const double v = at (time, y).v, hold = now.hold;
    if (guard == 0)
    {
        if (kind != Kind::lifted)
        {
            y[2 * n + frictionLoss] += 0.5 * now.elastic * now.elastic;
            y[2 * n + elastic] = clamped = 0.0;
            enter (Kind::lifted, 0, sign, time, y);
        }
        else if (family == Family::bristle)
        {
            kind = Kind::bristle;
            readSides (time, y, true);
        }
        else if (std::abs (v) > floor (1))
            chooseByVelocity (v, time, y);
        else
            comeToRest (signOf (v), time, y);
    }
    else if (kind == Kind::bristle)
    {
        if (guard == 1)
            sign = -sign;
        else if (guard == 2)
            slides = ! slides;
        else if (guard == 5)
        {
            clamped = clamped != 0.0 ? 0.0 : signOf (now.elastic);
            y[2 * n + elastic] = now.elastic;
        }
        else
            borderSide[static_cast<std::size_t> (guard - 3)] *= -1.0;
        readSides (time, y, true);
    }
    else if (kind == Kind::stick)
        wall ? chooseByVelocity (v, time, y) : release (hold, time, y);
    else if (kind == Kind::slip && mode > 2)
        guard == 1 ? enter (Kind::slip, slidingMode (sign), sign, time, y) : enter (Kind::stick, 0, sign, time, y);
    else if (kind == Kind::slip)
    {
        if (family == Family::karnopp || family == Family::leine || family == Family::discontinuous)
            chooseByVelocity (signOf (v) * std::min (std::abs (v), law.band()), time, y);
        else
            comeToRest (sign, time, y);
    }
    else if (kind == Kind::limit)
    {
        if (guard == 2 || guard == 3)
            enter (Kind::slip, slidingMode (v), signOf (v), time, y);
        else if (family == Family::leine && ! wall)
            enter (Kind::decay, 0, signOf (v), time, y);
        else if (family == Family::discontinuous && ! wall)
        {
            held = v;
            enter (Kind::stick, 0, sign, time, y);
        }
        else
            comeToRest (sign, time, y);
    }
    else if (kind == Kind::decay)
    {
        if (guard == 1)
            enter (Kind::limit, startingMode (sign), sign, time, y);
        else
            comeToRest (sign, time, y);
    }
    disarm (time, y);
}

/** On which side of its corners a bristle law is, and whether it slides. */
void ContactSystem::readSides (double time, double* y, bool log)
{
    at (time, y);
    const double v = now.v;
    if (std::abs (v) > floor (1))
        sign = signOf (v);
    at (time, y); // with this sign
    if (std::abs (now.plasticShare - 0.5) > floor (2))
        slides = now.plasticShare > 0.5;
    const auto borders
        = law.borders (std::max (now.drive.normal, lightest), now.elongation, y[2 * n + memory], onItsSide (v));
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
    const double most = k > 0.0 ? law.largestFriction() * std::max (N, lightest) / std::sqrt (k) : 0.0;
    auto& X = y[2 * n + elastic];
    const double inside = std::clamp (X, -most, most);
    y[2 * n + frictionLoss] += 0.5 * (X * X - inside * inside);
    X = inside;
    clamped = 0.0;
}

void ContactSystem::project (double time, double* y)
{
    if (kind == Kind::bristle && clamped != 0.0)
        y[2 * n + elastic] = at (time, y).elastic;
    if (kind != Kind::stick || wall)
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
    y[2 * n + elastic] = std::sqrt (law.stiffness (drive.normal)) * start.bristle;
    y[2 * n + memory] = start.memory;
    const double v = relativeVelocity (drive.bow, y.data());
    sign = signOf (v != 0.0 ? v : drives.bowSlope (0.0));
    const auto family = law.family();
    if (drive.normal < lightest)
        kind = Kind::lifted;
    else if (family == Family::bristle)
    {
        kind = Kind::bristle;
        clampBristle (0.0, y.data());
        readSides (0.0, y.data(), false);
    }
    else if (family == Family::sign || (family == Family::discontinuous && events == Events::sampled))
    {
        kind = Kind::stateless;
        mode = std::abs (v) > (family == Family::sign ? 0.0 : law.band()) ? slidingMode (v) : 0;
    }
    else
    {
        kind = Kind::slip;
        const int wanted = start.mode.value_or (v == 0.0 ? 0 : slidingMode (v));
        if ((wanted == 1 || wanted == 2) && v * (wanted == 1 ? 1.0 : -1.0) >= 0.0 && start.mode.has_value()
            && std::abs (v) >= law.band())
            enter (Kind::slip, wanted, wanted == 1 ? 1.0 : -1.0, 0.0, y.data());
        else if (v != 0.0)
            chooseByVelocity (v, 0.0, y.data());
        else
            comeToRest (sign, 0.0, y.data());
    }
    record.events.clear();
    y[2 * n + driven] = y[2 * n + frictionLoss] = y[2 * n + bodyLoss] = 0.0;
    const auto& first = at (0.0, y.data());
    storedAtStart = motion.body.stored (Vector (y.data(), n), speed) + 0.5 * first.elastic * first.elastic;
    follow (0.0, y.data());
    disarm (0.0, y.data());
    return y;
}

void ContactSystem::adapt (double time, double* y)
{
    const auto drive = drives.at (time);
    const double v = relativeVelocity (drive.bow, y), some = floor (1);
    const auto family = law.family();
    if ((drive.normal < lightest) != (kind == Kind::lifted))
        cross (0, time, y);
    else if (kind == Kind::bristle)
    {
        clampBristle (time, y);
        readSides (time, y, true);
    }
    else if (kind == Kind::stick)
    {
        if (std::abs (v - held) > 10.0 * tolerance * peakSpeed && ! wall)
            chooseByVelocity (v, time, y);
    }
    else if (kind == Kind::slip && mode < 3)
    {
        const bool banded = family == Family::karnopp || family == Family::leine || family == Family::discontinuous;
        if (sign * v < (banded ? law.band() : 0.0) - some)
            chooseByVelocity (v, time, y);
    }
    else if ((kind == Kind::limit || kind == Kind::decay) && (std::abs (v) > law.band() + some || sign * v < -some))
        chooseByVelocity (v, time, y);
    disarm (time, y);
}

void ContactSystem::follow (double time, const double* y)
{
    at (time, y);
    const auto& body = motion.body;
    if (n > 0 && body.modal())
    {
        const double fastest = std::max (scales.segment (n, n).maxCoeff(), Vector (y + n, n).cwiseAbs().maxCoeff());
        scales.segment (n, n).setConstant (fastest);
        for (int i = 0; i < n; ++i)
            scales[i] = std::max ({ scales[i], std::abs (y[i]), body.frequency[i] > 0.0 ? fastest / body.frequency[i] : 0.0 });
    }
    else if (n > 0)
        for (const int part : { 0, n })
        {
            auto s = scales.segment (part, n);
            s = s.cwiseMax (Vector (y + part, n).cwiseAbs());
            s = s.cwiseMax (1e-6 * s.maxCoeff());
        }
    for (const int part : { elastic, memory, impulse })
        scales[2 * n + part] = std::max (scales[2 * n + part], std::abs (y[2 * n + part]));
    // A bristle between two things that both move shows the rounding of their speeds, however small it is itself: what
    // counts is what it can hold.
    if (const double k = law.stiffness (now.drive.normal); k > 0.0 && n > 0)
        scales[2 * n + elastic] = std::max (scales[2 * n + elastic],
                                            1e-4 * law.largestFriction() * std::max (now.drive.normal, 0.0) / std::sqrt (k));
    // And where all is at rest, how fast it will move is only seen later.
    scales[2 * n + impulse] = std::max (scales[2 * n + impulse],
                                        1e-6 * law.largestFriction() * std::max (now.drive.normal, 0.0) * motion.seconds);
    const double stored = body.stored (Vector (y, n), speed) + 0.5 * now.elastic * now.elastic;
    record.peakEnergy = std::max (record.peakEnergy, stored);
    auto energies = scales.segment (2 * n + driven, 3);
    energies.setConstant (std::max ({ energies.maxCoeff(), stored, std::abs (y[2 * n + driven]),
                                      std::abs (y[2 * n + frictionLoss]), std::abs (y[2 * n + bodyLoss]) }));
    // A contact at rest on a body that moves: what its energy could do there bounds the rounding.
    const double possible = 1e-4 * std::sqrt (2.0 * record.peakEnergy * mobility);
    peakSpeed = std::max ({ peakSpeed, std::abs (now.drive.bow), std::abs (now.v), possible });
    peakForce = std::max ({ peakForce, std::abs (now.force), std::max (0.0, now.drive.normal) * law.largestFriction() });
    // What follows a difference of large speeds shows their rounding: it has no scale of its own until it has grown.
    auto& remembered = scales[2 * n + memory];
    remembered = std::max (remembered, law.family() == Family::bristle ? 1e-6 : 1e-3 * peakSpeed);
    if (kind == Kind::stateless)
    {
        const double inside = law.family() == Family::sign ? 0.0 : law.band();
        setMode (std::abs (now.v) > inside ? slidingMode (now.v) : 0, time, y);
    }
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
    r.position = n > 0 ? body.contact.dot (Vector (y, n)) : 0.0;
    r.velocity = n > 0 ? body.contact.dot (speed) : 0.0;
    r.relativeVelocity = s.v;
    r.force = s.force;
    r.bristle = s.elongation;
    r.memory = y[2 * n + memory];
    r.mode = mode;
    r.stored = body.stored (Vector (y, n), speed) + 0.5 * s.elastic * s.elastic;
    r.drivePower = s.force * s.drive.bow + (n > 0 ? s.drive.push * body.pushed.dot (speed) : 0.0);
    r.frictionPower = s.power;
    r.bodyPower = body.lost (speed);
    r.driven = y[2 * n + driven];
    r.frictionLoss = y[2 * n + frictionLoss];
    r.bodyLoss = y[2 * n + bodyLoss];
    r.residual = r.stored - storedAtStart - r.driven + r.frictionLoss + r.bodyLoss;
    return r;
}
} // namespace kolophon::lab
