// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "Json.h"

#include <string>

/** Readers of single JSON values: numbers with ranges, flags, texts, for all files except presets' knobs (KnobJson.h)
    and the laboratory's fields. */
namespace kolophon
{
struct NumberRange
{
    double lowest, highest;
    std::string text {}; // as people read it; empty: "0.0 to 1.0"
};

/** Reads a number and clamps it to its range; a number out of range, or written as text, is a finding. Throws
    InputError if it is not a number. */
double readNumber (const Json& json, const NumberRange& range, const std::string& path, Findings& findings);

/** Likewise, rounded to the nearest integer. */
double readInteger (const Json& json, const NumberRange& range, const std::string& path, Findings& findings);

/** Reads an integer that identifies a key, a channel, a controller. It is never clamped, because another one would be
    wrong. Throws InputError. */
int readIndex (const Json& json, int lowest, int highest, const std::string& path);

/** Reads true or false. Throws InputError if it is neither. */
bool readFlag (const Json& json, const std::string& path);

/** Reads a text. Throws InputError if it is not one. */
std::string readText (const Json& json, const std::string& path);
} // namespace kolophon
