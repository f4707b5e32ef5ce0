// A small OME-Zarr store whose second level is no reduction of the first: who makes it anew draws something else.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <string>
#include <vector>

namespace voxmarch::testing {

/// Bytes of a level, x fastest, from f(x, y, z).
template <typename F> std::vector<std::uint8_t> level_voxels(const std::array<int, 3> &dims, F &&f) {
    std::vector<std::uint8_t> voxels;
    for (int z = 0; z < dims[2]; ++z) {
        for (int y = 0; y < dims[1]; ++y) {
            for (int x = 0; x < dims[0]; ++x) {
                voxels.push_back(static_cast<std::uint8_t>(f(x, y, z)));
            }
        }
    }
    return voxels;
}

/// A level of a store that is written here: one chunk, or none where there are no voxels.
struct StoredLevel {
    std::array<int, 3> dims;
    std::array<double, 3> spacing, origin; ///< x, y, z
    std::vector<std::uint8_t> voxels;
};

/// Writes an image of OME-Zarr 0.4. @param chunk  edge of chunks; 0: a level is one. @return the folder
inline std::string write_levels(const std::filesystem::path &folder, const std::vector<StoredLevel> &levels,
                                int chunk = 0) {
    const auto write = [&](const std::filesystem::path &file, const std::string &content) {
        std::filesystem::create_directories((folder / file).parent_path());
        std::ofstream(folder / file, std::ios::binary) << content;
    };
    std::filesystem::remove_all(folder);
    std::string datasets;
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const auto &[dims, spacing, origin, voxels] = levels[i];
        const std::string shape = fmt::format("[{}, {}, {}]", dims[2], dims[1], dims[0]), number = std::to_string(i);
        const std::string chunks = chunk > 0 ? fmt::format("[{0}, {0}, {0}]", chunk) : shape;
        write(number + "/.zarray", fmt::format(R"({{"zarr_format": 2, "shape": {0}, "chunks": {1}, "dtype": "|u1",
            "compressor": null, "fill_value": 0, "filters": null, "order": "C"}})",
                                               shape, chunks));
        if (!voxels.empty()) {
            write(number + "/0.0.0", std::string(voxels.begin(), voxels.end()));
        }
        datasets +=
            fmt::format(R"({}{{"path": "{}", "coordinateTransformations": [
            {{"type": "scale", "scale": [{}, {}, {}]}}, {{"type": "translation", "translation": [{}, {}, {}]}}]}})",
                        i > 0 ? ", " : "", i, spacing[2], spacing[1], spacing[0], origin[2], origin[1], origin[0]);
    }
    write(".zgroup", R"({"zarr_format": 2})");
    write(".zattrs", fmt::format(R"({{"multiscales": [{{"version": "0.4", "axes": [
        {{"name": "z", "type": "space", "unit": "micrometer"}}, {{"name": "y", "type": "space", "unit": "micrometer"}},
        {{"name": "x", "type": "space", "unit": "micrometer"}}], "datasets": [{}]}}]}})",
                                 datasets));
    return folder.string();
}

/// 96x80x72 voxels of `fine` around a ball, and every second one along x and y alone of `coarse`, a tilted slab.
inline std::string write_two_levels(const std::filesystem::path &folder, int fine, int coarse) {
    constexpr std::array first{96, 80, 72}, second{48, 40, 72};
    const auto ball = [&](int x, int y, int z) {
        return (x - 48) * (x - 48) + (y - 40) * (y - 40) + (z - 36) * (z - 36) < 900 ? fine : 0;
    };
    const auto slab = [&](int x, int y, int z) { return x + y + z > 60 && x + y + z < 90 ? coarse : 0; };
    return write_levels(folder, {{first, {0.5, 0.5, 2.0}, {3.0, 4.0, 5.0}, level_voxels(first, ball)},
                                 {second, {1.0, 1.0, 2.0}, {3.25, 4.25, 5.0}, level_voxels(second, slab)}});
}

} // namespace voxmarch::testing
