// Reads files that tell how to move a volume in the world: transforms of ITK, and plain matrices.
#pragma once

#include <filesystem>
#include <glm/glm.hpp>
#include <string>

namespace voxmarch {

/// How the points of a volume move, in LPS as ITK has them.
///
/// - Text files of ITK ("#Insight Transform File V1.0", usually .tfm or .txt) with transforms that are affine, alone or
///   composed. They map points of the fixed volume to the moving one, as resampling needs it; the moving volume's
///   points go the other way, so it is the inverse that is returned.
/// - Parameter files of elastix, which are the same in other words.
/// - Four rows of four numbers, the last of them 0 0 0 1: they move the points as they are.
/// @throws FileError for anything else, deformations and binary files among them
glm::dmat4x3 read_world_transform(const std::filesystem::path &file);

/// The same of its text. @param file  for messages
glm::dmat4x3 parse_world_transform(const std::string &text, const std::filesystem::path &file);

} // namespace voxmarch
