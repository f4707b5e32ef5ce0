// Parses JSON strictly, and finds the line of a field when something is wrong with it.
#include "base/json_text.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <optional>
#include <set>

namespace voxmarch {

namespace {

using Json = nlohmann::json;
using Event = Json::parse_event_t;

/// The deepest format (Slicer's) nests 8 deep; unknown fields may go further.
constexpr int deepest_nesting = 32;

/// Refuses what the parser itself lets through: a field given twice, and deep nesting.
class DuplicateGuard {
public:
    bool operator()(int depth, Event event, Json &parsed) {
        if (depth > deepest_nesting) {
            throw FormatProblem(fmt::format("is nested more than {} levels deep", deepest_nesting));
        }
        if (event == Event::object_start) {
            open_objects_.emplace_back();
        } else if (event == Event::object_end) {
            open_objects_.pop_back();
        } else if (event == Event::key) {
            const auto key = parsed.get<std::string>();
            if (!open_objects_.back().insert(key).second) {
                throw FormatProblem(fmt::format("field \"{}\" is given twice in one object", key));
            }
        }
        return true;
    }

private:
    std::vector<std::set<std::string>> open_objects_;
};

/// Follows the parser's events and keeps the path of the value that each is about.
class PathFollower {
public:
    /// The path of the value that this event begins; empty optional at keys and ends.
    std::optional<std::string> path_of(Event event, const Json &parsed) {
        if (event == Event::key) {
            levels_.back().key = parsed.get<std::string>();
            return {};
        }
        if (event == Event::object_end || event == Event::array_end) {
            levels_.pop_back();
            return {};
        }
        std::string path;
        if (!levels_.empty()) {
            Level &level = levels_.back();
            path = level.is_array       ? fmt::format("{}[{}]", level.path, level.next++)
                   : level.path.empty() ? level.key
                                        : level.path + "." + level.key;
        }
        if (event != Event::value) {
            levels_.push_back({path, event == Event::array_start, "", 0});
        }
        return path;
    }

private:
    struct Level {
        std::string path;
        bool is_array;
        std::string key;
        int next;
    };
    std::vector<Level> levels_;
};

/// Hands the parser one character after the other and tells how many it took.
struct CountingIterator {
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char *;
    using reference = const char &;

    const char *place;
    const char **taken;

    reference operator*() const { return *place; }
    CountingIterator &operator++() {
        *taken = ++place;
        return *this;
    }
    CountingIterator operator++(int) {
        const CountingIterator before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator &other) const { return place == other.place; }
    bool operator!=(const CountingIterator &other) const { return place != other.place; }
};

/// Line (from 1) of the value at `path`; 1 if there is none. Cost: parses the text again.
long line_of(const std::string &text, const std::string &path) {
    const char *taken = text.data();
    long line = 0;
    PathFollower follower;
    const auto look = [&](int, Event event, Json &parsed) {
        if (line == 0 && follower.path_of(event, parsed) == path) {
            // The end of a number shows only at the character after it, which may be a line break.
            line = 1 + std::count(text.data(), std::max(taken - 1, text.data()), '\n');
        }
        return true;
    };
    const CountingIterator begin{text.data(), &taken}, end{text.data() + text.size(), &taken};
    [[maybe_unused]] const Json ignored = Json::parse(begin, end, look);
    return std::max(1L, line);
}

Json parse(const std::string &text) {
    DuplicateGuard guard;
    try {
        return Json::parse(text, [&](int depth, Event event, Json &parsed) { return guard(depth, event, parsed); });
    } catch (const Json::exception &error) {
        const std::string message = error.what();
        const std::size_t line = message.find("line ");
        throw FormatProblem("is not valid JSON: " + (line == std::string::npos ? message : message.substr(line)));
    }
}

} // namespace

JsonNode::JsonNode(const std::string &text)
    : file_text_(&text), root_(std::make_shared<const Json>(parse(text))), value_(root_.get()) {}

JsonNode::JsonNode(const JsonNode &parent, const Json &value, std::string path)
    : file_text_(parent.file_text_), root_(parent.root_), value_(&value), path_(std::move(path)) {}

void JsonNode::fail(const std::string &problem) const { fail_at(path_, problem); }

void JsonNode::fail_at(const std::string &path, const std::string &problem) const {
    throw FormatProblem(fmt::format("line {}: {}", line_of(*file_text_, path), problem));
}

std::size_t JsonNode::line() const { return static_cast<std::size_t>(line_of(*file_text_, path_)); }

JsonNode JsonNode::at(const char *field) const {
    const std::string path = path_.empty() ? field : path_ + "." + field;
    if (!value_->is_object()) {
        fail(fmt::format("{} must be an object, found {}", path_.empty() ? "the whole" : '"' + path_ + '"',
                         value_->type_name()));
    }
    const auto found = value_->find(field);
    if (found == value_->end()) {
        fail(fmt::format("field \"{}\" is missing", path));
    }
    return {*this, *found, path};
}

std::vector<JsonNode> JsonNode::elements() const {
    if (!value_->is_array()) {
        fail(fmt::format("\"{}\" must be a list, found {}", path_, value_->type_name()));
    }
    std::vector<JsonNode> nodes;
    nodes.reserve(value_->size());
    for (const Json &element : *value_) {
        nodes.push_back({*this, element, fmt::format("{}[{}]", path_, nodes.size())});
    }
    return nodes;
}

double JsonNode::number() const {
    if (!value_->is_number()) {
        fail(fmt::format("\"{}\" must be a number, found {}", path_, value_->type_name()));
    }
    return value_->get<double>();
}

std::uint64_t JsonNode::whole_number() const {
    if (!value_->is_number_unsigned()) {
        fail(fmt::format("\"{}\" must be a whole number of at least 0", path_));
    }
    return value_->get<std::uint64_t>();
}

std::string JsonNode::text() const {
    if (!value_->is_string()) {
        fail(fmt::format("\"{}\" must be a string, found {}", path_, value_->type_name()));
    }
    return value_->get<std::string>();
}

bool JsonNode::truth() const {
    if (!value_->is_boolean()) {
        fail(fmt::format("\"{}\" must be true or false, found {}", path_, value_->type_name()));
    }
    return value_->get<bool>();
}

std::vector<double> JsonNode::numbers(std::size_t count) const {
    if (!value_->is_array() || value_->size() != count) {
        fail(fmt::format("\"{}\" must be a list of {} numbers", path_, count));
    }
    std::vector<double> values;
    for (const JsonNode &element : elements()) {
        values.push_back(element.number());
    }
    return values;
}

std::string JsonNode::json() const { return json_text(*value_); }

std::vector<std::string> JsonNode::fields() const {
    if (!value_->is_object()) {
        fail(fmt::format("{} must be an object, found {}", path_.empty() ? "the whole" : '"' + path_ + '"',
                         value_->type_name()));
    }
    std::vector<std::string> names;
    for (const auto &item : value_->items()) {
        names.push_back(item.key());
    }
    return names;
}

void JsonNode::collect_unknown(std::initializer_list<std::string_view> known, std::vector<std::string> &unknown) const {
    for (const std::string &name : fields()) {
        if (std::find(known.begin(), known.end(), name) == known.end()) {
            unknown.push_back(path_.empty() ? name : path_ + "." + name);
        }
    }
}

void note_unknown(const std::vector<std::string> &unknown, std::vector<Note> &notes) {
    constexpr std::size_t most = 8;
    if (unknown.empty()) {
        return;
    }
    const std::vector<std::string> first(unknown.begin(),
                                         unknown.begin() + static_cast<std::ptrdiff_t>(std::min(most, unknown.size())));
    const std::string more = unknown.size() > most ? fmt::format(" and {} more", unknown.size() - most) : "";
    notes.emplace_back(fmt::format("ignored what it does not know: {}{}", fmt::join(first, ", "), more));
}

std::string json_text(const Json &value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

} // namespace voxmarch
