#pragma once

#include "GesturePane.h"
#include "MatrixPanel.h"
#include "TakesPane.h"

namespace kolophon
{
/** What the page Mod has one at a time. */
enum class ModSection { sources, gesture, takes };
inline constexpr int modSections = 3;

/** What moves knobs: envelopes, LFOs, drift, and the matrix that leads them to knobs; the drawn gesture; and takes of
    all that. [message] */
class ModPage final : public Page
{
public:
    ModPage (PageContext itsContext, PictureContext& itsPictures);
    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void advance (int tick) override;
    bool hasPictures () const override { return shown == ModSection::gesture; } // where the hand is
    void resized () override;
    void focusOfChildComponentChanged (FocusChangeType) override;

    void show (ModSection section);
    ModSection section () const noexcept { return shown; }
    GesturePane& gesturePane () noexcept { return gesture; }
    TakesPane& takesPane () noexcept { return takes; }

    /** True for rows of the table that stand here, in one of the panels, in the matrix or beside the gesture. */
    static bool shows (const ParamInfo& info);

private:
    std::array<juce::TextButton, modSections> tabs;
    ModSection shown = ModSection::sources;
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    MatrixPanel matrix;
    juce::Viewport viewport;
    juce::Component canvas;
    GesturePane gesture;
    TakesPane takes;
};
} // namespace kolophon
