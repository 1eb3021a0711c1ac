// SPDX-License-Identifier: GPL-3.0-or-later
#include "Completions.h"

#include "../Files/Bytes/ExitCode.h"
#include "../Files/Presets/PresetFile.h"
#include "Measuring/LabCommand.h"
#include "Sounds/SoundSyntax.h"

#include <CLI/CLI.hpp>

namespace kolophon
{
namespace
{
constexpr auto inBash = R"(# Completions of kolophon for bash: source <(kolophon completions bash)
_kolophon()
{
    local typed=${COMP_WORDS[COMP_CWORD]} at=$COMP_CWORD head='' name
    # bash breaks words at colons, and replaces only the last piece of one
    while ((at > 1)) && [[ ${COMP_WORDS[at]} == : || ${COMP_WORDS[at-1]} == : ]]; do
        at=$((at - 1))
        typed=${COMP_WORDS[at]}$typed
    done
    typed=${typed//\\/}
    typed=${typed#[\"\']}
    [[ $COMP_WORDBREAKS == *:* ]] && head=${typed%"${typed##*:}"}
    COMPREPLY=()
    while IFS=$'\t' read -r name _; do
        if [[ $name != : ]]; then
            COMPREPLY+=("${name#"$head"}")
        else
            while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
        fi
    done < <(kolophon completions bash -- "${COMP_WORDS[@]:1:at-1}" "$typed" 2> /dev/null)
}
complete -o filenames -F _kolophon kolophon
)";

// Sourced, the script says what it is for; in a folder of completions, zsh calls it at the first Tab.
constexpr auto inZsh = R"(#compdef kolophon
# Completions of kolophon for zsh: source <(kolophon completions zsh)
_kolophon() {
    local line files=1
    local -a names
    for line in "${(@f)$(kolophon completions zsh -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2> /dev/null)}"; do
        if [[ $line == : ]]; then files=0; elif [[ -n $line ]]; then names+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"); fi
    done
    (( $#names )) && _describe kolophon names
    (( files )) || _files
}
if [[ $funcstack[1] == _kolophon ]]; then
    _kolophon "$@"
else
    compdef _kolophon kolophon
fi
)";

constexpr auto inFish = R"(# Completions of kolophon for fish: kolophon completions fish | source
function __kolophon_completions
    set -l words (commandline -opc)
    set -e words[1]
    set -l typed (commandline -ct)
    for line in (kolophon completions fish -- $words "$typed" 2> /dev/null)
        if test "$line" = :
            __fish_complete_path "$typed"
        else
            echo $line
        end
    end
end
complete -c kolophon -f -a '(__kolophon_completions)'
)";

/** All values of an option, if their number is limited: its type's name lists them, TEXT:{realtime,reference}. */
std::vector<std::string> choicesOf (const CLI::Option& option)
{
    const auto type = option.get_type_name();
    const auto begin = type.find ('{'), end = type.find ('}');
    return begin != std::string::npos && end != std::string::npos
               ? CLI::detail::split (type.substr (begin + 1, end - begin - 1), ',')
               : std::vector<std::string>();
}

/** Suggested values, in addition to files. */
std::vector<std::string> offersOf (const CLI::Option& option)
{
    std::vector<std::string> names;
    if (option.get_type_name() == presetType)
        for (const auto name : factoryPresetNames())
            names.emplace_back (name);
    else if (option.get_type_name() == experimentType)
        names = laboratoryWords();
    return names;
}

std::vector<std::string> namesOf (const CLI::Option& option)
{
    std::vector<std::string> names;
    for (const auto& name : option.get_lnames())
        names.push_back ("--" + name);
    for (const auto& name : option.get_snames())
        names.push_back ("-" + name);
    return names;
}
} // namespace

std::string completionScript (const std::string& shell)
{
    for (const auto& [name, script] : { std::pair ("bash", inBash), { "zsh", inZsh }, { "fish", inFish } })
        if (shell == name)
            return script;
    throw Failure (ExitCode::usage, "completions: \"" + shell + "\" is not one of bash, zsh, fish");
}

std::string completionsOf (const CLI::App& program, const std::vector<std::string>& words)
{
    const auto* command = &program;
    for (std::size_t i = 0; i + 1 < words.size(); ++i)
        for (const auto* inner : command->get_subcommands ([] (const CLI::App*) { return true; }))
            if (inner->get_name() == words[i])
            {
                command = inner;
                break;
            }
    const auto& typed = words.back();
    std::string text;
    const auto offer = [&] (const std::string& name, const std::string& help)
    {
        if (name.starts_with (typed))
            text += name + "\t" + help.substr (0, help.find_first_of (".;:(\n")) + "\n";
    };
    const auto offerValues = [&offer] (const CLI::Option& option)
    {
        for (const auto& list : { choicesOf (option), offersOf (option) })
            for (const auto& name : list)
                offer (name, "");
    };
    for (const auto* option : command->get_options())
        for (const auto& name : namesOf (*option))
            if (words.size() > 1 && name == words[words.size() - 2] && option->get_items_expected_max() > 0)
            {
                offerValues (*option);
                return choicesOf (*option).empty() ? text + ":\n" : text;
            }
    for (const auto* inner : command->get_subcommands ([] (const CLI::App*) { return true; }))
        offer (inner->get_name(), inner->get_description());
    bool offers = false; // arguments of one kind are offered once
    for (const auto* option : command->get_options())
    {
        if (typed.starts_with ('-'))
            for (const auto& name : namesOf (*option))
                offer (name, option->get_description());
        else if (namesOf (*option).empty() && ! std::exchange (offers, true))
            offerValues (*option);
    }
    return command == &program || typed.starts_with ('-') ? text : text + ":\n";
}
} // namespace kolophon
