#pragma once

#include "Picture.h"

namespace kolophon
{
/** One line a period, newest on top: when the contact sticks (plain) and slips (striped). Helmholtz motion is one
    stripe, double slip two, a raucous string snow. What is slower than ten periods a second has lines of 100 ms.
    [message] */
class RasterPicture final : public Picture
{
public:
    explicit RasterPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::raster) {}

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;
    void resized () override;
    void lookAndFeelChanged () override;

protected:
    void draw (juce::Graphics& g) override;

private:
    struct Row
    {
        std::uint64_t begin, end; // moments
    };
    std::vector<Row> rows () const;
    void drawLines ();

    juce::Image image;
    std::uint64_t version = 0;
    double slipFraction = 0.0;            // of the newest lines
    bool hasRows = false, isSlow = false; // isSlow: lines are pieces of a period
};
} // namespace kolophon
