#pragma once

#include "DisplayList.h"
#include "FileDialog.h"
#include "HelpWatch.h"
#include "PictureData.h"

#include <memory>

namespace kolophon
{
/** Plays with the mouse what a picture shows: while the button is down a key sounds, unless somebody holds one already,
    and knobs follow as one gesture of the host's. [message] */
class MouseHand
{
public:
    explicit MouseHand (PluginProcessor& itsProcessor) : processor (itsProcessor) {}
    ~MouseHand() { release(); }
    MouseHand (const MouseHand&) = delete;
    MouseHand& operator= (const MouseHand&) = delete;

    /** `shape`: what sounds, if anything does; where no key is held, its last one is played. */
    void press (const ShapeFrame* shape);
    bool isPressing () const noexcept { return pressing; }
    void turn (std::string_view id, double value);
    void release ();

    /** Force as the patch has it: percent of Pressure, or newtons. `fraction` 0 … 1 of the knob that is in use. */
    void turnForce (double fraction);
    double forceFraction () const;

private:
    TableParameter& knob (std::string_view id) const;
    std::string_view forceId () const;

    PluginProcessor& processor;
    bool pressing = false;
    int ownKey = -1;
    std::vector<TableParameter*> open; // gestures
};

/** What every picture has at hand. */
struct PictureContext
{
    PluginProcessor& processor;
    PictureData& data;
    SentenceLine& sentence;
    bool reducedMotion = false;      // no envelopes that linger, no trails, a slower pace
    Patch patch = Patch::defaults(); // as it was thirty times a second
};

enum class PictureKind { stage, map, raster, loop, energy, spectrum };
inline constexpr int pictureKinds = 6;

/** "Stage", "Map", … */
const char* nameOf (PictureKind kind) noexcept;
/** One sentence on what it shows. */
const char* helpOf (PictureKind kind) noexcept;

/** A view of what sounds, drawn from PictureData. It draws its whole rectangle. [message] */
class Picture : public RetainedComponent, public Explained
{
public:
    Picture (PictureContext& itsContext, PictureKind itsKind);

    /** Sixty times a second while it is shown; `tick` counts them. Draws anew if anything has changed. */
    virtual void advance (int tick) = 0;

    /** A few words on what is seen, for the header and for screen readers. */
    virtual juce::String caption () const { return {}; }
    /** The numbers behind it, a line each. */
    virtual juce::String table () const = 0;

    void focusGained (FocusChangeType) override { redraw(); }
    void focusLost (FocusChangeType) override { redraw(); }
    SentenceLine::Help helpAt (juce::Point<int>) const override { return { nameOf (kind), {}, helpOf (kind), {}, {} }; }
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

    const PictureKind kind;

protected:
    /** Says "play a note" where there is nothing to show. */
    void paintEmpty (juce::Graphics& g, const juce::String& words = "Play a note") const;

    PictureContext& context;
};

std::unique_ptr<Picture> makePicture (PictureKind kind, PictureContext& context);

/** A frame for any of the pictures: its name, which is a menu of all of them, what it has to say, and copies of it as
    image or table. [message] */
class Pane final : public juce::Component
{
public:
    static constexpr int headerHeight = 26;

    Pane (PictureContext& itsContext, PictureKind kind);
    void show (PictureKind kind);
    /** A picture that another pane has had, as it is. */
    void show (std::unique_ptr<Picture> its);
    std::unique_ptr<Picture> takePicture () { return std::move (picture); }
    PictureKind shown () const noexcept { return picture->kind; }
    Picture& view () noexcept { return *picture; }
    std::function<void (PictureKind)> onChange;

    /** What it shows now, as a drawing of curves. */
    juce::String svg ();

    void advance (int tick);
    void resized () override;
    void paint (juce::Graphics& g) override;
    void paintOverChildren (juce::Graphics& g) override;

private:
    void showMenu ();
    void save (const juce::String& extension);

    PictureContext& context;
    juce::TextButton name;
    std::unique_ptr<Picture> picture;
    juce::String caption;
    FileDialog dialog;
};

/** "1.23 mJ", "45.6 µW": three digits and a prefix. */
juce::String engineering (double value, const juce::String& unit);
} // namespace kolophon
