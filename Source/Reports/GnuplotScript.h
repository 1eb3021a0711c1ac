// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>

/** Scripts for gnuplot. Its language starts programs in half a dozen ways (`…` in a command or between double quotes,
    system(), a line that begins with !, "< …" for a file, @macros, load), so that a title from an untrusted file must
    never be read as anything but a string. The compiler ensures that: a Script is composed of string literals of this
    source, numbers and quoted text, and a std::string doesn't convert to any of them. */
namespace kolophon
{
/** Error: the reason for a missing figure, in one clear line. */
struct NoFigure : std::runtime_error
{
    using std::runtime_error::runtime_error;
};
} // namespace kolophon

namespace kolophon
{
/** Output formats of gnuplot. */
enum class PictureFormat { svg, png };
} // namespace kolophon

namespace kolophon::gnuplot
{
/** A piece of gnuplot's language out of this program's source: a literal, known while it is compiled. */
class Words
{
public:
    consteval Words (const char* words) noexcept : text (words) {}
    constexpr const char* get () const noexcept { return text; }

private:
    const char* text;
};

class Script
{
public:
    Script() = default;
    explicit Script (Words words) : content (words.get()) {}

    Script& operator= (Words words) { return content = words.get(), *this; }
    Script& operator+= (Words words) { return content += words.get(), *this; }
    Script& operator+= (const Script& other) { return content += other.content, *this; }
    friend Script operator+ (Script a, Words b) { return a += b, a; }
    friend Script operator+ (Words a, const Script& b) { return Script (a) += b; }
    friend Script operator+ (Script a, const Script& b) { return a += b, a; }

    bool empty () const noexcept { return content.empty(); }
    const std::string& text () const noexcept { return content; }

private:
    struct Made
    {
        std::string text;
    };
    explicit Script (Made made) : content (std::move (made.text)) {}
    friend Script literal (std::string_view);
    friend Script number (double, int);

    std::string content;
};

/** The one place where text becomes a string of gnuplot's: between single quotes, where nothing has a meaning but the
    quote itself, which stands in a string of its own between double quotes. Throws NoFigure for what can't stand in one
    line of an XML file: control characters, and bytes that are not UTF-8. */
Script literal (std::string_view text);

/** Digits, as significant() has them. */
Script number (double value, int digits = 7);

/** The head of a script: encoding, terminal with `options` of its own, size [pixels], font, a white ground. */
Script terminal (PictureFormat format, double width, double height, Words options = "enhanced");

/** Positions of the axes, as fractions of the picture. */
Script margins (double left, double right, double bottom, double top);

/** Tables of numbers, and the command that draws them; nothing is drawn of an empty one. */
class Plots
{
public:
    /** `name`: of the data block, without its "$". `style`: from "using" or "with" on. */
    void add (const Script& name, const Script& rows, const Script& style);

    /** An entry of the key alone. */
    void legend (const Script& style);

    bool empty () const noexcept { return plots.empty(); }

    /** All tables, and the command behind them. */
    Script script () const;

private:
    void next (const Script& plot);

    Script data, plots;
};

//==============================================================================
/** A title or label. gnuplot's "enhanced" text has marks for subscripts and the like (F_{max}), which literals of this
    program use. Untrusted text is drawn literally, and every std::string or std::string_view is treated as untrusted.
    */
class Text
{
public:
    Text() = default;
    Text (const char* ours) : content (ours), marked (! content.empty()) {}
    Text (std::string_view theirs) : content (theirs) {}
    Text (const std::string& theirs) : content (theirs) {}

    Text& operator+= (const Text& other);
    friend Text operator+ (Text a, const Text& b) { return a += b, a; }

    bool empty () const noexcept { return content.empty(); }
    void clear () { *this = {}; }

    /** As a string with the word that says how gnuplot shall take it: 'F_{max}' enhanced, 'my_bow' noenhanced. Of very
        long ones the middle is left out: no picture has room for them. */
    Script script () const;
    /** As the label of a tic: between parentheses of `set xtics`, where a per cent sign begins a number's format. To be
        followed by `enhanced`. */
    Script tic () const;

private:
    std::string withMarks () const;

    std::string content;
    bool marked = false; // enhanced text; otherwise drawn literally
};
} // namespace kolophon::gnuplot
