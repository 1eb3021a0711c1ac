// SPDX-License-Identifier: GPL-3.0-or-later
#include "Vst3KeySwitches.h"

#include "KeyNames.h"
#include "PluginProcessor.h"

#include <pluginterfaces/vst/ivstnoteexpression.h>

#include <algorithm>
#include <cstring>

namespace kolophon
{
namespace vst = Steinberg::Vst;

/** Lives as long as the processor, which the wrapper keeps for the host: references are not counted. */
class Vst3KeySwitches::Controller final : public vst::IKeyswitchController
{
public:
    explicit Controller (PluginProcessor& itsProcessor) : processor (itsProcessor) {}
    virtual ~Controller() = default;

    Steinberg::tresult PLUGIN_API queryInterface (const Steinberg::TUID id, void** object) override
    {
        const bool isOurs = std::memcmp (id, vst::IKeyswitchController_iid, sizeof (Steinberg::TUID)) == 0 ||
                            std::memcmp (id, Steinberg::FUnknown_iid, sizeof (Steinberg::TUID)) == 0;
        *object = isOurs ? this : nullptr;
        return isOurs ? Steinberg::kResultOk : Steinberg::kNoInterface;
    }
    Steinberg::uint32 PLUGIN_API addRef () override { return 1; }
    Steinberg::uint32 PLUGIN_API release () override { return 1; }

    Steinberg::int32 PLUGIN_API getKeyswitchCount (Steinberg::int32 bus, Steinberg::int16) override
    {
        return bus == 0 ? static_cast<Steinberg::int32> (switches().size()) : 0;
    }
    Steinberg::tresult PLUGIN_API getKeyswitchInfo (Steinberg::int32 bus, Steinberg::int16, Steinberg::int32 index,
                                                    vst::KeyswitchInfo& info) override
    {
        const auto all = switches();
        if (bus != 0 || index < 0 || index >= static_cast<Steinberg::int32> (all.size()))
            return Steinberg::kInvalidArgument;
        const auto& row = all[static_cast<std::size_t> (index)];
        info = {};
        info.typeId = vst::kNoteOnKeyswitchTypeID;
        info.keyswitchMin = info.keyswitchMax = row.key;
        info.keyRemapped = info.unitId = -1; // none
        const auto name = juce::String::fromUTF8 (row.name.c_str());
        for (auto* text : { info.title, info.shortTitle })
            name.copyToUTF16 (reinterpret_cast<juce::CharPointer_UTF16::CharType*> (text), sizeof (vst::String128));
        return Steinberg::kResultOk;
    }

private:
    std::vector<KeyNames::Row> switches () const
    {
        auto all = namesOfKeys (processor).names;
        all.erase (std::remove_if (all.begin(), all.end(), [] (const auto& row) { return ! row.isSwitch; }), all.end());
        return all;
    }

    PluginProcessor& processor;
};

Vst3KeySwitches::Vst3KeySwitches (PluginProcessor& processor) : controller (std::make_unique<Controller> (processor)) {}
Vst3KeySwitches::~Vst3KeySwitches() = default;

void* Vst3KeySwitches::query (const char* interfaceId) noexcept
{
    return std::memcmp (interfaceId, vst::IKeyswitchController_iid, sizeof (Steinberg::TUID)) == 0 ? controller.get()
                                                                                                   : nullptr;
}
} // namespace kolophon
