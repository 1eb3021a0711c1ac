// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/** Compiles a file of loops for several instruction sets. CMake makes an object for each set, KOLOPHON_SET = HWY_AVX2,
    so that they compile side by side and one set alone can be built, and a small one that chooses among them when the
    program runs, KOLOPHON_CHOOSES. Where it makes a single object, that holds all sets that Highway finds.

        #define HWY_TARGET_INCLUDE "the file itself"
        #include "Physics/InstructionSets.h"
        #if KOLOPHON_COMPUTES
        … loops in HWY_NAMESPACE: those that KOLOPHON_EXPORT() names are not in an unnamed namespace
        #endif
        #if HWY_ONCE
        KOLOPHON_EXPORT (double, energy, (const Modes&));
        … KOLOPHON_CALL (energy) (modes)
        #endif
*/
#include <hwy/detect_targets.h>

#if defined(KOLOPHON_SET)
 #define KOLOPHON_COMPUTES 1
 #undef HWY_TARGET
 #define HWY_TARGET KOLOPHON_SET
 #undef HWY_ONCE
 #define HWY_ONCE 0
#elif defined(KOLOPHON_CHOOSES)
 #define KOLOPHON_COMPUTES 0
 #include <hwy/highway.h>
#else
 #define KOLOPHON_COMPUTES 1
 #include <hwy/foreach_target.h>
#endif

#if defined(KOLOPHON_ONLY_SET) // its namespace: nothing is chosen
 #define KOLOPHON_EXPORT(Result, name, arguments)                                                                      \
  namespace KOLOPHON_ONLY_SET                                                                                          \
  {                                                                                                                    \
  Result name arguments;                                                                                               \
  }
 #define KOLOPHON_CALL(name) KOLOPHON_ONLY_SET::name
#else
 #if defined(KOLOPHON_CHOOSES)
  #define KOLOPHON_EXPORT(Result, name, arguments)                                                                     \
   namespace N_SCALAR                                                                                                  \
   {                                                                                                                   \
   Result name arguments;                                                                                              \
   }                                                                                                                   \
   namespace N_SSE4                                                                                                    \
   {                                                                                                                   \
   Result name arguments;                                                                                              \
   }                                                                                                                   \
   namespace N_AVX2                                                                                                    \
   {                                                                                                                   \
   Result name arguments;                                                                                              \
   }                                                                                                                   \
   namespace N_AVX3                                                                                                    \
   {                                                                                                                   \
   Result name arguments;                                                                                              \
   }                                                                                                                   \
   HWY_EXPORT (name)
 #else
  #define KOLOPHON_EXPORT(Result, name, arguments) HWY_EXPORT (name)
 #endif
 #define KOLOPHON_CALL(name) HWY_DYNAMIC_DISPATCH (name)
#endif
