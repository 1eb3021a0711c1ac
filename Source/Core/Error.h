#pragma once

#include <tl/expected.hpp>

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

/** How the program says that something can't be used, in two styles:

        throw Refusal (…)    what somebody wrote (a file, a field, an option) can't be read: up to whoever asked for it
        Result<Preset>       the same sentence as a value, for callers that go on without

    A mistake of our own is neither, but a std::logic_error; running out of memory or of disk is what the library
    throws. */
namespace kolophon
{
/** What is wrong, taken apart. Only `problem` is always there. */
struct Complaint
{
    std::string place = {};   // a file, a field's path or an option: "preset.json: parameters.hand.speed"
    std::string value = {};   // what stands there, as it was written
    std::string problem = {}; // "is out of range"
    std::string allowed = {}; // "0.001 to 10 m/s"

    /** "place: value problem; allowed: …" */
    std::string sentence () const
    {
        return (place.empty() ? "" : place + ": ") + (value.empty() ? "" : value + " ") + problem +
               (allowed.empty() ? "" : "; allowed: " + allowed);
    }
};

/** Something that somebody wrote can't be used. what() is one sentence without a full stop. */
class Refusal : public std::runtime_error
{
public:
    explicit Refusal (const std::string& sentence) : Refusal (Complaint { .problem = sentence }) {}
    explicit Refusal (Complaint complaint)
        : std::runtime_error (complaint.sentence()), parts (std::make_shared<const Complaint> (std::move (complaint)))
    {
    }

    const Complaint& complaint () const noexcept { return *parts; }

    /** The same, where its place is seen from further outside: "preset.json: …". */
    Refusal in (const std::string& outer) const
    {
        auto complaint = *parts;
        complaint.place = complaint.place.empty() ? outer : outer + ": " + complaint.place;
        return Refusal (std::move (complaint));
    }

private:
    std::shared_ptr<const Complaint> parts; // shared: copying an exception must not throw
};

/** A value, or why there is none. std::expected of C++23, as it exists for C++20. */
template <class Value>
using Result = tl::expected<Value, Refusal>;

/** What a function with a Result returns instead of a value. */
inline tl::unexpected<Refusal> refused (const std::string& sentence)
{
    return tl::unexpected<Refusal> (Refusal (sentence));
}

/** What `read()` gives, or the Refusal that it throws. */
template <class Read>
auto resultOf (Read&& read) -> Result<decltype (read())>
{
    try
    {
        return read();
    }
    catch (const Refusal& reason)
    {
        return tl::unexpected<Refusal> (reason);
    }
}

/** The same result; a refusal then begins with the file's name. */
template <class Value>
Result<Value> inFile (const std::string& file, Result<Value> result)
{
    return std::move (result).map_error ([&file] (const Refusal& reason) { return reason.in (file); });
}

/** The value; throws the refusal where there is none. */
template <class Value>
Value valueOrThrow (Result<Value> result)
{
    if (! result)
        throw Refusal (result.error());
    return *std::move (result);
}
} // namespace kolophon
