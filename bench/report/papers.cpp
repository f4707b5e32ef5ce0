// The tables of docs/papers.md as a chapter, with the verdicts of this report.
#include "bench/report/claims.h"
#include "bench/report/sections.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <iterator>
#include <map>
#include <optional>
#include <regex>
#include <sstream>

namespace voxmarch {

std::string_view papers_text(); // docs/papers.md, see CMakeLists.txt

namespace {

/// One line of a table: | number | shows | state | where |
struct Figure {
    std::string number, shows, state, where;
};

/// A chapter of the page: "Werner 2013" of "## Werner 2013: ray casting", and its figures.
struct Paper {
    std::string name;
    std::vector<Figure> figures;
};

std::optional<Figure> figure_of(const std::string &line) {
    static const std::regex row(R"(\| (.+?) \| (.*?) ?\| (.*?) ?\| (.*?) ?\|)");
    std::smatch cells;
    if (!std::regex_match(line, cells, row) || cells[3] == "state") {
        return std::nullopt;
    }
    return Figure{cells[1], cells[2], cells[3], cells[4]};
}

std::vector<Paper> papers_of(const std::string &text) {
    std::vector<Paper> papers;
    bool in_table = false;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("## ")) {
            const std::string name = line.substr(3);
            papers.push_back({name.substr(0, name.find_first_of(":(")), {}});
            papers.back().name.erase(papers.back().name.find_last_not_of(' ') + 1);
        }
        in_table = line.starts_with("|") && (in_table || line.ends_with("| shows | state | where |"));
        const std::optional<Figure> figure = in_table ? figure_of(line) : std::nullopt;
        if (figure && !papers.empty()) {
            papers.back().figures.push_back(*figure);
        }
    }
    std::erase_if(papers, [](const Paper &paper) { return paper.figures.empty(); });
    return papers;
}

/// Markdown of a cell as HTML: *samples* leads to that chapter, names of files in the repository stand without a link.
std::string cell_html(const std::string &markdown) {
    std::string html = std::regex_replace(html_text(markdown), std::regex(R"(\[([^\]]+)\]\([^)]*\))"), "$1");
    html = std::regex_replace(html, std::regex(R"(\*([a-z]+)\*)"), "<a href=\"#$1\">$1</a>");
    return std::regex_replace(html, std::regex("`([^`]+)`"), "<code>$1</code>");
}

/// "tables 4.16, 4.17; figure 5" -> table 4.16, table 4.17, figure 5; "4.6, 4.21" -> 4.6, 4.21. Sections and titles of
/// slides, of which one may have several rows, are none of them.
std::vector<std::string> numbers_of(const std::string &cell) {
    static const std::regex one("(table|figure)?s? ?([0-9]+(?:\\.[0-9]+)*)");
    std::vector<std::string> numbers;
    std::string kind;
    std::istringstream groups(cell);
    for (std::string group; std::getline(groups, group, ';'); kind.clear()) {
        std::istringstream items(group);
        for (std::string item; std::getline(items, item, ',');) {
            item.erase(0, item.find_first_not_of(' '));
            std::smatch parts;
            if (std::regex_match(item, parts, one)) {
                kind = parts[1].matched ? parts[1].str() + " " : kind;
                numbers.push_back(kind + parts[2].str());
            }
        }
    }
    return numbers;
}

/// What stands in the place of a verdict where no number can be compared.
std::string without_verdict(const Figure &figure) {
    if (!figure.state.starts_with("reproduced")) {
        return figure.state.starts_with("replaced") ? "another measure" : "nothing to compare";
    }
    const bool shown =
        figure.where.find("*pictures*") != std::string::npos || figure.where.find("*files*") != std::string::npos;
    return shown ? "picture" : "no number of the paper's";
}

/// Verdicts of the claims that stand in this figure, each with the paper's number and ours; else why there are none.
std::string verdicts_of(const std::string &paper, const Figure &figure, const std::vector<Claim> &claims, bool quick) {
    const std::vector<std::string> numbers = numbers_of(figure.number);
    std::vector<std::string> found;
    for (const Claim &claim : claims) {
        const std::string prefix = paper + ", ";
        if (!claim.source.starts_with(prefix)) {
            continue;
        }
        const std::string source = claim.source.substr(prefix.size());
        const std::vector<std::string> sources = numbers_of(source);
        if (source == figure.number ||
            std::find_first_of(numbers.begin(), numbers.end(), sources.begin(), sources.end()) != numbers.end()) {
            const bool both = std::isfinite(claim.paper) && std::isfinite(claim.ours);
            found.push_back(fmt::format("{}: {}", html_text(claim.text), verdict_of(claim, quick)) +
                            (both ? fmt::format(", {} and {} {}", number_text(claim.paper), number_text(claim.ours),
                                                html_text(claim.unit))
                                  : ""));
        }
    }
    return found.empty() ? without_verdict(figure) : fmt::format("{}", fmt::join(found, "<br>"));
}

/// How many a row stands for, as docs/papers.md counts: "4.1, 4.2" two; a section, a remark, a passage and a row of
/// slides one.
std::size_t figures_of(const std::string &number) {
    static const std::regex one("^(\"|section|remark|chapter).*"), numbers(R"(\d+(\.\d+)?)");
    if (std::regex_match(number, one)) {
        return 1;
    }
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(number.begin(), number.end(), numbers), std::sregex_iterator()));
}

/// "49 reproduced, 8 replaced", in the order in which they appear first.
std::string states_of(const Paper &paper) {
    std::vector<std::string> order;
    std::map<std::string, std::size_t> counts;
    for (const Figure &figure : paper.figures) {
        static const std::regex first_words("^(not yet|not reproduced here|[a-z]+).*");
        const std::string state = std::regex_replace(figure.state, first_words, "$1");
        if (counts.try_emplace(state, 0).second) {
            order.push_back(state);
        }
        counts[state] += figures_of(figure.number);
    }
    std::vector<std::string> texts;
    for (const std::string &state : order) {
        texts.push_back(fmt::format("{} {}", counts[state], state));
    }
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

ReportSection paper_section(const Results &results) {
    std::vector<Claim> claims = claims_of(results);
    const std::vector<Claim> more = figure_claims_of(results);
    claims.insert(claims.end(), more.begin(), more.end());
    std::string html = paragraph(
        "Each table and figure of the papers: whether it is reproduced, replaced by something, "
        "or not there and why, counted by numbers (a section, a remark, a passage of a text or a row of slides is "
        "one). A verdict is followed by the paper's number and ours; where only two ways are compared, it says whether "
        "the same one is better here. The page docs/papers.md tells the papers in plain words.");
    for (const Paper &paper : papers_of(std::string(papers_text()))) {
        HtmlTable table({{"number", Whose::label},
                         {"shows", Whose::label},
                         {"state", Whose::label},
                         {"where", Whose::label},
                         {"verdict", Whose::verdict}});
        for (const Figure &figure : paper.figures) {
            table.row({cell_html(figure.number), cell_html(figure.shows), cell_html(figure.state),
                       cell_html(figure.where), verdicts_of(paper.name, figure, claims, results.conditions().quick)});
        }
        html += folded(fmt::format("{}: {}", paper.name, states_of(paper)), table.html("", "figures"));
    }
    return {"papers", "Every table and figure", html};
}

} // namespace voxmarch
