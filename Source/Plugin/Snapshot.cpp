#include "PluginEditor.h"

#include <cstdio>

namespace
{
constexpr auto usage = "kolophon_snapshot FILE.png [--scale=2] [--preset=NAME] [--ledger] [--set=ID=VALUE ...] "
                       "[--explain=ID]\n";

/** Takes the value of every --set=ID=VALUE; false after a complaint. */
bool takeSettings (const juce::ArgumentList& list, kolophon::ParameterBridge& bridge)
{
    using namespace kolophon;
    for (const auto& argument : list.arguments)
    {
        if (! argument.isLongOption ("set"))
            continue;
        const auto setting = argument.getLongOptionValue();
        const auto id = setting.upToFirstOccurrenceOf ("=", false, false).toStdString();
        const auto index = findParameter (id);
        if (! index)
            return std::fprintf (stderr, "there is no parameter %s\n", id.c_str()), false;
        const auto text = setting.fromFirstOccurrenceOf ("=", false, false).toStdString();
        const auto value = parseValue (parameterTable()[*index], text);
        if (! value)
            return std::fprintf (stderr, "%s\n", value.error().what()), false;
        bridge.parameters()[*index]->setExactValue (value.value());
    }
    return true;
}

/** Finds the row of a parameter and lets it explain itself. */
void explain (juce::Component& parent, const juce::String& id)
{
    for (auto* child : parent.getChildren())
        if (auto* row = dynamic_cast<kolophon::ParameterRow*> (child); row == nullptr)
            explain (*child, id);
        else if (kolophon::toJuce (row->info().id) == id)
            row->explain();
}

} // namespace

/** Draws the editor into a PNG file, without a display, after a few played notes:

        kolophon_snapshot FILE.png [--scale=2] [--preset=NAME] [--ledger] [--set=ID=VALUE …] [--explain=ID]

    --set turns a knob; --explain writes about one into the sentence line, as if the mouse stood there. */
int main (int count, char** arguments)
{
    using namespace kolophon;
    const juce::ScopedJuceInitialiser_GUI juce;
    const juce::ArgumentList list (count, arguments);
    if (list.size() < 1)
        return std::fputs (usage, stderr), 2;

    PluginProcessor processor;
    const auto preset = list.getValueForOption ("--preset");
    for (int i = 0; i < processor.getNumPrograms(); ++i)
        if (preset.equalsIgnoreCase (processor.getProgramName (i)))
            processor.setCurrentProgram (i);
    if (list.containsOption ("--ledger"))
        if (const auto ledger = findParameter ("quality.ledger"))
            processor.bridge().parameters()[*ledger]->setExactValue (1.0);
    if (! takeSettings (list, processor.bridge()))
        return 2;

    processor.setRateAndBufferSizeDetails (48000.0, 512);
    processor.prepareToPlay (48000.0, 512);
    const std::unique_ptr<juce::AudioProcessorEditor> editor (processor.createEditor());
    juce::AudioBuffer<float> audio (2, 512);
    for (int block = 0; block < 90; ++block)
    {
        juce::MidiBuffer midi;
        if (block == 0)
            for (const int key : { 50, 57, 65 })
                midi.addEvent (juce::MidiMessage::noteOn (1, key, 0.8f), 0);
        processor.processBlock (audio, midi);
        static_cast<PluginEditor&> (*editor).refresh();
    }

    explain (*editor, list.getValueForOption ("--explain"));
    const auto scale = static_cast<float> (juce::jmax (1.0, list.getValueForOption ("--scale").getDoubleValue()));
    const auto picture = editor->createComponentSnapshot (editor->getLocalBounds(), true, scale);
    const auto file = list[0].resolveAsFile();
    file.deleteFile();
    juce::FileOutputStream stream (file);
    if (! stream.openedOk() || ! juce::PNGImageFormat().writeImageToStream (picture, stream))
        return std::fprintf (stderr, "%s cannot be written\n", file.getFullPathName().toRawUTF8()), 5;
    return 0;
}
