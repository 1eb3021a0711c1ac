// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <tl/expected.hpp>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

/** Reports of unusable input, in two styles:

        throw InputError (…)    an input (a file, a field, an option) can't be read: propagates to the caller
        Result<Preset>       the same sentence as a value, for callers that continue without it

    Programming errors throw std::logic_error; running out of memory or disk space throws the library's exceptions. */
namespace kolophon
{
/** Parts of an error message. Only `problem` is always set. */
struct Complaint
{
    std::string place = {};   // a file, a field's path or an option: "preset.json: parameters.hand.speed"
    std::string value = {};   // the value as it was written
    std::string problem = {}; // "is out of range"
    std::string allowed = {}; // "0.001 to 10 m/s"

    /** "place: value problem; allowed: …". A zero byte, at which a text in C ends, becomes a question mark. */
    std::string sentence () const
    {
        auto text = (place.empty() ? "" : place + ": ") + (value.empty() ? "" : value + " ") + problem +
                    (allowed.empty() ? "" : "; allowed: " + allowed);
        std::replace (text.begin(), text.end(), '\0', '?');
        return text;
    }
};

/** Error: an input can't be used. what() is one sentence without a full stop. */
class InputError : public std::runtime_error
{
public:
    explicit InputError (const std::string& sentence) : InputError (Complaint { .problem = sentence }) {}
    explicit InputError (Complaint complaint)
        : std::runtime_error (complaint.sentence()), parts (std::make_shared<const Complaint> (std::move (complaint)))
    {
    }

    const Complaint& complaint () const noexcept { return *parts; }

    /** The same error with an outer place in front: "preset.json: …". */
    InputError in (const std::string& outer) const
    {
        auto complaint = *parts;
        complaint.place = complaint.place.empty() ? outer : outer + ": " + complaint.place;
        return InputError (std::move (complaint));
    }

private:
    std::shared_ptr<const Complaint> parts; // shared: copying an exception must not throw
};

/** A value, or the reason for its absence. Backport of C++23's std::expected to C++20. */
template <class Value>
using Result = tl::expected<Value, InputError>;

/** Makes the error that a function with a Result returns instead of a value. */
inline tl::unexpected<InputError> inputError (const std::string& sentence)
{
    return tl::unexpected<InputError> (InputError (sentence));
}

/** Returns the result of `read()`, or the InputError that it throws. */
template <class Read>
auto resultOf (Read&& read) -> Result<decltype (read())>
{
    try
    {
        return read();
    }
    catch (const InputError& reason)
    {
        return tl::unexpected<InputError> (reason);
    }
}

/** The same result; the sentence of a refusal then begins with the file's name. */
template <class Value>
Result<Value> inFile (const std::string& file, Result<Value> result)
{
    return std::move (result).map_error ([&file] (const InputError& reason) { return reason.in (file); });
}

/** Returns the value; throws the refusal if the result holds one. */
template <class Value>
Value valueOrThrow (Result<Value> result)
{
    if (! result)
        throw InputError (result.error());
    return *std::move (result);
}
} // namespace kolophon
