// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace kolophon
{
/** Structures of fields: templates whose members are all of one type, Real. In a test it is a double, in the loops a
    pack of SIMD lanes (Lanes-inl.h), in a VoiceGroup an array of all lanes. Each structure lists its members once,
    beside their declaration:

        template <class Real>
        struct Weather
        {
            Real temperature; // [K]
            Real pressure;    // [Pa]

            static constexpr auto fields()
            {
                return fieldList<Weather, Real> ({ { "temperature", &Weather::temperature, 273.0 },
                                                   { "pressure", &Weather::pressure, 1e5 } });
            }
        };
        static_assert (listsEveryMember<Weather<double>>);

    All functions that load, store, copy, clear or check a structure use that list: eachField() here, loadFields(),
    storeFields() and mapFields() in Fields-inl.h. A member that is declared and not listed does not compile. */
template <class Structure, class Real>
struct Field
{
    std::string_view name;
    Real Structure::*member;
    double neutral = 0.0; // a harmless value, in the member's unit: that of a cleared VoiceGroup
};

template <class Structure, class Real, std::size_t count>
consteval std::array<Field<Structure, Real>, count> fieldList (const Field<Structure, Real> (&rows)[count])
{
    return std::to_array (rows);
}

/** List of a structure that adds members of its own to those of `Base`. */
template <class Structure, class Base, class Real, std::size_t count>
consteval auto fieldListAfter (const Field<Structure, Real> (&rows)[count])
{
    constexpr auto before = Base::fields();
    std::array<Field<Structure, Real>, before.size() + count> all {};
    for (std::size_t i = 0; i < before.size(); ++i)
        all[i] = { before[i].name, before[i].member, before[i].neutral };
    for (std::size_t i = 0; i < count; ++i)
        all[before.size() + i] = rows[i];
    return all;
}

namespace detail
{
template <class Structure, class Real, std::size_t count>
consteval bool isWhole (const std::array<Field<Structure, Real>, count>& list)
{
    for (std::size_t i = 0; i < count; ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (list[i].member == list[k].member || list[i].name == list[k].name)
                return false;
    return sizeof (Structure) == count * sizeof (Real);
}
} // namespace detail

/** True if fields() names every member once. */
template <class Structure>
inline constexpr bool listsEveryMember = detail::isWhole (Structure::fields());

/** The list of a structure, verified to be complete. */
template <class Structure>
struct FieldsOf
{
    static_assert (listsEveryMember<Structure>, "a member is missing in fields(), or listed twice");
    static constexpr auto list = Structure::fields();
    static constexpr std::size_t count = list.size();
};

/** Calls visit (a.member, b.member, …) for each field of structures of one family, with any types of members. */
template <class Visit, class First, class... Others>
constexpr void eachField (Visit&& visit, First&& first, Others&&... others)
{
    using Fields = FieldsOf<std::remove_cvref_t<First>>;
    for (std::size_t i = 0; i < Fields::count; ++i)
        visit (first.*(Fields::list[i].member), others.*(FieldsOf<std::remove_cvref_t<Others>>::list[i].member)...);
}

/** Sets every field to its neutral value: `set (member, value)`. */
template <class Structure, class Set>
constexpr void neutralise (Structure& structure, Set&& set)
{
    for (const auto& field : FieldsOf<Structure>::list)
        set (structure.*(field.member), field.neutral);
}
} // namespace kolophon
