#pragma once

#include "../Synth/Telemetry.h"
#include "ParameterRow.h"

#include <JuceHeader.h>

namespace kolophon
{
class EditorSettings;
class Pane;
class PluginProcessor;

/** What the editor is about: to play, to design a sound, to move it, to look closely. */
enum class PageKind { play, design, mod, lab };
inline constexpr int pageKinds = 4;

/** One page of the editor. Only the one that is seen is asked for anything. [message] */
class Page : public juce::Component
{
public:
    /** Brings the controls up to date, thirty times a second. `meters` is null when nothing new has come. */
    virtual void refresh (const Patch& patch, const MeterFrame* meters) = 0;
    /** Sixty times a second. */
    virtual void advance (int tick) { juce::ignoreUnused (tick); }
    /** The pictures on it, in their order. */
    virtual std::vector<Pane*> panes () { return {}; }
    /** True while something on it is drawn from what sounds. */
    virtual bool hasPictures () const { return false; }
};

/** What pages are made with. */
struct PageContext
{
    PluginProcessor& processor;
    SentenceLine& sentence;
    juce::AudioProcessorEditor& editor;
    juce::LookAndFeel& look;
    EditorSettings& settings;
    const KnobMotion* motion = nullptr; // drawn on the knobs
};

/** Of things that are owned. */
template <class Thing>
std::vector<Thing*> addressesOf (const std::vector<std::unique_ptr<Thing>>& things)
{
    std::vector<Thing*> all;
    for (const auto& each : things)
        all.push_back (each.get());
    return all;
}
/** What the controls of a panel with this name are about. */
juce::String helpOfPanel (const juce::String& name);

/** The bow's side is amber, the body's cyan, what is heard green. */
juce::Colour accentOf (std::string_view group);

/** A row of the parameter with this id, with what else its kind wants: laws and bodies explain themselves and are
    chosen
    from a palette. Null when the table has none. */
std::unique_ptr<ParameterRow> makeRow (PageContext& context, std::string_view id,
                                       ParameterRow::Style style = ParameterRow::Style::line);

/** Paints a slider or a menu when the mouse comes and when it goes, since LookAndFeel draws them lighter under it. Does
    nothing for others. */
void lightUnderMouse (juce::Component& control);
/** Scrolls to what Tab has come to. */
void followFocus (juce::Viewport& viewport);

/** A click leaves the keyboard to whoever has it: the host's space bar, or the keys that are being played. Tab and
    typed values still work. Lights controls under the mouse, too. */
void leaveKeyboardAlone (juce::Component& component);
} // namespace kolophon
