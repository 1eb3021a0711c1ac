// SPDX-License-Identifier: GPL-3.0-or-later
#include "LawPage.h"

#include "../Reports/Markdown.h"
#include "../Synth/Bodies/LawTable.h"
#include "../Synth/Parameters/ParameterTable.h"
#include "LawFigures.h"

namespace kolophon
{
namespace
{
constexpr auto lawIntroduction = R"(# Friction laws

Made by `kolophon list laws --markdown`, its figures by `kolophon figures laws`; do not edit.

Every law answers the same question: slid at this mean velocity for one step, what is your mean force? `contact.law`
chooses the one that plays, `contact_b.law` the one of slot B, and `kolophon compare` sends one gesture through several.

Symbols: `v` [m/s] is the relative velocity, bow minus surface; `F` [N] the force of the bow on the surface, so that
`F v >= 0` loses energy; `N` [N] the normal force. `F_s = mu_s N` is static friction and `F_c = mu_k N` what is left of it
when sliding fast. `sgn` is the sign, `(.)+` the positive part. Bristle laws: `x` or `z` [m] is the elongation of the
bristle, `k` or `sigma_0` [N/m] its spring, `s1` or `sigma_1` [N s/m] its damping, `s2` or `sigma_2` [N s/m] viscosity.

Energy: a **passive** law gives back no more than it took, whatever its knobs are and however they move. **literal: can
create energy** marks a printed law for which this is not so; it plays only while `contact.literal` is on, and the energy
ledger counts what it makes.

Equation numbers stand only where they were looked up in the text that is named.

)";

constexpr auto passesSection = R"(## What two passes cost

Bristle laws freeze one number in each step, the steady force `g`, and solve the rest in closed form; every pass of
`quality.passes` repeats that with the speed just found. Each keeps the energy books. How far the force is from the
converged motion in the first 30 ms of a stroke from rest (root mean square over that of the force; G3, 40 partials, bow 12 %
from the bridge, 0.8 N, bristle of 10 000 N/m, law Kolophon):

| breakaway | bow sets out at | 48 kHz: 2 passes | 3 | 4 | no number frozen | 96 kHz: 2 | 3 | 144 kHz: 2 | 3 |
|---|---|---|---|---|---|---|---|---|---|
| 0 | 5 m/s² | 0.11 % | 0.14 % | 0.15 % | 0.15 % | 0.02 % | 0.04 % | 0.01 % | 0.02 % |
| 0.4 | 5 m/s² | 0.60 % | 0.24 % | 0.28 % | 0.29 % | 0.18 % | 0.07 % | 0.08 % | 0.03 % |
| 0.7 | 5 m/s² | 0.30 % | 0.41 % | 0.56 % | 0.60 % | 0.07 % | 0.12 % | 0.03 % | 0.06 % |
| 0 | 20 m/s² | 0.34 % | 0.16 % | 0.19 % | 0.19 % | 0.07 % | 0.04 % | 0.03 % | 0.02 % |
| 0.4 | 20 m/s² | 1.48 % | 0.25 % | 0.27 % | 0.28 % | 0.34 % | 0.07 % | 0.14 % | 0.03 % |
| 0.7 | 20 m/s² | 1.28 % | 0.80 % | 1.18 % | 1.28 % | 0.28 % | 0.24 % | 0.12 % | 0.12 % |

So two passes, the default, are up to six times as far off as the step itself would be where a bristle that holds first is
torn away fast; a third pass ends that, and a fourth changes nothing any more: what is left then is the step's length, which
`quality.oversampling` divides, by four for each doubling. (A second pass by Newton's method comes as near as the third; it
was measured and left out: it costs a division that all the rest waits for, and every bit of the default sound.)

)";

constexpr auto names = R"(## One thing, several names

What the same quantity is called in the sources.

| here | LuGre | Dupont | Armstrong | Leine | Navarro-López | Modelica |
|---|---|---|---|---|---|---|
| whole static force | F_s | f_s | F_C + F_s | F_s | T_sb | f0_max |
| sliding limit | F_c | f_c | F_C | none: falls to 0 | T_cb | table |
| force just above rest | F_s | f_s | F_C + F_s | F_s | T_sb | f0 |
| spring of the bristle | σ0 | σ0 | k_t | - | - | - |
| band that counts as rest | - | - | - | η | δ | - |
| constant of the fall | v_s | v_s | x'_s | δ [s/m] | ν_f/γ_b | table |
)";

std::string lawOverview ()
{
    Rows rows;
    for (const auto& law : lawTable())
        rows.push_back ({ "`" + std::string (law.id) + "`",
                          "[" + std::string (law.name) + "](#" + markdownAnchor (law.name) + ")",
                          std::string (law.family), energyBadge (law), std::string (law.summary) });
    return markdownTable ({ "id", "name", "family", "energy", "what it is" }, rows);
}

std::string parameters (const LawInfo& law)
{
    Rows rows;
    for (const auto use : law.uses)
    {
        const auto id = "contact." + std::string (use);
        const auto& p = parameterTable()[findParameter (id).value()];
        rows.push_back ({ "`" + id + "`", std::string (p.label), std::string (p.symbol),
                          std::string (unitText (p.unit)), formatRange (p), formatValue (p, p.defaultValue) });
    }
    return markdownTable ({ "parameter", "label", "symbol", "unit", "range", "default" }, rows);
}

std::string states (const LawInfo& law)
{
    std::string text;
    for (const auto state : law.modes)
        text += (text.empty() ? "" : ", ") + std::string (state);
    return text;
}

std::string section (const LawInfo& law, const std::vector<Figure>& figures)
{
    const auto id = std::string (law.id);
    std::string text = "## " + std::string (law.name) + "\n\n`" + id + "` · " + std::string (law.family) + " · **" +
                       energyBadge (law) + "**\n\n" + std::string (law.summary) + "\n\n```text\n" +
                       std::string (law.equations) + "\n```\n\n";
    text += markdownFigures (figures, id, law.name);
    text += "`kolophon figures laws --law " + id + "` draws this.\n\n";
    text += markdownItem ("Source", law.source) + markdownItem ("Notes", law.remarks) +
            markdownItem ("Energy", law.passivity) + markdownItem ("Listen for", law.listenFor) +
            markdownItem ("States", states (law));
    return text + "\n" + parameters (law) + "\n";
}
} // namespace

std::string energyBadge (const LawInfo& law)
{
    return law.literalCanCreateEnergy ? "passive; literal: can create energy" : "passive";
}

std::string lawPage ()
{
    const auto figures = lawFigures();
    auto text = lawIntroduction + lawOverview() + "\n";
    for (const auto& law : lawTable())
        text += section (law, figures);
    return text + passesSection + names;
}
} // namespace kolophon
