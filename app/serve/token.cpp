// Tokens from the system's random bits.
#include "app/serve/token.h"

#include "base/error.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fmt/format.h>
#include <sys/random.h>

namespace voxmarch {

std::string new_token() {
    std::array<unsigned char, 16> bytes{};
    if (getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) {
        throw Error("the system gives no random bits for a token (getrandom)");
    }
    std::string token;
    for (const unsigned char byte : bytes) {
        token += fmt::format("{:02x}", byte);
    }
    return token;
}

void require_good_token(const std::string &token, const std::string &what) {
    const bool known = std::ranges::all_of(token, [](unsigned char c) {
        return std::isalnum(c) != 0 || std::string_view(".-_~").find(static_cast<char>(c)) != std::string_view::npos;
    });
    if (token.size() < 16 || token.size() > 256 || !known) {
        throw UsageError(fmt::format("{} must have 16 to 256 letters, digits and .-_~", what));
    }
}

bool is_token(std::string_view given, std::string_view expected) {
    if (expected.empty()) {
        return false;
    }
    unsigned difference = given.size() == expected.size() ? 0 : 1;
    for (std::size_t i = 0; i < given.size(); ++i) {
        difference |= static_cast<unsigned char>(given[i]) ^ static_cast<unsigned char>(expected[i % expected.size()]);
    }
    return difference == 0;
}

} // namespace voxmarch
