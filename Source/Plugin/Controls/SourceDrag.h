// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Parameters/Modulation.h"

#include <JuceHeader.h>

#include <optional>

namespace kolophon
{
/** Description of a drag from a source of modulation to a knob. */
inline juce::var dragOf (ModulationSource source)
{
    return "source " + juce::String (static_cast<int> (source));
}

/** The source that is dragged; nullopt for drags of other things. */
inline std::optional<ModulationSource> draggedSource (const juce::DragAndDropTarget::SourceDetails& details)
{
    const auto text = details.description.toString();
    const int number = text.fromFirstOccurrenceOf ("source ", false, false).getIntValue();
    if (! text.startsWith ("source ") || number <= 0 || number >= static_cast<int> (modulationSourceCount))
        return std::nullopt;
    return static_cast<ModulationSource> (number);
}
} // namespace kolophon
