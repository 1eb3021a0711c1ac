// SPDX-License-Identifier: GPL-3.0-or-later
#include "DiskSync.h"

#include <cerrno>

#if defined(_WIN32)
 #define WIN32_LEAN_AND_MEAN
 #include <windows.h>
#else
 #include <fcntl.h>
 #include <unistd.h>
#endif

namespace kolophon
{
namespace fs = std::filesystem;

#if defined(_WIN32)
std::error_code syncFile (const fs::path& file) noexcept
{
    const auto lastError = [] { return std::error_code (static_cast<int> (GetLastError()), std::system_category()); };
    const auto handle = CreateFileW (file.c_str(), GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE, nullptr,
                                     OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, nullptr);
    if (handle == INVALID_HANDLE_VALUE)
        return lastError();
    const auto error = FlushFileBuffers (handle) != 0 ? std::error_code() : lastError();
    CloseHandle (handle);
    return error;
}

/** Does nothing: NTFS journals renaming, and folders have no separate buffers. */
std::error_code syncFolder (const fs::path&) noexcept
{
    return {};
}
#else
namespace
{
int flush (int descriptor) noexcept
{
 #if defined(F_FULLFSYNC) // macOS: fsync() doesn't flush the drive's own cache
    if (::fcntl (descriptor, F_FULLFSYNC) == 0)
        return 0;
 #endif
    int result = 0;
    do
        result = ::fsync (descriptor);
    while (result != 0 && errno == EINTR);
    return result;
}

/** True for errors of file systems that can't guarantee it: these are not failures. */
bool cannotSync (int reason) noexcept
{
    return reason == EINVAL || reason == ENOTSUP || reason == EOPNOTSUPP || reason == ENOSYS || reason == EROFS;
}

std::error_code sync (const fs::path& path, int flags) noexcept
{
    const int descriptor = ::open (path.c_str(), O_RDONLY | O_CLOEXEC | flags);
    if (descriptor < 0)
        return { errno, std::generic_category() };
    const int flushed = flush (descriptor) == 0 ? 0 : errno;
    const int closed = ::close (descriptor) == 0 || errno == EINTR ? 0 : errno;
    const int reason = flushed != 0 && ! cannotSync (flushed) ? flushed : closed;
    return { reason, std::generic_category() };
}
} // namespace

std::error_code syncFile (const fs::path& file) noexcept
{
    return sync (file, 0);
}

std::error_code syncFolder (const fs::path& folder) noexcept
{
    const auto error = sync (folder, O_DIRECTORY);
    // Some folders may be written but not read; their names reach the disk a little later.
    return error == std::errc::permission_denied ? std::error_code() : error;
}
#endif
} // namespace kolophon
