// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyPage.h"

#include "../Core/NumberText.h"
#include "../Core/Units.h"
#include "../Lab/BodyBench.h"
#include "../Reports/Markdown.h"
#include "../Synth/Bodies/BodyTable.h"
#include "BodyFigures.h"
#include "PlainBody.h"
#include "StringFigures.h"

#include <cmath>

namespace kolophon
{
using namespace plainbody;

namespace
{
constexpr auto bodyIntroduction = R"(# Bodies

Made by `kolophon list bodies --markdown`, its figures by `kolophon figures bodies`; do not edit.

`body.type` chooses what the hand rubs. Most bodies are tables of modes: frequencies over the first one, shapes along
the path of the contact, and what two pickups hear of each. The key gives the pitch of the first mode, `body.mass` how
heavy it is, `body.warp` stretches the ratios, `body.decay` and `body.quality` are its losses, and `body.pickup` says
whether displacement, velocity or the far field is heard ([Parameters.md](Parameters.md)). The string and the block
have physics of their own.

A mode `n` obeys `q'' + 2 s q' + w^2 q = F shape/sqrt(M)`, with `w = 2 pi f` and `s = ln 1000/body.decay +
(loss/body.quality + held) w/2`, `held` being what the supports of a saw or of a rotary table take from it (a custom
body has a ring time for every mode instead); the surface under the contact moves with the sum of `q' shape/sqrt(M)`.
`M` [kg] is the mass of the whole body, so that shapes are plain numbers: a mode whose modal mass is `M` has the shape
of its motion. The step from one sample to the next is exact, whatever the rate. Modes that do not fit below half the
rate fade out, and what all modes that are not played would still yield to a steady push (their static compliance)
lies in series with the bristle.

The tables below give the first modes of C4 with every knob at its default, out of the engine's own coefficients:
frequency and T60 are the eigenvalues of its step, and the shape is the one under the hand at `hand.position` = 0.13.

)";

constexpr double internalRate = 768e3; // [Hz], high enough for every mode of the tables to lie below half of it
constexpr std::size_t listed = 10;

std::string frequencyText (double frequency)
{
    return frequency < 10e3 ? formatted ("%.1f Hz", frequency) : formatted ("%.2f kHz", 1e-3 * frequency);
}

std::string modes (int body)
{
    const auto lines = BodyBench (patchOf (body), noteKey, internalRate).lines();
    Rows rows;
    for (std::size_t m = 0; m < std::min (listed, lines.size()); ++m)
        rows.push_back ({ std::to_string (m + 1), formatted ("%.4f", lines[m].frequency / lines[0].frequency),
                          frequencyText (lines[m].frequency),
                          formatted ("%#.3g s", t60FromDecayRate (lines[m].decayRate)),
                          formatted ("%+.3f", lines[m].shape) });
    return markdownTable ({ "mode", "over the first", "frequency at C4", "T60", "shape at the contact" }, rows);
}

std::string section (int body, const std::vector<Figure>& figures)
{
    const auto& info = bodyTable()[static_cast<std::size_t> (body)];
    const auto id = bodyId (info);
    const auto* table = modesOf (body);
    std::string text = "## " + std::string (info.name) + "\n\n`" + id + "`";
    if (table != nullptr)
        text += " · " + std::to_string (table->count) + " modes";
    text += "\n\n" + std::string (info.summary) + "\n\n";
    if (! info.equations.empty())
        text += "```text\n" + std::string (info.equations) + "\n```\n\n";
    const auto pictures = markdownFigures (figures, id, info.name);
    text += pictures;
    if (! pictures.empty())
        text += "`kolophon figures bodies --body " + id + "` draws this.\n\n";
    text += markdownItem ("Contact", info.path.empty() ? "" : "`hand.position` runs " + std::string (info.path) + ".") +
            markdownItem ("Shapes", info.normalisation) + markdownItem ("Source", info.source) +
            markdownItem ("Notes", info.remarks) + markdownItem ("Listen for", info.listenFor) + "\n";
    if (info.model != BodyModel::block)
        text += modes (body) + "\n";
    if (info.model == BodyModel::string)
        text += "### Under the bow\n\nWhat theory says of bowed strings, and what the engine's own loops do "
                "(`Tests/StringReferenceTests.cpp` measures it).\n\n" +
                markdownFigures (stringFigures(), id, "String under the bow") +
                "`kolophon figures strings` draws these.\n\n";
    return text;
}

constexpr auto aboutTheHand = R"(## The hand

A rigid hand goes where it is drawn. An arm or a ribbon of hair (`hand.kind`) yields: its modes sit in the body's own
bank, turned round, so that the contact meets the sum of both and the energy books hold for both.

```text
arm     mass m on a spring k:            w = sqrt(k/m),              phi = 1/sqrt(m)
hair    ribbon of mass m, fixed ends:    w_n = n pi sqrt(k/(4 m)),   phi_n = sqrt(2/m) sin(n pi p),   n = 1 ... 8
        k: its static stiffness in the middle, p: hand.hair_place;   s = zeta w for every mode

the law is pressed with   N (1 + texture T(path/grain)) (1 + ageing a)
age of the contact        a' = (1 - a)/tau - |v| a/D,   0 <= a <= 1
round the rim             one turn in 2 pi R over the hand's speed; the pattern of 2 n bellies passes the pickups
```

)";

constexpr auto moreAboutTheHand = R"(`kolophon figures bodies --body hand` draws this.

* **Source.** The mass on a belt (its period is tested against the closed form), a string stretched along itself for the
  hair. Ageing: the law of rate-and-state friction (Dieterich, J. Geophys. Res. 84 (1979)
  2161-2168; in the notation of Ruina, J. Geophys. Res. 88 (1983) 10359-10370), with a bound. A glass that
  pulsates 2 n times a turn: Inácio, Henrique & Antunes, Acta Acustica united with Acustica 92 (2006) 637-653, for the
  effect (summary read, not the paper); the factor is tested.
* **Notes.** Texture and ageing scale the normal force, under which every law is passive: neither can create energy. What
  pulls the hand moves at the borders of samples, and the work of its inertia is booked. A block is always rubbed by a
  rigid hand. `hand.drive` says what pulls: the keys, a drawn gesture (`kolophon render --gesture`), or a signal, which
  is the bow's speed or its force (the side-chain, `--drive`). `surface.width` makes the bow wide under the law Kolophon:
  its middle and two edges, each with bristles of its own, solved as one block that closes the books to rounding.
* **Listen for.** A slow arm creaks once for every time that its spring is stretched; faster, it groans; beyond the limit
  of steady sliding nothing is left but hiss. Ageing makes the first slip after a pause the strongest; texture is a
  ratchet or a rasp.
)";

std::string bodyOverview ()
{
    Rows rows;
    for (const auto& body : bodyTable())
        rows.push_back ({ "[" + std::string (body.name) + "](#" + markdownAnchor (body.name) + ")",
                          std::string (body.summary), std::string (body.path) });
    return markdownTable ({ "body", "what it is", "where `hand.position` lies" }, rows);
}
} // namespace

std::string bodyPage ()
{
    const auto figures = bodyFigures();
    auto text = bodyIntroduction + bodyOverview() + "\n";
    for (std::size_t i = 0; i < bodyTable().size(); ++i)
        text += section (static_cast<int> (i), figures);
    return text + aboutTheHand + markdownFigures (figures, "hand", "The hand") + moreAboutTheHand;
}
} // namespace kolophon
