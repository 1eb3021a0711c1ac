// SPDX-License-Identifier: GPL-3.0-or-later
#include "Figures.h"

#include "../Files/Json/ShallowJson.h"
#include "../Reports/Pages/Markdown.h"

#include <span>
#include <string_view>

namespace kolophon
{
std::span<const std::string_view> embeddedFigureTexts () noexcept;

std::string figuresOf (const std::string& subject)
{
    static const auto figures = parseShallow (embeddedFigureTexts().front());
    std::string text;
    for (const auto& figure : figures)
        if (figure["subject"] == subject)
            text += "![" + markdownText (figure["title"].get<std::string>()) + "](Figures/" +
                    figure["name"].get<std::string>() + ".svg)\n\n" + figure["caption"].get<std::string>() + "\n\n";
    return text;
}
} // namespace kolophon
