// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Patch.h"

namespace kolophon
{
/** The enumeration of each knob that is a menu. This list is the only place that says which knob has which: choiceOf()
    and choose() below convert, and another enumeration does not compile. [any] */
template <auto knob>
struct MenuOf;
template <class Choice>
struct MenuChoice
{
    using Type = Choice;
};
template <>
struct MenuOf<&Patch::handForceMode> : MenuChoice<ForceMode>
{
};
template <>
struct MenuOf<&Patch::handLift> : MenuChoice<Lift>
{
};
template <>
struct MenuOf<&Patch::handStroke> : MenuChoice<Stroke>
{
};
template <>
struct MenuOf<&Patch::handKind> : MenuChoice<HandKind>
{
};
template <>
struct MenuOf<&Patch::handDrive> : MenuChoice<Drive>
{
};
template <>
struct MenuOf<&Patch::handArticulation> : MenuChoice<Articulation>
{
};
template <>
struct MenuOf<&Patch::handAccent> : MenuChoice<Articulation>
{
};
template <>
struct MenuOf<&Contact::bristle> : MenuChoice<BristleMode>
{
};
template <>
struct MenuOf<&Patch::bodyPickup> : MenuChoice<Pickup>
{
};
template <>
struct MenuOf<&Patch::secondBodyTuning> : MenuChoice<SecondTuning>
{
};
template <>
struct MenuOf<&Patch::voiceMode> : MenuChoice<VoiceMode>
{
};
template <>
struct MenuOf<&Patch::sectionBowing> : MenuChoice<Bowing>
{
};
template <>
struct MenuOf<&Patch::voiceStrings> : MenuChoice<Strings>
{
};
template <>
struct MenuOf<&Patch::voiceMpe> : MenuChoice<Mpe>
{
};
template <>
struct MenuOf<&Patch::voiceResponse> : MenuChoice<Response>
{
};
template <>
struct MenuOf<&Patch::voiceGuideKind> : MenuChoice<GuideKind>
{
};
template <>
struct MenuOf<&Patch::voiceController> : MenuChoice<ControllerMap>
{
};
template <>
struct MenuOf<&Patch::voiceSlide> : MenuChoice<Slide>
{
};
template <>
struct MenuOf<&Patch::sideKind> : MenuChoice<SideContact>
{
};
template <>
struct MenuOf<&Patch::normalKind> : MenuChoice<NormalForce>
{
};
template <>
struct MenuOf<&Patch::sideHand> : MenuChoice<SideHand>
{
};
template <>
struct MenuOf<&Patch::compareSlot> : MenuChoice<Slot>
{
};

/** The choice of a menu whose knob is only known at run time, from its place. */
template <class Choice>
Choice choiceAt (double place) noexcept
{
    return static_cast<Choice> (static_cast<int> (place));
}

/** The place of a choice in its menu. */
template <class Choice>
constexpr double placeOfChoice (Choice choice) noexcept
{
    return static_cast<double> (static_cast<int> (choice));
}

/** The choice of a knob that is a menu: choiceOf<&Patch::handLift> (patch) == Lift::stop. */
template <auto knob, class Knobs>
auto choiceOf (const Knobs& knobs) noexcept
{
    return choiceAt<typename MenuOf<knob>::Type> (knobs.*knob);
}

/** Sets it. */
template <auto knob, class Knobs>
void choose (Knobs& knobs, typename MenuOf<knob>::Type choice) noexcept
{
    knobs.*knob = placeOfChoice (choice);
}
} // namespace kolophon
