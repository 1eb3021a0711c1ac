// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyTable.h"

#include "../../Physics/Bodies/Bodies.h"

namespace kolophon
{
std::span<const BodyInfo> bodyTable () noexcept
{
    return bodies;
}

std::unique_ptr<ModeTable> solvedModes (int body)
{
    const auto build = bodies[body].build;
    if (build == nullptr)
        return nullptr;
    auto table = std::make_unique<ModeTable>();
    build (*table);
    table->finish();
    return table;
}

namespace
{
template <class Condition>
constexpr int firstBody (Condition condition)
{
    int place = 0;
    while (! condition (bodies[place]))
        ++place;
    return place;
}
} // namespace

int customBody () noexcept
{
    static constexpr int place = firstBody ([] (const BodyInfo& body) { return body.isFromFile; });
    return place;
}

int secondBodyAt (double place) noexcept
{
    int left = static_cast<int> (place);
    if (left <= 0)
        return -1;
    for (int body = 0; body < static_cast<int> (std::size (bodies)); ++body)
        if (bodies[body].model != BodyModel::block && --left == 0)
            return body;
    return -1;
}

int bodyPlace (BodyModel model) noexcept
{
    return firstBody ([model] (const BodyInfo& body) { return body.model == model; });
}
} // namespace kolophon
