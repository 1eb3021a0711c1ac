#include "RecordedBody.h"

#include "../Core/Units.h"

#include <algorithm>
#include <cmath>

namespace kolophon
{
std::variant<RecordedBody, std::string> bodyFromRecording (const Recording& recording, const std::string& name, int most)
{
    auto result = estimateModes (recording.left, recording.right, recording.sampleRate, most);
    if (auto* sentence = std::get_if<std::string> (&result))
        return *sentence;
    RecordedBody recorded { {}, std::get<ModeEstimate> (std::move (result)), recording.sampleRate, recording.isWhole };
    recorded.body.name = name;
    recorded.body.notes = "Estimated from a recording.";
    double strongest = 0.0;
    for (const auto& mode : recorded.estimate.modes)
        strongest = std::max ({ strongest, std::abs (mode.left), std::abs (mode.right) });
    for (const auto& [frequency, decayRate, left, right] : recorded.estimate.modes)
    {
        const double shape = std::sqrt (std::max (std::abs (left), std::abs (right)) / strongest);
        const double sign = (std::conj (left) * right).real() < 0.0 ? -1.0 : 1.0;
        const double t60 = std::clamp (t60FromDecayRate (decayRate), ringTimes.lowest, ringTimes.highest);
        recorded.body.modes.push_back ({ frequency, t60, { shape },
                                         std::abs (left) / (strongest * shape),
                                         sign * std::abs (right) / (strongest * shape) });
    }
    return recorded;
}

std::variant<RecordedBody, std::string> readRecordedBody (const std::filesystem::path& file, int most)
{
    auto recording = readRecording (file);
    if (auto* sentence = std::get_if<std::string> (&recording))
        return *sentence;
    auto result = bodyFromRecording (std::get<Recording> (recording), file.stem().string(), most);
    if (auto* sentence = std::get_if<std::string> (&result))
        return file.filename().string() + ": " + *sentence;
    return result;
}

std::variant<CustomBody, std::string> readAnyBody (const std::filesystem::path& file)
{
    if (! isRecording (file))
        return readBodyFile (file);
    auto result = readRecordedBody (file, usualModes);
    if (auto* sentence = std::get_if<std::string> (&result))
        return *sentence;
    return std::get<RecordedBody> (std::move (result)).body;
}
} // namespace kolophon
