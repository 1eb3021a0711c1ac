#pragma once

#include "Page.h"
#include "Picture.h"

#include "../Synth/Modulation.h"

namespace kolophon
{
/** The stage, with three more pictures, between hand and body: what is played with, and what can be seen of it.
    [message] */
class PlayPage final : public Page
{
public:
    PlayPage (PageContext itsContext, PictureContext& pictures);

    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void advance (int tick) override;
    bool hasPictures () const override { return true; }
    void resized () override;

    /** The stage first, then the three below it. */
    Pane& pane (int number) { return *ownPanes[static_cast<std::size_t> (number)]; }
    std::vector<Pane*> panes () override { return addressesOf (ownPanes); }
    /** Something below the pictures, or nothing; it belongs to somebody else. */
    void setFooter (juce::Component* newFooter);
    /** Draws attention to the controls of these parameters; none: to nothing. */
    void highlight (const std::vector<std::string_view>& ids);

private:
    ParameterPanel& addPanel (const juce::String& name, std::initializer_list<std::string_view> ids,
                              std::initializer_list<std::string_view> tall = {});

    PageContext context;
    std::vector<std::unique_ptr<ParameterPanel>> panels; // hand, contact, body, out
    std::vector<std::unique_ptr<Pane>> ownPanes;
    LevelMeter level;
    juce::Component* footer = nullptr;
};

/** Four large pictures. [message] */
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

/** The eight macro knobs, where the table has them, by the names that the preset gives them. [message] */
class MacroStrip final : public juce::Component
{
public:
    explicit MacroStrip (PageContext context);
    /** The names are the preset's; one without is "Macro 3". */
    void refresh (const Modulation& modulation);
    void resized () override;
    void paint (juce::Graphics& g) override;
    /** False where the table has none. */
    bool isNeeded () const noexcept { return ! rows.empty(); }

private:
    std::vector<std::unique_ptr<ParameterRow>> rows;
};
} // namespace kolophon
