// SPDX-License-Identifier: GPL-3.0-or-later
#include "BodyTable.h"
#include "PrecomputedTables.h"

#include <vector>

namespace kolophon
{
const ModeTable* modesOf (int body) noexcept
{
    static const auto tables = []
    {
        std::vector<std::unique_ptr<ModeTable>> all;
        const double* next = finishedBodyNumbers().data();
        for (const auto& info : bodyTable())
        {
            all.push_back (info.build != nullptr ? std::make_unique<ModeTable>() : nullptr);
            if (auto* table = all.back().get())
            {
                table->count = static_cast<int> (*next++);
                ModeTable::eachNumber (*table, [&next] (double& number) { number = *next++; });
            }
        }
        return all;
    }();
    return tables[static_cast<std::size_t> (body)].get();
}
} // namespace kolophon
