// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/Bodies/BodyMesh.h"

#include <JuceHeader.h>

namespace kolophon
{
inline juce::Point<float> toJuce (MeshPoint point) noexcept
{
    return { point.x, point.y };
}

/** Parts of a body's drawing that do not move. */
inline juce::Path sceneryOf (const BodyMesh& mesh)
{
    juce::Path path;
    for (const auto& polygon : mesh.scenery)
    {
        path.startNewSubPath (toJuce (polygon.front()));
        for (std::size_t i = 1; i < polygon.size(); ++i)
            path.lineTo (toJuce (polygon[i]));
        path.closeSubPath();
    }
    return path;
}
} // namespace kolophon
