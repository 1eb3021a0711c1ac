// SPDX-License-Identifier: GPL-3.0-or-later
#include "ContactSystem.h"

#include <algorithm>
#include <cmath>

/** Scales of the components of a ContactSystem: tolerances are fractions of them. */
namespace kolophon::lab
{
namespace
{
using Components = Eigen::Map<const Eigen::VectorXd>;
} // namespace

/** Period over 2 pi of the contact on the body's springs, by Rayleigh's quotient, and on the bristle; at most a
    hundredth of the motion. */
double ContactSystem::responseTime (double normal) const
{
    const auto& body = motion.body;
    double square = 0.0; // of the angular frequency
    if (n > 0 && body.modal() && ! wall)
        square = (body.contact.array() * body.frequency.array()).matrix().squaredNorm() / mobility;
    else if (n > 0 && ! wall)
        square = contactPerMass.dot (body.stiffness * contactPerMass) / mobility;
    if (law.isBristle())
        square += mobility * law.stiffness (normal);
    const double longest = 0.01 * motion.seconds;
    return std::min (longest, square > 0.0 ? 1.0 / std::sqrt (square) : longest);
}

void ContactSystem::expect (const Drives::Values& peaks)
{
    double alongPush = 0.0;
    const double response = responseTime (peaks.normal);
    const auto coordinate = [&] (int i)
    {
        const double byBow = wall ? 0.0 : std::abs (contactPerMass[i]) / mobility * peaks.bow;
        return byBow + std::abs (pushedPerMass[i]) * peaks.push * response;
    };
    double fastest = 0.0;
    for (int i = 0; i < n; ++i)
    {
        fastest = std::max (fastest, coordinate (i));
        alongPush += std::abs (motion.body.pushed[i]) * coordinate (i);
    }
    for (int i = 0; i < n; ++i)
    {
        const double speedThere = motion.body.modal() ? fastest : coordinate (i);
        resolve (n + i, speedThere);
        resolve (i, speedThere * response);
    }
    const double most = law.largestFriction() * peaks.normal;
    if (const double k = law.stiffness (peaks.normal); k > 0.0)
        resolve (2 * n + elastic, most / std::sqrt (k));
    resolve (2 * n + memory, law.isBristle() ? 1.0 : peaks.bow);
    for (const int energy : { driven, frictionLoss, bodyLoss })
        resolve (2 * n + energy, (most * peaks.bow + peaks.push * alongPush) * motion.seconds);
    peakSpeed = std::max (peakSpeed, lastDigits() * (peaks.bow + alongPush));
}

void ContactSystem::follow (double time, const double* y)
{
    at (time, y);
    const auto& body = motion.body;
    if (n > 0 && body.modal())
    {
        const double fastest = std::max (scales.segment (n, n).maxCoeff(), Components (y + n, n).cwiseAbs().maxCoeff());
        scales.segment (n, n).setConstant (fastest);
        for (int i = 0; i < n; ++i)
            scales[i] =
                std::max ({ scales[i], std::abs (y[i]), body.frequency[i] > 0.0 ? fastest / body.frequency[i] : 0.0 });
    }
    else if (n > 0)
        for (const int part : { 0, n })
        {
            auto s = scales.segment (part, n);
            s = s.cwiseMax (Components (y + part, n).cwiseAbs());
            s = s.cwiseMax (1e-6 * s.maxCoeff());
        }
    for (const int part : { elastic, memory, impulse })
        scales[2 * n + part] = std::max (scales[2 * n + part], std::abs (y[2 * n + part]));
    // A bristle between two moving bodies shows the rounding of their speeds, at any elongation: its scale is the
    // largest force that it can hold.
    if (const double k = law.stiffness (now.drive.normal); k > 0.0 && n > 0)
        scales[2 * n + elastic] = std::max (
            scales[2 * n + elastic], 1e-4 * law.largestFriction() * std::max (now.drive.normal, 0.0) / std::sqrt (k));
    // And where all is at rest, how fast it will move is only seen later.
    scales[2 * n + impulse] = std::max (scales[2 * n + impulse], 1e-6 * law.largestFriction() *
                                                                     std::max (now.drive.normal, 0.0) * motion.seconds);
    const double stored = body.stored (Components (y, n), speed) + 0.5 * now.elastic * now.elastic;
    record.peakEnergy = std::max (record.peakEnergy, stored);
    const double reachable = std::sqrt (2.0 * record.peakEnergy); // [m/s] of a kilogram
    for (int i = 0; i < n; ++i)
        resolve (n + i,
                 wall || body.modal() ? reachable : reachable * std::abs (contactPerMass[i]) / std::sqrt (mobility));
    auto energies = scales.segment (2 * n + driven, 3);
    energies.setConstant (std::max ({ energies.maxCoeff(), stored, std::abs (y[2 * n + driven]),
                                      std::abs (y[2 * n + frictionLoss]), std::abs (y[2 * n + bodyLoss]) }));
    // A contact at rest on a body that moves: what its energy could do there bounds the rounding.
    const double possible = 1e-4 * std::sqrt (2.0 * record.peakEnergy * mobility);
    peakSpeed = std::max ({ peakSpeed, std::abs (now.drive.bow), std::abs (now.v), possible });
    peakForce =
        std::max ({ peakForce, std::abs (now.force), std::max (0.0, now.drive.normal) * law.largestFriction() });
    // A memory that follows a difference of large speeds contains their rounding: its scale has a fixed lower limit.
    auto& remembered = scales[2 * n + memory];
    remembered = std::max (remembered, law.isBristle() ? 1e-6 : 1e-3 * peakSpeed);
    if (kind == Kind::stateless)
        setMode (std::abs (now.v) > law.band() ? slidingMode (now.v) : 0, time, y);
}
} // namespace kolophon::lab
