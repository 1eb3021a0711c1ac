// SPDX-License-Identifier: GPL-3.0-or-later
#include "MidiLearn.h"

namespace kolophon
{
LearnedControllers MidiLearn::learned() const
{
    const std::scoped_lock lock (tableMutex);
    return table;
}

void MidiLearn::setLearned (const LearnedControllers& newTable)
{
    {
        const std::scoped_lock lock (tableMutex);
        table = newTable;
        incoming.publish (table);
    }
    if (newTable.count > 0)
        startTimerHz (30);
}

void MidiLearn::arm (std::size_t parameter)
{
    if (parameter >= parameterTable().size())
        return;
    armed.store (static_cast<int> (parameter), std::memory_order_relaxed);
    startTimerHz (30);
}

std::optional<std::size_t> MidiLearn::armedParameter() const noexcept
{
    const int parameter = armed.load (std::memory_order_relaxed);
    return parameter == nobody ? std::nullopt : std::optional (static_cast<std::size_t> (parameter));
}

/** Learns the first controller after arm(), with any value; the table receives it on the message thread. */
bool MidiLearn::learns (const PerformanceEvent& event) noexcept
{
    if (event.type != PerformanceEvent::Type::controller || ! canBeLearned (event.index))
        return false;
    const int parameter = armed.load (std::memory_order_relaxed);
    if (parameter == nobody)
        return false;
    const int number = event.index >= 32 && event.index < 64 ? event.index - 32 : event.index;
    if (heard.push ({ parameter, event.channel, static_cast<std::uint8_t> (number) }))
        armed.store (nobody, std::memory_order_relaxed);
    return true;
}

void MidiLearn::collect()
{
    auto now = learned();
    bool changed = false;
    for (Heard news; heard.pop (news);)
    {
        LearnedController row;
        row.number = news.number;
        row.parameter = static_cast<std::uint16_t> (news.parameter);
        const auto& info = parameterTable()[row.parameter];
        row.to = info.toNormalised (info.maximum); // of a menu, its last choice
        changed = now.add (row) || changed;
    }
    if (changed)
        setLearned (now);

    teller.collect();
}
} // namespace kolophon
