#include "Synth.h"
#include "ParameterTable.h"
#include <stdexcept>
namespace kolophon
{
struct Synth::Engine { Patch patch = Patch::defaults(); EnergyLedger ledger; };
Synth::Synth() : engine (std::make_unique<Engine>()) {}
Synth::~Synth() = default;
void Synth::prepare (double r) { if (! (r >= minSampleRate && r <= maxSampleRate)) throw std::invalid_argument ("sample rate"); }
void Synth::reset() noexcept {}
void Synth::setPatch (const Patch& p) noexcept { engine->patch = p; }
const Patch& Synth::patch() const noexcept { return engine->patch; }
void Synth::render (std::span<const PerformanceEvent>, double* l, double* r, int n, ProbeBuffer*) noexcept { for (int i = 0; i < n; ++i) l[i] = r[i] = 0; }
int Synth::latencySamples() const noexcept { return 32; }
double Synth::tailSeconds() const noexcept { return 3; }
bool Synth::isSilent() const noexcept { return true; }
const EnergyLedger& Synth::ledger() const noexcept { return engine->ledger; }
bool Synth::collectMeters (MeterFrame&) noexcept { return false; }
const char* Synth::instructionSet() noexcept { return "none"; }
}
