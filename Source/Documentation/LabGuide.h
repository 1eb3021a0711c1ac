// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Fields.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Entry of a shipped experiment in the list. */
struct LabEntry
{
    std::string name, title, source;
    std::string study; // its kind; empty: motions
};

/** Generates Resources/Docs/Laboratory.md: the format of experiments, every field from the schema, and the shipped
    experiments. */
std::string labGuide (const Json& schema, const std::vector<LabEntry>& experiments);
} // namespace kolophon
