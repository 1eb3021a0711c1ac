#pragma once

#include "../Rendering/MeasuredNotes.h"

#include <span>
#include <string>

/** What `kolophon measure` says. */
namespace kolophon
{
/** Lines for a terminal: a note each, their mean, and what the distance is made up of. */
std::string measureText (std::span<const MeasuredNote> notes);

/** A row a note with every measure, loudness, and the distance with its parts; last, where there are several, their
    mean, without what one of them has not got. */
std::string measureCsv (std::span<const MeasuredNote> notes);
std::string measureJson (std::span<const MeasuredNote> notes);
} // namespace kolophon
