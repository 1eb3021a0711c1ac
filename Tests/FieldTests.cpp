// SPDX-License-Identifier: GPL-3.0-or-later
#include "Physics/Fields-inl.h"
#include "Support/Scene.h"
#include "Synth/Hands/ContactPlan.h"
#include "Synth/Parameters/ParameterTable.h"
#include "Synth/Voices/Voice.h"

#include <catch2/catch.hpp>

#include <memory>

using namespace kolophon;
using namespace kolophon::test;
using namespace kolophon::HWY_NAMESPACE;

namespace
{
/** A contact whose every knob is a number of its own. */
Contact distinctContact (double first)
{
    auto contact = Patch::defaults().contact;
    double next = first;
    eachField ([&next] (double& knob) { knob = next += 0.001; }, static_cast<LawKnobs<double>&> (contact));
    return contact;
}
} // namespace

TEST_CASE ("every knob of a law reaches the lane that its voice rides in, from the slot that it is in")
{
    const auto group = std::make_unique<VoiceGroup>(), shadow = std::make_unique<VoiceGroup>();
    group->clear();
    shadow->clear();
    const auto untouched = std::make_unique<VoiceGroup> (*group);
    auto patch = defaultsOfFormat1();
    patch.contact = distinctContact (0.1);
    patch.contactB = distinctContact (0.5);
    Voice voice;
    voice.bind (*group, *shadow, 3);
    const Channels channels;
    voice.start (noteOn (0, 62), patch, channels, 1.0, Noise());
    voice.plan (patch, channels, { DrawnGesture::door() }, { 4, 2000, 0 }, { 16.0 / 48000.0, 16, 1.0 / 48000.0 });
    voice.planShadow();

    constexpr auto& knobs = FieldsOf<LawKnobs<double>>::list;
    constexpr auto& lanes = FieldsOf<LawKnobs<VoiceGroup::Lane>>::list;
    for (std::size_t i = 0; i < knobs.size(); ++i)
    {
        CAPTURE (knobs[i].name);
        for (std::size_t lane = 0; lane < VoiceGroup::lanes; ++lane)
        {
            const bool its = lane == 3;
            CHECK ((group->law.*(lanes[i].member))[lane] ==
                   (its ? patch.contact.*(knobs[i].member) : (untouched->law.*(lanes[i].member))[lane]));
            CHECK ((shadow->law.*(lanes[i].member))[lane] ==
                   (its ? patch.contactB.*(knobs[i].member) : (untouched->law.*(lanes[i].member))[lane]));
        }
    }
}

TEST_CASE ("every knob of a law has one row in the parameter table for each slot")
{
    auto patch = Patch::defaults();
    for (const auto& knob : FieldsOf<LawKnobs<double>>::list)
        for (auto* contact : { &patch.contact, &patch.contactB })
        {
            int rows = 0;
            for (const auto& row : parameterTable())
                rows += &row.in (patch) == &(contact->*(knob.member)) ? 1 : 0;
            CAPTURE (knob.name);
            CHECK (rows == 1);
        }
}
