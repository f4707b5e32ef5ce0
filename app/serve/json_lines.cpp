// Walks JSON for the lines of its fields.
#include "app/serve/json_lines.h"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

/// A field with the text of its value.
struct Field {
    std::string_view name; ///< as it is written, without quotes
    std::string_view value;
    std::size_t at = 0; ///< of the name, in the whole text
};

std::size_t end_of_string(std::string_view text, std::size_t quote) {
    std::size_t i = quote + 1;
    while (i < text.size() && text[i] != '"') {
        i += text[i] == '\\' ? 2 : 1;
    }
    return std::min(i + 1, text.size());
}

/// The end of a value that begins at or behind `i`: a comma or bracket that is not its own.
std::size_t end_of_value(std::string_view text, std::size_t i) {
    int depth = 0;
    while (i < text.size()) {
        const char c = text[i];
        if (c == '"') {
            i = end_of_string(text, i);
            continue;
        }
        if (c == '[' || c == '{') {
            ++depth;
        } else if (c == ']' || c == '}') {
            if (--depth < 0) {
                return i;
            }
        } else if (c == ',' && depth == 0) {
            return i;
        }
        ++i;
    }
    return i;
}

/// Fields of this name in a value, also in objects that its lists hold, but not within other fields.
/// @param at  of the value, in the whole text
void find_fields(std::string_view value, std::size_t at, std::string_view name, std::vector<Field> &found) {
    std::size_t i = value.find_first_of("[{");
    if (i == std::string_view::npos || value.find_first_not_of(" \t\r\n") != i) {
        return;
    }
    const bool object = value[i] == '{';
    ++i;
    while (i < value.size()) {
        i = value.find_first_not_of(" \t\r\n,", i);
        if (i == std::string_view::npos || value[i] == ']' || value[i] == '}') {
            return;
        }
        Field field;
        if (object) {
            const std::size_t end = end_of_string(value, i);
            field.name = value.substr(i + 1, end - i - 2);
            field.at = at + i;
            i = std::min(value.find(':', end), value.size() - 1) + 1;
        }
        const std::size_t end = end_of_value(value, i);
        field.value = value.substr(i, end - i);
        if (!object) {
            find_fields(field.value, at + i, name, found);
        } else if (field.name == name) {
            found.push_back(field);
        }
        i = end;
    }
}

int line_at(std::string_view text, std::size_t place) {
    return 1 + static_cast<int>(std::ranges::count(text.substr(0, place), '\n'));
}

/// 'a': 'b': .. at the front of a problem.
std::vector<std::string> names_in_front(std::string_view problem) {
    std::vector<std::string> names;
    while (problem.starts_with('\'')) {
        const std::size_t end = problem.find("': ", 1);
        if (end == std::string_view::npos) {
            break;
        }
        names.emplace_back(problem.substr(1, end - 1));
        problem.remove_prefix(end + 3);
    }
    return names;
}

/// Letters, digits and signs around a place, at most 40; "" if there are none.
std::string_view word_at(std::string_view text, std::size_t place) {
    const auto belongs = [&](std::size_t i) {
        const auto c = static_cast<unsigned char>(text[i]);
        return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
    };
    std::size_t begin = std::min(place, text.size()), end = begin;
    while (begin > 0 && place - begin < 20 && belongs(begin - 1)) {
        --begin;
    }
    while (end < text.size() && end - begin < 40 && belongs(end)) {
        ++end;
    }
    return text.substr(begin, end - begin);
}

/// What the reader of JSON says, without its own name, the place, and the raw text that it read last.
std::string reason_of(std::string what, std::string_view word) {
    const bool in_value = what.find("while parsing value") != std::string::npos;
    for (const std::string_view front : {": syntax error while parsing ", " - "}) {
        if (const std::size_t found = what.find(front); found != std::string::npos) {
            what.erase(0, found + front.size());
        }
    }
    if (in_value && (what.starts_with("invalid literal") || what.starts_with("invalid number")) && !word.empty()) {
        return fmt::format("'{}' is no value", word);
    }
    if (const std::size_t last = what.find("; last read: "); last != std::string::npos) {
        const std::size_t next = what.find("'; ", last);
        what.erase(last, next == std::string::npos ? what.npos : next + 1 - last);
    }
    return what;
}

} // namespace

std::string json_problem(std::string_view text) {
    try {
        const auto unused = nlohmann::json::parse(text);
        return "";
    } catch (const nlohmann::json::parse_error &problem) {
        const std::size_t place = std::min(problem.byte == 0 ? 0 : problem.byte - 1, text.size());
        const std::size_t begin = text.substr(0, place).rfind('\n') + 1; // of the line: npos + 1 is 0
        return fmt::format("line {}, column {}: {}", line_at(text, place), place - begin + 1,
                           reason_of(problem.what(), word_at(text, place)));
    } catch (const nlohmann::json::exception &problem) { // numbers beyond all bounds
        return problem.what();
    }
}

int line_of_field(std::string_view json, const std::vector<std::string> &names) {
    std::string_view value = json;
    std::size_t at = 0;
    int line = 0;
    for (const std::string &name : names) {
        std::vector<Field> found;
        find_fields(value, at, name, found);
        if (found.size() != 1) {
            break;
        }
        line = line_at(json, found.front().at);
        value = found.front().value;
        at = static_cast<std::size_t>(value.data() - json.data());
    }
    return line;
}

std::string with_line(const std::string &problem, std::string_view json) {
    const int line = json.find('\n') == std::string_view::npos ? 0 : line_of_field(json, names_in_front(problem));
    return line == 0 ? problem : fmt::format("line {}: {}", line, problem);
}

} // namespace voxmarch
