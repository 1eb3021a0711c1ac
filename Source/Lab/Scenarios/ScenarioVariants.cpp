// SPDX-License-Identifier: GPL-3.0-or-later
#include "../../Core/Text/NumberText.h"
#include "Scenario.h"
#include "ScenarioParts.h"

#include "../../Files/Bytes/PrintableText.h"

#include <cstdio>

namespace kolophon::lab::scenario
{
namespace
{
const Json settingsSchema { { "type", "object" }, { "description", "Values by path: \"drive.push.to\": 2" } };

std::vector<Setting> settingsOf (const Json& object, const std::string& path)
{
    if (! object.is_object())
        throw InputError ({ path, shown (object), "is not an object", "{ \"path.to.value\": … }" });
    std::vector<Setting> settings;
    for (const auto& [name, value] : object.items())
        settings.push_back ({ name, value });
    return settings;
}

std::string shortNumber (const Json& value)
{
    if (! value.is_number())
        return value.is_string() ? value.get<std::string>() : dump (value);
    return significant (value.get<double>(), 6);
}
} // namespace

std::vector<Variant> readVariants (Fields& f)
{
    std::vector<Variant> variants;
    f.list ("variants", 0, maxRuns, "Runs that differ from the scenario; without variants there is a single run.",
            [&] (Fields& g)
            {
                Variant v;
                v.name = g.text ("name", "Name in reports and legends.");
                if (const auto* set = g.value ("set", "Differences from the scenario.", true, settingsSchema))
                    v.settings = settingsOf (*set, g.pathOf ("set"));
                variants.push_back (std::move (v));
            });
    return variants;
}

std::vector<Variant> readSweeps (Fields& f, std::vector<Variant> variants)
{
    f.list ("sweep", 0, 4, "Runs every variant with a list of values.",
            [&] (Fields& g)
            {
                const auto path = g.text ("path", "Path of the value: drive.push.seconds");
                const auto label = g.text ("label", "Text before the value in the run's name.", "");
                const auto unit = g.text ("unit", "Text after the value.", "");
                const auto* values =
                    g.value ("values", "List of values.", true, { { "type", "array" }, { "minItems", 1 } });
                if (g.describing())
                    return;
                if (! values->is_array() || values->empty() || values->size() > maxRuns)
                    g.refuse ("values", "is not a list of 1 to " + std::to_string (maxRuns) + " values");
                for (const auto& value : *values)
                    if (firstUnprintable (shortNumber (value)))
                        g.refuse ("values", "is not a valid name for a run; allowed: a single line of text");
                std::vector<Variant> more;
                for (const auto& variant : variants.empty() ? std::vector<Variant> { {} } : variants)
                    for (const auto& value : *values)
                    {
                        auto one = variant;
                        one.name += (one.name.empty() ? "" : ", ") + label + (label.empty() ? "" : " ") +
                                    shortNumber (value) + (unit.empty() ? "" : " " + unit);
                        one.settings.push_back ({ path, value });
                        more.push_back (std::move (one));
                    }
                variants = std::move (more);
                if (variants.size() > maxRuns)
                    g.refuse ("values", "make more than " + std::to_string (maxRuns) + " runs");
            });
    return variants;
}
} // namespace kolophon::lab::scenario
