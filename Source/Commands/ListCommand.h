#pragma once

#include <string>

namespace kolophon
{
enum class ListFormat { text, json, markdown };

/** `kolophon list`: parameters, presets, laws or bodies, ready to print. */
std::string listParameters (ListFormat format);
std::string listPresets (ListFormat format);
std::string listLaws (ListFormat format);
std::string listBodies (ListFormat format);
} // namespace kolophon
