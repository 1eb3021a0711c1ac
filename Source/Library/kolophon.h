// SPDX-License-Identifier: GPL-3.0-or-later
/** @file
    The friction synthesiser Kolophon as a library, libkolophon, with a C interface.

    A synth plays events and renders stereo blocks of any length. The samples depend only on the sample rate, the state
    and the events with their sample offsets, not on the block length: they are those of the plug-in and of
    `kolophon render`, to the last bit.

    Rules for threads. Each function has a tag:

    - [any]    any thread, at any time.
    - [audio]  real-time safe: no allocation, no lock, no file, no system call.
    - [setup]  may allocate memory and take milliseconds.

    For one synth, do not call two functions at the same time, [any] excepted. Different synths are independent: each
    may have a thread of its own. The library starts no thread, opens no file and prints nothing.

    Errors. A function that can fail returns a ::kolophon_status; kolophon_error() then returns a sentence with the
    field, the value and the allowed range. A failed call changes nothing. Every function accepts a null pointer: it
    returns an error, or the value that its description names.

    Texts are UTF-8 and end with a zero byte. Numbers use the SI unit of the parameter, or %, st, cent and dB where the
    parameter has that unit; channels count from 0 to 15, keys are MIDI keys (69 is A4). */
#ifndef KOLOPHON_H
#define KOLOPHON_H

#include <stddef.h>
#include <stdint.h>

/** @cond */
#ifdef __cplusplus
 #define KOLOPHON_LINKAGE extern "C"
#else
 #define KOLOPHON_LINKAGE extern
#endif

#if defined(KOLOPHON_STATIC)
 #define KOLOPHON_API KOLOPHON_LINKAGE
#elif defined(_WIN32) && defined(KOLOPHON_BUILDING)
 #define KOLOPHON_API KOLOPHON_LINKAGE __declspec(dllexport)
#elif defined(_WIN32)
 #define KOLOPHON_API KOLOPHON_LINKAGE __declspec(dllimport)
#elif defined(__GNUC__)
 #define KOLOPHON_API KOLOPHON_LINKAGE __attribute__ ((visibility ("default")))
#else
 #define KOLOPHON_API KOLOPHON_LINKAGE
#endif

/** @endcond */

/** An instrument. */
typedef struct kolophon_synth kolophon_synth;

/** Result of a call. */
typedef enum kolophon_status {
    KOLOPHON_OK = 0,
    KOLOPHON_INVALID_ARGUMENT = 1, /**< A null pointer, or a number outside its range. */
    KOLOPHON_NOT_FOUND = 2,        /**< A parameter or preset that does not exist. */
    KOLOPHON_INVALID_DATA = 3,     /**< A text or MIDI message that cannot be read. */
    KOLOPHON_QUEUE_FULL = 4,       /**< Too many events for one block: see #KOLOPHON_MOST_EVENTS. */
    KOLOPHON_OUT_OF_MEMORY = 5,
    KOLOPHON_INTERNAL_ERROR = 6 /**< A fault of the library: please report it. */
} kolophon_status;

/** Number of events that may wait for the next block. */
#define KOLOPHON_MOST_EVENTS 4096
/** Largest offset of an event [samples]. */
#define KOLOPHON_LARGEST_OFFSET 1073741823
/** Largest number of probes per sample. */
#define KOLOPHON_PROBES_PER_SAMPLE 8

/* ---- Version ---- */

/** Returns the version of the library: "0.2.0". [any] */
KOLOPHON_API const char* kolophon_version (void);

/** Returns the name of the instruction set that this machine uses: "AVX2". [any] */
KOLOPHON_API const char* kolophon_instruction_set (void);

/* ---- Lifetime ---- */

/** Makes an instrument with the default sound, silent. Returns null on failure; kolophon_error (NULL) is then the
    reason.
    @param sample_rate 8000 to 768000 [Hz]. [any] */
KOLOPHON_API kolophon_synth* kolophon_create (double sample_rate);

/** Frees an instrument and the texts that it returned. Null is accepted. [setup] */
KOLOPHON_API void kolophon_destroy (kolophon_synth* synth);

/** Sets the sample rate [Hz], as in kolophon_create(), and silences everything; the sound remains. [setup] */
KOLOPHON_API kolophon_status kolophon_set_sample_rate (kolophon_synth* synth, double sample_rate);

/** Returns the sample rate [Hz]; 0 for null. [audio] */
KOLOPHON_API double kolophon_sample_rate (const kolophon_synth* synth);

/** Silences everything, centres all controllers and discards waiting events; the sound remains. [audio] */
KOLOPHON_API kolophon_status kolophon_reset (kolophon_synth* synth);

/** Returns the reason why the last call with this synth that failed did so; with null, the last call of this thread
    that failed without one. Empty if none failed. Valid until the next call that fails. [audio] */
KOLOPHON_API const char* kolophon_error (const kolophon_synth* synth);

/* ---- Parameters ---- */

/** Mapping of a parameter's range to a knob. */
typedef enum kolophon_scale {
    KOLOPHON_LINEAR = 0,
    KOLOPHON_LOGARITHMIC = 1,
    KOLOPHON_CUBIC = 2,   /**< For ranges that begin at 0. */
    KOLOPHON_INTEGER = 3, /**< Whole numbers. */
    KOLOPHON_MENU = 4,    /**< Index of a choice. */
    KOLOPHON_TOGGLE = 5   /**< 0 or 1. */
} kolophon_scale;

/** Description of a parameter. */
typedef struct kolophon_parameter
{
    const char* id;             /**< Permanent: "hand.speed". */
    const char* group;          /**< "Hand" */
    const char* name;           /**< "Speed" */
    const char* unit;           /**< "m/s"; empty for a ratio. */
    const char* range;          /**< "0.0005 to 3 m/s", or the choices of a menu. */
    const char* help;           /**< One or two sentences. */
    const char* since;          /**< Version that introduced it. */
    double minimum;             /**< Lowest value, in `unit`. */
    double maximum;             /**< Highest value. */
    double default_value;       /**< Value without a preset. */
    kolophon_scale scale;       /**< Mapping to a knob. */
    int32_t choice_count;       /**< 0 except for a menu. */
    const char* const* choices; /**< Their names. */
} kolophon_parameter;

/** Returns the number of parameters. [any] */
KOLOPHON_API int32_t kolophon_parameter_count (void);

/** Returns the description of a parameter; null if `index` is not less than kolophon_parameter_count(). Indices are
    those of this version of the library: store ids. [any, not real-time safe] */
KOLOPHON_API const kolophon_parameter* kolophon_parameter_info (int32_t index);

/** Returns the index of a parameter; -1 for an unknown id. [any] */
KOLOPHON_API int32_t kolophon_parameter_index (const char* id);

/** Returns the position of a knob, 0 to 1, for a value; NaN for an invalid index. [any] */
KOLOPHON_API double kolophon_parameter_position (int32_t index, double value);

/** Returns the value for the position of a knob; NaN for an invalid index. [any] */
KOLOPHON_API double kolophon_parameter_value (int32_t index, double position);

/** Writes a value as text with its unit ("35 mm/s", "Ring"), truncated to `capacity` bytes including the zero.
    [any, not real-time safe] */
KOLOPHON_API kolophon_status kolophon_parameter_text (int32_t index, double value, char* text, size_t capacity);

/** Reads a value from text, as kolophon_set_text() does, for kolophon_automate(). Failures are those of
    kolophon_error (NULL). [any, not real-time safe] */
KOLOPHON_API kolophon_status kolophon_parameter_parse (int32_t index, const char* text, double* value);

/** Returns the value of a parameter. Changes that wait as events are not included. [audio] */
KOLOPHON_API kolophon_status kolophon_get (const kolophon_synth* synth, const char* id, double* value);

/** Sets a parameter without a glide; parameters that glide go on. While notes sound, it is heard from the next control
    interval on (32 samples), and laws and bodies change as with kolophon_automate(). [audio] */
KOLOPHON_API kolophon_status kolophon_set (kolophon_synth* synth, const char* id, double value);

/** Sets a parameter from text: "35 mm/s", "-6 dB", "Ring", "on", or a number in its own unit. [setup] */
KOLOPHON_API kolophon_status kolophon_set_text (kolophon_synth* synth, const char* id, const char* text);

/* ---- Sounds ---- */

/** Returns the number of built-in presets. [any, not real-time safe] */
KOLOPHON_API int32_t kolophon_preset_count (void);

/** Returns the name of a built-in preset; null if `index` is not less than kolophon_preset_count().
    [any, not real-time safe] */
KOLOPHON_API const char* kolophon_preset_name (int32_t index);

/** Loads a built-in preset by name, ignoring case. Sounding notes go on. [setup] */
KOLOPHON_API kolophon_status kolophon_load_preset (kolophon_synth* synth, const char* name);

/** Loads a preset file's text, or a state that kolophon_state() or the plug-in wrote. Parts that cannot be used are
    left out, and listed by kolophon_findings(). [setup] */
KOLOPHON_API kolophon_status kolophon_load_json (kolophon_synth* synth, const char* json);

/** Plays a recorded performance, the text of a .performance file, from its beginning with the next blocks: resets,
    loads its sound, and repeats its events at their times. Parts that cannot be used are left out, and listed by
    kolophon_findings(). At the sample rate of the recording, the samples are those that were heard then. Other events
    are played as well; at the end, all keys are released. kolophon_reset() ends it.
    @param json null: ends the performance and resets. [setup] */
KOLOPHON_API kolophon_status kolophon_load_performance (kolophon_synth* synth, const char* json);

/** Returns the rest of the performance [s]; 0 when none is played. [audio] */
KOLOPHON_API double kolophon_performance_left (const kolophon_synth* synth);

/** Returns what kolophon_load_json() or kolophon_load_performance() left out: one line, or an empty text. Valid until
    the next load. [setup] */
KOLOPHON_API const char* kolophon_findings (const kolophon_synth* synth);

/** Returns the whole sound as JSON, in the plug-in's format; null on failure. Valid until the next call. [setup] */
KOLOPHON_API const char* kolophon_state (kolophon_synth* synth);

/** Sets the body "Custom" from a body file's text; null restores its own modes. As in the plug-in, body.type,
    body.decay, body.mass and body.modes follow the file. Notes that sound keep their body. [setup] */
KOLOPHON_API kolophon_status kolophon_set_body (kolophon_synth* synth, const char* json);

/** Sets the box "Measured" to an impulse response of `count` samples, and selects it; the level does not matter.
    `right` null: both channels use the left one. `left` null: removes the response, so that this box is the bare
    force. Refuses silence, numbers that are not finite, more than two seconds, and sounds that do not decay. [setup] */
KOLOPHON_API kolophon_status kolophon_set_box (kolophon_synth* synth, const double* left, const double* right,
                                               size_t count, double sample_rate);

/** Sets the drawn gesture from a gesture file's text; null restores the default. It plays if hand.drive is "Gesture".
    [setup] */
KOLOPHON_API kolophon_status kolophon_set_gesture (kolophon_synth* synth, const char* json);

/** Sets the tuning.
    @param scl  text of a Scala scale; null: twelve equal semitones
    @param kbm  text of a keyboard mapping; null: 1/1 on key 60, and A4 on key 69
    @param a4   400 to 480 [Hz]. [setup] */
KOLOPHON_API kolophon_status kolophon_set_tuning (kolophon_synth* synth, const char* scl, const char* kbm, double a4);

/* ---- Events ----

   An event happens `offset` samples after the first sample of the next block; if that block is shorter, in a later one.
   Events at the same sample keep the order of the calls. */

/** Starts a note.
    @param velocity greater than 0, at most 1. [audio] */
KOLOPHON_API kolophon_status kolophon_note_on (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t key,
                                               double velocity);

/** Releases a note.
    @param velocity 0 to 1. [audio] */
KOLOPHON_API kolophon_status kolophon_note_off (kolophon_synth* synth, uint32_t offset, int32_t channel, int32_t key,
                                                double velocity);

/** Sets the pressure of one note, 0 to 1. [audio] */
KOLOPHON_API kolophon_status kolophon_note_pressure (kolophon_synth* synth, uint32_t offset, int32_t channel,
                                                     int32_t key, double pressure);

/** Sets the pressure of a channel, 0 to 1. [audio] */
KOLOPHON_API kolophon_status kolophon_channel_pressure (kolophon_synth* synth, uint32_t offset, int32_t channel,
                                                        double pressure);

/** Bends the pitch of a channel, -1 to 1 of its bend range. For a bend per note, use MPE (voice.mpe): one note per
    channel. [audio] */
KOLOPHON_API kolophon_status kolophon_pitch_bend (kolophon_synth* synth, uint32_t offset, int32_t channel, double bend);

/** Moves a MIDI controller, 0 to 127, to 0 to 1. [audio] */
KOLOPHON_API kolophon_status kolophon_controller (kolophon_synth* synth, uint32_t offset, int32_t channel,
                                                  int32_t number, double value);

/** Moves a parameter, smoothly where it can be heard: automation.
    @param parameter its index
    @param value     in its unit. [audio] */
KOLOPHON_API kolophon_status kolophon_automate (kolophon_synth* synth, uint32_t offset, int32_t parameter,
                                                double value);

/** Sets a key's note.
    @param key  0 to 127
    @param note 0 to 128 [semitones]: 69 is 440 Hz, 69.5 a quarter tone above. [audio] */
KOLOPHON_API kolophon_status kolophon_tune_key (kolophon_synth* synth, uint32_t offset, int32_t key, double note);

/** Sends one MIDI 1.0 message: a channel message, or system exclusive with its 0xf0. Other messages are ignored.
    Running status is not supported. [audio] */
KOLOPHON_API kolophon_status kolophon_midi (kolophon_synth* synth, uint32_t offset, const uint8_t* bytes, size_t count);

/** Sets the tempo of the song, for modulation in time with it: 1 to 1000 [quarter notes per minute]. [audio] */
KOLOPHON_API kolophon_status kolophon_tempo (kolophon_synth* synth, uint32_t offset, double tempo);

/** Sets the length of the song's bars: 0.0625 to 64 [quarter notes]. [audio] */
KOLOPHON_API kolophon_status kolophon_bar (kolophon_synth* synth, uint32_t offset, double quarters);

/** Sets the position in the song: -1e6 to 1e6 [quarter notes from its beginning]. Send it when the song starts or
    jumps. [audio] */
KOLOPHON_API kolophon_status kolophon_position (kolophon_synth* synth, uint32_t offset, double quarters);

/* Notes with numbers: several notes on one key differ by them, and each has its own expressions and modulation. The
   caller chooses a number, from 1 to KOLOPHON_LARGEST_NOTE, that no other note has that is held or sounds. What is sent
   to a note before kolophon_begin_note() at the same sample is there when its stroke begins; 32 notes at a time can be
   touched in this way. */

/** Largest number of a note. */
#define KOLOPHON_LARGEST_NOTE 16777215

/** Expression of one note, in addition to its channel's controllers. */
typedef enum kolophon_expression {
    KOLOPHON_TUNING = 0,     /**< -120 to 120 [semitones], added to the bend. */
    KOLOPHON_VOLUME = 1,     /**< Gain, 0 to 4; 1: unchanged. */
    KOLOPHON_PAN = 2,        /**< 0 left to 1 right; 0.5: unchanged. */
    KOLOPHON_BRIGHTNESS = 3, /**< Like controller 74, 0 to 1; 0.5 at first. */
    KOLOPHON_PRESSURE = 4,   /**< Like the pressure of a key, 0 to 1. */
    KOLOPHON_VIBRATO = 5,    /**< Like the modulation wheel, 0 to 1. */
    KOLOPHON_LOUDNESS = 6    /**< Like controller 11, 0 to 1; 1: unchanged. */
} kolophon_expression;

/** Starts a note under a number.
    @param velocity greater than 0, at most 1. [audio] */
KOLOPHON_API kolophon_status kolophon_begin_note (kolophon_synth* synth, uint32_t offset, uint32_t note,
                                                  int32_t channel, int32_t key, double velocity);

/** Releases such a note, with the channel and key that it began with.
    @param velocity 0 to 1. [audio] */
KOLOPHON_API kolophon_status kolophon_release_note (kolophon_synth* synth, uint32_t offset, uint32_t note,
                                                    int32_t channel, int32_t key, double velocity);

/** Releases such a note and silences it at once. [audio] */
KOLOPHON_API kolophon_status kolophon_choke_note (kolophon_synth* synth, uint32_t offset, uint32_t note,
                                                  int32_t channel, int32_t key);

/** Sets an expression of one note.
    @param expression a ::kolophon_expression
    @param value      in its range. [audio] */
KOLOPHON_API kolophon_status kolophon_express_note (kolophon_synth* synth, uint32_t offset, uint32_t note,
                                                    int32_t expression, double value);

/** Modulates a parameter: moves its knob away from where it stands, until the next call.
    @param note      0: for the whole instrument
    @param parameter its index
    @param travel    -1 to 1 of the knob's range, in positions: see kolophon_parameter_position(); 0: as the knob stands
    [audio] */
KOLOPHON_API kolophon_status kolophon_modulate (kolophon_synth* synth, uint32_t offset, uint32_t note,
                                                int32_t parameter, double travel);

/** Returns 1 while a note that was begun under this number is held or sounds, else 0. [audio] */
KOLOPHON_API int32_t kolophon_note_is_playing (const kolophon_synth* synth, uint32_t note);

/** Silences all notes at once. [audio] */
KOLOPHON_API kolophon_status kolophon_panic (kolophon_synth* synth, uint32_t offset);

/* ---- Sound ---- */

/** Renders the next block.
    @param left,right `count` samples each, full scale 1. [audio] */
KOLOPHON_API kolophon_status kolophon_render (kolophon_synth* synth, double* left, double* right, size_t count);

/** Renders the same samples, rounded to float; what is subnormal there is zero. [audio] */
KOLOPHON_API kolophon_status kolophon_render_float (kolophon_synth* synth, float* left, float* right, size_t count);

/** One step of the contact of the latest note: the columns of `kolophon render --probes`. Means are over the step. */
typedef struct kolophon_probe
{
    double time;               /**< [s] */
    double bow_velocity;       /**< [m/s] */
    double normal_force;       /**< [N] */
    double relative_velocity;  /**< [m/s] bow minus surface, mean */
    double friction_force;     /**< [N] of the bow on the surface, mean */
    double bristle_elongation; /**< [m] at the end of the step */
    double surface_velocity;   /**< [m/s] mean */
    double law_state;          /**< 0 lifted, 1 stick, 2 slip */
    double law_mode;           /**< discrete state of a law that has one */
    double stored_energy;      /**< [J] of body and bristle, at the end of the step */
    double work_in;            /**< [J] in this step */
    double friction_loss;      /**< [J] in this step */
    double body_loss;          /**< [J] in this step */
    double residual;           /**< [J] energy change minus booked changes */
    double bridge_force;       /**< [N] of the string on the bridge, at the end of the step */
} kolophon_probe;

/** Renders the next block, driven by a signal, with probes.
    @param drive    `count` samples for the hands if hand.drive is "Audio speed" or "Audio force", or null
    @param probes   `capacity` probes, or null; #KOLOPHON_PROBES_PER_SAMPLE times `count` always suffice, and what does
                    not fit is dropped
    @param capacity 0 if `probes` is null
    @param written  receives the number of probes; may be null. [audio] */
KOLOPHON_API kolophon_status kolophon_render_probes (kolophon_synth* synth, const double* drive, double* left,
                                                     double* right, size_t count, kolophon_probe* probes,
                                                     size_t capacity, size_t* written);

/** Returns the number of voices that sound, as of the last 1/30 s; 0 for null. [audio] */
KOLOPHON_API int32_t kolophon_voices (const kolophon_synth* synth);

/** Returns 1 if nothing sounds and no event waits, else 0; 1 for null. [audio] */
KOLOPHON_API int32_t kolophon_is_silent (const kolophon_synth* synth);

/** Returns the delay of the sound behind the events [samples]. [audio] */
KOLOPHON_API int32_t kolophon_latency (const kolophon_synth* synth);

/** Returns the decay time after the last release [s], at most 60. [audio] */
KOLOPHON_API double kolophon_tail (const kolophon_synth* synth);

/** The energy account since the last reset. */
typedef struct kolophon_energy
{
    double stored;            /**< [J] now */
    double work_in;           /**< [J] done by the bows */
    double friction_loss;     /**< [J] turned into heat at the contacts */
    double body_loss;         /**< [J] lost inside the bodies */
    double peak;              /**< [J] largest stored energy */
    double worst_residual;    /**< [J] of one step */
    double relative_residual; /**< of the worst step, relative to the peak */
    double energy_created;    /**< [J] in steps with a negative loss: 0 for a passive law */
    uint64_t generator_steps; /**< number of such steps */
    uint64_t steps;           /**< number of booked steps */
} kolophon_energy;

/** Returns the energy account. It runs while the parameter quality.ledger is on, and while probes are rendered.
    [audio] */
KOLOPHON_API kolophon_status kolophon_get_energy (const kolophon_synth* synth, kolophon_energy* energy);

#endif
