// The figures of the papers that the report puts beside ours.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// One table as printed; what is unreadable in the converted text is left out (NaN) and said so in `note`.
struct PaperTable {
    struct Row {
        std::string label;
        std::vector<double> values; ///< one a column; NaN: not given
    };
    std::string id;     ///< "werner-4.6"
    std::string source; ///< author, year, table
    std::string device;
    std::vector<std::string> columns; ///< without the labels'
    std::vector<Row> rows;
    std::string note;

    /// NaN if there is no such row or column.
    double value(const std::string &row, const std::string &column) const;
};

/// Precondition: there is a table with this id.
const PaperTable &paper_table(std::string_view id);

/// All of them, in the order of the report.
const std::vector<PaperTable> &paper_tables();

} // namespace voxmarch
