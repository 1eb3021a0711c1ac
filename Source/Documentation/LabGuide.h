#pragma once

#include "../Lab/Fields.h"

#include <string>
#include <vector>

namespace kolophon
{
/** An experiment that ships, as a list has it. */
struct LabEntry
{
    std::string name, title, source;
    std::string study; // its kind; empty: motions
};

/** Resources/Docs/Laboratory.md: how experiments are written, every field out of the schema, and what ships. */
std::string labGuide (const Json& schema, const std::vector<LabEntry>& experiments);
} // namespace kolophon
