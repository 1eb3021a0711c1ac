# SPDX-License-Identifier: GPL-3.0-or-later
# Writes text files as string literals into one C++ file:
#     cmake -DWHAT=Preset -DOUTPUT=… -DFILES=a.json;b.json -P EmbedTexts.cmake
# makes embeddedPresetTexts() and embeddedPresetNames(), the names of the files without their ends. Literals of at most 15 kB:
# every compiler takes them; longer texts are made of several.
set (piece 15000)
set (texts "")
set (names "")
foreach (path IN LISTS FILES)
    file (READ "${path}" text)
    get_filename_component (name "${path}" NAME_WE)
    string (APPEND names "    \"${name}\",\n")
    string (LENGTH "${text}" size)
    set (begin 0)
    while (begin LESS size)
        string (SUBSTRING "${text}" ${begin} ${piece} part)
        string (APPEND texts "    R\"~text~(${part})~text~\"\n")
        math (EXPR begin "${begin} + ${piece}")
    endwhile()
    string (APPEND texts "    \"\"sv,\n") # whose length clang need not count, which takes it more steps than it allows
endforeach()
file (CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
#include <span>
#include <string_view>

namespace kolophon
{
std::span<const std::string_view> embedded@WHAT@Texts() noexcept;
std::span<const std::string_view> embedded@WHAT@Texts() noexcept
{
    using namespace std::string_view_literals;
    static constexpr std::string_view texts[] = {
@texts@};
    return texts;
}

std::span<const std::string_view> embedded@WHAT@Names() noexcept;
std::span<const std::string_view> embedded@WHAT@Names() noexcept
{
    static constexpr std::string_view names[] = {
@names@};
    return names;
}
} // namespace kolophon
]])
