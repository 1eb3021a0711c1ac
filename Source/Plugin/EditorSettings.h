#pragma once

#include <JuceHeader.h>

namespace kolophon
{
/** What all editors of a player share: size, colours, motion, starred presets, author, how gestures are drawn. In a
    file of the player's, which is read when the first editor opens, and written when something changes; a tool or a
    test that opens an editor without a host leaves it alone. [message] */
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

    /** The author of the preset that was saved last. */
    juce::String author () const { return properties().getValue ("author"); }
    void setAuthor (const juce::String& author) { set ("author", author); }

    /** Of the gesture editor: what its time is counted in, and what times snap to in each of these, by their names. */
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
