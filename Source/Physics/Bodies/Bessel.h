// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Bessel functions of integer order n >= 0, to about fourteen digits. The standard library of macOS has none,
    and the modes of discs and skins are to have the same bits whatever library the program is compiled with. */
namespace kolophon::bessel
{
double J (int n, double x); // first kind, x >= 0
double Y (int n, double x); // second kind, Neumann's function, x > 0
double I (int n, double x); // modified, grows, x >= 0
double K (int n, double x); // modified, decays, x > 0
} // namespace kolophon::bessel
