// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Bounds of tests that the digits of numbers set, of values of about 1. */
namespace kolophon::test
{
constexpr double rounded = 1e-12;     // nine thousand operations, each 2^-53 off to the same side
constexpr double roundedFloat = 6e-8; // one rounding to 24 bits: 2^-24
constexpr double booksClose = 1e-13;  // residual of a step, of the most energy that was held: 900 operations
} // namespace kolophon::test
