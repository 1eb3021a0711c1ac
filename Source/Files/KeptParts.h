#pragma once

#include "Findings.h"
#include "Json.h"
#include "KeptPart.h"

#include <string>
#include <string_view>
#include <utility>

/** How readers keep, and writers put back, what KeptPart.h speaks of. */
namespace kolophon
{
/** A name as a JSON pointer has it. */
std::string pointerName (std::string_view name);

/** Remembers what `written`, the document just read as this program writes it, has in place of each part. */
void rememberOurs (KeptParts& parts, const Json& written);

/** Puts every part back whose place in `written` still has what this program put there. */
void putBack (const KeptParts& parts, Json& written);

/** A name that this program does not know, or an entry for which it has no room: a newer one may. */
struct UnknownName : Refusal
{
    using Refusal::Refusal;
};

/** Where a reader notes what it could not use, and keeps the text. */
struct Reading
{
    Findings& findings;
    KeptParts& kept;
    bool fileIsNewer = false;

    void keep (std::string pointer, const Json& json) { kept.push_back ({ std::move (pointer), dump (json) }); }

    /** A name that this program does not know: noted and kept. */
    void keepUnknown (std::string pointer, const Json& json, Complaint complaint)
    {
        findings.addUnknown (Refusal (std::move (complaint)), fileIsNewer);
        keep (std::move (pointer), json);
    }

    /** Runs `read()`. Where that refuses, or finds anything, all of the part is kept as it stands. */
    template <class Read>
    void part (std::string pointer, const Json& json, Read&& read)
    {
        const auto before = findings.count();
        try
        {
            read();
        }
        catch (const Refusal& reason)
        {
            findings.add (reason);
        }
        if (findings.count() != before)
            keep (std::move (pointer), json);
    }

    /** Runs `read()`, which keeps what is inside of the part by itself; only where it refuses the whole, that is kept
        in its place. */
    template <class Read>
    void place (std::string pointer, const Json& json, Read&& read)
    {
        try
        {
            read();
        }
        catch (const UnknownName& unknown)
        {
            keepUnknown (std::move (pointer), json, unknown.complaint());
        }
        catch (const Refusal& reason)
        {
            findings.add (reason);
            keep (std::move (pointer), json);
        }
    }

    /** Likewise for an entry of a list, at a pointer that ends in "-": only what newer programs may know is kept, for
        it would never leave the list again. */
    template <class Read>
    void entry (std::string pointer, const Json& json, Read&& read)
    {
        try
        {
            read();
        }
        catch (const UnknownName& unknown)
        {
            keepUnknown (std::move (pointer), json, unknown.complaint());
        }
        catch (const Refusal& reason)
        {
            findings.add (reason);
        }
    }
};
} // namespace kolophon
