// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/IconButton.h"

#include <functional>
#include <vector>

namespace kolophon
{
/** One entry of a list of variations, as text: "hand.speed=±20%". See Variation.h. */
struct VaryEntry
{
    juce::String id, spec; // on either side of the equals sign

    bool operator== (const VaryEntry&) const = default;
};
std::vector<VaryEntry> varyEntriesOf (const juce::String& list);
juce::String textOf (const std::vector<VaryEntry>& entries);
/** "Speed ±20 %", "All seeds", "Position 0.08 to 0.16"; an entry of another kind as it is. */
juce::String wordsFor (const VaryEntry& entry);

/** Variations from take to take, as chips: those in use, and usual ones that a click adds. A click on one in use takes
    it out. [message] */
class VaryChips final : public juce::Component
{
public:
    VaryChips();
    ~VaryChips() override;

    /** Shows a list; `spec` is that of knobs which are added: "±20%". */
    void show (const juce::String& list, const juce::String& spec);
    /** Called with the list after a click. */
    std::function<void (const juce::String& list)> onChange;
    void resized () override;

private:
    class Chip;
    void click (const VaryEntry& entry, bool isInUse);

    juce::String shownList, shownSpec;
    juce::OwnedArray<Chip> chips;
};
} // namespace kolophon
