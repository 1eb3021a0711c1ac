// SPDX-License-Identifier: GPL-3.0-or-later
#include "RenderReport.h"

#include "../../Core/Text/HexText.h"
#include "../../Core/Text/NumberText.h"
#include "../../Core/Units.h"
#include "../../Files/Bytes/PrintableText.h"
#include "../../Files/Json/Json.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace kolophon
{
namespace
{
Json ledgerObject (const EnergyLedger& ledger)
{
    return { { "relativeResidual", ledger.relativeResidual() }, { "worstResidualJoule", ledger.worstResidual },
             { "residualSumJoule", ledger.residualSum },        { "peakEnergyJoule", ledger.peakEnergy },
             { "storedEnergyJoule", ledger.storedEnergy },      { "workInJoule", ledger.workIn },
             { "frictionLossJoule", ledger.frictionLoss },      { "bodyLossJoule", ledger.bodyLoss },
             { "smallestLossJoule", ledger.smallestLoss },      { "steps", ledger.steps },
             { "generatorSteps", ledger.generatorSteps } };
}

/** JSON has no infinity: nothing sounded, null. */
Json optionalNumber (std::optional<double> value)
{
    return value ? Json (*value) : Json (nullptr);
}

std::optional<double> peakDb (const RenderResult& result)
{
    return result.peak > 0.0 ? std::optional (dbFromGain (result.peak)) : std::nullopt;
}

double lengthSeconds (const RenderReport& report)
{
    return static_cast<double> (report.result.frames) / report.sampleRate;
}

double speed (const RenderReport& report)
{
    return lengthSeconds (report) / std::max (1e-9, report.result.processorSeconds);
}

} // namespace

std::string ledgerJson (const EnergyLedger& ledger)
{
    Json object { { "schema", "kolophon-ledger" }, { "schemaVersion", 1 } };
    object.update (ledgerObject (ledger));
    return terminalJson (object);
}

std::string reportJson (const RenderReport& report)
{
    const auto& result = report.result;
    Json ledger { { "on", report.ledgerOn }, { "limit", ledgerLimit } };
    ledger.update (ledgerObject (result.ledger));
    return terminalJson ({ { "schema", "kolophon-render" },
                           { "schemaVersion", 1 },
                           { "version", KOLOPHON_VERSION },
                           { "input", report.input },
                           { "title", report.title },
                           { "warnings", report.warnings },
                           { "output", report.output },
                           { "bits", report.bits },
                           { "preset", report.preset },
                           { "presetFingerprint", hexText (report.presetFingerprint) },
                           { "sampleRate", report.sampleRate },
                           { "blockSize", report.blockSize },
                           { "latencySamples", report.latencySamples },
                           { "frames", result.frames },
                           { "lengthSeconds", lengthSeconds (report) },
                           { "peakDbfs", optionalNumber (peakDb (result)) },
                           { "loudnessLufs", optionalNumber (result.loudness) },
                           { "clippedSamples", report.clippedSamples },
                           { "nonFiniteSamples", result.nonFiniteSamples },
                           { "safetyNets", result.safetyNets },
                           { "guardedSamples", result.guardedSamples },
                           { "guardDb", dbFromGain (result.guardGain) },
                           { "notes", report.notes },
                           { "voices", result.voices },
                           { "ledger", ledger },
                           { "renderSeconds", result.processorSeconds },
                           { "speed", speed (report) },
                           { "instructionSet", Synth::instructionSet() },
                           { "hash", hexText (result.hash) },
                           { "interrupted", result.interrupted },
                           { "checksPassed", report.checksPassed } });
}

std::string reportText (const RenderReport& report)
{
    const auto& result = report.result;
    const auto level = peakDb (result);
    auto text = printable (report.output, longestLine) + "\n";
    text += formatted ("  length        %.3f s\n", lengthSeconds (report));
    text += level ? formatted ("  peak          %.2f dBFS\n", *level) : "  peak          silence\n";
    text += result.loudness ? formatted ("  loudness      %.1f LUFS\n", *result.loudness)
                            : "  loudness      not measurable\n";
    text += report.ledgerOn
                ? formatted ("  ledger        residual %.2g of peak energy (limit %.0g), %llu generator steps\n",
                             result.ledger.relativeResidual(), ledgerLimit,
                             static_cast<unsigned long long> (result.ledger.generatorSteps))
                : "  ledger        off\n";
    text += formatted ("  notes         %d, %d strings at once\n", report.notes, result.voices);
    text += formatted ("  speed         %.1f x real time on %s\n", speed (report), Synth::instructionSet());
    if (result.guardedSamples > 0)
        text += formatted ("  ear guard     limited %llu samples, by %.1f dB at most\n",
                           static_cast<unsigned long long> (result.guardedSamples), -dbFromGain (result.guardGain));
    if (report.clippedSamples > 0)
        text += formatted ("  clipped       %llu samples\n", static_cast<unsigned long long> (report.clippedSamples));
    return text + "  hash          " + hexText (result.hash) + "\n";
}
} // namespace kolophon
