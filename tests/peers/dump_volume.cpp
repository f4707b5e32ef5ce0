// Reads volumes and gives them away for comparison: a line of JSON on stdout for each, its voxels as bytes in a file.
// Each line of stdin is a request: VOLUME, VOXELS, CHANNEL and TIME, with tabs between.
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/read.h"

#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>

namespace {

using namespace voxmarch;

nlohmann::json read(const std::vector<std::string> &request) {
    ReadOptions options;
    options.channel = static_cast<int>(text::to_integer(request.at(2)).value());
    options.time = static_cast<int>(text::to_integer(request.at(3)).value());
    const Volume volume = read_volume(request[0], options);
    const Grid &grid = volume.grid();
    std::ofstream(request[1], std::ios::binary)
        .write(reinterpret_cast<const char *>(volume.bytes().data()),
               static_cast<std::streamsize>(volume.bytes().size()));
    return {{"dims", grid.dims},
            {"type", name_of(volume.type())},
            {"format", volume.header().format},
            {"spacing", {grid.spacing.x, grid.spacing.y, grid.spacing.z}},
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
