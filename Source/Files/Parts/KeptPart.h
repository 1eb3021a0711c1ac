// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

/** Parts of a document that this program can't read, from a newer version or damaged. They are written back with the
    document, so that an older version loses nothing of a newer one's data, until the user changes the value that this
    program uses in their place. */
namespace kolophon
{
struct KeptPart
{
    /** JSON pointer: "/parameters/hand.new"; at its end "-" is one more entry of a list: "/locked/-". */
    std::string pointer;
    std::string text;    // JSON, as it was read
    std::string ours {}; // JSON that this program writes there while the value is unchanged; empty: nothing

    bool operator== (const KeptPart&) const = default;
};
using KeptParts = std::vector<KeptPart>;
} // namespace kolophon
