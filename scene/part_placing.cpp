// Ranks tell where their parts lie; rank 0 fits them together.
#include "scene/part_placing.h"

#include "base/error.h"
#include "base/hash.h"
#include "renderer/brick_atlas.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

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

Message part_json(const VolumeHeader &header, BrickSize size) {
    const Grid &grid = header.grid;
    return {
        {"dims", grid.dims},
        {"edge of bricks", {size.edge}},
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
        for (const char *field : {"edge of bricks", "type", "spacing", "direction"}) {
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

} // namespace

bool holds(const VoxelBox &part, const VoxelBox &box) { return common(part, box) == box; }

Placing place_parts(Ranks &ranks, const VolumeHeader &part, const std::string &name, BrickSize size) {
    const Message told =
        share(ranks, name, part_json(part, size), [&](Message &messages) { return fit(ranks, messages); });
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

std::vector<int> owners_of(const Ranks &ranks, const Placing &placing, const std::string &name, BrickSize size) {
    const std::array<int, 3> &dims = placing.grid.dims;
    std::vector<int> owners(brick_count(dims, size));
    for (std::size_t number = 0; number < owners.size(); ++number) {
        const VoxelBox stored = stored_box(dims, place_in(bricks_along(dims, size), static_cast<int>(number)), size);
        const auto found = std::ranges::find_if(placing.boxes, [&](const VoxelBox &box) { return holds(box, stored); });
        owners[number] = static_cast<int>(found - placing.boxes.begin());
        if (found == placing.boxes.end()) {
            const auto touches = [&](const VoxelBox &box) { return common(box, stored).voxel_count() > 0; };
            const auto near = std::ranges::find_if(placing.boxes, touches);
            throw FileError(
                name,
                fmt::format(
                    "no rank has all voxels {}:{},{}:{},{}:{} of the whole{}: cut parts at multiples of "
                    "{}, with one voxel more before the cut and three behind",
                    stored.low[0], stored.high[0], stored.low[1], stored.high[1], stored.low[2], stored.high[2],
                    near == placing.boxes.end()
                        ? ""
                        : fmt::format(", {} has some", ranks.name_of(static_cast<int>(near - placing.boxes.begin()))),
                    size.edge));
        }
    }
    return owners;
}

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

} // namespace voxmarch
