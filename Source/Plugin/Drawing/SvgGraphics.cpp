// SPDX-License-Identifier: GPL-3.0-or-later
#include "SvgGraphics.h"

#include "../../Core/Text/AsciiText.h"
#include "../../Core/Text/NumberText.h"
#include "LookAndFeel.h"

namespace kolophon
{
namespace
{
/** Formats a number with at most three decimals: a thousandth of a pixel. */
juce::String number (float value)
{
    const auto text = toJuce (fixed (static_cast<double> (value), 3));
    return text.containsChar ('.') ? text.trimCharactersAtEnd ("0").trimCharactersAtEnd (".") : text;
}

juce::String attribute (const char* name, const juce::String& value)
{
    return juce::String (" ") + name + "=\"" + value + "\"";
}

juce::String colourOf (juce::Colour colour)
{
    return toJuce ("#" + lowerCase (colour.toDisplayString (false).toStdString()));
}

/** Escapes a text for use between tags. */
juce::String escaped (const juce::String& text)
{
    return text.replace ("&", "&amp;").replace ("<", "&lt;").replace (">", "&gt;");
}
} // namespace

SvgGraphics::SvgGraphics (juce::Rectangle<int> area) : whole (area)
{
    State first;
    first.clip = area.toFloat();
    first.fill = juce::FillType (juce::Colours::black);
    states.push_back (first);
}

juce::String SvgGraphics::document (const juce::String& title, const juce::String& description) const
{
    const auto wide = juce::String (whole.getWidth()), high = juce::String (whole.getHeight());
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\"" +
           attribute ("width", wide) + attribute ("height", high) + attribute ("viewBox", "0 0 " + wide + " " + high) +
           " role=\"img\">\n<title>" + escaped (title) + "</title>\n<desc>" + escaped (description) +
           "</desc>\n<defs>\n" + defs + "</defs>\n" + body + "</svg>\n";
}

juce::String SvgGraphics::dataOf (const juce::Path& path)
{
    juce::String text;
    for (juce::Path::Iterator step (path); step.next();)
    {
        const auto point = [] (float x, float y) { return number (x) + "," + number (y); };
        switch (step.elementType)
        {
            case juce::Path::Iterator::startNewSubPath: text << "M" << point (step.x1, step.y1); break;
            case juce::Path::Iterator::lineTo: text << "L" << point (step.x1, step.y1); break;
            case juce::Path::Iterator::quadraticTo:
                text << "Q" << point (step.x1, step.y1) << " " << point (step.x2, step.y2);
                break;
            case juce::Path::Iterator::cubicTo:
                text << "C" << point (step.x1, step.y1) << " " << point (step.x2, step.y2) << " "
                     << point (step.x3, step.y3);
                break;
            case juce::Path::Iterator::closePath: text << "Z"; break;
        }
    }
    return text;
}

/** Attribute that clips a shape to the clip area; empty if the shape lies within it. */
juce::String SvgGraphics::clipFor (juce::Rectangle<float> bounds)
{
    const auto its = now().clip;
    juce::String text;
    if (! its.contains (bounds))
    {
        const auto shape = "<rect" + attribute ("x", number (its.getX())) + attribute ("y", number (its.getY())) +
                           attribute ("width", number (its.getWidth())) +
                           attribute ("height", number (its.getHeight())) + "/>";
        int place = clips.indexOf (shape);
        if (place < 0)
        {
            place = clips.size();
            clips.add (shape);
            defs << "<clipPath" << attribute ("id", "clip" + juce::String (place + 1)) << ">" << shape
                 << "</clipPath>\n";
        }
        text = attribute ("clip-path", "url(#clip" + juce::String (place + 1) + ")");
    }
    return text;
}

void SvgGraphics::write (const juce::String& element, juce::Rectangle<float> bounds)
{
    if (! now().clip.expanded (1.0f).intersects (bounds.expanded (0.01f)))
        return;
    const auto inside = "<" + element + clipFor (bounds) + "/>\n";
    if (now().clipPath > 0) // a second clip needs an element of its own
        body << "<g" << attribute ("clip-path", "url(#clip" + juce::String (now().clipPath) + ")") << ">" << inside
             << "</g>\n";
    else
        body << inside;
}

/** Writes the fill as an attribute, "fill" or "stroke", with its opacity. */
juce::String SvgGraphics::paint (const char* name)
{
    const auto& fill = now().fill;
    if (! fill.isGradient())
    {
        auto text = attribute (name, colourOf (fill.colour));
        if (fill.colour.getAlpha() < 255)
            text << attribute ((juce::String (name) + "-opacity").toRawUTF8(), number (fill.colour.getFloatAlpha()));
        return text;
    }
    const auto& its = *fill.gradient;
    const auto from = its.point1.transformedBy (fill.transform.followedBy (now().transform)),
               to = its.point2.transformedBy (fill.transform.followedBy (now().transform));
    const auto id = "gradient" + juce::String (++gradients);
    const char* kind = its.isRadial ? "radialGradient" : "linearGradient";
    defs << "<" << kind << attribute ("id", id) << attribute ("gradientUnits", "userSpaceOnUse");
    if (its.isRadial)
        defs << attribute ("cx", number (from.x)) << attribute ("cy", number (from.y))
             << attribute ("r", number (from.getDistanceFrom (to)));
    else
        defs << attribute ("x1", number (from.x)) << attribute ("y1", number (from.y))
             << attribute ("x2", number (to.x)) << attribute ("y2", number (to.y));
    defs << ">";
    for (int i = 0; i < its.getNumColours(); ++i)
        defs << "<stop" << attribute ("offset", number (static_cast<float> (its.getColourPosition (i))))
             << attribute ("stop-color", colourOf (its.getColour (i)))
             << attribute ("stop-opacity", number (its.getColour (i).getFloatAlpha() * fill.getOpacity())) << "/>";
    defs << "</" << kind << ">\n";
    return attribute (name, "url(#" + id + ")");
}

void SvgGraphics::setOrigin (juce::Point<int> origin)
{
    addTransform (juce::AffineTransform::translation (origin.toFloat()));
}

void SvgGraphics::addTransform (const juce::AffineTransform& transform)
{
    now().transform = transform.followedBy (now().transform);
}

bool SvgGraphics::clipToRectangle (const juce::Rectangle<int>& area)
{
    now().clip = now().clip.getIntersection (area.toFloat().transformedBy (now().transform));
    return ! isClipEmpty();
}

bool SvgGraphics::clipToRectangleList (const juce::RectangleList<int>& areas)
{
    return clipToRectangle (areas.getBounds());
}

void SvgGraphics::clipToPath (const juce::Path& path, const juce::AffineTransform& transform)
{
    auto shape = path;
    shape.applyTransform (transform.followedBy (now().transform));
    const auto element = "<path" + attribute ("d", dataOf (shape)) + "/>";
    clips.add (element);
    now().clipPath = clips.size();
    defs << "<clipPath" << attribute ("id", "clip" + juce::String (clips.size())) << ">" << element << "</clipPath>\n";
    now().clip = now().clip.getIntersection (shape.getBounds());
}

bool SvgGraphics::clipRegionIntersects (const juce::Rectangle<int>& area)
{
    return now().clip.intersects (area.toFloat().transformedBy (now().transform));
}

juce::Rectangle<int> SvgGraphics::getClipBounds() const
{
    return now().clip.transformedBy (now().transform.inverted()).getSmallestIntegerContainer();
}

void SvgGraphics::restoreState()
{
    if (states.size() > 1)
        states.pop_back();
}

void SvgGraphics::beginTransparencyLayer (float opacity)
{
    saveState();
    body << "<g" << attribute ("opacity", number (opacity)) << ">\n";
}

void SvgGraphics::endTransparencyLayer()
{
    body << "</g>\n";
    restoreState();
}

void SvgGraphics::fillRect (const juce::Rectangle<float>& area)
{
    juce::Path path;
    path.addRectangle (area);
    fillPath (path, {});
}

void SvgGraphics::fillRectList (const juce::RectangleList<float>& areas)
{
    for (const auto& area : areas)
        fillRect (area);
}

void SvgGraphics::fillPath (const juce::Path& path, const juce::AffineTransform& transform)
{
    auto shape = path;
    shape.applyTransform (transform.followedBy (now().transform));
    if (shape.isEmpty())
        return;
    write ("path" + attribute ("d", dataOf (shape)) + paint ("fill") +
               (path.isUsingNonZeroWinding() ? juce::String() : attribute ("fill-rule", "evenodd")),
           shape.getBounds());
}

void SvgGraphics::stroke (const juce::Path& path, float thickness, std::initializer_list<float> dashes)
{
    auto line = path;
    line.applyTransform (now().transform);
    if (line.isEmpty())
        return;
    auto text = "path" + attribute ("d", dataOf (line)) + " fill=\"none\"" + paint ("stroke") +
                attribute ("stroke-width", number (thickness)) + attribute ("stroke-linejoin", "round");
    juce::StringArray lengths;
    for (const float length : dashes)
        lengths.add (number (length));
    if (! lengths.isEmpty())
        text << attribute ("stroke-dasharray", lengths.joinIntoString (" "));
    write (text, line.getBounds().expanded (0.5f * thickness));
}

void SvgGraphics::drawLine (const juce::Line<float>& line)
{
    juce::Path path;
    path.startNewSubPath (line.getStart());
    path.lineTo (line.getEnd());
    stroke (path, 1.0f, {});
}

void SvgGraphics::drawImage (const juce::Image& image, const juce::AffineTransform& transform)
{
    juce::MemoryOutputStream bytes;
    juce::PNGImageFormat().writeImageToStream (image, bytes);
    const auto place = transform.followedBy (now().transform);
    const auto matrix = juce::StringArray { number (place.mat00), number (place.mat10), number (place.mat01),
                                            number (place.mat11), number (place.mat02), number (place.mat12) };
    auto text =
        "image" + attribute ("width", juce::String (image.getWidth())) +
        attribute ("height", juce::String (image.getHeight())) + " style=\"image-rendering:pixelated\"" +
        attribute ("href", "data:image/png;base64," + juce::Base64::toBase64 (bytes.getData(), bytes.getDataSize()));
    // Clipped in a group of its own: the clip would be transformed together with the image.
    body << "<g" << clipFor (image.getBounds().toFloat().transformedBy (place)) << "><g"
         << attribute ("transform", "matrix(" + matrix.joinIntoString (" ") + ")") << "><" << text << "/></g></g>\n";
}

void SvgGraphics::placeGlyph (int glyph, const juce::AffineTransform& transform)
{
    const auto& font = now().font;
    const float high = font.getHeight();
    fillPath (glyphOutline (font, glyph),
              juce::AffineTransform::scale (high * font.getHorizontalScale(), high).followedBy (transform));
}

//======================================================================================================================
void strokeCurve (juce::Graphics& g, const juce::Path& path, float thickness, std::initializer_list<float> dashes)
{
    if (auto* svg = dynamic_cast<SvgGraphics*> (&g.getInternalContext()))
        return svg->stroke (path, thickness, dashes);
    if (dashes.size() == 0)
        return g.strokePath (path, juce::PathStrokeType (thickness));
    juce::Path dashed;
    juce::PathStrokeType (thickness).createDashedStroke (dashed, path, dashes.begin(),
                                                         static_cast<int> (dashes.size()));
    g.fillPath (dashed);
}

juce::String svgOf (juce::Component& component, const juce::String& title, const juce::String& description)
{
    SvgGraphics svg (component.getLocalBounds());
    juce::Graphics g (svg);
    component.paintEntireComponent (g, true);
    return svg.document (title, description);
}
} // namespace kolophon
