// The catalogue of synthetic volumes and the threads that fill them.
#include "volume/synthetic/synthetic.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"
#include "volume/synthetic/object.h"
#include "volume/synthetic/parallel.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

/// Of closed forms, and of objects, whose parts are found by an index of bounded size.
constexpr int largest_size = 16384;

struct Entry {
    SyntheticInfo info;
    std::unique_ptr<SyntheticField> (*make)(int n, ScalarType type);
    bool has_f32;
};

const std::vector<Entry> &entries() {
    static const std::vector<Entry> all{
        {{"sphere", "ball of radius 0.35 at isovalue 128, a linear ramp", 128, largest_size}, make_sphere, false},
        {{"torus", "ring with radii 0.28 and 0.12 at isovalue 128, a linear ramp", 128, largest_size},
         make_torus,
         false},
        {{"marschner-lobb", "ripples at the limit of the sampling theorem (fM 6, alpha 0.25)", 128, largest_size},
         make_marschner_lobb,
         false},
        {{"cayley", "Cayley's cubic with four singular points at isovalue 128 (uint8) or 0 (float32)", 128,
          largest_size},
         make_cayley,
         true},
        {{"hydrogen", "square root of the probability density of the hydrogen orbital 4d_z^2", 128, largest_size},
         make_hydrogen,
         false},
        {{"tree", "CT of a bonsai: thin branches and leaves, a pot of soil and pebbles", 256, largest_size},
         make_tree,
         false},
        {{"teddy", "CT of a teddy bear: bulky, with small cavities in its stuffing", 256, largest_size},
         make_teddy,
         false},
        {{"piggy", "CT of a piggy bank: a hollow shell with coins in it", 256, largest_size}, make_piggy, false},
        {{"vessels", "angiogram of a tree of vessels that fork nine times", 256, largest_size}, make_vessels, false},
    };
    return all;
}

const Entry &find_entry(const std::string &name) {
    std::vector<std::string> names;
    for (const Entry &entry : entries()) {
        if (entry.info.name == name) {
            return entry;
        }
        names.push_back(entry.info.name);
    }
    throw UsageError(fmt::format("there is no synthetic volume '{}'; choose one of {}", name, fmt::join(names, ", ")));
}

} // namespace

const std::vector<SyntheticInfo> &synthetic_volumes() {
    static const std::vector<SyntheticInfo> infos = [] {
        std::vector<SyntheticInfo> list;
        for (const Entry &entry : entries()) {
            list.push_back(entry.info);
        }
        return list;
    }();
    return infos;
}

bool is_made(std::string_view source) {
    return source.starts_with(synthetic_prefix) || source.starts_with(formula_prefix);
}

VolumeHeader synthetic_header(const std::string &name, int n, ScalarType type) {
    const Entry &entry = find_entry(name);
    if (n < 1 || n > entry.info.largest_size) {
        throw UsageError(fmt::format("synthetic:{}:{} has a size outside 1 .. {}", name, n, entry.info.largest_size));
    }
    if (type != ScalarType::u8 && !(type == ScalarType::f32 && entry.has_f32)) {
        throw UsageError(fmt::format("synthetic volume '{}' has no type {}; choose {}", name, name_of(type),
                                     entry.has_f32 ? "uint8 or float32" : "uint8"));
    }
    VolumeHeader header;
    header.grid.dims = {n, n, n};
    header.type = type;
    header.format = "synthetic";
    header.name = fmt::format("{}:{}", name, n);
    return header;
}

std::unique_ptr<SyntheticField> make_synthetic_field(const std::string &name, int n, ScalarType type) {
    return find_entry(name).make(n, type);
}

void fill_on_all_cores(const SyntheticField &field, const VolumeHeader &header, int z_begin, int z_end,
                       std::span<std::byte> out, const std::function<void(double)> &progress) {
    constexpr int chunk = Brick::edge; // so that no brick is painted twice
    const int width = header.grid.dims[0], rows = header.grid.dims[1];
    const std::uint64_t row_bytes = static_cast<std::uint64_t>(width) * scalar_size(header.type);
    // Slices so large that a slab has few of them are shared out in bands, one slice after the other.
    const bool is_thin = z_end - z_begin < chunk;
    const int band = is_thin ? 8 * chunk : rows, slices = is_thin ? 1 : chunk;
    const int bands = (rows + band - 1) / band, chunks = (z_end - z_begin + slices - 1) / slices;
    on_all_cores(
        chunks * bands,
        [&](int i) {
            const int z = z_begin + i / bands * slices, y = i % bands * band;
            const VoxelBox box{{0, y, z}, {width, std::min(y + band, rows), std::min(z + slices, z_end)}};
            const std::uint64_t rows_before =
                static_cast<std::uint64_t>(z - z_begin) * static_cast<std::uint64_t>(rows) +
                static_cast<std::uint64_t>(y);
            field.fill(box, out.subspan(rows_before * row_bytes, box.voxel_count() * scalar_size(header.type)));
        },
        progress);
}

void synthesize_slab(const VolumeHeader &header, const std::string &name, int z_begin, int z_end,
                     std::span<std::byte> out) {
    const int n = header.grid.dims[2];
    const VolumeHeader expected = synthetic_header(name, n, header.type);
    if (header.grid.dims != expected.grid.dims) {
        throw UsageError(fmt::format("synthetic volume '{}' is a cube; take its header from synthetic_header", name));
    }
    if (z_begin < 0 || z_begin > z_end || z_end > n) {
        throw UsageError(fmt::format("synthetic:{} has no slices {} to {}; they run from 0 to {}", expected.name,
                                     z_begin, z_end, n));
    }
    const auto slices = static_cast<std::uint64_t>(z_end - z_begin);
    const std::uint64_t bytes = expected.byte_count() / static_cast<std::uint64_t>(n) * slices;
    if (out.size() != bytes) {
        throw UsageError(
            fmt::format("{} slices of synthetic:{} take {} bytes, not {}", slices, expected.name, bytes, out.size()));
    }
    make_synthetic_field(name, n, header.type)->fill(slab_of(n, z_begin, z_end), out);
}

ZeroedBytes synthetic_voxels(const std::string &name, int n, ScalarType type,
                             const std::function<void(double)> &progress) {
    const VolumeHeader header = synthetic_header(name, n, type);
    ZeroedBytes voxels = allocate_voxels(header.byte_count(), "synthetic:" + header.name);
    fill_on_all_cores(*make_synthetic_field(name, n, type), header, 0, n, voxels, progress);
    return voxels;
}

Volume synthesize(const std::string &name, int n, ScalarType type, const std::function<void(double)> &progress) {
    return {synthetic_header(name, n, type), synthetic_voxels(name, n, type, progress)};
}

} // namespace voxmarch
