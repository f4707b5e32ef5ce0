// Text helpers for the header parsers.
#include "base/text.h"

#include <algorithm>
#include <charconv>

namespace voxmarch::text {

namespace {

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

template <typename T> std::optional<T> parse(std::string_view s) {
    if (s.size() > 1 && s[0] == '+' && s[1] != '-') {
        s.remove_prefix(1);
    }
    T value{};
    const auto [end, problem] = std::from_chars(s.data(), s.data() + s.size(), value);
    if (problem != std::errc{} || end != s.data() + s.size()) {
        return std::nullopt;
    }
    return value;
}

// Takes the run of digits at the front of s, without leading zeros.
std::string_view take_number(std::string_view &s) {
    std::size_t end = 0;
    while (end < s.size() && is_digit(s[end])) {
        ++end;
    }
    std::string_view number = s.substr(0, end);
    s.remove_prefix(end);
    while (number.size() > 1 && number.front() == '0') {
        number.remove_prefix(1);
    }
    return number;
}

/// Bytes of the UTF-8 character at the front of s; 0 if there is none. Overlong ones pass.
std::size_t character_length(std::string_view s) {
    const auto lead = static_cast<unsigned char>(s[0]);
    const std::size_t length = lead < 0x80                   ? 1
                               : lead >= 0xc2 && lead < 0xe0 ? 2
                               : lead >= 0xe0 && lead < 0xf0 ? 3
                               : lead >= 0xf0 && lead < 0xf5 ? 4
                                                             : 0;
    const std::string_view rest = s.substr(1, length == 0 ? 0 : length - 1);
    const bool is_whole = rest.size() + 1 == length && std::ranges::all_of(rest, [](char c) {
                              return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
                          });
    return is_whole ? length : 0;
}

} // namespace

std::vector<std::string> split(std::string_view s, char separator) {
    std::vector<std::string> pieces;
    for (;;) {
        const std::size_t end = s.find(separator);
        pieces.emplace_back(s.substr(0, end));
        if (end == std::string_view::npos) {
            return pieces;
        }
        s.remove_prefix(end + 1);
    }
}

std::vector<std::string> words(std::string_view s) {
    std::vector<std::string> result;
    for (std::size_t i = 0; i < s.size();) {
        const std::size_t begin = i;
        while (i < s.size() && !is_space(s[i])) {
            ++i;
        }
        if (i > begin) {
            result.emplace_back(s.substr(begin, i - begin));
        } else {
            ++i;
        }
    }
    return result;
}

std::string file_word(std::string_view s) {
    std::string word(s);
    std::ranges::replace_if(
        word,
        [](unsigned char letter) {
            return letter < 0x80 && !std::isalnum(letter) &&
                   std::string_view(".-+").find(static_cast<char>(letter)) == std::string_view::npos;
        },
        '_');
    return word;
}

std::string one_line(std::string_view s, std::size_t most) {
    std::string line;
    for (bool is_apart = false; !s.empty();) {
        const std::size_t length = character_length(s);
        const std::string_view character = s.substr(0, std::max<std::size_t>(length, 1));
        s.remove_prefix(character.size());
        const auto code = static_cast<unsigned char>(character[0]);
        if (length == 0 || code <= ' ' || code == 0x7f) {
            is_apart = !line.empty();
            continue;
        }
        if (line.size() + (is_apart ? 1 : 0) + character.size() > most) {
            return line + "...";
        }
        line += is_apart ? " " : "";
        line += character;
        is_apart = false;
    }
    return line;
}

std::string printable(std::string_view s, std::size_t most) {
    constexpr std::string_view gap = " ... ", digits = "0123456789abcdef";
    while (!s.empty() && is_space(s.back())) {
        s.remove_suffix(1);
    }
    std::string line;
    std::vector<std::size_t> ends{0}; // of the characters in `line`
    while (!s.empty()) {
        const std::size_t length = character_length(s);
        const std::string_view character = s.substr(0, std::max<std::size_t>(length, 1));
        s.remove_prefix(character.size());
        const auto code = static_cast<unsigned char>(character[0]);
        const bool is_control =
            code < ' ' || code == 0x7f ||
            (code == 0xc2 && character.size() == 2 && static_cast<unsigned char>(character[1]) < 0xa0);
        if (length > 0 && is_space(character[0])) {
            line += ' ';
        } else if (length == 0 || is_control) {
            for (const char byte : character) {
                line += "\\x";
                line += digits[static_cast<unsigned char>(byte) >> 4];
                line += digits[static_cast<unsigned char>(byte) & 15];
            }
        } else {
            line += character;
        }
        ends.push_back(line.size());
    }
    if (line.size() <= most) {
        return line;
    }
    const std::size_t room = most - gap.size();
    const std::size_t head = *std::prev(std::ranges::upper_bound(ends, room * 3 / 5));
    const std::size_t tail = *std::ranges::lower_bound(ends, line.size() - (room - room * 3 / 5));
    return line.substr(0, head) + std::string(gap) + line.substr(tail);
}

std::string trim(std::string_view s) {
    while (!s.empty() && is_space(s.front())) {
        s.remove_prefix(1);
    }
    while (!s.empty() && is_space(s.back())) {
        s.remove_suffix(1);
    }
    return std::string(s);
}

std::string lower(std::string_view s) {
    std::string result(s);
    std::transform(result.begin(), result.end(), result.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    return result;
}

std::optional<double> to_double(std::string_view s) { return parse<double>(s); }

std::optional<long long> to_integer(std::string_view s) { return parse<long long>(s); }

std::string escape_markup(std::string_view s) {
    std::string result;
    for (const char c : s) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '>': result += "&gt;"; break;
        case '"': result += "&quot;"; break;
        default: result += c;
        }
    }
    return result;
}

bool natural_less(std::string_view a, std::string_view b) {
    const std::string_view whole_a = a;
    const std::string_view whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view x = take_number(a);
            const std::string_view y = take_number(b);
            if (x != y) {
                return x.size() != y.size() ? x.size() < y.size() : x < y;
            }
        } else {
            if (a.front() != b.front()) {
                return a.front() < b.front();
            }
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    if (a.empty() && b.empty()) {
        return whole_a < whole_b; // only leading zeros differ
    }
    return a.empty();
}

} // namespace voxmarch::text
