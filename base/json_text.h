// Reads JSON with errors that name the line and the field.
#pragma once

#include "base/format_problem.h"
#include "base/note.h"

#include <initializer_list>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace voxmarch {

/// One value of a JSON file, with its way from the root ("colors[2].rgb"). Valid while the file's text lives.
class JsonNode {
public:
    /// The root. @throws FormatProblem for anything but one JSON value, fields given twice and deep nesting
    explicit JsonNode(const std::string &text);

    bool is_object() const { return value_->is_object(); }
    bool is_array() const { return value_->is_array(); }
    bool is_text() const { return value_->is_string(); }
    bool is_number() const { return value_->is_number(); }
    bool is_truth() const { return value_->is_boolean(); }
    bool is_null() const { return value_->is_null(); }
    bool has(const char *field) const { return value_->is_object() && value_->contains(field); }

    /// A field of this object or an element of this list. @throws FormatProblem if missing or of another kind
    JsonNode at(const char *field) const;
    std::vector<JsonNode> elements() const;

    /// @throws FormatProblem if it is something else
    double number() const;
    std::uint64_t whole_number() const; ///< a number without fraction or exponent, at least 0
    std::string text() const;
    bool truth() const;
    std::vector<double> numbers(std::size_t count) const;

    /// Number as T, which JSON's whole numbers give exactly where it holds them. Precondition: is_number().
    template <typename T> T number_as() const { return value_->get<T>(); }

    /// The value as JSON on one line.
    std::string json() const;

    /// Names of this object's fields. @throws FormatProblem if it is no object
    std::vector<std::string> fields() const;

    /// Names the fields of this object other than `known` in `unknown`. @throws FormatProblem if it is no object
    void collect_unknown(std::initializer_list<std::string_view> known, std::vector<std::string> &unknown) const;

    /// @throws FormatProblem "line 3: PROBLEM", the line of this value
    [[noreturn]] void fail(const std::string &problem) const;

    /// The same for the value at `path`, as InvalidTransfer::place names it.
    [[noreturn]] void fail_at(const std::string &path, const std::string &problem) const;

    const std::string &path() const { return path_; }

    /// Of the text, from 1. Cost: reads the text up to there.
    std::size_t line() const;

private:
    JsonNode(const JsonNode &parent, const nlohmann::json &value, std::string path);

    const std::string *file_text_;
    std::shared_ptr<const nlohmann::json> root_;
    const nlohmann::json *value_;
    std::string path_;
};

/// One note that names all fields; none if there are none.
void note_unknown(const std::vector<std::string> &unknown, std::vector<Note> &notes);

/// The shortest text that reads back as the same number; strings in quotes, with what is not UTF-8 replaced.
std::string json_text(const nlohmann::json &value);

} // namespace voxmarch
