// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/ParamInfo.h"
#include "../../Synth/Feeds/MeterFrame.h"
#include "../Drawing/DisplayList.h"

#include <JuceHeader.h>

#include <array>

namespace kolophon
{
/** The help line: it explains the control under the mouse, or shows an error in a typed text, a note about an action,
    or the state of the machine. [message] */
class SentenceLine final : public RetainedComponent
{
public:
    struct Help
    {
        juce::String label, symbol, text, remark;
        juce::Colour remarkColour;
        bool operator== (const Help&) const = default;
    };

    SentenceLine();

    /** Shows the help of the component under the mouse or with the focus; with an empty text: none. */
    void showHelp (const Help& help);
    const Help& shownHelp () const noexcept { return help; }
    void showError (const juce::String& message) { announce (message, true); }
    /** Removes the error, which has been put right. */
    void clearError ();
    /** Shows a note about an action for a while. */
    void showNote (const juce::String& message) { announce (message, false); }
    /** The error that is shown, or an empty text. */
    juce::String complaint () const { return isError ? news : juce::String(); }
    /** The note that is shown, or an empty text. */
    juce::String note () const { return isError ? juce::String() : news; }
    /** Sets the text about a lengthy operation; empty after its end. */
    void setBusy (const juce::String& message);
    juce::String busyWith () const { return busy; }
    /** Sets the text for when there is nothing to explain; `alarming` if the player should act. */
    void setResting (const juce::String& message, bool alarming);
    juce::String restsOn () const { return resting; }
    /** Removes errors and notes after a while. Call it with every refresh. */
    void refresh ();

protected:
    void draw (juce::Graphics&) override;

private:
    void announce (const juce::String& message, bool isWrong);

    Help help;
    juce::String news, busy, resting;
    bool isError = false, restingAlarm = false;
    juce::uint32 newsAt = 0;
};

/** Level of both channels with peak hold, in dBFS. [message] */
class LevelMeter final : public RetainedComponent
{
public:
    LevelMeter();
    /** Call once per refresh; `frame` is null without a new frame. */
    void advance (const MeterFrame* frame);

protected:
    void draw (juce::Graphics&) override;

private:
    static constexpr double floorDb = -60.0;
    struct Channel
    {
        double level = floorDb, held = floorDb; // [dB]
        int heldFor = 0;                        // refreshes
    };
    juce::Rectangle<int> barsArea () const;
    juce::String verdict () const;

    Channel channels[2];
    double guardGain = 1.0;
    juce::String shownVerdict;
};

/** View of the energy ledger: the uses of the bow's work, and whether the balance holds. [message] */
class LedgerView final : public RetainedComponent
{
public:
    /** Tolerance as a fraction of the peak energy; a step whose residual is larger indicates a bug and is reported. */
    static constexpr double tolerance = 1e-12;

    LedgerView();
    /** Shows a frame; the flags say whether the audible contact, or any contact, plays a law that can create energy. */
    void show (const MeterFrame& newFrame, bool heardLawCreates, bool anyLawCreates);
    /** Fractions of friction heat, body loss and stored energy in their sum; all 0 if the sum would be displayed as
        zero. */
    std::array<double, 3> fractions () const;
    /** False if a step exceeded the tolerance, or if energy was created although no law that can create it has played.
        */
    bool balances () const;
    /** "created 12.0 µJ in 340 steps" if a law as printed has created energy, else empty. */
    juce::String warning () const;

protected:
    void draw (juce::Graphics&) override;

private:
    void paintVerdict (juce::Graphics&, juce::Rectangle<int> header) const;

    MeterFrame frame;
    bool mayCreate = false;
    bool excused = false;                 // counted steps may be due to a law that can create energy
    bool hasFrame = false, isNew = false; // isNew: not drawn yet
    int shows = 0;
};

/** View of the number of sounding voices and the instruction set. [message] */
class EngineView final : public RetainedComponent
{
public:
    explicit EngineView (const juce::String& instructionSet);
    void show (int voicesAwake, double sampleRate);
    void setSilentMachine (bool noSoundCard);

protected:
    void draw (juce::Graphics&) override;

private:
    juce::String instructionSet;
    int awake = 0;
    double rate = 0.0;
    bool noSoundCard = false;
};
} // namespace kolophon
