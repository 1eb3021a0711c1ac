// SPDX-License-Identifier: GPL-3.0-or-later
#include "Lv2KeyNames.h"

#include "../Processor/KeyNames.h"

#include <cstring>

namespace kolophon
{
namespace
{
constexpr int lookRate = 10; // [Hz] at which the host is told of changes
constexpr auto modelName = "Kolophon";

char* copyOf (const juce::String& text)
{
    const auto size = text.getNumBytesAsUTF8() + 1;
    auto* const copy = new char[size];
    std::memcpy (copy, text.toRawUTF8(), size);
    return copy;
}

juce::XmlElement* child (juce::XmlElement& parent, const char* name)
{
    return parent.createNewChildElement (name);
}
} // namespace

Lv2KeyNames::Lv2KeyNames (PluginProcessor& itsProcessor, const KeyNamesUpdate* itsHost)
    : processor (itsProcessor), host (itsHost), told (namesOfKeys (itsProcessor).summary)
{
    if (host != nullptr)
        startTimerHz (lookRate);
}

void Lv2KeyNames::timerCallback()
{
    if (auto names = namesOfKeys (processor).summary; names != told)
    {
        told = std::move (names);
        host->update (host->handle);
    }
}

char* Lv2KeyNames::document()
{
    juce::XmlElement all ("MIDINameDocument");
    child (all, "Author");
    auto* const device = child (all, "MasterDeviceNames");
    child (*device, "Manufacturer")->addTextElement (modelName);
    child (*device, "Model")->addTextElement (modelName);
    auto* const mode = child (*device, "CustomDeviceMode");
    mode->setAttribute ("Name", "Default");
    auto* const assignments = child (*mode, "ChannelNameSetAssignments");
    auto* const set = child (*device, "ChannelNameSet");
    set->setAttribute ("Name", "Keys");
    auto* const available = child (*set, "AvailableForChannels");
    for (int channel = 1; channel <= 16; ++channel)
    {
        auto* const assignment = child (*assignments, "ChannelNameSetAssign");
        assignment->setAttribute ("Channel", channel);
        assignment->setAttribute ("NameSet", "Keys");
        auto* const one = child (*available, "AvailableChannel");
        one->setAttribute ("Channel", channel);
        one->setAttribute ("Available", "true");
    }
    child (*set, "UsesNoteNameList")->setAttribute ("Name", "Key names");
    auto* const list = child (*device, "NoteNameList");
    list->setAttribute ("Name", "Key names");
    for (const auto& row : namesOfKeys (processor).names)
    {
        auto* const note = child (*list, "Note");
        note->setAttribute ("Number", row.key);
        note->setAttribute ("Name", juce::String::fromUTF8 (row.name.c_str()));
    }
    juce::XmlElement::TextFormat format;
    format.dtd =
        "<!DOCTYPE MIDINameDocument PUBLIC \"-//MIDI Manufacturers Association//DTD MIDINameDocument 1.0//EN\" "
        "\"http://www.midi.org/dtds/MIDINameDocument10.dtd\">";
    return copyOf (all.toString (format));
}

char* Lv2KeyNames::model()
{
    return copyOf (modelName);
}
} // namespace kolophon
