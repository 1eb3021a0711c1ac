// SPDX-License-Identifier: GPL-3.0-or-later
#include "UndoHistory.h"

#include "../../Files/Presets/PresetFile.h"
#include "InstrumentSession.h"
#include "ParameterBridge.h"

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

UndoHistory::UndoHistory (juce::AudioProcessor& itsProcessor, InstrumentSession& itsSession)
    : processor (itsProcessor), session (itsSession), editsSeen (itsSession.edits()), known (itsSession.currentPreset())
{
    processor.addListener (this);
}

UndoHistory::~UndoHistory()
{
    processor.removeListener (this);
}

void UndoHistory::refresh()
{
    if (openGestures > 0 || session.isBeingEdited())
        return;
    const auto edits = session.edits();
    auto now = session.currentPreset();
    const bool edited = std::exchange (editsSeen, edits) != edits;
    const bool isStep = gestureSeen.exchange (false) || edited || now.info.name != known.info.name;
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
    go (past, future);
}

void UndoHistory::redo()
{
    go (future, past);
}

void UndoHistory::go (std::deque<Preset>& from, std::deque<Preset>& to)
{
    refresh();
    if (from.empty())
        return;
    to.push_back (std::move (known));
    apply (from.back());
    from.pop_back();
}

/** Restores a preset. If it is the same preset as now, it keeps its name and its place in the list of programs. */
void UndoHistory::apply (const Preset& preset)
{
    const auto spared = [this] (Preset its)
    {
        its.patch = session.bridge().sparingLocked (its.patch);
        return its;
    };
    const auto factory = findFactoryPlace (preset.info.name);
    if (session.currentPreset().info == preset.info)
        session.restore (preset);
    else if (factory && same (spared (factoryPreset (*factory)), spared (preset)))
        session.setCurrentProgram (static_cast<int> (*factory));
    else
        session.loadPreset (preset);
    gestureSeen = false;
    editsSeen = session.edits();
    known = session.currentPreset();
}
} // namespace kolophon
