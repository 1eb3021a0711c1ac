// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Lab/Fields.h"

#include <string>
#include <vector>

namespace kolophon
{
/** Generates Resources/Docs/Measured.md: what experimenters have measured beside what the engine predicts, from the
    JSON that the experiments of the group have written (LabReport.h). */
std::string measuredPage (const std::vector<Json>& experiments);
} // namespace kolophon
