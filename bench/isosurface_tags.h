// Isosurfaces cut by the tags of objects.
#pragma once

#include "bench/timing.h"
#include "device/context.h"
#include "volume/volume.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// An isosurface whose triangles are told apart by the tags of their voxels (Rogeiro 2011, 3.4.2.6).
struct TagsRow {
    std::string volume;
    double isovalue = 0.0;
    int tags = 0; ///< in the label volume
    std::uint64_t triangles = 0;
    Spread extraction, tagging; ///< ms on the host: to a mesh in host memory; cutting it by its tags there
    std::size_t parts = 0;      ///< tags that have triangles
    bool agrees = true;         ///< as many triangles in all parts as in the whole

    double cost() const; ///< tagging as a share of extraction
};

/// Rows of 2 and 65 tags, which bricks of 8^3 voxels have in turn.
std::vector<TagsRow> measure_tags(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                  int frames);

void print_tags_head();
void print(const TagsRow &row);
nlohmann::json to_json(const TagsRow &row);

} // namespace voxmarch
