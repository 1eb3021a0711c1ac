// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Session/ParameterBridge.h"

#include <lv2/atom/forge.h>
#include <lv2/urid/urid.h>

#include <cstdint>
#include <utility>
#include <vector>

namespace kolophon
{
/** URI of a parameter's property. JUCE's wrapper derives it from the id; host sessions store it. */
std::string lv2Property (const ParamInfo& info);

/** Buffer size for this many values in one block and the other messages in it. [bytes] */
std::size_t lv2Room (std::size_t values) noexcept;

/** Keeps an LV2 host informed of the parameter values. Sends every value that differs from the last one sent or
    received, whatever changed it, and every value that the host requests by patch:Get: as many as the host's buffer
    holds, the rest in the following blocks. */
class Lv2Values
{
public:
    Lv2Values (const ParameterBridge& bridge, LV2_URID_Map map);

    /** Reads the host's values and requests, before the wrapper plays a block. [audio] */
    void hear (const LV2_Atom_Sequence* fromHost) noexcept;

    /** Writes the wrapper's messages and the values, after the wrapper has played; into a buffer whose size the host
        has set beforehand, as every LV2 host does. [audio] */
    void tell (const LV2_Atom_Sequence* fromWrapper, LV2_Atom_Sequence* toHost) noexcept;

private:
    struct Row
    {
        const TableParameter* parameter = nullptr;
        LV2_URID property = 0, type = 0; // type: of the property's values
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
    std::size_t next = 0;                                 // row to begin with, so that each gets its turn
    bool owesStateChange = false;
};
} // namespace kolophon
