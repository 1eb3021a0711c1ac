// SPDX-License-Identifier: GPL-3.0-or-later
#include "StudyLaws.h"
#include "StudyMaps.h"

namespace kolophon
{
std::span<const Study> studies () noexcept
{
    static const std::vector<Study> all = []
    {
        std::vector<Study> list;
        for (const auto part : { mapStudies(), lawStudies() })
            list.insert (list.end(), part.begin(), part.end());
        return list;
    }();
    return all;
}
} // namespace kolophon
