// SPDX-License-Identifier: GPL-3.0-or-later
// Long: one row for each parameter, in one table.
#pragma once

#include "../../Physics/Bodies/Bodies.h"
#include "../Bodies/LawNames.h"
#include "../Output/Boxes.h"
#include "ParameterTable.h"

/** The rows of the parameter table, in the order of Patch. Only ParameterTable.cpp includes them; everybody else asks
    parameterTable(). */
namespace kolophon::rows
{
using Choices = std::string_view;

/** The names of a menu, in permanent order, and its places on a host's slider, permanent as well: room for names to
    come. */
template <std::size_t count>
struct Menu
{
    int places;
    std::array<Choices, count> names;
};
template <std::size_t count>
constexpr Menu<count> withPlaces (int places, const Choices (&names)[count])
{
    return { places, std::to_array (names) };
}

constexpr auto forceModes = withPlaces (4, { "Relative", "Absolute" });
constexpr auto lifts = withPlaces (8, { "Ring", "Soft", "Stop" });
constexpr auto handKinds = withPlaces (8, { "Rigid", "Arm", "Hair" });
constexpr auto drives = withPlaces (8, { "Keys", "Gesture", "Audio speed", "Audio force" });
constexpr auto articulations =
    withPlaces (16, { "Bow", "Pluck", "Strike", "Tremolo", "Spiccato", "Ricochet", "Col legno", "Struck bow" });
constexpr auto strokes = withPlaces (8, { "Alternate", "Down", "Up" });
constexpr auto lawNames = []
{
    Menu<laws.size()> menu { 64, {} };
    for (std::size_t i = 0; i < laws.size(); ++i)
        menu.names[i] = laws[i].name;
    return menu;
}();
constexpr auto slotNames = withPlaces (4, { "A", "B" });
constexpr auto bristles = withPlaces (4, { "Travel", "Stiffness" });
constexpr auto bodyNames = []
{
    Menu<std::size (bodies)> menu { 64, {} };
    for (std::size_t i = 0; i < std::size (bodies); ++i)
        menu.names[i] = bodies[i].name;
    return menu;
}();
constexpr auto pickups = withPlaces (8, { "Displacement", "Velocity", "Radiated" });
constexpr auto voiceModes = withPlaces (8, { "Poly", "Mono", "Strings" });
constexpr auto stringChoices = withPlaces (16, { "Free", "Violin", "Viola", "Cello", "Bass" });
constexpr auto responses = withPlaces (4, { "Player", "Direct" });
constexpr auto mpeModes = withPlaces (8, { "Auto", "Off", "On" });
constexpr auto boxNames = withPlaces (64, boxes::names);
constexpr auto sympatheticTunings = withPlaces (16, { "Chromatic", "Fifths", "D major", "Drone" });
constexpr auto oversamplings = withPlaces (8, { "1x", "2x" });

constexpr Parameter real (std::string_view id, std::string_view group, std::string_view label, std::string_view symbol,
                          Unit unit, double low, double high, double preset, Scale scale, std::string_view help,
                          double Patch::*member)
{
    return { { id, group, label, symbol, unit, low, high, preset, scale, help, "0.1", {} }, member };
}

template <std::size_t count>
constexpr Parameter menu (std::string_view id, std::string_view group, std::string_view label,
                          const Menu<count>& choices, int preset, std::string_view help, double Patch::*member)
{
    return { { id, group, label, "", Unit::none, 0.0, static_cast<double> (count - 1), static_cast<double> (preset),
               Scale::menu, help, "0.1", choices.names, choices.places },
             member };
}

constexpr Parameter toggle (std::string_view id, std::string_view group, std::string_view label, bool preset,
                            std::string_view help, double Patch::*member)
{
    return { { id, group, label, "", Unit::none, 0.0, 1.0, preset ? 1.0 : 0.0, Scale::toggle, help, "0.1", {} },
             member };
}

/** A parameter whose default has moved since the first format: what older files mean by its absence. */
constexpr Parameter remeant (Parameter row, double before)
{
    row.before = before;
    return row;
}

/** A parameter that came with 0.2, and what older files mean. */
constexpr Parameter later (Parameter row, double before)
{
    row.since = "0.2";
    return remeant (row, before);
}

inline constexpr Parameter beforeContact[] = {
    real ("hand.speed", "Hand", "Speed", "v_b", Unit::metrePerSecond, 0.0005, 3.0, 0.2, Scale::log,
          "How fast the bow is drawn: loudness, above all.", &Patch::handSpeed),
    menu ("hand.force_mode", "Hand", "Force mode", forceModes, 0,
          "Relative: Pressure, as a fraction of what this note can take. Absolute: Force in newtons.",
          &Patch::handForceMode),
    real ("hand.pressure", "Hand", "Pressure", "", Unit::percent, 0.0, 200.0, 65.0, Scale::linear,
          "How hard the bow is pushed, as a fraction of what this note can take. Near 0 it whistles; above 100 it "
          "cracks.",
          &Patch::handPressurePercent),
    real ("hand.force", "Hand", "Force", "F_N", Unit::newton, 0.005, 5000.0, 0.8, Scale::log,
          "Normal force of the bow in newtons; used when Force mode is Absolute.", &Patch::handForce),
    real ("hand.position", "Hand", "Position", "β", Unit::none, 0.005, 0.5, 0.13, Scale::log,
          "Where the bow touches, as a fraction of the length, from the bridge. Small: ponticello. Large: tasto.",
          &Patch::handPosition),
    real ("hand.bite", "Hand", "Bite", "a_b", Unit::metrePerSecond2, 0.1, 100.0, 5.0, Scale::log,
          "Acceleration of the bow at the start of a note. Gentle: it swells. Hard: it scratches, then speaks.",
          &Patch::handBite),
    real ("hand.bite_track", "Hand", "Bite track", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
          "How much gentler Bite gets on lower strings, which need more time to answer.", &Patch::handBiteTrackPercent),
    menu ("hand.lift", "Hand", "Lift", lifts, 0,
          "What the bow does when the key goes up. Ring: leaves the string. Soft: slows down and leaves. Stop: stays "
          "and mutes.",
          &Patch::handLift),
    real ("hand.lift_time", "Hand", "Lift time", "", Unit::second, 0.001, 2.0, 0.04, Scale::log,
          "How long the bow takes to leave.", &Patch::handLiftTime),
    menu ("hand.stroke", "Hand", "Stroke", strokes, 0, "Direction of the bow. Alternate: every new stroke turns round.",
          &Patch::handStroke),
    menu ("hand.kind", "Hand", "Hand", handKinds, 0,
          "What rubs. Rigid: goes where it is drawn. Arm: a mass on a spring, which creaks and squeals. Hair: a ribbon "
          "of bow hair.",
          &Patch::handKind),
    real ("hand.stiffness", "Hand", "Hand stiffness", "k", Unit::newtonPerMetre, 10.0, 1e7, 2e4, Scale::log,
          "Spring that pulls the arm along, or that of the hair at its middle. Soft: slow creaks. Stiff: fast ones, "
          "then none.",
          &Patch::handStiffness),
    real ("hand.mass", "Hand", "Hand mass", "m", Unit::kilogram, 1e-4, 50.0, 0.05, Scale::log,
          "What the arm, or all of the hair, weighs: with the stiffness it sets the pitch of chatter.",
          &Patch::handMass),
    real ("hand.damping", "Hand", "Hand damping", "ζ", Unit::none, 0.001, 0.9, 0.02, Scale::log,
          "How fast the hand's own oscillation dies away, as a fraction of critical damping.", &Patch::handDamping),
    real ("hand.hair_place", "Hand", "Hair place", "", Unit::none, 0.02, 0.5, 0.3, Scale::linear,
          "Where on the hair the string lies: near its end (0) it is stiff, in the middle (0.5) it yields most.",
          &Patch::handHairPlace),
    menu ("hand.drive", "Hand", "Drive", drives, 0,
          "What moves the hand. Keys: strokes. Gesture: the drawn one, at every key. Audio speed, Audio force: the "
          "side-chain.",
          &Patch::handDrive),
    real ("hand.gesture_time", "Hand", "Gesture time", "", Unit::second, 0.02, 240.0, 1.5, Scale::log,
          "How long the gesture takes.", &Patch::handGestureTime),
    toggle ("hand.gesture_loop", "Hand", "Gesture loop", false, "Repeats the gesture for as long as the key is down.",
            &Patch::handGestureLoop),
    later (
        menu (
            "hand.articulation", "Hand", "Articulation", articulations, 0,
            "How a key begins. Pluck: pulled and let go. Strike: a blow of felt. Tremolo. Spiccato: thrown. Ricochet: "
            "dropped. Col legno: a blow of wood. Struck bow: a blow, then the bow.",
            &Patch::handArticulation),
        0.0),
    later (real ("hand.rate", "Hand", "Stroke rate", "", Unit::hertz, 0.5, 30.0, 8.0, Scale::log,
                 "How often a tremolo turns, and how soon a bouncing bow comes back.", &Patch::handRate),
           8.0),
    later (
        real ("hand.dynamics", "Hand", "Dynamics", "", Unit::percent, 0.0, 100.0, 70.0, Scale::linear,
              "From barely speaking to as loud as it gets: bow speed, pressure and place move together, as a player's "
              "do. Louder is brighter.",
              &Patch::handDynamicsPercent),
        70.0),
};

/** A row of both contacts: the same knob, once for slot A and once for slot B. */
struct ContactRow
{
    std::string_view idA, idB;
    Parameter row;
};

constexpr ContactRow both (std::string_view idA, std::string_view idB, Parameter row, double Contact::*contact)
{
    row.contact = contact;
    return { idA, idB, row };
}
constexpr ContactRow both (std::string_view idA, std::string_view idB, std::string_view label, std::string_view symbol,
                           Unit unit, double low, double high, double preset, Scale scale, std::string_view help,
                           double Contact::*contact)
{
    return both (idA, idB, real ({}, {}, label, symbol, unit, low, high, preset, scale, help, nullptr), contact);
}

inline constexpr ContactRow contactRows[] = {
    both ("contact.law", "contact_b.law",
          menu ({}, {}, "Law", lawNames, 0, "The rule that decides stick or slip.", nullptr), &Contact::law),
    both ("contact.mu_static", "contact_b.mu_static", "Grip", "μ_s", Unit::none, 0.05, 2.0, 0.8, Scale::linear,
          "Friction coefficient at rest: how well the rosin holds.", &Contact::muStatic),
    both ("contact.mu_kinetic", "contact_b.mu_kinetic", "Slide", "μ_k", Unit::none, 0.01, 1.5, 0.3, Scale::linear,
          "Friction coefficient when sliding fast. The gap to Grip is what drives the sound; never above Grip.",
          &Contact::muKinetic),
    both ("contact.stribeck_speed", "contact_b.stribeck_speed", "Stribeck speed", "v_s", Unit::metrePerSecond, 0.0005,
          1.0, 0.22, Scale::log, "Sliding speed over which friction falls from Grip to Slide.",
          &Contact::stribeckSpeed),
    both ("contact.bristle", "contact_b.bristle",
          menu ({}, {}, "Bristle", bristles, 0,
                "Travel: the contact yields by the same distance at any force. Stiffness: by a fixed spring, as in the "
                "literature.",
                nullptr),
          &Contact::bristle),
    both ("contact.travel", "contact_b.travel", "Stretch", "", Unit::metre, 0.5e-6, 500e-6, 80e-6, Scale::log,
          "How far the contact bends before it lets go, at D4. Small: crisp. Large: rubbery.", &Contact::travel),
    both ("contact.travel_track", "contact_b.travel_track", "Stretch track", "", Unit::percent, 0.0, 100.0, 65.0,
          Scale::linear, "How much Stretch shrinks with the period of higher notes.", &Contact::travelTrackPercent),
    both ("contact.stiffness", "contact_b.stiffness", "Bristle stiffness", "σ0", Unit::newtonPerMetre, 1e2, 1e7, 1e4,
          Scale::log, "Spring of the bristles; used when Bristle is Stiffness.", &Contact::stiffness),
    both ("contact.bristle_damping", "contact_b.bristle_damping", "Bristle damping", "σ1", Unit::newtonSecondPerMetre,
          0.0, 50.0, 0.22, Scale::power,
          "Damping of the bristles: softens the moment of capture. With Travel, given at D4 and in proportion to the "
          "string's weight.",
          &Contact::bristleDamping),
    both ("contact.viscosity", "contact_b.viscosity", "Viscosity", "σ2", Unit::newtonSecondPerMetre, 0.0, 10.0, 0.0,
          Scale::power, "Friction that grows with sliding speed, as though the contact were wet.", &Contact::viscosity),
    both ("contact.breakaway", "contact_b.breakaway", "Breakaway", "ξ", Unit::none, 0.0, 0.99, 0.4, Scale::linear,
          "Fraction of the grip up to which the contact is purely elastic. 0 creeps like LuGre; 0.7 holds like Dupont.",
          &Contact::breakaway),
    both ("contact.literal", "contact_b.literal",
          toggle ({}, {}, "Literal", false,
                  "LuGre and Dupont exactly as printed, which can create energy: the ledger counts it. Off: repaired, "
                  "always passive.",
                  nullptr),
          &Contact::literal),
    both ("contact.stribeck_exponent", "contact_b.stribeck_exponent", "Stribeck exponent", "δ", Unit::none, 0.5, 4.0,
          2.0, Scale::linear, "Shape of the fall of the Stribeck law: 1 exponential, 2 Gaussian.",
          &Contact::stribeckExponent),
    both ("contact.dahl_exponent", "contact_b.dahl_exponent", "Dahl exponent", "i", Unit::none, 0.5, 4.0, 1.0,
          Scale::linear,
          "How Dahl's solid yields. Small: sharply, as if it broke. 1: exponentially. Large: gradually, over a long "
          "distance.",
          &Contact::dahlExponent),
    both ("contact.stick_band", "contact_b.stick_band", "Stick band", "δ", Unit::metrePerSecond, 1e-6, 0.05, 1e-3,
          Scale::log, "Sliding speed below which a state machine counts the contact as at rest.", &Contact::stickBand),
    both ("contact.stick_rate", "contact_b.stick_rate", "Stick rate", "α", Unit::hertz, 100.0, 1e6, 5e4, Scale::log,
          "How fast the switch model brings the speed back to zero while it sticks (per second).", &Contact::stickRate),
    both ("contact.thermal_speed", "contact_b.thermal_speed", "Thermal speed", "v_T", Unit::metrePerSecond, 0.001, 1.0,
          0.05, Scale::log, "Heating that softens the rosin: small values make it melt at slow speeds.",
          &Contact::thermalVelocity),
    both ("contact.thermal_time", "contact_b.thermal_time", "Thermal time", "τ", Unit::second, 1e-5, 0.1, 3e-5,
          Scale::log,
          "How long the contact keeps its heat. The longer, the more friction lags behind the speed, and the flatter "
          "the tone.",
          &Contact::thermalTime),
    both ("contact.memory_time", "contact_b.memory_time", "Friction memory", "τ_L", Unit::second, 1e-6, 0.1, 2e-5,
          Scale::log, "How far Armstrong's friction lags behind the sliding speed.", &Contact::memoryTime),
    both ("contact.ageing_time", "contact_b.ageing_time", "Ageing time", "γ", Unit::second, 1e-6, 1.0, 2e-4, Scale::log,
          "Time at rest after which Armstrong's static friction has grown halfway.", &Contact::ageingTime),
};

inline constexpr Parameter afterContact[] = {
    menu ("body.type", "Body", "Body", bodyNames, 0, "What is rubbed.", &Patch::bodyType),
    real ("body.tune", "Body", "Tune", "", Unit::semitone, -48.0, 48.0, 0.0, Scale::linear, "Transposes the body.",
          &Patch::bodyTuneSemitones),
    real ("body.fine", "Body", "Fine", "", Unit::cent, -100.0, 100.0, 0.0, Scale::linear, "Fine tuning.",
          &Patch::bodyFineCents),
    real ("body.impedance", "Body", "Weight", "Z_0", Unit::kilogramPerSecond, 0.005, 50.0, 0.3, Scale::log,
          "Wave impedance of the string at D4: light strings answer fast, heavy ones take more bow.",
          &Patch::bodyImpedance),
    real ("body.impedance_track", "Body", "Weight track", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
          "How much lighter higher strings are: Z_0 falls as frequency to this power.",
          &Patch::bodyImpedanceTrackPercent),
    real ("body.decay", "Body", "Decay", "T60", Unit::second, 0.02, 120.0, 3.0, Scale::log,
          "Ring time (60 dB) that all partials share.", &Patch::bodyDecay),
    real ("body.quality", "Body", "Quality", "Q", Unit::none, 20.0, 5000.0, 380.0, Scale::log,
          "Quality factor of high partials. Low: dark and forgiving. High: bright and nervous.", &Patch::bodyQuality),
    real ("body.inharmonicity", "Body", "Stiffness", "B", Unit::none, 1e-7, 0.1, 1e-5, Scale::log,
          "Bending stiffness of the string: f_n = n f_0 sqrt (1 + B n^2).", &Patch::bodyInharmonicity),
    real ("body.modes", "Body", "Modes", "", Unit::none, 1.0, 128.0, 64.0, Scale::integer,
          "Upper limit of partials per voice, torsional ones included.", &Patch::bodyModes),
    toggle ("body.torsion", "Body", "Torsion", true, "Lets the string twist under the bow: attacks speak much sooner.",
            &Patch::bodyTorsion),
    real ("body.torsion_impedance", "Body", "Torsion weight", "Z_t/Z_0", Unit::none, 0.5, 50.0, 3.3, Scale::log,
          "Torsional wave impedance over the transverse one.", &Patch::bodyTorsionImpedance),
    real ("body.torsion_ratio", "Body", "Torsion pitch", "f_t/f_0", Unit::none, 1.5, 12.0, 5.2, Scale::log,
          "First torsional frequency over the first transverse one.", &Patch::bodyTorsionRatio),
    real ("body.torsion_quality", "Body", "Torsion quality", "Q_t", Unit::none, 5.0, 500.0, 34.0, Scale::log,
          "Quality factor of the torsional modes.", &Patch::bodyTorsionQuality),
    real ("body.mass", "Body", "Mass", "M", Unit::kilogram, 1e-3, 100.0, 0.3, Scale::log,
          "Mass of a bar, glass or plate: light ones answer a light touch, heavy ones want force.", &Patch::bodyMass),
    real ("body.warp", "Body", "Warp", "", Unit::none, 0.5, 1.5, 1.0, Scale::linear,
          "Squeezes or stretches the partials of a bar, glass or plate: ratios to this power.", &Patch::bodyWarp),
    menu ("body.pickup", "Body", "Pickup", pickups, 1,
          "What two pickups hear of a bar, glass or plate. Displacement: dark. Velocity. Radiated: as heard from afar, "
          "bright.",
          &Patch::bodyPickup),
    toggle ("body.round", "Body", "Round", false,
            "The finger runs round the rim of a glass or bowl: its pattern follows, and the sound swells and fades as "
            "it passes.",
            &Patch::bodyRound),
    real ("body.radius", "Body", "Radius", "R", Unit::metre, 0.005, 1.0, 0.035, Scale::log,
          "Radius of the rim: once round takes 2 π R over the hand's speed.", &Patch::bodyRadius),
    real ("body.air_loss", "Body", "Air loss", "s_a", Unit::hertz, 0.0, 20.0, 0.0, Scale::power,
          "Drag of the air on the string at 1 kHz (decay per second); grows as the root of the frequency. Thick light "
          "strings feel it.",
          &Patch::bodyAirLoss),
    real ("body.bending_loss", "Body", "Bending loss", "δ", Unit::none, 0.0, 1.0, 0.0, Scale::power,
          "Loss factor of what the string is made of: with Stiffness, it dulls the highest partials. Steel 0.004, gut "
          "0.06.",
          &Patch::bodyBendingLoss),

    remeant (menu ("voice.mode", "Voice", "Voices mode", voiceModes, 2,
                   "Strings: as on a fiddle, overlapping keys slur, wide steps change string, keys struck together are "
                   "chords. Mono: one string, always slurred. Poly: every key its own string.",
                   &Patch::voiceMode),
             0.0),
    real ("voice.count", "Voice", "Voices", "", Unit::none, 1.0, 16.0, 8.0, Scale::integer,
          "How many strings can sound at once.", &Patch::voiceCount),
    real ("voice.glide", "Voice", "Glide", "", Unit::second, 0.0, 5.0, 0.0, Scale::power,
          "Time to slide from the last note to the next.", &Patch::voiceGlide),
    real ("voice.bend_range", "Voice", "Bend range", "", Unit::semitone, 0.0, 96.0, 2.0, Scale::linear,
          "Range of the pitch wheel. MPE controllers set their own.", &Patch::voiceBendRangeSemitones),
    real ("voice.vibrato", "Voice", "Vibrato", "", Unit::cent, 0.0, 100.0, 0.0, Scale::linear,
          "Depth of the vibrato that comes by itself, once a note has stood for a while.", &Patch::voiceVibratoCents),
    real ("voice.vibrato_wheel", "Voice", "Wheel vibrato", "", Unit::cent, 0.0, 100.0, 30.0, Scale::linear,
          "Depth of the vibrato that the modulation wheel (CC1) adds.", &Patch::voiceVibratoWheelCents),
    real ("voice.vibrato_rate", "Voice", "Vibrato rate", "", Unit::hertz, 0.1, 12.0, 5.5, Scale::log,
          "Speed of the vibrato.", &Patch::voiceVibratoRate),
    real ("voice.velocity", "Voice", "Velocity", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
          "How much key velocity changes the dynamics; where Response is Direct, Bite and Speed.",
          &Patch::voiceVelocityPercent),
    real ("voice.touch", "Voice", "Touch", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
          "How much aftertouch and MPE pressure add to the dynamics; where Response is Direct, to Pressure and Speed.",
          &Patch::voiceTouchPercent),
    remeant (real ("voice.humanise", "Voice", "Human", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
                   "How human the hands are: no stroke is like another, and none stands still. The same each time the "
                   "piece is played.",
                   &Patch::voiceHumanisePercent),
             0.0),
    real ("voice.seed", "Voice", "Seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
          "Which differences Human draws.", &Patch::voiceSeed),
    menu ("voice.mpe", "Voice", "MPE", mpeModes, 0,
          "One channel per note. Auto: when the controller announces it. On: also when its announcement was lost. Off: "
          "never.",
          &Patch::voiceMpe),
    real ("voice.mpe_range", "Voice", "MPE bend range", "", Unit::semitone, 0.0, 96.0, 48.0, Scale::linear,
          "Range of each note's own bend in MPE, until the controller sets another one (RPN 0 on a note's channel).",
          &Patch::voiceMpeRangeSemitones),
    later (
        menu (
            "voice.response", "Voice", "Response", responses, 0,
            "What velocity, expression, breath and pressure do. Player: they move Dynamics. Direct: they multiply bow "
            "speed and force, for experiments.",
            &Patch::voiceResponse),
        1.0),
    later (real ("voice.dynamic_range", "Voice", "Dynamic range", "", Unit::decibel, 0.0, 60.0, 36.0, Scale::linear,
                 "How much louder the loudest note is than the softest.", &Patch::voiceDynamicRangeDb),
           36.0),
    later (
        real ("voice.guide", "Voice", "Guide", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
              "A teacher's hand on your elbow: keeps speed, force and onset where this body speaks. 0: pure physics.",
              &Patch::voiceGuidePercent),
        0.0),
    later (real ("voice.pitch_lock", "Voice", "Pitch lock", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                 "How much of the flattening by friction the finger corrects by ear.", &Patch::voicePitchLockPercent),
           0.0),

    menu ("out.box", "Out", "Box", boxNames, 1, "The sounding box that radiates.", &Patch::outBox),
    real ("out.box_mix", "Out", "Box mix", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
          "From the bare force at the bridge (0 %) to the box alone (100 %).", &Patch::outBoxMixPercent),
    real ("out.box_size", "Out", "Box size", "", Unit::percent, 40.0, 250.0, 100.0, Scale::log,
          "Scales the box: its resonances fall as it grows.", &Patch::outBoxSizePercent),
    real ("out.width", "Out", "Width", "", Unit::percent, 0.0, 200.0, 100.0, Scale::linear,
          "Stereo width: low keys stand at the left, high ones at the right, and every sound has some breadth.",
          &Patch::outWidthPercent),
    real ("out.level", "Out", "Level", "", Unit::decibel, -60.0, 12.0, -8.0, Scale::linear, "Overall loudness.",
          &Patch::outLevelDb),
    toggle ("out.guard", "Out", "Ear guard", true, "Keeps peaks below -1 dBFS.", &Patch::outGuard),
    real ("out.sympathetic", "Out", "Sympathetic", "", Unit::percent, 0.0, 100.0, 0.0, Scale::linear,
          "Twelve strings that nobody bows ring along on the same bridge. The more, the more the bridge gives way.",
          &Patch::outSympatheticPercent),
    menu ("out.sympathetic_tuning", "Out", "Symp. tuning", sympatheticTunings, 0,
          "What the sympathetic strings are tuned to.", &Patch::outSympatheticTuning),
    real ("out.sympathetic_decay", "Out", "Sympathetic decay", "T60", Unit::second, 0.1, 30.0, 8.0, Scale::log,
          "How long the sympathetic strings ring by themselves.", &Patch::outSympatheticDecay),
    real ("out.room", "Out", "Room", "", Unit::percent, 0.0, 100.0, 0.0, Scale::linear,
          "How much of the room around it is heard. 100 %: about as loud as the instrument itself.",
          &Patch::outRoomPercent),
    real ("out.room_size", "Out", "Room size", "T60", Unit::second, 0.2, 12.0, 1.4, Scale::log,
          "How long the room rings (60 dB, at 1 kHz; high notes die sooner): 0.4 a chamber, 2 a hall, 8 a cathedral.",
          &Patch::outRoomSize),

    real ("quality.passes", "Quality", "Passes", "", Unit::none, 2.0, 4.0, 2.0, Scale::integer,
          "How often each contact step is refined. The energy books balance with any number; more comes closer to the "
          "exact motion.",
          &Patch::qualityPasses),
    menu ("quality.oversampling", "Quality", "Oversampling", oversamplings, 0,
          "Runs the strings faster than the host. Another quality is another take: bowed strings are sensitive.",
          &Patch::qualityOversampling),
    toggle (
        "quality.ledger", "Quality", "Energy ledger", false,
        "Books every joule of every step and shows the balance. Costs some processor time; never changes the sound.",
        &Patch::qualityLedger),
    real ("quality.partials", "Quality", "Partials", "", Unit::none, 64.0, 2048.0, 2048.0, Scale::integer,
          "How many partials all voices may have together: fewer cost less. Notes share them as they start, low ones "
          "get more.",
          &Patch::qualityPartials),

    real ("block.mass", "Block", "Mass", "M", Unit::kilogram, 1e-4, 10.0, 0.005, Scale::log,
          "What the block weighs: light blocks follow the hand, heavy ones lag and knock.", &Patch::blockMass),
    real ("block.gap", "Block", "Gap", "", Unit::metre, 1e-6, 0.5, 4e-5, Scale::log,
          "How far the block can go to either side before it hits a stop; at D4 when it is shaken.", &Patch::blockGap),
    real ("block.restitution", "Block", "Bounce", "e", Unit::none, 0.0, 0.99, 0.5, Scale::linear,
          "Fraction of its speed that a stop gives back. 0 thuds, 0.9 rattles.", &Patch::blockRestitution),
    real ("block.mu_static", "Block", "Floor grip", "μ_s", Unit::none, 0.0, 2.0, 0.3, Scale::linear,
          "Friction at rest between the block and its floor, under its own weight.", &Patch::blockMuStatic),
    real ("block.mu_kinetic", "Block", "Floor slide", "μ_k", Unit::none, 0.0, 2.0, 0.2, Scale::linear,
          "Friction between the sliding block and its floor; never above Floor grip.", &Patch::blockMuKinetic),
    toggle ("block.shake", "Block", "Shake", true,
            "The hand rubs to and fro at the note's pitch, so that the block rattles in tune. Off: it draws one way.",
            &Patch::blockShake),
    real ("block.felt", "Block", "Felt", "", Unit::second, 1e-5, 0.02, 1e-4, Scale::log,
          "How soft the stops sound: the time over which a knock reaches the ear.", &Patch::blockFelt),

    remeant (real ("surface.texture", "Surface", "Texture", "", Unit::percent, 0.0, 100.0, 17.0, Scale::linear,
                   "How rough the surface is: pressure varies along the path rubbed, and rubbing back replays it.",
                   &Patch::surfaceTexturePercent),
             0.0),
    remeant (real ("surface.grain", "Surface", "Grain", "", Unit::metre, 1e-5, 0.02, 60e-6, Scale::log,
                   "Size of the grains. Fine: hiss and rasp. Coarse: ratchets and bumps.", &Patch::surfaceGrain),
             3e-4),
    real ("surface.seed", "Surface", "Surface seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
          "Which surface: every number gives another one.", &Patch::surfaceSeed),
    real ("surface.ageing", "Surface", "Ageing", "", Unit::percent, 0.0, 300.0, 0.0, Scale::linear,
          "How much the grip grows while the contact rests: old joints stick, then jump.",
          &Patch::surfaceAgeingPercent),
    real ("surface.ageing_time", "Surface", "Rest time", "τ", Unit::second, 1e-3, 100.0, 0.3, Scale::log,
          "Time at rest over which the grip grows.", &Patch::surfaceAgeingTime),
    real ("surface.ageing_slip", "Surface", "Ageing slip", "D", Unit::metre, 1e-6, 0.01, 5e-5, Scale::log,
          "Distance of sliding after which the contact has forgotten its rest.", &Patch::surfaceAgeingSlip),
    real ("surface.width", "Surface", "Bow width", "", Unit::percent, 0.0, 10.0, 0.0, Scale::linear,
          "How wide the bow is, as a fraction of the length: its edges slip at other times than its middle. Law "
          "Kolophon only.",
          &Patch::surfaceWidthPercent),

    toggle ("compare.on", "Compare", "Compare", false,
            "Keeps a second set of strings, rubbed by the contact of slot B, ready under the same hand. Costs as much "
            "again.",
            &Patch::compareOn),
    menu ("compare.slot", "Compare", "Slot", slotNames, 0,
          "Which contact is heard while Compare is on, at matched level: A or B.", &Patch::compareSlot),
};

/** Parameters of Human. */
inline constexpr Parameter humanRows[] = {
    later (real ("human.strokes", "Human", "Strokes", "", Unit::percent, 0.0, 200.0, 100.0, Scale::linear,
                 "How much strokes differ from one another in speed, bite, pressure, place and pitch.",
                 &Patch::humanStrokesPercent),
           100.0),
    later (real ("human.drift", "Human", "Drift", "", Unit::percent, 0.0, 400.0, 210.0, Scale::linear,
                 "How much the bow's speed and force wander within a stroke, slowly.", &Patch::humanDriftPercent),
           0.0),
    later (real ("human.tremor", "Human", "Tremor", "", Unit::percent, 0.0, 400.0, 370.0, Scale::linear,
                 "How much the bow arm trembles, six to ten times a second.", &Patch::humanTremorPercent),
           0.0),
    later (real ("human.texture", "Human", "Bow hair", "", Unit::percent, 0.0, 400.0, 230.0, Scale::linear,
                 "How uneven hair and rosin are along the bow, over millimetres and centimetres.",
                 &Patch::humanTexturePercent),
           0.0),
    later (real ("human.finger", "Human", "Finger", "", Unit::percent, 0.0, 400.0, 130.0, Scale::linear,
                 "How unsteady the stopping finger is: the pitch within a few cents, and the depth of the vibrato.",
                 &Patch::humanFingerPercent),
           0.0),
    later (real ("human.bow", "Human", "Bow length", "", Unit::metre, 0.0, 5.0, 0.0, Scale::power,
                 "How far the bow goes before it must turn round in a held note: 0.65 m in life. 0: it never ends.",
                 &Patch::humanBowLength),
           0.0),
};

/** Parameters of string playing. */
inline constexpr Parameter stringRows[] = {
    later (
        menu ("voice.strings", "Voice", "Strings", stringChoices, 0,
              "Which open strings there are, where Voices mode is Strings. Free: as many as are wanted, none of them "
              "open.",
              &Patch::voiceStrings),
        0.0),
    later (real ("voice.stopped_decay", "Voice", "Stopped decay", "", Unit::second, 0.05, 60.0, 1.2, Scale::log,
                 "How long a string rings that the bow has left while a finger stops it, at D4; higher ones less. Open "
                 "strings ring for Decay.",
                 &Patch::voiceStoppedDecay),
           1.2),
    later (real ("voice.vibrato_delay", "Voice", "Vibrato delay", "", Unit::second, 0.0, 5.0, 0.25, Scale::power,
                 "How long a note stands still before its vibrato begins. The wheel's doesn't wait.",
                 &Patch::voiceVibratoDelay),
           0.0),
    later (real ("voice.vibrato_growth", "Voice", "Vibrato growth", "", Unit::second, 0.0, 5.0, 0.5, Scale::power,
                 "How long the vibrato takes to reach its depth.", &Patch::voiceVibratoGrowth),
           0.0),
    later (real ("out.chord", "Out", "Chord balance", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                 "How much strings make room for one another, so that a chord is not much louder than a note.",
                 &Patch::outChordPercent),
           0.0),
};

/** Parameters of the choice of articulations during playing. */
inline constexpr Parameter articulationRows[] = {
    later (menu ("hand.accent", "Hand", "Accent", articulations, 0,
                 "The articulation of keys that are struck hard: at Accent from, or harder.", &Patch::handAccent),
           0.0),
    later (real ("hand.accent_from", "Hand", "Accent from", "", Unit::none, 1.0, 128.0, 128.0, Scale::integer,
                 "Key velocity from which on Accent is played. 128: never.", &Patch::handAccentFrom),
           128.0),
    later (toggle ("voice.key_switches", "Voice", "Key switches", false,
                   "The keys from Switch key on are silent, and choose the articulation: Bow, Pluck and so on, in the "
                   "order of that menu.",
                   &Patch::voiceKeySwitches),
           0.0),
    later (
        real (
            "voice.switch_key", "Voice", "Switch key", "", Unit::key, 0.0, 120.0, 12.0, Scale::integer,
            "The first of the keys that choose an articulation; C4 is middle C. They are named on the keyboard below.",
            &Patch::voiceSwitchKey),
        12.0),
};

/** Parameters of the mapping of pressure, before all its uses. */
inline constexpr Parameter pressRows[] = {
    later (real ("voice.press_floor", "Touch", "Press floor", "", Unit::percent, 0.0, 90.0, 0.0, Scale::linear,
                 "Aftertouch and MPE pressure up to here do nothing; what is above it counts from zero to all.",
                 &Patch::voicePressFloorPercent),
           0.0),
    later (
        real ("voice.press_curve", "Touch", "Press curve", "", Unit::none, -1.0, 1.0, 0.0, Scale::linear,
              "How pressure grows above its floor. Above 0: late, for a hard hand. Below 0: at once, for a light one.",
              &Patch::voicePressCurve),
        0.0),
};
} // namespace kolophon::rows
