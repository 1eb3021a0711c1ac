#pragma once

#include "../Synth/Patch.h"

#include <JuceHeader.h>

#include <functional>

namespace kolophon
{
/** A sheet of choices, each with a drawing, a name and a sentence. Arrow keys and return choose, too. [message] */
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

/** Opens a sheet beside what was clicked, inside the editor. */
void showSheet (juce::Component& from, std::unique_ptr<juce::Component> sheet);
/** All friction laws, drawn as the steady curve that this contact would have under each. */
void showLaws (juce::Component& from, const Contact& contact, int now, std::function<void (int)> choose);
/** All bodies, drawn as the Stage draws them. */
void showBodies (juce::Component& from, int now, std::function<void (int)> choose);

/** The same sheets, for who wants to draw them. */
std::unique_ptr<ChoicePalette> makeLawPalette (const Contact& contact, int now, std::function<void (int)> choose);
std::unique_ptr<ChoicePalette> makeBodyPalette (int now, std::function<void (int)> choose);
} // namespace kolophon
