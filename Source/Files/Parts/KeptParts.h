// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Bytes/Findings.h"
#include "../Json/Json.h"
#include "KeptPart.h"

#include <string>
#include <string_view>
#include <utility>

/** Functions with which readers keep, and writers restore, the parts of KeptPart.h. */
namespace kolophon
{
/** Escapes a name for a JSON pointer. */
std::string pointerName (std::string_view name);

/** Stores for each part the value in its place in `written`: the document just read, as this program writes it. */
void rememberOurs (KeptParts& parts, const Json& written);

/** Restores every part whose place in `written` still has the value that this program put there. */
void putBack (const KeptParts& parts, Json& written);

/** Error: a name that this program does not know, or an entry beyond its capacity; a newer program may know it. */
struct UnknownName : InputError
{
    using InputError::InputError;
};

/** Findings of a reader, and the kept text of the parts that it could not use. */
struct Reading
{
    Findings& findings;
    KeptParts& kept;
    bool fileIsNewer = false;

    void keep (std::string pointer, const Json& json) { kept.push_back ({ std::move (pointer), dump (json) }); }

    /** Notes and keeps a name that this program does not know. */
    void keepUnknown (std::string pointer, const Json& json, Complaint complaint)
    {
        findings.addUnknown (InputError (std::move (complaint)), fileIsNewer);
        keep (std::move (pointer), json);
    }

    /** Runs `read()`. If that refuses, or finds anything, the whole part is kept unchanged. */
    template <class Read>
    void part (std::string pointer, const Json& json, Read&& read)
    {
        const auto before = findings.count();
        try
        {
            read();
        }
        catch (const InputError& reason)
        {
            findings.add (reason);
        }
        if (findings.count() != before)
            keep (std::move (pointer), json);
    }

    /** Runs `read()`, which itself keeps entries inside the part; the whole is kept only if it refuses the whole. */
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
        catch (const InputError& reason)
        {
            findings.add (reason);
            keep (std::move (pointer), json);
        }
    }

    /** Likewise for an entry of a list, at a pointer that ends in "-": an entry is kept only if newer programs may know
        it, because it would never leave the list again. */
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
        catch (const InputError& reason)
        {
            findings.add (reason);
        }
    }
};
} // namespace kolophon
