// SPDX-License-Identifier: GPL-3.0-or-later
#include "ProgramChanges.h"

#include "../Presets/DroppedFile.h"
#include "../Presets/UserPresets.h"
#include "PluginProcessor.h"

namespace kolophon
{
namespace
{
constexpr std::uint8_t controllerStatus = 0xb0, programStatus = 0xc0;
constexpr std::uint8_t bankSelect = 0, bankSelectFine = 32; // controllers

/** "Bank 0, program 5" as hosts and keyboards count: programs from 1. */
std::string nameOf (int bank, int index)
{
    return "Bank " + std::to_string (bank) + ", program " + std::to_string (index + 1);
}
} // namespace

void ProgramChanges::start()
{
    reset();
    if (! isTimerRunning())
        startTimerHz (rate);
}

void ProgramChanges::hear (std::span<const std::uint8_t> message) noexcept
{
    if (message.size() < 2)
        return;
    auto& bank = banks[message[0] & 0x0f];
    const auto status = static_cast<std::uint8_t> (message[0] & 0xf0),
               data = static_cast<std::uint8_t> (message[1] & 0x7f);
    if (status == programStatus)
        chosen.store (static_cast<std::uint32_t> (bank.coarse << 14 | bank.fine << 7 | data),
                      std::memory_order_release);
    else if (status == controllerStatus && message.size() >= 3 && data == bankSelect)
        bank.coarse = message[2] & 0x7f;
    else if (status == controllerStatus && message.size() >= 3 && data == bankSelectFine)
        bank.fine = message[2] & 0x7f;
}

bool ProgramChanges::load()
{
    const auto program = chosen.exchange (none, std::memory_order_acquire);
    if (program == none)
        return false;
    const int bank = static_cast<int> (program >> 14), index = static_cast<int> (program & 0x3fff);
    const auto refuse = [&] (const std::string& reason) { processor.warn (nameOf (bank, index) + ": " + reason); };
    if (bank == factoryPresetsBank)
    {
        if (! processor.chooseFactoryPreset (index))
            refuse ("there are " + std::to_string (factoryPresetNames().size()) + " factory presets");
        return true;
    }
    if (bank != ownPresets)
    {
        refuse ("your presets are bank 0, the factory presets bank 1");
        return true;
    }
    const auto files = UserPresets::files();
    if (index >= files.size())
        refuse ("your preset folder contains " + std::to_string (files.size()) + " presets");
    else if (const auto preset = readPreset (files[index]); ! preset)
        refuse (preset.error().what());
    else
        processor.loadPreset (*preset);
    return true;
}
} // namespace kolophon
