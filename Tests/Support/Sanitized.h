// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** 1 in a build whose sanitizer has an allocator and larger frames of its own, else 0. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
 #define KOLOPHON_SANITIZED 1
#elif defined(__has_feature)
 #if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer) ||         \
     __has_feature(realtime_sanitizer)
  #define KOLOPHON_SANITIZED 1
 #else
  #define KOLOPHON_SANITIZED 0
 #endif
#else
 #define KOLOPHON_SANITIZED 0
#endif
