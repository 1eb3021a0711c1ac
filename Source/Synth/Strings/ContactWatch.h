// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bank/VoiceGroup.h"
#include "../Parameters/Limits.h"

#include <array>
#include <cmath>
#include <limits>

namespace kolophon
{
/** Measurements of the contacts as sources of modulation: rate and fraction of slips, deflection of the bristles. It
    reads the columns of the results that are written while the books are open, and sums them sample by sample,
    independently of the lengths of segments. A contact slips when bow and surface differ by more than half the bow's
    speed, as in SlipRecorder (Analysis). [audio] */
class ContactWatch
{
public:
    struct Reading
    {
        double slipsPerSecond = 0.0; // of the latest interval between slips, or of a longer time since
        double slipFraction = 0.0;   // of the time, smoothed
        double bristle = 0.0;        // over the deflection at which it slips, 0 … 1, smoothed
        double energy = 0.0;         // [J] in body and bristle
    };

    void reset () noexcept { voices.fill ({}); }
    /** Begins a new stroke. */
    void start (int voice) noexcept { at (voice) = {}; }

    /** Reads the rows of a segment of `steps` in a lane. */
    void look (int voice, const VoiceGroup& group, int lane, int steps, double timeStep) noexcept
    {
        const auto l = static_cast<std::size_t> (lane);
        auto& w = at (voice);
        for (std::size_t n = 0; n < static_cast<std::size_t> (steps); ++n)
        {
            const double force = group.normalForce[n][l];
            const bool slips =
                force > 0.0 && std::abs (group.relativeVelocity[n][l]) > 0.5 * std::abs (group.bowVelocity[n][l]);
            w.sinceSlip += timeStep;
            if (slips && ! w.slipping)
            {
                w.interval = w.sinceSlip;
                w.sinceSlip = 0.0;
            }
            w.slipping = slips;
            w.slipped += slips ? 1.0 : 0.0;
            w.looked += 1.0;
            if (force > 0.0)
            {
                const double stiffness = group.law.stiffness[l] + group.law.stiffnessPerForce[l] * force;
                w.bent += std::abs (group.elongation[n][l]) * stiffness / (group.law.muStatic[l] * force);
            }
        }
    }

    /** Updates the smoothed values at a point of the control grid, with the smoothing coefficient `fraction`. */
    void sumUp (int voice, double energy, double fraction) noexcept
    {
        auto& w = at (voice);
        auto& reading = w.reading;
        const double looked = w.looked > 0.0 ? w.looked : 1.0;
        reading.slipsPerSecond = 1.0 / (w.interval > w.sinceSlip ? w.interval : w.sinceSlip);
        reading.slipFraction += fraction * (w.slipped / looked - reading.slipFraction);
        const double bent = w.bent / looked;
        reading.bristle += fraction * ((bent < 1.0 ? bent : 1.0) - reading.bristle);
        reading.energy = energy;
        w.slipped = w.looked = w.bent = 0.0;
    }

    const Reading& of (int voice) const noexcept { return voices[static_cast<std::size_t> (voice)].reading; }
    /** Visits the latest measurements of a voice, as numbers. */
    template <class Self, class Visit>
    static void eachNumber (Self& self, int voice, Visit&& visit) noexcept
    {
        auto& reading = self.voices[static_cast<std::size_t> (voice)].reading;
        for (auto* number : { &reading.slipsPerSecond, &reading.slipFraction, &reading.bristle, &reading.energy })
            visit (*number);
    }

private:
    static constexpr double never = std::numeric_limits<double>::infinity();

    struct Watched
    {
        Reading reading;
        double sinceSlip = never, interval = never;     // [s]
        double slipped = 0.0, looked = 0.0, bent = 0.0; // sums since the last point of the control grid
        bool slipping = false;
    };
    Watched& at (int voice) noexcept { return voices[static_cast<std::size_t> (voice)]; }
    std::array<Watched, limits::maxVoices> voices {};
};
} // namespace kolophon
