// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyMaps.h"

#include <array>

namespace kolophon
{
std::span<const Study> mapStudies () noexcept
{
    using namespace study;
    static const std::array all { helmholtz,      schelleng,          flattening,    guettler,  aliasing,
                                  literatureDafx, literatureMatusiak, bowedBar,      glass,     saw,
                                  hinge,          bowingMachine,      attackMachine, bodyModes, cup };
    return all;
}
} // namespace kolophon
