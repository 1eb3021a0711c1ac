// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace kolophon
{
/** Scope in which the C library uses the locale "C" on the calling thread, whatever locale a host has chosen for the
    process: decimal points are points, messages are English. For calls into libraries that depend on the locale; our
    own code writes and reads numbers by NumberText.h and compares letters by AsciiText.h. Not real-time safe. */
class ClassicLocale
{
public:
    ClassicLocale() noexcept;
    ~ClassicLocale();
    ClassicLocale (const ClassicLocale&) = delete;
    ClassicLocale& operator= (const ClassicLocale&) = delete;

private:
    void* before; // of the thread
};
} // namespace kolophon
