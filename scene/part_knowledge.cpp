// Looks at bricks, and adds up what ranks have found.
#include "scene/part_knowledge.h"

#include "renderer/brick_atlas.h"
#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/large_volume.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <span>
#include <string>
#include <type_traits>

namespace voxmarch {

namespace {

/// Adds the voxels of a brick of voxels.
template <typename T>
void add_brick(const BrickSource &source, const VoxelBox &box, std::size_t number, Knowledge &known) {
    std::vector<T> voxels(box.voxel_count());
    source.read(0, box, std::as_writable_bytes(std::span(voxels)));
    const auto [low, high] = std::ranges::minmax_element(voxels);
    ValueRange &range = known.ranges[number]; // smaller bricks share one
    range = {std::min(range.min, double(*low)), std::max(range.max, double(*high))};
    if constexpr (!std::is_same_v<T, float>) {
        for (const T value : voxels) {
            ++known.counts[static_cast<std::size_t>(value - std::numeric_limits<T>::lowest())];
        }
    }
    const auto next = [&](int from) { return (from + known.step - 1) / known.step; };
    for (int z = next(box.low[2]); z * known.step < box.high[2]; ++z) {
        for (int y = next(box.low[1]); y * known.step < box.high[1]; ++y) {
            for (int x = next(box.low[0]); x * known.step < box.high[0]; ++x) {
                const std::size_t from = (std::size_t(z * known.step - box.low[2]) * std::size_t(box.length(1)) +
                                          std::size_t(y * known.step - box.low[1])) *
                                             std::size_t(box.length(0)) +
                                         std::size_t(x * known.step - box.low[0]);
                const std::size_t to = (std::size_t(z) * std::size_t(known.grid.dims[1]) + std::size_t(y)) *
                                           std::size_t(known.grid.dims[0]) +
                                       std::size_t(x);
                std::memcpy(known.sample.data() + to * sizeof(T), &voxels[from], sizeof(T));
            }
        }
    }
}

template <typename T, typename Add>
void add_bytes(const std::string &bytes, std::size_t &at, std::vector<T> &to, Add add) {
    std::vector<T> theirs(to.size());
    std::memcpy(theirs.data(), bytes.data() + at, theirs.size() * sizeof(T));
    at += theirs.size() * sizeof(T);
    std::ranges::transform(to, theirs, to.begin(), add);
}

} // namespace

Knowledge nothing_yet(const Grid &whole, ScalarType type) {
    Knowledge known;
    std::uint64_t bricks = 1;
    for (const int edge : whole.dims) {
        bricks *= static_cast<std::uint64_t>((edge - 1) / source_brick_edge + 1);
    }
    known.step = thinning_step(whole.dims, sample_voxels);
    known.grid = thinned_grid(whole, known.step);
    constexpr double none = std::numeric_limits<double>::infinity();
    known.ranges.assign(bricks, {none, -none});
    known.counts.resize(type == ScalarType::f32 ? 0 : std::size_t{1} << (8 * scalar_size(type)));
    known.sample.resize(known.grid.voxel_count() * scalar_size(type));
    return known;
}

void look_at_own(const BrickSource &source, const std::vector<int> &owners, int rank, BrickSize size,
                 Knowledge &known) {
    const std::array<int, 3> dims = source.grid(0).dims, along = bricks_along(dims, size);
    std::array<int, 3> bricks{}, wide{}; // of voxels: as large as those of the renderer, and those of a source
    const auto pieces = [](int edge) { return [edge](int voxels) { return (voxels - 1) / edge + 1; }; };
    std::ranges::transform(dims, bricks.begin(), pieces(size.edge));
    std::ranges::transform(dims, wide.begin(), pieces(source_brick_edge));
    for (int number = 0; number < bricks[0] * bricks[1] * bricks[2]; ++number) {
        const glm::ivec3 place = place_in(bricks, number);
        VoxelBox box;
        std::array<int, 3> cells{}, known_as{};
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            cells[i] = std::min(place[axis], along[i] - 1);
            box.low[i] = place[axis] * size.edge;
            box.high[i] = std::min(box.low[i] + size.edge, dims[i]);
            known_as[i] = box.low[i] / source_brick_edge;
        }
        const auto in = [](const std::array<int, 3> &at, const std::array<int, 3> &rows) {
            return static_cast<std::size_t>((at[2] * rows[1] + at[1]) * rows[0] + at[0]);
        };
        if (owners[in(cells, along)] == rank) {
            const std::size_t range = in(known_as, wide);
            visit_scalar(source.header().type, [&](auto tag) { add_brick<decltype(tag)>(source, box, range, known); });
        }
    }
}

void share_knowledge(Ranks &ranks, Knowledge &known) {
    const auto packed = [&] {
        std::string bytes;
        const auto put = [&](const auto &list) {
            const auto view = std::as_bytes(std::span(list));
            bytes.append(reinterpret_cast<const char *>(view.data()), view.size());
        };
        put(known.ranges);
        put(known.counts);
        put(known.sample);
        return bytes;
    };
    const auto add = [&](const std::string &bytes, bool replace) {
        std::size_t at = 0;
        add_bytes(bytes, at, known.ranges, [](const ValueRange &a, const ValueRange &b) {
            return ValueRange{std::min(a.min, b.min), std::max(a.max, b.max)};
        });
        add_bytes(bytes, at, known.counts, [&](std::uint64_t a, std::uint64_t b) { return replace ? b : a + b; });
        add_bytes(bytes, at, known.sample, [](std::byte a, std::byte b) { return a | b; });
    };
    const std::vector<std::string> all = ranks.gather(packed());
    for (std::size_t rank = 1; rank < all.size(); ++rank) {
        add(all[rank], false);
    }
    const std::string whole = ranks.broadcast(ranks.lead() ? packed() : std::string());
    if (!ranks.lead()) {
        add(whole, true);
    }
}

} // namespace voxmarch
