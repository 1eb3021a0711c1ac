// SPDX-License-Identifier: GPL-3.0-or-later
#include "KeyNames.h"

#include "../../Core/Text/KeyName.h"
#include "../../Synth/Hands/Articulation.h"
#include "PluginProcessor.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
/** "E4 -14 ct": the nearest key of twelve equal semitones, and the distance from it. */
std::string nameOfNote (double note)
{
    const auto nearest = std::clamp (std::lround (note), 0L, 127L);
    const auto cents = std::lround (100.0 * (note - static_cast<double> (nearest)));
    const auto name = keyName (static_cast<int> (nearest));
    return cents == 0 ? name : name + (cents > 0 ? " +" : " ") + std::to_string (cents) + " ct";
}
} // namespace

KeyNames namesOfKeys (PluginProcessor& processor)
{
    static const auto& articulation = parameterTable()[*findParameter ("hand.articulation")];
    const auto patch = processor.bridge().patch();
    const auto given = processor.currentTuning();
    const auto tuning = given.isEqual() ? Result<Tuning> (Tuning()) : tuningOf (given);
    KeyNames all;
    for (int key = 0; key < Tuning::keyCount; ++key)
    {
        std::string name;
        const auto chosen = switchedArticulation (patch, key);
        if (chosen)
            name = articulation.choices[static_cast<std::size_t> (*chosen)];
        else if (! given.isEqual() && tuning)
            name = tuning->plays (key) ? nameOfNote (tuning->noteOf (key)) : "not mapped";
        if (name.empty())
            continue;
        all.summary += std::to_string (key) + name + "\n";
        all.names.push_back ({ key, std::move (name), chosen.has_value() });
    }
    return all;
}
} // namespace kolophon
