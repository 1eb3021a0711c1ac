// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <JuceHeader.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

namespace kolophon
{
class PluginProcessor;

/** Program changes over MIDI. The audio thread notes the program that was chosen last; the message thread loads its
    preset, twenty times per second at most. A host that renders offline waits for its plug-ins: there the rendering
    thread loads the preset itself, at the sample of the program change, so that the sound does not depend on another
    thread. */
class ProgramChanges final : private juce::Timer
{
public:
    /** Bank select (controller 0): the player's presets in the order of the menu, or the factory presets. Controller 32
        counts the 128s of programs. */
    enum Bank : int { ownPresets = 0, factoryPresetsBank = 1 };

    explicit ProgramChanges (PluginProcessor& itsProcessor) : processor (itsProcessor) {}
    ~ProgramChanges() override { stopTimer(); }

    /** Starts to load what is chosen, with every channel at bank 0. [any but audio] */
    void start ();
    /** Sets every channel to bank 0. [audio] */
    void reset () noexcept { banks = {}; }
    /** Reads one MIDI message: notes banks and programs. [audio] */
    void hear (std::span<const std::uint8_t> message) noexcept;
    /** True if a program was chosen that is not loaded yet. [any] */
    bool isWaiting () const noexcept { return chosen.load (std::memory_order_relaxed) != none; }
    /** Loads the preset of the program that was chosen last; false if none was. A program without a preset changes
        nothing but the notice. Called by the timer, by the rendering thread offline, or by tests. [any but real-time
        audio] */
    bool load ();

private:
    static constexpr int rate = 20; // [Hz]
    static constexpr std::uint32_t none = ~std::uint32_t { 0 };

    void timerCallback () override { load(); }

    PluginProcessor& processor;
    std::atomic<std::uint32_t> chosen { none }; // bank (two times seven bits) and program

    struct BankOf
    {
        std::uint8_t coarse = 0, fine = 0;
    };
    std::array<BankOf, 16> banks {}; // by channel [audio]
};
} // namespace kolophon
