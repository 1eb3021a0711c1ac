#pragma once

#include "StatusStrip.h"

#include <functional>
#include <optional>
#include <string_view>

namespace kolophon
{
/** A value beside its name: it is typed, or turned by the wheel and the arrow keys. Whoever owns it says what it reads
    and takes. [message] */
class ValueField final : public juce::Component
{
public:
    ValueField (const juce::String& itsName, const juce::String& itsHelp, SentenceLine& itsSentence);
    ~ValueField() override;

    /** What stands there. */
    std::function<juce::String()> text;
    /** Takes what was typed; returns what is wrong with it, or nothing. */
    std::function<juce::String (const juce::String&)> typed;
    /** By so many steps; fine ones are a tenth. Empty: it can only be typed. */
    std::function<void (double steps)> turn;

    /** How much of the width the name has [px]; 0: as much as it needs. */
    void setNameWidth (int newWidth);
    void refresh ();

    void resized () override;
    void paint (juce::Graphics& g) override;
    void mouseEnter (const juce::MouseEvent&) override;
    void mouseExit (const juce::MouseEvent&) override;
    void mouseWheelMove (const juce::MouseEvent&, const juce::MouseWheelDetails& wheel) override;
    bool keyPressed (const juce::KeyPress& key) override;
    void enablementChanged () override;

private:
    int spaceForName () const;

    SentenceLine& sentence;
    juce::String name, help;
    juce::Label value;
    int nameWidth = 0;
};

/** The number that was typed, with its unit or without; nothing for anything else, such as a decimal comma. */
std::optional<double> typedNumber (const juce::String& text, std::string_view unit);
} // namespace kolophon
