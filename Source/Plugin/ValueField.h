#pragma once

#include "HelpWatch.h"

#include "../Core/Error.h"

#include <functional>

namespace kolophon
{
/** The number that was typed, in this unit where none stands behind it ("s", "ms", "%", "dB" or nothing): all of the
    text must be understood. A sign "±" and, for dB, "LUFS" or "dBFS" may stand with it. The sentence begins with
    `title`. */
Result<double> typedNumber (const juce::String& text, const juce::String& title, double low, double high,
                            const char* unit, bool isWhole = false);

/** A value beside its name: it is typed, or turned by the wheel and the arrow keys. Whoever owns it says what it reads
    and takes. [message] */
class ValueField final : public juce::Component, public Explained
{
public:
    ValueField (const juce::String& itsName, const juce::String& itsHelp, SentenceLine& itsSentence);
    SentenceLine::Help helpAt (juce::Point<int>) const override { return { name, {}, help, {}, {} }; }

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
} // namespace kolophon
