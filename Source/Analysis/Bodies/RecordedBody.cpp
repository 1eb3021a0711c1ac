// SPDX-License-Identifier: GPL-3.0-or-later
#include "RecordedBody.h"

#include "../../Core/Units.h"
#include "../../Files/Bytes/WholeFile.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
Result<RecordedBody> bodyFromRecording (const Recording& recording, const std::string& name, int maxModes,
                                        const std::function<bool()>& stopped)
{
    auto result = estimateModes (recording.left, recording.right, recording.sampleRate, maxModes, stopped);
    if (! result)
        return tl::unexpected<InputError> (result.error());
    RecordedBody recorded { {}, *std::move (result), recording.sampleRate, recording.isWhole, recording.warnings };
    recorded.body.name = name;
    recorded.body.notes = "Estimated from a recording.";
    for (const auto& warning : recording.warnings)
        recorded.body.notes += " Its file: " + warning + ".";
    double strongest = 0.0;
    for (const auto& mode : recorded.estimate.modes)
        strongest = std::max ({ strongest, std::abs (mode.left), std::abs (mode.right) });
    for (const auto& [frequency, decayRate, left, right] : recorded.estimate.modes)
    {
        const double shape = std::sqrt (std::max (std::abs (left), std::abs (right)) / strongest);
        const double sign = (std::conj (left) * right).real() < 0.0 ? -1.0 : 1.0;
        const double t60 = std::clamp (t60FromDecayRate (decayRate), ringTimes.lowest, ringTimes.highest);
        recorded.body.modes.push_back ({ frequency,
                                         t60,
                                         { shape },
                                         std::abs (left) / (strongest * shape),
                                         sign * std::abs (right) / (strongest * shape) });
    }
    return recorded;
}

Result<RecordedBody> readRecordedBody (const std::filesystem::path& file, int maxModes,
                                       const std::function<bool()>& stopped)
{
    return readRecording (file).and_then (
        [&] (const Recording& recording)
        {
            return inFile (shownName (file.filename()),
                           bodyFromRecording (recording, file.stem().string(), maxModes, stopped));
        });
}

Result<CustomBody> readAnyBody (const std::filesystem::path& file, const std::function<bool()>& stopped)
{
    if (! isRecording (file))
        return readBodyFile (file);
    return readRecordedBody (file, usualModes, stopped).map ([] (RecordedBody recorded) { return recorded.body; });
}
} // namespace kolophon
