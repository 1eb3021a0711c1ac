#pragma once

#include "../Files/AtomicFile.h"
#include "../Synth/Telemetry.h"

#include <cstdio>
#include <filesystem>
#include <span>
#include <string>

namespace kolophon
{
struct EnergyLedger;

/** Comma-separated columns with a unit in every heading, complete or absent. Numbers are the shortest that read back
    to the same double. */
class CsvFile
{
public:
    /** Throws Failure (5). */
    CsvFile (const std::filesystem::path& target, const std::string& heading);
    ~CsvFile();
    CsvFile (const CsvFile&) = delete;
    CsvFile& operator= (const CsvFile&) = delete;

    /** Throws Failure (5). */
    void row (std::span<const double> values);

    /** Writes what is left; the file still waits beside its place. Throws Failure (5). */
    void complete ();

    /** Puts the completed file in its place. Throws Failure (5). */
    void commit () { place.commit(); }

    /** True where commit() would replace a file. */
    bool replaces () const { return place.replaces(); }

private:
    void flush ();

    AtomicFile place;
    std::FILE* file = nullptr;
    std::string buffer;
};

/** One row a probe: every internal sample of the voice that was started last. */
class ProbeFile : public CsvFile
{
public:
    explicit ProbeFile (const std::filesystem::path& target);
    void write (std::span<const ProbeFrame> frames);
};

/** The energy account against time. */
class LedgerFile : public CsvFile
{
public:
    explicit LedgerFile (const std::filesystem::path& target);
    void write (double seconds, const EnergyLedger& ledger);
};
} // namespace kolophon
