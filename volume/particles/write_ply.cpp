// Polygon files of points.
#include "base/output_file.h"
#include "volume/particles/particles.h"

#include <bit>
#include <fmt/format.h>

namespace voxmarch {

void write_ply(const Particles &particles, const std::filesystem::path &file) {
    OutputFile output(file);
    output.write(fmt::format("ply\nformat {} 1.0\nelement vertex {}\nproperty float x\nproperty float y\n"
                             "property float z\nproperty float mass\nend_header\n",
                             std::endian::native == std::endian::little ? "binary_little_endian" : "binary_big_endian",
                             particles.positions.size()));
    std::vector<float> values;
    values.reserve(4 * particles.positions.size());
    for (std::size_t i = 0; i < particles.positions.size(); ++i) {
        const glm::vec3 p(particles.positions[i]);
        values.insert(values.end(), {p.x, p.y, p.z, static_cast<float>(particles.mass(i))});
    }
    output.write(std::as_bytes(std::span(values)));
    output.commit(Keep::written);
}

} // namespace voxmarch
