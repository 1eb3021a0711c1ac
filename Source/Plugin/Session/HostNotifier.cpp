// SPDX-License-Identifier: GPL-3.0-or-later
#include "HostNotifier.h"

#include <bit>

namespace kolophon
{
void HostNotifier::timerCallback()
{
    collect();
    const auto switches = findParameter ("voice.key_switches").value();
    const int wanted = bridge.parameters()[switches]->exactValue() >= 0.5 ? rate : idleRate;
    if (getTimerInterval() != 1000 / wanted)
        startTimerHz (wanted);
}

void HostNotifier::collect()
{
    for (std::size_t word = 0; word < words; ++word)
        for (auto bits = moved[word].exchange (0, std::memory_order_acquire); bits != 0; bits &= bits - 1)
        {
            auto* parameter = bridge.parameters()[64 * word + static_cast<std::size_t> (std::countr_zero (bits))];
            parameter->beginChangeGesture();
            parameter->sendValueChangedMessageToListeners (parameter->getValue());
            parameter->endChangeGesture();
        }
}
} // namespace kolophon
