// Ranks tell where their parts lie; rank 0 fits them together; then all tell what their voxels are like.
#include "scene/rank_parts.h"

#include "base/base64.h"
#include "base/error.h"
#include "base/hash.h"
#include "renderer/brick_atlas.h"
#include "volume/bricks/box_copy.h"
#include "volume/bricks/fewer_voxels.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

namespace voxmarch {

namespace {

using Message = nlohmann::json;

Message numbers_of(const glm::dvec3 &v) { return {v.x, v.y, v.z}; }
glm::dvec3 vector_of(const Message &v) { return {v[0], v[1], v[2]}; }
Message box_json(const VoxelBox &box) { return {box.low, box.high}; }
VoxelBox box_of(const Message &box) { return {box[0], box[1]}; }

VoxelBox common(const VoxelBox &a, const VoxelBox &b) {
    VoxelBox box;
    for (std::size_t i = 0; i < 3; ++i) {
        box.low[i] = std::max(a.low[i], b.low[i]);
        box.high[i] = std::max(box.low[i], std::min(a.high[i], b.high[i]));
    }
    return box;
}

bool holds(const VoxelBox &part, const VoxelBox &box) { return common(part, box) == box; }

/// The messages of all ranks, known to all. Throws on all what rank 0 finds wrong with them.
/// @param judge  of rank 0: what is wrong, or ""; may add to the messages
Message share(Ranks &ranks, const std::string &name, const Message &mine,
              const std::function<std::string(Message &)> &judge) {
    Message told = {{"all", Message::array()}, {"wrong", ""}};
    for (const std::string &text : ranks.gather(mine.dump())) {
        told["all"].push_back(Message::parse(text));
    }
    if (ranks.lead()) {
        told["wrong"] = judge(told);
    }
    told = Message::parse(ranks.broadcast(told.dump()));
    if (const std::string wrong = told["wrong"]; !wrong.empty()) {
        throw FileError(name, wrong);
    }
    return told;
}

/// A part whose voxels are asked for by their places in the whole.
class PartOfWhole final : public BrickSource {
public:
    PartOfWhole(std::shared_ptr<const BrickSource> part, VolumeHeader header, const VoxelBox &box)
        : part_(std::move(part)), header_(std::move(header)), box_(box) {}
    const VolumeHeader &header() const override { return header_; }
    int level_count() const override { return 1; }
    Grid grid(int) const override { return header_.grid; }
    std::array<int, 3> read_size(int) const override { return part_->read_size(0); }
    const std::optional<BrickRanges> &ranges(int) const override { return unknown_; }
    void keep_unpacked(std::uint64_t bytes) const override { part_->keep_unpacked(bytes); }
    void read(int, const VoxelBox &box, std::span<std::byte> voxels) const override {
        if (!holds(box_, box)) {
            throw FileError(header_.name, "its voxels are asked for where another rank has them");
        }
        VoxelBox own = box;
        for (std::size_t i = 0; i < 3; ++i) {
            own.low[i] -= box_.low[i];
            own.high[i] -= box_.low[i];
        }
        part_->read(0, own, voxels);
    }

private:
    std::shared_ptr<const BrickSource> part_;
    VolumeHeader header_;
    VoxelBox box_;
    std::optional<BrickRanges> unknown_;
};

/// Where the parts lie among each other.
struct Placing {
    Grid grid;                   ///< of the whole
    std::vector<VoxelBox> boxes; ///< of each rank's part in it
};

Message part_json(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    return {
        {"dims", grid.dims},
        {"type", name_of(header.type)},
        {"spacing", numbers_of(grid.spacing)},
        {"origin", numbers_of(grid.origin)},
        {"direction", {numbers_of(grid.direction[0]), numbers_of(grid.direction[1]), numbers_of(grid.direction[2])}}};
}

/// Voxels from the first part's first voxel to another part's; empty: it does not lie on the same lattice.
std::optional<std::array<int, 3>> offset(const Message &from, const Message &to) {
    const glm::dvec3 way = vector_of(to["origin"]) - vector_of(from["origin"]), spacing = vector_of(from["spacing"]);
    std::array<int, 3> voxels{};
    for (int axis = 0; axis < 3; ++axis) {
        const double steps = glm::dot(way, vector_of(from["direction"][std::size_t(axis)])) / spacing[axis];
        if (!(std::abs(steps) < 1e9) || std::abs(steps - std::round(steps)) > 0.01) {
            return {};
        }
        voxels[static_cast<std::size_t>(axis)] = static_cast<int>(std::lround(steps));
    }
    return voxels;
}

std::string misfit(const Ranks &ranks, const std::vector<Message> &parts) {
    for (std::size_t rank = 1; rank < parts.size(); ++rank) {
        const std::string names =
            fmt::format("the parts of {} and of {}", ranks.name_of(0), ranks.name_of(static_cast<int>(rank)));
        const auto differ = [&](const char *field) {
            if (parts[0][field].is_string()) {
                return parts[0][field] != parts[rank][field];
            }
            const Message a = parts[0][field].flatten(), b = parts[rank][field].flatten();
            return !std::equal(a.begin(), a.end(), b.begin(), [](const Message &x, const Message &y) {
                return std::abs(x.get<double>() - y.get<double>()) <= 1e-6 * std::abs(x.get<double>());
            });
        };
        for (const char *field : {"type", "spacing", "direction"}) {
            if (differ(field)) {
                return fmt::format("{} do not fit: they differ in {}", names, field);
            }
        }
        if (!offset(parts[0], parts[rank])) {
            return names + " do not fit: their voxels do not lie on one lattice";
        }
    }
    return "";
}

/// Rank 0's: adds the boxes of the parts and the dimensions of the whole. @return what is wrong
std::string fit(const Ranks &ranks, Message &told) {
    const std::vector<Message> parts = told["all"];
    if (std::string wrong = misfit(ranks, parts); !wrong.empty()) {
        return wrong;
    }
    std::array<int, 3> low{}, high{};
    std::vector<VoxelBox> boxes;
    for (const Message &part : parts) {
        VoxelBox box{*offset(parts[0], part), {}};
        for (std::size_t i = 0; i < 3; ++i) {
            box.high[i] = box.low[i] + part["dims"][i].get<int>();
            low[i] = std::min(low[i], box.low[i]);
            high[i] = std::max(high[i], box.high[i]);
        }
        boxes.push_back(box);
    }
    for (VoxelBox &box : boxes) {
        for (std::size_t i = 0; i < 3; ++i) {
            box.low[i] -= low[i];
            box.high[i] -= low[i];
        }
        told["boxes"].push_back(box_json(box));
    }
    told["low"] = low;
    told["dims"] = {high[0] - low[0], high[1] - low[1], high[2] - low[2]};
    return "";
}

Placing place_parts(Ranks &ranks, const VolumeHeader &part, const std::string &name) {
    const Message told = share(ranks, name, part_json(part), [&](Message &messages) { return fit(ranks, messages); });
    Placing placing{part.grid, {}};
    const Message &first = told["all"][0];
    placing.grid.dims = told["dims"];
    placing.grid.spacing = vector_of(first["spacing"]);
    placing.grid.origin = vector_of(first["origin"]);
    for (int axis = 0; axis < 3; ++axis) {
        const auto i = static_cast<std::size_t>(axis);
        placing.grid.direction[axis] = vector_of(first["direction"][i]);
        placing.grid.origin += told["low"][i].get<double>() * placing.grid.spacing[axis] * placing.grid.direction[axis];
    }
    for (const Message &box : told["boxes"]) {
        placing.boxes.push_back(box_of(box));
    }
    return placing;
}

/// The first rank that can read each brick. @throws FileError
std::vector<int> owners_of(const Ranks &ranks, const Placing &placing, const std::string &name) {
    const std::array<int, 3> &dims = placing.grid.dims;
    std::vector<int> owners(brick_count(dims));
    for (std::size_t number = 0; number < owners.size(); ++number) {
        const VoxelBox stored = stored_box(dims, place_in(bricks_along(dims), static_cast<int>(number)));
        const auto found = std::ranges::find_if(placing.boxes, [&](const VoxelBox &box) { return holds(box, stored); });
        owners[number] = static_cast<int>(found - placing.boxes.begin());
        if (found == placing.boxes.end()) {
            const auto touches = [&](const VoxelBox &box) { return common(box, stored).voxel_count() > 0; };
            const auto near = std::ranges::find_if(placing.boxes, touches);
            throw FileError(
                name,
                fmt::format(
                    "no rank has all voxels {}:{},{}:{},{}:{} of the whole{}: cut parts at multiples of "
                    "64, with one voxel more before the cut and three behind",
                    stored.low[0], stored.high[0], stored.low[1], stored.high[1], stored.low[2], stored.high[2],
                    near == placing.boxes.end()
                        ? ""
                        : fmt::format(", {} has some", ranks.name_of(static_cast<int>(near - placing.boxes.begin())))));
        }
    }
    return owners;
}

/// Of the voxels of a box, slice by slice.
std::string hash_of(const BrickSource &source, VoxelBox box) {
    std::uint64_t hash = fnv1a({});
    std::vector<std::byte> slice;
    for (int z = box.low[2], end = box.high[2]; z < end; ++z) {
        box.low[2] = z;
        box.high[2] = z + 1;
        slice.resize(box.voxel_count() * scalar_size(source.header().type));
        source.read(0, box, slice);
        hash = fnv1a(slice, hash);
    }
    return fmt::format("{:x}", hash);
}

/// Compares voxels that two ranks have. @throws FileError
void compare_overlaps(Ranks &ranks, const Placing &placing, const BrickSource &own, const std::string &name) {
    const auto me = static_cast<std::size_t>(ranks.rank());
    Message mine = Message::array();
    for (const VoxelBox &box : placing.boxes) {
        const VoxelBox both = common(placing.boxes[me], box);
        mine.push_back(both.voxel_count() > 0 && box != placing.boxes[me] ? hash_of(own, both) : "");
    }
    share(ranks, name, mine, [&](const Message &told) {
        const std::vector<Message> hashes = told["all"];
        for (std::size_t a = 0; a < hashes.size(); ++a) {
            for (std::size_t b = a + 1; b < hashes.size(); ++b) {
                if (hashes[a][b] != hashes[b][a]) {
                    return fmt::format("the parts of {} and of {} differ in voxels that both have",
                                       ranks.name_of(static_cast<int>(a)), ranks.name_of(static_cast<int>(b)));
                }
            }
        }
        return std::string();
    });
}

/// What is known of all voxels, of which each rank adds what it owns.
struct Knowledge {
    std::vector<ValueRange> ranges;    ///< of bricks of voxels
    std::vector<std::uint64_t> counts; ///< of integers
    int step = 1;                      ///< of the sample
    Grid grid;                         ///< of the sample
    std::vector<std::byte> sample;
};

Knowledge nothing_yet(const Grid &whole, ScalarType type) {
    Knowledge known;
    std::uint64_t bricks = 1;
    for (const int edge : whole.dims) {
        bricks *= static_cast<std::uint64_t>((edge - 1) / brick_edge + 1);
    }
    known.step = thinning_step(whole.dims, sample_voxels);
    known.grid = thinned_grid(whole, known.step);
    constexpr double none = std::numeric_limits<double>::infinity();
    known.ranges.assign(bricks, {none, -none});
    known.counts.resize(type == ScalarType::f32 ? 0 : std::size_t{1} << (8 * scalar_size(type)));
    known.sample.resize(known.grid.voxel_count() * scalar_size(type));
    return known;
}

/// Adds the voxels of a brick of voxels.
template <typename T>
void add_brick(const BrickSource &source, const VoxelBox &box, std::size_t number, Knowledge &known) {
    std::vector<T> voxels(box.voxel_count());
    source.read(0, box, std::as_writable_bytes(std::span(voxels)));
    const auto [low, high] = std::ranges::minmax_element(voxels);
    known.ranges[number] = {double(*low), double(*high)};
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

/// Bricks of voxels belong to who has the cells before them.
void look_at_own(const BrickSource &source, const std::vector<int> &owners, int rank, Knowledge &known) {
    const std::array<int, 3> dims = source.grid(0).dims, along = bricks_along(dims);
    std::array<int, 3> bricks{};
    std::ranges::transform(dims, bricks.begin(), [](int edge) { return (edge - 1) / brick_edge + 1; });
    for (std::size_t number = 0; number < known.ranges.size(); ++number) {
        const glm::ivec3 place = place_in(bricks, static_cast<int>(number));
        VoxelBox box;
        std::array<int, 3> cells{};
        for (int axis = 0; axis < 3; ++axis) {
            const auto i = static_cast<std::size_t>(axis);
            cells[i] = std::min(place[axis], along[i] - 1);
            box.low[i] = place[axis] * brick_edge;
            box.high[i] = std::min(box.low[i] + brick_edge, dims[i]);
        }
        const auto owner = static_cast<std::size_t>((cells[2] * along[1] + cells[1]) * along[0] + cells[0]);
        if (owners[owner] == rank) {
            visit_scalar(source.header().type, [&](auto tag) { add_brick<decltype(tag)>(source, box, number, known); });
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

/// Rank 0 puts together what each has found, and tells all.
void exchange(Ranks &ranks, Knowledge &known) {
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

} // namespace

JoinedVolume join_parts(Ranks &ranks, std::shared_ptr<const BrickSource> part, const std::string &name) {
    VolumeHeader header = part->header();
    const Placing placing = place_parts(ranks, header, name);
    const std::vector<int> owners = owners_of(ranks, placing, name);
    header.grid = placing.grid;
    const auto source =
        std::make_shared<PartOfWhole>(std::move(part), header, placing.boxes[static_cast<std::size_t>(ranks.rank())]);
    compare_overlaps(ranks, placing, *source, name);
    Knowledge known = nothing_yet(header.grid, header.type);
    look_at_own(*source, owners, ranks.rank(), known);
    exchange(ranks, known);
    ValueRange range = known.ranges.front();
    for (const ValueRange &some : known.ranges) {
        range = {std::min(range.min, some.min), std::max(range.max, some.max)};
    }
    header.notes.clear();
    header.grid = known.grid;
    const auto sample = [&] { return Volume(header, std::vector<std::byte>(known.sample)); };
    auto large = std::make_shared<const LargeVolume>(
        LargeVolume{source, range, range, std::move(known.counts), std::move(known.ranges), sample(), sample()});
    return {Volume(std::move(large)), owners};
}

} // namespace voxmarch
