// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Core/Threads/Mailbox.h"
#include "../Processor/PluginProcessor.h"
#include "ClapHost.h"

#include <optional>
#include <vector>

namespace kolophon::clap
{
/** Parameters as CLAP hosts see them. A value is in the unit of the parameter's text where the knob is straight, an
    index or a whole number where it has steps, and the place 0 … 1 of the slider where the knob is curved: there hosts
    draw curves and add modulation as the player turns the knob. */
class Parameters final : private juce::AudioProcessorListener
{
public:
    Parameters (PluginProcessor& itsProcessor, const Host& itsHost);
    ~Parameters() override;

    /** Number of the bypass, behind all rows of the table. */
    std::size_t bypass () const noexcept { return rows.size(); }
    std::size_t count () const noexcept { return rows.size() + 1; }
    /** Number of a parameter by its id, which is a fingerprint of the text that files use. [any] */
    std::optional<std::size_t> find (clap_id id) const noexcept;
    static clap_id idOf (std::string_view text) noexcept;
    clap_id idOf (std::size_t number) const noexcept;

    bool describe (std::size_t number, clap_param_info_t& info) const;
    double value (std::size_t number) const noexcept;
    /** Value in the table's unit that the host means; nothing if it is not a number. Precondition: not the bypass.
        [any] */
    std::optional<double> meant (std::size_t number, double hostValue) const noexcept;
    /** Travel of the knob, -1 … 1 of its slider, that an amount of modulation means. [any] */
    double travel (std::size_t number, double amount) const noexcept;
    bool text (std::size_t number, double hostValue, char* destination, std::size_t size) const;
    std::optional<double> parse (std::size_t number, const char* text) const;

    /** Passes what the player and the editor have changed to the host. [audio, or main while inactive] */
    void give (const clap_output_events_t& out) noexcept;
    /** Asks the host to read all values again, if presets or states have changed them. [main] */
    void tellHost ();

private:
    struct Change
    {
        std::uint16_t kind; // CLAP_EVENT_PARAM_…
        std::uint16_t number;
    };

    void audioProcessorParameterChanged (juce::AudioProcessor*, int index, float) override;
    void audioProcessorChanged (juce::AudioProcessor*, const ChangeDetails& details) override;
    void audioProcessorParameterChangeGestureBegin (juce::AudioProcessor*, int index) override;
    void audioProcessorParameterChangeGestureEnd (juce::AudioProcessor*, int index) override;
    std::optional<std::size_t> numberAt (int index) const;
    void queue (std::uint16_t kind, int index);
    bool push (const clap_output_events_t& out, const Change& change) const noexcept;

    struct Range
    {
        double low, high;
    };
    Range range (std::size_t number) const noexcept;
    double hostValue (std::size_t number, double exact) const noexcept;

    PluginProcessor& processor;
    const Host& host;
    std::span<TableParameter* const> rows;
    std::vector<double> factors;                       // of the unit, for straight knobs
    std::vector<std::pair<clap_id, std::size_t>> byId; // sorted
    std::vector<std::pair<const juce::AudioProcessorParameter*, std::size_t>> byPointer; // sorted
    std::vector<int> openGestures;                                                       // [main] by number
    std::vector<std::atomic<bool>> waits;                                                // a value is in `changes`
    Queue<Change, 2048> changes;                                                         // from main
    std::optional<Change> waiting; // [audio] refused by the host so far
    std::atomic<bool> valuesChanged { false }, stateChanged { false };
};

extern const clap_plugin_params_t parametersExtension;
} // namespace kolophon::clap
