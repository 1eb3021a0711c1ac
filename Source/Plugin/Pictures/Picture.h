// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Analysis/RowRules.h"
#include "../../Synth/Feeds/PictureKinds.h"
#include "../../Synth/Parameters/PatchChoices.h"
#include "../Controls/HelpWatch.h"
#include "../Desktop/FileDialog.h"
#include "../Drawing/DisplayList.h"
#include "PictureData.h"

#include <memory>

namespace kolophon
{
/** Plays a picture with the mouse: while the button is down, a key sounds unless one is already held, and the knobs
    move as one gesture for the host. [message] */
class MouseHand
{
public:
    explicit MouseHand (InstrumentSession& itsSession) : session (itsSession) {}
    ~MouseHand() { release(); }
    MouseHand (const MouseHand&) = delete;
    MouseHand& operator= (const MouseHand&) = delete;

    /** Starts playing. `shape`: the current sound, if any; if no key is held, its last key is played. */
    void press (const ShapeFrame* shape);
    bool isPressing () const noexcept { return pressing; }
    void turn (std::string_view id, double value);
    void release ();

    /** Sets the force in the patch's terms: percent of Pressure, or newtons. `fraction` 0 … 1 of the knob that is in
        use. */
    void turnForce (double fraction);
    double forceFraction () const;
    std::string_view forceId () const;

private:
    TableParameter& knob (std::string_view id) const;

    InstrumentSession& session;
    bool pressing = false;
    int ownKey = -1;
    std::vector<TableParameter*> open; // gestures
};

/** References and state shared by all pictures. */
struct PictureContext
{
    InstrumentSession& session;
    PictureData& data;
    SentenceLine& sentence;
    bool reducedMotion = false;      // no lingering envelopes, no trails, slower motion
    Patch patch = Patch::defaults(); // updated thirty times per second
    Touching chosen = Touching::bow; // contact that friction loop and raster show, while it is in use

    /** The contact that they show now: the bow, if the chosen one is not in use. */
    Touching touching () const { return isInUse (chosen, patch) ? chosen : Touching::bow; }
    /** True if that is a stop, which pushes and does not rub. */
    bool showsStop () const
    {
        return touching() == Touching::side && choiceOf<&Patch::sideKind> (patch) == SideContact::stop;
    }
};

/** "Bow", "Side contact", "Finger". */
const char* nameOf (Touching touching) noexcept;

/** A view of the current sound, drawn from PictureData. It fills its whole rectangle. [message] */
class Picture : public RetainedComponent, public Explained
{
public:
    Picture (PictureContext& itsContext, PictureKind itsKind);

    /** Called sixty times per second while visible; `tick` counts the calls. Redraws if anything has changed. */
    virtual void advance (int tick) = 0;

    /** True if the picture shows one contact, which its menu chooses. */
    virtual bool showsContact () const noexcept { return false; }

    /** Short description of the current content, for the header and for screen readers. */
    virtual juce::String caption () const { return {}; }
    /** The displayed numbers as text, one line each. */
    virtual juce::String table () const = 0;

    void focusGained (FocusChangeType) override { redraw(); }
    void focusLost (FocusChangeType) override { redraw(); }
    SentenceLine::Help helpAt (juce::Point<int>) const override { return { nameOf (kind), {}, helpOf (kind), {}, {} }; }
    std::unique_ptr<juce::AccessibilityHandler> createAccessibilityHandler () override;

    const PictureKind kind;

protected:
    /** Paints a hint such as "Play a note" in place of the picture. */
    void paintEmpty (juce::Graphics& g, const juce::String& words = "Play a note") const;
    /** "Finger: " before the caption of a picture that shows another contact than the bow. */
    juce::String contactName () const;

    PictureContext& context;
};

std::unique_ptr<Picture> makePicture (PictureKind kind, PictureContext& context);

/** A frame for any picture: its name, which opens a menu of all pictures, its caption, and commands that save or copy
    it as image or table. [message] */
class Pane final : public juce::Component
{
public:
    static constexpr int headerHeight = 26;

    Pane (PictureContext& itsContext, PictureKind kind);
    void show (PictureKind kind);
    /** Shows a picture taken from another pane, with its state. */
    void show (std::unique_ptr<Picture> its);
    std::unique_ptr<Picture> releasePicture () { return std::move (picture); }
    PictureKind shown () const noexcept { return picture->kind; }
    Picture& view () noexcept { return *picture; }
    std::function<void (PictureKind)> onChange;

    void advance (int tick);
    void resized () override;
    void paint (juce::Graphics& g) override;
    void paintOverChildren (juce::Graphics& g) override;

private:
    void showMenu ();
    void addContacts (juce::PopupMenu& menu);
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
