// SPDX-License-Identifier: GPL-3.0-or-later
#include "Picture.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Control/Performance.h"
#include "../Drawing/LookAndFeel.h"
#include "../Session/InstrumentSession.h"
#include "../Session/ParameterBridge.h"
#include "EnergyPicture.h"
#include "LoopPicture.h"
#include "PlayMap.h"
#include "RasterPicture.h"
#include "SpectrumPicture.h"
#include "StagePicture.h"

#include <cmath>

namespace kolophon
{
TableParameter& MouseHand::knob (std::string_view id) const
{
    return *session.bridge().parameters()[*findParameter (id)];
}

std::string_view MouseHand::forceId() const
{
    const bool relative = static_cast<int> (knob ("hand.force_mode").exactValue()) == 0;
    return relative ? "hand.pressure" : "hand.force";
}

void MouseHand::press (const ShapeFrame* shape)
{
    constexpr int playedWithoutKey = 57; // A3
    pressing = true;
    if (shape != nullptr && std::any_of (shape->voices.begin(), shape->voices.end(),
                                         [] (const VoiceDot& voice) { return voice.sounds && voice.held; }))
        return;
    ownKey = shape != nullptr ? shape->key : playedWithoutKey;
    session.play ({ 0, PerformanceEvent::Type::noteOn, 0, static_cast<std::uint16_t> (ownKey), 0.63 });
}

void MouseHand::turn (std::string_view id, double value)
{
    auto& its = knob (id);
    if (std::find (open.begin(), open.end(), &its) == open.end())
    {
        open.push_back (&its);
        its.beginChangeGesture();
    }
    const double valid = its.info.nearestValid (value);
    if (valid == its.exactValue())
        return;
    its.setExactValue (valid);
    its.sendValueChangedMessageToListeners (its.getValue());
}

void MouseHand::turnForce (double fraction)
{
    const auto& info = knob (forceId()).info;
    turn (info.id, info.fromNormalised (juce::jlimit (0.0, 1.0, fraction)));
}

double MouseHand::forceFraction() const
{
    const auto& its = knob (forceId());
    return its.info.toNormalised (its.exactValue());
}

void MouseHand::release()
{
    pressing = false;
    for (auto* its : open)
        its->endChangeGesture();
    open.clear();
    if (ownKey >= 0)
        session.play ({ 0, PerformanceEvent::Type::noteOff, 0, static_cast<std::uint16_t> (ownKey), 0.5 });
    ownKey = -1;
}

//======================================================================================================================
const char* nameOf (Touching touching) noexcept
{
    switch (touching)
    {
        case Touching::bow: return "Bow";
        case Touching::side: return "Side contact";
        case Touching::finger: return "Finger";
    }
    return "";
}

std::unique_ptr<Picture> makePicture (PictureKind kind, PictureContext& context)
{
    switch (kind)
    {
        case PictureKind::stage: return std::make_unique<StagePicture> (context);
        case PictureKind::map: return std::make_unique<PlayMap> (context);
        case PictureKind::raster: return std::make_unique<RasterPicture> (context);
        case PictureKind::loop: return std::make_unique<LoopPicture> (context);
        case PictureKind::energy: return std::make_unique<EnergyPicture> (context);
        case PictureKind::spectrum: return std::make_unique<SpectrumPicture> (context);
    }
    return nullptr;
}

Picture::Picture (PictureContext& itsContext, PictureKind itsKind) : kind (itsKind), context (itsContext)
{
    setTitle (nameOf (kind));
    setDescription (helpOf (kind));
    setOpaque (true);
}

std::unique_ptr<juce::AccessibilityHandler> Picture::createAccessibilityHandler()
{
    struct Value final : juce::AccessibilityTextValueInterface
    {
        explicit Value (const Picture& itsPicture) : picture (itsPicture) {}
        bool isReadOnly () const override { return true; }
        juce::String getCurrentValueAsString () const override { return picture.caption(); }
        void setValueAsString (const juce::String&) override {}
        const Picture& picture;
    };
    return std::make_unique<juce::AccessibilityHandler> (
        *this, juce::AccessibilityRole::image, juce::AccessibilityActions(),
        juce::AccessibilityHandler::Interfaces { std::make_unique<Value> (*this) });
}

void Picture::paintEmpty (juce::Graphics& g, const juce::String& words) const
{
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (13.0f));
    g.drawText (words, getLocalBounds(), juce::Justification::centred, false);
}

juce::String Picture::contactName() const
{
    const auto touching = context.touching();
    return touching == Touching::bow ? juce::String() : juce::String (nameOf (touching)) + ": ";
}

juce::String engineering (double value, const juce::String& unit)
{
    static constexpr const char* prefixes[] = { "", "m", "µ", "n", "p" };
    if (std::abs (value) < 5e-15)
        return "0 " + unit;
    std::size_t prefix = 0;
    for (; prefix + 1 < std::size (prefixes) && std::abs (value) < 0.9995; ++prefix)
        value *= 1e3;
    const double size = std::abs (value);
    const auto digits =
        size < 99.95 ? toJuce (fixed (value, size < 9.995 ? 2 : 1)) : juce::String (juce::roundToInt (value));
    return digits + " " + juce::String::fromUTF8 (prefixes[prefix]) + unit;
}

//======================================================================================================================
Pane::Pane (PictureContext& itsContext, PictureKind kind) : context (itsContext)
{
    name.setMouseClickGrabsKeyboardFocus (false);
    name.onClick = [this] { showMenu(); };
    addAndMakeVisible (name);
    show (kind);
}

void Pane::show (PictureKind kind)
{
    show (makePicture (kind, context));
}

void Pane::show (std::unique_ptr<Picture> its)
{
    picture = std::move (its);
    picture->setMouseClickGrabsKeyboardFocus (false);
    addAndMakeVisible (*picture);
    name.setButtonText (nameOf (shown()));
    name.setTitle (juce::String ("Picture: ") + nameOf (shown()));
    name.setHelpText ("Choose another picture; pause all pictures; save or copy this picture or its data.");
    caption.clear();
    resized();
    repaint();
}

void Pane::advance (int tick)
{
    picture->advance (tick);
    if (tick % 15 != 0)
        return;
    if (const auto now = picture->caption(); now != caption)
    {
        caption = now;
        repaint (getLocalBounds().withHeight (headerHeight));
    }
}

void Pane::resized()
{
    auto area = getLocalBounds();
    auto header = area.removeFromTop (headerHeight).reduced (4, 3);
    name.setBounds (header.removeFromLeft (textWidth (LookAndFeel::font (13.0f), name.getButtonText()) + 36));
    picture->setBounds (area.reduced (6, 0).withTrimmedBottom (5));
}

void Pane::paint (juce::Graphics& g)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (getLocalBounds().toFloat(), 6.0f);
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (12.0f));
    const auto area = getLocalBounds().withHeight (headerHeight).withLeft (name.getRight() + 6).withTrimmedRight (8);
    g.drawFittedText (caption, area, juce::Justification::centredRight, 1, 0.7f);
}

void Pane::paintOverChildren (juce::Graphics& g)
{
    const auto middle = name.getBounds().toFloat().getCentre().withX (static_cast<float> (name.getRight()) - 10.0f);
    juce::Path arrow;
    arrow.addTriangle (middle.translated (-3.5f, -2.0f), middle.translated (3.5f, -2.0f),
                       middle.translated (0.0f, 2.5f));
    g.setColour (palette::quietText);
    g.fillPath (arrow);
}

void Pane::showMenu()
{
    juce::PopupMenu menu;
    for (int i = 0; i < pictureKinds; ++i)
    {
        const auto kind = static_cast<PictureKind> (i);
        menu.addItem (nameOf (kind), true, kind == shown(),
                      [this, kind]
                      {
                          show (kind);
                          if (onChange)
                              onChange (kind);
                      });
    }
    addContacts (menu);
    menu.addSeparator();
    menu.addItem ("Pause all pictures", true, context.data.isPaused(),
                  [this] { context.data.setPaused (! context.data.isPaused()); });
    menu.addSeparator();
    menu.addItem (juce::String::fromUTF8 ("Save as PNG…"), [this] { save ("png"); });
    menu.addItem (juce::String::fromUTF8 ("Save data as CSV…"), [this] { save ("csv"); });
    menu.addItem ("Copy data", [this] { juce::SystemClipboard::copyTextToClipboard (picture->table()); });
    menu.setLookAndFeel (&getLookAndFeel());
    menu.showMenuAsync (juce::PopupMenu::Options().withTargetComponent (name).withDeletionCheck (*this));
}

/** Offers the contacts in use, where the picture shows one of several. */
void Pane::addContacts (juce::PopupMenu& menu)
{
    const bool hasOthers = isInUse (Touching::side, context.patch) || isInUse (Touching::finger, context.patch);
    if (! picture->showsContact() || ! hasOthers)
        return;
    menu.addSeparator();
    for (const auto touching : { Touching::bow, Touching::side, Touching::finger })
        if (isInUse (touching, context.patch))
            menu.addItem (juce::String ("Contact: ") + nameOf (touching), true, touching == context.touching(),
                          [this, touching] { context.chosen = touching; });
}

void Pane::save (const juce::String& extension)
{
    const auto folder = juce::File::getSpecialLocation (juce::File::userDocumentsDirectory);
    const auto file = folder.getChildFile (juce::String ("Kolophon ") + nameOf (shown()) + "." + extension);
    const auto image = picture->createComponentSnapshot (picture->getLocalBounds(), true, 3.0f);
    const auto text = picture->table();
    dialog.save (*this, "Save the picture as", file, extension,
                 [this, image, text, extension] (const juce::File& chosen)
                 {
                     juce::MemoryOutputStream bytes;
                     if (extension == "png")
                         juce::PNGImageFormat().writeImageToStream (image, bytes);
                     else
                         bytes << text;
                     if (! chosen.replaceWithData (bytes.getData(), bytes.getDataSize()))
                         context.sentence.showError (chosen.getFullPathName() + " could not be written");
                 });
}
} // namespace kolophon
