// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "VoiceLevel.h"
#include "VoicePlan.h"

namespace kolophon
{
/** Decides how much of a voice's last plan can be reused. Most segments of a held tone differ from the one before in
    the bow's speed and force only, and some not at all: these need a partial plan or none. [audio] */
class PlanCache
{
public:
    /** Cache key of a plan: the plan is valid while this is unchanged. */
    struct Key
    {
        Revision revision; // 0: valid for one segment only
        int steps = 0;
        double timeStep = 0.0;

        static Key of (const ControlSegment& segment) noexcept
        {
            return { segment.revision, segment.steps, segment.timeStep };
        }
        bool isReusable () const noexcept { return revision.all != 0; }
        bool operator== (const Key&) const = default;
    };

    /** Results of the last full plan, reused in segments in which only the bow moves. */
    struct Body
    {
        double above = 0.0;                 // semitones over D4, without bend
        double asked = 0.0, pitch = 0.0;    // [Hz] before and after the pitch lock's correction
        double impedance = 0.0, mass = 0.0; // of the body at this key [kg/s], [kg]
        double position = 0.0;              // of the contact, 0 … 1
        double gain = 0.0, stage = 0.0;     // targets of both ramps
        bool isHeard = false;               // by the pitch lock
    };

    /** True if another plan would give the same result, to the last bit. */
    bool isWhole (const Key& key) const noexcept { return key.isReusable() && wholeKey == key; }

    /** True if everything except speed and force of the bow would be planned as in the last full plan, or if it may
        wait as it is until the bow's line ends. */
    bool isBodyValid (const Key& key) const noexcept { return key.isReusable() && bodyKey == key; }

    /** Validity of the body of a plan: for one segment, until the end of the bow's line, or for longer. */
    enum class Validity { segment, line, lasting };
    /** True if the body stands for longer than the bow's line. */
    bool isLasting () const noexcept { return validity == Validity::lasting; }

    /** Keeps the results of a full plan: valid for `key` unless the body is moving, and nothing moves at all if it is
        `whole`. */
    void keep (const Key& key, const VoicePlan& plan, bool isHeard, Validity its, bool whole) noexcept
    {
        validity = its;
        bodyKey = its != Validity::segment && key.isReusable() ? key : Key {};
        wholeKey = whole ? key : Key {};
        theBody = { .above = plan.above,
                    .asked = plan.asked,
                    .pitch = plan.body.pitch,
                    .impedance = plan.body.impedance,
                    .mass = plan.body.mass,
                    .position = plan.body.position,
                    .gain = plan.gain,
                    .stage = plan.stage,
                    .isHeard = isHeard };
    }

    /** Keeps the body after only the bow has been planned. */
    void keepBody (bool whole) noexcept { wholeKey = whole ? bodyKey : Key {}; }

    /** Discards the body, because a full plan is due. */
    void forgetBody () noexcept { bodyKey = {}; }

    const Body& body () const noexcept { return theBody; }

    /** A plan with everything as in the last full plan. */
    VoicePlan planOfBody (const Patch& patch, double seconds, double timeStep, int steps) const noexcept
    {
        VoicePlan plan (patch, seconds, timeStep, steps);
        plan.above = theBody.above;
        plan.body.pitch = theBody.pitch;
        plan.body.impedance = theBody.impedance;
        plan.body.mass = theBody.mass;
        plan.body.position = theBody.position;
        return plan;
    }

    /** Targets of the level that were planned with the body. */
    VoiceLevel::Target level (double pan) const noexcept { return { theBody.gain, theBody.stage, pan }; }

    /** Plans a straight line of the bow over so many points of the control grid, the first of which is this one. */
    void beginLine (int points) noexcept { pointsOfLine = points - 1; }
    bool isOnLine () const noexcept { return pointsOfLine > 0; }
    void followLine () noexcept { --pointsOfLine; }

private:
    Key wholeKey, bodyKey; // reusable only while valid
    Body theBody;
    Validity validity = Validity::segment;
    int pointsOfLine = 0; // points of the control grid until the bow reaches the target of the last plan
};
} // namespace kolophon
