#pragma once

#include "Picture.h"

#include <span>

namespace kolophon
{
/** One thing to find out: a sound, three sentences, a question. */
struct TeachingCard
{
    std::string_view title, preset;
    std::vector<std::pair<std::string_view, std::string_view>> settings; // id and value, as typed
    std::string_view words, question;
    std::vector<std::string_view> highlighted; // ids
    PictureKind picture;                       // what the middle pane shows
};

std::span<const TeachingCard> teachingCards ();

/** The cards, one at a time. They change the sound only when asked to. [message] */
class CardStrip final : public juce::Component
{
public:
    explicit CardStrip (PluginProcessor& itsProcessor);
    /** Shows a card; the sound stays until setUp(). */
    void show (int number);
    /** Loads the sound that the card is about. */
    void setUp ();
    int shown () const noexcept { return number; }
    std::function<void()> onClose;
    std::function<void (const TeachingCard&)> onShow;

    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    PluginProcessor& processor;
    int number = 0;
    juce::TextButton previous { "<" }, next { ">" }, setUpButton { "Set up" }, close { "Close" };
};
} // namespace kolophon
