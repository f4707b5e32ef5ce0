// Reads volumes and gives them away for comparison: a line of JSON on stdout for each, its voxels as bytes in a file.
// Each line of stdin is a request: VOLUME, VOXELS, CHANNEL and TIME, with tabs between; "array=NAME", "field=WORDS" or
// "level=N" may follow. Where LEVEL and BOXES follow ("x0 y0 z0 x1 y1 z1;..."), those boxes of a source of bricks, one
// after the other.
#include "base/error.h"
#include "base/text.h"
#include "volume/bricks/brick_source.h"

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace {

using namespace voxmarch;

nlohmann::json json_of(const glm::dvec3 &v) { return {v.x, v.y, v.z}; }

nlohmann::json json_of(const Grid &grid) {
    return {{"dims", grid.dims},
            {"spacing", json_of(grid.spacing)},
            {"origin", json_of(grid.origin)},
            {"direction", {json_of(grid.direction[0]), json_of(grid.direction[1]), json_of(grid.direction[2])}}};
}

nlohmann::json read_boxes(const std::vector<std::string> &request, const ReadOptions &options) {
    const auto source = open_bricks(request[0], options);
    std::ofstream voxels(request[1], std::ios::binary);
    for (const std::string &words : text::split(request.at(5), ';')) {
        VoxelBox box;
        const auto numbers = text::words(words);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            box.low[axis] = static_cast<int>(text::to_integer(numbers.at(axis)).value());
            box.high[axis] = static_cast<int>(text::to_integer(numbers.at(axis + 3)).value());
        }
        std::vector<char> bytes(box.voxel_count() * scalar_size(source->header().type));
        source->read(static_cast<int>(text::to_integer(request.at(4)).value()), box,
                     std::as_writable_bytes(std::span(bytes)));
        voxels.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    nlohmann::json levels;
    for (int level = 0; level < source->level_count(); ++level) {
        levels.push_back(json_of(source->grid(level)));
    }
    return {{"type", name_of(source->header().type)},
            {"format", source->header().format},
            {"unit", name_of(source->grid(0).unit)},
            {"levels", levels},
            {"notes", plain_texts(source->header().notes)}};
}

nlohmann::json read(const std::vector<std::string> &request) {
    ReadOptions options;
    options.channel = static_cast<int>(text::to_integer(request.at(2)).value());
    options.time = static_cast<int>(text::to_integer(request.at(3)).value());
    if (request.size() > 5) {
        return read_boxes(request, options);
    }
    const std::string choice = request.size() > 4 ? request[4] : "";
    if (choice.starts_with("array=")) {
        options.array = choice.substr(6);
    } else if (choice.starts_with("field=")) {
        options.field = choice.substr(6);
    } else if (choice.starts_with("level=")) {
        options.level = static_cast<int>(text::to_integer(choice.substr(6)).value());
    }
    const Volume volume = read_volume(request[0], options);
    const Grid &grid = volume.grid();
    std::ofstream(request[1], std::ios::binary)
        .write(reinterpret_cast<const char *>(volume.bytes().data()),
               static_cast<std::streamsize>(volume.bytes().size()));
    return {{"dims", grid.dims},
            {"type", name_of(volume.type())},
            {"format", volume.header().format},
            {"spacing", json_of(grid.spacing)},
            {"origin", json_of(grid.origin)},
            {"direction", {json_of(grid.direction[0]), json_of(grid.direction[1]), json_of(grid.direction[2])}},
            {"unit", name_of(grid.unit)},
            {"range", {volume.range().min, volume.range().max}},
            {"notes", plain_texts(volume.header().notes)}};
}

} // namespace

int main() { // NOLINT(bugprone-exception-escape): of streams and memory, which the test notices
    for (std::string line; std::getline(std::cin, line);) {
        nlohmann::json answer;
        try {
            answer = read(text::split(line, '\t'));
        } catch (const Error &problem) {
            answer = {{"error", problem.what()}};
        }
        std::cout << answer.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << std::endl;
    }
    return 0;
}
