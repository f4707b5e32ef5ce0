// The chapter that says where we stand.
#include "bench/report/claims.h"
#include "bench/report/sections.h"

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
    HtmlTable table({{"claim", Whose::label},
                     {"source", Whose::label},
                     {"unit", Whose::label},
                     {"paper", Whose::paper},
                     {"ours", Whose::ours},
                     {"times the floor", Whose::floor},
                     {"ours against the paper", Whose::verdict}});
    for (const Claim &claim : claims_of(results)) {
        table.row({fmt::format("<a href=\"#{}\">{}</a>", claim.section, html_text(claim.text)), html_text(claim.source),
                   claim.unit, with_case(claim.paper, claim.digits, claim.paper_case),
                   with_case(claim.ours, claim.digits, claim.our_case), number_text(claim.ratio_to_floor),
                   verdict_of(claim, results.conditions().quick)});
    }
    return {"summary", "Where we stand",
            paragraph(
                "Every paper measured on the hardware of its year, so absolute rates say how far hardware and code "
                "together have come; shares and ratios (speed-ups, lanes at work, memory) can be compared as they are. "
                "A verdict is given only where scene and size are the paper's. Times the floor is our time by the "
                "least an NVIDIA H200 could take for the same samples or bytes.") +
                table.html() + refused_html(results.refused())};
}

} // namespace voxmarch
