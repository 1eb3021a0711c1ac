#pragma once

#include "../Physics/Friction/ContactFields.h"

namespace kolophon
{
/** The contact's knobs: a friction law, what any law reads as it is, and what contactKnobs() in ContactPlan.h makes
    knobs of. There are two contacts, A and B, to compare. */
struct Contact : LawKnobs<double>
{
    double law;                // place in FrictionLaws-inl.h
    double stribeckSpeed;      // v_s [m/s]
    double bristle;            // BristleMode
    double travel;             // [m] before it lets go, at D4
    double travelTrackPercent; // of the period's ratio to D4's
    double stiffness;          // [N/m], where the bristle is a fixed spring
    double bristleDamping;     // sigma_1 [N s/m]

    bool operator== (const Contact&) const noexcept = default;
};

/** Every knob. Ranges, defaults and help stand in ParameterRows.h; menus and toggles hold their index. Plain numbers:
    copies, compares, travels between threads, and belongs to whoever holds it. */
struct Patch
{
    double handSpeed;            // v_b [m/s]
    double handForceMode;        // ForceMode
    double handPressurePercent;  // of what the note can bear, see Voice::bowForce()
    double handForce;            // [N]
    double handPosition;         // beta, fraction of the contact's path
    double handBite;             // [m/s^2]
    double handBiteTrackPercent; // [%] of the pitch's ratio to D4's
    double handLift;             // Lift
    double handLiftTime;         // [s]
    double handStroke;           // Stroke
    double handKind;             // HandKind
    double handStiffness;        // [N/m]
    double handMass;             // [kg]
    double handDamping;          // fraction of critical damping
    double handHairPlace;        // fraction of the hair's length
    double handDrive;            // Drive
    double handGestureTime;      // [s]
    double handGestureLoop;      // 0 or 1
    double handArticulation;     // Articulation
    double handRate;             // [Hz] of a tremolo's turns, and of bounces
    double handDynamicsPercent;  // of the way from barely speaking to as loud as it gets

    Contact contact; // slot A

    double bodyType;                  // place in bodyTable()
    double bodyTuneSemitones;         // [semitones]
    double bodyFineCents;             // [cent]
    double bodyImpedance;             // Z_0 [kg/s] at D4
    double bodyImpedanceTrackPercent; // [%], 100: Z_0 falls as the frequency rises
    double bodyDecay;                 // T60 [s]
    double bodyQuality;               // Q
    double bodyInharmonicity;         // B
    double bodyModes;                 // most partials of a voice
    double bodyTorsion;               // 0 or 1
    double bodyTorsionImpedance;      // Z_t/Z_0
    double bodyTorsionRatio;          // f_t/f_0
    double bodyTorsionQuality;        // Q_t
    double bodyMass;                  // M [kg]
    double bodyWarp;                  // exponent of the ratios
    double bodyPickup;                // Pickup
    double bodyRound;                 // 0 or 1
    double bodyRadius;                // R [m]
    double bodyAirLoss;               // s_a [1/s] at 1 kHz
    double bodyBendingLoss;           // delta, loss factor

    double voiceMode;               // VoiceMode
    double voiceCount;              // strings that can sound at once
    double voiceGlide;              // [s]
    double voiceBendRangeSemitones; // [semitones]
    double voiceVibratoCents;       // [cent]
    double voiceVibratoWheelCents;  // [cent] that the wheel adds
    double voiceVibratoRate;        // [Hz]
    double voiceVelocityPercent;    // [%] of what velocity can change
    double voiceTouchPercent;       // [%] of what pressure can change
    double voiceHumanisePercent;    // [%]
    double voiceSeed;               // whole number
    double voiceMpe;                // Mpe
    double voiceMpeRangeSemitones;  // [semitones]
    double voiceResponse;           // Response
    double voiceDynamicRangeDb;     // [dB] between barely speaking and as loud as it gets
    double voiceGuidePercent;       // [%] of how far the hand is kept inside what speaks
    double voicePitchLockPercent;   // [%] of what friction flattens

    double outBox;                // place in boxes::names
    double outBoxMixPercent;      // [%]
    double outBoxSizePercent;     // [%] of the box as built
    double outWidthPercent;       // [%]
    double outLevelDb;            // [dB]
    double outGuard;              // 0 or 1
    double outSympatheticPercent; // [%] of how far the bridge can give way
    double outSympatheticTuning;  // place in its menu
    double outSympatheticDecay;   // T60 [s]
    double outRoomPercent;        // [%]
    double outRoomSize;           // T60 [s] at 1 kHz

    double qualityPasses;       // evaluations of the law a step
    double qualityOversampling; // 0: 1x, 1: 2x
    double qualityLedger;       // 0 or 1
    double qualityPartials;     // of all voices together

    double blockMass;        // M [kg]
    double blockGap;         // [m] to either side, at D4 if it is shaken
    double blockRestitution; // e
    double blockMuStatic;    // of the floor
    double blockMuKinetic;
    double blockShake; // 0 or 1
    double blockFelt;  // [s]

    double surfaceTexturePercent; // [%]
    double surfaceGrain;          // [m]
    double surfaceSeed;           // whole number
    double surfaceAgeingPercent;  // [%] of the normal force
    double surfaceAgeingTime;     // tau [s]
    double surfaceAgeingSlip;     // D [m]
    double surfaceWidthPercent;   // [%] of the string's length

    double compareOn;   // 0 or 1
    double compareSlot; // Slot, the one that is heard

    Contact contactB; // slot B

    double humanStrokesPercent; // these: [%] of what Human (voiceHumanisePercent) scales
    double humanDriftPercent;
    double humanTremorPercent;
    double humanTexturePercent;
    double humanFingerPercent;
    double humanBowLength; // [m] of hair; 0: it never ends

    double voiceStrings;       // Strings
    double voiceStoppedDecay;  // T60 [s] at D4 of a string left under the stopping finger
    double voiceVibratoDelay;  // [s] before the vibrato begins
    double voiceVibratoGrowth; // [s] in which it grows
    double outChordPercent;    // [%] of what chords are held back by

    // Modulation; ModulationRows.h and ModulationKnobs.h name them by number.
    double macro1Percent, macro2Percent, macro3Percent, macro4Percent;
    double macro5Percent, macro6Percent, macro7Percent, macro8Percent;
    double envelope1Attack, envelope1Hold, envelope1Decay; // [s]
    double envelope1SustainPercent;
    double envelope1Release; // [s]
    double envelope1Curve;   // -1 … 1
    double envelope2Attack, envelope2Hold, envelope2Decay;
    double envelope2SustainPercent;
    double envelope2Release;
    double envelope2Curve;
    double lfo1Shape;        // LfoShape
    double lfo1Rate;         // [Hz], where it isn't in time with the song
    double lfo1Sync;         // 0 or 1
    double lfo1Length;       // place in lfoLengths, of a cycle
    double lfo1PhasePercent; // [%] of a cycle
    double lfo1Trigger;      // LfoTrigger
    double lfo2Shape;
    double lfo2Rate;
    double lfo2Sync;
    double lfo2Length;
    double lfo2PhasePercent;
    double lfo2Trigger;
    double driftRate;                                                      // [Hz]
    double modulationSeed;                                                 // whole number
    double amount1Percent, amount2Percent, amount3Percent, amount4Percent; // of the depths of the matrix
    double amount5Percent, amount6Percent, amount7Percent, amount8Percent;
    double amount9Percent, amount10Percent, amount11Percent, amount12Percent;
    double amount13Percent, amount14Percent, amount15Percent, amount16Percent;

    double voiceController;          // ControllerMap
    double voiceSlide;               // Slide
    double voiceReleaseSpeedPercent; // [%] of what release velocity does to the lift

    double gestureSync;      // 0 or 1: its length is gestureBeats, not handGestureTime
    double gestureBeats;     // [quarter notes of the song]
    double handAccent;       // Articulation of keys that are struck hard
    double handAccentFrom;   // velocity 1 … 128 from which on they are
    double voiceKeySwitches; // 0 or 1
    double voiceSwitchKey;   // the first of the keys that choose an articulation

    double voicePressFloorPercent; // [%] of pressure, at which it begins to do something
    double voicePressCurve;        // -1 … 1: what is above it to the power of 4^curve

    /** All defaults of the table. */
    static Patch defaults () noexcept;

    bool operator== (const Patch&) const noexcept = default;
};

/** Menu indices, in the order of the table's choices (append only). */
enum class ForceMode { relative, absolute };
enum class Lift { ring, soft, stop };
enum class HandKind { rigid, arm, hair };
enum class Drive { keys, gesture, audioSpeed, audioForce };
enum class Articulation { bow, pluck, strike, tremolo, spiccato, ricochet, colLegno, struckBow };
enum class Stroke { alternate, down, up };
enum class BristleMode { travel, stiffness };
enum class Pickup { displacement, velocity, radiated };
enum class Slot { a, b };
enum class VoiceMode { poly, mono, strings };
enum class Strings { free, violin, viola, cello, bass };
enum class Mpe { automatic, off, on };
enum class Response { player, direct };
enum class ControllerMap { keyboard, breath, mpe, wheels };
enum class Slide { relative, absolute };
enum class LfoShape { sine, triangle, rise, fall, square, steps, wander };
enum class LfoTrigger { free, key };
} // namespace kolophon
