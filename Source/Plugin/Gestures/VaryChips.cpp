// SPDX-License-Identifier: GPL-3.0-or-later
#include "VaryChips.h"

#include "../../Synth/Parameters/ParameterTable.h"

#include <algorithm>
#include <array>

namespace kolophon
{
namespace
{
constexpr auto allSeeds = "*.seed", anyValue = "*";
constexpr std::array<const char*, 6> usuallyVaried { "hand.speed", "hand.pressure",  "hand.position",
                                                     "hand.bite",  "contact.travel", "surface.texture" };
constexpr int varyHeight = 24, varyGap = 6; // [px]
} // namespace

std::vector<VaryEntry> varyEntriesOf (const juce::String& list)
{
    std::vector<VaryEntry> entries;
    for (const auto& item : juce::StringArray::fromTokens (list, ",", ""))
        if (item.trim().isNotEmpty())
            entries.push_back ({ item.upToFirstOccurrenceOf ("=", false, false).trim(),
                                 item.fromFirstOccurrenceOf ("=", false, false).trim() });
    return entries;
}

juce::String textOf (const std::vector<VaryEntry>& entries)
{
    juce::StringArray items;
    for (const auto& [id, spec] : entries)
        items.add (spec.isEmpty() ? id : id + "=" + spec);
    return items.joinIntoString (",");
}

juce::String wordsFor (const VaryEntry& entry)
{
    if (entry.id == allSeeds && entry.spec == anyValue)
        return "All seeds";
    const auto parameter = findParameter (entry.id.toStdString());
    if (! parameter)
        return textOf ({ entry });
    const auto name = toJuce (parameterTable()[*parameter].label) + " ";
    if (entry.spec == anyValue)
        return name + "anywhere";
    return name + (entry.spec.contains (":") ? entry.spec.replace (":", " to ") : entry.spec.replace ("%", " %"));
}

//======================================================================================================================
class VaryChips::Chip final : public juce::Button
{
public:
    Chip (const VaryEntry& itsEntry, bool inUse) : Button (wordsFor (itsEntry)), entry (itsEntry), isInUse (inUse)
    {
        setButtonText (getName());
        setToggleState (isInUse, juce::dontSendNotification);
        describe (*this, (isInUse ? "Varies: " : "Vary ") + getName(),
                  isInUse ? "Varies from take to take. Click: keep it the same."
                          : "Stays the same in all takes. Click: vary it by the amount below.");
    }

    int naturalWidth () const { return LookAndFeel::font (13.0f).getStringWidth (getButtonText()) + 36; }

    void paintButton (juce::Graphics& g, bool over, bool) override
    {
        const auto area = getLocalBounds().toFloat();
        const float round = 0.5f * area.getHeight();
        if (isInUse || over)
        {
            g.setColour (isInUse ? palette::stick.withAlpha (over ? 0.35f : 0.22f) : juce::Colour (palette::raised));
            g.fillRoundedRectangle (area, round);
        }
        g.setColour (hasKeyboardFocus (false) ? palette::text
                     : isInUse                ? palette::stick
                                              : palette::line.brighter (0.2f));
        g.drawRoundedRectangle (area.reduced (0.5f), round - 0.5f, 1.0f);
        // A cross takes it out, a plus adds it.
        const juce::Point<float> sign (area.getRight() - 14.0f, area.getCentreY());
        const auto turn =
            juce::AffineTransform::rotation (isInUse ? juce::MathConstants<float>::pi / 4.0f : 0.0f, sign.x, sign.y);
        juce::Path cross;
        cross.addRectangle (juce::Rectangle<float> (9.0f, 1.4f).withCentre (sign));
        cross.addRectangle (juce::Rectangle<float> (1.4f, 9.0f).withCentre (sign));
        g.setColour (isInUse ? palette::text : palette::quietText);
        g.fillPath (cross, turn);
        g.setFont (LookAndFeel::font (13.0f));
        g.drawText (getButtonText(), getLocalBounds().withTrimmedLeft (11).withTrimmedRight (22),
                    juce::Justification::centredLeft, false);
    }

    const VaryEntry entry;
    const bool isInUse;
};

VaryChips::VaryChips()
{
    describe (*this, "Variations", "Differences from take to take: click to add or to remove one.");
}

VaryChips::~VaryChips() = default;

void VaryChips::show (const juce::String& list, const juce::String& spec)
{
    if (list == shownList && spec == shownSpec && ! chips.isEmpty())
        return;
    shownList = list;
    shownSpec = spec;
    chips.clear();
    const auto add = [this] (const VaryEntry& entry, bool isInUse)
    {
        auto* chip = chips.add (new Chip (entry, isInUse));
        chip->setMouseClickGrabsKeyboardFocus (false);
        chip->onClick = [this, entry, isInUse] { click (entry, isInUse); };
        addAndMakeVisible (chip);
    };
    const auto inUse = varyEntriesOf (list);
    for (const auto& entry : inUse)
        add (entry, true);
    const auto offer = [&] (const juce::String& id, const juce::String& how)
    {
        if (std::none_of (inUse.begin(), inUse.end(), [&id] (const auto& each) { return each.id == id; }))
            add ({ id, how }, false);
    };
    offer (allSeeds, anyValue);
    for (const auto* id : usuallyVaried)
        offer (id, spec);
    resized();
}

/** The chip that was clicked is replaced, so the change waits until its click has ended. */
void VaryChips::click (const VaryEntry& entry, bool isInUse)
{
    auto entries = varyEntriesOf (shownList);
    if (isInUse)
        entries.erase (std::remove (entries.begin(), entries.end(), entry), entries.end());
    else
        entries.push_back (entry);
    juce::MessageManager::callAsync (
        [safe = juce::Component::SafePointer (this), list = textOf (entries)]
        {
            if (safe != nullptr && safe->onChange)
                safe->onChange (list);
        });
}

void VaryChips::resized()
{
    int x = 0, y = 0;
    for (auto* chip : chips)
    {
        const int width = juce::jmin (chip->naturalWidth(), getWidth());
        if (x > 0 && x + width > getWidth())
        {
            x = 0;
            y += varyHeight + varyGap;
        }
        chip->setBounds (x, y, width, varyHeight);
        chip->setVisible (y + varyHeight <= getHeight());
        x += width + varyGap;
    }
}
} // namespace kolophon
