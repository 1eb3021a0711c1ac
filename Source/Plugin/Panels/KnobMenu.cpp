// SPDX-License-Identifier: GPL-3.0-or-later
#include "KnobMenu.h"

#include "../Controls/ChoicePalette.h"
#include "../Session/InstrumentSession.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"
#include "LearnedSheet.h"
#include "MatrixPanel.h"

namespace kolophon
{
juce::String nameOf (const LearnedController& row)
{
    return "CC " + juce::String (row.number) + ", " +
           (row.channel == LearnedController::anyChannel ? juce::String ("any channel")
                                                         : "channel " + juce::String (row.channel + 1));
}

void forget (MidiLearn& learning, const LearnedController& row)
{
    const auto before = learning.learned();
    LearnedControllers after;
    for (std::size_t n = 0; n < before.count; ++n)
        if (! (before.rows[n] == row))
            after.rows[after.count++] = before.rows[n];
    learning.setLearned (after);
}

namespace
{
void addLearnItems (juce::PopupMenu& menu, InstrumentSession& session, std::size_t parameter, juce::Component& from)
{
    auto& learning = session.midiLearn();
    if (learning.armedParameter() == parameter)
        menu.addItem ("Cancel learning", [&learning] { learning.disarm(); });
    else
        menu.addItem ("Learn a MIDI controller", [&learning, parameter] { learning.arm (parameter); });
    const auto table = learning.learned();
    for (std::size_t n = 0; n < table.count; ++n)
    {
        const auto row = table.rows[n];
        if (row.parameter != parameter)
            continue;
        juce::PopupMenu its;
        its.addItem (juce::String::fromUTF8 ("Range and curve…"),
                     [&session, parameter, safe = juce::Component::SafePointer (&from)]
                     {
                         if (safe != nullptr)
                             showSheet (*safe, std::make_unique<LearnedSheet> (session, parameter));
                     });
        its.addItem ("Forget", [&learning, row] { forget (learning, row); });
        menu.addSubMenu (nameOf (row), its);
    }
}
} // namespace

void addKnobItems (juce::PopupMenu& menu, InstrumentSession& session, std::size_t parameter, juce::Component& from)
{
    auto& knob = *session.bridge().parameters()[parameter];
    menu.addSeparator();
    menu.addItem ("Lock: presets keep this value", true, knob.isLocked(),
                  [&session, &knob] { session.setLocked (knob, ! knob.isLocked()); });
    menu.addSeparator();
    addLearnItems (menu, session, parameter, from);
    menu.addSeparator();
    addModulationItems (menu, session, knob.info);
}
} // namespace kolophon
