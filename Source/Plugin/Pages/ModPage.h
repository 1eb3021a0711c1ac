// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Controls/TabButton.h"
#include "../Gestures/GesturePane.h"
#include "../Gestures/TakesPane.h"
#include "../Panels/MatrixPanel.h"
#include "SourcePalette.h"

namespace kolophon
{
/** Sections of the page Mod; one is shown at a time. */
enum class ModSection { sources, gesture, takes };
inline constexpr int modSections = 3;

/** The page Mod: envelopes, LFOs, drift, and the matrix that connects them to knobs; the drawn gesture; and takes.
    [message] */
class ModPage final : public Page
{
public:
    ModPage (PageContext itsContext, PictureContext& itsPictures);
    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void advance (int tick) override;
    bool hasPictures () const override { return shown == ModSection::gesture; } // it shows the playback position
    void resized () override;
    void paint (juce::Graphics& g) override;
    void focusOfChildComponentChanged (FocusChangeType) override;

    void show (ModSection section);
    ModSection section () const noexcept { return shown; }
    GesturePane& gesturePane () noexcept { return gesture; }
    TakesPane& takesPane () noexcept { return takes; }

    /** True for rows of the table that are on this page: in a panel, in the matrix or beside the gesture. */
    static bool shows (const ParamInfo& info);

private:
    void layOutSources ();

    juce::OwnedArray<TabButton> tabs;
    ModSection shown = ModSection::sources;
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    MatrixPanel matrix;
    SourcePalette sources;
    juce::Viewport viewport;
    juce::Component canvas;
    GesturePane gesture;
    TakesPane takes;
};
} // namespace kolophon
