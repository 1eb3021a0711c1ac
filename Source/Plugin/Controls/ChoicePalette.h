// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/Patch.h"

#include <JuceHeader.h>

#include <functional>

namespace kolophon
{
/** A sheet of choices, each with a drawing, a name and a sentence. Arrow keys and Return also choose. [message] */
class ChoicePalette final : public juce::Component
{
public:
    struct Choice
    {
        juce::String name, words;
        std::function<void (juce::Graphics&, juce::Rectangle<float>)> draw;
    };
    static constexpr int columns = 4, cellWidth = 236, cellHeight = 96;

    ChoicePalette (std::vector<Choice> itsChoices, int now, std::function<void (int)> itsChoose);
    ~ChoicePalette() override;

    int count () const noexcept { return cells.size(); }

private:
    class Cell;
    juce::OwnedArray<Cell> cells;
};

/** Opens a sheet beside the clicked component, inside the editor. */
void showSheet (juce::Component& from, std::unique_ptr<juce::Component> sheet);
/** Opens a palette of all friction laws, each drawn as the steady curve of this contact under that law. */
void showLaws (juce::Component& from, const Contact& contact, int now, std::function<void (int)> choose);
/** Opens a palette of all bodies, drawn as on the Stage. */
void showBodies (juce::Component& from, int now, std::function<void (int)> choose);

/** Creates the same palettes without opening a sheet, as for tests. */
std::unique_ptr<ChoicePalette> makeLawPalette (const Contact& contact, int now, std::function<void (int)> choose);
std::unique_ptr<ChoicePalette> makeBodyPalette (int now, std::function<void (int)> choose);
} // namespace kolophon
