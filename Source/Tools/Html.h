#pragma once

#include <string>
#include <string_view>

namespace kolophon
{
/** Text as it may stand in a page, also between quotes. */
std::string escapedHtml (std::string_view text);

/** From <!DOCTYPE> to <body>: pages of this program need nothing from elsewhere. `style`: rules of this page's own. */
std::string pageHead (std::string_view title, std::string_view style = {});

/** A player for a sound beside the page, with its name as a link. */
std::string htmlPlayer (const std::string& file);
} // namespace kolophon
