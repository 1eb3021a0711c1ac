// SPDX-License-Identifier: GPL-3.0-or-later
#include "ManualPage.h"

#include "../Core/Text/AsciiText.h"
#include "../Files/Bytes/AtomicFile.h"
#include "../Files/Bytes/ExitCode.h"
#include "../Shell/Console.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string_view>

namespace kolophon
{
namespace
{
constexpr std::string_view exampleHeading = "Examples:\n";

/** Text as man shows it: a backslash or a hyphen is one, and no line is a request. */
std::string escaped (std::string_view text)
{
    std::string result;
    bool atLineStart = true;
    for (const char c : text)
    {
        if (atLineStart && (c == '.' || c == '\''))
            result += "\\&";
        result += c == '\\' ? std::string ("\\e") : c == '-' ? std::string ("\\-") : std::string (1, c);
        atLineStart = c == '\n';
    }
    return result;
}

std::string capitals (std::string text)
{
    for (auto& c : text)
        c = upperCase (c);
    return text;
}

std::string bold (std::string_view text)
{
    return "\\fB" + escaped (text) + "\\fR";
}

std::string italic (std::string_view text)
{
    return "\\fI" + escaped (text) + "\\fR";
}

/** Text in paragraphs: an empty line begins the next one, and a line feed is one. */
std::string paragraphs (std::string_view text)
{
    std::string result;
    while (! text.empty())
    {
        const auto end = std::min (text.find ('\n'), text.size());
        const auto line = text.substr (0, end);
        if (! line.empty())
            result += escaped (line) + "\n";
        else if (! result.empty() && end + 1 < text.size())
            result += ".PP\n";
        text.remove_prefix (std::min (end + 1, text.size()));
    }
    return result;
}

std::string exampleLines (std::string_view text)
{
    std::string result;
    while (! text.empty())
    {
        const auto end = std::min (text.find ('\n'), text.size());
        auto line = text.substr (0, end);
        line.remove_prefix (std::min (line.find_first_not_of (' '), line.size()));
        if (! line.empty())
            result += escaped (line) + "\n";
        text.remove_prefix (std::min (end + 1, text.size()));
    }
    return ".nf\n" + result + ".fi\n";
}

std::string optionEntry (const OptionShape& option)
{
    std::string head;
    for (const auto& name : option.names)
        head += (head.empty() ? "" : ", ") + bold (name);
    if (option.names.empty())
        head = italic (option.value);
    else if (option.takesValue)
        head += " " + italic (option.value) + (option.isRepeated ? " ..." : "");
    std::string text = option.text;
    if (option.isRequired)
        text += text.ends_with ('.') ? " Required." : "; required";
    if (! option.fallback.empty() && text.find ("(default") == std::string::npos)
        text += " (default: " + option.fallback + ")";
    return ".TP\n" + head + "\n" + paragraphs (text);
}

std::string synopsis (const CommandShape& command, const std::string& path)
{
    std::string line = bold (path);
    if (! command.options.empty())
        line += " [" + italic ("OPTIONS") + "]";
    for (const auto& argument : command.arguments)
        line += " " + italic (argument.value) + (argument.isRepeated ? "..." : "");
    if (! command.commands.empty())
        line += " " + italic ("COMMAND");
    return line + "\n";
}

std::string optionEntries (const CommandShape& command)
{
    std::string text;
    for (const auto* list : { &command.arguments, &command.options })
        for (const auto& option : *list)
            text += optionEntry (option);
    return text;
}

/** First sentence in lower case, as pages name themselves. */
std::string purpose (const CommandShape& command)
{
    auto text = command.help;
    if (! text.empty() && text.rfind ("Kolophon", 0) != 0)
        text[0] = lowerCase (text.substr (0, 1))[0];
    return text;
}

std::string page (const CommandShape& program, const CommandShape& command, const std::string& path)
{
    auto name = path;
    std::replace (name.begin(), name.end(), ' ', '-');
    const std::string_view text = command.text;
    const auto examples = text.find (exampleHeading);
    std::string roff = ".TH " + escaped (capitals (name)) + " 1 \"\" \"Kolophon " KOLOPHON_VERSION "\" \"Kolophon\"\n";
    roff += ".SH NAME\n" + escaped (name) + " \\- " + escaped (purpose (command)) + "\n";
    roff += ".SH SYNOPSIS\n" + synopsis (command, path);
    roff += ".SH DESCRIPTION\n" + paragraphs (text.substr (0, examples));
    roff += ".SH OPTIONS\n" + optionEntries (command);
    if (! command.commands.empty())
        roff += ".SH COMMANDS\n";
    const bool isProgram = &command == &program;
    for (const auto& inner : command.commands)
    {
        roff += isProgram ? ".TP\n" + bold (name + "-" + inner.name) + "(1)\n"
                          : ".SS " + escaped (path + " " + inner.name) + "\n" +
                                synopsis (inner, path + " " + inner.name) + ".PP\n";
        roff += paragraphs (isProgram ? inner.help + "." : inner.text) + (isProgram ? "" : optionEntries (inner));
    }
    if (examples != std::string_view::npos)
        roff += ".SH EXAMPLES\n" + exampleLines (text.substr (examples + exampleHeading.size()));
    roff += ".SH EXIT STATUS\n"
            "0 on success, 1 after an internal error, 2 for an invalid command line, 3 for an input that cannot be\n"
            "read, 4 if a check failed, 5 if an output cannot be written, 128 plus the signal after an interrupt.\n";
    roff += ".SH SEE ALSO\n" + bold (isProgram ? "kolophon-render" : "kolophon") + "(1)\n";
    return roff;
}

[[noreturn]] void refuse (const CommandShape& program, const std::string& command)
{
    std::string all;
    for (const auto& inner : program.commands)
        all += (all.empty() ? "" : ", ") + inner.name;
    throw Failure (ExitCode::usage, "manual: \"" + command + "\" is not one of " + all);
}
} // namespace

std::optional<std::string> manualPage (const CommandShape& program, const std::string& command)
{
    if (command.empty())
        return page (program, program, program.name);
    for (const auto& inner : program.commands)
        if (inner.name == command)
            return page (program, inner, program.name + " " + command);
    return std::nullopt;
}

void writeManual (const CommandShape& program, const std::string& command, const std::string& folder)
{
    const auto asked = manualPage (program, command);
    if (! asked)
        refuse (program, command);
    if (folder.empty())
    {
        print (*asked);
        return;
    }
    outputFolder (folder);
    const auto write = [&] (const std::string& name, const std::string& of)
    { AtomicFile (std::filesystem::path (folder) / (name + ".1")).commitText (*manualPage (program, of)); };
    write (program.name, {});
    for (const auto& inner : program.commands)
        write (program.name + "-" + inner.name, inner.name);
}
} // namespace kolophon
