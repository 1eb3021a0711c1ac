// SPDX-License-Identifier: GPL-3.0-or-later
#include "TimeMenus.h"

#include "../Desktop/EditorSettings.h"
#include "../Drawing/LookAndFeel.h"

namespace kolophon
{
namespace
{
constexpr std::array<const char*, TimeAxis::units> unitNames { "Seconds", "Frames 24", "Frames 25", "Frames 30",
                                                               "Beats" };
} // namespace

TimeMenus::TimeMenus (EditorSettings& itsSettings) : settings (itsSettings)
{
    int id = 1;
    for (const auto* name : unitNames)
        ruler.addItem (name, id++);
    for (int i = 0; i < TimeAxis::units; ++i) // the choice beats sets a knob
        if (const auto kind = static_cast<TimeAxis::Unit> (i);
            kind != TimeAxis::Unit::beats && settings.gestureRuler() == ruler.getItemText (i))
            chosen = kind;
    ruler.setTitle ("Ruler");
    ruler.setHelpText ("Unit of time. Beats: the gesture follows the project tempo.");
    snap.onChange = [this] { settings.setGestureSnap (ruler.getText(), snap.getText()); };
    snap.setTitle ("Snap");
    snap.setHelpText ("Grid for times; hold Alt to move freely.");
}

void TimeMenus::setUnit (TimeAxis::Unit unit)
{
    chosen = unit;
    settings.setGestureRuler (ruler.getItemText (static_cast<int> (unit)));
}

double TimeMenus::snapStep (const TimeAxis& axis) const
{
    const auto steps = axis.steps();
    const int place = snap.getSelectedId() - 1;
    return place > 0 && place < static_cast<int> (steps.size())
               ? steps[static_cast<std::size_t> (place)].inUnit / axis.length
               : 0.0;
}

void TimeMenus::refresh (const TimeAxis& axis)
{
    ruler.setSelectedId (static_cast<int> (axis.unit) + 1, juce::dontSendNotification);
    if (axis.unit == snapsOf && snap.getNumItems() > 0)
        return;
    snapsOf = axis.unit;
    snap.clear (juce::dontSendNotification);
    int id = 1;
    const auto usual = settings.gestureSnap (ruler.getText());
    for (const auto& step : axis.steps())
    {
        snap.addItem (toJuce (step.name), id++);
        if (id == 2 || toJuce (step.name) == usual)
            snap.setSelectedId (id - 1, juce::dontSendNotification);
    }
}
} // namespace kolophon
