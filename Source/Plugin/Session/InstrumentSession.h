// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace kolophon
{
class Audition;
class GestureRecorder;
class HostNotifier;
class MidiLearn;
class ParameterBridge;
class PictureFeed;
class TableParameter;
class TakeRunner;
struct CustomBody;
struct DrawnGesture;
struct KeyTuning;
struct MeasuredBox;
struct MeterFrame;
struct Modulation;
struct PerformanceEvent;
struct Preset;
struct PresetInfo;
struct RecordedPerformance;
struct TakeOrder;

/** One instance of the instrument as its windows see it: the sound that they show and edit, the keys that they play,
    and the feeds that they draw. PluginProcessor implements it; the editor's pages, pictures and controls know nothing
    else of the processor. Functions without a thread are for the message thread. */
class InstrumentSession
{
public:
    // Knobs
    virtual ParameterBridge& bridge () noexcept = 0;
    /** Notifies host and editor of knobs that are moved by playing. */
    virtual HostNotifier& moveTeller () noexcept = 0;
    /** Learned MIDI controllers, and MIDI learn. */
    virtual MidiLearn& midiLearn () noexcept = 0;
    /** Locks or unlocks a knob. A locked one keeps its value when presets and bodies are loaded; hands, hosts and
        modulation can still move it. The host is told that its session has changed. [any but audio] */
    virtual void setLocked (TableParameter& parameter, bool shouldBe) = 0;
    virtual void unlockAll () = 0;
    /** Ids of locked knobs, in the table's order. [any] */
    virtual std::vector<std::string> locked () const = 0;

    // Presets
    /** Number of the factory preset played, or the first number after them for a preset from elsewhere. [any] */
    virtual int getCurrentProgram () = 0;
    /** Loads the factory preset with this number. The host sees another program only after announceProgram(). */
    virtual void setCurrentProgram (int index) = 0;
    /** Tells the host that its program and its session have changed. */
    virtual void announceProgram () = 0;
    /** Loads a factory preset that the host has not chosen, and tells it; false if the place is invalid. [any but
        audio] */
    virtual bool chooseFactoryPreset (int place) = 0;
    /** Loads a preset that is not a factory preset; its warnings become the notice. The host is told that its session
        has changed. [any but audio] */
    virtual void loadPreset (const Preset& preset) = 0;
    /** Sets everything as in this preset, but keeps the current name; hosts record the knobs as gestures. */
    virtual void restore (const Preset& preset) = 0;
    /** Replaces the words of the loaded preset if it is not a factory preset; the sound does not change. [any but
        audio] */
    virtual void setWords (const PresetInfo& words) = 0;
    /** The preset as it was loaded. [any but audio] */
    virtual Preset loadedPreset () const = 0;
    /** The current sound, with the name and notes of the preset it started from. [any but audio] */
    virtual Preset currentPreset () const = 0;
    /** True if an unlocked knob has moved, or another body was loaded, since the preset was loaded. [any but audio] */
    virtual bool isEdited () const = 0;
    /** One line about the session or the preset that came last: the parts that could not be used as written, or the
        reason for a failure. Empty after a success. [any but audio] */
    virtual std::string notice () const = 0;

    // Parts of the sound that are not knobs
    /** Plays this body from a file; the host is told that its session has changed. [any but audio] */
    virtual void loadBody (const CustomBody& body) = 0;
    /** The current body from a file, if there is one. [any but audio] */
    virtual std::optional<CustomBody> currentBody () const = 0;
    /** Number that changes with the body from a file. [any] */
    virtual std::uint32_t bodyNumber () const noexcept = 0;
    /** Plays the box "Measured" with this response, and selects it; the host is told that its session has changed. [any
        but audio] */
    virtual void loadBox (const MeasuredBox& box) = 0;
    /** The current response, if there is one. [any but audio] */
    virtual std::optional<MeasuredBox> currentBox () const = 0;
    /** Sets the tuning of the keys; sounding notes keep their pitch. The host is told that its session has changed.
        [any but audio] */
    virtual void loadTuning (const KeyTuning& tuning) = 0;
    /** Current tuning of the keys. [any but audio] */
    virtual KeyTuning currentTuning () const = 0;
    /** Current macros and matrix. [any but audio] */
    virtual Modulation modulation () const = 0;
    /** Replaces macros and matrix; the host is told that its session has changed. [any but audio] */
    virtual void setModulation (const Modulation& newModulation) = 0;
    /** Incremented whenever macros or matrix change, from any source. [any] */
    virtual std::uint32_t modulationChanges () const noexcept = 0;
    /** Current drawn gesture. [any but audio] */
    virtual DrawnGesture currentGesture () const = 0;
    /** Replaces the gesture; the host is told that its session has changed. [any but audio] */
    virtual void setGesture (const DrawnGesture& newGesture) = 0;

    // Steps of undo
    /** Group edits by the player of other things than knobs: each change, or all changes between these two calls, are
        one undo step. */
    virtual void beginEdit () noexcept = 0;
    virtual void endEdit () noexcept = 0;
    virtual bool isBeingEdited () const noexcept = 0;
    /** Incremented by every such change and by every preset. [any] */
    virtual std::uint32_t edits () const noexcept = 0;

    // Playing
    /** Plays an event from the on-screen keyboard; false if the queue is full. */
    virtual bool play (const PerformanceEvent& event) noexcept = 0;
    virtual bool isKeyHeld (int key) const noexcept = 0;

    // Recordings
    /** Performance of the last minute, which `kolophon render` reproduces to the last bit; nothing before the sound has
        started. [any but audio] */
    virtual std::optional<RecordedPerformance> lastMinute () const = 0;
    /** End of the log of the last minute [samples]. [any] */
    virtual std::int64_t loggedUntil () const noexcept = 0;
    /** Recorder of gestures, which works with or without an open window. */
    virtual GestureRecorder& gestureRecorder () noexcept = 0;
    /** Renders takes for this instance, also after its window has closed. */
    virtual TakeRunner& takes () noexcept = 0;
    /** Order of the takes requested last; its preset and performance are set when rendering starts. */
    virtual TakeOrder& takeOrder () noexcept = 0;
    /** Playback of takes. */
    virtual Audition& audition () noexcept = 0;

    // Feeds
    virtual PictureFeed& pictures () noexcept = 0;
    /** See Synth::hearPlayer(). */
    virtual void hearPlayer (int player) noexcept = 0;
    /** False without a new frame. */
    virtual bool collectMeters (MeterFrame& frame) noexcept = 0;
    /** Incremented with every block; the editor detects by it whether audio is running. [any] */
    virtual std::uint32_t blocksProcessed () const noexcept = 0;
    /** The host's sample rate [1/s]; 0 until it has set one. */
    virtual double hostSampleRate () const noexcept = 0;
    /** True while the host renders to a file, so that nothing else should compute. */
    virtual bool isRenderingOffline () const noexcept = 0;

    // Window
    /** True in a host, false where the instrument is used without a wrapper. */
    virtual bool isHosted () const noexcept = 0;
    /** Width of the window, kept in the session [pixels]; 0: none yet. [any] */
    virtual int editorWidth () const noexcept = 0;
    virtual void setEditorWidth (int width) noexcept = 0;

protected:
    InstrumentSession() = default;
    ~InstrumentSession() = default; // never deleted by its windows
    InstrumentSession (const InstrumentSession&) = default;
    InstrumentSession& operator= (const InstrumentSession&) = default;
};
} // namespace kolophon
