// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Presets/TeachingCards.h"

#include <JuceHeader.h>

#include <functional>

namespace kolophon
{
class InstrumentSession;

/** The teaching cards, one at a time. They change the sound only on request. [message] */
class CardStrip final : public juce::Component
{
public:
    explicit CardStrip (InstrumentSession& itsSession);
    /** Shows a card; the sound changes only with setUp(). */
    void show (int number);
    /** Loads the card's sound. */
    void setUp ();
    int shown () const noexcept { return number; }
    std::function<void()> onClose;
    std::function<void (const TeachingCard&)> onShow;

    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    InstrumentSession& session;
    int number = 0;
    juce::TextButton previous { "<" }, next { ">" }, setUpButton { "Set up" }, close { "Close" };
};
} // namespace kolophon
