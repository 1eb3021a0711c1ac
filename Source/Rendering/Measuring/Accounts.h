// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "../../Files/Tables/Csv.h"
#include "../../Synth/Strings/Probes.h"

#include <filesystem>
#include <span>

namespace kolophon
{
struct EnergyLedger;

/** CSV file with one row per probe: every internal sample of the voice that was started last. */
class ProbeFile : public CsvFile
{
public:
    explicit ProbeFile (const std::filesystem::path& target);
    void write (std::span<const ProbeFrame> frames);
};

/** CSV file of the energy account over time. */
class LedgerFile : public CsvFile
{
public:
    explicit LedgerFile (const std::filesystem::path& target);
    void write (double seconds, const EnergyLedger& ledger);
};
} // namespace kolophon
