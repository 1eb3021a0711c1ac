// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace kolophon
{
class PluginProcessor;

struct KeyNames
{
    struct Row
    {
        int key;
        std::string name;
        bool isSwitch; // selects an articulation instead of sounding
    };
    std::vector<Row> names; // by key
    std::string summary;    // all of them, to be compared
};
/** Names of the key switches; and of all keys, if another tuning than twelve equal semitones is loaded. [any but
    audio] */
KeyNames namesOfKeys (PluginProcessor& processor);
} // namespace kolophon
