// SPDX-License-Identifier: GPL-3.0-or-later
#include "ModulationMatrix.h"

/** The part of the matrix that follows the host's modulation. */
namespace kolophon
{
void ModulationMatrix::followHost (bool notesMove, const Patch& patch) noexcept
{
    const bool moves = notesMove || ! host.isEmpty();
    if (moves && isEmpty())
    {
        reset();
        jump (patch);
    }
    hostMoves = moves;
}

ModulationMatrix::Planned ModulationMatrix::byHost (const Scene& scene, const KnobTravel& own,
                                                    HostMoved& moved) const noexcept
{
    if (host.isEmpty() && own.isEmpty())
        return { scene.patch, scene.patchNumber };
    const std::array<std::uint64_t, 3> from { scene.patchNumber, host.revision(), own.revision() };
    if (moved.made == 0 || from != moved.from)
    {
        moved.from = from;
        moved.patch = scene.patch;
        KnobTravel::move (moved.patch, host, own);
        ++moved.made;
    }
    constexpr std::uint64_t mine = std::uint64_t { 1 } << 62; // a number that no other counter reaches
    return { moved.patch, mine | moved.made };
}
} // namespace kolophon
