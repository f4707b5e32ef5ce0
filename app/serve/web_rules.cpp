// Strict readings of targets and fields.
#include "app/serve/web_rules.h"

#include "base/text.h"

#include <algorithm>
#include <cctype>

namespace voxmarch {

namespace {

constexpr std::size_t most_parameters = 32;

int hex_digit(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/// @param plus  a plus sign means a blank
std::optional<std::string> decoded(std::string_view text, bool plus) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            c = static_cast<char>(high * 16 + low);
            i += 2;
        } else if (c == '+' && plus) {
            c = ' ';
        }
        if (static_cast<unsigned char>(c) < 32 || c == 127) {
            return std::nullopt;
        }
        result += c;
    }
    return result;
}

bool is_digits(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](unsigned char c) { return std::isdigit(c) != 0; });
}

} // namespace

std::optional<WebTarget> parse_target(std::string_view text) {
    const std::size_t mark = std::min(text.find('?'), text.size());
    const auto path = decoded(text.substr(0, mark), false);
    if (!path || !path->starts_with('/')) {
        return std::nullopt;
    }
    WebTarget target{*path, {}};
    if (mark == text.size()) {
        return target;
    }
    const std::vector<std::string> parts = text::split(text.substr(mark + 1), '&');
    if (parts.size() > most_parameters) {
        return std::nullopt;
    }
    for (const std::string &part : parts) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const auto name = decoded(part.substr(0, equals), true);
        const auto value = decoded(equals < part.size() ? part.substr(equals + 1) : "", true);
        if (!name || !value) {
            return std::nullopt;
        }
        if (!name->empty()) {
            target.query.emplace(*name, *value);
        }
    }
    return target;
}

std::optional<std::string> host_name(std::string_view host) {
    std::string_view name, port;
    if (host.starts_with('[')) {
        const std::size_t end = host.find(']');
        if (end == std::string_view::npos) {
            return std::nullopt;
        }
        name = host.substr(0, end + 1);
        port = host.substr(end + 1);
        const std::string_view inside = name.substr(1, name.size() - 2);
        if (inside.empty() || inside.find_first_not_of("0123456789abcdefABCDEF:.") != std::string_view::npos) {
            return std::nullopt;
        }
    } else {
        const std::size_t colon = std::min(host.find(':'), host.size());
        name = host.substr(0, colon);
        port = host.substr(colon);
        const bool letters = std::ranges::all_of(
            name, [](unsigned char c) { return std::isalnum(c) != 0 || c == '.' || c == '-' || c == '_'; });
        if (name.empty() || !letters) {
            return std::nullopt;
        }
    }
    if (!port.empty() && (!port.starts_with(':') || !is_digits(port.substr(1)) || port.size() > 6)) {
        return std::nullopt;
    }
    return text::lower(name);
}

bool is_address(std::string_view name) {
    if (name.starts_with('[')) {
        return true;
    }
    const std::vector<std::string> parts = text::split(name, '.');
    return parts.size() == 4 &&
           std::ranges::all_of(parts, [](const std::string &part) { return is_digits(part) && part.size() <= 3; });
}

bool is_known_host(std::string_view host, const std::vector<std::string> &names) {
    const std::optional<std::string> name = host_name(host);
    return name && (*name == "localhost" || is_address(*name) || std::ranges::find(names, *name) != names.end());
}

bool is_own_origin(std::string_view origin, std::string_view host) {
    const std::string given = text::lower(origin), own = text::lower(host);
    return !own.empty() && (given == "http://" + own || given == "https://" + own);
}

std::string bearer(std::string_view authorization) {
    constexpr std::string_view scheme = "bearer ";
    if (text::lower(authorization.substr(0, scheme.size())) != scheme) {
        return "";
    }
    return text::trim(authorization.substr(scheme.size()));
}

bool is_loopback(std::string_view address) {
    return address == "localhost" || address == "::1" || address == "[::1]" ||
           (is_address(address) && address.starts_with("127."));
}

} // namespace voxmarch
