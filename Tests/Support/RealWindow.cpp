// SPDX-License-Identifier: GPL-3.0-or-later
#define JUCE_GUI_BASICS_INCLUDE_XHEADERS 1
#include "RealWindow.h"

namespace kolophon::xserver
{
namespace
{
/** Of 255: JUCE's renderer rounds the alpha of smoothed edges once more where a rectangle clips, and once more in a
    layer. The faintest thing that is drawn differs by ten. */
constexpr int rounding = 4;

::Window windowOf (juce::Component& top)
{
    return reinterpret_cast<::Window> (top.getWindowHandle());
}

/** Everything that was asked of the server is done, and what it has to say has come. */
void synchronise ()
{
    juce::X11Symbols::getInstance()->xSync (juce::XWindowSystem::getInstance()->getDisplay(), False);
}
} // namespace

bool introduceWindowManagers ()
{
    juce::DynamicLibrary library ("libX11.so.6");
    const auto open = reinterpret_cast<::Display* (*)(const char*)> (library.getFunction ("XOpenDisplay"));
    const auto intern =
        reinterpret_cast<Atom (*) (::Display*, const char*, Bool)> (library.getFunction ("XInternAtom"));
    const auto closing = reinterpret_cast<int (*) (::Display*)> (library.getFunction ("XCloseDisplay"));
    auto* display = open != nullptr && intern != nullptr && closing != nullptr ? open (nullptr) : nullptr;
    if (display == nullptr)
        return false;
    for (const auto* name : { "WM_PROTOCOLS", "WM_TAKE_FOCUS", "WM_DELETE_WINDOW", "_NET_WM_PING", "WM_CHANGE_STATE",
                              "WM_STATE", "_NET_WM_WINDOW_TYPE", "_NET_WM_STATE", "_NET_WM_STATE_HIDDEN",
                              "_NET_WM_WINDOW_TYPE_NORMAL", "_NET_WM_WINDOW_TYPE_COMBO", "_MOTIF_WM_HINTS" })
        intern (display, name, False);
    closing (display);
    return true;
}

void parkPointer ()
{
    auto* display = juce::XWindowSystem::getInstance()->getDisplay();
    auto* x = juce::X11Symbols::getInstance();
    x->xWarpPointer (display, None, x->xDefaultRootWindow (display), 0, 0, 0, 0, 30000, 30000);
    synchronise();
}

void paintPending (juce::Component& top)
{
    auto* peer = top.getPeer();
    if (peer == nullptr)
        return;
    // The first pass waits for pieces that are on their way to the server, the second for those of this one.
    for (int pass = 0; pass < 2; ++pass)
    {
        synchronise();
        juce::XWindowSystem::getInstance()->processPendingPaintsForWindow (windowOf (top));
        // JUCE paints into an image around all that is painted, and rounds coordinates there. A pixel in the corner
        // keeps the image's origin where it is, so that a part is rounded as the whole is.
        top.repaint (0, 0, 1, 1);
        peer->performAnyPendingRepaintsNow();
    }
    synchronise();
    juce::XWindowSystem::getInstance()->processPendingPaintsForWindow (windowOf (top));
}

juce::Image pixelsOf (juce::Component& top)
{
    auto* display = juce::XWindowSystem::getInstance()->getDisplay();
    auto* x = juce::X11Symbols::getInstance();
    const auto bounds = juce::XWindowSystem::getInstance()->getWindowBounds (windowOf (top), 0);
    auto* all = x->xGetImage (display, windowOf (top), 0, 0, static_cast<unsigned> (bounds.getWidth()),
                              static_cast<unsigned> (bounds.getHeight()), AllPlanes, ZPixmap);
    if (all == nullptr || all->bits_per_pixel != 32)
        return {};
    juce::Image image (juce::Image::ARGB, all->width, all->height, false, juce::SoftwareImageType());
    {
        const juce::Image::BitmapData pixels (image, juce::Image::BitmapData::writeOnly);
        for (int row = 0; row < all->height; ++row)
            for (int column = 0; column < all->width; ++column)
            {
                juce::uint32 value = 0;
                std::memcpy (&value, all->data + row * all->bytes_per_line + 4 * column, 4);
                value |= 0xff000000u;
                std::memcpy (pixels.getPixelPointer (column, row), &value, 4);
            }
    }
    x->xDestroyImage (all);
    return image;
}

juce::String differences (const juce::Image& before, const juce::Image& after, juce::Component& top)
{
    if (before.isNull() || before.getBounds() != after.getBounds())
        return "no pixels, or other sizes: " + before.getBounds().toString() + ", " + after.getBounds().toString();
    juce::Rectangle<int> area;
    int count = 0, largest = 0;
    const juce::Image::BitmapData one (before, juce::Image::BitmapData::readOnly),
        two (after, juce::Image::BitmapData::readOnly);
    for (int y = 0; y < before.getHeight(); ++y)
    {
        if (std::memcmp (one.getLinePointer (y), two.getLinePointer (y), 4 * static_cast<std::size_t> (one.width)) == 0)
            continue;
        for (int x = 0; x < before.getWidth(); ++x)
        {
            const auto a = one.getPixelColour (x, y), b = two.getPixelColour (x, y);
            const int off = juce::jmax (std::abs (a.getRed() - b.getRed()), std::abs (a.getGreen() - b.getGreen()),
                                        std::abs (a.getBlue() - b.getBlue()));
            if (off <= rounding)
                continue;
            ++count;
            largest = juce::jmax (largest, off);
            const juce::Rectangle<int> pixel (x, y, 1, 1);
            area = area.isEmpty() ? pixel : area.getUnion (pixel);
        }
    }
    if (count == 0)
        return {};
    const auto scale = static_cast<float> (top.getWidth()) / static_cast<float> (before.getWidth());
    juce::String text;
    text << count << " pixels of " << area.toString() << " differ, by up to " << largest << ":";
    for (auto* its = top.getComponentAt (area.toFloat().getCentre() * scale); its != nullptr && its != &top;
         its = its->getParentComponent())
        text << " " << (its->getTitle().isNotEmpty() ? its->getTitle() : its->getName());
    return text;
}

juce::String tornParts (juce::Component& top)
{
    return tornParts (top, {});
}

/** Asks for what the server says was laid bare, as JUCE's loop would. */
static void takeExposures (juce::Component& top)
{
    synchronise();
    auto* display = juce::XWindowSystem::getInstance()->getDisplay();
    XEvent event;
    bool isBare = false;
    while (juce::X11Symbols::getInstance()->xCheckTypedWindowEvent (display, windowOf (top), Expose, &event))
        isBare = true;
    if (isBare)
        top.repaint();
}

juce::String tornParts (juce::Component& top, const juce::File& folder)
{
    takeExposures (top);
    paintPending (top);
    const auto before = pixelsOf (top);
    top.repaint();
    paintPending (top);
    const auto after = pixelsOf (top);
    const auto words = differences (before, after, top);
    if (words.isNotEmpty() && folder.isDirectory())
        for (const auto& [image, name] : { std::pair (before, "before.png"), std::pair (after, "after.png") })
        {
            folder.getChildFile (name).deleteFile();
            juce::FileOutputStream stream (folder.getChildFile (name));
            juce::PNGImageFormat().writeImageToStream (image, stream);
        }
    return words;
}
} // namespace kolophon::xserver
