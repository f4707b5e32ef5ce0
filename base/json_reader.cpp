// Builds values from the events of the parser.
#include "base/json_reader.h"

#include "base/format_problem.h"

#include <cstdint>
#include <fmt/format.h>
#include <set>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace voxmarch {

namespace {

constexpr std::size_t deepest_nesting = 32;

/// The parser's errors begin with its own name and the error's number.
[[noreturn]] void fail_json(const std::string &message) {
    const std::size_t line = message.find("line ");
    throw FormatProblem("is not valid JSON: " + (line == std::string::npos ? message : message.substr(line)));
}

/// Takes the parser's events (nlohmann::json_sax).
// NOLINTNEXTLINE(bugprone-exception-escape): it is not moved
template <typename Json> class JsonBuilder {
public:
    bool null() { return add(nullptr); }
    bool boolean(bool truth) { return add(truth); }
    bool number_integer(std::int64_t number) { return add(number); }
    bool number_unsigned(std::uint64_t number) { return add(number); }
    bool number_float(double number, const std::string &) { return add(number); }
    bool string(std::string &text) { return add(std::move(text)); }
    bool binary(typename Json::binary_t &) { return false; } // JSON's text has none
    bool start_object(std::size_t) { return open(Json::object()); }
    bool start_array(std::size_t) { return open(Json::array()); }
    bool end_object() { return close(); }
    bool end_array() { return close(); }

    bool key(std::string &name) {
        require_shallow_place();
        field_ = new_field(name);
        if (field_ == nullptr) {
            throw FormatProblem(fmt::format("field \"{}\" is given twice in one object", name));
        }
        return true;
    }

    bool parse_error(std::size_t, const std::string &, const nlohmann::detail::exception &error) {
        fail_json(error.what());
    }

    Json take() { return std::move(root_); }

private:
    using Object = typename Json::object_t;

    /// An object or list whose end is still to come. It keeps its place until then, as what holds it does not grow.
    struct Open {
        Json *value;
        std::set<std::string> names; ///< of an object in the order of the text, which cannot look up its fields
    };

    Json root_;
    std::vector<Open> open_;
    Json *field_ = nullptr; ///< that the next value goes to, in an object

    void require_shallow_place() const {
        if (open_.size() > deepest_nesting) {
            throw FormatProblem(fmt::format("is nested more than {} levels deep", deepest_nesting));
        }
    }

    /// Null if there is one of this name.
    Json *new_field(const std::string &name) {
        auto &object = open_.back().value->template get_ref<Object &>();
        if constexpr (std::is_same_v<Json, nlohmann::ordered_json>) {
            typename Object::Container &fields = object; // whose emplace_back() does not look for the name
            return open_.back().names.insert(name).second ? &fields.emplace_back(name, nullptr).second : nullptr;
        } else {
            const auto [place, is_new] = object.emplace(name, nullptr);
            return is_new ? &place->second : nullptr;
        }
    }

    Json *put(Json &&value) {
        require_shallow_place();
        if (!open_.empty() && open_.back().value->is_array()) {
            auto &list = open_.back().value->template get_ref<typename Json::array_t &>();
            return &list.emplace_back(std::move(value));
        }
        Json *const place = open_.empty() ? &root_ : field_;
        *place = std::move(value);
        return place;
    }

    bool add(Json &&value) {
        put(std::move(value));
        return true;
    }

    bool open(Json &&value) {
        open_.push_back({put(std::move(value)), {}});
        return true;
    }

    bool close() {
        open_.pop_back();
        return true;
    }
};

template <typename Json> Json read_any(std::string_view text) {
    JsonBuilder<Json> builder;
    Json::sax_parse(text.begin(), text.end(), &builder);
    return builder.take();
}

} // namespace

nlohmann::json read_json(std::string_view text) { return read_any<nlohmann::json>(text); }

nlohmann::ordered_json read_ordered_json(std::string_view text) { return read_any<nlohmann::ordered_json>(text); }

} // namespace voxmarch
