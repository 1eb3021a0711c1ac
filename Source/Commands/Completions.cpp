#include "Completions.h"

#include "../Files/ExitCode.h"

#include <algorithm>
#include <functional>

namespace kolophon
{
namespace
{
std::string joined (const std::vector<std::string>& words, const char* between = " ")
{
    std::string text;
    for (const auto& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

/** Between single quotes, in any of the shells. */
std::string quoted (const std::string& text, const std::string& forQuote)
{
    std::string result = "'";
    for (const char c : text)
        result += c == '\'' ? forQuote : std::string (1, c);
    return result + "'";
}

/** Visits every command with the words that lead to it: "preset show". */
void visit (const CommandShape& command, const std::string& path,
            const std::function<void (const CommandShape&, const std::string&)>& see)
{
    see (command, path);
    for (const auto& inner : command.commands)
        visit (inner, path.empty() ? inner.name : path + " " + inner.name, see);
}

std::vector<std::string> wordsOf (const CommandShape& command)
{
    std::vector<std::string> words;
    for (const auto& inner : command.commands)
        words.push_back (inner.name);
    for (const auto& option : command.options)
        words.insert (words.end(), option.names.begin(), option.names.end());
    return words;
}

/** Finds out which command the words so far have named: `path` in the script. */
std::string bashScript (const CommandShape& program)
{
    std::string paths, words, values;
    visit (program, "",
           [&] (const CommandShape& command, const std::string& path)
           {
               if (! path.empty())
                   paths += "            " + quoted (path, R"('\'')") + ") path=$candidate ;;\n";
               words += "        " + quoted (path, R"('\'')") +
                        ") words=" + quoted (joined (wordsOf (command)), R"('\'')") + " ;;\n";
               for (const auto& option : command.options)
                   if (option.takesValue)
                   {
                       std::vector<std::string> cases;
                       for (const auto& name : option.names)
                           cases.push_back (quoted (path + " " + name, R"('\'')"));
                       values += "        " + joined (cases, "|") + ") " +
                                 (option.choices.empty()
                                      ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                                      : "COMPREPLY=($(compgen -W " + quoted (joined (option.choices), R"('\'')") +
                                            " -- \"$current\"))") +
                                 "; return ;;\n";
                   }
           });
    return "# Completions of kolophon for bash: source <(kolophon completions bash)\n"
           "_kolophon()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} path='' candidate words "
           "i\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        candidate=${path:+$path }${COMP_WORDS[i]}\n"
           "        case $candidate in\n" +
           paths +
           "        esac\n"
           "    done\n"
           "    case \"$path $previous\" in\n" +
           values +
           "    esac\n"
           "    case $path in\n" +
           words +
           "    esac\n"
           "    if [[ $current == -* || $path == '' ]]; then\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\"))\n"
           "    else\n"
           "        COMPREPLY=($(compgen -W \"$words\" -- \"$current\") $(compgen -f -- \"$current\"))\n"
           "    fi\n"
           "}\n"
           "complete -o filenames -F _kolophon kolophon\n";
}

std::string zshFunction (const std::string& path)
{
    auto name = "_kolophon" + (path.empty() ? "" : "_" + path);
    std::replace (name.begin(), name.end(), ' ', '_');
    std::replace (name.begin(), name.end(), '-', '_');
    return name;
}

/** What stands between the brackets of an _arguments specification. */
std::string zshHelp (const std::string& help)
{
    std::string text;
    for (const char c : help)
        text += c == '[' || c == ']' || c == ':' || c == '\\' ? std::string ("\\") + c : std::string (1, c);
    return text;
}

std::string zshScript (const CommandShape& program)
{
    std::string script = "#compdef kolophon\n# Completions of kolophon for zsh: source <(kolophon completions zsh)\n";
    visit (program, "",
           [&script] (const CommandShape& command, const std::string& path)
           {
               script += zshFunction (path) + "() {\n    _arguments -C";
               for (const auto& option : command.options)
                   for (const auto& name : option.names)
                       script += " \\\n        " +
                                 quoted ("*" + name + "[" + zshHelp (option.help) + "]" +
                                             (! option.takesValue      ? ""
                                              : option.choices.empty() ? ":value:_files"
                                                                       : ":value:(" + joined (option.choices) + ")"),
                                         R"('\'')");
               if (command.commands.empty())
                   script += " \\\n        '*:file:_files'\n}\n";
               else
               {
                   std::string names, cases;
                   for (const auto& inner : command.commands)
                   {
                       names += " " + quoted (inner.name + ":" + inner.help, R"('\'')");
                       cases += "            " + inner.name + ") " +
                                zshFunction (path.empty() ? inner.name : path + " " + inner.name) + " ;;\n";
                   }
                   script += " \\\n        '1: :->command' '*::argument:->arguments'\n"
                             "    case $state in\n"
                             "        command) local -a names=(" +
                             names +
                             "); _describe command names ;;\n"
                             "        arguments) case $words[1] in\n" +
                             cases +
                             "        esac ;;\n"
                             "    esac\n}\n";
               }
           });
    return script + "compdef _kolophon kolophon\n";
}

std::string fishScript (const CommandShape& program)
{
    const auto fishQuoted = [] (const std::string& text) { return quoted (text, R"(\')"); };
    std::string script = "# Completions of kolophon for fish: kolophon completions fish | source\n";
    std::vector<std::string> top;
    for (const auto& command : program.commands)
        top.push_back (command.name);
    visit (program, "",
           [&] (const CommandShape& command, const std::string& path)
           {
               // Every word of the path has been seen, and none of the commands inside it.
               std::string condition;
               for (std::size_t begin = 0; begin < path.size();)
               {
                   const auto end = std::min (path.find (' ', begin), path.size());
                   condition += (condition.empty() ? "" : "; and ") +
                                ("__fish_seen_subcommand_from " + path.substr (begin, end - begin));
                   begin = end + 1;
               }
               std::vector<std::string> inside;
               for (const auto& inner : command.commands)
                   inside.push_back (inner.name);
               const auto none = inside.empty() ? std::string() : "not __fish_seen_subcommand_from " + joined (inside);
               const auto when = condition.empty() ? none : (none.empty() ? condition : condition + "; and " + none);
               const auto start = "complete -c kolophon -n " + fishQuoted (when);
               for (const auto& inner : command.commands)
                   script += start + " -f -a " + inner.name + " -d " + fishQuoted (inner.help) + "\n";
               for (const auto& option : command.options)
               {
                   script += start;
                   for (const auto& name : option.names)
                       script += name.starts_with ("--") ? " -l " + name.substr (2) : " -s " + name.substr (1);
                   if (option.takesValue)
                       script += option.choices.empty() ? " -r" : " -x -a " + fishQuoted (joined (option.choices));
                   script += " -d " + fishQuoted (option.help) + "\n";
               }
           });
    return script;
}
} // namespace

std::string completions (const CommandShape& program, const std::string& shell)
{
    if (shell == "bash")
        return bashScript (program);
    if (shell == "zsh")
        return zshScript (program);
    if (shell == "fish")
        return fishScript (program);
    throw Failure (ExitCode::usage, "completions: \"" + shell + "\" is not one of bash, zsh, fish");
}
} // namespace kolophon
