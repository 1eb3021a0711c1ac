// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Desktop/EditorSettings.h"
#include "UserPresets.h"

namespace kolophon
{
/** A sheet for the words of a preset: name, author, tags, description. It writes a new preset into the player's folder,
    or rewrites an existing one there. [message] */
class PresetSheet final : public juce::Component
{
public:
    static constexpr int width = 400, height = 286;

    /** The preset to write, and callbacks for the result. `edited` is the file of an existing preset. */
    struct Order
    {
        Preset preset;
        juce::File edited {};
        std::function<void (const Preset&, const juce::File&)> onSaved {};
        std::function<void (const juce::String&)> onError {};
        std::function<void (const Preset&)> saveElsewhere {}; // asks for a file; empty: no such button
    };
    PresetSheet (Order itsOrder, EditorSettings& itsSettings);

    void save ();
    /** Words currently in the sheet. */
    PresetInfo words () const;
    /** Fills in the sheet. */
    void setWords (const PresetInfo& words);
    /** Text of the line above the buttons, about the file. */
    juce::String fileText () const { return where.getText(); }

    void resized () override;
    void paint (juce::Graphics& g) override;
    bool keyPressed (const juce::KeyPress& key) override;

private:
    juce::File target () const;
    Preset wanted () const;
    void showTarget ();
    void dismiss ();

    Order order;
    EditorSettings& settings;
    juce::TextEditor name, author, tags, notes;
    juce::Label where;
    juce::TextButton saveButton { "Save" }, elsewhere { juce::String::fromUTF8 ("Save elsewhere…") },
        cancel { "Cancel" };
};
} // namespace kolophon
