// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_SYNTH_PACK_VALUES_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_SYNTH_PACK_VALUES_INL_H
  #undef KOLOPHON_SYNTH_PACK_VALUES_INL_H
 #else
  #define KOLOPHON_SYNTH_PACK_VALUES_INL_H
 #endif

 #include "../../Physics/Lanes-inl.h"

 #include <array>

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace
{
/** Loads and stores eight neighbouring numbers of an array that is aligned to 64 bytes: i to i + 7, i a multiple of
    8. */
template <std::size_t count>
HWY_INLINE Pack load (const std::array<double, count>& values, int i)
{
    return Lanes<Pack>::load (values.data() + i);
}
template <std::size_t count>
HWY_INLINE void store (Pack value, std::array<double, count>& values, int i)
{
    Lanes<Pack>::store (value, values.data() + i);
}
} // namespace
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
