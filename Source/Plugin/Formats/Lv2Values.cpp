// SPDX-License-Identifier: GPL-3.0-or-later
#include "Lv2Values.h"

#include <lv2/atom/atom.h>
#include <lv2/atom/util.h>
#include <lv2/patch/patch.h>
#include <lv2/state/state.h>

#include <algorithm>

namespace kolophon
{
namespace
{
/** Sizes of an event with an empty object, and of a key with a number. */
constexpr std::uint32_t sizeOfEvent = 24, sizeOfKey = 24;
constexpr std::uint32_t sizeOfSet = sizeOfEvent + 3 * sizeOfKey;

const LV2_Atom_Sequence_Body& bodyOf (const LV2_Atom_Sequence& sequence) noexcept
{
    return sequence.body;
}

/** Calls `visit` with every object of a sequence. */
template <class Visit>
void forEachObject (const LV2_Atom_Sequence* sequence, const LV2_Atom_Forge& forge, Visit visit) noexcept
{
    if (sequence == nullptr || sequence->atom.type != forge.Sequence)
        return;
    const auto size = sequence->atom.size;
    for (auto* event = lv2_atom_sequence_begin (&bodyOf (*sequence));
         ! lv2_atom_sequence_is_end (&bodyOf (*sequence), size, event); event = lv2_atom_sequence_next (event))
        if (lv2_atom_forge_is_object_type (&forge, event->body.type))
            visit (reinterpret_cast<const LV2_Atom_Object&> (event->body));
}

template <class Number>
Number bodyAs (const LV2_Atom* atom) noexcept
{
    return *reinterpret_cast<const Number*> (atom + 1);
}
} // namespace

std::string lv2Property (const ParamInfo& info)
{
    std::string name (info.id);
    std::replace (name.begin(), name.end(), '.', '_');
    return JucePlugin_LV2URI ":" + name;
}

std::size_t lv2Room (std::size_t values) noexcept
{
    return values * sizeOfSet + 8192;
}

Lv2Values::Lv2Values (const ParameterBridge& bridge, LV2_URID_Map map)
    : plugin (map.map (map.handle, JucePlugin_LV2URI)), get (map.map (map.handle, LV2_PATCH__Get)),
      set (map.map (map.handle, LV2_PATCH__Set)), subject (map.map (map.handle, LV2_PATCH__subject)),
      property (map.map (map.handle, LV2_PATCH__property)), value (map.map (map.handle, LV2_PATCH__value)),
      stateChanged (map.map (map.handle, LV2_STATE__StateChanged))
{
    lv2_atom_forge_init (&forge, &map);
    for (const auto* parameter : bridge.parameters())
    {
        const auto scale = parameter->info.scale;
        const auto type = scale == Scale::toggle ? forge.Bool : parameter->info.isDiscrete() ? forge.Int : forge.Float;
        const auto urid = map.map (map.handle, lv2Property (parameter->info).c_str());
        places.emplace_back (urid, rows.size());
        rows.push_back (
            { parameter, urid, type, parameter->hostValue() }); // the default, which the description contains
    }
    std::sort (places.begin(), places.end());
}

void Lv2Values::hear (const LV2_Atom_Sequence* fromHost) noexcept
{
    forEachObject (fromHost, forge,
                   [this] (const LV2_Atom_Object& object)
                   {
                       if (object.body.otype == get)
                           hearGet (object);
                       else if (object.body.otype == set)
                           hearSet (object);
                   });
}

void Lv2Values::hearGet (const LV2_Atom_Object& object) noexcept
{
    const LV2_Atom *its = nullptr, *asked = nullptr;
    lv2_atom_object_get (&object, subject, &its, property, &asked, 0);
    if (! isOurs (its))
        return;
    if (asked == nullptr)
        for (auto& row : rows)
            row.wanted = true;
    else if (auto* row = rowOf (asked))
        row->wanted = true;
}

/** Records a value set by the host, which is not sent back to it. */
void Lv2Values::hearSet (const LV2_Atom_Object& object) noexcept
{
    const LV2_Atom *its = nullptr, *which = nullptr, *what = nullptr;
    lv2_atom_object_get (&object, subject, &its, property, &which, value, &what, 0);
    auto* row = isOurs (its) ? rowOf (which) : nullptr;
    const auto number = row != nullptr ? numberIn (what) : std::nullopt;
    if (! number)
        return;
    row->told = *number;
    row->heard = true;
}

bool Lv2Values::isOurs (const LV2_Atom* its) const noexcept
{
    return its == nullptr || (its->type == forge.URID && bodyAs<LV2_URID> (its) == plugin);
}

Lv2Values::Row* Lv2Values::rowOf (const LV2_Atom* which) noexcept
{
    if (which == nullptr || which->type != forge.URID)
        return nullptr;
    const std::pair<LV2_URID, std::size_t> wanted { bodyAs<LV2_URID> (which), 0 };
    const auto found = std::lower_bound (places.begin(), places.end(), wanted);
    return found != places.end() && found->first == wanted.first ? &rows[found->second] : nullptr;
}

/** Reads the same types as the wrapper. */
std::optional<float> Lv2Values::numberIn (const LV2_Atom* what) const noexcept
{
    if (what == nullptr)
        return std::nullopt;
    if (what->type == forge.Float && what->size == sizeof (float))
        return bodyAs<float> (what);
    if (what->type == forge.Double && what->size == sizeof (double))
        return static_cast<float> (bodyAs<double> (what));
    if ((what->type == forge.Int || what->type == forge.Bool) && what->size == sizeof (std::int32_t))
        return static_cast<float> (bodyAs<std::int32_t> (what));
    if (what->type == forge.Long && what->size == sizeof (std::int64_t))
        return static_cast<float> (bodyAs<std::int64_t> (what));
    return std::nullopt;
}

void Lv2Values::tell (const LV2_Atom_Sequence* fromWrapper, LV2_Atom_Sequence* toHost) noexcept
{
    // The wrapper's own messages with values are ignored: it can miss changes while the host sets a value.
    forEachObject (fromWrapper, forge,
                   [this] (const LV2_Atom_Object& object)
                   { owesStateChange = owesStateChange || object.body.otype == stateChanged; });
    if (toHost == nullptr || toHost->atom.size < sizeof (LV2_Atom_Sequence))
        return;

    // The size should not include the atom's header, but some hosts include it.
    lv2_atom_forge_set_buffer (&forge, reinterpret_cast<std::uint8_t*> (toHost), toHost->atom.size);
    LV2_Atom_Forge_Frame sequence;
    lv2_atom_forge_sequence_head (&forge, &sequence, 0);
    if (owesStateChange && has (sizeOfEvent))
        tellStateChange();
    for (std::size_t n = 0; n < rows.size(); ++n)
    {
        const auto place = (next + n) % rows.size();
        auto& row = rows[place];
        const float now = row.parameter->hostValue();
        if (std::exchange (row.heard, false) && row.parameter->hostMeansValue (row.told))
            row.told = now;
        if (! row.wanted && now == row.told)
            continue;
        if (! has (sizeOfSet))
        {
            next = place;
            break;
        }
        tellValue (row, now);
        row.told = now;
        row.wanted = false;
    }
    lv2_atom_forge_pop (&forge, &sequence);
}

bool Lv2Values::has (std::uint32_t bytes) const noexcept
{
    return forge.size - forge.offset >= bytes;
}

void Lv2Values::tellStateChange() noexcept
{
    LV2_Atom_Forge_Frame object;
    lv2_atom_forge_frame_time (&forge, 0);
    lv2_atom_forge_object (&forge, &object, 0, stateChanged);
    lv2_atom_forge_pop (&forge, &object);
    owesStateChange = false;
}

void Lv2Values::tellValue (const Row& row, float now) noexcept
{
    LV2_Atom_Forge_Frame object;
    lv2_atom_forge_frame_time (&forge, 0);
    lv2_atom_forge_object (&forge, &object, 0, set);
    lv2_atom_forge_key (&forge, subject);
    lv2_atom_forge_urid (&forge, plugin);
    lv2_atom_forge_key (&forge, property);
    lv2_atom_forge_urid (&forge, row.property);
    lv2_atom_forge_key (&forge, value);
    if (row.type == forge.Float)
        lv2_atom_forge_float (&forge, now);
    else if (row.type == forge.Bool)
        lv2_atom_forge_bool (&forge, now >= 0.5f);
    else
        lv2_atom_forge_int (&forge, static_cast<std::int32_t> (std::lround (now)));
    lv2_atom_forge_pop (&forge, &object);
}
} // namespace kolophon
