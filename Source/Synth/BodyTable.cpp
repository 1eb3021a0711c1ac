#include "BodyTable.h"

#include "../Physics/Bodies/Bodies.h"

#include <iterator>
#include <memory>

namespace kolophon
{
std::span<const BodyInfo> bodyTable() noexcept
{
    return bodies;
}

const ModeTable* modesOf (int body) noexcept
{
    static const auto tables = []
    {
        std::array<std::unique_ptr<ModeTable>, std::size (bodies)> built;
        for (std::size_t i = 0; i < built.size(); ++i)
            if (bodies[i].build != nullptr)
            {
                built[i] = std::make_unique<ModeTable>();
                bodies[i].build (*built[i]);
                built[i]->finish();
            }
        return built;
    }();
    return tables[static_cast<std::size_t> (body)].get();
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

int customBody() noexcept
{
    static constexpr int place = firstBody ([] (const BodyInfo& body) { return body.isFromFile; });
    return place;
}

int bodyPlace (BodyModel model) noexcept
{
    return firstBody ([model] (const BodyInfo& body) { return body.model == model; });
}
} // namespace kolophon
