#pragma once

#include "ContactWatch.h"
#include "ModulationSources.h"
#include "PictureFeed.h"
#include "Players.h"

#include <array>

namespace kolophon
{
/** Moves knobs: once for the instrument, whose knobs box, room and bridge hear, and once for each voice that is awake,
    which has envelopes, LFOs and touches of its own. Both happen on the control grid. What the instrument hears of a
    single note is that of the latest stroke.

    While nothing is routed, nobody calls it but take() and the knobs are the player's. It moves knobs and nothing else:
    what a moved knob does is booked as if a hand had moved it. [audio] */
class ModulationMatrix
{
public:
    /** Everything begins anew; the routes stay. */
    void reset () noexcept;

    /** Other routes. Those that were there before go on from where they are; the others fade in, and who is not among
        them any more fades out, unless `atOnce`. */
    void take (const ModulationRoutes& newRoutes, bool atOnce) noexcept;

    bool isEmpty () const noexcept { return routes.isEmpty(); }
    bool readsContacts () const noexcept
    {
        return routes.reads (ModulationSource::slipRate) || routes.reads (ModulationSource::slipFraction) ||
               routes.reads (ModulationSource::bristle);
    }
    bool readsEnergy () const noexcept { return routes.reads (ModulationSource::energy); }

    /** What everybody moves by. */
    struct Scene
    {
        const Patch& patch; // as the player set it
        const Channels& channels;
        const DrawnGesture& gesture;
        double seconds;            // until the end of the stretch
        std::uint64_t patchNumber; // stays while `patch` does
    };

    /** A whole patch was set. */
    void jump (const Patch& patch) noexcept { instrument = patch; }
    /** A voice has begun a stroke, its number `stroke` counted from 1, with a key struck at `velocity`. */
    void start (int voice, double velocity, std::uint64_t stroke) noexcept;

    /** One point of the control grid: the instrument's knobs. `latest` is the voice that was started last, or null. */
    void tick (const Scene& scene, const SongClock& clock, const Voice* latest, int latestIndex) noexcept;

    /** Of all knobs as the instrument hears them. */
    const Patch& playing () const noexcept { return instrument; }
    struct Planned
    {
        const Patch& patch;
        std::uint64_t patchNumber; // stays while `patch` does
    };
    /** As a voice plays them on its next stretch. */
    Planned plan (int voice, const Voice& player, const Scene& scene, const SongClock& clock) noexcept;

    /** All that it remembers while no voice sounds, but for the routes. */
    using Memory = Synth::Past::Modulation;
    Memory memory (int latestIndex) const noexcept;
    /** After take(), which had nothing to fade: as it was, with the player's patch. */
    void recall (const Memory& memory, int latestIndex, const Patch& patch) noexcept;
    bool isSettled () const noexcept { return ! fading; }
    /** Whether knobs may move though nobody turns any: macros alone don't. */
    bool movesKnobs () const noexcept { return ! routes.isEmpty() && ! onlyMacros; }

    /** Where the knobs stand that are moved: as a voice plays them, or with -1 as the instrument hears them. */
    void tell (int voice, MovedKnobs& knobs) const noexcept;

    /** The side-chain's next samples. */
    void hear (const double* drive, int samples) noexcept;

    ContactWatch watch;

private:
    /** What moves with one stroke. */
    struct Stroke
    {
        std::uint64_t number = 0; // 0: none yet
        double velocity = 0.0;
        GestureClock gesture;
        bool fresh = true; // nothing smoothed yet
        std::array<Envelope, 2> envelopes;
        std::array<Lfo, 2> lfos;
        Drift drift;
        SourceValues values {};
    };

    /** What a patch was moved by: while that stays, so does the patch. */
    struct Moved
    {
        std::uint64_t patchNumber = 0; // 0: not yet
        std::array<double, ModulationRoutes::capacity> travel {};
    };

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
    std::array<double, ModulationRoutes::capacity> depths {}, goals {}; // where each route is, and where it goes
    bool fading = false;

    Stroke common; // what goes on without any note
    std::array<Stroke, Synth::maxVoices> strokes;
    bool onlyMacros = false; // are read: nothing moves by itself
    Patch instrument = Patch::defaults();
    Moved instrumentMoved;
    std::array<Moved, Synth::maxVoices> voiceMoved;
    std::array<std::uint64_t, Synth::maxVoices> made {}; // how often a voice's patch was made anew
    std::array<Patch, Synth::maxVoices> ofVoice {};      // as each voice played them last
    double sideChain = 0.0;                              // rms
    double squares = 0.0;                                // of the side-chain since the last point of the grid
    int heard = 0;                                       // [samples]
};
} // namespace kolophon
