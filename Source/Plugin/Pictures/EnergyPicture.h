// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Picture.h"

#include <array>
#include <deque>

namespace kolophon
{
/** Picture of the energy flow: a band for the bow's work that divides into heat in friction, heat in the body and
    stored energy, each as wide as its power; the stores with their contents; and the residual of the energy balance.
    [message] */
class EnergyPicture final : public Picture
{
public:
    explicit EnergyPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::energy) {}

    /** Powers [W], averaged over a quarter of a second. */
    struct Flow
    {
        double work = 0.0, friction = 0.0, body = 0.0, stored = 0.0;
    };
    const Flow& flow () const noexcept { return now; }

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;

protected:
    void draw (juce::Graphics& g) override;

private:
    struct Reading
    {
        double at; // [s] of the engine
        MeterFrame meters;
    };
    using Totals = std::array<double, 4>; // [J] work, stored, in the body, in the bristle
    void paintFlow (juce::Graphics& g, juce::Rectangle<float> area) const;

    std::deque<Reading> readings;
    Flow now;
    Totals shownTotals { -1.0, 0.0, 0.0, 0.0 };
};
} // namespace kolophon
