// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Agreement.h"
#include "Area.h"
#include "AtCrossing.h"
#include "Chatter.h"
#include "Convergence.h"
#include "Cycles.h"
#include "Deviation.h"
#include "Energy.h"
#include "EventDeviation.h"
#include "Events.h"
#include "Extreme.h"
#include "Growth.h"
#include "PileDeviation.h"
#include "Piles.h"
#include "Slips.h"
#include "Slope.h"
#include "StateFraction.h"
#include "Value.h"

#include <variant>

namespace kolophon::lab
{
/** The only list of all kinds of analysis, in the order of the schema. Each kind is a struct in a separate header:

        static constexpr auto kind, meaning;                     its name in a scenario, and what the schema says of it
        void read (Fields&)                                      its fields, for reader and schema
        double (or vector) evaluate (const Evidence&) const        NaN: the record can't say. Throws NoRecord, InputError
        std::string unit (const Run&) const                      of the answer
        std::vector<double> times () const                       optional: when each of several answers is
        std::string other                                        optional: name of the run that it compares with
        bool holdsForAny () const                                optional: true for any change of the model */
using AnyAnalysis =
    std::variant<analysis::Value, analysis::Extreme, analysis::Slope, analysis::Area, analysis::AtCrossing,
                 analysis::Cycles, analysis::Events, analysis::Piles, analysis::StateFraction, analysis::Energy,
                 analysis::Deviation, analysis::EventDeviation, analysis::PileDeviation, analysis::Agreement,
                 analysis::Convergence, analysis::Chatter, analysis::Slips, analysis::Growth>;

struct Question
{
    AnyAnalysis kind;
};
} // namespace kolophon::lab
