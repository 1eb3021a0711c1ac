// SPDX-License-Identifier: GPL-3.0-or-later
// Included once per instruction set: no #pragma once. See Lanes-inl.h.
#if defined(KOLOPHON_PHYSICS_FIELDS_INL_H) == defined(HWY_TARGET_TOGGLE)
 #ifdef KOLOPHON_PHYSICS_FIELDS_INL_H
  #undef KOLOPHON_PHYSICS_FIELDS_INL_H
 #else
  #define KOLOPHON_PHYSICS_FIELDS_INL_H
 #endif

 #include "Fields.h"
 #include "Lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace kolophon
{
namespace HWY_NAMESPACE
{
namespace detail
{
template <std::size_t field, class Structure>
HWY_INLINE const auto& fieldOf (const Structure& structure)
{
    return structure.*(FieldsOf<Structure>::list[field].member);
}

template <class Structure, class Map, std::size_t... field, class... Others>
HWY_INLINE Structure mapFields (Map map, std::index_sequence<field...>, const Structure& first, const Others&... others)
{
    Structure result;
    const auto one = [&]<std::size_t which>() HWY_ATTR
    { result.*(FieldsOf<Structure>::list[which].member) = map (fieldOf<which> (first), fieldOf<which> (others)...); };
    (one.template operator()<field>(), ...);
    return result;
}

template <class Real, template <class> class Structure, class Lane, std::size_t... field>
HWY_INLINE Structure<Real> loadFields (const Structure<Lane>& lanes, int first, std::index_sequence<field...>)
{
    Structure<Real> result;
    ((result.*(FieldsOf<Structure<Real>>::list[field].member) =
          Lanes<Real>::load ((lanes.*(FieldsOf<Structure<Lane>>::list[field].member)).data() + first)),
     ...);
    return result;
}

template <template <class> class Structure, class Real, class Lane, std::size_t... field>
HWY_INLINE void storeFields (const Structure<Real>& values, Structure<Lane>& lanes, int first,
                             std::index_sequence<field...>)
{
    (Lanes<Real>::store (values.*(FieldsOf<Structure<Real>>::list[field].member),
                         (lanes.*(FieldsOf<Structure<Lane>>::list[field].member)).data() + first),
     ...);
}
} // namespace detail

/** Structure of map (a.member, b.member, …), field by field. */
template <class Map, class Structure, class... Others>
HWY_INLINE Structure mapFields (Map map, const Structure& first, const Others&... others)
{
    return detail::mapFields (map, std::make_index_sequence<FieldsOf<Structure>::count>(), first, others...);
}

/** Loads a Real from a structure of lane arrays, from lane `first` on. */
template <class Real, template <class> class Structure, class Lane>
HWY_INLINE Structure<Real> loadFields (const Structure<Lane>& lanes, int first)
{
    return detail::loadFields<Real> (lanes, first, std::make_index_sequence<FieldsOf<Structure<Real>>::count>());
}

/** Stores a Real, likewise. */
template <template <class> class Structure, class Real, class Lane>
HWY_INLINE void storeFields (const Structure<Real>& values, Structure<Lane>& lanes, int first)
{
    detail::storeFields (values, lanes, first, std::make_index_sequence<FieldsOf<Structure<Real>>::count>());
}
} // namespace HWY_NAMESPACE
} // namespace kolophon
HWY_AFTER_NAMESPACE();

#endif
