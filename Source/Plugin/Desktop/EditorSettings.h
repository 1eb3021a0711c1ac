// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** Settings shared by all editors of a player: size, colours, motion, starred presets, author, display of gestures.
    They are kept in a file of the player's, which is read when the first editor opens and written when a setting
    changes; tools and tests that open an editor without a host do not use the file. [message] */
class EditorSettings
{
public:
    explicit EditorSettings (bool isKept);

    int width () const { return properties().getIntValue ("width"); } // [px], 0: never set
    void setWidth (int newWidth) { set ("width", newWidth); }
    bool isLight () const { return properties().getBoolValue ("light"); }
    void setLight (bool shouldBe) { set ("light", shouldBe); }
    bool hasReducedMotion () const { return properties().getBoolValue ("reduced motion"); }
    void setReducedMotion (bool shouldBe) { set ("reduced motion", shouldBe); }

    /** Author of the most recently saved preset. */
    juce::String author () const { return properties().getValue ("author"); }
    void setAuthor (const juce::String& author) { set ("author", author); }

    /** Settings of the gesture editor: the name of its time unit, and per unit the name of the step to which times
        snap. */
    juce::String gestureRuler () const { return properties().getValue ("gesture ruler"); }
    void setGestureRuler (const juce::String& ruler) { set ("gesture ruler", ruler); }
    juce::String gestureSnap (const juce::String& ruler) const { return properties().getValue ("snap " + ruler); }
    void setGestureSnap (const juce::String& ruler, const juce::String& step) { set ("snap " + ruler, step); }

    bool isStarred (const juce::String& preset) const { return stars().contains (preset); }
    void setStarred (const juce::String& preset, bool shouldBe);

private:
    juce::StringArray stars () const;
    void set (const juce::String& key, const juce::var& value);
    juce::PropertySet& properties () const;

    std::unique_ptr<juce::PropertiesFile> file; // null: kept in memory
    mutable juce::PropertySet memory;
};
} // namespace kolophon
