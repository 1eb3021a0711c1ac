#include "Accounts.h"

#include "../Files/ExitCode.h"
#include "../Physics/EnergyLedger.h"

#include <array>
#include <cerrno>
#include <charconv>
#include <cstring>

namespace kolophon
{
namespace
{
constexpr std::size_t flushAt = 1u << 20; // [bytes]
}

CsvFile::CsvFile (const std::filesystem::path& target, const std::string& heading) : place (target)
{
    file = std::fopen (place.path().string().c_str(), "wb");
    if (file == nullptr)
        throw Failure (ExitCode::notWritable, "cannot write " + target.string() + ": " + std::strerror (errno));
    buffer = heading + "\n";
}

CsvFile::~CsvFile()
{
    if (file != nullptr)
        std::fclose (file);
}

void CsvFile::row (std::span<const double> values)
{
    std::array<char, 32> text{};
    for (std::size_t i = 0; i < values.size(); ++i)
    {
        const auto end = std::to_chars (text.data(), text.data() + text.size(), values[i]).ptr;
        buffer.append (text.data(), end);
        buffer += i + 1 < values.size() ? ',' : '\n';
    }
    if (buffer.size() > flushAt)
        flush();
}

void CsvFile::flush()
{
    if (std::fwrite (buffer.data(), 1, buffer.size(), file) != buffer.size() || std::fflush (file) != 0)
        throw Failure (ExitCode::notWritable,
                       "writing " + place.target().string() + " failed: " + std::strerror (errno));
    buffer.clear();
}

void CsvFile::complete()
{
    flush();
    const bool closed = std::fclose (file) == 0;
    file = nullptr;
    if (! closed)
        throw Failure (ExitCode::notWritable,
                       "completing " + place.target().string() + " failed: " + std::strerror (errno));
}

ProbeFile::ProbeFile (const std::filesystem::path& target)
    : CsvFile (target, "time [s],bow velocity [m/s],normal force [N],relative velocity [m/s],friction force [N],"
                       "bristle elongation [m],surface velocity [m/s],law state [0 lifted 1 stick 2 slip],law mode [1],"
                       "stored energy [J],work in [J],friction loss [J],body loss [J],residual [J],bridge force [N]")
{
}

void ProbeFile::write (std::span<const ProbeFrame> frames)
{
    for (const auto& f : frames)
        row (std::array{ f.time, f.bowVelocity, f.normalForce, f.relativeVelocity, f.frictionForce, f.bristleElongation,
                         f.surfaceVelocity, f.lawState, f.lawMode, f.storedEnergy, f.workIn, f.frictionLoss, f.bodyLoss,
                         f.residual, f.bridgeForce });
}

LedgerFile::LedgerFile (const std::filesystem::path& target)
    : CsvFile (target, "time [s],stored energy [J],work in [J],friction loss [J],body loss [J],worst residual [J],"
                       "worst residual [of peak energy],peak energy [J],generator steps [1]")
{
}

void LedgerFile::write (double seconds, const EnergyLedger& ledger)
{
    row (std::array{ seconds, ledger.storedEnergy, ledger.workIn, ledger.frictionLoss, ledger.bodyLoss,
                     ledger.worstResidual, ledger.relativeResidual(), ledger.peakEnergy,
                     static_cast<double> (ledger.generatorSteps) });
}
} // namespace kolophon
