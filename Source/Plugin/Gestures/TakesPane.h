// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/ValueField.h"
#include "../Desktop/FileDialog.h"
#include "../Panels/Page.h"
#include "TakeList.h"
#include "VaryChips.h"

namespace kolophon
{
/** Panel that renders takes, as `kolophon take` does: one gesture many times, with small variations, into files. The
    order belongs to the session and outlives the window. [message] */
class TakesPane final : public juce::Component
{
public:
    explicit TakesPane (PageContext itsContext);

    void refresh ();
    /** Renders the requested takes with the current sound. */
    void render ();
    TakeList& list () noexcept { return takes; }
    /** Varies this knob by the amount beside the menu. */
    void addKnob (std::size_t parameter);
    /** Shows what varies as chips, or as the text that the command line takes. */
    void showAsText (bool shouldShow);
    /** Renders the last minute if true, else a key. */
    void setFromPerformance (bool shouldBe);

    void resized () override;
    void paint (juce::Graphics& g) override;

private:
    ValueField& addField (const char* name, const char* title, const char* help);
    void addNumber (const char* name, const char* title, const char* help, double low, double high, int decimals,
                    const char* unit, std::function<double()> get, std::function<void (double)> set, double step);
    void makeSourceFields ();
    void makeFinishingFields ();
    void makeMenus ();
    void makeButtons ();
    void chooseFolder ();
    void showKnobs ();
    /** Shows the order's level, rate and format, which other code may have set, in their menus. */
    void showChoices ();
    void setVary (const juce::String& text);
    void checkVary ();
    juce::String specOfAmount () const;
    TakeOrder& order () const;
    ValueField& field (const juce::String& title) const;

    PageContext context;
    TakeList takes;
    std::vector<std::unique_ptr<ValueField>> fields;
    juce::ComboBox source, level, rate, bits;
    VaryChips chips;
    juce::TextEditor vary; // the same as text
    juce::TextButton addKnobButton { juce::String::fromUTF8 ("Knob…") }, asText { "As text" }, folder { "Folder" },
        start { "Render" };
    juce::Label folderText, status;
    double amount = 0.2, progress = -1.0;
    bool fromPerformance = false;
    std::vector<std::pair<juce::String, juce::Rectangle<int>>> captions;
    juce::Rectangle<int> left, bar;
    FileDialog dialog;
    std::uint64_t version = ~std::uint64_t { 0 };
};
} // namespace kolophon
