// Reads and writes transfer functions as JSON; docs/transfer-format.md is the specification.
#include "transfer/file.h"

#include "device/error.h"
#include "volume/output_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

namespace voxmarch {

namespace {

using Json = nlohmann::json;

constexpr std::string_view format_name = "voxmarch-transfer";
constexpr int format_version = 1;

/// Room for 100 000 points; a larger file is not a transfer function.
constexpr std::size_t largest_file = std::size_t{16} << 20;

/// The format nests 4 deep: object, list of points, point, rgb.
constexpr int deepest_nesting = 8;

/// A file that breaks the format; becomes a FileError where the path is known.
class FormatProblem : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

[[noreturn]] void fail(const std::string &problem) { throw FormatProblem(problem); }

std::string read_text(const std::filesystem::path &file) {
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) {
        fail("no such file; give a preset's name or a .json file");
    }
    if (std::filesystem::is_directory(status)) {
        fail("is a folder, not a transfer function file");
    }
    std::ifstream stream(file, std::ios::binary);
    if (!stream) {
        fail("cannot be opened, check its permissions");
    }
    // One byte more than allowed tells a full file from one that is too large, whatever size the system reports.
    std::string text(std::filesystem::is_regular_file(status)
                         ? std::min<std::uintmax_t>(std::filesystem::file_size(file, error), largest_file) + 1
                         : largest_file + 1,
                     '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (stream.bad()) {
        fail("cannot be read to its end");
    }
    if (text.size() > largest_file) {
        fail("is larger than 16 MiB, too large for a transfer function");
    }
    return text;
}

/// "line 3, column 7: syntax error ..." out of the library's message.
std::string syntax_problem(const std::string &message) {
    const std::size_t line = message.find("line ");
    return "is not valid JSON: " + (line == std::string::npos ? message : message.substr(line));
}

/// Refuses what the parser itself lets through: a field given twice, and deep nesting.
class DuplicateGuard {
public:
    bool operator()(int depth, Json::parse_event_t event, Json &parsed) {
        if (depth > deepest_nesting) {
            fail(fmt::format("is nested more than {} levels deep", deepest_nesting));
        }
        if (event == Json::parse_event_t::object_start) {
            open_objects_.emplace_back();
        } else if (event == Json::parse_event_t::object_end) {
            open_objects_.pop_back();
        } else if (event == Json::parse_event_t::key) {
            const auto key = parsed.get<std::string>();
            if (!open_objects_.back().insert(key).second) {
                fail(fmt::format("field \"{}\" is given twice in one object", key));
            }
        }
        return true;
    }

private:
    std::vector<std::set<std::string>> open_objects_;
};

Json parse(const std::string &text) {
    DuplicateGuard guard;
    try {
        return Json::parse(
            text, [&](int depth, Json::parse_event_t event, Json &parsed) { return guard(depth, event, parsed); });
    } catch (const Json::exception &error) {
        fail(syntax_problem(error.what()));
    }
}

/// "colors[2]" + "rgb" = "colors[2].rgb".
std::string join(const std::string &object, const std::string &field) {
    return object.empty() ? field : object + "." + field;
}

const Json &require(const Json &object, const std::string &path, const char *field) {
    const auto found = object.find(field);
    if (found == object.end()) {
        fail(fmt::format("field \"{}\" is missing", join(path, field)));
    }
    return *found;
}

void check_object(const Json &value, const std::string &path, std::initializer_list<std::string_view> known) {
    if (!value.is_object()) {
        fail(fmt::format("{} must be an object, found {}", path.empty() ? "the whole" : '"' + path + '"',
                         value.type_name()));
    }
    for (const auto &item : value.items()) {
        if (std::find(known.begin(), known.end(), item.key()) == known.end()) {
            fail(fmt::format("unknown field \"{}\", known are {}", join(path, item.key()), fmt::join(known, ", ")));
        }
    }
}

double number(const Json &value, const std::string &path) {
    if (!value.is_number()) {
        fail(fmt::format("\"{}\" must be a number, found {}", path, value.type_name()));
    }
    return value.get<double>();
}

std::string text_field(const Json &object, const char *field) {
    const Json &value = require(object, "", field);
    if (!value.is_string()) {
        fail(fmt::format("\"{}\" must be a string, found {}", field, value.type_name()));
    }
    return value.get<std::string>();
}

glm::dvec3 rgb(const Json &value, const std::string &path) {
    if (!value.is_array() || value.size() != 3) {
        fail(fmt::format("\"{}\" must be a list of 3 numbers", path));
    }
    glm::dvec3 color;
    for (int channel = 0; channel < 3; ++channel) {
        color[channel] = number(value[static_cast<std::size_t>(channel)], fmt::format("{}[{}]", path, channel));
    }
    return color;
}

/// Calls `read(point, path)` for each object of the list `field`.
template <typename Read> void for_each_point(const Json &root, const char *field, Read read) {
    const Json &list = require(root, "", field);
    if (!list.is_array()) {
        fail(fmt::format("\"{}\" must be a list of points, found {}", field, list.type_name()));
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
        read(list[i], fmt::format("{}[{}]", field, i));
    }
}

void check_version(const Json &root) {
    if (text_field(root, "format") != format_name) {
        fail(fmt::format("\"format\" must be \"{}\"", format_name));
    }
    const Json &version = require(root, "", "version");
    if (!version.is_number_integer() || version != format_version) {
        fail(fmt::format("\"version\" must be {}, found {}; program and file do not fit together", format_version,
                         version.dump(-1, ' ', true, Json::error_handler_t::replace)));
    }
}

TransferDomain domain_field(const Json &root) {
    const std::string name = text_field(root, "domain");
    if (name != "normalised" && name != "value") {
        fail("\"domain\" must be \"normalised\" or \"value\"");
    }
    return name == "value" ? TransferDomain::value : TransferDomain::normalised;
}

ValueRange interval(const Json &value, const std::string &path) {
    if (!value.is_array() || value.size() != 2) {
        fail(fmt::format("\"{}\" must be a list of 2 numbers, low and high", path));
    }
    return {number(value[0], path + "[0]"), number(value[1], path + "[1]")};
}

TransferWidget widget_from_json(const Json &object, const std::string &path) {
    check_object(object, path, {"shape", "scalar", "gradient", "rgb", "opacity"});
    const Json &shape = require(object, path, "shape");
    if (shape != "rectangle" && shape != "triangle") {
        fail(fmt::format("\"{}.shape\" must be \"rectangle\" or \"triangle\"", path));
    }
    const ValueRange scalar = interval(require(object, path, "scalar"), join(path, "scalar"));
    const ValueRange gradient = interval(require(object, path, "gradient"), join(path, "gradient"));
    return {shape == "triangle" ? WidgetShape::triangle : WidgetShape::rectangle,
            scalar.min,
            scalar.max,
            gradient.min,
            gradient.max,
            rgb(require(object, path, "rgb"), join(path, "rgb")),
            number(require(object, path, "opacity"), join(path, "opacity"))};
}

TransferFunction from_json(const Json &root) {
    check_object(root, "", {"format", "version", "name", "description", "domain", "colors", "opacities", "widgets"});
    check_version(root);
    TransferFunction transfer;
    transfer.name = text_field(root, "name");
    transfer.description = root.contains("description") ? text_field(root, "description") : "";
    transfer.domain = domain_field(root);
    for_each_point(root, "colors", [&](const Json &point, const std::string &path) {
        check_object(point, path, {"scalar", "rgb"});
        transfer.colors.push_back({number(require(point, path, "scalar"), join(path, "scalar")),
                                   rgb(require(point, path, "rgb"), join(path, "rgb"))});
    });
    for_each_point(root, "opacities", [&](const Json &point, const std::string &path) {
        check_object(point, path, {"scalar", "opacity"});
        transfer.opacities.push_back({number(require(point, path, "scalar"), join(path, "scalar")),
                                      number(require(point, path, "opacity"), join(path, "opacity"))});
    });
    if (root.contains("widgets")) {
        for_each_point(root, "widgets", [&](const Json &widget, const std::string &path) {
            transfer.widgets.push_back(widget_from_json(widget, path));
        });
    }
    return transfer;
}

/// Shortest text that reads back as the same double.
std::string json_text(const Json &value) { return value.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string widgets_json(const std::vector<TransferWidget> &widgets) {
    if (widgets.empty()) {
        return "";
    }
    std::vector<std::string> lines;
    for (const TransferWidget &widget : widgets) {
        lines.push_back(fmt::format(
            R"(    {{"shape": "{}", "scalar": [{}, {}], "gradient": [{}, {}], "rgb": [{}, {}, {}], "opacity": {}}})",
            widget.shape == WidgetShape::triangle ? "triangle" : "rectangle", json_text(widget.scalar_low),
            json_text(widget.scalar_high), json_text(widget.gradient_low), json_text(widget.gradient_high),
            json_text(widget.color.r), json_text(widget.color.g), json_text(widget.color.b),
            json_text(widget.opacity)));
    }
    return fmt::format(",\n  \"widgets\": [\n{}\n  ]", fmt::join(lines, ",\n"));
}

} // namespace

TransferFunction read_transfer(const std::filesystem::path &file) {
    try {
        TransferFunction transfer = from_json(parse(read_text(file)));
        validate(transfer);
        return transfer;
    } catch (const FormatProblem &problem) {
        throw FileError(file, problem.what());
    } catch (const UsageError &problem) {
        throw FileError(file, problem.what());
    }
}

std::string to_json(const TransferFunction &transfer) {
    validate(transfer);
    std::vector<std::string> colors;
    for (const ColorPoint &point : transfer.colors) {
        colors.push_back(fmt::format(R"(    {{"scalar": {}, "rgb": [{}, {}, {}]}})", json_text(point.scalar),
                                     json_text(point.color.r), json_text(point.color.g), json_text(point.color.b)));
    }
    std::vector<std::string> opacities;
    for (const OpacityPoint &point : transfer.opacities) {
        opacities.push_back(
            fmt::format(R"(    {{"scalar": {}, "opacity": {}}})", json_text(point.scalar), json_text(point.opacity)));
    }
    return fmt::format("{{\n  \"format\": \"{}\",\n  \"version\": {},\n  \"name\": {},\n  \"description\": {},\n"
                       "  \"domain\": \"{}\",\n  \"colors\": [\n{}\n  ],\n  \"opacities\": [\n{}\n  ]{}\n}}\n",
                       format_name, format_version, json_text(transfer.name), json_text(transfer.description),
                       transfer.domain == TransferDomain::value ? "value" : "normalised", fmt::join(colors, ",\n"),
                       fmt::join(opacities, ",\n"), widgets_json(transfer.widgets));
}

void write_transfer(const TransferFunction &transfer, const std::filesystem::path &file) {
    const std::string text = to_json(transfer);
    std::error_code error;
    const auto status = std::filesystem::status(file, error);
    if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
        throw OutputError(file, "is a folder or a device, give the name of a .json file");
    }
    OutputFile output(file);
    output.write(text);
    output.commit();
}

} // namespace voxmarch
