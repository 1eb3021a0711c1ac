// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Picture.h"

#include <array>
#include <deque>
#include <vector>

namespace kolophon
{
/** Picture of the energy flow: bands for the work of the bow and of what moves beside it, which divide into heat under
    each contact, heat in the body and stored energy, each as wide as its power; the stores with their contents; and the
    residual of the energy balance. [message] */
class EnergyPicture final : public Picture
{
public:
    explicit EnergyPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::energy) {}

    /** Powers [W], averaged over a quarter of a second: of all contacts together, and what of it the side contact and
        the finger have. */
    struct Flow
    {
        double work = 0.0, friction = 0.0, body = 0.0, stored = 0.0;
        std::array<double, 2> sideWork {}, sideHeat {};

        double bowWork () const noexcept { return work - sideWork[0] - sideWork[1]; }
        double bowHeat () const noexcept { return friction - sideHeat[0] - sideHeat[1]; }
        bool operator== (const Flow&) const = default;
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
        double time; // [s] of the engine
        MeterFrame meters;
    };
    using Totals = std::array<double, 4>; // [J] work, stored, in the body, in the bristle
    struct Branch
    {
        juce::String name;
        double power; // [W]
        juce::Colour colour;
    };
    std::vector<Branch> sources () const;
    std::vector<Branch> branches () const;
    void paintFlow (juce::Graphics& g, juce::Rectangle<float> area) const;
    static void paintBranches (juce::Graphics& g, juce::Rectangle<float> area, const std::vector<Branch>& branches,
                               float middle, float end, float height, double in);

    std::deque<Reading> readings;
    Flow now;
    Totals shownTotals { -1.0, 0.0, 0.0, 0.0 };
};
} // namespace kolophon
