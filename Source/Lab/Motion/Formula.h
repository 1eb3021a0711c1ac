// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace kolophon::lab
{
/** An expression of t. It is not shared, because it is written to during evaluation. */
class Formula
{
public:
    /** Throws InputError for a text that is not an expression. */
    explicit Formula (const std::string& text);
    ~Formula();

    double at (double t); // not a number where it has no value

private:
    struct Parser;
    std::unique_ptr<Parser> parser;
};
} // namespace kolophon::lab
