// SPDX-License-Identifier: GPL-3.0-or-later
#include "TuningFile.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../Bytes/PrintableText.h"
#include "../Bytes/WholeFile.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr double largestCents = 120000.0; // of a degree, up or down: a hundred octaves
constexpr std::size_t longestToken = 40;  // of text from a line in messages

/** Lines of a file, without comments, which begin with an exclamation mark. */
class Lines
{
public:
    explicit Lines (std::string_view text) : rest (text) {}

    /** The next line; nullopt after the last. */
    std::optional<std::string_view> next ()
    {
        while (! rest.empty())
        {
            const auto end = std::min (rest.find ('\n'), rest.size());
            const auto line = rest.substr (0, end);
            rest.remove_prefix (std::min (end + 1, rest.size()));
            ++number;
            if (line.empty() || line.front() != '!')
                return line;
        }
        return std::nullopt;
    }

    /** The next line that is not blank, from its first word on. */
    std::optional<std::string_view> filled ()
    {
        while (const auto line = next())
            if (const auto words = trimmed (*line); ! words.empty())
                return words;
        return std::nullopt;
    }

    /** The next line that is not blank; throws InputError at the end of the file. */
    std::string_view filled (const char* what)
    {
        const auto line = filled();
        if (! line)
            throw InputError ({ .place = "line " + std::to_string (number + 1),
                                .problem = std::string ("the file ends before ") + what });
        return *line;
    }

    /** The first word of the next line that is not blank; the rest of the line is a comment. */
    std::string_view word (const char* what) { return firstWord (filled (what)); }

    static std::string_view firstWord (std::string_view line) { return line.substr (0, line.find_first_of (" \t")); }

    [[noreturn]] void refuse (std::string_view word, const std::string& problem, const std::string& allowed) const
    {
        const bool decimalComma = word.find (',') != std::string_view::npos && numberIn (withPoint (word));
        throw InputError ({ "line " + std::to_string (number),
                            "\"" + printable (std::string (word), longestToken) + "\"",
                            problem + (decimalComma ? ": it has a decimal comma" : ""), allowed });
    }

    /** A whole number in a range. */
    int integer (const char* what, int lowest, int highest)
    {
        const auto text = word (what);
        const auto value = integerIn<int> (text);
        if (! value || *value < lowest || *value > highest)
            refuse (text, std::string ("is not ") + what, std::to_string (lowest) + " to " + std::to_string (highest));
        return *value;
    }

private:
    static std::string withPoint (std::string_view word)
    {
        std::string text (word);
        std::replace (text.begin(), text.end(), ',', '.');
        return text;
    }

    std::string_view rest;
    int number = 0; // of the last line that was read
};

/** A degree at the beginning of a line, with or without blanks round its slash: "3/2" of "3 / 2 a fifth". */
std::string degreeIn (std::string_view line)
{
    std::string word (Lines::firstWord (line));
    auto rest = trimmed (line.substr (word.size()));
    if (word.ends_with ('/') || rest.starts_with ('/'))
    {
        if (rest.starts_with ('/') && ! word.ends_with ('/'))
        {
            word += '/';
            rest = trimmed (rest.substr (1));
        }
        word += Lines::firstWord (rest);
    }
    return word;
}

/** A whole number above 0, of any length: those of Pythagorean chains have dozens of digits. */
std::optional<double> wholeNumber (std::string_view digits)
{
    const bool whole = ! digits.empty() && digits.find_first_not_of ("0123456789") == std::string_view::npos;
    const auto value = whole ? numberIn (digits) : std::nullopt;
    return value && *value > 0.0 ? value : std::nullopt;
}

/** Converts a degree to cents. "701.955" is in cents, because it has a point; "3/2" and "2" are ratios. */
std::optional<double> centsFromDegree (std::string_view text)
{
    if (text.find ('.') != std::string_view::npos)
    {
        const auto cents = numberIn (text);
        return cents && std::abs (*cents) <= largestCents ? cents : std::nullopt;
    }
    const auto slash = text.find ('/');
    const auto over = wholeNumber (text.substr (0, slash)),
               under = slash == std::string_view::npos ? std::optional (1.0) : wholeNumber (text.substr (slash + 1));
    if (! over || ! under || ! std::isnormal (*over / *under))
        return std::nullopt;
    return centsFromRatio (*over / *under);
}

constexpr auto degreeText = "cents with a point (701.955), or a ratio (3/2)";

TuningScale readScl (std::string_view text)
{
    Lines lines (text);
    TuningScale scale;
    const auto name = lines.next();
    if (! name)
        throw InputError ("the file is empty: a scale begins with a line that describes it");
    scale.name = printable (std::string (*name), longestLine);
    const int count = lines.integer ("the number of degrees", 1, static_cast<int> (maxScaleDegrees));
    for (int i = 0; i < count; ++i)
    {
        const auto word =
            degreeIn (lines.filled (("degree " + std::to_string (i + 1) + " of " + std::to_string (count)).c_str()));
        const auto cents = centsFromDegree (word);
        if (! cents)
            lines.refuse (word, "is not a degree", degreeText);
        if (i + 1 == count && ! (*cents > 0.0))
            lines.refuse (word, "can't be the last degree, at which the scale repeats", "more than 0 cents");
        scale.degrees.push_back ({ word, *cents });
    }
    return scale;
}

KeyMapping readKbm (std::string_view text)
{
    Lines lines (text);
    KeyMapping mapping;
    const int size = lines.integer ("the size of the mapping", 0, 1024);
    mapping.first = lines.integer ("the first key", 0, 127);
    mapping.last = lines.integer ("the last key", 0, 127);
    mapping.middle = lines.integer ("the middle key", 0, 127);
    mapping.reference = lines.integer ("the reference key", 0, 127);
    const auto word = lines.word ("the reference frequency");
    const auto frequency = numberIn (word);
    if (! frequency || ! (*frequency >= lowestKeyFrequency && *frequency <= highestKeyFrequency))
        lines.refuse (word, "is not a reference frequency",
                      shortest (lowestKeyFrequency) + " to " + shortest (highestKeyFrequency) + " Hz");
    mapping.frequency = *frequency;
    mapping.octaveDegree =
        lines.integer ("the degree of the octave", -KeyMapping::largestDegree, KeyMapping::largestDegree);
    mapping.entries.assign (static_cast<std::size_t> (size), KeyMapping::unmapped);
    for (auto& entry : mapping.entries)
    {
        const auto line = lines.filled();
        if (! line)
            break; // unmapped keys at the end may be left out
        const auto token = Lines::firstWord (*line);
        const auto degree = integerIn<int> (token);
        if (token != "x" && token != "X" && ! (degree && std::abs (*degree) <= KeyMapping::largestDegree))
            lines.refuse (token, "is not the degree of a key", "-100000 to 100000, or x for an unmapped key");
        entry = degree.value_or (KeyMapping::unmapped);
    }
    return mapping;
}

/** Quotient and remainder with 0 <= remainder < divisor. */
struct Division
{
    int quotient, remainder;
};
Division divided (int number, int divisor) noexcept
{
    const int quotient = number >= 0 ? number / divisor : -((divisor - 1 - number) / divisor); // towards minus infinity
    return { quotient, number - quotient * divisor };
}

/** Pitch [cents] of any degree, including other octaves. */
double centsOf (const TuningScale& scale, int degree) noexcept
{
    const auto [octaves, within] = divided (degree, static_cast<int> (scale.degrees.size()));
    return octaves * scale.degrees.back().cents +
           (within == 0 ? 0.0 : scale.degrees[static_cast<std::size_t> (within) - 1].cents);
}

/** Pitch of a key [cents] over 1/1 on the middle key; nullopt for an unmapped key. */
std::optional<double> centsOfKey (const TuningScale& scale, const KeyMapping& mapping, int key)
{
    const int above = key - mapping.middle;
    if (mapping.entries.empty())
        return centsOf (scale, above);
    const auto [octaves, within] = divided (above, static_cast<int> (mapping.entries.size()));
    const int degree = mapping.entries[static_cast<std::size_t> (within)];
    if (degree == KeyMapping::unmapped)
        return std::nullopt;
    const int octave = mapping.octaveDegree != 0 ? mapping.octaveDegree : static_cast<int> (scale.degrees.size());
    return octaves * centsOf (scale, octave) + centsOf (scale, degree);
}

TuningScale twelveEqual ()
{
    TuningScale scale { "Equal temperament", {} };
    for (int degree = 1; degree <= 12; ++degree)
        scale.degrees.push_back ({ std::to_string (100 * degree) + ".0", 100.0 * degree });
    return scale;
}

Tuning readTuning (const KeyTuning& asked)
{
    if (! (asked.a4 >= lowestA4 && asked.a4 <= highestA4))
        throw InputError ({ "a4", shortest (asked.a4) + " Hz", "is out of range",
                            shortest (lowestA4) + " to " + shortest (highestA4) + " Hz" });
    Tuning tuning;
    tuning.a4 = asked.a4 == 440.0 ? 69.0 : 69.0 + 0.01 * centsFromRatio (asked.a4 / 440.0);
    const double raised = tuning.a4 - 69.0; // [semitones] by A4
    const auto scale = asked.scale.value_or (twelveEqual());
    const auto mapping = asked.mapping.value_or (KeyMapping());
    if (! asked.scale && ! asked.mapping)
    {
        for (int key = 0; key < Tuning::keyCount; ++key)
            tuning.notes[static_cast<std::size_t> (key)] = key + raised; // exact if A4 is 440 Hz
        return tuning;
    }
    const auto reference = centsOfKey (scale, mapping, mapping.reference);
    if (! reference)
        throw InputError ({ .place = "mapping",
                            .value = "the reference key " + std::to_string (mapping.reference),
                            .problem = "has no pitch, so the mapping can't be tuned by it" });
    const double lowest = 69.0 + 0.01 * centsFromRatio (lowestKeyFrequency / 440.0),
                 highest = 69.0 + 0.01 * centsFromRatio (highestKeyFrequency / 440.0);
    const double referenceNote = 69.0 + 0.01 * centsFromRatio (mapping.frequency / 440.0) + raised;
    for (int key = 0; key < Tuning::keyCount; ++key)
    {
        auto& note = tuning.notes[static_cast<std::size_t> (key)];
        note = key + raised;
        if (key < mapping.first || key > mapping.last)
            continue;
        const auto cents = centsOfKey (scale, mapping, key);
        note = cents ? referenceNote + 0.01 * (*cents - *reference) : Tuning::silent;
        if (! (note >= lowest && note <= highest))
            note = Tuning::silent;
    }
    return tuning;
}
} // namespace

Result<TuningScale> scaleFromScl (std::string_view text)
{
    return resultOf ([text] { return readScl (text); });
}

Result<KeyMapping> mappingFromKbm (std::string_view text)
{
    return resultOf ([text] { return readKbm (text); });
}

Result<TuningScale> readScaleFile (const std::filesystem::path& file)
{
    return inFile (shownName (file.filename()), textOf (file, largestTuningFile).and_then (scaleFromScl));
}

Result<KeyMapping> readMappingFile (const std::filesystem::path& file)
{
    return inFile (shownName (file.filename()), textOf (file, largestTuningFile).and_then (mappingFromKbm));
}

Result<Tuning> tuningOf (const KeyTuning& tuning)
{
    return resultOf ([&tuning] { return readTuning (tuning); });
}

std::string tuningText (const KeyTuning& tuning)
{
    return (tuning.scale ? (tuning.scale->name.empty() ? "an unnamed scale" : tuning.scale->name)
                         : std::string ("equal temperament")) +
           (tuning.mapping ? ", mapped" : "") + ", A4 = " + shortest (tuning.a4) + " Hz";
}
} // namespace kolophon
