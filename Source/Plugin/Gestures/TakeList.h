// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Rendering/Takes/TakeRunner.h"
#include "../Controls/StatusStrip.h"
#include "../Session/Audition.h"

#include <future>

namespace kolophon
{
class InstrumentSession;

/** The takes rendered last, which can be played and dragged out of the window as WAV files. [message] */
class TakeList final : public juce::Component, private juce::ListBoxModel
{
public:
    TakeList (InstrumentSession& itsSession, SentenceLine& itsSentence);
    ~TakeList() override;

    /** Follows the TakeRunner. */
    void refresh ();
    /** Files of the selected takes. */
    juce::StringArray chosenFiles () const;
    void choose (int row) { list.selectRow (row); }
    /** Plays the selected take, or stops playback. */
    void listen ();
    /** Starts a drag of files out of the window; the desktop handles the rest. */
    std::function<void (const juce::StringArray& files)> dragOut;

    void resized () override;
    void paint (juce::Graphics& g) override;
    void mouseDrag (const juce::MouseEvent& event) override;
    void mouseUp (const juce::MouseEvent& event) override;

private:
    int getNumRows () override { return static_cast<int> (shown.takes.size()); }
    void paintListBoxItem (int row, juce::Graphics& g, int width, int height, bool selected) override;
    void listBoxItemDoubleClicked (int, const juce::MouseEvent&) override { listen(); }
    void returnKeyPressed (int) override { listen(); }
    void deleteKeyPressed (int) override {}
    void selectedRowsChanged (int) override { refreshButtons(); }
    juce::String getNameForRow (int row) override;
    juce::File fileOf (int row) const;
    void refreshButtons ();

    InstrumentSession& session;
    SentenceLine& sentence;
    TakeRunner::State shown;
    juce::ListBox list { "Takes", this };
    juce::TextButton listenButton { "Listen" }, command { "Copy command" }, folder { "Show folder" };
    std::future<Result<Audition::Sound>> reading; // finishes before the list is destroyed
    bool dragging = false, wasPlaying = false;
    std::uint64_t version = ~std::uint64_t { 0 };
};
} // namespace kolophon
