// SPDX-License-Identifier: GPL-3.0-or-later
#include "NoteTouch.h"

namespace kolophon
{
constinit const NoteTouch NoteTouch::none {};

void NoteTouch::set (NoteExpression kind, double value) noexcept
{
    const double unit = std::clamp (value, 0.0, 1.0);
    switch (kind)
    {
        case NoteExpression::tuning: tuning = std::clamp (value, -120.0, 120.0); break;
        case NoteExpression::volume: volume = std::clamp (value, 0.0, 4.0); break;
        case NoteExpression::pan: pan = 2.0 * unit - 1.0; break;
        case NoteExpression::brightness: brightness = unit; break;
        case NoteExpression::pressure: pressure = unit; break;
        case NoteExpression::vibrato: vibrato = unit; break;
        case NoteExpression::expression: expression = unit; break;
    }
}

const NoteTouch& NoteTouches::of (std::uint32_t note) const noexcept
{
    if (note != 0)
        for (const auto& slot : slots)
            if (slot.note == note)
                return slot;
    return NoteTouch::none;
}
} // namespace kolophon
