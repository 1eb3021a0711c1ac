// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakesPane.h"

#include "../../Core/Text/NumberText.h"
#include "../../Files/Presets/PresetFile.h"
#include "../../Files/Songs/PerformanceFile.h"
#include "../../Rendering/Takes/TakeFiles.h"
#include "../../Rendering/Takes/TakeRunner.h"
#include "../Controls/IconButton.h"
#include "../Panels/MatrixPanel.h"
#include "../Session/InstrumentSession.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
juce::File usualFolder ()
{
    const auto music = juce::File::getSpecialLocation (juce::File::userMusicDirectory);
    const auto home = juce::File::getSpecialLocation (juce::File::userHomeDirectory);
    return (music.isDirectory() ? music : home).getChildFile ("Kolophon Takes");
}
} // namespace

TakesPane::TakesPane (PageContext itsContext) : context (itsContext), takes (context.session, context.sentence)
{
    describe (*this, "Takes", "Renders many variations of one gesture into sound files.");
    if (order().folder.empty())
    {
        order().folder = usualFolder().getFullPathName().toStdString();
        order().vary = "*.seed=*";
    }
    makeSourceFields();
    makeFinishingFields();
    makeMenus();
    makeButtons();
    addAndMakeVisible (takes);
    refresh();
}

TakeOrder& TakesPane::order() const
{
    return context.session.takeOrder();
}

ValueField& TakesPane::field (const juce::String& title) const
{
    return **std::find_if (fields.begin(), fields.end(), [&] (const auto& each) { return each->getTitle() == title; });
}

//======================================================================================================================
void TakesPane::setFromPerformance (bool shouldBe)
{
    fromPerformance = shouldBe;
    source.setSelectedId (shouldBe ? 2 : 1, juce::dontSendNotification);
    for (const auto* title : { "Note", "Seconds", "Velocity" })
        field (title).setEnabled (! fromPerformance);
    rate.setEnabled (! fromPerformance);
}

void TakesPane::setVary (const juce::String& text)
{
    order().vary = text.toStdString();
    vary.setText (text, false);
    chips.show (text, specOfAmount());
}

/** The amount as the text of a variation: "±20%". */
juce::String TakesPane::specOfAmount() const
{
    return juce::String::fromUTF8 ("±") + toJuce (shortest (0.1 * std::round (1000.0 * amount))) + "%";
}

void TakesPane::showAsText (bool shouldShow)
{
    asText.setToggleState (shouldShow, juce::dontSendNotification);
    vary.setVisible (shouldShow);
    chips.setVisible (! shouldShow);
}

/** Checks the typed text. An invalid one is kept for correction: the help line shows the error, and the frame marks it.
    */
void TakesPane::checkVary()
{
    order().vary = vary.getText().toStdString();
    auto next = order();
    next.preset = context.session.currentPreset();
    const auto plan = planTakes (next);
    if (! plan)
        context.sentence.showError (toJuce (plan.error().what()));
    vary.setColour (juce::TextEditor::outlineColourId,
                    plan ? juce::Colours::transparentBlack : juce::Colour (palette::alarm));
    vary.repaint();
}

/** Adds a knob, in place of its existing entry in the list. */
void TakesPane::addKnob (std::size_t parameter)
{
    const VaryEntry added { toJuce (parameterTable()[parameter].id), specOfAmount() };
    auto entries = varyEntriesOf (vary.getText());
    const auto same =
        std::find_if (entries.begin(), entries.end(), [&added] (const auto& e) { return e.id == added.id; });
    if (same != entries.end())
        *same = added;
    else
        entries.push_back (added);
    setVary (textOf (entries));
}

void TakesPane::showKnobs()
{
    auto menu = targetMenu (
        [safe = juce::Component::SafePointer (this)] (std::optional<std::size_t> chosen)
        {
            if (safe == nullptr)
                return;
            chosen ? safe->addKnob (*chosen) : safe->setVary ({});
        });
    menu.setLookAndFeel (&context.look);
    menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (addKnobButton).withDeletionCheck (*this));
}

void TakesPane::chooseFolder()
{
    dialog.chooseFolder (*this, "Folder for takes", juce::File (toJuce (order().folder.string())),
                         [this] (const juce::File& chosen)
                         {
                             order().folder = chosen.getFullPathName().toStdString();
                             refresh();
                         });
}

void TakesPane::render()
{
    auto& session = context.session;
    auto wanted = order();
    wanted.preset = session.currentPreset();
    wanted.jobs = std::max (1, static_cast<int> (std::thread::hardware_concurrency()) - 1); // one is left for the sound
    if (fromPerformance)
    {
        wanted.performance = session.lastMinute();
        if (! wanted.performance)
            return context.sentence.showError ("nothing has been played yet");
        if (wanted.performance->log.driven)
            return context.sentence.showError (
                "a side-chain moved the hands in the last minute; its signal is not recorded");
    }
    session.takes().start (std::move (wanted));
    refresh();
}

void TakesPane::refresh()
{
    for (auto& each : fields)
        each->refresh();
    showChoices();
    chips.show (vary.getText(), specOfAmount());
    field ("Level of the files").setEnabled (order().finishing.level.has_value());
    takes.refresh();
    folderText.setText (toJuce (order().folder.string()), juce::dontSendNotification);
    auto& runner = context.session.takes();
    if (runner.version() == version)
        return;
    version = runner.version();
    const auto state = runner.state();
    start.setButtonText (state.isRunning ? "Cancel" : "Render");
    const int done = static_cast<int> (state.takes.size());
    progress = state.isRunning ? static_cast<double> (done) / juce::jmax (1, state.wanted) : -1.0;
    juce::String words;
    if (state.isRunning)
        words = juce::String (done) + " of " + juce::String (state.wanted);
    else if (! state.error.empty())
        words = "Failed";
    else if (state.wasCancelled)
        words = "Cancelled: " + juce::String (done) + " of " + juce::String (state.wanted) + " rendered";
    else if (state.wanted > 0)
        words = juce::String (done) + (done == 1 ? " take rendered" : " takes rendered");
    status.setText (words, juce::dontSendNotification);
    status.setColour (juce::Label::textColourId, state.error.empty() ? palette::quietText : palette::alarm);
    if (! state.error.empty() && ! state.isRunning)
        context.sentence.showError (toJuce (state.error));
    repaint (bar.expanded (2));
}
} // namespace kolophon
