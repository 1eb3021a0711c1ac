// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "HelpWatch.h"

#include "../../Core/Error.h"

#include <functional>

namespace kolophon
{
/** Parses a typed number, in this unit if no other follows it ("s", "ms", "%", "dB" or nothing); all of the text must
    be understood. A sign "±" and, for dB, "LUFS" or "dBFS" are allowed. The error sentence begins with `title`. */
Result<double> typedNumber (const juce::String& text, const juce::String& title, double low, double high,
                            const char* unit, bool isWhole = false);

/** A value beside its name, which is typed, or changed by the wheel and the arrow keys. Its owner supplies the
    functions that read and set the value. [message] */
class ValueField final : public juce::Component, public Explained
{
public:
    ValueField (const juce::String& itsName, const juce::String& itsHelp, SentenceLine& itsSentence);
    SentenceLine::Help helpAt (juce::Point<int>) const override { return { name, {}, help, {}, {} }; }

    /** Displayed text. */
    std::function<juce::String()> text;
    /** Sets the value from a typed text; returns an error, or an empty text. */
    std::function<juce::String (const juce::String&)> typed;
    /** Changes the value by this many steps; a fine step is a tenth. Empty: it can only be typed. */
    std::function<void (double steps)> turn;

    /** Width of the name [px]; 0: as much as it needs. */
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
