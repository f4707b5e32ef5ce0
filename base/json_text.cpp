// Walks JSON that was read strictly, and finds the line of a field when something is wrong with it.
#include "base/json_text.h"

#include "base/json_reader.h"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>

namespace voxmarch {

namespace {

using Json = nlohmann::json;
/// Follows the parser's events (nlohmann::json_sax) until the value at one path begins.
class ValueFinder {
public:
    explicit ValueFinder(const std::string &path) : wanted_(path) {}

    bool found() const { return found_; }

    bool null() { return begin(); }
    bool boolean(bool) { return begin(); }
    bool number_integer(std::int64_t) { return begin(); }
    bool number_unsigned(std::uint64_t) { return begin(); }
    bool number_float(double, const std::string &) { return begin(); }
    bool string(std::string &) { return begin(); }
    bool binary(Json::binary_t &) { return false; }
    bool start_object(std::size_t) { return open(false); }
    bool start_array(std::size_t) { return open(true); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string &name) {
        levels_.back().key = name;
        return true;
    }

    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &) { return false; }

private:
    struct Level {
        std::string path;
        bool is_array;
        std::string key;
        int next;
    };
    const std::string &wanted_;
    std::vector<Level> levels_;
    bool found_ = false;

    std::string path_of_next() {
        if (levels_.empty()) {
            return {};
        }
        Level &level = levels_.back();
        return level.is_array       ? fmt::format("{}[{}]", level.path, level.next++)
               : level.path.empty() ? level.key
                                    : level.path + "." + level.key;
    }

    /// @return whether to go on
    bool begin() {
        found_ = path_of_next() == wanted_;
        return !found_;
    }

    bool open(bool is_array) {
        std::string path = path_of_next();
        found_ = path == wanted_;
        levels_.push_back({std::move(path), is_array, "", 0});
        return !found_;
    }

    bool close() {
        levels_.pop_back();
        return true;
    }
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

/// Line (from 1) of the value at `path`; 1 if there is none. Cost: parses the text again, up to there.
long line_of(const std::string &text, const std::string &path) {
    const char *taken = text.data();
    ValueFinder finder(path);
    const CountingIterator begin{text.data(), &taken}, end{text.data() + text.size(), &taken};
    Json::sax_parse(begin, end, &finder);
    // The end of a number shows only at the character after it, which may be a line break.
    return finder.found() ? 1 + std::count(text.data(), std::max(taken - 1, text.data()), '\n') : 1;
}

} // namespace

JsonNode::JsonNode(const std::string &text)
    : file_text_(&text), root_(std::make_shared<const Json>(read_json(text))), value_(root_.get()) {}

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
