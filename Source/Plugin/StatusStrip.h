#pragma once

#include "../Core/ParamInfo.h"
#include "../Synth/Telemetry.h"

#include <JuceHeader.h>

#include <array>

namespace kolophon
{
/** One line of plain words: what the control under the mouse does, what was wrong with a typed text, or how the
    machine is. [message] */
class SentenceLine final : public juce::Component
{
public:
    struct Help
    {
        juce::String label, symbol, text, remark;
        juce::Colour remarkColour;
        bool operator== (const Help&) const = default;
    };

    SentenceLine();

    /** `owner` is the control that is explained. */
    void showHelp (const void* owner, const Help& help);
    bool explains (const void* owner) const noexcept { return explained == owner; }
    void showError (const juce::String& message);
    /** The error that stands here. */
    juce::String complaint () const { return error; }
    /** The mouse has left that control. */
    void clear (const void* owner);
    /** What is going on and takes a while; empty when it is over. */
    void setBusy (const juce::String& message);
    juce::String busyWith () const { return busy; }
    /** What stands here when there is nothing to explain; `alarming` when the player should act. */
    void setResting (const juce::String& message, bool alarming);
    juce::String restsOn () const { return resting; }
    /** Lets errors fade after a while. Call it with every refresh. */
    void refresh ();

    void paint (juce::Graphics&) override;

private:
    const void* explained = nullptr;
    Help help;
    juce::String error, busy, resting;
    bool restingAlarm = false;
    juce::uint32 errorAt = 0;
};

/** Level of both channels with peak hold, in dBFS. [message] */
class LevelMeter final : public juce::Component
{
public:
    LevelMeter();
    /** Once per refresh; `frame` is null when nothing new has come. */
    void advance (const MeterFrame* frame);
    void paint (juce::Graphics&) override;

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

/** Where the bow's work went, and whether the books balance. [message] */
class LedgerView final : public juce::Component
{
public:
    /** A step that is off by more than this share of the peak energy is a bug to be seen. */
    static constexpr double tolerance = 1e-12;

    LedgerView();
    /** Whether the contact that is heard, or any, plays a law that can create energy. */
    void show (const MeterFrame& newFrame, bool heardLawCreates, bool anyLawCreates);
    /** Shares of friction heat, body loss and stored energy in all of it; none below what would be written as nothing.
        */
    std::array<double, 3> fractions () const;
    /** False when a step was off, or when energy was created though no law that can do so has played. */
    bool balances () const;
    /** "created 12.0 µJ in 340 steps" when a law as printed has done so, else empty. */
    juce::String warning () const;
    void paint (juce::Graphics&) override;

private:
    void paintVerdict (juce::Graphics&, juce::Rectangle<int> header) const;

    MeterFrame frame;
    bool mayCreate = false;
    bool excused = false;                 // what is counted may stem from a law that can create energy
    bool hasFrame = false, isNew = false; // isNew: not painted yet
    int shows = 0;
};

/** How many voices sound, on which instruction set. [message] */
class EngineView final : public juce::Component
{
public:
    explicit EngineView (const juce::String& instructionSet);
    void show (int voicesAwake, double sampleRate);
    void setSilentMachine (bool noSoundCard);
    void paint (juce::Graphics&) override;

private:
    juce::String instructionSet;
    int awake = 0;
    double rate = 0.0;
    bool noSoundCard = false;
};
} // namespace kolophon
