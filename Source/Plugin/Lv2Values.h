#pragma once

#include "ParameterBridge.h"

#include <lv2/atom/forge.h>
#include <lv2/urid/urid.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kolophon
{
/** URI of a parameter's property. JUCE's wrapper has made it of the id: what host sessions keep. */
std::string lv2Property (const ParamInfo& info);

/** Room for so many values in one block, and for what else comes along. [bytes] */
std::size_t lv2Room (std::size_t values) noexcept;

/** What an LV2 host knows of the knobs. It hears of every value that isn't what it was told or has said last, whatever
    has moved the knob, and of what it asks for by patch:Get: as much as its buffer holds, the rest in the blocks that
    follow. */
class Lv2Values
{
public:
    Lv2Values (const ParameterBridge& bridge, LV2_URID_Map map);

    /** Before the wrapper plays a block: what the host says and asks. [audio] */
    void hear (const LV2_Atom_Sequence* fromHost) noexcept;

    /** After that: what the wrapper tells, and values; into room that the host has announced as every LV2 host does.
        [audio] */
    void tell (const LV2_Atom_Sequence* fromWrapper, LV2_Atom_Sequence* toHost) noexcept;

private:
    struct Row
    {
        const TableParameter* parameter = nullptr;
        LV2_URID property = 0, type = 0; // of its values
        float told = 0.0f;               // in the host's unit
        bool wanted = false, heard = false;
    };

    void hearGet (const LV2_Atom_Object& object) noexcept;
    void hearSet (const LV2_Atom_Object& object) noexcept;
    bool isOurs (const LV2_Atom* subject) const noexcept;
    Row* rowOf (const LV2_Atom* property) noexcept;
    std::optional<float> numberIn (const LV2_Atom* value) const noexcept;
    bool has (std::uint32_t bytes) const noexcept;
    void tellStateChange () noexcept;
    void tellValue (const Row& row, float value) noexcept;

    LV2_Atom_Forge forge {};
    const LV2_URID plugin, get, set, subject, property, value, stateChanged;
    std::vector<Row> rows;                                // in the table's order
    std::vector<std::pair<LV2_URID, std::size_t>> places; // of properties among them, sorted
    std::size_t next = 0;                                 // row to begin with: none waits for ever
    bool owesStateChange = false;
};
} // namespace kolophon
