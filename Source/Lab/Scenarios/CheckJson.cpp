// SPDX-License-Identifier: GPL-3.0-or-later
#include "CheckJson.h"

#include "../../Files/Json/ShallowJson.h"

namespace kolophon::lab
{
Json checkJson (const Check& check)
{
    return { { "name", check.name },
             { "unit", check.unit },
             { "obtained", numberOrNull (check.obtained) },
             { "expected", numberOrNull (check.expected) },
             { "lowest", numberOrNull (check.lowest) },
             { "highest", numberOrNull (check.highest) },
             { "judged", check.judged() },
             { "passed", check.passed() },
             { "notJudgedBecause", check.notJudged.empty() ? Json (nullptr) : Json (check.notJudged) },
             { "source", check.source } };
}
} // namespace kolophon::lab
