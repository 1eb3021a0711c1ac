// SPDX-License-Identifier: GPL-3.0-or-later
#include "SpectrumPicture.h"

#include "../../Core/Text/NumberText.h"
#include "../Drawing/LookAndFeel.h"

#include <cmath>
#include <numbers>

namespace kolophon
{
namespace
{
constexpr int ticksPerSpectrum = 5; // ticks
constexpr double fall = 0.9;        // factor of a stem per update
constexpr double floorDb = -80.0;   // below the largest
constexpr float axis = 15.0f;       // [px]
} // namespace

void SpectrumPicture::advance (int tick)
{
    const auto* shape = context.data.shape();
    if (tick % ticksPerSpectrum != 0 || shape == nullptr || context.data.version() == version)
        return;
    version = context.data.version();
    const auto modes = static_cast<std::size_t> (shape->modes);
    if (stems.size() != modes || voice != shape->voice || key != shape->key)
        stems.assign (modes, { 0.0, 0.0 });
    voice = shape->voice;
    key = shape->key;
    for (std::size_t m = 0; m < modes; ++m)
    {
        const double w = static_cast<double> (shape->frequency[m]);
        stems[m].frequency = w > 0.0 ? w / (2.0 * std::numbers::pi) : stems[m].frequency;
        stems[m].energy = juce::jmax (shape->energy (static_cast<int> (m)), fall * stems[m].energy);
    }
    redraw();
}

juce::String SpectrumPicture::caption() const
{
    const Stem* largest = nullptr;
    int number = 0;
    for (std::size_t m = 0; m < stems.size(); ++m)
        if (stems[m].frequency > 0.0 && (largest == nullptr || stems[m].energy > largest->energy))
            largest = &stems[m], number = static_cast<int> (m) + 1;
    if (largest == nullptr || largest->energy <= 0.0)
        return {};
    const double note = 69.0 + 12.0 * std::log2 (largest->frequency / 440.0);
    return "mode " + juce::String (number) + ", " + toJuce (fixed (largest->frequency, 1)) + " Hz, " +
           juce::MidiMessage::getMidiNoteName (juce::jlimit (0, 127, juce::roundToInt (note)), true, true, 4);
}

juce::String SpectrumPicture::table() const
{
    juce::String text ("mode,frequency [Hz],energy [J]\n");
    for (std::size_t m = 0; m < stems.size(); ++m)
        text << static_cast<int> (m) + 1 << "," << toJuce (fixed (stems[m].frequency, 3)) << ","
             << toJuce (scientific (stems[m].energy, 9)) << "\n";
    return text;
}

void SpectrumPicture::draw (juce::Graphics& g)
{
    g.fillAll (palette::panel);
    double largest = 0.0, lowest = 1e9, highest = 0.0;
    for (const auto& stem : stems)
        if (stem.frequency > 0.0)
        {
            largest = juce::jmax (largest, stem.energy);
            lowest = juce::jmin (lowest, stem.frequency);
            highest = juce::jmax (highest, stem.frequency);
        }
    if (largest <= 0.0)
        return paintEmpty (g,
                           stems.empty() && context.data.shape() != nullptr ? "This body has no modes" : "Play a note");
    const auto area = getLocalBounds().toFloat().withTrimmedBottom (axis).reduced (6.0f, 4.0f);
    lowest *= 0.9;
    highest = juce::jmax (highest * 1.08, 2.0 * lowest);
    const auto xOf = [&] (double frequency)
    {
        return area.getX() +
               static_cast<float> (std::log (frequency / lowest) / std::log (highest / lowest)) * area.getWidth();
    };
    g.setFont (LookAndFeel::font (12.0f));
    for (int db = 0; db >= floorDb; db -= 20)
    {
        const float y = area.getY() + static_cast<float> (db / floorDb) * area.getHeight();
        g.setColour (palette::line.withAlpha (0.6f));
        g.drawHorizontalLine (juce::roundToInt (y), area.getX(), area.getRight());
    }
    const float width = juce::jlimit (1.0f, 5.0f, 0.45f * area.getWidth() / static_cast<float> (stems.size()));
    for (const auto& stem : stems)
    {
        const double db = 10.0 * std::log10 (stem.energy / largest + 1e-30);
        if (stem.frequency <= 0.0 || db < floorDb)
            continue;
        const float y = area.getY() + static_cast<float> (db / floorDb) * area.getHeight(), x = xOf (stem.frequency);
        g.setColour (palette::stored);
        g.fillRect (juce::Rectangle<float> (x - 0.5f * width, y, width, area.getBottom() - y));
    }
    g.setColour (palette::quietText);
    const auto foot = getLocalBounds().removeFromBottom (static_cast<int> (axis)).toFloat();
    float free = foot.getX() + 52.0f; // after "-80 dB"
    g.drawText ("-80 dB", foot, juce::Justification::centredLeft, false);
    for (const double frequency : { 50.0, 100.0, 200.0, 500.0, 1000.0, 2000.0, 5000.0, 10000.0, 20000.0 })
    {
        const int hertz = juce::roundToInt (frequency);
        const auto words = hertz < 1000 ? juce::String (hertz) : juce::String (hertz / 1000) + "k";
        const float x = xOf (frequency);
        if (frequency < lowest || x - 14.0f < free || x + 14.0f > foot.getRight())
            continue;
        g.drawText (words, juce::Rectangle<float> (28.0f, foot.getHeight()).withCentre ({ x, foot.getCentreY() }),
                    juce::Justification::centred, false);
        free = x + 14.0f;
    }
}
} // namespace kolophon
