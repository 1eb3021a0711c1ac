// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Synth/Parameters/Modulation.h"
#include "Synth/Parameters/ParameterTable.h"

#include <initializer_list>
#include <string_view>
#include <utility>

/** Knobs by their ids; one that isn't there throws. */
namespace kolophon::test
{
inline std::size_t placeOf (std::string_view id)
{
    return findParameter (id).value();
}
inline const Parameter& rowOf (std::string_view id)
{
    return parameterTable()[placeOf (id)];
}
inline double valueIn (const Patch& patch, std::string_view id)
{
    return rowOf (id).in (patch);
}

using Settings = std::initializer_list<std::pair<std::string_view, double>>;

inline void turn (Patch& patch, Settings settings)
{
    for (const auto& [id, value] : settings)
        rowOf (id).in (patch) = value;
}

/** Where a macro or a slot of the matrix goes. */
inline ModulationTarget to (std::string_view id, double depth, double curve = 0.0)
{
    return { placeOf (id), depth, curve };
}
} // namespace kolophon::test
