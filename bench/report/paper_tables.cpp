// Looks figures of the papers up.
#include "bench/report/paper_tables.h"

#include "bench/report/paper_tables_parts.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace voxmarch {

double PaperTable::value(const std::string &row, const std::string &column) const {
    const auto at_column = std::find(columns.begin(), columns.end(), column);
    const auto at_row = std::find_if(rows.begin(), rows.end(), [&](const Row &r) { return r.label == row; });
    if (at_column == columns.end() || at_row == rows.end()) {
        return std::numeric_limits<double>::quiet_NaN();
    }
    return at_row->values[static_cast<std::size_t>(at_column - columns.begin())];
}

const std::vector<PaperTable> &paper_tables() {
    static const std::vector<PaperTable> all = [] {
        std::vector<PaperTable> tables = werner_tables();
        for (const auto &part : {rogeiro_tables(), cubes_tables(), skeleton_tables()}) {
            tables.insert(tables.end(), part.begin(), part.end());
        }
        return tables;
    }();
    return all;
}

const PaperTable &paper_table(std::string_view id) {
    const auto found = std::find_if(paper_tables().begin(), paper_tables().end(),
                                    [&](const PaperTable &table) { return table.id == id; });
    assert(found != paper_tables().end());
    return *found;
}

} // namespace voxmarch
