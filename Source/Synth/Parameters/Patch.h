// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Physics/Friction/ContactFields.h"

namespace kolophon
{
/** Knobs of a contact: a friction law, values that laws use as they are, and those that contactKnobs() in ContactPlan.h
    converts. There are two contacts, A and B, to compare. */
struct Contact : LawKnobs<double>
{
    double law;                // index in FrictionLaws-inl.h
    double stribeckSpeed;      // v_s [m/s]
    double bristle;            // BristleMode
    double travel;             // [m] before it lets go, at D4
    double travelTrackPercent; // of the ratio of the period to D4's
    double stiffness;          // [N/m], if the bristle is a constant spring
    double bristleDamping;     // sigma_1 [N s/m]

    bool operator== (const Contact&) const noexcept = default;
};

/** All parameters. Ranges, defaults and help are in ParameterRows.h; menus and toggles hold their index. Plain numbers:
    can be copied, compared and passed between threads; each copy belongs to its owner's thread. */
struct Patch
{
    double handSpeed;            // v_b [m/s]
    double handForceMode;        // ForceMode
    double handPressurePercent;  // of the largest force for the note, see BowHand
    double handForce;            // [N]
    double handPosition;         // beta, fraction of the contact's path
    double handBite;             // [m/s^2]
    double handBiteTrackPercent; // [%] of the ratio of the pitch to D4's
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
    double handRate;             // [Hz] of tremolo strokes, and of bounces
    double handDynamicsPercent;  // between the softest that speaks and the loudest

    Contact contact; // slot A

    double bodyType;                  // index in bodyTable()
    double bodyTuneSemitones;         // [semitones]
    double bodyFineCents;             // [cent]
    double bodyImpedance;             // Z_0 [kg/s] at D4
    double bodyImpedanceTrackPercent; // [%], 100: Z_0 falls as the frequency rises
    double bodyDecay;                 // T60 [s]
    double bodyQuality;               // Q
    double bodyInharmonicity;         // B
    double bodyModes;                 // largest number of partials per voice
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
    double voiceVelocityPercent;    // [%] sensitivity to velocity
    double voiceTouchPercent;       // [%] sensitivity to pressure
    double voiceHumanisePercent;    // [%]
    double voiceSeed;               // whole number
    double voiceMpe;                // Mpe
    double voiceMpeRangeSemitones;  // [semitones]
    double voiceResponse;           // Response
    double voiceDynamicRangeDb;     // [dB] between the softest that speaks and the loudest
    double voiceGuidePercent;       // [%] strength of the playing assistance, see Guide.h
    double voicePitchLockPercent;   // [%] of the flattening that is corrected

    double outBox;                // index in boxes::names
    double outBoxMixPercent;      // [%]
    double outBoxSizePercent;     // [%] relative to the box as built
    double outWidthPercent;       // [%]
    double outLevelDb;            // [dB]
    double outGuard;              // 0 or 1
    double outSympatheticPercent; // [%] of the bridge's largest mobility
    double outSympatheticTuning;  // index in its menu
    double outSympatheticDecay;   // T60 [s]
    double outRoomPercent;        // [%]
    double outRoomSize;           // T60 [s] at 1 kHz

    double qualityPasses;       // evaluations of the law per step
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
    double surfaceWidthPercent;   // [%] retired

    double compareOn;   // 0 or 1
    double compareSlot; // Slot, the audible one

    Contact contactB; // slot B

    double humanStrokesPercent; // [%] of the fluctuations that Human (voiceHumanisePercent) scales, each
    double humanDriftPercent;
    double humanTremorPercent;
    double humanTexturePercent;
    double humanFingerPercent;
    double humanBowLength; // [m] of hair; 0: infinite

    double voiceStrings;       // Strings
    double voiceStoppedDecay;  // T60 [s] at D4 of a string left under the stopping finger
    double voiceVibratoDelay;  // [s] before the vibrato begins
    double voiceVibratoGrowth; // [s] of its growth
    double outChordPercent;    // [%] of the automatic attenuation of chords

    // Modulation; ModulationRows.h and ModulationKnobs.h refer to these by number.
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
    double lfo1Rate;         // [Hz], unless synced to the song
    double lfo1Sync;         // 0 or 1
    double lfo1Length;       // index in lfoLengths, of a cycle
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
    double voiceReleaseSpeedPercent; // [%] effect of release velocity on the lift

    double gestureSync;      // 0 or 1: its length is gestureBeats, not handGestureTime
    double gestureBeats;     // [quarter notes of the song]
    double handAccent;       // Articulation of accented keys
    double handAccentFrom;   // velocity 1 … 128 from which on keys are accented
    double voiceKeySwitches; // 0 or 1
    double voiceSwitchKey;   // the first of the keys that choose an articulation

    double voicePressFloorPercent; // [%] threshold of pressure
    double voicePressCurve;        // -1 … 1: pressure above it to the power of 4^curve

    double outBoxCharacter; // which of all boxes of its kind, a whole number

    double sideKind;                    // SideContact
    double sideLaw;                     // index in FrictionLaws-inl.h
    double sidePosition;                // fraction of the contact's path
    double sideForce;                   // [N]
    double sideSpeed;                   // [m/s] of what rubs there, in a down-bow; 0: at rest
    double sideGap;                     // [m] between a stop and the body at rest
    double sideStiffness;               // [N/m] of the stop
    double sideRestitution;             // at 0.1 m/s
    double fingerTouch;                 // 0 or 1: a finger touches lightly
    double fingerPosition;              // fraction of the contact's path
    double fingerForce;                 // [N]
    double fingerStiffness;             // [N/m] of its pulp
    double fingerDamping;               // [N s/m]
    double bodyTensionPercent;          // [%] relative rise of the tension at a displacement of 1 mm
    double secondBodyType;              // place in its menu, see secondBodyAt()
    double secondBodyTuning;            // SecondTuning
    double secondBodyIntervalSemitones; // [semitones] above the first body
    double secondBodyPitch;             // f_1 [Hz]
    double secondBodyMass;              // M [kg]
    double secondBodyDecay;             // T60 [s]
    double secondBodyQuality;           // Q
    double secondBodyPosition;          // of the contact, as a fraction of its path
    double secondBodyInharmonicity;     // B
    double secondBodyModes;             // largest number of modes per voice
    double secondBodyMixPercent;        // [%] 0: only the first is heard, 100: only the second
    double secondBodyPanPercent;        // [%] stereo position: -100 left, 100 right
    double normalKind;                  // NormalForce
    double normalStiffness;             // [N/m] of the contact; Hertz: under 1 N
    double normalRestitution;           // at 0.1 m/s
    double normalMass;                  // [kg] that presses
    double normalHandStiffness;         // [N/m] of the hand behind it
    double normalHandDamping;           // fraction of critical damping
    double normalAngleDegrees;          // of the body's motion against its surface
    double secondBodyAngleDegrees;      // of the second body's
    double sideHand;                    // SideHand
    double sideHandStiffness;           // [N/m] of its spring
    double sideHandMass;                // [kg]
    double sideHandDamping;             // fraction of critical damping
    double voiceGuideKind;              // GuideKind
    double voicePhrasingPercent;        // [%] of what a player's line has, see Phrase.h
    double sectionPlayers;              // of each note
    double sectionTogetherPercent;      // [%] 100: all begin at once
    double sectionTuningCents;          // [cent] standard deviation at the beginning of a note
    double sectionWidthPercent;         // [%] of the stage
    double sectionDivisi;               // 0/1
    double sectionBowing;               // Bowing
    double humanTurningPercent;         // [%] of what Human scales, see PlayerTurn.h

    /** Returns the default values of the table. */
    static Patch defaults () noexcept;

    bool operator== (const Patch&) const noexcept = default;
};

/** Menu indices, in the order of the table's choices (append only). */
enum class ForceMode { relative, absolute };
enum class Lift { ring, soft, stop };
enum class HandKind { rigid, arm, hair };
enum class Drive { keys, gesture, audioSpeed, audioForce };
enum class Articulation { bow, pluck, strike, tremolo, spiccato, ricochet, colLegno, struckBow, martele, harmonic };
enum class Stroke { alternate, down, up };
enum class BristleMode { travel, stiffness };
enum class Pickup { displacement, velocity, radiated };
enum class SideContact { off, rub, stop };
enum class NormalForce { given, spring, hertz };
enum class SideHand { rigid, arm };
enum class SecondTuning { interval, fixed };
enum class Slot { a, b };
enum class VoiceMode { poly, mono, strings };
enum class Strings { free, violin, viola, cello, bass };
enum class Mpe { automatic, off, on };
enum class Response { player, direct };
enum class GuideKind { follow, hold };
enum class Bowing { free, together };
enum class ControllerMap { keyboard, breath, mpe, wheels };
enum class Slide { relative, absolute };
enum class LfoShape { sine, triangle, rise, fall, square, steps, wander };
enum class LfoTrigger { free, key };
} // namespace kolophon
