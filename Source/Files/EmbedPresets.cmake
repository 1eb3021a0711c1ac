# Writes the preset files as string literals into one C++ file:
#     cmake -DOUTPUT=… -DFILES=a.json;b.json -P EmbedPresets.cmake
# Raw literals of at most 16 kB: the longest that every compiler takes.
set (body "")
foreach (path IN LISTS FILES)
    file (READ "${path}" text)
    string (LENGTH "${text}" size)
    if (size GREATER 16000)
        message (FATAL_ERROR "${path}: a factory preset is at most 16000 bytes")
    endif()
    string (APPEND body "    R\"~preset~(${text})~preset~\",\n")
endforeach()
file (CONFIGURE OUTPUT "${OUTPUT}" @ONLY CONTENT [[
#include <span>
#include <string_view>

namespace kolophon
{
namespace
{
constexpr std::string_view texts[] = {
@body@};
}

std::span<const std::string_view> embeddedPresetTexts() noexcept;
std::span<const std::string_view> embeddedPresetTexts() noexcept
{
    return texts;
}
} // namespace kolophon
]])
