// SPDX-License-Identifier: GPL-3.0-or-later
#include "Completions.h"

#include "../Files/Bytes/ExitCode.h"

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

/** Puts a text between single quotes, for any of the shells. */
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

/** Quotes each word separately. */
std::string eachQuoted (const std::vector<std::string>& words, const std::string& forQuote)
{
    std::string text;
    for (const auto& word : words)
        text += " " + quoted (word, forQuote);
    return text;
}

/** Offers whole names, spaces and all, beside files. bash breaks words at colons, and only the last piece of one is
    replaced. */
constexpr auto bashOffer = R"(_kolophon_offer()
{
    local typed=${whole//\\/} head='' name
    typed=${typed#[\"\']}
    [[ $COMP_WORDBREAKS == *:* ]] && head=${typed%"${typed##*:}"}
    COMPREPLY=()
    for name; do
        [[ $name == "$typed"* ]] && COMPREPLY+=("${name#"$head"}")
    done
    while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "$current")
}
)";

/** Makes the bash script, which first determines the command that the words so far name: its variable `path`. */
std::string bashScript (const CommandShape& program)
{
    std::string paths, words, values, offers;
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
                                 (! option.offers.empty() ? "_kolophon_offer" + eachQuoted (option.offers, R"('\'')")
                                  : option.choices.empty()
                                      ? "COMPREPLY=($(compgen -f -- \"$current\"))"
                                      : "COMPREPLY=($(compgen -W " + quoted (joined (option.choices), R"('\'')") +
                                            " -- \"$current\"))") +
                                 "; return ;;\n";
                   }
               if (! command.offers.empty())
                   offers += "        " + quoted (path, R"('\'')") + ") _kolophon_offer" +
                             eachQuoted (command.offers, R"('\'')") + "; return ;;\n";
           });
    return "# Completions of kolophon for bash: source <(kolophon completions bash)\n" + std::string (bashOffer) +
           "_kolophon()\n{\n"
           "    local current=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD path='' candidate words i\n"
           "    local whole=$current previous\n"
           "    while ((at > 1)) && [[ ${COMP_WORDS[at]} == : || ${COMP_WORDS[at-1]} == : ]]; do\n"
           "        at=$((at - 1))\n"
           "        whole=${COMP_WORDS[at]}$whole\n"
           "    done\n"
           "    previous=${COMP_WORDS[at-1]}\n"
           "    for ((i = 1; i < COMP_CWORD; ++i)); do\n"
           "        candidate=${path:+$path }${COMP_WORDS[i]}\n"
           "        case $candidate in\n" +
           paths +
           "        esac\n"
           "    done\n"
           "    case \"$path $previous\" in\n" +
           values +
           "    esac\n"
           "    [[ $current == -* ]] || case $path in\n" +
           offers +
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

/** Text between the brackets of an _arguments specification. */
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
    // A function for each list of names that is offered beside files.
    std::vector<std::vector<std::string>> lists;
    std::string offers;
    const auto offering = [&] (const std::vector<std::string>& names)
    {
        const auto known = std::find (lists.begin(), lists.end(), names);
        const auto function = "_kolophon_names_" + std::to_string (known - lists.begin() + 1);
        if (known == lists.end())
        {
            lists.push_back (names);
            offers += function + "() {\n    local -a names=(" + eachQuoted (names, R"('\'')") +
                      ")\n    compadd -- $names\n    _files\n}\n";
        }
        return function;
    };
    visit (program, "",
           [&] (const CommandShape& command, const std::string& path)
           {
               script += zshFunction (path) + "() {\n    _arguments -C";
               for (const auto& option : command.options)
                   for (const auto& name : option.names)
                       script += " \\\n        " +
                                 quoted ("*" + name + "[" + zshHelp (option.help) + "]" +
                                             (! option.takesValue       ? ""
                                              : ! option.offers.empty() ? ":name:" + offering (option.offers)
                                              : option.choices.empty()  ? ":value:_files"
                                                                        : ":value:(" + joined (option.choices) + ")"),
                                         R"('\'')");
               if (command.commands.empty())
                   script +=
                       " \\\n        '*:" +
                       (command.offers.empty() ? std::string ("file:_files") : "name:" + offering (command.offers)) +
                       "'\n}\n";
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
    // Sourced, the script says what it is for; in a folder of completions, zsh calls it at the first Tab.
    return script + offers +
           "if [[ $funcstack[1] == _kolophon ]]; then\n    _kolophon \"$@\"\n"
           "else\n    compdef _kolophon kolophon\nfi\n";
}

std::string fishScript (const CommandShape& program)
{
    const auto fishQuoted = [] (const std::string& text)
    {
        std::string escaped;
        for (const char c : text)
            escaped += c == '\\' ? std::string (2, c) : std::string (1, c);
        return quoted (escaped, R"(\')");
    };
    // A candidate a line: names have spaces.
    const auto offering = [&fishQuoted] (const std::vector<std::string>& names)
    { return fishQuoted ("(printf '%s\\n'" + eachQuoted (names, R"(\')") + ")"); };
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
               if (! command.offers.empty())
                   script += start + " -a " + offering (command.offers) + "\n";
               for (const auto& inner : command.commands)
                   script += start + " -f -a " + inner.name + " -d " + fishQuoted (inner.help) + "\n";
               for (const auto& option : command.options)
               {
                   script += start;
                   for (const auto& name : option.names)
                       script += name.starts_with ("--") ? " -l " + name.substr (2) : " -s " + name.substr (1);
                   if (option.takesValue)
                       script += ! option.offers.empty()  ? " -r -a " + offering (option.offers)
                                 : option.choices.empty() ? " -r"
                                                          : " -x -a " + fishQuoted (joined (option.choices));
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
