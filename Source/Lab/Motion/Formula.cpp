// SPDX-License-Identifier: GPL-3.0-or-later
#include "Formula.h"

#include "../../Core/Error.h"
#include "../../Core/Units.h"

#include <muParserDLL.h>

#include <algorithm>
#include <cmath>

namespace kolophon::lab
{
/** muParser's C interface works whatever standard library muParser and this program were compiled with. */
struct Formula::Parser
{
    struct Release
    {
        void operator() (void* handle) const noexcept { mupRelease (handle); }
    };

    double time = 0.0;
    std::unique_ptr<void, Release> handle { mupCreate (muBASETYPE_FLOAT) };
};

Formula::Formula (const std::string& text) : parser (std::make_unique<Parser>())
{
    auto* const handle = parser->handle.get();
    mupClearConst (handle);
    mupDefineConst (handle, "pi", pi);
    mupDefineVar (handle, "t", &parser->time);
    mupSetExpr (handle, text.c_str());
    mupEval (handle);
    if (mupError (handle))
    {
        // Its own message goes through one buffer for all parsers, of a limited size.
        const auto place = static_cast<std::size_t> (std::max (0, mupGetErrorPos (handle)));
        throw InputError ({ .value = "\"" + text + "\"",
                            .problem = "is not an expression of t: " +
                                       (place < text.size() ? "invalid from \"" + text.substr (place) + "\" on"
                                                            : "it ends too early") });
    }
}

Formula::~Formula() = default;

double Formula::at (double t)
{
    auto* const handle = parser->handle.get();
    parser->time = t;
    const double value = mupEval (handle);
    if (! mupError (handle))
        return value;
    mupErrorReset (handle);
    return NAN;
}
} // namespace kolophon::lab
