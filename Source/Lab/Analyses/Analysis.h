// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Motion/Run.h"
#include "../Scenarios/Check.h"
#include "../Scenarios/Fields.h"

#include <map>
#include <memory>

namespace kolophon::lab
{
struct Question; // one of Analyses.h

/** A question about the records, and the expected answer. Resources/Docs/Laboratory.md lists the kinds. */
struct Analysis
{
    std::string name;
    std::vector<std::string> of;  // names of runs; empty: all
    std::optional<Solver> solver; // nullopt: the reference if the run has one
    std::shared_ptr<const Question> question;

    std::string unit, source;
    double scale = 1.0;                                  // of the answer
    std::map<std::string, std::vector<double>> expected; // by run; "" for every run
    double relative = 0.0, within = 0.0;
    std::optional<double> atLeast, atMost;

    /** Name of the run that it compares with; empty: it doesn't. */
    std::string other () const;
};

/** Reads the fields of an entry of the list "analyses". */
void readAnalysis (Fields& fields, Analysis& analysis);
} // namespace kolophon::lab
