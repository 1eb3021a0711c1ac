// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Error.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Lab/Motion/Formula.h"

#include <cmath>
#include <functional>
#include <string_view>
#include <utility>

/** Expressions of t without muParser, as far as the experiments of the page use them: numbers, t, pi, + - * / ^,
    comparisons, "? :", parentheses, and functions of one argument, with muParser's names, ranks and meanings. */
namespace kolophon::lab
{
namespace
{
using Value = std::function<double (double)>;

class Reader
{
public:
    explicit Reader (const std::string& itsText) : text (itsText), rest (text) {}

    Value whole ()
    {
        auto value = choice();
        if (! rest.empty())
            refuse();
        return value;
    }

private:
    [[noreturn]] void refuse () const
    {
        throw InputError (
            { .value = "\"" + text + "\"",
              .problem = "is not an expression of t: " +
                         (rest.empty() ? "it ends too early" : "invalid from \"" + std::string (rest) + "\" on") });
    }

    bool accept (std::string_view sign)
    {
        while (rest.starts_with (' '))
            rest.remove_prefix (1);
        if (! rest.starts_with (sign))
            return false;
        rest.remove_prefix (sign.size());
        while (rest.starts_with (' '))
            rest.remove_prefix (1);
        return true;
    }

    Value choice ()
    {
        auto condition = comparison();
        if (! accept ("?"))
            return condition;
        auto yes = choice();
        if (! accept (":"))
            refuse();
        return [condition, yes, no = choice()] (double t) { return condition (t) != 0.0 ? yes (t) : no (t); };
    }

    Value comparison ()
    {
        auto a = sum();
        if (accept ("<="))
            return [a, b = sum()] (double t) { return a (t) <= b (t) ? 1.0 : 0.0; };
        if (accept (">="))
            return [a, b = sum()] (double t) { return a (t) >= b (t) ? 1.0 : 0.0; };
        if (accept ("<"))
            return [a, b = sum()] (double t) { return a (t) < b (t) ? 1.0 : 0.0; };
        if (accept (">"))
            return [a, b = sum()] (double t) { return a (t) > b (t) ? 1.0 : 0.0; };
        return a;
    }

    Value sum ()
    {
        auto a = product();
        for (;;)
            if (accept ("+"))
                a = [a, b = product()] (double t) { return a (t) + b (t); };
            else if (accept ("-"))
                a = [a, b = product()] (double t) { return a (t) - b (t); };
            else
                return a;
    }

    Value product ()
    {
        auto a = sign();
        for (;;)
            if (accept ("*"))
                a = [a, b = sign()] (double t) { return a (t) * b (t); };
            else if (accept ("/"))
                a = [a, b = sign()] (double t) { return a (t) / b (t); };
            else
                return a;
    }

    Value sign ()
    {
        if (accept ("-"))
            return [a = sign()] (double t) { return -a (t); };
        auto base = factor();
        if (! accept ("^"))
            return base;
        return [base, exponent = sign()] (double t) { return std::pow (base (t), exponent (t)); };
    }

    Value factor ()
    {
        using Function = double (*) (double);
        constexpr std::pair<std::string_view, Function> functions[] = {
            { "sin", [] (double x) { return std::sin (x); } },   { "cos", [] (double x) { return std::cos (x); } },
            { "tan", [] (double x) { return std::tan (x); } },   { "exp", [] (double x) { return std::exp (x); } },
            { "sqrt", [] (double x) { return std::sqrt (x); } }, { "abs", [] (double x) { return std::abs (x); } }
        };
        accept ("");
        if (accept ("("))
            return closed();
        if (! rest.empty() && (rest.front() == '.' || (rest.front() >= '0' && rest.front() <= '9')))
            if (const auto number = leadingNumber (rest))
            {
                rest = number->rest;
                return [value = number->value] (double) { return value; };
            }
        for (const auto& [name, function] : functions)
            if (accept (name))
            {
                if (! accept ("("))
                    refuse();
                return [call = function, of = closed()] (double t) { return call (of (t)); };
            }
        if (accept ("pi"))
            return [] (double) { return pi; };
        if (accept ("t"))
            return [] (double t) { return t; };
        refuse();
    }

    Value closed ()
    {
        auto inside = choice();
        if (! accept (")"))
            refuse();
        return inside;
    }

    const std::string& text;
    std::string_view rest;
};
} // namespace

struct Formula::Parser
{
    Value value;
};

Formula::Formula (const std::string& text) : parser (std::make_unique<Parser> (Reader (text).whole())) {}
Formula::~Formula() = default;

double Formula::at (double t)
{
    return parser->value (t);
}
} // namespace kolophon::lab
