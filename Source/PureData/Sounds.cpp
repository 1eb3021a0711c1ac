// SPDX-License-Identifier: GPL-3.0-or-later
#include "External.h"

#include <array>
#include <string>
#include <unistd.h>
#include <vector>

namespace kolophon::puredata
{
namespace
{
const kolophon_parameter& described (int32_t index)
{
    return *kolophon_parameter_info (index);
}

/** Says the library's sentence about a file, or nothing. */
void checkFile (const External& external, const std::string& name, kolophon_status status)
{
    if (status != KOLOPHON_OK)
        throw Refused { name + ": " + kolophon_error (external.synth()) };
}

void loadPreset (External& external, const std::string& name)
{
    external.instrument.catchUp();
    check (external, kolophon_load_preset (external.synth(), name.c_str()));
}

void openFile (External& external, const std::string& name)
{
    const auto text = fileText (external, name);
    external.instrument.catchUp();
    checkFile (external, name, kolophon_load_json (external.synth(), text.c_str()));
    if (const std::string_view findings = kolophon_findings (external.synth()); ! findings.empty())
        throw Refused { name + ": " + std::string (findings) };
}

/** preset NAME */
void preset (External& external, Arguments& values)
{
    if (values.empty())
        (void)values.word ("name");
    loadPreset (external, values.rest());
}

/** open FILE: a preset or a state */
void open (External& external, Arguments& values)
{
    if (values.empty())
        (void)values.word ("file");
    openFile (external, values.rest());
}

/** body [FILE], gesture [FILE]: without one, the sound's own */
template <auto give>
void part (External& external, Arguments& values)
{
    const auto name = values.rest();
    const auto text = name.empty() ? std::string() : fileText (external, name);
    external.instrument.catchUp();
    checkFile (external, name, give (external.synth(), name.empty() ? nullptr : text.c_str()));
}

/** tuning [SCL [KBM]] [A4] */
void tuning (External& external, Arguments& values)
{
    std::string names[2], texts[2];
    const char* given[2] = {};
    for (int i = 0; i < 2 && ! values.empty() && ! values.startsWithNumber(); ++i)
    {
        names[i] = values.word ("file");
        texts[i] = fileText (external, names[i]);
        given[i] = texts[i].c_str();
    }
    const double a4 = values.empty() ? 440.0 : values.number ("a4");
    values.end();
    external.instrument.catchUp();
    if (kolophon_set_tuning (external.synth(), given[0], given[1], a4) == KOLOPHON_OK)
        return;
    const std::string sentence = kolophon_error (external.synth());
    for (int i = 0; i < 2; ++i)
        if (const std::string argument = i == 0 ? "scl" : "kbm"; sentence.starts_with (argument + ": "))
            throw Refused { names[i] + sentence.substr (argument.size()) };
    throw Refused { sentence };
}

// Questions: the answers leave by the right outlet

t_atom atom (double number)
{
    t_atom made;
    SETFLOAT (&made, static_cast<t_float> (number));
    return made;
}

t_atom atom (const char* text)
{
    t_atom made;
    SETSYMBOL (&made, gensym (text));
    return made;
}

void reply (const External& external, const char* selector, std::vector<t_atom> atoms)
{
    outlet_anything (external.replies, gensym (selector), static_cast<int> (atoms.size()), atoms.data());
}

/** The value of a parameter as the message that sets it has it. */
t_atom valueOf (const External& external, int32_t index)
{
    const double value = external.instrument.value (index);
    const auto& parameter = described (index);
    if (parameter.scale == KOLOPHON_MENU)
        return atom (parameter.choices[static_cast<std::size_t> (value)]);
    return atom (value);
}

/** get PARAMETER */
void get (External& external, Arguments& values)
{
    const auto index = parameterIndex (values.word ("parameter"));
    values.end();
    reply (external, described (index).id, { valueOf (external, index) });
}

/** parameters [START]: all whose ids start like this */
void listParameters (External& external, Arguments& values)
{
    const auto start = values.empty() ? std::string() : values.word ("start");
    values.end();
    int count = 0;
    for (int32_t i = 0; i < kolophon_parameter_count(); ++i)
    {
        const auto& parameter = described (i);
        if (! std::string_view (parameter.id).starts_with (start))
            continue;
        reply (external, "parameter",
               { atom (parameter.id), atom (parameter.minimum), atom (parameter.maximum),
                 atom (parameter.default_value), atom (*parameter.unit != '\0' ? parameter.unit : "-"),
                 valueOf (external, i) });
        ++count;
    }
    reply (external, "parameters", { atom (count) });
}

/** choices PARAMETER: of a menu */
void listChoices (External& external, Arguments& values)
{
    const auto& parameter = described (parameterIndex (values.word ("parameter")));
    values.end();
    std::vector<t_atom> atoms { atom (parameter.id) };
    for (int32_t i = 0; i < parameter.choice_count; ++i)
        atoms.push_back (atom (parameter.choices[i]));
    reply (external, "choices", std::move (atoms));
}

/** presets */
void listPresets (External& external, Arguments& values)
{
    values.end();
    for (int32_t i = 0; i < kolophon_preset_count(); ++i)
        reply (external, "preset", { atom (kolophon_preset_name (i)) });
    reply (external, "presets", { atom (kolophon_preset_count()) });
}

/** describe PARAMETER: on the console */
void describe (External&, Arguments& values)
{
    const auto& parameter = described (parameterIndex (values.word ("parameter")));
    values.end();
    post ("%s: %s %s, %s. %s", parameter.id, parameter.group, parameter.name, parameter.range, parameter.help);
}

/** energy: stored, work, friction loss, body loss [J], and the largest residual relative to the peak */
void energy (External& external, Arguments& values)
{
    values.end();
    kolophon_energy account {};
    check (external, kolophon_get_energy (external.synth(), &account));
    reply (external, "energy",
           { atom (account.stored), atom (account.work_in), atom (account.friction_loss), atom (account.body_loss),
             atom (account.relative_residual) });
}

void voices (External& external, Arguments& values)
{
    values.end();
    reply (external, "voices", { atom (kolophon_voices (external.synth())) });
}
} // namespace

int32_t parameterIndex (std::string_view id)
{
    const std::string text (id);
    const auto index = kolophon_parameter_index (text.c_str());
    if (index < 0)
        throw Refused { "id: parameter not found: \"" + text + "\"" };
    return index;
}

void setParameter (External& external, Arguments& values)
{
    const auto index = parameterIndex (values.message());
    const auto& parameter = described (index);
    if (values.empty())
        (void)values.word ("value");
    double value = 0.0;
    if (parameter.scale == KOLOPHON_MENU && values.startsWithNumber()) // of a radio button, say
    {
        value = values.number ("value");
        values.end();
    }
    else if (kolophon_parameter_parse (index, values.rest().c_str(), &value) != KOLOPHON_OK)
        throw Refused { kolophon_error (nullptr) };
    check (external, external.instrument.set (index, value));
}

void loadSound (External& external, const std::string& name)
{
    name.ends_with (".json") ? openFile (external, name) : loadPreset (external, name);
}

std::string fileText (const External& external, const std::string& name)
{
    constexpr std::size_t largest = 64 << 20; // [bytes]
    std::array<char, MAXPDSTRING> folder {};
    char* file = nullptr;
    const int descriptor = canvas_open (external.canvas, name.c_str(), "", folder.data(), &file, MAXPDSTRING, 1);
    if (descriptor < 0)
        throw Refused { name + ": file not found" };
    std::string text;
    std::array<char, 65536> piece {};
    ssize_t count = 0;
    while ((count = ::read (descriptor, piece.data(), piece.size())) > 0 && text.size() <= largest)
        text.append (piece.data(), static_cast<std::size_t> (count));
    sys_close (descriptor);
    if (count < 0)
        throw Refused { name + ": cannot be read" };
    if (text.size() > largest)
        throw Refused { name + ": is larger than 64 MB" };
    if (text.find ('\0') != std::string::npos)
        throw Refused { name + ": is not a text" };
    return text;
}

std::span<const Message> soundMessages () noexcept
{
    static constexpr Message messages[] = { { "preset", preset },
                                            { "open", open },
                                            { "body", part<kolophon_set_body> },
                                            { "gesture", part<kolophon_set_gesture> },
                                            { "tuning", tuning },
                                            { "get", get },
                                            { "parameters", listParameters },
                                            { "choices", listChoices },
                                            { "presets", listPresets },
                                            { "describe", describe },
                                            { "energy", energy },
                                            { "voices", voices } };
    return messages;
}
} // namespace kolophon::puredata
