// SPDX-License-Identifier: GPL-3.0-or-later
// Long: one row for each parameter, in one table.
#pragma once

#include "../../Physics/Bodies/Bodies.h"
#include "../Boxes/Boxes.h"
#include "LawNames.h"
#include "ParameterTable.h"

#include <algorithm>

/** The rows of the parameter table, in the order of Patch. Only ParameterTable.cpp includes them; others call
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
constexpr auto articulations = withPlaces (16, { "Bow", "Pluck", "Strike", "Tremolo", "Spiccato", "Ricochet",
                                                 "Col legno", "Struck bow", "Martele", "Harmonic" });
constexpr auto strokes = withPlaces (8, { "Alternate", "Down", "Up" });
constexpr auto lawNames = []
{
    Menu<laws.size()> menu { 64, {} };
    for (std::size_t i = 0; i < laws.size(); ++i)
        menu.names[i] = laws[i].name;
    return menu;
}();
constexpr auto slotNames = withPlaces (4, { "A", "B" });
constexpr auto sideContacts = withPlaces (8, { "Off", "Rub", "Stop" });
constexpr auto bristles = withPlaces (4, { "Travel", "Stiffness" });
constexpr auto bodyNames = []
{
    Menu<std::size (bodies)> menu { 64, {} };
    for (std::size_t i = 0; i < std::size (bodies); ++i)
        menu.names[i] = bodies[i].name;
    return menu;
}();
/** No second body, and every body that is a sum of modes. */
constexpr auto secondBodyNames = []
{
    constexpr auto isSum = [] (const BodyInfo& body) { return body.model != BodyModel::block; };
    Menu<1 + std::count_if (std::begin (bodies), std::end (bodies), isSum)> menu { 64, { "None" } };
    std::size_t next = 1;
    for (const auto& body : bodies)
        if (isSum (body))
            menu.names[next++] = body.name;
    return menu;
}();
constexpr auto sideHandKinds = withPlaces (8, { "Rigid", "Arm" });
constexpr auto normalForces = withPlaces (8, { "Given", "Spring", "Hertz" });
constexpr auto secondTunings = withPlaces (4, { "Interval", "Fixed" });
constexpr auto pickups = withPlaces (8, { "Displacement", "Velocity", "Radiated" });
constexpr auto voiceModes = withPlaces (8, { "Poly", "Mono", "Strings" });
constexpr auto stringChoices = withPlaces (16, { "Free", "Violin", "Viola", "Cello", "Bass" });
constexpr auto responses = withPlaces (4, { "Player", "Direct" });
constexpr auto guideKinds = withPlaces (8, { "Follow", "Hold" });
constexpr auto bowings = withPlaces (4, { "Free", "Together" });
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

/** A parameter that does nothing any more. Its id, place and values remain for files and hosts. */
constexpr Parameter retired (Parameter row)
{
    row.isRetired = true;
    row.help = "No longer used. Files and hosts may still set it.";
    return row;
}

/** A parameter that no factory preset uses, or no window shows: see Purpose. */
constexpr Parameter serving (Purpose purpose, Parameter row)
{
    row.purpose = purpose;
    return row;
}
constexpr auto forPlayer (Parameter row)
{
    return serving (Purpose::player, row);
}
constexpr auto inLaboratory (Parameter row)
{
    return serving (Purpose::laboratory, row);
}
constexpr auto inFiles (Parameter row)
{
    return serving (Purpose::file, row);
}

inline constexpr Parameter beforeContact[] = {
    real ("hand.speed", "Hand", "Speed", "v_b", Unit::metrePerSecond, 0.0005, 3.0, 0.2, Scale::log,
          "Speed of the bow: the main control of loudness.", &Patch::handSpeed),
    menu ("hand.force_mode", "Hand", "Force mode", forceModes, 0,
          "Unit of the bow force. Relative: Pressure, as a fraction of what this note can take. Absolute: Force in "
          "newtons.",
          &Patch::handForceMode),
    real ("hand.pressure", "Hand", "Pressure", "", Unit::percent, 0.0, 200.0, 65.0, Scale::linear,
          "Force of the bow, as a fraction of what this note can take: more is brighter. Near 0 the note whistles; "
          "above 100 it cracks, with Guide only near 200.",
          &Patch::handPressurePercent),
    real ("hand.force", "Hand", "Force", "F_N", Unit::newton, 0.005, 5000.0, 0.8, Scale::log,
          "Normal force of the bow in newtons. Used when Force mode is Absolute.", &Patch::handForce),
    real ("hand.position", "Hand", "Position", "β", Unit::none, 0.005, 0.5, 0.13, Scale::log,
          "Contact point, as a fraction of the length, measured from the bridge. Small: sul ponticello. Large: sul "
          "tasto.",
          &Patch::handPosition),
    real ("hand.bite", "Hand", "Bite", "a_b", Unit::metrePerSecond2, 0.1, 100.0, 5.0, Scale::log,
          "Acceleration of the bow at the attack, which Human slows down on strings. Low: the note swells. High: it "
          "scratches before it speaks.",
          &Patch::handBite),
    inFiles (real ("hand.bite_track", "Hand", "Bite track", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                   "Reduction of Bite on lower strings, which need more time to speak.", &Patch::handBiteTrackPercent)),
    menu ("hand.lift", "Hand", "Lift", lifts, 0,
          "Bow at note-off. Ring: leaves the string; with Phrasing it slows down first after a short note. Soft: slows "
          "down "
          "and leaves. Stop: stays and mutes the string.",
          &Patch::handLift),
    real ("hand.lift_time", "Hand", "Lift time", "", Unit::second, 0.001, 2.0, 0.04, Scale::log,
          "Time the bow takes to leave the string.", &Patch::handLiftTime),
    menu ("hand.stroke", "Hand", "Stroke", strokes, 0, "Direction of the bow. Alternate: every new stroke reverses it.",
          &Patch::handStroke),
    menu ("hand.kind", "Hand", "Hand", handKinds, 0,
          "Kind of hand. Rigid: follows its path exactly. Arm: a mass on a spring that creaks and squeals. Hair: a "
          "ribbon of bow hair.",
          &Patch::handKind),
    real ("hand.stiffness", "Hand", "Hand stiffness", "k", Unit::newtonPerMetre, 10.0, 1e7, 2e4, Scale::log,
          "Stiffness of the arm's spring, or of the hair at its middle. Soft: slow creaks. Stiff: fast creaks, then "
          "none.",
          &Patch::handStiffness),
    real ("hand.mass", "Hand", "Hand mass", "m", Unit::kilogram, 1e-4, 50.0, 0.05, Scale::log,
          "Mass of the arm or of the whole ribbon of hair. Sets the pitch of chatter, together with the stiffness.",
          &Patch::handMass),
    real ("hand.damping", "Hand", "Hand damping", "ζ", Unit::none, 0.001, 0.9, 0.02, Scale::log,
          "Damping of the hand's own oscillation, as a fraction of critical damping.", &Patch::handDamping),
    inLaboratory (real (
        "hand.hair_place", "Hand", "Hair position", "", Unit::none, 0.02, 0.5, 0.3, Scale::linear,
        "Position of the string along the hair. Near the end (0) the hair is stiff; in the middle (0.5) it yields "
        "most.",
        &Patch::handHairPlace)),
    menu ("hand.drive", "Hand", "Drive", drives, 0,
          "Source of the hand's motion. Keys: bow strokes. Gesture: the drawn gesture, on every key. Audio speed, "
          "Audio force: the side-chain input.",
          &Patch::handDrive),
    real ("hand.gesture_time", "Hand", "Gesture time", "", Unit::second, 0.02, 240.0, 1.5, Scale::log,
          "Length of the gesture.", &Patch::handGestureTime),
    toggle ("hand.gesture_loop", "Hand", "Gesture loop", false, "Repeats the gesture while the key is held.",
            &Patch::handGestureLoop),
    later (menu ("hand.articulation", "Hand", "Articulation", articulations, 0,
                 "Attack of a note. Pluck: pulls and releases. Strike: soft felt hammer. Tremolo. Spiccato: thrown "
                 "bow. Ricochet: dropped bow. Col legno: wood of the bow. Struck bow: strikes, then bows. "
                 "Martele: bites. Harmonic: a finger touches lightly, and the string whistles.",
                 &Patch::handArticulation),
           0.0),
    later (real ("hand.rate", "Hand", "Stroke rate", "", Unit::hertz, 0.5, 30.0, 8.0, Scale::log,
                 "Rate of the tremolo and of a bouncing bow.", &Patch::handRate),
           8.0),
    later (real ("hand.dynamics", "Hand", "Dynamics", "", Unit::percent, 0.0, 100.0, 70.0, Scale::linear,
                 "Dynamics from barely audible to as loud as possible. Moves bow speed, pressure and position "
                 "together, as a player does. Louder is brighter.",
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

constexpr ContactRow inLaboratory (ContactRow row)
{
    row.row.purpose = Purpose::laboratory;
    return row;
}
constexpr ContactRow inFiles (ContactRow row)
{
    row.row.purpose = Purpose::file;
    return row;
}

inline constexpr ContactRow contactRows[] = {
    both (
        "contact.law", "contact_b.law",
        menu ({}, {}, "Law", lawNames, 0, "Friction law: decides when the contact sticks and when it slips.", nullptr),
        &Contact::law),
    both ("contact.mu_static", "contact_b.mu_static", "Grip", "μ_s", Unit::none, 0.05, 2.0, 0.8, Scale::linear,
          "Friction coefficient at rest: the hold of the rosin.", &Contact::muStatic),
    both ("contact.mu_kinetic", "contact_b.mu_kinetic", "Sliding grip", "μ_k", Unit::none, 0.01, 1.5, 0.3,
          Scale::linear,
          "Friction coefficient at high sliding speed; never above Grip. The difference from Grip drives the sound.",
          &Contact::muKinetic),
    both ("contact.stribeck_speed", "contact_b.stribeck_speed", "Stribeck speed", "v_s", Unit::metrePerSecond, 0.0005,
          1.0, 0.22, Scale::log, "Sliding speed over which friction falls from Grip to Sliding grip.",
          &Contact::stribeckSpeed),
    both ("contact.bristle", "contact_b.bristle",
          menu ({}, {}, "Bristle", bristles, 0,
                "Elasticity of the contact. Travel: yields by the same distance at any force. Stiffness: a fixed "
                "spring, as in the literature.",
                nullptr),
          &Contact::bristle),
    both ("contact.travel", "contact_b.travel", "Stretch", "", Unit::metre, 0.5e-6, 500e-6, 80e-6, Scale::log,
          "Distance the contact bends before it slips, at D4. Small: crisp. Large: rubbery.", &Contact::travel),
    inFiles (both ("contact.travel_track", "contact_b.travel_track", "Stretch track", "", Unit::percent, 0.0, 100.0,
                   65.0, Scale::linear, "Reduction of Stretch with the shorter period of higher notes.",
                   &Contact::travelTrackPercent)),
    both ("contact.stiffness", "contact_b.stiffness", "Bristle stiffness", "σ0", Unit::newtonPerMetre, 1e2, 1e7, 1e4,
          Scale::log, "Stiffness of the bristles. Used when Bristle is Stiffness.", &Contact::stiffness),
    both ("contact.bristle_damping", "contact_b.bristle_damping", "Bristle damping", "σ1", Unit::newtonSecondPerMetre,
          0.0, 50.0, 0.22, Scale::power,
          "Damping of the bristles: softens the return to sticking. With Travel, the value applies at D4 and scales "
          "with the string's weight.",
          &Contact::bristleDamping),
    both ("contact.viscosity", "contact_b.viscosity", "Viscosity", "σ2", Unit::newtonSecondPerMetre, 0.0, 10.0, 0.0,
          Scale::power, "Friction that grows with sliding speed, as in a wet contact.", &Contact::viscosity),
    both ("contact.breakaway", "contact_b.breakaway", "Breakaway", "ξ", Unit::none, 0.0, 0.99, 0.4, Scale::linear,
          "Fraction of the grip below which the contact is purely elastic. 0 creeps like LuGre; 0.7 holds like Dupont.",
          &Contact::breakaway),
    both ("contact.literal", "contact_b.literal",
          toggle ({}, {}, "Literal", false,
                  "LuGre and Dupont exactly as printed: they can create energy, and the ledger counts it. Off: "
                  "corrected, always passive.",
                  nullptr),
          &Contact::literal),
    inLaboratory (both ("contact.stribeck_exponent", "contact_b.stribeck_exponent", "Stribeck exponent", "δ",
                        Unit::none, 0.5, 4.0, 2.0, Scale::linear,
                        "Shape of the fall in the Stribeck law: 1 exponential, 2 Gaussian.",
                        &Contact::stribeckExponent)),
    inLaboratory (both (
        "contact.dahl_exponent", "contact_b.dahl_exponent", "Dahl exponent", "i", Unit::none, 0.5, 4.0, 1.0,
        Scale::linear,
        "Yield of Dahl's solid. Small: sharp, as if it broke. 1: exponential. Large: gradual, over a long distance.",
        &Contact::dahlExponent)),
    inLaboratory (both (
        "contact.stick_band", "contact_b.stick_band", "Stick band", "δ", Unit::metrePerSecond, 1e-6, 0.05, 1e-3,
        Scale::log, "Sliding speed below which a state machine treats the contact as at rest.", &Contact::stickBand)),
    inLaboratory (both ("contact.stick_rate", "contact_b.stick_rate", "Stick rate", "α", Unit::hertz, 100.0, 1e6, 5e4,
                        Scale::log,
                        "Rate at which the switch model brings the speed back to zero while it sticks (per second).",
                        &Contact::stickRate)),
    inLaboratory (both ("contact.thermal_speed", "contact_b.thermal_speed", "Thermal speed", "v_T",
                        Unit::metrePerSecond, 0.001, 1.0, 0.05, Scale::log,
                        "Speed at which heating softens the rosin. Small values melt it at slow speeds.",
                        &Contact::thermalVelocity)),
    inLaboratory (
        both ("contact.thermal_time", "contact_b.thermal_time", "Thermal time", "τ", Unit::second, 1e-5, 0.1, 3e-5,
              Scale::log,
              "Time the contact keeps its heat. Longer times delay the friction behind the speed and flatten the tone.",
              &Contact::thermalTime)),
    inLaboratory (both ("contact.memory_time", "contact_b.memory_time", "Friction memory", "τ_L", Unit::second, 1e-6,
                        0.1, 2e-5, Scale::log, "Delay of Armstrong's friction behind the sliding speed.",
                        &Contact::memoryTime)),
    inLaboratory (both ("contact.ageing_time", "contact_b.ageing_time", "Ageing time", "γ", Unit::second, 1e-6, 1.0,
                        2e-4, Scale::log, "Time at rest over which Armstrong's static friction grows halfway.",
                        &Contact::ageingTime)),
};

inline constexpr Parameter afterContact[] = {
    menu ("body.type", "Body", "Body", bodyNames, 0, "Body under the bow.", &Patch::bodyType),
    real ("body.tune", "Body", "Tune", "", Unit::semitone, -48.0, 48.0, 0.0, Scale::linear,
          "Transposition of the body.", &Patch::bodyTuneSemitones),
    real ("body.fine", "Body", "Fine tune", "", Unit::cent, -100.0, 100.0, 0.0, Scale::linear,
          "Fine tuning of the body.", &Patch::bodyFineCents),
    real ("body.impedance", "Body", "Wave impedance", "Z_0", Unit::kilogramPerSecond, 0.005, 50.0, 0.3, Scale::log,
          "Force per speed of a wave on the string, at D4: light strings respond fast, heavy ones need more bow.",
          &Patch::bodyImpedance),
    inFiles (real ("body.impedance_track", "Body", "Impedance track", "", Unit::percent, 0.0, 100.0, 50.0,
                   Scale::linear,
                   "Reduction of Wave impedance on higher strings: Z_0 falls as the frequency to this power.",
                   &Patch::bodyImpedanceTrackPercent)),
    real ("body.decay", "Body", "Decay", "T60", Unit::second, 0.02, 120.0, 3.0, Scale::log,
          "Decay time (60 dB) common to all partials.", &Patch::bodyDecay),
    real ("body.quality", "Body", "Quality", "Q", Unit::none, 20.0, 5000.0, 380.0, Scale::log,
          "Quality factor of high partials. Low: dark and forgiving. High: bright and nervous.", &Patch::bodyQuality),
    real ("body.inharmonicity", "Body", "String stiffness", "B", Unit::none, 1e-7, 0.1, 1e-5, Scale::log,
          "Bending stiffness of the string: f_n = n f_0 sqrt (1 + B n^2).", &Patch::bodyInharmonicity),
    real ("body.modes", "Body", "Modes", "", Unit::none, 1.0, 128.0, 64.0, Scale::integer,
          "Maximum number of partials per voice, including torsional ones.", &Patch::bodyModes),
    inFiles (toggle ("body.torsion", "Body", "Torsion", true,
                     "Lets the string twist under the bow, which makes attacks speak much sooner.",
                     &Patch::bodyTorsion)),
    inFiles (real ("body.torsion_impedance", "Body", "Torsion impedance", "Z_t/Z_0", Unit::none, 0.5, 50.0, 3.3,
                   Scale::log, "Torsional wave impedance divided by the transverse wave impedance.",
                   &Patch::bodyTorsionImpedance)),
    inFiles (real ("body.torsion_ratio", "Body", "Torsion pitch", "f_t/f_0", Unit::none, 1.5, 12.0, 5.2, Scale::log,
                   "First torsional frequency divided by the first transverse frequency.", &Patch::bodyTorsionRatio)),
    inFiles (real ("body.torsion_quality", "Body", "Torsion quality", "Q_t", Unit::none, 5.0, 500.0, 34.0, Scale::log,
                   "Quality factor of the torsional modes.", &Patch::bodyTorsionQuality)),
    real ("body.mass", "Body", "Body mass", "M", Unit::kilogram, 1e-3, 100.0, 0.3, Scale::log,
          "Mass of a bar, glass or plate. Light bodies respond to a light touch; heavy ones need force.",
          &Patch::bodyMass),
    real ("body.warp", "Body", "Warp", "", Unit::none, 0.5, 1.5, 1.0, Scale::linear,
          "Compresses or expands the partials of a bar, glass or plate: ratios to this power. Guide holds it above "
          "0.8 while a bow draws.",
          &Patch::bodyWarp),
    menu ("body.pickup", "Body", "Pickup", pickups, 1,
          "Signal of the two pickups on a bar, glass or plate. Displacement: dark. Velocity: neutral. Radiated: "
          "bright, as heard from a distance.",
          &Patch::bodyPickup),
    toggle ("body.round", "Body", "Round", false,
            "Moves the finger round the rim of a glass or bowl. The mode pattern follows, so that the sound swells and "
            "fades as it passes.",
            &Patch::bodyRound),
    real ("body.radius", "Body", "Radius", "R", Unit::metre, 0.005, 1.0, 0.035, Scale::log,
          "Radius of the rim. One turn takes 2 π R divided by the hand's speed.", &Patch::bodyRadius),
    real ("body.air_loss", "Body", "Air loss", "s_a", Unit::hertz, 0.0, 20.0, 0.0, Scale::power,
          "Air drag on the string at 1 kHz (decay per second); grows with the square root of frequency. Affects thick, "
          "light strings most.",
          &Patch::bodyAirLoss),
    inFiles (real (
        "body.bending_loss", "Body", "Bending loss", "δ", Unit::none, 0.0, 1.0, 0.0, Scale::power,
        "Loss factor of the string's material. With String stiffness, it dulls the highest partials. Steel 0.004, "
        "gut 0.06.",
        &Patch::bodyBendingLoss)),

    remeant (menu ("voice.mode", "Voice", "Voices mode", voiceModes, 2,
                   "Use of strings. Strings: as on a fiddle, overlapping keys slur, wide steps change string, "
                   "simultaneous keys form chords. Mono: one string, always slurred. Poly: one string per key.",
                   &Patch::voiceMode),
             0.0),
    real ("voice.count", "Voice", "Voices", "", Unit::none, 1.0, 16.0, 8.0, Scale::integer,
          "Maximum number of strings that sound at once.", &Patch::voiceCount),
    real ("voice.glide", "Voice", "Glide", "", Unit::second, 0.0, 5.0, 0.0, Scale::power,
          "Time of the slide from one note to the next.", &Patch::voiceGlide),
    real ("voice.bend_range", "Voice", "Bend range", "", Unit::semitone, 0.0, 96.0, 2.0, Scale::linear,
          "Range of the pitch wheel. MPE controllers set their own.", &Patch::voiceBendRangeSemitones),
    remeant (real ("voice.vibrato", "Voice", "Vibrato", "", Unit::cent, 0.0, 100.0, 15.0, Scale::linear,
                   "Depth of the automatic vibrato, which begins after Vibrato delay.", &Patch::voiceVibratoCents),
             0.0),
    real ("voice.vibrato_wheel", "Voice", "Wheel vibrato", "", Unit::cent, 0.0, 100.0, 30.0, Scale::linear,
          "Vibrato depth added by the modulation wheel (CC1).", &Patch::voiceVibratoWheelCents),
    real ("voice.vibrato_rate", "Voice", "Vibrato rate", "", Unit::hertz, 0.1, 12.0, 5.5, Scale::log,
          "Rate of the vibrato.", &Patch::voiceVibratoRate),
    real ("voice.velocity", "Voice", "Velocity", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
          "Effect of key velocity on the dynamics; with Response Direct, on Bite and Speed.",
          &Patch::voiceVelocityPercent),
    real ("voice.touch", "Voice", "Aftertouch", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
          "Effect of aftertouch and MPE pressure on the dynamics; with Response Direct, on Pressure and Speed.",
          &Patch::voiceTouchPercent),
    remeant (real ("voice.humanise", "Voice", "Human", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
                   "Natural variation of the hands: bowed strings swell, every stroke differs and no tone is perfectly "
                   "steady. Repeats exactly on each playback.",
                   &Patch::voiceHumanisePercent),
             0.0),
    forPlayer (real ("voice.seed", "Voice", "Human seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
                     "Random seed of Human: selects another set of variations.", &Patch::voiceSeed)),
    forPlayer (
        menu ("voice.mpe", "Voice", "MPE", mpeModes, 0,
              "One channel per note. Auto: follows the controller's MPE configuration message. On: even without that "
              "message. Off: never.",
              &Patch::voiceMpe)),
    forPlayer (real ("voice.mpe_range", "Voice", "MPE bend range", "", Unit::semitone, 0.0, 96.0, 48.0, Scale::linear,
                     "Range of per-note bend in MPE, until the controller sets another (RPN 0 on note channels).",
                     &Patch::voiceMpeRangeSemitones)),
    later (menu ("voice.response", "Voice", "Response", responses, 0,
                 "Effect of velocity, expression, breath and pressure. Player: they move Dynamics. Direct: they "
                 "multiply bow speed and force, for experiments.",
                 &Patch::voiceResponse),
           1.0),
    later (real ("voice.dynamic_range", "Voice", "Dynamic range", "", Unit::decibel, 0.0, 60.0, 36.0, Scale::linear,
                 "Difference in level between the softest and the loudest note.", &Patch::voiceDynamicRangeDb),
           36.0),
    later (real ("voice.guide", "Voice", "Guide", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                 "Keeps contact, force and attack within the playable range of this body, like a teacher's hand on the "
                 "elbow. 0: pure physics.",
                 &Patch::voiceGuidePercent),
           0.0),
    later (real ("voice.pitch_lock", "Voice", "Pitch lock", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                 "Correction of the flattening that friction causes, as a player's finger corrects it by ear.",
                 &Patch::voicePitchLockPercent),
           0.0),

    menu ("out.box", "Out", "Box", boxNames, 1,
          "Resonating box that radiates the sound. Measured is an impulse response from a file.", &Patch::outBox),
    real ("out.box_mix", "Out", "Box mix", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
          "Balance between the force at the bridge (0 %) and the box (100 %).", &Patch::outBoxMixPercent),
    real ("out.box_size", "Out", "Box size", "", Unit::percent, 40.0, 250.0, 100.0, Scale::log,
          "Size of the box. Larger boxes resonate lower.", &Patch::outBoxSizePercent),
    forPlayer (real ("out.width", "Out", "Stereo width", "", Unit::percent, 0.0, 200.0, 100.0, Scale::linear,
                     "Stereo width: low keys to the left, high keys to the right, and some breadth on every sound.",
                     &Patch::outWidthPercent)),
    real ("out.level", "Out", "Level", "", Unit::decibel, -60.0, 12.0, -8.0, Scale::linear, "Output level.",
          &Patch::outLevelDb),
    forPlayer (toggle ("out.guard", "Out", "Ear guard", true, "Limits peaks to -1 dBFS.", &Patch::outGuard)),
    real ("out.sympathetic", "Out", "Sympathetic", "", Unit::percent, 0.0, 100.0, 0.0, Scale::linear,
          "Level of twelve sympathetic strings on the same bridge. Higher values make the bridge yield more.",
          &Patch::outSympatheticPercent),
    menu ("out.sympathetic_tuning", "Out", "Sympathetic tuning", sympatheticTunings, 0,
          "Tuning of the sympathetic strings.", &Patch::outSympatheticTuning),
    inLaboratory (real ("out.sympathetic_decay", "Out", "Sympathetic decay", "T60", Unit::second, 0.1, 30.0, 8.0,
                        Scale::log, "Decay time of the sympathetic strings.", &Patch::outSympatheticDecay)),
    real ("out.room", "Out", "Room", "", Unit::percent, 0.0, 100.0, 0.0, Scale::linear,
          "Amount of room. At 100 % the room is about as loud as the instrument.", &Patch::outRoomPercent),
    real ("out.room_size", "Out", "Room size", "T60", Unit::second, 0.2, 12.0, 1.4, Scale::log,
          "Decay time of the room (60 dB, at 1 kHz; shorter for high notes): 0.4 s for a chamber, 2 s for a hall, 8 s "
          "for a cathedral.",
          &Patch::outRoomSize),

    forPlayer (real (
        "quality.passes", "Quality", "Passes", "", Unit::none, 2.0, 4.0, 2.0, Scale::integer,
        "Iterations per contact step. The energy ledger balances with any number; more iterations come closer to the "
        "exact motion.",
        &Patch::qualityPasses)),
    forPlayer (
        menu ("quality.oversampling", "Quality", "Oversampling", oversamplings, 0,
              "Runs the strings at twice the host's sample rate. Bowed strings are sensitive: another setting gives "
              "another take.",
              &Patch::qualityOversampling)),
    toggle ("quality.ledger", "Quality", "Keep ledger", false,
            "Accounts for the energy of every step also while no picture is open. Costs some processor time; does not "
            "change the sound.",
            &Patch::qualityLedger),
    forPlayer (real (
        "quality.partials", "Quality", "Partials", "", Unit::none, 64.0, 2048.0, 2048.0, Scale::integer,
        "Maximum number of partials for all voices together, in a section for those of each player; players behind do "
        "without some first. Fewer partials cost less. Notes receive them as they start; low notes receive more.",
        &Patch::qualityPartials)),

    inLaboratory (real ("block.mass", "Block", "Block mass", "M", Unit::kilogram, 1e-4, 10.0, 0.005, Scale::log,
                        "Mass of the block. Light blocks follow the hand; heavy ones lag and knock.",
                        &Patch::blockMass)),
    real ("block.gap", "Block", "Gap", "", Unit::metre, 1e-6, 0.5, 4e-5, Scale::log,
          "Distance from the block to the stop on either side; with Shake, at D4.", &Patch::blockGap),
    real ("block.restitution", "Block", "Bounce", "e", Unit::none, 0.0, 0.99, 0.5, Scale::linear,
          "Fraction of the speed kept after a stop. 0 thuds, 0.9 rattles.", &Patch::blockRestitution),
    inLaboratory (real ("block.mu_static", "Block", "Floor grip", "μ_s", Unit::none, 0.0, 2.0, 0.3, Scale::linear,
                        "Friction coefficient at rest between the block and its floor, under the block's weight.",
                        &Patch::blockMuStatic)),
    inLaboratory (real ("block.mu_kinetic", "Block", "Floor sliding grip", "μ_k", Unit::none, 0.0, 2.0, 0.2,
                        Scale::linear,
                        "Friction coefficient between the sliding block and its floor; never above Floor grip.",
                        &Patch::blockMuKinetic)),
    inLaboratory (toggle (
        "block.shake", "Block", "Shake", true,
        "Moves the hand to and fro at the note's pitch, so that the block rattles in tune. Off: the hand moves one "
        "way.",
        &Patch::blockShake)),
    real ("block.felt", "Block", "Felt", "", Unit::second, 1e-5, 0.02, 1e-4, Scale::log,
          "Softness of the stops: time over which a knock sounds.", &Patch::blockFelt),

    remeant (
        real ("surface.texture", "Surface", "Texture", "", Unit::percent, 0.0, 100.0, 5.0, Scale::linear,
              "Roughness of the contact: hiss and rasp, less beside the tone the harder it is pressed. Rubbing back "
              "repeats it.",
              &Patch::surfaceTexturePercent),
        0.0),
    remeant (real ("surface.grain", "Surface", "Grain", "", Unit::metre, 1e-5, 0.02, 3e-4, Scale::log,
                   "Sliding distance after which the contact is another one. Fine: bright hiss. Coarse: ratchets and "
                   "creaks.",
                   &Patch::surfaceGrain),
             3e-4),
    forPlayer (real ("surface.seed", "Surface", "Surface seed", "", Unit::none, 0.0, 9999.0, 0.0, Scale::integer,
                     "Random seed of the surface: each number gives another surface.", &Patch::surfaceSeed)),
    real ("surface.ageing", "Surface", "Surface ageing", "", Unit::percent, 0.0, 300.0, 0.0, Scale::linear,
          "Growth of the grip while the contact rests. Old joints stick, then jump.", &Patch::surfaceAgeingPercent),
    real ("surface.ageing_time", "Surface", "Rest time", "τ", Unit::second, 1e-3, 100.0, 0.3, Scale::log,
          "Time at rest over which the grip grows.", &Patch::surfaceAgeingTime),
    inLaboratory (real ("surface.ageing_slip", "Surface", "Ageing slip", "D", Unit::metre, 1e-6, 0.01, 5e-5, Scale::log,
                        "Sliding distance that erases the ageing.", &Patch::surfaceAgeingSlip)),
    retired (real ("surface.width", "Surface", "Bow width", "", Unit::percent, 0.0, 10.0, 0.0, Scale::linear, {},
                   &Patch::surfaceWidthPercent)),

    toggle ("compare.on", "Compare", "Compare", false,
            "Prepares a second set of strings with the contact of slot B, under the same hand. Doubles the cost.",
            &Patch::compareOn),
    forPlayer (menu ("compare.slot", "Compare", "Compare slot", slotNames, 0,
                     "Slot heard while Compare is on, at matched level: A or B.", &Patch::compareSlot)),
};

/** Rows that came before those of modulation. */
inline constexpr Parameter beforeModulation[] = {
    // Human
    later (real ("human.strokes", "Human", "Strokes", "", Unit::percent, 0.0, 200.0, 100.0, Scale::linear,
                 "Variation between strokes in speed, attack, pressure, position and pitch.",
                 &Patch::humanStrokesPercent),
           100.0),
    later (real ("human.drift", "Human", "Drift", "", Unit::percent, 0.0, 400.0, 210.0, Scale::linear,
                 "Slow variation of bow speed, force, position and tilt within a stroke. 100 %: speed by 10 %, force "
                 "by 12 %, with Human at 100 %.",
                 &Patch::humanDriftPercent),
           0.0),
    later (real ("human.tremor", "Human", "Tremor", "", Unit::percent, 0.0, 400.0, 370.0, Scale::linear,
                 "Tremor of the bow arm, six to ten times per second; on glass, metal and skins also a judder at 10 "
                 "to 25 Hz. 100 %: speed by 6 %, force by 8 %, with Human at 100 %.",
                 &Patch::humanTremorPercent),
           0.0),
    later (
        real (
            "human.texture", "Human", "Bow hair", "", Unit::percent, 0.0, 400.0, 230.0, Scale::linear,
            "Unevenness of hair and rosin along the bow, over millimetres and centimetres. 100 %: speed by 6 %, force "
            "by 10 %, with Human at 100 %.",
            &Patch::humanTexturePercent),
        0.0),
    later (
        real ("human.finger", "Human", "Finger", "", Unit::percent, 0.0, 400.0, 130.0, Scale::linear,
              "Unsteadiness of the stopping finger: pitch, and depth of the vibrato. 100 %: by 3 cents and 20 %, with "
              "Human at 100 %.",
              &Patch::humanFingerPercent),
        0.0),
    later (real ("human.bow", "Human", "Bow length", "", Unit::metre, 0.0, 5.0, 0.0, Scale::power,
                 "Length of bow before it reverses in a held note; a real bow has 0.65 m. 0: unlimited.",
                 &Patch::humanBowLength),
           0.0),
    // Playing of strings
    later (
        menu (
            "voice.strings", "Voice", "Open strings", stringChoices, 0,
            "Open strings of the instrument, with Voices mode Strings. Free: any number of strings, none of them open.",
            &Patch::voiceStrings),
        0.0),
    later (real ("voice.stopped_decay", "Voice", "Stopped decay", "", Unit::second, 0.05, 60.0, 1.2, Scale::log,
                 "Decay of a stopped note after release, at D4; shorter for higher notes. Open strings use Decay.",
                 &Patch::voiceStoppedDecay),
           1.2),
    later (real ("voice.vibrato_delay", "Voice", "Vibrato delay", "", Unit::second, 0.0, 5.0, 0.1, Scale::power,
                 "Time before a note's vibrato begins. Vibrato from the wheel begins at once.",
                 &Patch::voiceVibratoDelay),
           0.0),
    later (real ("voice.vibrato_growth", "Voice", "Vibrato growth", "", Unit::second, 0.0, 5.0, 0.3, Scale::power,
                 "Time over which the vibrato reaches its depth.", &Patch::voiceVibratoGrowth),
           0.0),
    later (real ("out.chord", "Out", "Chord balance", "", Unit::percent, 0.0, 100.0, 100.0, Scale::linear,
                 "Reduction of each string's level in a chord, so that a chord is not much louder than one note.",
                 &Patch::outChordPercent),
           0.0),
};

/** Rows that came after those of modulation; the next one stands at the end. */
inline constexpr Parameter afterModulation[] = {
    // Choice of articulations during playing
    forPlayer (later (menu ("hand.accent", "Hand", "Accent", articulations, 0,
                            "Articulation of keys with a velocity of Accent from or more.", &Patch::handAccent),
                      0.0)),
    forPlayer (later (real ("hand.accent_from", "Hand", "Accent from", "", Unit::none, 1.0, 128.0, 128.0,
                            Scale::integer, "Lowest key velocity for Accent. 128: never.", &Patch::handAccentFrom),
                      128.0)),
    forPlayer (later (
        toggle ("voice.key_switches", "Voice", "Key switches", false,
                "Makes the keys from Switch key upwards silent; they select the articulation (Bow, Pluck and so on, "
                "in the menu's order).",
                &Patch::voiceKeySwitches),
        0.0)),
    forPlayer (
        later (real ("voice.switch_key", "Voice", "Switch key", "", Unit::key, 0.0, 120.0, 12.0, Scale::integer,
                     "First key that selects an articulation; C4 is middle C. The keyboard below shows their names.",
                     &Patch::voiceSwitchKey),
               12.0)),
    // Pressure, before all its uses
    later (real ("voice.press_floor", "Touch", "Press floor", "", Unit::percent, 0.0, 90.0, 0.0, Scale::linear,
                 "Aftertouch and MPE pressure up to this value have no effect; pressure above it spans the full range.",
                 &Patch::voicePressFloorPercent),
           0.0),
    forPlayer (later (
        real ("voice.press_curve", "Touch", "Press curve", "", Unit::none, -1.0, 1.0, 0.0, Scale::linear,
              "Response to pressure above the floor. Above 0: late, for a heavy touch. Below 0: early, for a light "
              "touch.",
              &Patch::voicePressCurve),
        0.0)),
    // Box, after its kind and its size
    later (real ("out.box_character", "Out", "Box character", "", Unit::none, 1.0, 999.0, 1.0, Scale::integer,
                 "Random seed of the box: each number is another instrument of its kind, and always the same one.",
                 &Patch::outBoxCharacter),
           1.0),
    // Contacts beside the bow
    later (menu ("side.contact", "Side contact", "Side contact", sideContacts, 0,
                 "Kind of second contact with the body. Rub: a second bow, or a damper at rest. Stop: something hard "
                 "that the body "
                 "strikes; it buzzes and rattles.",
                 &Patch::sideKind),
           0.0),
    later (menu ("side.law", "Side contact", "Side law", lawNames, 0,
                 "Friction law of the side contact. Its other knobs are those of the bow.", &Patch::sideLaw),
           0.0),
    later (real ("side.position", "Side contact", "Side position", "β₂", Unit::none, 0.005, 0.995, 0.5, Scale::linear,
                 "Place of the side contact, as a fraction of the length, measured from the bridge.",
                 &Patch::sidePosition),
           0.5),
    later (real ("side.force", "Side contact", "Side force", "", Unit::newton, 0.001, 5000.0, 0.5, Scale::log,
                 "Normal force of the side contact.", &Patch::sideForce),
           0.5),
    later (real ("side.speed", "Side contact", "Side speed", "", Unit::metrePerSecond, -3.0, 3.0, 0.0, Scale::linear,
                 "Speed of the second bow while the key is held; negative: against the first. 0: at rest, a damper.",
                 &Patch::sideSpeed),
           0.0),
    later (real ("side.gap", "Side contact", "Stop gap", "", Unit::metre, 0.0, 0.01, 2e-4, Scale::power,
                 "Distance between the stop and the body at rest.", &Patch::sideGap),
           2e-4),
    later (real ("side.stiffness", "Side contact", "Stop stiffness", "", Unit::newtonPerMetre, 1e2, 1e7, 1e5,
                 Scale::log, "Stiffness of the stop. Soft: a hum. Hard: a buzz.", &Patch::sideStiffness),
           1e5),
    later (real ("side.restitution", "Side contact", "Stop rebound", "e", Unit::none, 0.0, 1.0, 0.8, Scale::linear,
                 "Fraction of its speed with which the body leaves the stop, at 0.1 m/s.", &Patch::sideRestitution),
           0.8),
    later (
        toggle ("finger.touch", "Side contact", "Light finger", false,
                "Touches the body lightly at Finger position. On a node of a partial it leaves that partial alone, a "
                "flageolet; elsewhere it damps.",
                &Patch::fingerTouch),
        0.0),
    later (
        real ("finger.position", "Side contact", "Finger position", "", Unit::none, 0.005, 0.995, 0.5, Scale::linear,
              "Place of the finger, as a fraction of the length, measured from the bridge. The articulation Harmonic "
              "chooses its own.",
              &Patch::fingerPosition),
        0.5),
    later (real ("finger.force", "Side contact", "Finger force", "", Unit::newton, 0.001, 10.0, 0.1, Scale::log,
                 "Normal force of the finger, here and with the articulation Harmonic.", &Patch::fingerForce),
           0.1),
    inFiles (
        later (real ("finger.stiffness", "Side contact", "Finger stiffness", "", Unit::newtonPerMetre, 10.0, 1e5, 100.0,
                     Scale::log, "Stiffness of the fingertip along the bow's direction.", &Patch::fingerStiffness),
               100.0)),
    inFiles (later (real ("finger.damping", "Side contact", "Finger damping", "", Unit::newtonSecondPerMetre, 0.0, 10.0,
                          0.1, Scale::power, "Damping of the fingertip.", &Patch::fingerDamping),
                    0.1)),
    // Body, after its kinds
    later (
        real ("body.tension", "Body", "Tension", "", Unit::percent, 0.0, 100.0, 0.0, Scale::power,
              "Rise in tension when the string, skin or plate swings by 1 mm: loud notes start sharp and fall as they "
              "fade. 0: constant. Nylon 0.02, steel 0.07, slack strings 0.5 and more.",
              &Patch::bodyTensionPercent),
        0.0),
    // Second body
    later (menu ("second_body.type", "Second body", "Second body", secondBodyNames, 0,
                 "Body in the hand, which rubs the first body and sounds with it: chalk on a board, a bar on a bar.",
                 &Patch::secondBodyType),
           0.0),
    later (menu ("second_body.tuning", "Second body", "Second tuning", secondTunings, 0,
                 "Pitch of the second body. Interval: follows the keys. Fixed: Second pitch, on every key.",
                 &Patch::secondBodyTuning),
           0.0),
    later (real ("second_body.interval", "Second body", "Second interval", "", Unit::semitone, -60.0, 60.0, 0.0,
                 Scale::linear,
                 "Interval from the first body to the second. At 0 the two resonate together, and the first sounds "
                 "much louder.",
                 &Patch::secondBodyIntervalSemitones),
           0.0),
    later (real ("second_body.pitch", "Second body", "Second pitch", "f_1", Unit::hertz, 10.0, 16000.0, 1200.0,
                 Scale::log, "First resonance of the second body, with Second tuning Fixed.", &Patch::secondBodyPitch),
           1200.0),
    later (real ("second_body.mass", "Second body", "Second mass", "M", Unit::kilogram, 1e-5, 100.0, 0.1, Scale::log,
                 "Mass of the second body; of a string, its vibrating length at D4. The lighter of two bodies moves "
                 "most.",
                 &Patch::secondBodyMass),
           0.1),
    later (real ("second_body.decay", "Second body", "Second decay", "T60", Unit::second, 0.005, 120.0, 1.0, Scale::log,
                 "Decay time (60 dB) common to all partials of the second body.", &Patch::secondBodyDecay),
           1.0),
    later (real ("second_body.quality", "Second body", "Second quality", "Q", Unit::none, 5.0, 5000.0, 300.0,
                 Scale::log, "Quality factor of the second body's material. Chalk 40, wood 80, metal 1000.",
                 &Patch::secondBodyQuality),
           300.0),
    later (real ("second_body.position", "Second body", "Second position", "β", Unit::none, 0.005, 0.5, 0.02,
                 Scale::log, "Contact point on the second body, along its path.", &Patch::secondBodyPosition),
           0.02),
    inFiles (later (real ("second_body.inharmonicity", "Second body", "Second stiffness", "B", Unit::none, 1e-7, 0.1,
                          1e-5, Scale::log, "Bending stiffness of the second string: f_n = n f_0 sqrt (1 + B n^2).",
                          &Patch::secondBodyInharmonicity),
                    1e-5)),
    inFiles (later (real ("second_body.modes", "Second body", "Second modes", "", Unit::none, 1.0, 64.0, 64.0,
                          Scale::integer, "Maximum number of the second body's partials per voice.",
                          &Patch::secondBodyModes),
                    64.0)),
    later (real ("second_body.mix", "Second body", "Second mix", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
                 "Balance between both bodies: 0 only the first, 50 both in full, 100 only the second.",
                 &Patch::secondBodyMixPercent),
           50.0),
    later (real ("second_body.pan", "Second body", "Second pan", "", Unit::percent, -100.0, 100.0, 0.0, Scale::linear,
                 "Stereo position of the second body: -100 left, 100 right.", &Patch::secondBodyPanPercent),
           0.0),
    // Direction into the body
    later (menu ("normal.force", "Normal force", "Normal force", normalForces, 0,
                 "Origin of the normal force. Given: the hand's force, as it is. Spring, Hertz: a mass rests on "
                 "an elastic contact; it bounces, hops and lets go. From the next note on.",
                 &Patch::normalKind),
           0.0),
    later (real ("normal.stiffness", "Normal force", "Contact stiffness", "", Unit::newtonPerMetre, 1e2, 1e7, 2e4,
                 Scale::log,
                 "Stiffness of the contact into the body; with Hertz, under 1 N. With the mass it sets the pitch of "
                 "hopping and squeal.",
                 &Patch::normalStiffness),
           2e4),
    later (real ("normal.restitution", "Normal force", "Contact rebound", "e", Unit::none, 0.0, 1.0, 0.7, Scale::linear,
                 "Fraction of its speed with which the mass leaves a rigid body, at 0.1 m/s.",
                 &Patch::normalRestitution),
           0.7),
    later (real ("normal.mass", "Normal force", "Pressing mass", "", Unit::kilogram, 1e-4, 10.0, 0.02, Scale::log,
                 "Mass that presses: the bow at the string, the pad, the chalk.", &Patch::normalMass),
           0.02),
    inLaboratory (later (
        real ("normal.hand_stiffness", "Normal force", "Pressing spring", "", Unit::newtonPerMetre, 0.1, 1e5, 20.0,
              Scale::log,
              "Spring of the hand behind the mass. Weak: a weight. Stiff: a hand that holds its place, and presses "
              "less.",
              &Patch::normalHandStiffness),
        20.0)),
    inFiles (later (real ("normal.hand_damping", "Normal force", "Pressing damping", "ζ", Unit::none, 0.001, 0.9, 0.3,
                          Scale::log, "Damping of mass and spring, as a fraction of critical damping.",
                          &Patch::normalHandDamping),
                    0.3)),
    later (real ("normal.angle", "Normal force", "Body angle", "", Unit::degree, -80.0, 80.0, 0.0, Scale::linear,
                 "Direction in which the body vibrates: 0 along its surface, positive rising with the motion of the "
                 "hand. Not 0: friction and normal force feed each other.",
                 &Patch::normalAngleDegrees),
           0.0),
    later (real ("second_body.angle", "Normal force", "Second angle", "", Unit::degree, -80.0, 80.0, 0.0, Scale::linear,
                 "Direction in which the second body vibrates, against the same surface.",
                 &Patch::secondBodyAngleDegrees),
           0.0),
    // Hand behind a side contact
    inLaboratory (later (
        menu ("side.hand", "Side contact", "Side hand", sideHandKinds, 0,
              "Hand behind the side contact. Rigid: moves exactly as told. Arm: a mass on a spring that gives way; "
              "a second bow chatters, and a stop is loose.",
              &Patch::sideHand),
        0.0)),
    inLaboratory (
        later (real ("side.hand_stiffness", "Side contact", "Side spring", "k", Unit::newtonPerMetre, 1.0, 1e6, 2e3,
                     Scale::log, "Stiffness of the spring between that hand and its mass.", &Patch::sideHandStiffness),
               2e3)),
    inLaboratory (later (real ("side.hand_mass", "Side contact", "Side mass", "m", Unit::kilogram, 1e-5, 10.0, 0.01,
                               Scale::log, "Mass at the side contact.", &Patch::sideHandMass),
                         0.01)),
    inFiles (
        later (real ("side.hand_damping", "Side contact", "Side damping", "ζ", Unit::none, 0.001, 0.9, 0.05, Scale::log,
                     "Damping of that mass on its spring, as a fraction of critical damping.", &Patch::sideHandDamping),
               0.05)),
    // Guide
    later (
        menu (
            "voice.guide_kind", "Voice", "Guide kind", guideKinds, 0,
            "Way of the guide. Follow: every speed, force and position is played as set, and the contact follows the "
            "bow; of flageolets, and of laws that jump or lag, the whole motion. Hold: holds the bow where the contact "
            "speaks.",
            &Patch::voiceGuideKind),
        1.0),
    // Line
    later (real ("voice.phrasing", "Human", "Phrasing", "", Unit::percent, 0.0, 100.0, 50.0, Scale::linear,
                 "Shapes the notes of a line on bowed strings: each grows and fades, detached notes part where the bow "
                 "turns or stops, slurs dip, and vibrato differs from note to note. 0: even notes.",
                 &Patch::voicePhrasingPercent),
           0.0),
    // Section
    later (real ("section.players", "Section", "Players", "", Unit::none, 1.0, 16.0, 1.0, Scale::linear,
                 "Number of players of every note. Each has a hand and a string of its own. A fraction is the level of "
                 "the last one. Partials counts those of one player.",
                 &Patch::sectionPlayers),
           1.0),
    later (real ("section.together", "Section", "Together", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
                 "Likeness of the players in time. 0: notes begin 60 ms apart (rms), soft ones more. 100: at once, "
                 "except that "
                 "the sound of the back rows arrives later.",
                 &Patch::sectionTogetherPercent),
           60.0),
    later (real ("section.tuning", "Section", "Tuning spread", "", Unit::cent, 0.0, 50.0, 8.0, Scale::linear,
                 "Distance in pitch between players when a note begins (rms). They listen, and draw together to a "
                 "third of it.",
                 &Patch::sectionTuningCents),
           8.0),
    later (real ("section.width", "Section", "Seating width", "", Unit::percent, 0.0, 100.0, 60.0, Scale::linear,
                 "Width of the stage that the chairs take up.", &Patch::sectionWidthPercent),
           60.0),
    later (toggle ("section.divisi", "Section", "Divisi", false,
                   "A chord divides the section, the highest key for the first desks. Off: all play every key.",
                   &Patch::sectionDivisi),
           0.0),
    later (menu ("section.bowing", "Section", "Bowing", bowings, 0,
                 "Changes of bow within a long note. Free: each player's own, so that the section never breathes. "
                 "Together: with the first player.",
                 &Patch::sectionBowing),
           0.0),
    // A player's place, after the hands
    later (real ("human.turning", "Human", "Turning", "", Unit::percent, 0.0, 400.0, 200.0, Scale::linear,
                 "How far a player turns and sways with a string instrument between nearby walls. 100 %: by 10 degrees "
                 "and 6 cm, with Human at 100 %.",
                 &Patch::humanTurningPercent),
           0.0),
};
} // namespace kolophon::rows
