// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Feeds/MeterFrame.h"
#include "../Controls/ParameterRow.h"

#include <JuceHeader.h>

namespace kolophon
{
class EditorSettings;
class Pane;
class InstrumentSession;

/** Pages of the editor: playing, sound design, modulation, laboratory. */
enum class PageKind { play, design, mod, lab };
inline constexpr int pageKinds = 4;

/** One page of the editor. Only the visible page is updated. [message] */
class Page : public juce::Component
{
public:
    /** Updates the controls, thirty times per second. `meters` is null without a new frame. */
    virtual void refresh (const Patch& patch, const MeterFrame* meters) = 0;
    /** Called sixty times per second. */
    virtual void advance (int tick) { juce::ignoreUnused (tick); }
    /** Panes of the page, in their order. */
    virtual std::vector<Pane*> panes () { return {}; }
    /** True while a part of the page is drawn from the sound. */
    virtual bool hasPictures () const { return false; }
};

/** References that all pages are constructed with. */
struct PageContext
{
    InstrumentSession& session;
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    juce::LookAndFeel& look;
    EditorSettings& settings;
    const KnobMotion* motion = nullptr; // drawn on the knobs
};

/** Pointers to owned objects. */
template <class Thing>
std::vector<Thing*> addressesOf (const std::vector<std::unique_ptr<Thing>>& things)
{
    std::vector<Thing*> all;
    for (const auto& each : things)
        all.push_back (each.get());
    return all;
}
/** Help text for the panel with this name. */
juce::String helpOfPanel (const juce::String& name);

/** Colour of a group's controls: that of modulation for its sources, else that of all knobs. */
juce::Colour accentOf (std::string_view group);

/** Creates the row of the parameter with this id, with additions for its kind: laws and bodies have help texts of their
    own and are chosen from a palette. Null if the table has no such parameter. */
std::unique_ptr<ParameterRow> makeRow (PageContext& context, std::string_view id,
                                       ParameterRow::Style style = ParameterRow::Style::line);

/** Repaints a slider or a menu when the mouse enters or leaves, since LookAndFeel draws it lighter under the mouse.
    Does nothing for other controls. */
void lightUnderMouse (juce::Component& control);
/** Scrolls to the component that gets the focus by Tab. */
void followFocus (juce::Viewport& viewport);

/** Prevents clicks from taking the keyboard focus, for the host's space bar or notes on the computer's keys. Tab and
    typed values still work. Also calls lightUnderMouse() for the controls. */
void leaveKeyboardAlone (juce::Component& component);
} // namespace kolophon
