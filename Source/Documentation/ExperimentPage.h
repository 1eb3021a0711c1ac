// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Scenarios/Fields.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Generates Resources/Docs/Experiments.md: the experiments and their results, from the JSON that each has written
    (LabReport.h). */
std::string experimentPage (const std::vector<Json>& experiments);

/** The part of that page about one experiment. */
std::string experimentSection (const Json& experiment);
} // namespace kolophon
