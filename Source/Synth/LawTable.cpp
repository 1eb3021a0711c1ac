#include "LawTable.h"

#include "LawNames.h"

namespace kolophon
{
std::span<const LawInfo> lawTable() noexcept
{
    return laws;
}

const LawInfo* findLaw (std::string_view idOrName) noexcept
{
    for (const auto& law : laws)
        if (law.id == idOrName || law.name == idOrName)
            return &law;
    return nullptr;
}
} // namespace kolophon
