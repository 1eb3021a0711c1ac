// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Picture.h"

namespace kolophon
{
/** Picture of friction over normal force against relative velocity: the last periods, over the curve of steady sliding,
    for contact A, and for B while two contacts are compared; of the bow, or of another contact. The velocity axis is
    linear near zero and logarithmic farther out; both axes follow what moves. The area within the loop, times the time,
    is heat. Where the contact leaves the body the loop ends, and a ring marks where it lands. [message] */
class LoopPicture final : public Picture
{
public:
    explicit LoopPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::loop) {}

    void advance (int tick) override;
    bool showsContact () const noexcept override { return true; }
    juce::String caption () const override;
    juce::String table () const override;
    /** Ends of the axes: speeds [m/s] from left to right, friction over normal force from getY(), the lower end, to
        getBottom(). */
    juce::Rectangle<double> axes () const noexcept;
    /** Curves drawn for contact A: [m/s], friction over normal force. */
    const std::vector<juce::Point<double>>& steadyCurve () const noexcept { return a.steady; }
    const std::vector<juce::Point<double>>& loop () const noexcept { return a.loop; }
    /** Number of hops within it. */
    std::size_t landings () const noexcept { return a.landings.size(); }

protected:
    void draw (juce::Graphics& g) override;

private:
    struct Side
    {
        Contact contact {};
        std::vector<juce::Point<double>> steady, loop; // [m/s], F/N
        std::vector<std::size_t> landings {};          // points of the loop at which it touches again
        double heat = 0.0;                             // [J] per period
        double inAir = 0.0;                            // fraction of the time
        juce::Range<double> pressed {};                // [N] while it touches
        bool isKnown = false;
    };
    /** Returns true if the contact has changed. */
    bool followContact (Side& side, const Contact& contact);
    void followLoop (Side& side, Slot slot);
    void fitAxes ();
    std::uint64_t drawnMoments (Slot slot) const;
    juce::Rectangle<float> plane () const;
    juce::Point<float> toScreen (juce::Point<double> point) const;
    void paintSide (juce::Graphics& g, const Side& side, juce::Colour colour, bool isB) const;
    void paintSteady (juce::Graphics& g, const Side& side, bool isB) const;
    std::vector<double> speedTicks () const;
    void paintTicks (juce::Graphics& g) const;
    void paintAxes (juce::Graphics& g) const;

    Side a, b;
    bool comparing = false;
    Touching touching = Touching::bow;
    juce::Range<double> bentSpeeds { -2.0, 3.0 }, forces { -1.0, 1.0 }; // of the axes: asinh (v/knee), F/N
    std::uint64_t version = 0;
};
} // namespace kolophon
