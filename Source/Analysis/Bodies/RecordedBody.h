// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Parts/BodyFile.h"
#include "../../Files/Sounds/SoundFile.h"
#include "ModeEstimate.h"

namespace kolophon
{
/** A body out of the recording of a tap (an impulse response), and how it was found. */
struct RecordedBody
{
    CustomBody body;
    ModeEstimate estimate;
    double sampleRate = 0.0;              // [Hz]
    bool isWhole = true;                  // false: the recording goes on behind what was read
    std::vector<std::string> warnings {}; // of the recording's reader
};

inline constexpr int usualModes = 64;

/** A recording says how strong shape times pickup is in each mode, not which of the two it is. As if it had been struck
    and heard at one place, both get the root; with two channels the louder one does. The strongest mode has the shape
    1, all signs are those of the right channel against the left. The mass stays unknown.
    `stopped`: see estimateModes(). */
Result<RecordedBody> bodyFromRecording (const Recording& recording, const std::string& name, int maxModes,
                                        const std::function<bool()>& stopped = {});

/** The same from a file; the sentence then begins with the file's name. */
Result<RecordedBody> readRecordedBody (const std::filesystem::path& file, int maxModes,
                                       const std::function<bool()>& stopped = {});

/** The body in a recording (see isRecording()) or, where the name ends in anything else, in a body file. */
Result<CustomBody> readAnyBody (const std::filesystem::path& file, const std::function<bool()>& stopped = {});
} // namespace kolophon
