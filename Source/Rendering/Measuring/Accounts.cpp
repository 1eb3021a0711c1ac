// SPDX-License-Identifier: GPL-3.0-or-later
#include "Accounts.h"

#include "../../Physics/EnergyLedger.h"

#include <array>

namespace kolophon
{
ProbeFile::ProbeFile (const std::filesystem::path& target)
    : CsvFile (target, "time [s],bow velocity [m/s],normal force [N],relative velocity [m/s],friction force [N],"
                       "bristle elongation [m],surface velocity [m/s],law state [0 lifted 1 stick 2 slip],law mode [1],"
                       "stored energy [J],work in [J],friction loss [J],body loss [J],residual [J],bridge force [N]")
{
}

void ProbeFile::write (std::span<const ProbeFrame> frames)
{
    for (const auto& f : frames)
        row (std::array { f.time, f.bowVelocity, f.normalForce, f.relativeVelocity, f.frictionForce,
                          f.bristleElongation, f.surfaceVelocity, f.lawState, f.lawMode, f.storedEnergy, f.workIn,
                          f.frictionLoss, f.bodyLoss, f.residual, f.bridgeForce });
}

LedgerFile::LedgerFile (const std::filesystem::path& target)
    : CsvFile (target, "time [s],stored energy [J],work in [J],friction loss [J],body loss [J],worst residual [J],"
                       "worst residual [of peak energy],peak energy [J],generator steps [1]")
{
}

void LedgerFile::write (double seconds, const EnergyLedger& ledger)
{
    row (std::array { seconds, ledger.storedEnergy, ledger.workIn, ledger.frictionLoss, ledger.bodyLoss,
                      ledger.worstResidual, ledger.relativeResidual(), ledger.peakEnergy,
                      static_cast<double> (ledger.generatorSteps) });
}
} // namespace kolophon
