// SPDX-License-Identifier: GPL-3.0-or-later
#include "DisplayList.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
namespace
{
constexpr int cheapGrowth = 3000;   // [px] superfluous area that joining two rectangles may add
constexpr std::size_t maxAreas = 6; // more of them cost more than they save

int sizeOf (juce::Rectangle<int> area)
{
    return area.getWidth() * area.getHeight();
}

/** Area [px] that a rectangle around both has in addition to theirs. */
int growth (juce::Rectangle<int> one, juce::Rectangle<int> two)
{
    return sizeOf (one.getUnion (two)) - sizeOf (one) - sizeOf (two);
}

/** Joins rectangles that overlap or are close together. */
void join (std::vector<juce::Rectangle<int>>& areas)
{
    while (areas.size() > 1)
    {
        std::size_t first = 0, second = 1;
        for (std::size_t i = 0; i < areas.size(); ++i)
            for (std::size_t j = i + 1; j < areas.size(); ++j)
                if (growth (areas[i], areas[j]) < growth (areas[first], areas[second]))
                    first = i, second = j;
        if (growth (areas[first], areas[second]) > cheapGrowth && areas.size() <= maxAreas)
            return;
        areas[first] = areas[first].getUnion (areas[second]);
        areas.erase (areas.begin() + static_cast<std::ptrdiff_t> (second));
    }
}
} // namespace

DisplayList::DisplayList (juce::Rectangle<int> area, float pixelScale) : whole (area), scale (pixelScale)
{
    State first;
    first.clip = area;
    states.push_back (first);
}

/** Adds an entry. Its bounds have a margin, since an antialiased edge can colour the adjacent pixel, a screen pixel can
    be larger than one of the component, and a clip can be rounded up by one of them. */
DisplayList::Entry& DisplayList::add (Kind kind, juce::Rectangle<float> bounds)
{
    const auto& now = states.back();
    const float margin = 1.0f + 1.0f / juce::jmax (0.1f, scale);
    Entry entry { kind };
    entry.clip = now.clip;
    entry.bounds = bounds.getIntersection (now.clip.toFloat()).expanded (margin).getSmallestIntegerContainer();
    if (! bounds.expanded (margin).intersects (now.clip.toFloat()))
        entry.bounds = {};
    entry.fill = now.transform.isIdentity() ? now.fill : now.fill.transformed (now.transform);
    entries.push_back (std::move (entry));
    return entries.back();
}

void DisplayList::setOrigin (juce::Point<int> origin)
{
    addTransform (juce::AffineTransform::translation (origin.toFloat()));
}

void DisplayList::addTransform (const juce::AffineTransform& transform)
{
    states.back().transform = transform.followedBy (states.back().transform);
}

bool DisplayList::clipToRectangle (const juce::Rectangle<int>& rectangle)
{
    auto& now = states.back();
    now.clip = now.clip.getIntersection (rectangle.transformedBy (now.transform));
    return ! isClipEmpty();
}

bool DisplayList::clipToRectangleList (const juce::RectangleList<int>& rectangles)
{
    return clipToRectangle (rectangles.getBounds());
}

bool DisplayList::clipRegionIntersects (const juce::Rectangle<int>& rectangle)
{
    return states.back().clip.intersects (rectangle.transformedBy (states.back().transform));
}

juce::Rectangle<int> DisplayList::getClipBounds() const
{
    const auto& now = states.back();
    return now.transform.isIdentity() ? now.clip : now.clip.transformedBy (now.transform.inverted());
}

void DisplayList::restoreState()
{
    if (states.size() > 1)
        states.pop_back();
}

void DisplayList::fillAll()
{
    add (Kind::all, states.back().clip.toFloat());
}

void DisplayList::fillRect (const juce::Rectangle<float>& rectangle)
{
    const auto& transform = states.back().transform;
    if (transform.isIdentity())
        add (Kind::rectangle, rectangle).rectangle = rectangle;
    else
    {
        juce::Path path;
        path.addRectangle (rectangle);
        fillPath (path, {});
    }
}

void DisplayList::fillRectList (const juce::RectangleList<float>& rectangles)
{
    for (const auto& each : rectangles)
        fillRect (each);
}

void DisplayList::fillPath (const juce::Path& path, const juce::AffineTransform& transform)
{
    const auto all = transform.followedBy (states.back().transform);
    auto& entry = add (Kind::path, path.getBoundsTransformed (all));
    entry.path = path;
    entry.transform = all;
}

void DisplayList::drawImage (const juce::Image& image, const juce::AffineTransform& transform)
{
    const auto all = transform.followedBy (states.back().transform);
    auto& entry = add (Kind::image, image.getBounds().toFloat().transformedBy (all));
    entry.image = image;
    entry.transform = all;
    entry.quality = states.back().quality;
}

void DisplayList::drawLine (const juce::Line<float>& line)
{
    juce::Path path;
    path.addLineSegment (line, 1.0f);
    fillPath (path, {});
}

/** Records a glyph. Glyphs can exceed their advance, but extend no farther than one and a half line heights from their
    origin. */
void DisplayList::placeGlyph (int glyph, const juce::AffineTransform& transform)
{
    const auto& font = states.back().font;
    const auto all = transform.followedBy (states.back().transform);
    const float high = font.getHeight();
    const juce::Rectangle<float> box (-0.5f * high, -1.2f * font.getAscent(), 2.0f * high, 1.2f * high);
    auto& entry = add (Kind::glyph, box.withBottom (1.2f * font.getDescent()).transformedBy (all));
    entry.glyph = glyph;
    entry.font = font;
    entry.transform = all;
}

//======================================================================================================================
void DisplayList::paint (juce::LowLevelGraphicsContext& device, const Entry& entry)
{
    switch (entry.kind)
    {
        case Kind::all: return device.fillAll();
        case Kind::rectangle: return device.fillRect (entry.rectangle);
        case Kind::path: return device.fillPath (entry.path, entry.transform);
        case Kind::image:
            device.setInterpolationQuality (entry.quality);
            return device.drawImage (entry.image, entry.transform);
        case Kind::glyph:
            device.setFont (entry.font);
            return kolophon::drawGlyph (device, entry.glyph, entry.transform);
    }
}

void DisplayList::replay (juce::LowLevelGraphicsContext& device) const
{
    for (const auto& entry : entries)
    {
        if (entry.bounds.isEmpty() || ! device.clipRegionIntersects (entry.bounds))
            continue;
        const bool isCut = entry.clip != whole;
        if (isCut)
        {
            device.saveState();
            device.clipToRectangle (entry.clip);
        }
        device.setFill (entry.fill);
        paint (device, entry);
        if (isCut)
            device.restoreState();
    }
}

/** Skips the equal entries at the beginning and at the end; compares those between one by one if both lists have the
    same number of them. */
std::vector<juce::Rectangle<int>> DisplayList::differences (const DisplayList& other) const
{
    const auto &before = entries, &after = other.entries;
    const auto first = std::mismatch (before.begin(), before.end(), after.begin(), after.end());
    const auto last = std::mismatch (before.rbegin(), std::make_reverse_iterator (first.first), after.rbegin(),
                                     std::make_reverse_iterator (first.second));
    std::vector<juce::Rectangle<int>> areas;
    const auto note = [&areas] (const Entry& entry)
    {
        if (entry.bounds.isEmpty())
            return;
        const auto near =
            std::find_if (areas.begin(), areas.end(),
                          [&entry] (const auto& area) { return growth (area, entry.bounds) <= cheapGrowth; });
        if (near != areas.end())
            *near = near->getUnion (entry.bounds);
        else
            areas.push_back (entry.bounds);
    };
    auto one = first.first, two = first.second;
    const bool isPaired = last.first.base() - one == last.second.base() - two;
    for (; one != last.first.base() || two != last.second.base();)
    {
        if (isPaired && *one == *two)
        {
            ++one;
            ++two;
            continue;
        }
        if (one != last.first.base())
            note (*one++);
        if (two != last.second.base())
            note (*two++);
    }
    join (areas);
    return areas;
}

//======================================================================================================================
std::unique_ptr<DisplayList> RetainedComponent::record (float pixelScale)
{
    auto list = std::make_unique<DisplayList> (getLocalBounds(), pixelScale);
    juce::Graphics g (*list);
    draw (g);
    return list;
}

void RetainedComponent::redraw()
{
    if (shown == nullptr || shown->area() != getLocalBounds())
    {
        shown = nullptr; // recorded at the next paint(), at the scale of that device
        return repaint();
    }
    auto now = record (shown->pixelScale());
    for (const auto& area : shown->differences (*now))
        repaint (area);
    shown = std::move (now);
}

void RetainedComponent::paint (juce::Graphics& g)
{
    auto& device = g.getInternalContext();
    const float scale = device.getPhysicalPixelScaleFactor();
    if (shown == nullptr || shown->area() != getLocalBounds() || shown->pixelScale() != scale)
    {
        shown = record (scale);
        if (! g.getClipBounds().contains (getLocalBounds()))
            repaint(); // the rest shows an earlier moment
    }
    shown->replay (device);
}
} // namespace kolophon
