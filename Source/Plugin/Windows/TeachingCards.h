// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Pictures/Picture.h"

#include <span>

namespace kolophon
{
/** One experiment to try: a sound, three sentences, a question. */
struct TeachingCard
{
    std::string_view title, preset;
    std::vector<std::pair<std::string_view, std::string_view>> settings; // id and value, as typed
    std::string_view words, question;
    std::vector<std::string_view> highlighted; // ids
    PictureKind picture;                       // shown in the middle pane
};

std::span<const TeachingCard> teachingCards ();

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
