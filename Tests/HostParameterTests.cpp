// SPDX-License-Identifier: GPL-3.0-or-later
#include "Support/Host.h"

namespace kolophon
{
TEST_CASE ("hosts see the table: its ids, its order, its groups, and bypass at the end")
{
    PluginProcessor processor;
    const auto table = parameterTable();
    const auto& all = processor.getParameters();
    REQUIRE (all.size() == static_cast<int> (table.size()) + 1);
    for (std::size_t i = 0; i < table.size(); ++i)
    {
        const auto* parameter = dynamic_cast<TableParameter*> (all[static_cast<int> (i)]);
        REQUIRE (parameter != nullptr);
        CHECK (parameter->paramID.toStdString() == table[i].id);
        CHECK (parameter->getVersionHint() == versionHint (table[i]));
        CHECK (parameter->getName (40).toStdString() == hostName (table[i]));
        CHECK (parameter->exactValue() == table[i].defaultValue);
        CHECK (parameter->getValue() == parameter->getDefaultValue());
        CHECK (parameter->isBoolean() == (table[i].scale == Scale::toggle));
        if (table[i].scale == Scale::menu)
            CHECK (parameter->getNumSteps() == table[i].places);
        const auto groups = processor.getParameterTree().getGroupsForParameter (all[static_cast<int> (i)]);
        REQUIRE (groups.size() == 1);
        CHECK (groups[0]->getName().toStdString() == table[i].group);
    }
    CHECK (all.getLast() == processor.getBypassParameter());
}

TEST_CASE ("hosts see every name once, a step for every choice and more to come, and the unit beside the number only")
{
    PluginProcessor processor;
    std::set<juce::String> names;
    for (auto* parameter : processor.getParameters())
        CHECK (names.insert (parameter->getName (100)).second);
    CHECK (names.contains ("Grip"));
    CHECK (names.contains ("B Grip"));
    CHECK (names.contains ("Body mass"));
    CHECK (names.contains ("Block mass"));
    CHECK (names.contains ("Bow width"));
    // A word that also names something else says nothing in a host's list, where no panel stands around it.
    for (const auto* word :
         { "Slide", "Width", "Stiffness", "Ageing", "Seed", "Strings", "Touch", "Mass", "Fine", "Slot" })
        CHECK_FALSE (names.contains (word));

    for (auto* parameter : processor.bridge().parameters())
    {
        const auto& info = parameter->info;
        CAPTURE (info.id);
        if (info.scale == Scale::menu)
        {
            const auto strings = parameter->getAllValueStrings();
            REQUIRE (strings.size() == info.places);
            for (int i = 0; i < strings.size(); ++i)
                CHECK (strings[i].toStdString() ==
                       info.choices[std::min (static_cast<std::size_t> (i), info.choices.size() - 1)]);
        }
        if (info.unit == Unit::none || info.unit == Unit::key)
            CHECK (parameter->getLabel().isEmpty());
        else
        {
            CHECK (parameter->getLabel().isNotEmpty());
            for (const float place : { 0.0f, 0.3f, 1.0f })
                CHECK (parameter->getText (place, 100).containsOnly ("0123456789.-e"));
        }
    }
    const auto shown = [&processor] (std::string_view id)
    {
        const auto* parameter = processor.bridge().parameters()[*findParameter (id)];
        return (parameter->getText (parameter->getDefaultValue(), 100) + " " + parameter->getLabel()).toStdString();
    };
    CHECK (shown ("hand.speed") == "0.2 m/s");
    CHECK (shown ("hand.lift_time") == "40 ms");
    CHECK (shown ("contact.travel") == "80 \xc2\xb5m");
    CHECK (shown ("out.level") == "-8 dB");
    CHECK (shown ("body.mass") == "300 g");
    CHECK (shown ("voice.switch_key") == "C0 ");
    const auto* mass = processor.bridge().parameters()[*findParameter ("body.mass")];
    CHECK (mass->getText (1.0f, 100) == "100000");
    auto* travel = processor.bridge().parameters()[*findParameter ("contact.travel")];
    for (const auto* typed : { "64", "64 um", "0.064 mm" })
        CHECK (std::abs (travel->info.fromNormalised (static_cast<double> (travel->getValueForText (typed))) - 64e-6) <
               1e-11);
    CHECK (std::abs (travel->convertFrom0to1 (travel->getValueForText ("64")) - 64.0f) <
           1e-4f); // LV2 speaks the same unit
}

TEST_CASE ("every value survives the way to the host and back, and every place the host asks for is kept")
{
    PluginProcessor processor;
    Noise noise (5);
    for (int round = 0; round < 500; ++round)
        for (auto* parameter : processor.bridge().parameters())
        {
            const double value = parameter->info.drawnBy (noise.nextUniform());
            parameter->setExactValue (value);
            parameter->setValue (parameter->getValue());
            REQUIRE (parameter->exactValue() == value);
            parameter->setValue (parameter->convertTo0to1 (parameter->convertFrom0to1 (parameter->getValue())));
            REQUIRE (parameter->exactValue() == value);

            const auto place = static_cast<float> (noise.nextUniform());
            parameter->setValue (place);
            REQUIRE (parameter->getValue() == place);
            REQUIRE_FALSE (checkValue (parameter->info, parameter->exactValue()).has_value());
        }
}

TEST_CASE ("every parameter's text reads back to the value it stands for")
{
    PluginProcessor processor;
    Noise noise (11);
    for (auto* parameter : processor.bridge().parameters())
        for (int i = 0; i <= 40; ++i)
        {
            const float place = i <= 1 ? static_cast<float> (i) : static_cast<float> (noise.nextUniform());
            const auto text = parameter->getText (place, 1024);
            CAPTURE (parameter->paramID.toStdString(), place, text.toStdString());
            REQUIRE (text.isNotEmpty());
            REQUIRE (parameter->getText (parameter->getValueForText (text), 1024) == text);
        }
    auto* speed = processor.bridge().parameters()[0];
    const float before = speed->getValue();
    for (const auto* nonsense : { "", "fast", "3 N", "1e99", "nan" })
        CHECK (speed->getValueForText (nonsense) == before);
}

TEST_CASE ("not-a-number from a host is harmless")
{
    constexpr float nan = std::numeric_limits<float>::quiet_NaN(), infinity = std::numeric_limits<float>::infinity();
    PluginProcessor processor;
    processor.prepareToPlay (48000.0, 64);
    Noise noise (3);
    const auto storm = [&]
    {
        for (auto* parameter : processor.getParameters())
        {
            const double dice = noise.nextUniform();
            if (dice < 0.1)
                parameter->setValue (dice < 0.03 ? nan : (dice < 0.05 ? infinity : (dice < 0.07 ? -infinity : 1e30f)));
            else if (dice < 0.15 && parameter != processor.getBypassParameter())
                parameter->setValue (static_cast<float> (noise.nextUniform()));
        }
        processor.getBypassParameter()->setValue (0.0f);
    };
    const auto sound = fromPlugin (processor, 24000, phrase (24000), blocksOf (64), storm);
    CHECK (std::isfinite (sound.peak()));
    MeterFrame frame;
    processor.collectMeters (frame);
    CHECK (frame.nonFiniteBlocks == 0);
    for (auto* parameter : processor.bridge().parameters())
        CHECK_FALSE (checkValue (parameter->info, parameter->exactValue()).has_value());
}

TEST_CASE ("not-a-number in a host's units, or in a state's places, is ignored")
{
    PluginProcessor processor;
    Noise noise (4);
    processor.bridge().setPatch (randomPatch (noise));
    const auto before = processor.bridge().patch();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    for (auto* parameter : processor.bridge().parameters())
    {
        parameter->setValueNotifyingHost (parameter->convertTo0to1 (nan));
        for (const float place : { nan, -5.0f, 7e30f })
        {
            parameter->setOwnPlace (place);
            CHECK (parameter->getValue() >= 0.0f);
            CHECK (parameter->getValue() <= 1.0f);
        }
    }
    CHECK (processor.bridge().patch() == before);
}
} // namespace kolophon
