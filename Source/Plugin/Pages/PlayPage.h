// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/FrontPanels.h"
#include "../Panels/Page.h"
#include "../Pictures/Picture.h"
#include "../Pictures/PlayableRange.h"

#include "../../Synth/Parameters/Modulation.h"

namespace kolophon
{
/** The page Play: the stage and three more pictures, between the controls of the hand and of the body. [message] */
class PlayPage final : public Page
{
public:
    PlayPage (PageContext itsContext, PictureContext& pictures);

    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void advance (int tick) override;
    bool hasPictures () const override { return true; }
    void resized () override;

    /** The stage is 0, the three pictures below it follow. */
    Pane& pane (int number) { return *ownPanes[static_cast<std::size_t> (number)]; }
    std::vector<Pane*> panes () override { return addressesOf (ownPanes); }
    /** Sets a component below the pictures, or none; the caller keeps ownership. */
    void setFooter (juce::Component* newFooter);
    /** Highlights the controls of these parameters; an empty list clears the highlight. */
    void highlight (const std::vector<std::string_view>& ids);

private:
    void addPanel (const FrontPanel& front);

    PageContext context;
    const PictureData& data;
    PlayableRange range;
    std::vector<ParameterRow*> playRows;
    std::vector<std::unique_ptr<ParameterPanel>> panels; // hand, contact, body, out
    std::vector<std::unique_ptr<Pane>> ownPanes;
    LevelMeter level;
    juce::Component* footer = nullptr;
};

/** The page Lab: four large pictures. [message] */
class LabPage final : public Page
{
public:
    explicit LabPage (PictureContext& pictures);

    void refresh (const Patch&, const MeterFrame*) override {}
    void advance (int tick) override;
    bool hasPictures () const override { return true; }
    void resized () override;
    Pane& pane (int number) { return *ownPanes[static_cast<std::size_t> (number)]; }
    std::vector<Pane*> panes () override { return addressesOf (ownPanes); }

private:
    void showTime ();
    void showPause ();

    PictureContext& context;
    std::vector<std::unique_ptr<Pane>> ownPanes;
    juce::TextButton pause { "Pause" };
    juce::Slider time { juce::Slider::LinearHorizontal, juce::Slider::NoTextBox };
    juce::Label shownTime;
};

/** Labels of the knobs that a macro moves by its links or by the matrix. */
juce::StringArray knobsMovedBy (const Modulation& modulation, std::size_t macro);
/** Those that fit into this width in the font: "Grip, Texture +2". */
juce::String shortListOf (const juce::StringArray& labels, const juce::Font& font, int width);
/** All of them in words: "Moves Grip, Texture and Level." */
juce::String sentenceAbout (const juce::StringArray& labels);

/** The eight macro knobs, if the table has them, labelled with the names from the preset: large where the preset moves
    anything by them. [message] */
class MacroStrip final : public juce::Component
{
public:
    explicit MacroStrip (PageContext context);
    /** Updates values and names; an unnamed macro is "Macro 3". */
    void refresh (const Modulation& modulation);
    void resized () override;
    void paint (juce::Graphics& g) override;
    /** False if the table has no macros. */
    bool isNeeded () const noexcept { return ! rows.empty(); }

private:
    std::vector<std::unique_ptr<ParameterRow>> rows;
    Modulation shown;
    bool isKnown = false;
};
} // namespace kolophon
