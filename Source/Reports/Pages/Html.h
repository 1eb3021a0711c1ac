// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
/** Escapes text for a page, also between quotes of either kind; control characters become U+FFFD. Not suitable for
    scripts, style sheets and addresses of links. */
std::string escapedHtml (std::string_view text);

/** Escapes JSON for <script type="application/json">. */
std::string scriptJson (std::string json);

/** The address of a file beside the page or in a subfolder, to stand between quotes. Escaped so that no name can
    become an address elsewhere (javascript:…), a query or a fragment. */
std::string fileLink (std::string_view file);

/** A link to such a file with its name as text. */
std::string htmlLink (const std::string& file);

/** A player for a sound beside the page, with its name as a link. */
std::string htmlPlayer (const std::string& file);
} // namespace kolophon
