#pragma once

namespace kolophon
{
/** While one lives, the C library works in the locale "C" on the calling thread, whatever locale a host has chosen for
    the process: decimal points are points, messages are English. For calls into libraries that ask the locale; our own
    code writes and reads numbers by NumberText.h and compares letters by AsciiText.h. Not real-time safe. */
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
