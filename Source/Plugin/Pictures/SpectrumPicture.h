// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Picture.h"

namespace kolophon
{
/** Spectrum picture: energy of each mode over its frequency, in decibels below the largest; ticks mark the harmonics of
    the note. [message] */
class SpectrumPicture final : public Picture
{
public:
    explicit SpectrumPicture (PictureContext& itsContext) : Picture (itsContext, PictureKind::spectrum) {}

    void advance (int tick) override;
    juce::String caption () const override;
    juce::String table () const override;

protected:
    void draw (juce::Graphics& g) override;

private:
    struct Stem
    {
        double frequency, energy; // [Hz], [J]: falls slowly
    };
    std::vector<Stem> stems;
    int voice = -1, key = -1;
    std::uint64_t version = 0;
};
} // namespace kolophon
