// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

namespace kolophon::test
{
inline std::string contents (const std::filesystem::path& path)
{
    std::ifstream stream (path, std::ios::binary);
    return { std::istreambuf_iterator<char> (stream), {} };
}

/** The JSON of a page's script with this id. */
inline nlohmann::json pageData (const std::string& page, const std::string& id)
{
    const auto begin = page.find ('>', page.find ("<script type=\"application/json\" id=\"" + id + "\"")) + 1;
    return nlohmann::json::parse (page.substr (begin, page.find ("</script>", begin) - begin));
}

/** The command-line tool at work in a folder of its own, which is gone afterwards. */
struct ToolFolder
{
    ToolFolder() : folder (std::filesystem::temp_directory_path() / ("kolophon-tool-" + std::to_string (getpid())))
    {
        std::filesystem::remove_all (folder);
        std::filesystem::create_directories (folder / "work");
    }
    ~ToolFolder() { std::filesystem::remove_all (folder); }
    ToolFolder (const ToolFolder&) = delete;
    ToolFolder& operator= (const ToolFolder&) = delete;

    struct Outcome
    {
        int code;
        std::string out, err;
    };

    /** Runs a shell line inside the work folder, $K being the tool. */
    Outcome shell (const std::string& line) const
    {
        const auto command = "cd '" + (folder / "work").string() + "' && K='" + KOLOPHON_TOOL + "' && { " + line +
                             "; } >'" + (folder / "out").string() + "' 2>'" + (folder / "err").string() +
                             "' </dev/null";
        const int status = std::system (command.c_str());
        return { WIFEXITED (status) ? WEXITSTATUS (status) : -1, contents (folder / "out"), contents (folder / "err") };
    }

    Outcome run (const std::string& arguments) const { return shell ("\"$K\" " + arguments); }

    /** The report of a command that shall go well; `before` stands before the tool's name. */
    nlohmann::json json (const std::string& arguments, const std::string& before = "") const
    {
        const auto outcome = shell (before + "\"$K\" " + arguments + " --json --quiet");
        INFO (arguments << "\n" << outcome.err);
        REQUIRE (outcome.code == 0);
        return nlohmann::json::parse (outcome.out);
    }

    std::filesystem::path path (const std::string& name) const { return folder / "work" / name; }
    std::string file (const std::string& name) const { return contents (path (name)); }
    void write (const std::string& name, const std::string& text) const
    {
        std::ofstream (path (name), std::ios::binary) << text;
    }

    /** Names of what is in the work folder, or inside one of its folders. */
    std::set<std::string> files (const std::string& inside = "") const
    {
        std::set<std::string> names;
        for (const auto& entry : std::filesystem::directory_iterator (folder / "work" / inside))
            names.insert (entry.path().filename().string());
        return names;
    }

    std::filesystem::path folder;
};
} // namespace kolophon::test
