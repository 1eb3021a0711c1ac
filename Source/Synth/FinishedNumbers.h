#pragma once

#include <span>

/** What every process would else work out before its first sound: numbers in a source that a program of the build's own
    writes (Tables/Main.cpp), by the solvers themselves. So all who run one build have the same bits. */
namespace kolophon
{
/** Of each body of bodyTable() that is a table, in that order: how many modes it has, and ModeTable::eachNumber(). */
std::span<const double> finishedBodyNumbers () noexcept;

/** boxLoudness::Tables::eachNumber(). */
std::span<const double> finishedBoxNumbers () noexcept;
} // namespace kolophon
