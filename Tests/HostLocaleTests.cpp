// SPDX-License-Identifier: GPL-3.0-or-later
// A host that follows its user's locale: what the plugin writes and reads in there is what it is elsewhere.
#include "Support/CommaHost.h"
#include "Support/EditorScene.h"

#include "Core/Text/NumberText.h"
#include "Plugin/Controls/ValueField.h"

namespace kolophon
{
namespace
{
/** What a host asks of every parameter, at some places of its range, and where the text of each leads back to. */
std::string textsOfParameters (PluginProcessor& processor)
{
    std::string all;
    for (auto* parameter : processor.bridge().parameters())
        for (const float place : { 0.0f, 0.123f, 0.5f, 0.77f, 1.0f })
        {
            const auto text = parameter->getText (place, 1024);
            all += text.toStdString() + " " + shortest (static_cast<double> (parameter->getValueForText (text))) + "\n";
        }
    return all;
}

/** All pictures as tables, and every text of the editor, after the same second of the same key. */
std::string textsOfEditor ()
{
    constexpr int tickLength = 800; // samples
    std::string all;
    Window window (tickLength);
    editorOf (window).showPage (PageKind::lab);
    auto& pane = static_cast<LabPage&> (editorOf (window).pageShown()).pane (0);
    for (int kind = 0; kind < pictureKinds; ++kind)
    {
        pane.show (static_cast<PictureKind> (kind));
        sound (window, 12, { 45 });
        if (static_cast<PictureKind> (kind) != PictureKind::map) // is worked out by a thread of its own
            all += (pane.view().table() + pane.view().caption()).toStdString();
    }
    for (const auto page : { PageKind::play, PageKind::design })
    {
        editorOf (window).showPage (page);
        for (auto* component : descendants (*window.editor))
            if (const auto* label = dynamic_cast<juce::Label*> (component))
                all += label->getText().toStdString() + "\n";
    }
    return all;
}
} // namespace

TEST_CASE ("a host with a comma sees, saves and loads what any other does", "[locale]")
{
    Noise noise (12);
    const auto patch = randomPatch (noise);
    PluginProcessor plain;
    plain.bridge().setPatch (patch);
    const auto state = savedState (plain), parameters = textsOfParameters (plain), editor = textsOfEditor();

    const auto* name = GENERATE ("de_DE", "ps_AF");
    CAPTURE (name);
    const test::CompiledLocale locale (name);
    const test::CommaHost host (locale);
    char digits[16] {};
    std::snprintf (digits, sizeof digits, "%.1f", 1.5);
    REQUIRE (std::string (digits) != "1.5"); // else nothing is tested: install `locales` (Scripts/setup)
    PluginProcessor processor;
    load (processor, state);
    CHECK (processor.bridge().patch() == patch);
    CHECK (savedState (processor) == state);
    CHECK (textsOfParameters (processor) == parameters);
    CHECK (textsOfEditor() == editor);
}

TEST_CASE ("a typed number is taken with its unit or without, and never by its first digits alone", "[locale]")
{
    const auto typed = [] (const juce::String& text, const char* unit)
    { return typedNumber (text, "Field", -100.0, 100.0, unit); };
    CHECK (typed ("12.5 ms", "ms").value() == 12.5);
    CHECK (typed (" 12.5", "ms").value() == 12.5);
    CHECK (typed (juce::String::fromUTF8 ("±5%"), "%").value() == 5.0);
    CHECK (typed ("-18 LUFS", "dB").value() == -18.0);
    for (const auto* wrong : { "", "ms", "1,5", "1,5 ms", "1.5.2", "12 kg", "1e999", "--1" })
        CHECK_FALSE (typed (wrong, "ms").has_value());
}
} // namespace kolophon
