// SPDX-License-Identifier: GPL-3.0-or-later
#include "Page.h"

#include "../../Synth/Parameters/Modulation.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Controls/ChoicePalette.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/MidiLearn.h"
#include "../Session/ParameterBridge.h"
#include "KnobMenu.h"
#include "MatrixPanel.h"

namespace kolophon
{
juce::Colour accentOf (std::string_view group)
{
    return group == "Macro" || group == "Modulation" ? palette::modulation : palette::stick;
}

void lightUnderMouse (juce::Component& control)
{
    /** Lights the whole control when the mouse enters any part of it. */
    struct Light final : juce::MouseListener
    {
        void mouseEnter (const juce::MouseEvent& event) override { set (event.eventComponent, true); }
        void mouseExit (const juce::MouseEvent& event) override { set (event.eventComponent, false); }
        static void set (juce::Component* part, bool isNow)
        {
            for (; part != nullptr; part = part->getParentComponent())
                if (canBeLit (*part))
                {
                    part->getProperties().set ("lit", isNow); // read by LookAndFeel
                    return part->repaint();
                }
        }
        static bool canBeLit (juce::Component& its)
        {
            return dynamic_cast<juce::Slider*> (&its) != nullptr || dynamic_cast<juce::ComboBox*> (&its) != nullptr;
        }
    };
    static Light light;
    if (! Light::canBeLit (control))
        return;
    control.removeMouseListener (&light);
    control.addMouseListener (&light, true);
}

void followFocus (juce::Viewport& viewport)
{
    auto* focused = juce::Component::getCurrentlyFocusedComponent();
    auto* all = viewport.getViewedComponent();
    if (focused == nullptr || all == nullptr || ! all->isParentOf (focused))
        return;
    const auto place = all->getLocalArea (focused, focused->getLocalBounds()), seen = viewport.getViewArea();
    if (place.getY() < seen.getY())
        viewport.setViewPosition (seen.getX(), place.getY());
    else if (place.getBottom() > seen.getBottom())
        viewport.setViewPosition (seen.getX(), place.getBottom() - seen.getHeight());
}

juce::String helpOfPanel (const juce::String& name)
{
    static const std::pair<const char*, const char*> words[] = {
        { "Hand", "Motion of the bow: its speed, force and position, and the hand that holds it." },
        { "Contact", "Friction between bow and body: the law and its parameters." },
        { "Body", "The bowed body: its kind, pitch, weight and decay." },
        { "Voice", "Response to keys, wheels and controllers, and number of voices." },
        { "Human", "Small differences between strokes, as every player has them." },
        { "Out", "Processing after the body: box, room, width, level." },
        { "Quality", "Trades precision for processor time; also switches the energy ledger on." },
        { "Drift", "Slow random source for the matrix." },
        { "Envelope", "Envelope for the matrix: starts with each key, ends after its release." },
        { "LFO", "Low-frequency oscillator for the matrix: a periodic curve." },
    };
    for (const auto& [group, help] : words)
        if (name.startsWith (group))
            return help;
    return {};
}

void leaveKeyboardAlone (juce::Component& component)
{
    component.setMouseClickGrabsKeyboardFocus (false);
    lightUnderMouse (component);
    for (auto* child : component.getChildren())
        leaveKeyboardAlone (*child);
}

namespace
{
void explainLaw (ParameterRow& row, InstrumentSession& session)
{
    row.setHeadings ([] (int choice) { return toJuce (lawTable()[static_cast<std::size_t> (choice)].family); });
    row.setHelp (
        [&session]
        {
            const auto patch = session.bridge().patch();
            const auto& contact = heardContact (patch);
            const auto& law = lawOf (contact);
            const bool creates = canCreateEnergy (contact);
            const auto silent =
                whySilent (static_cast<int> (contact.law), bodyOf (patch).model, choiceOf<&Patch::normalKind> (patch));
            if (! silent.empty())
                return SentenceLine::Help { "Law", toJuce (law.name), toJuce (silent), "only rings", palette::alarm };
            const auto rough = whyRough (static_cast<int> (contact.law), bodyOf (patch).model);
            if (! rough.empty())
                return SentenceLine::Help { "Law", toJuce (law.name), toJuce (rough), "rattles", palette::alarm };
            return SentenceLine::Help { "Law", toJuce (law.name), toJuce (law.summary),
                                        creates ? "can create energy" : "passive",
                                        creates ? palette::alarm : palette::quietText };
        });
    row.setChooser ([&session] (juce::Component& from, int now, std::function<void (int)> choose)
                    { showLaws (from, heardContact (session.bridge().patch()), now, std::move (choose)); });
}

void explainBody (ParameterRow& row, InstrumentSession& session)
{
    row.setHelp (
        [&session]
        {
            const auto& body = bodyOf (session.bridge().patch());
            return SentenceLine::Help { "Body", toJuce (body.name), toJuce (body.summary), {}, {} };
        });
    row.setChooser ([] (juce::Component& from, int now, std::function<void (int)> choose)
                    { showBodies (from, now, std::move (choose)); });
}
} // namespace

std::unique_ptr<ParameterRow> makeRow (PageContext& context, std::string_view id, ParameterRow::Style style)
{
    const auto index = findParameter (id);
    if (! index)
        return nullptr;
    auto& parameter = *context.session.bridge().parameters()[*index];
    auto row = std::make_unique<ParameterRow> (parameter, accentOf (parameter.info.group), context.sentence,
                                               context.editor, style);
    row->addToMenu = [&session = context.session, place = *index, &its = *row] (juce::PopupMenu& entries)
    { addKnobItems (entries, session, place, its); };
    if (canBeModulated (parameter.info))
        row->onSourceDropped =
            [&session = context.session, &sentence = context.sentence, place = *index] (ModulationSource source)
        {
            constexpr double dropped = 0.5; // depth
            if (! addRoute (session, source, place, dropped))
                sentence.showError ("all sixteen slots of the matrix are in use; free one on the page Mod");
        };
    row->isArmed = [&learning = context.session.midiLearn(), place = *index]
    { return learning.armedParameter() == place; };
    if (context.motion != nullptr)
        row->setMotion (*context.motion);
    if (id == "contact.law" || id == "contact_b.law")
        explainLaw (*row, context.session);
    if (id == "body.type")
        explainBody (*row, context.session);
    return row;
}
} // namespace kolophon
