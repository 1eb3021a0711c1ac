// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Physics/Bodies/Custom.h"
#include "Support/Scene.h"

#include <memory>
#include <vector>

namespace kolophon::test
{
/** A body that nobody has built: up to 128 modes anywhere, in pairs or not, each with its own ring time and shape. */
inline std::unique_ptr<ModeTable> randomTable (Random& random)
{
    auto table = std::make_unique<ModeTable>();
    std::vector<double> ratios (static_cast<std::size_t> (random.integer (1, ModeTable::maxModes)));
    for (double& ratio : ratios)
        ratio = random.logUniform (0.2, 200.0);
    std::sort (ratios.begin(), ratios.end());
    for (const double ratio : ratios)
    {
        const auto m = static_cast<std::size_t> (table->add (ratio));
        table->decay[m] = random.logUniform (1e-4, 1e4);
        const double strength = random.logUniform (1e-4, 1e3), phase = random.uniform (0.0, 6.0),
                     turns = random.uniform (0.0, 40.0);
        for (std::size_t place = 0; place < ModeTable::places; ++place)
            table->shape[m][place] =
                strength * std::cos (phase + turns * ModeTable::placeOf (static_cast<int> (place)));
        table->left[m] = random.uniform (-1.0, 1.0);
        table->right[m] = random.uniform (-1.0, 1.0);
    }
    table->loss = 0.0;
    custom::feel (*table);
    return table;
}
} // namespace kolophon::test
