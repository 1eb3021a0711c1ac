// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// A function of an audio thread, for RealtimeSanitizer: it stops at the first thing inside that could wait. Where other
// compilers are at work it says nothing, and AllocationTrap counts.
#if defined(__clang__) && defined(__has_cpp_attribute)
 #if __has_cpp_attribute(clang::nonblocking)
  #define KOLOPHON_NONBLOCKING [[clang::nonblocking]]
 #endif
#endif
#ifndef KOLOPHON_NONBLOCKING
 #define KOLOPHON_NONBLOCKING
#endif
