// What of a request says who asks for what: its target, its host, where its page came from, its token.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// "/thumbnail?preset=thesis" in parts.
struct WebTarget {
    std::string path;
    std::map<std::string, std::string> query; ///< decoded; of a name that comes twice the first
};

/// Empty for what is none: no path from the root, broken percent signs, control characters, more than 32 parameters.
std::optional<WebTarget> parse_target(std::string_view text);

/// The name of a Host field without its port, in small letters: "localhost", "[::1]"; empty for what is none.
std::optional<std::string> host_name(std::string_view host);

/// Whether a name is an address in numbers, which no page of another site can have as its own name.
bool is_address(std::string_view name);

/// Whether a request may name this host: an address, localhost, or one of `names` (small letters). Pages that had their
/// own name lead here (DNS rebinding) name themselves.
bool is_known_host(std::string_view host, const std::vector<std::string> &names);

/// Whether a page of this origin is ours: http:// or https:// and the host that the request names.
bool is_own_origin(std::string_view origin, std::string_view host);

/// What stands behind "Bearer " in an Authorization field; empty: it has another form.
std::string bearer(std::string_view authorization);

/// Whether a name of --bind reaches this machine alone.
bool is_loopback(std::string_view address);

} // namespace voxmarch
