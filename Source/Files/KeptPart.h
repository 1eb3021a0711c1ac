#pragma once

#include <string>
#include <vector>

/** Parts of a document that this program can't read as they stand, from a newer version or damaged. They are written
    back with the document, so that an older version loses nothing of a newer one's, until somebody changes what this
    program has put in their place. */
namespace kolophon
{
struct KeptPart
{
    /** JSON pointer: "/parameters/hand.new"; at its end "-" is one more entry of a list: "/locked/-". */
    std::string pointer;
    std::string text;    // JSON, as it was read
    std::string ours {}; // JSON that this program writes there as long as nobody changes it; empty: nothing

    bool operator== (const KeptPart&) const = default;
};
using KeptParts = std::vector<KeptPart>;
} // namespace kolophon
