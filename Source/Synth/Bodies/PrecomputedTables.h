// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

/** Numbers that would otherwise be computed in each process before its first sound; a program of the build writes them
    into a source file (Tables/Main.cpp), with the same solvers. So all installations of one build have the same
    bits. */
namespace kolophon
{
/** Data of each body of bodyTable() that is a table, in that order: its number of modes, and
    ModeTable::eachNumber(). */
std::span<const double> finishedBodyNumbers () noexcept;

/** Data of boxLoudness::Tables::eachNumber(). */
std::span<const double> finishedBoxNumbers () noexcept;
} // namespace kolophon
