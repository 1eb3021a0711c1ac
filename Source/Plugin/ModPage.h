#pragma once

#include "MatrixPanel.h"

namespace kolophon
{
/** What moves knobs: envelopes, LFOs, drift, and the matrix that leads them to knobs. [message] */
class ModPage final : public Page
{
public:
    explicit ModPage (PageContext itsContext);
    void refresh (const Patch& patch, const MeterFrame* meters) override;
    void resized () override;

    /** True for rows of the table that stand here, in one of the panels or in the matrix. */
    static bool shows (const ParamInfo& info);

private:
    std::vector<std::unique_ptr<ParameterPanel>> panels;
    MatrixPanel matrix;
    juce::Viewport viewport;
    juce::Component canvas;
};
} // namespace kolophon
