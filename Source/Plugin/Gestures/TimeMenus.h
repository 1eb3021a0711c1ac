// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "GestureAxes.h"

#include <JuceHeader.h>

namespace kolophon
{
class EditorSettings;

/** Menus of the time axis: its unit, and the grid that times snap to. Both are remembered in the settings. [message] */
class TimeMenus
{
public:
    explicit TimeMenus (EditorSettings& itsSettings);

    /** Unit of an axis that follows no song. */
    TimeAxis::Unit unit () const noexcept { return chosen; }
    void setUnit (TimeAxis::Unit unit);
    /** Step of the grid, as a fraction of the axis; 0: no snapping. */
    double snapStep (const TimeAxis& axis) const;
    /** Shows the unit of the axis and its steps. */
    void refresh (const TimeAxis& axis);

    juce::ComboBox ruler, snap;

private:
    EditorSettings& settings;
    TimeAxis::Unit chosen = TimeAxis::Unit::seconds, snapsOf = TimeAxis::Unit::seconds;
};
} // namespace kolophon
