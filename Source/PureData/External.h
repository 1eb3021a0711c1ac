// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "Arguments.h"
#include "Instrument.h"
#include "NumberedNotes.h"

#include <memory>
#include <string>

namespace kolophon::puredata
{
/** State of an object [kolophon~], beside Pd's own. */
struct External
{
    External (t_canvas* itsCanvas, t_outlet* rightOutlet, double sampleRate)
        : canvas (itsCanvas), replies (rightOutlet), instrument (sampleRate)
    {
    }

    t_canvas* canvas; // whose folder files are looked for in
    t_outlet* replies;
    Instrument instrument;
    NumberedNotes notes;

    kolophon_synth* synth () const noexcept { return instrument.get(); }
};

/** Throws the library's sentence if a call failed. */
void check (const External& external, kolophon_status status);

using Act = void (External&, Arguments&);
struct Message
{
    const char* selector;
    Act* act;
};

/** Messages that play and set. */
std::span<const Message> playingMessages () noexcept;
/** Messages that load sounds, and questions. */
std::span<const Message> soundMessages () noexcept;

/** Plays "key velocity [channel]". */
void playNote (External& external, Arguments& values);
/** Sets the parameter that the message is called after: "hand.force 0.4". */
void setParameter (External& external, Arguments& values);
/** Loads the sound that an object is created with: a preset, or a file that ends with ".json". */
void loadSound (External& external, const std::string& name);

/** Returns the index of a parameter, or refuses. */
int32_t parameterIndex (std::string_view id);

/** Reads a file of the patch's search path; Refused names the file. */
std::string fileText (const External& external, const std::string& name);
} // namespace kolophon::puredata
