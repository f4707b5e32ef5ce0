// Tables of the papers, and labels.
#include "bench/report/tables.h"

#include "bench/report/page.h"
#include "bench/report/results.h"

#include <fmt/format.h>

namespace voxmarch {

std::string as_printed(const PaperTable &table) {
    std::vector<HtmlTable::Column> columns{{"", Whose::label}};
    for (const std::string &column : table.columns) {
        columns.push_back({column, Whose::paper});
    }
    HtmlTable html(columns);
    for (const PaperTable::Row &row : table.rows) {
        std::vector<std::string> cells{html_text(row.label)};
        for (const double value : row.values) {
            cells.push_back(number_text(value));
        }
        html.row(cells);
    }
    const std::string title = table.device.empty() ? table.source : fmt::format("{}: {}", table.source, table.device);
    return html.html(title) + (table.note.empty() ? "" : paragraph(table.note));
}

std::string extraction_label(const nlohmann::json &row) {
    return fmt::format("{}, {:g}", short_name(word(row, "volume")), number(row, "isovalue"));
}

} // namespace voxmarch
