#include "Support/Host.h"

namespace kolophon
{
TEST_CASE ("the editor opens and closes, loads presets and resizes while the instrument plays on another thread")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 128);
    std::atomic<bool> stop { false }, finite { true };
    std::thread playing ([&]
    {
        juce::AudioBuffer<float> audio (2, 128);
        for (int block = 0; ! stop; ++block)
        {
            juce::MidiBuffer midi;
            if (block % 50 == 0)
                midi.addEvent (juce::MidiMessage::noteOn (1, 40 + block / 50 % 40, 0.7f), 5);
            processor.processBlock (audio, midi);
            if (! std::isfinite (audio.getMagnitude (0, 128)))
                finite = false;
        }
    });
    for (int round = 0; round < 12; ++round)
    {
        const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditorIfNeeded());
        REQUIRE (editor != nullptr);
        for (int i = 0; i < 5; ++i)
        {
            processor.setCurrentProgram ((round + i) % processor.getNumPrograms());
            static_cast<PluginEditor&> (*editor).refresh();
            processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 60, 0.5 });
            load (processor, savedState (processor));
        }
        editor->setSize (700 + 100 * round, (700 + 100 * round) * 5 / 8);
        editor->createComponentSnapshot (editor->getLocalBounds());
        processor.editorBeingDeleted (editor.get());
    }
    stop = true;
    playing.join();
    CHECK (finite);
}

TEST_CASE ("every parameter has a control with a name and a help text, and the comparison has its button")
{
    Window window;
    std::map<std::string, int> rowsOf;
    for (const auto* row : window.rows())
    {
        ++rowsOf[std::string (row->info().id)];
        CHECK (row->getTitle().toStdString() == row->info().label);
        REQUIRE (row->getNumChildComponents() > 0);
        CHECK (row->getChildComponent (0)->getHelpText().toStdString() == row->info().help);
    }
    for (const auto& p : parameterTable())
    {
        CAPTURE (p.id);
        CHECK (rowsOf[std::string (p.id)] == (p.group == "Compare" ? 0 : 1));
    }
    for (const auto* title : { "Compare A and B", "Stop comparing", "Copy contacts" })
    {
        CHECK (window.button (title).getHelpText().isNotEmpty());
        CHECK (window.button (title).getWantsKeyboardFocus());
    }
}

TEST_CASE ("nothing leaves the window or covers another, whatever law, body and slot is chosen")
{
    Window window;
    for (const double body : { 0.0, 1.0, 2.0 })
        for (const double bristle : { 0.0, 1.0 })
            for (const double slot : { 0.0, 1.0 })
                for (std::size_t law = 0; law < lawTable().size(); ++law)
                {
                    CAPTURE (body, bristle, slot, lawTable()[law].id);
                    window.set ("body.type", body);
                    window.set ("compare.on", slot);
                    window.set ("compare.slot", slot);
                    window.set (slot > 0.0 ? "contact_b.bristle" : "contact.bristle", bristle);
                    const auto turn = static_cast<double> (law); // every kind of hand and drive comes with some law
                    window.set ("hand.kind", std::fmod (turn, 3.0));
                    window.set ("hand.drive", std::fmod (turn, 4.0));
                    window.set ("surface.texture", std::fmod (turn, 2.0));
                    window.set ("surface.ageing", std::fmod (turn, 2.0));
                    window.set ("out.sympathetic", std::fmod (turn, 2.0));
                    window.set ("out.room", std::fmod (turn, 2.0));
                    window.set (slot > 0.0 ? "contact_b.law" : "contact.law", static_cast<double> (law));
                    window.refresh();
                    std::vector<juce::Rectangle<int>> places;
                    for (auto* component : descendants (*window.editor))
                    {
                        const auto place = window.editor->getLocalArea (component, component->getLocalBounds());
                        bool isShown = true;
                        for (auto* each = component; each != window.editor.get(); each = each->getParentComponent())
                            isShown = isShown && each->isVisible();
                        if (! isShown)
                            continue;
                        REQUIRE (window.editor->getLocalBounds().contains (place));
                        if (component->getWantsKeyboardFocus())
                            REQUIRE (component->getTitle().isNotEmpty());
                        if (dynamic_cast<ParameterRow*> (component) == nullptr
                            && dynamic_cast<HelpButton*> (component) == nullptr)
                            continue;
                        REQUIRE_FALSE (place.isEmpty());
                        for (const auto& other : places)
                            REQUIRE_FALSE (place.intersects (other));
                        places.push_back (place);
                        if (dynamic_cast<ParameterRow*> (component) != nullptr)
                        {
                            REQUIRE (component->getHeight() >= ParameterPanel::lowestRow);
                            REQUIRE (component->getHeight() <= ParameterPanel::rowHeight);
                        }
                    }
                }
}

TEST_CASE ("what is typed into a value is taken, and refused with the old value kept when it makes no sense")
{
    PluginProcessor processor;
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    auto* speed = processor.bridge().parameters()[0];
    juce::Label* entry = nullptr;
    for (auto* component : descendants (*editor))
        if (component->getTitle() == speed->getName (40) + " value")
            entry = dynamic_cast<juce::Label*> (component);
    REQUIRE (entry != nullptr);
    entry->setText ("35 mm/s", juce::sendNotificationSync);
    CHECK (speed->exactValue() == 0.035);
    for (const auto* refused : { "35 N", "1000", "fast", "" })
    {
        entry->setText (refused, juce::sendNotificationSync);
        CHECK (speed->exactValue() == 0.035);
        CHECK (entry->getText() == "35 mm/s");
    }
}

TEST_CASE ("the on-screen keyboard plays through the queue")
{
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 256);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::noteOn, 0, 57, 0.8 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() > 1e-4);
    REQUIRE (processor.play ({ 0, PerformanceEvent::Type::panic, 0, 0, 0.0 }));
    CHECK (fromPlugin (processor, 4800, {}, blocksOf (256)).peak() == 0.0);
}
} // namespace kolophon
