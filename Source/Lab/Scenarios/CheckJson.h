// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Check.h"

#include "../../Files/Json/Json.h"

namespace kolophon::lab
{
/** A number of an experiment for reports and for the page in browsers. Missing numbers and reasons are null. */
Json checkJson (const Check& check);
} // namespace kolophon::lab
