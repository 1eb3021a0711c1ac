#pragma once

#include "../Physics/Friction/ContactFields.h"

namespace kolophon
{
/** The contact's knobs: a friction law, what any law reads as it is, and what contactKnobs() in ContactPlan.h makes knobs of. There
    are two contacts, A and B, to compare. */
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

/** Every knob, in the units of ParameterTable.cpp, where ranges, defaults and help stand. Menus and toggles hold their
    index. Plain numbers: copies, compares, travels between threads. */
struct Patch
{
    double handSpeed, handForceMode, handPressurePercent, handForce, handPosition, handBite,
        handBiteTrackPercent, handLift, handLiftTime, handStroke, handKind, handStiffness, handMass, handDamping,
        handHairPlace, handDrive, handGestureTime, handGestureLoop;
    Contact contact; // slot A
    double bodyType, bodyTuneSemitones, bodyFineCents, bodyImpedance, bodyImpedanceTrackPercent, bodyDecay, bodyQuality,
        bodyInharmonicity, bodyModes, bodyTorsion, bodyTorsionImpedance, bodyTorsionRatio, bodyTorsionQuality, bodyMass,
        bodyWarp, bodyPickup, bodyRound, bodyRadius, bodyAirLoss, bodyBendingLoss;
    double voiceMode, voiceCount, voiceGlide, voiceBendRangeSemitones, voiceVibratoCents, voiceVibratoWheelCents,
        voiceVibratoRate, voiceVelocityPercent, voiceTouchPercent, voiceHumanisePercent, voiceSeed, voiceMpe,
        voiceMpeRangeSemitones;
    double outBox, outBoxMixPercent, outBoxSizePercent, outWidthPercent, outLevelDb, outGuard,
        outSympatheticPercent, outSympatheticTuning, outSympatheticDecay, outRoomPercent, outRoomSize;
    double qualityPasses, qualityOversampling, qualityLedger, qualityPartials;
    double blockMass, blockGap, blockRestitution, blockMuStatic, blockMuKinetic, blockShake, blockFelt;
    double surfaceTexturePercent, surfaceGrain, surfaceSeed, surfaceAgeingPercent, surfaceAgeingTime, surfaceAgeingSlip,
        surfaceWidthPercent;
    double compareOn, compareSlot;
    Contact contactB;

    /** All defaults of the table. */
    static Patch defaults() noexcept;

    bool operator== (const Patch&) const noexcept = default;
};

/** Menu indices, in the order of the table's choices (append only). */
enum class ForceMode { relative, absolute };
enum class Lift { ring, soft, stop };
enum class HandKind { rigid, arm, hair };
enum class Drive { keys, gesture, audioSpeed, audioForce };
enum class Stroke { alternate, down, up };
enum class BristleMode { travel, stiffness };
enum class Body { string, block }; // and those of Physics/Bodies/Bodies.h
enum class Pickup { displacement, velocity, radiated };
enum class Slot { a, b };
enum class VoiceMode { poly, mono };
enum class Mpe { automatic, off, on };
} // namespace kolophon
