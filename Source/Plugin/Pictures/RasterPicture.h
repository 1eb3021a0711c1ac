// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Picture.h"

namespace kolophon
{
/** Raster picture with one line per period, newest on top: when the contact sticks (plain) and slips (striped).
    Helmholtz motion is one stripe, double slip two, a raucous string noise. Motion slower than ten periods per second
    has lines of 100 ms. Lines are drawn as far as slips occur in them. [message] */
class RasterPicture final : public Picture
{
public:
    explicit RasterPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::raster) {}

    void advance (int tick) override;
    bool showsContact () const noexcept override { return true; }
    juce::String caption () const override;
    juce::String table () const override;
    /** Fraction of a period that a line shows. */
    double shownFraction () const noexcept { return drawnFraction; }
    void resized () override;
    void lookAndFeelChanged () override;

protected:
    void draw (juce::Graphics& g) override;

private:
    struct Row
    {
        std::uint64_t begin, end; // numbers of moments
    };
    std::vector<Row> rows () const;
    WatchedContact shownContact () const;
    void drawLines ();
    double fractionOf (const std::vector<Row>& lines, WatchedContact contact) const;
    double fractionIn (const std::vector<Row>& lines, WatchedContact contact, ContactMotion phase) const;
    void paintLegend (juce::Graphics& g, juce::Rectangle<int> line) const;

    juce::Image image;
    std::uint64_t version = 0;
    Touching touching = Touching::bow;
    double slipFraction = 0.0, touchFraction = 0.0; // in the newest lines
    double drawnFraction = 1.0;                     // of a period, from its first slip on
    bool hasRows = false, isSlow = false;           // isSlow: lines are pieces of a period
};
} // namespace kolophon
