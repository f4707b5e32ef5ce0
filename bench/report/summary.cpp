// The chapter that says where we stand.
#include "bench/report/claims.h"
#include "bench/report/sections.h"

#include <cmath>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// A number over what it was measured with.
std::string with_case(double value, int digits, const std::string &what) {
    return fmt::format("{}<small>{}</small>", fixed_text(value, digits), html_text(what));
}

std::string refused_html(const std::vector<std::string> &refused) {
    if (refused.empty()) {
        return "";
    }
    std::string html = "<div class=\"note\" id=\"refused\">Refused:<ul>";
    for (const std::string &reason : refused) {
        html += fmt::format("<li>{}</li>", html_text(reason));
    }
    return html + "</ul></div>";
}

} // namespace

ReportSection summary_section(const Results &results) {
    const std::vector<HtmlTable::Column> columns{{"claim", Whose::label},
                                                 {"paper", Whose::paper},
                                                 {"ours", Whose::ours},
                                                 {"times the floor", Whose::floor},
                                                 {"ours against the paper", Whose::verdict}};
    HtmlTable judged(columns), others(columns);
    std::size_t other_count = 0;
    const std::vector<Claim> claims = claims_of(results);
    for (const Claim &claim : claims) {
        const bool alike = claim.unlike.empty() && std::isfinite(claim.ours);
        other_count += alike ? 0 : 1;
        (alike ? judged : others)
            .row({fmt::format("<a href=\"#{}\">{}</a>, {}<small>{}</small>", claim.section, html_text(claim.text),
                              html_text(claim.unit), html_text(claim.source)),
                  with_case(claim.paper, claim.digits, claim.paper_case),
                  with_case(claim.ours, claim.digits, claim.our_case), number_text(claim.ratio_to_floor),
                  verdict_of(claim, results.conditions().quick)});
    }
    return {
        "summary", "Where we stand",
        paragraph("Every paper measured on the hardware of its year, so rates say how far hardware and code together "
                  "have come; shares and ratios can be compared as they are. A verdict is given only where scene "
                  "and size are the paper's. Times the floor is our time by the least this device could take for "
                  "the same samples or bytes, by rates measured on it.") +
            (other_count == claims.size() ? "" : judged.html()) +
            folded(fmt::format("{} claims more, without a verdict", other_count), others.html()) +
            refused_html(results.refused())};
}

} // namespace voxmarch
