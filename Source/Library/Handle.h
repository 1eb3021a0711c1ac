// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Error.h"
#include "../Core/ParamInfo.h"
#include "../Files/Presets/PluginState.h"
#include "../Synth/Synth.h"
#include "ErrorText.h"
#include "EventQueue.h"
#include "Playback.h"
#include "kolophon.h"

#include <array>
#include <exception>
#include <new>
#include <string>
#include <string_view>

/** A Synth, and what the C interface keeps for it. */
struct kolophon_synth
{
    static constexpr int floatBlock = 256, probeBlock = 64; // [samples] rendered at once, where they are converted

    kolophon::Synth synth;
    double sampleRate = 0.0; // [Hz]
    kolophon::library::EventQueue queue;
    kolophon::library::Playback playback;
    kolophon::MeterFrame meters;
    std::array<double, floatBlock> left {}, right {};
    std::array<kolophon::ProbeFrame, probeBlock * KOLOPHON_PROBES_PER_SAMPLE> probes {};
    kolophon::PluginState state; // as loaded: the knobs since then are those of the synth
    std::string stateText, findings;
    mutable kolophon::library::ErrorText error;
};

namespace kolophon::library
{
/** Destination of the reason of a failure: the synth, or without one this thread. */
ErrorText& errorOf (const kolophon_synth* synth) noexcept;

struct Range
{
    double low, high;
    std::string_view unit = {};
};
/** Refuses a value outside its range: "field: value is not in its range; allowed: low to high unit". [audio] */
kolophon_status checkRange (const kolophon_synth* synth, std::string_view field, double value, Range range,
                            bool wholeNumbers = false) noexcept;

/** Refuses a value outside its parameter's range. [audio] */
kolophon_status checkParameter (const kolophon_synth* synth, const ParamInfo& parameter, double value) noexcept;

/** Writes "field: problem" and returns `status`. [audio] */
kolophon_status refuse (const kolophon_synth* synth, kolophon_status status, std::string_view field,
                        std::string_view problem) noexcept;

/** Refuses a null pointer. [audio] */
inline kolophon_status checkPointer (const kolophon_synth* synth, std::string_view field, const void* pointer) noexcept
{
    return pointer != nullptr ? KOLOPHON_OK : refuse (synth, KOLOPHON_INVALID_ARGUMENT, field, "is a null pointer");
}
inline kolophon_status checkSynth (const kolophon_synth* synth) noexcept
{
    return checkPointer (synth, "synth", synth);
}

/** Calls `act`, which returns a status, and turns its exceptions into one: none leaves the library. */
template <class Act>
kolophon_status guarded (const kolophon_synth* synth, Act&& act) noexcept
{
    const auto fail = [synth] (kolophon_status status, const char* sentence)
    {
        errorOf (synth).clear().add (sentence);
        return status;
    };
    try
    {
        return act();
    }
    catch (const InputError& reason)
    {
        return fail (KOLOPHON_INVALID_DATA, reason.what());
    }
    catch (const std::bad_alloc&)
    {
        return fail (KOLOPHON_OUT_OF_MEMORY, "out of memory");
    }
    catch (const std::exception& fault)
    {
        return fail (KOLOPHON_INTERNAL_ERROR, fault.what());
    }
    catch (...)
    {
        return fail (KOLOPHON_INTERNAL_ERROR, "unknown exception");
    }
}
} // namespace kolophon::library
