#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
/** Text as it may stand in a page, also between quotes of either kind; control characters become U+FFFD. Not for
    scripts and style sheets, and not for the address that a link leads to. */
std::string escapedHtml (std::string_view text);

/** JSON as it may stand inside <script type="application/json">. */
std::string scriptJson (std::string json);

/** The address of a file beside the page or in a folder of it, to stand between quotes. No name becomes an address
    elsewhere (javascript:…), a query or a fragment. */
std::string fileLink (std::string_view file);

/** A link to such a file under its name. */
std::string htmlLink (const std::string& file);

/** A player for a sound beside the page, with its name as a link. */
std::string htmlPlayer (const std::string& file);
} // namespace kolophon
