// Wavefront OBJ: vertices and faces, whatever else there is left out.
#include "base/text.h"
#include "isosurface/formats/mesh_format.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// "7", "7/1", "7//3", "7/1/3": the vertex, from 1; a negative one counts back from the last.
std::int64_t corner_of(std::string_view word, const MeshBuilder &mesh) {
    const auto number = text::to_integer(word.substr(0, word.find('/')));
    if (!number || *number == 0) {
        mesh.fail(fmt::format("a face has '{}' in the place of a vertex", text::one_line(word, 40)));
    }
    const auto before = static_cast<std::int64_t>(mesh.vertices());
    if (*number < -before) {
        mesh.fail(fmt::format("a face has a corner that is not there: {} with {} vertices before it", *number, before));
    }
    return *number > 0 ? *number - 1 : *number + before;
}

} // namespace

std::string read_obj(std::string_view bytes, MeshBuilder &mesh) {
    std::string comments;
    std::vector<std::int64_t> corners;
    while (!bytes.empty()) {
        std::string_view line = take_line(bytes);
        const std::string_view kind = take_word(line);
        if (kind == "v") {
            mesh.add_vertex(mesh.position_of(line));
        } else if (kind == "f") {
            corners.clear();
            for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
                corners.push_back(corner_of(word, mesh));
            }
            mesh.add_polygon(corners);
        } else if (kind.starts_with('#') && mesh.vertices() == 0) {
            comments.append(line).push_back('\n');
        }
    }
    return comments;
}

} // namespace voxmarch
