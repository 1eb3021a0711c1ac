#pragma once

#include "../Files/PerformanceFile.h"
#include "../Synth/GestureDrawing.h"
#include "../Synth/PictureFeed.h"

#include <optional>
#include <vector>

namespace kolophon
{
/** Writes down what a hand does, to make a gesture of it: the bow of the note that was struck last as a window sees it,
    sixty times a second, or what wheels and keys have sent, event by event. [message] */
class GestureRecorder
{
public:
    enum class Source { kept, bow, wheel, breath, pressure, slide, bend };
    static constexpr const char* sourceNames[] = { "Keep as drawn", "From the bow", "Mod wheel", "Breath",
                                                   "Pressure",      "Slide (CC74)", "Bend" };
    static constexpr double longest = 60.0; // [s]: what a performance's log has

    using Sources = std::array<Source, gestureTrackCount>;

    /** Begins with the next key. `now`: LoggedPerformance::began and the log's samples count from the same moment. */
    void start (const Sources& itsSources, const Patch& itsPatch, std::int64_t now);
    bool isRecording () const noexcept { return recording; }
    bool listensToBow () const noexcept;

    /** The instrument as it is seen now. */
    void look (const ShapeFrame& shape);
    /** [s] that have been seen of a bow. */
    double seconds () const noexcept;
    const std::vector<drawing::HandMoment>& moments () const noexcept { return seen; }

    /** What was recorded, or nothing where no key was struck. Of the log's controllers count those since start(). */
    std::optional<drawing::RecordedGesture> finish (const std::optional<RecordedPerformance>& played, std::int64_t now,
                                                    const DrawnGesture& before);
    void cancel () noexcept { recording = false; }

private:
    void addControllers (const RecordedPerformance& played, std::int64_t now);

    Sources sources {};
    Patch patch = Patch::defaults();
    std::int64_t startedAt = 0;
    bool recording = false;
    double direction = 0.0; // of the first stroke
    std::vector<drawing::HandMoment> seen;
};
} // namespace kolophon
