#pragma once

#include "Findings.h"
#include "Json.h"

#include <string>

/** The one reader of numbers in JSON that has ranges, for all files but presets' knobs (KnobJson.h) and the
    laboratory's fields. */
namespace kolophon
{
struct NumberRange
{
    double lowest, highest;
    std::string text {}; // as people read it; empty: "0.0 to 1.0"
};

/** The number, brought into its range; that it was out of it, or a text, is a finding. Throws Refusal for what is no
    number. */
double readNumber (const Json& json, const NumberRange& range, const std::string& path, Findings& findings);

/** Likewise a whole number, the nearest. */
double readInteger (const Json& json, const NumberRange& range, const std::string& path, Findings& findings);

/** A whole number that says which one: of a key, a channel, a controller. Another one would be wrong, so that nothing
    is brought into range. Throws Refusal. */
int readIndex (const Json& json, int lowest, int highest, const std::string& path);

/** Throws Refusal for what is no text. */
std::string readText (const Json& json, const std::string& path);
} // namespace kolophon
