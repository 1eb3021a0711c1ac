// SPDX-License-Identifier: GPL-3.0-or-later
#include "StatusStrip.h"

#include "../../Core/Text/NumberText.h"
#include "../../Synth/Parameters/Limits.h"
#include "../../Synth/Parameters/ParameterTable.h"
#include "../Drawing/LookAndFeel.h"

#include <array>
#include <cmath>
#include <utility>

namespace kolophon
{
namespace
{
constexpr int titleHeight = 30;     // [px]
constexpr int belowTitle = 40;      // [px] bars and scale of the level meter
constexpr double guardSeen = 0.994; // of the ear guard's gain: 0.05 dB

void fillPanel (juce::Graphics& g, const juce::Component& component)
{
    g.setColour (palette::panel);
    g.fillRoundedRectangle (component.getLocalBounds().toFloat(), 6.0f);
}

void drawTitle (juce::Graphics& g, const juce::String& title, juce::Rectangle<int> area)
{
    g.setColour (palette::text);
    g.setFont (LookAndFeel::font (14.0f, true));
    g.drawText (title, area, juce::Justification::centredLeft, false);
}

constexpr double nothing = 5e-15; // [J] smaller energies would be displayed as 0.00 pJ

juce::String joules (double energy)
{
    if (std::abs (energy) < nothing)
        return "0 J";
    static constexpr const char* units[] = { "J", "mJ", "µJ", "nJ", "pJ" };
    std::size_t unit = 0;
    for (; unit + 1 < std::size (units) && std::abs (energy) < 0.9995; ++unit)
        energy *= 1e3;
    const double size = std::abs (energy);
    const auto number =
        size < 99.95 ? toJuce (fixed (energy, size < 9.995 ? 2 : 1)) : juce::String (juce::roundToInt (energy));
    return number + " " + juce::String::fromUTF8 (units[unit]);
}

/** One use of the bow's work. */
struct Account
{
    const char* name;
    double energy; // [J]
    juce::Colour colour;
};

void paintBar (juce::Graphics& g, juce::Rectangle<float> bar, const std::array<Account, 3>& accounts,
               const std::array<double, 3>& fractions)
{
    const float whole = bar.getWidth();
    g.setColour (palette::line);
    g.fillRoundedRectangle (bar, 2.0f);
    for (std::size_t i = 0; i < accounts.size(); ++i)
    {
        const float width = static_cast<float> (fractions[i]) * whole;
        g.setColour (accounts[i].colour);
        g.fillRect (bar.removeFromLeft (juce::jmin (bar.getWidth(), width)));
    }
}

/** Paints name and energy after a dot of the account's colour, if it has one; returns the width. */
float paintAccount (juce::Graphics* g, juce::Rectangle<float> cell, const Account& account)
{
    const auto font = LookAndFeel::font (12.0f);
    const auto energy = joules (account.energy);
    const float dot = account.colour.isTransparent() ? 0.0f : 13.0f;
    const float name = static_cast<float> (textWidth (font, account.name)) + 5.0f;
    const float whole = dot + name + static_cast<float> (textWidth (font, energy)) + 2.0f;
    if (g == nullptr)
        return whole;
    if (dot > 0.0f)
    {
        g->setColour (account.colour);
        g->fillEllipse (juce::Rectangle<float> (8.0f, 8.0f).withCentre (cell.withWidth (8.0f).getCentre()));
        cell.removeFromLeft (dot);
    }
    g->setFont (font);
    g->setColour (palette::quietText);
    g->drawText (account.name, cell.removeFromLeft (name), juce::Justification::centredLeft, false);
    g->setColour (palette::text);
    g->drawText (energy, cell, juce::Justification::centredLeft, false);
    return whole;
}
} // namespace

//======================================================================================================================
SentenceLine::SentenceLine()
{
    setTitle ("Help");
    setInterceptsMouseClicks (false, false);
}

void SentenceLine::showHelp (const Help& newHelp)
{
    if (newHelp == help)
        return;
    help = newHelp;
    redraw();
}

void SentenceLine::announce (const juce::String& message, bool isWrong)
{
    news = message;
    isError = isWrong;
    newsAt = juce::Time::getMillisecondCounter();
    juce::AccessibilityHandler::postAnnouncement (message, juce::AccessibilityHandler::AnnouncementPriority::medium);
    redraw();
}

void SentenceLine::clearError()
{
    if (! std::exchange (isError, false))
        return;
    news.clear();
    redraw();
}

void SentenceLine::setBusy (const juce::String& message)
{
    busy = message;
    if (busy.isNotEmpty())
        juce::AccessibilityHandler::postAnnouncement (busy, juce::AccessibilityHandler::AnnouncementPriority::medium);
    redraw();
}

void SentenceLine::setResting (const juce::String& message, bool alarming)
{
    if (message == resting && alarming == restingAlarm)
        return;
    resting = message;
    restingAlarm = alarming;
    redraw();
}

void SentenceLine::refresh()
{
    constexpr juce::uint32 newsStays = 6000; // [ms]
    if (news.isNotEmpty() && juce::Time::getMillisecondCounter() - newsAt > newsStays)
    {
        news.clear();
        redraw();
    }
}

void SentenceLine::draw (juce::Graphics& g)
{
    auto area = getLocalBounds().reduced (12, 0);
    const auto say = [&g, &area] (const juce::String& text, juce::Colour colour, bool strong, int width = 0)
    {
        g.setColour (colour);
        const auto font = LookAndFeel::font (13.0f, strong);
        g.setFont (font);
        const auto place = width > 0 ? area.removeFromRight (width)
                                     : area.removeFromLeft (juce::jmin (area.getWidth(), textWidth (font, text) + 8));
        g.drawFittedText (text, place, width > 0 ? juce::Justification::centredRight : juce::Justification::centredLeft,
                          1, 0.8f);
    };

    if (news.isNotEmpty())
    {
        if (isError)
            say ("Rejected:", palette::alarm, true);
        say (news, palette::text, false);
    }
    else if (busy.isNotEmpty())
        say (busy, palette::stick, false);
    else if (help.text.isNotEmpty())
    {
        if (help.remark.isNotEmpty())
            say (help.remark, help.remarkColour, false,
                 juce::jmin (330, textWidth (LookAndFeel::font (13.0f), help.remark) + 16));
        say (help.label, palette::text, true);
        if (help.symbol.isNotEmpty())
            say (help.symbol, palette::quietText, false);
        say (help.text, palette::text, false);
    }
    else
        say (resting, restingAlarm ? palette::stick : palette::quietText, false);
}

//======================================================================================================================
LevelMeter::LevelMeter()
{
    shownVerdict = verdict();
    setTitle ("Output level");
    setHelpText ("Peak level of the left and right output, held for 1.5 s, and gain reduction of the ear guard.");
}

void LevelMeter::advance (const MeterFrame* frame)
{
    constexpr double fall = 0.8; // [dB] per refresh: 24 dB/s
    constexpr int holdFor = 45;  // refreshes: 1.5 s
    const double peaks[2] = { frame ? frame->peakLeft : 0.0, frame ? frame->peakRight : 0.0 };
    if (frame != nullptr)
        guardGain = frame->guardGain;
    bool moved = false;
    for (int c = 0; c < 2; ++c)
    {
        auto& channel = channels[c];
        const auto before = channel;
        const double now = peaks[c] > 1e-3 ? 20.0 * std::log10 (peaks[c]) : floorDb;
        channel.level = juce::jmax (now, channel.level - fall, floorDb);
        if (now >= channel.held || ++channel.heldFor > holdFor)
        {
            channel.held = juce::jmax (now, channel.level);
            channel.heldFor = 0;
        }
        moved = moved || channel.level != before.level || channel.held != before.held;
    }
    const auto before = std::exchange (shownVerdict, verdict());
    if (moved || shownVerdict != before)
        redraw();
}

juce::Rectangle<int> LevelMeter::barsArea() const
{
    return getLocalBounds()
        .reduced (12, 0)
        .withTrimmedTop (juce::jmin (titleHeight, getHeight() - belowTitle))
        .withTrimmedLeft (14)
        .withHeight (22);
}

juce::String LevelMeter::verdict() const
{
    const double loudest = juce::jmax (channels[0].held, channels[1].held);
    return guardGain < guardSeen ? "ear guard " + toJuce (fixed (20.0 * std::log10 (guardGain), 1)) + " dB"
           : loudest <= floorDb  ? juce::String ("silent")
                                 : "peak " + toJuce (fixed (loudest, 1)) + " dBFS";
}

void LevelMeter::draw (juce::Graphics& g)
{
    fillPanel (g, *this);
    const auto bars = barsArea();
    g.setFont (LookAndFeel::font (12.0f));
    const auto header =
        getLocalBounds().reduced (12, 0).withHeight (juce::jmin (titleHeight, getHeight() - belowTitle));
    drawTitle (g, "Level", header);
    g.setFont (LookAndFeel::font (12.0f));
    g.setColour (guardGain < guardSeen ? palette::stick : palette::quietText);
    g.drawText (shownVerdict, header, juce::Justification::centredRight, false);
    const auto x = [&bars] (double db)
    {
        return static_cast<float> (bars.getX()) +
               static_cast<float> ((db - floorDb) / (6.0 - floorDb)) * static_cast<float> (bars.getWidth());
    };
    for (int c = 0; c < 2; ++c)
    {
        const auto bar =
            juce::Rectangle<float> (static_cast<float> (bars.getX()), static_cast<float> (bars.getY() + c * 12),
                                    static_cast<float> (bars.getWidth()), 8.0f);
        const auto name = juce::Rectangle<float> (bar.getX() - 14.0f, bar.getY() - 2.0f, 11.0f, 12.0f);
        g.setColour (palette::quietText);
        g.drawText (c == 0 ? "L" : "R", name, juce::Justification::centredLeft, false);
        g.setColour (palette::line);
        g.fillRoundedRectangle (bar, 2.0f);
        g.setColour (channels[c].level > -1.0 ? palette::heat : palette::quietText);
        if (channels[c].level > floorDb)
            g.fillRoundedRectangle (bar.withRight (x (juce::jmin (6.0, channels[c].level))), 2.0f);
        g.setColour (palette::text);
        if (channels[c].held > floorDb)
            g.fillRect (juce::Rectangle<float> (x (juce::jmin (6.0, channels[c].held)) - 1.0f, bar.getY(), 2.0f, 8.0f));
    }
    g.setColour (palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    for (const int db : { -60, -48, -36, -24, -12, 0 })
        g.drawText (
            juce::String (db),
            juce::Rectangle<float> (30.0f, 14.0f).withCentre ({ x (db), static_cast<float> (bars.getBottom() + 9) }),
            juce::Justification::centred, false);
}

//======================================================================================================================
LedgerView::LedgerView()
{
    setTitle ("Energy ledger");
    setHelpText ("Account of the bow's work: heat of friction, losses of the body, stored energy. Balanced: no energy "
                 "was created.");
}

void LedgerView::show (const MeterFrame& newFrame, bool heardLawCreates, bool anyLawCreates)
{
    isNew = isNew || ! hasFrame || heardLawCreates != mayCreate || newFrame.ledgerOn != frame.ledgerOn ||
            newFrame.workIn != frame.workIn || newFrame.frictionLoss != frame.frictionLoss ||
            newFrame.bodyLoss != frame.bodyLoss || newFrame.storedEnergy != frame.storedEnergy ||
            newFrame.relativeResidual != frame.relativeResidual || newFrame.generatorSteps != frame.generatorSteps ||
            newFrame.energyCreated != frame.energyCreated;
    frame = newFrame;
    mayCreate = heardLawCreates;
    // The law that created energy before the first frame is unknown, so this energy is excused.
    const bool isExcused = excused || anyLawCreates || (! hasFrame && frame.generatorSteps > 0);
    isNew = std::exchange (excused, isExcused) != isExcused || isNew;
    hasFrame = true;
    if (++shows % 4 == 1 && std::exchange (isNew, false)) // limited to a readable rate
        redraw();
}

std::array<double, 3> LedgerView::fractions() const
{
    const double total = frame.frictionLoss + frame.bodyLoss + frame.storedEnergy;
    if (total < nothing)
        return {};
    return { frame.frictionLoss / total, frame.bodyLoss / total, frame.storedEnergy / total };
}

bool LedgerView::balances() const
{
    return frame.relativeResidual <= tolerance && (excused || frame.generatorSteps == 0);
}

juce::String LedgerView::warning() const
{
    if (! frame.ledgerOn || ! mayCreate || frame.generatorSteps == 0)
        return {};
    return "created " + joules (frame.energyCreated) + " in " +
           juce::String (static_cast<juce::int64> (frame.generatorSteps)) +
           (frame.generatorSteps == 1 ? " step" : " steps");
}

void LedgerView::draw (juce::Graphics& g)
{
    fillPanel (g, *this);
    auto area = getLocalBounds().reduced (12, 0);
    auto header = area.removeFromTop (30);
    drawTitle (g, "Energy ledger", header.removeFromLeft (110));
    g.setFont (LookAndFeel::font (13.0f));

    if (! frame.ledgerOn)
    {
        g.setColour (palette::quietText);
        g.drawText (juce::String ("Off: Keep ledger (Quality) starts it"), area.withTrimmedBottom (12),
                    juce::Justification::centred, false);
        return;
    }

    paintVerdict (g, header);
    // The bow's work, divided by use.
    const std::array<Account, 3> accounts { { { "friction", frame.frictionLoss, palette::heat },
                                              { "body", frame.bodyLoss, palette::slip },
                                              { "stored", frame.storedEnergy, palette::stored } } };
    paintBar (g, area.removeFromTop (8).toFloat(), accounts, fractions());
    area.removeFromTop (8);
    auto row = area.removeFromTop (18).toFloat();
    const Account work { "work", frame.workIn, {} };
    float all = paintAccount (nullptr, {}, work);
    for (const auto& account : accounts)
        all += paintAccount (nullptr, {}, account);
    const float space = juce::jmax (4.0f, (row.getWidth() - all) / 3.0f);
    row.removeFromLeft (paintAccount (&g, row, work) + space);
    for (const auto& account : accounts)
        row.removeFromLeft (paintAccount (&g, row, account) + space);
}

void LedgerView::paintVerdict (juce::Graphics& g, juce::Rectangle<int> header) const
{
    const bool good = balances();
    const auto verdict =
        good ? juce::String::fromUTF8 ("✓ energy balanced") : juce::String::fromUTF8 ("✗ energy not balanced");
    g.setColour (good ? palette::text : palette::alarm);
    g.setFont (LookAndFeel::font (13.0f, true));
    g.drawText (verdict, header.removeFromLeft (good ? 120 : 165), juce::Justification::centredLeft, false);
    const auto created = warning();
    g.setColour (created.isEmpty() ? palette::quietText : palette::alarm);
    g.setFont (LookAndFeel::font (13.0f, created.isNotEmpty()));
    g.drawFittedText (
        created.isEmpty() ? "worst step " + withSuperscript (toJuce (scientific (frame.relativeResidual, 1))) : created,
        header, juce::Justification::centredRight, 1, 0.7f);
}

//======================================================================================================================
EngineView::EngineView (const juce::String& itsInstructionSet) : instructionSet (itsInstructionSet)
{
    setTitle ("Engine");
    setHelpText ("Number of sounding voices, instruction set, sample rate.");
}

void EngineView::show (int voicesAwake, double sampleRate)
{
    if (voicesAwake == awake && sampleRate == rate)
        return;
    awake = voicesAwake;
    rate = sampleRate;
    redraw();
}

void EngineView::setSilentMachine (bool isSo)
{
    if (isSo == noSoundCard)
        return;
    noSoundCard = isSo;
    redraw();
}

void EngineView::draw (juce::Graphics& g)
{
    fillPanel (g, *this);
    auto area = getLocalBounds().reduced (12, 0);
    auto header = area.removeFromTop (30);
    drawTitle (g, juce::String (awake) + (awake == 1 ? " voice sounds" : " voices sound"), header);

    const auto pips = area.removeFromTop (10).toFloat();
    const float pitch = pips.getWidth() / limits::maxVoices;
    for (int v = 0; v < limits::maxVoices; ++v)
    {
        g.setColour (v < awake ? palette::stick : palette::line);
        g.fillEllipse (juce::Rectangle<float> (7.0f, 7.0f)
                           .withCentre ({ pips.getX() + (static_cast<float> (v) + 0.5f) * pitch, pips.getCentreY() }));
    }
    auto machine = instructionSet;
    if (noSoundCard)
        machine << juce::String::fromUTF8 (" · no audio");
    else if (rate > 0.0)
        machine << juce::String::fromUTF8 (" · ") << toJuce (significant (rate / 1000.0, 6)) << " kHz";
    g.setColour (noSoundCard ? palette::stick : palette::quietText);
    g.setFont (LookAndFeel::font (12.0f));
    g.drawText (machine, area, juce::Justification::centredLeft, true);
}
} // namespace kolophon
