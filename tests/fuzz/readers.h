// What is fuzzed: every reader and parser of our own, by name.
#pragma once

#include <cmath>
#include <cstddef>
#include <glm/vec3.hpp>
#include <span>
#include <string_view>
#include <vector>

namespace voxmarch::fuzz {

/// Reads any bytes. Errors for the user may leave it; whatever else is wrong ends the program.
struct FuzzedReader {
    std::string_view name; ///< "nrrd": a folder of this name holds its inputs
    void (*read)(std::string_view bytes);
};

std::vector<FuzzedReader> volume_readers(); ///< formats of volumes, and what they are made of
std::vector<FuzzedReader> shape_readers();  ///< meshes, particles, skeletons
std::vector<FuzzedReader> text_readers();   ///< functions, sessions, names and words

/// Ends the program where what was read cannot be. @param what  is wrong
void require(bool holds, const char *what);

/// A file of these bytes under a name, in a folder of this process; the next call replaces it.
const char *file_of(std::string_view bytes, const char *name);

/// Places, axes and distances must be.
inline bool is_finite(const glm::dvec3 &v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

inline std::span<const std::byte> as_bytes(std::string_view text) {
    return std::as_bytes(std::span(text.data(), text.size()));
}

} // namespace voxmarch::fuzz
