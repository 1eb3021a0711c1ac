// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Scenarios/Fields.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Generates Resources/Docs/Measured.md, published measurements beside predictions of the engine, from the JSON of the
    group's experiments (LabReport.h). */
std::string measuredPage (const std::vector<Json>& experiments);
} // namespace kolophon
