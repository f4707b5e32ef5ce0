// Turns figures, tables and numbers into one HTML page without other files.
#include "bench/report/page.h"

#include "base/base64.h"
#include "base/error.h"
#include "base/text.h"

#include <cmath>
#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace voxmarch {

namespace {

/// Light and quiet: one colour for us, grey for the papers, amber for floors.
constexpr const char *style = R"(
:root { --ours: #1d5fa6; --paper: #6b7280; --floor: #a85b00; --line: #dfe3e8; --good: #1a7f4b; --bad: #b3352c; }
* { box-sizing: border-box; }
body { margin: 0; color: #1b2430; background: #fff; font: 16px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
main { max-width: 1240px; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .4rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3.2rem 0 .5rem; padding-top: .8rem; border-top: 2px solid #1b2430; }
p { max-width: 46rem; margin: .5rem 0 1rem; }
a { color: var(--ours); }
nav { margin: 1.2rem 0 0; font-size: .9rem; line-height: 2; }
nav a { margin-right: 1.1rem; text-decoration: none; white-space: nowrap; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1.2rem; margin: 1rem 0; font-size: .92rem; }
dt { color: var(--paper); } dd { margin: 0; overflow-wrap: anywhere; }
.note { background: #fff6e5; border-left: 4px solid #e0a030; padding: .6rem 1rem; max-width: 46rem; }
.scroll { overflow: auto; max-width: 100%; max-height: 92vh; margin: 1rem 0 1.6rem; }
.scroll thead th { position: sticky; top: 0; background: #fff; z-index: 1; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums lining-nums; }
caption { text-align: left; font-weight: 600; padding-bottom: .35rem; }
th, td { padding: .28rem .6rem; text-align: right; white-space: nowrap; vertical-align: top; border-bottom: 1px solid var(--line); }
th { font-weight: 600; vertical-align: bottom; border-bottom: 1.5px solid #1b2430; white-space: normal; }
td.label small { margin-left: 0; max-width: 18rem; }
td small { display: block; min-width: 6.5rem; max-width: 11rem; margin-left: auto; white-space: normal; font-size: .75rem; font-weight: 400; line-height: 1.3; color: var(--paper); }
#summary td { white-space: normal; }
table.figures { table-layout: fixed; width: 100%; }
table.figures td { white-space: normal; overflow-wrap: anywhere; } table.figures code { font-size: .8rem; }
table.figures th:nth-child(1) { width: 10%; } table.figures th:nth-child(2) { width: 18%; }
table.figures th:nth-child(3) { width: 25%; } table.figures th:nth-child(4) { width: 27%; }
th.label, td.label, th.verdict, td.verdict { text-align: left; }
td.ours, th.ours { color: var(--ours); } td.ours { font-weight: 600; }
td.paper, th.paper { color: var(--paper); } td.floor, th.floor { color: var(--floor); }
tr.heading td { text-align: left; font-weight: 600; padding-top: .8rem; }
tbody tr:hover td { background: #f5f8fc; }
.good { color: var(--good); font-weight: 600; } .bad { color: var(--bad); font-weight: 600; } .open { color: var(--paper); }
.rowof { display: flex; flex-wrap: wrap; gap: 1.4rem 1.6rem; margin: 1rem 0 1.4rem; align-items: flex-start; }
.rowof > * { min-width: 0; max-width: 100%; }
figure { margin: 0; } .rowof > figure { flex: 1 1 19rem; max-width: 34rem; }
figcaption { font-size: .82rem; color: var(--paper); max-width: 30rem; overflow-wrap: anywhere; }
figure img { display: block; width: 100%; cursor: zoom-in; border: 1px solid var(--line); background: #000; }
svg { display: block; max-width: 100%; height: auto; font: 14px system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif; }
details { margin: .6rem 0; } summary { cursor: pointer; color: var(--ours); }
@media (max-width: 640px) {
  main { padding: 1.4rem 1rem 3rem; }
  h1 { font-size: 1.5rem; }
  dl { grid-template-columns: 1fr; } dd { margin-bottom: .35rem; }
  table.figures { min-width: 48rem; }
  nav a { display: inline-block; white-space: normal; line-height: 1.4; padding: .2rem 0; }
  th:first-child, td:first-child { position: sticky; left: 0; background: #fff; max-width: 9.5rem; white-space: normal; overflow-wrap: break-word; }
  tr.heading td { max-width: none; white-space: nowrap; }
}
@page { size: A4 landscape; margin: 14mm; }
@media print {
  html { font-size: 11px; } body { font-size: 1rem; } .rowof > svg { width: 47%; } main { max-width: none; padding: 0; } nav, summary { display: none; }
  h2 { break-after: avoid; } svg, figure, tr, .note { break-inside: avoid; } thead { display: table-header-group; }
  .scroll { overflow: visible; max-height: none; } .scroll thead th { position: static; } th, td { padding: .12rem .4rem; white-space: normal; } a { color: inherit; text-decoration: none; }
}
)";

} // namespace

std::string html_text(const std::string &words) { return text::escape_markup(words); }

std::string fixed_text(double value, int digits) {
    if (!std::isfinite(value)) {
        return "–";
    }
    std::string text = fmt::format("{:.{}f}", value, digits);
    const std::size_t point = std::min(text.find('.'), text.size()), first = text.front() == '-' ? 1 : 0;
    for (std::size_t at = point; at > first + 3; at -= 3) {
        text.insert(at - 3, "\u202f"); // narrow no-break space
    }
    return text;
}

std::string number_text(double value) {
    const double size = std::abs(value);
    const int digits = size >= 1000.0 || size == 0.0 ? 0 : size >= 100.0 ? 1 : size >= 10.0 ? 2 : size >= 1.0 ? 3 : 4;
    if (size > 0.0 && size < 0.001) {
        return fmt::format("{:.2g}", value);
    }
    return fixed_text(value, digits);
}

void HtmlTable::row(const std::vector<std::string> &cells) {
    rows_ += "<tr>";
    for (std::size_t i = 0; i < columns_.size(); ++i) {
        rows_ += fmt::format("<td class=\"{}\">{}</td>", name_of(columns_[i].whose),
                             i < cells.size() ? cells[i] : std::string());
    }
    rows_ += "</tr>\n";
}

void HtmlTable::heading(const std::string &heading) {
    rows_ +=
        fmt::format("<tr class=\"heading\"><td colspan=\"{}\">{}</td></tr>\n", columns_.size(), html_text(heading));
}

std::string HtmlTable::html(const std::string &caption, const std::string &kind) const {
    std::string head;
    for (const Column &column : columns_) {
        head += fmt::format("<th class=\"{}\">{}</th>", name_of(column.whose), html_text(column.title));
    }
    const std::string above = caption.empty() ? "" : fmt::format("<caption>{}</caption>\n", html_text(caption));
    return fmt::format(
        "<div class=\"scroll\"><table{}>\n{}<thead><tr>{}</tr></thead>\n<tbody>\n{}</tbody></table></div>\n",
        kind.empty() ? "" : fmt::format(" class=\"{}\"", kind), above, head, rows_);
}

std::string paragraph(const std::string &text) { return fmt::format("<p>{}</p>\n", html_text(text)); }

std::string row_of(const std::vector<std::string> &items) {
    std::string html = "<div class=\"rowof\">\n";
    for (const std::string &item : items) {
        html += item;
    }
    return html + "</div>\n";
}

std::string picture(const std::filesystem::path &png, const std::string &link, const std::string &caption) {
    std::ifstream stream(png, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (bytes.empty()) {
        throw FileError(png, "cannot be read");
    }
    return fmt::format("<figure><a href=\"{}\"><img alt=\"{}\" src=\"data:image/png;base64,{}\"></a>"
                       "<figcaption>{}</figcaption></figure>\n",
                       html_text(link), html_text(caption), encode_base64(std::as_bytes(std::span(bytes))),
                       html_text(caption));
}

std::string folded(const std::string &summary, const std::string &html) {
    return fmt::format("<details><summary>{}</summary>\n{}</details>\n", html_text(summary), html);
}

std::string page(const std::string &title, const std::string &header, const std::vector<ReportSection> &sections) {
    std::string links, body;
    for (const ReportSection &section : sections) {
        links += fmt::format("<a href=\"#{}\">{}</a>\n", section.id, html_text(section.title));
        body += fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", section.id, html_text(section.title),
                            section.html);
    }
    return fmt::format("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<link rel=\"icon\" href=\"data:,\">\n<title>{0}</title>\n<style>{1}</style>\n</head>\n<body>\n"
                       "<main>\n<h1>{0}</h1>\n{2}\n<nav>\n{3}</nav>\n{4}</main>\n</body>\n</html>\n",
                       html_text(title), style, header, links, body);
}

} // namespace voxmarch
