// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Core/Threads/Mailbox.h"
#include "Bodies/BodyHandover.h"
#include "Control/DrawnGesture.h"
#include "Control/Tuning.h"
#include "Modulation/ModulationSources.h"
#include "Output/BoxResponse.h"
#include "Synth.h"

#include <atomic>
#include <memory>

namespace kolophon
{
/** Values that other threads hand over, each with its number: see Synth::given(). A value that was set before the last
    one was collected is replaced. */
class GivenValues
{
public:
    // [one thread at a time; the last two any but audio]
    std::uint32_t setGesture (const DrawnGesture& value) noexcept;
    std::uint32_t setModulation (const Modulation& value) noexcept;
    std::uint32_t setTuning (const Tuning& value) noexcept;
    std::uint32_t setCustomBody (const ModeTable& table);
    std::uint32_t setBoxResponse (std::shared_ptr<const BoxResponse> response);
    /** Prepares the box for a sample rate. Locks and allocates. [prepare] */
    void prepareBox (double newSampleRate);

    // [audio] The functions collect…() return true if a new value has arrived.
    void collectGesture () noexcept { drawnGesture.collect (latestGesture); }
    bool collectTuning () noexcept { return tunings.collect (latestTuning); }
    bool collectRoutes () noexcept { return routes.collect (latestRoutes); }
    /** The latest custom body, or null. `inUse` is asked about older ones. */
    template <class InUse>
    const ModeTable* collectBody (InUse inUse) noexcept
    {
        const auto* given = bodies.collect ([&inUse] (const GivenTable& older) { return inUse (older.table); });
        return given != nullptr ? &given->table : nullptr;
    }
    /** The latest box from a file, or null. `inUse` is asked about older ones. */
    template <class InUse>
    GivenBox* collectBox (InUse inUse) noexcept
    {
        return boxes.collect (inUse);
    }

    const DrawnGesture& gesture () const noexcept { return latestGesture.value; }
    const Tuning& tuning () const noexcept { return latestTuning.value; }
    const ModulationRoutes& modulationRoutes () const noexcept { return latestRoutes.value; }
    Synth::Given numbers () const noexcept;
    double secondsOfBox () const noexcept { return boxSeconds.load(); } // [any]

private:
    template <class Value>
    struct Versioned
    {
        Value value {};
        std::uint32_t number = 0;
    };
    Synth::Given last; // numbers given last; counted by the thread that sets the values
    Mailbox<Versioned<DrawnGesture>> drawnGesture;
    Mailbox<Versioned<Tuning>> tunings;
    Mailbox<Versioned<ModulationRoutes>> routes;
    BodyHandover bodies;
    Handover<GivenBox> boxes;
    std::shared_ptr<const BoxResponse> response; // the box from a file
    double sampleRate = 48000.0;                 // [Hz] that it is prepared for
    std::atomic<double> boxSeconds { 0.0 };

    // As collected.
    Versioned<DrawnGesture> latestGesture { DrawnGesture::door(), 0 };
    Versioned<Tuning> latestTuning;
    Versioned<ModulationRoutes> latestRoutes;
};
} // namespace kolophon
