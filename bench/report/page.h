// HTML of the report: text, tables, pictures, the frame of the page.
#pragma once

#include "base/enum_names.h"

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Text as it may stand between tags and in attributes.
std::string html_text(const std::string &text);

/// A number in as few characters as four digits need, thousands separated; "–" if it is not finite.
std::string number_text(double value);
/// With so many digits behind the point; "–" if it is not finite.
std::string fixed_text(double value, int digits);

/// Whose figures a column holds; it decides the colour.
enum class Whose { label, ours, paper, floor, verdict };

template <> struct EnumNames<Whose> { // classes of the page's style
    static constexpr Named<Whose> all[] = {{Whose::label, "label"},
                                           {Whose::ours, "ours"},
                                           {Whose::paper, "paper"},
                                           {Whose::floor, "floor"},
                                           {Whose::verdict, "verdict"}};
};

/// Rows and columns with aligned numbers.
class HtmlTable {
public:
    struct Column {
        std::string title; ///< text
        Whose whose = Whose::ours;
    };
    explicit HtmlTable(std::vector<Column> columns) : columns_(std::move(columns)) {}
    /// @param cells  HTML, one a column
    void row(const std::vector<std::string> &cells);
    /// A line across all columns. @param heading  text
    void heading(const std::string &heading);
    /// @param caption  text above the table; may be empty
    /// @param kind     class of the table, for its style; "figures": as wide as the page, its texts wrap
    std::string html(const std::string &caption = "", const std::string &kind = "") const;

private:
    std::vector<Column> columns_;
    std::string rows_;
};

/// One chapter of the page.
struct ReportSection {
    std::string id; ///< of the HTML element
    std::string title;
    std::string html;
};

/// A sentence or several. @param text  text
std::string paragraph(const std::string &text);

/// Things side by side that wrap where the page is narrow.
std::string row_of(const std::vector<std::string> &items);

/// The picture inside the page, with a link to `link` (relative to the page). @throws FileError
std::string picture(const std::filesystem::path &png, const std::string &link, const std::string &caption);

/// A part that is closed at first.
std::string folded(const std::string &summary, const std::string &html);

/// The whole page. @param header  HTML under the title
std::string page(const std::string &title, const std::string &header, const std::vector<ReportSection> &sections);

} // namespace voxmarch
