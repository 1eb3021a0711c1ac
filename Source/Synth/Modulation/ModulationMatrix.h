// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../Feeds/PictureFeed.h"
#include "../Strings/ContactWatch.h"
#include "../Voices/VoiceManager.h"
#include "ModulationMemory.h"
#include "ModulationSources.h"

#include <array>

namespace kolophon
{
/** Moves knobs, in two steps: by the host's modulation, of the instrument or of a note, and by the routes of the patch.
    Once for the instrument (box, room and bridge follow these), and once for each awake voice, which has envelopes,
    LFOs and touches of its own. Both happen on the control grid. Per-note sources of the instrument are those of the
    latest stroke.

    While nothing is routed and the host moves none, only setRoutes() is called and knobs keep the player's values. It
    moves knobs and nothing else: the effect of a moved knob is booked as if it had been moved by hand. [audio] */
class ModulationMatrix
{
public:
    /** Resets all sources; the routes stay. */
    void reset () noexcept;

    /** Takes other routes. Those that existed before keep their depth; new ones fade in, and those that are gone fade
        out, unless `atOnce`. */
    void setRoutes (const ModulationRoutes& newRoutes, bool atOnce) noexcept;

    /** True if no knob moves by routes or by the host. */
    bool isEmpty () const noexcept { return routes.isEmpty() && ! hostMoves; }
    bool hasRoutes () const noexcept { return ! routes.isEmpty(); }
    bool readsContacts () const noexcept
    {
        return routes.reads (ModulationSource::slipRate) || routes.reads (ModulationSource::slipFraction) ||
               routes.reads (ModulationSource::bristle);
    }
    bool readsEnergy () const noexcept { return routes.reads (ModulationSource::energy); }

    /** Inputs that all voices share. */
    struct Scene
    {
        const Patch& patch; // as set by the player
        const Channels& channels;
        const DrawnGesture& gesture;
        double seconds;            // until the end of the segment
        std::uint64_t patchNumber; // unchanged while `patch` is
    };

    /** Moves a knob of the whole instrument by the host's modulation; `number` is a new revision. */
    void moveByHost (std::size_t parameter, double travel, std::uint64_t number) noexcept
    {
        host.set (parameter, travel, number);
    }
    const KnobTravel& movedByHost () const noexcept { return host; }
    /** Called after the host has moved or released knobs: `notesMove` if those of any note are moved, `patch` is the
        player's. */
    void followHost (bool notesMove, const Patch& patch) noexcept;

    /** Called when knobs of the player's patch have jumped while something sounds. */
    void followJump (const Patch& before, const Patch& now) noexcept;
    /** Called when a whole patch was set in silence, and before the first knob is moved, perhaps in mid-note. */
    void jump (const Patch& patch) noexcept
    {
        instrument = patch;
        ofVoice.fill (patch);
        for (auto& glide : common.glides)
            glide.arrive();
    }
    /** Ends all glides at the end of a rest: the instrument's knobs are where sources and host have moved them. */
    void arrive (const Scene& scene) noexcept;
    /** Called when a voice begins a stroke, whose number `stroke` is counted from 1, with a key struck at
        `velocity`. */
    void start (int voice, double velocity, std::uint64_t stroke) noexcept;

    /** Updates the instrument's knobs at a point of the control grid. `latest` is the voice that was started last, or
        null. */
    void tick (const Scene& scene, const SongClock& clock, const Voice* latest, int latestIndex) noexcept;

    /** All knobs of the instrument after modulation. */
    const Patch& playing () const noexcept { return instrument; }
    struct Planned
    {
        const Patch& patch;
        std::uint64_t patchNumber; // unchanged while `patch` is
    };
    /** Computes a voice's knobs for its next segment. */
    Planned plan (int voice, const Voice& player, const Scene& scene, const SongClock& clock) noexcept;

    /** The knobs that plan() computed last for a voice. */
    Planned planned (int voice) const noexcept
    {
        const auto v = static_cast<std::size_t> (voice);
        constexpr std::uint64_t mine = std::uint64_t { 1 } << 63; // a number that no other counter reaches
        return { ofVoice[v], mine | (std::uint64_t { v } << 48) | made[v] };
    }

    /** State that remains while no voice sounds. */
    ModulationMemory memory (int latestIndex) const noexcept;
    /** Restores that state with the player's patch, after a setRoutes() that had nothing to fade. */
    void recall (const ModulationMemory& memory, int latestIndex, const Patch& patch) noexcept;
    bool isSettled () const noexcept { return ! fading; }
    /** True if knobs can move by themselves; false if only macros are linked. */
    bool movesKnobs () const noexcept { return hostMoves || (! routes.isEmpty() && ! onlyMacros); }

    /** Reports the values of the modulated knobs: of a voice, or with -1 of the instrument. */
    void tell (int voice, MovedKnobs& knobs) const noexcept;

    /** Takes the next samples of the side-chain. */
    void hear (const double* drive, int samples) noexcept;

    ContactWatch watch;

private:
    /** Sources that belong to one stroke. */
    struct Stroke
    {
        std::uint64_t number = 0; // 0: none yet
        double velocity = 0.0;
        GestureClock gesture;
        bool fresh = true; // nothing has been smoothed yet
        std::array<Envelope, 2> envelopes;
        std::array<Lfo, 2> lfos;
        Drift drift;
        std::array<SourceGlide, 3> glides; // of the oscillators and the drift
        SourceValues values {};
    };

    /** Modulation that was applied to a patch: while it is unchanged, so is the patch. */
    struct Moved
    {
        std::uint64_t patchNumber = 0; // 0: not yet
        std::array<double, ModulationRoutes::capacity> travel {};
    };

    /** The player's patch after the host's modulation. */
    struct HostMoved
    {
        std::array<std::uint64_t, 3> from {}; // revisions of the patch, the instrument's travels and the note's
        std::uint64_t made = 0;
        Patch patch {};
    };
    Planned byHost (const Scene& scene, const KnobTravel& own, HostMoved& moved) const noexcept;

    static void move (Stroke& stroke, const Patch& patch, const SongClock& clock, double seconds) noexcept;
    void touch (Stroke& stroke, const Voice& player, const Patch& patch, const Scene& scene) const noexcept;
    void read (Stroke& stroke, const Patch& patch, const ContactWatch::Reading& contact) const noexcept;
    static void followGesture (Stroke& stroke, const Patch& patch, const Scene& scene, const SongClock& clock) noexcept;
    bool apply (const SourceValues& values, const Patch& from, std::uint64_t patchNumber, Moved& moved,
                Patch& to) const noexcept;
    bool addUp (const SourceValues& values, bool inner, const Patch& patch, Moved& moved) const noexcept;
    void moveTargets (const Moved& moved, bool inner, Patch& patch) const noexcept;
    template <class Self, class Visit>
    static void eachNumber (Self& self, int latestIndex, Visit&& visit) noexcept;
    void mix (const ModulationRoutes& newRoutes) noexcept;
    void forgetLeft () noexcept;
    void followRoutes () noexcept;
    void fade (double seconds) noexcept;
    Stroke& strokeOf (int voice) noexcept { return strokes[static_cast<std::size_t> (voice)]; }

    ModulationRoutes routes;
    std::array<double, ModulationRoutes::capacity> depths {}, goals {}; // current depth of each route, and its target
    bool fading = false;

    KnobTravel host;        // of the whole instrument
    bool hostMoves = false; // knobs of the instrument or of any note
    HostMoved instrumentByHost;
    std::array<HostMoved, limits::maxVoices> voiceByHost;

    Stroke common; // free-running sources, independent of notes
    std::array<Stroke, limits::maxVoices> strokes;
    bool onlyMacros = false; // no route has another source: nothing moves by itself
    Patch instrument = Patch::defaults();
    Moved instrumentMoved;
    std::array<Moved, limits::maxVoices> voiceMoved;
    std::array<std::uint64_t, limits::maxVoices> made {}; // revisions of each voice's patch
    std::array<Patch, limits::maxVoices> ofVoice {};      // as last computed for each voice
    double sideChain = 0.0;                               // rms
    double squares = 0.0;                                 // sum over the side-chain since the last point of the grid
    int heard = 0;                                        // [samples] in `squares`
};
} // namespace kolophon
