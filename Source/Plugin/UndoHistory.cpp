#include "UndoHistory.h"

#include <utility>

namespace kolophon
{
namespace
{
bool same (const Preset& a, const Preset& b)
{
    return a.info == b.info && presetFingerprint (a) == presetFingerprint (b);
}
} // namespace

UndoHistory::UndoHistory (PluginProcessor& itsProcessor)
    : processor (itsProcessor), known (itsProcessor.currentPreset())
{
    processor.addListener (this);
}

UndoHistory::~UndoHistory()
{
    processor.removeListener (this);
}

void UndoHistory::refresh()
{
    if (openGestures > 0)
        return;
    auto now = processor.currentPreset();
    const bool isStep = gestureSeen.exchange (false) || now.info.name != known.info.name;
    if (isStep && ! same (now, known))
    {
        past.push_back (std::move (known));
        if (past.size() > maxSteps)
            past.pop_front();
        future.clear();
    }
    known = std::move (now);
}

void UndoHistory::undo()
{
    refresh();
    if (past.empty())
        return;
    future.push_back (std::move (known));
    apply (past.back());
    past.pop_back();
}

void UndoHistory::redo()
{
    refresh();
    if (future.empty())
        return;
    past.push_back (std::move (known));
    apply (future.back());
    future.pop_back();
}

/** Knobs alone where the preset stays the same one, so that it keeps its name and place. */
void UndoHistory::apply (const Preset& preset)
{
    const auto now = processor.currentPreset();
    const auto* factory = findFactoryPreset (preset.info.name);
    if (now.info == preset.info && now.customBody.has_value() == preset.customBody.has_value())
        processor.bridge().change ([&preset] (Patch& patch) { patch = preset.patch; });
    else if (factory != nullptr && same (*factory, preset))
        processor.setCurrentProgram (static_cast<int> (factory - factoryPresets().data()));
    else
        processor.loadPreset (preset);
    gestureSeen = false;
    known = processor.currentPreset();
}
} // namespace kolophon
