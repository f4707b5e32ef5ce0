// Which names are pictures, and which files can be written.
#include "app/cli/render_output.h"

#include "base/error.h"
#include "base/output_file.h"
#include "renderer/picture_file.h"
#include "volume/formats/standard_input.h"
#include "volume/synthetic/synthetic.h"

#include <filesystem>
#include <fmt/format.h>
#include <optional>
#include <string_view>

namespace voxmarch {

bool is_picture(const std::string &name) { return picture_format(name).has_value(); }

/// "cayley" of "synthetic:cayley:64" and "formula:cayley"; "formula" of an expression.
static std::string file_stem_of_made(const std::string &source) {
    const std::size_t begin = source.find(':') + 1;
    const std::string name = source.substr(begin, source.find(':', begin) - begin);
    const bool plain = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == name.npos;
    return plain ? name : "formula";
}

std::string default_output(const std::string &source) {
    std::filesystem::path path = std::filesystem::path(source).lexically_normal();
    if (is_standard_input(source)) {
        path = "standard-input";
    } else if (is_made(source)) {
        path = file_stem_of_made(source);
    } else if (!path.has_filename()) {
        path = path.parent_path(); // a folder with a slash at its end
    }
    const std::string name = path.filename().string();
    const std::string stem = name.substr(0, name.find('.', 1));
    const std::string picture = stem.empty() || stem == "." || stem == ".." ? "volume" : stem;
    std::error_code none; // there is no such picture yet
    const bool is_source = !is_made(source) && std::filesystem::equivalent(picture + ".png", source, none);
    return picture + (is_source ? "-again.png" : ".png");
}

namespace {

/// The place of a frame's number in a name, and how many digits it has at least.
struct NumberPlace {
    std::size_t begin, length;
    int digits;
    bool of_time = false;
};

std::optional<NumberPlace> number_place(std::string_view name) {
    for (std::size_t open = name.find('{'); open != name.npos; open = name.find('{', open + 1)) {
        const std::string_view rest = name.substr(open);
        if (rest.starts_with("{n}")) {
            return NumberPlace{open, 3, 4};
        }
        if (rest.starts_with("{t}")) {
            return NumberPlace{open, 3, 4, true};
        }
        if (rest.starts_with("{}")) {
            return NumberPlace{open, 2, 1};
        }
        if (rest.size() > 4 && rest.starts_with("{:0") && rest[3] >= '1' && rest[3] <= '9' && rest[4] == '}') {
            return NumberPlace{open, 5, rest[3] - '0'};
        }
    }
    return {};
}

} // namespace

bool is_numbered(const std::string &output, bool times) {
    const std::optional<NumberPlace> place = number_place(output);
    return place && (times || !place->of_time);
}

std::string frame_name(const std::string &output, int frame, int time) {
    const std::optional<NumberPlace> place = number_place(output);
    std::string name = output;
    return place ? name.replace(place->begin, place->length,
                                fmt::format("{:0{}}", place->of_time ? time : frame, place->digits))
                 : name;
}

void check_output(const std::string &name) {
    if (const auto place = number_place(name); place && is_numbered(name.substr(place->begin + place->length), true)) {
        throw UsageError(fmt::format("--output is '{}': there is one number, put {{}} or {{:04}} there once", name));
    }
    if (!name.empty()) {
        check_output_file(name);
    }
}

} // namespace voxmarch
