// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Synth/Voices/Voice.h"

#include <memory>
#include <vector>

namespace kolophon
{
/** Test bench of one note on one body, mode by mode: with the engine's hand and loops, without mixing and output. */
class BodyBench
{
public:
    /** Starts key `key` of a patch, at an internal rate [Hz]; the hand touches at the first step. */
    BodyBench (const Patch& patch, int key, double sampleRate);

    /** A mode, from the engine's step coefficients. */
    struct Line
    {
        double frequency; // [Hz]
        double decayRate; // [1/s]
        double shape;     // at the contact, as ModeTable has it: sqrt (M) times the mass-normalised one
    };
    std::vector<Line> lines () const;

    /** A mode at the contact, sounding or silent. */
    struct ContactLine
    {
        double w, s, phi; // [rad/s], [1/s], mass-normalised [1/sqrt (kg)]
    };
    /** Modes at the contact, without those of the hand. */
    std::vector<ContactLine> contactLines () const;

    /** Computes one step with the hand. */
    void play ();
    /** Lifts the hand according to hand.lift. */
    void lift () { voice.lift(); }

    /** Taps the contact with an impulse [N s], and computes one step without a hand. */
    void strike (double impulse);
    void ring ();

    double time () const { return static_cast<double> (steps) * timeStep; } // [s]
    double output () const;                       // both pickups, or the bridge, as in the mixer
    double bowVelocity () const;                  // [m/s], these are means over the step
    double surfaceVelocity () const;              // [m/s]
    double force () const;                        // [N] of the hand on the body
    double normalForce () const;                  // [N]
    double modeEnergy (std::size_t mode) const;   // [J]
    double storedEnergy () const;                 // [J]
    double stringDeflection (double place) const; // [m] of a string, at a fraction of its length
    const VoiceGroup::BlockMotion& block () const { return group->blockMotion; } // first lane
    const VoiceGroup::Slot& slot (std::size_t mode) const { return group->standing.slots[mode]; }

private:
    void plan ();
    void render ();
    double bodyMass () const; // [kg]
    ContactLine contactLine (std::size_t slot) const;

    Patch patch;
    Channels channels;
    DrawnGesture gesture = DrawnGesture::door();
    SurfaceProfile surface;
    std::unique_ptr<VoiceGroup> group, shadow;
    Voice voice;
    double timeStep;
    long long steps = 0;
};
} // namespace kolophon
