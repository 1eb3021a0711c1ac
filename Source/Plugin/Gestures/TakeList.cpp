// SPDX-License-Identifier: GPL-3.0-or-later
#include "TakeList.h"

#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Sounds/SoundFile.h"
#include "../Controls/IconButton.h"
#include "../Session/InstrumentSession.h"

#include <chrono>

namespace kolophon
{
namespace
{
constexpr int side = 12, headerHeight = 30, footerHeight = 34, rowHeight = 24, farEnough = 6;
constexpr std::array<int, 4> columns { 0, 64, 146, 226 }; // [px] from the right: limit, peak, loudness, length

juce::String decibels (double value, const char* unit)
{
    return toJuce (fixed (value, 1)) + " " + unit;
}
} // namespace

TakeList::TakeList (InstrumentSession& itsSession, SentenceLine& itsSentence)
    : session (itsSession), sentence (itsSentence)
{
    describe (*this, "Rendered takes",
              "Double-click a take to play it; drag it to a track in the host or onto the desktop.");
    dragOut = [this] (const juce::StringArray& files)
    { juce::DragAndDropContainer::performExternalDragDropOfFiles (files, false, this); };
    list.setRowHeight (rowHeight);
    list.setMultipleSelectionEnabled (true);
    describe (list, "Takes", getHelpText());
    list.setColour (juce::ListBox::backgroundColourId, juce::Colours::transparentBlack);
    list.addMouseListener (this, true);
    addAndMakeVisible (list);
    const auto add =
        [this] (juce::TextButton& button, const char* title, const char* help, std::function<void()> action)
    {
        describe (button, title, help);
        button.onClick = std::move (action);
        addAndMakeVisible (button);
    };
    add (listenButton, "Listen", "Plays the selected take.", [this] { listen(); });
    add (command, "Copy command", "Copies the command that renders these files in a terminal.",
         [this] { juce::SystemClipboard::copyTextToClipboard (toJuce (shown.command)); });
    add (folder, "Show folder", "Opens the folder of the takes in the file manager.",
         [this] { juce::File (toJuce (shown.folder.string())).revealToUser(); });
    refresh();
}

TakeList::~TakeList()
{
    session.audition().stop();
}

juce::File TakeList::fileOf (int row) const
{
    if (row < 0 || row >= static_cast<int> (shown.takes.size()))
        return {};
    return juce::File (toJuce ((shown.folder / shown.takes[static_cast<std::size_t> (row)].file).string()));
}

juce::StringArray TakeList::chosenFiles() const
{
    juce::StringArray files;
    for (int i = 0; i < list.getNumSelectedRows(); ++i)
        if (const auto file = fileOf (list.getSelectedRow (i)); file.existsAsFile())
            files.add (file.getFullPathName());
    return files;
}

void TakeList::listen()
{
    auto& audition = session.audition();
    if (audition.isPlaying())
        return audition.stop(), refreshButtons();
    const auto file = fileOf (list.getLastRowSelected());
    if (file == juce::File() || reading.valid())
        return;
    reading = std::async (std::launch::async,
                          [path = file.getFullPathName().toStdString()]
                          {
                              return readRecording (path).map (
                                  [] (const Recording& recording)
                                  {
                                      const auto& left = recording.left;
                                      const auto& right = recording.right.empty() ? left : recording.right;
                                      return Audition::Sound { { left.begin(), left.end() },
                                                               { right.begin(), right.end() },
                                                               recording.sampleRate };
                                  });
                          });
}

void TakeList::refreshButtons()
{
    wasPlaying = session.audition().isPlaying();
    listenButton.setButtonText (wasPlaying ? "Stop" : "Listen");
    listenButton.setEnabled (wasPlaying || list.getNumSelectedRows() > 0);
    command.setEnabled (! shown.command.empty());
    folder.setEnabled (! shown.takes.empty());
}

void TakeList::refresh()
{
    if (reading.valid() && reading.wait_for (std::chrono::seconds (0)) == std::future_status::ready)
    {
        auto sound = reading.get();
        if (sound)
            session.audition().play (std::make_unique<const Audition::Sound> (*std::move (sound)));
        else
            sentence.showError (toJuce (sound.error().what()));
    }
    if (session.takes().version() != version)
    {
        version = session.takes().version();
        shown = session.takes().state();
        list.updateContent();
        if (shown.takes.empty())
            list.deselectAllRows();
        repaint();
        refreshButtons();
    }
    if (session.audition().isPlaying() != wasPlaying)
        refreshButtons();
}

juce::String TakeList::getNameForRow (int row)
{
    if (row < 0 || row >= getNumRows())
        return {};
    const auto& take = shown.takes[static_cast<std::size_t> (row)];
    return toJuce (take.file) + ", " + toJuce (fixed (take.take.finished.seconds, 2)) + " s";
}

void TakeList::paintListBoxItem (int row, juce::Graphics& g, int width, int height, bool selected)
{
    if (row < 0 || row >= getNumRows())
        return;
    const auto& entry = shown.takes[static_cast<std::size_t> (row)];
    const auto& done = entry.take.finished;
    auto area = juce::Rectangle<int> (width, height).reduced (4, 1);
    if (selected)
    {
        g.setColour (palette::raised);
        g.fillRoundedRectangle (area.toFloat(), 4.0f);
        g.setColour (palette::stick);
        g.fillRect (area.withWidth (3));
    }
    const auto column = [&] (std::size_t place, int wide)
    {
        return area.withRight (area.getRight() - columns[place] - 6)
            .withLeft (area.getRight() - columns[place] - 6 - wide);
    };
    g.setFont (LookAndFeel::font (12.0f));
    g.setColour (done.heldByPeak ? palette::text : palette::quietText); // informative, not an error
    if (done.heldByPeak)
        g.drawText ("peak", column (0, 56), juce::Justification::centredRight, false);
    g.drawText (done.peak > 0.0 ? decibels (dbFromGain (done.peak), "dBFS") : juce::String ("silence"), column (1, 78),
                juce::Justification::centredRight, false);
    g.setColour (palette::quietText);
    if (done.loudness)
        g.drawText (decibels (*done.loudness, "LUFS"), column (2, 76), juce::Justification::centredRight, false);
    g.drawText (toJuce (fixed (done.seconds, 2)) + " s", column (3, 60), juce::Justification::centredRight, false);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (13.0f, selected));
    g.drawFittedText (toJuce (entry.file), area.withTrimmedLeft (10).withRight (area.getRight() - columns[3] - 70),
                      juce::Justification::centredLeft, 1, 0.8f);
}

/** Starts a drag of the row's file out of the window, once the mouse has moved far enough. */
void TakeList::mouseDrag (const juce::MouseEvent& event)
{
    if (dragging || event.getDistanceFromDragStart() < farEnough || ! list.isParentOf (event.originalComponent))
        return;
    const auto files = chosenFiles();
    if (files.isEmpty())
        return;
    dragging = true;
    dragOut (files);
}

void TakeList::mouseUp (const juce::MouseEvent&)
{
    dragging = false;
}

void TakeList::resized()
{
    auto area = getLocalBounds().reduced (side, 0).withTrimmedTop (headerHeight);
    auto footer = area.removeFromBottom (footerHeight).reduced (0, 4);
    listenButton.setBounds (footer.removeFromLeft (84));
    footer.removeFromLeft (8);
    folder.setBounds (footer.removeFromRight (100));
    footer.removeFromRight (8);
    command.setBounds (footer.removeFromRight (120));
    list.setBounds (area.expanded (4, 0));
}

void TakeList::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().toFloat(), 6.0f);
    const auto header = getLocalBounds().reduced (side, 0).withHeight (headerHeight);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (14.0f, true));
    g.drawText ("Takes", header, juce::Justification::centredLeft, false);
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    if (shown.takes.empty())
        g.drawFittedText ("Rendered takes appear here: play them, or drag them to a track in the host or onto the "
                          "desktop. Their folder also holds a list of them and the preset used.",
                          getLocalBounds().reduced (48, 80), juce::Justification::centred, 4, 0.9f);
    else
        g.drawText ("drag out as WAV", header, juce::Justification::centredRight, false);
}
} // namespace kolophon
