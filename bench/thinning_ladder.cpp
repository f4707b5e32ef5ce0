// Drives the kernels of the ladder, subiteration by subiteration.
#include "bench/thinning_ladder.h"

#include "base/error.h"
#include "skeleton/templates.h"

#include <chrono>
#include <optional>

namespace voxmarch {

namespace {

// Of ladder_*.cl.
constexpr std::uint8_t ladder_object = 1, ladder_border = 2, ladder_simple = 3;
constexpr std::size_t ladder_neighbours = 27;

bool has_local_neighbours(LadderRung rung) { return rung >= LadderRung::local_memory; }

/// A byte a voxel with a margin of background.
struct LadderVolume {
    std::array<int, 3> dims;
    int row, slice, first; ///< bytes to the next row and slice, and place of voxel (0, 0, 0)
    std::vector<std::uint8_t> voxels;

    explicit LadderVolume(const BitVolume &object)
        : dims(object.dims()), row(dims[0] + 2), slice(row * (dims[1] + 2)), first(1 + row + slice) {
        const std::uint64_t bytes = static_cast<std::uint64_t>(row) * static_cast<std::uint64_t>(dims[1] + 2) *
                                    static_cast<std::uint64_t>(dims[2] + 2);
        if (bytes >> 31 != 0) {
            throw MemoryError("the ladder of thinning numbers its voxels with 31 bits");
        }
        voxels.resize(bytes);
        object.for_each([&](const VoxelIndex &v) { voxels[place(v)] = ladder_object; });
    }

    std::size_t place(const VoxelIndex &v) const {
        return static_cast<std::size_t>(first + v[0] + v[1] * row + v[2] * slice);
    }
};

/// From a voxel to its neighbours as a subiteration sees them, see ladder_match.cl.
std::array<std::int32_t, ladder_neighbours> offsets_of(const DirectionPair &pair, const LadderVolume &volume) {
    const Direction &u = pair.first, &s = pair.second;
    const Direction e{u[1] * s[2] - u[2] * s[1], u[2] * s[0] - u[0] * s[2], u[0] * s[1] - u[1] * s[0]};
    const std::array<int, 3> steps{1, volume.row, volume.slice};
    std::array<std::int32_t, ladder_neighbours> offsets{};
    for (int i = 0; i < static_cast<int>(ladder_neighbours); ++i) {
        const int to_e = i % 3 - 1, to_n = i / 3 % 3 - 1, to_u = i / 9 - 1;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            offsets[static_cast<std::size_t>(i)] += (to_e * e[axis] - to_n * s[axis] + to_u * u[axis]) * steps[axis];
        }
    }
    return offsets;
}

/// Templates of US as ladder_match.cl takes them.
std::vector<std::uint32_t> template_words() {
    std::vector<std::uint32_t> words;
    for (const Template &one : all_templates[0]) {
        words.insert(words.end(), {one.ones, one.zeros, one.any, one.a.mask, one.b.mask,
                                   (one.a.exactly_one ? 1U : 0U) | (one.b.exactly_one ? 2U : 0U)});
    }
    return words;
}

class Ladder {
public:
    Ladder(Device &device, LadderRung rung, const BitVolume &object, int group_items)
        : rung_(rung), volume_(object), program_(device, ladder_source(rung)),
          group_(static_cast<std::size_t>(group_items)), size_{{round_up(static_cast<std::size_t>(volume_.dims[0]) *
                                                                             static_cast<std::size_t>(volume_.dims[1]),
                                                                         group_),
                                                                1, 1},
                                                               {group_, 1, 1}},
          counts_(device, 8, "counts of the ladder") {
        for (const char *name : kernel_names(rung)) {
            kernels_.push_back(program_.kernel(name));
        }
        upload(device, voxels_, volume_.voxels, "voxels of the ladder");
        upload(device, templates_, template_words(), "templates of the ladder");
        for (std::size_t i = 0; i < direction_pairs.size(); ++i) {
            const auto offsets = offsets_of(direction_pairs[i], volume_);
            offsets_[i] = Buffer(device, sizeof offsets, "offsets of neighbours");
            offsets_[i].upload(std::as_bytes(std::span(offsets)));
        }
        if (rung <= LadderRung::all_on_device) {
            const std::uint64_t most = std::max<std::uint64_t>(1, object.count());
            list_ = Buffer(device, 4 * most, "border points of the ladder");
            neighbours_ = Buffer(device, ladder_neighbours * most, "neighbourhoods of the ladder");
        } else if (!has_local_neighbours(rung)) {
            neighbours_ = Buffer(device, ladder_neighbours * size_.global[0], "neighbourhoods of the ladder");
        }
        if (rung == LadderRung::double_buffer) {
            after_ = Buffer(device, volume_.voxels.size(), "voxels of the ladder");
            after_.fill(0);
        }
    }

    /// A first launch of everything, which compiles on some drivers; the object is as before.
    void warm_up(const BitVolume &object) {
        run_subiteration(offsets_[0]);
        const LadderVolume again(object); // a rung may have taken the host's copy
        voxels_.upload(std::as_bytes(std::span(again.voxels)));
    }

    int thin() {
        for (int iterations = 1;; ++iterations) {
            counts_.fill(0);
            for (const Buffer &offsets : offsets_) {
                run_subiteration(offsets);
            }
            if (count(deleted_at) == 0) {
                return iterations;
            }
        }
    }

    void download(BitVolume &object) {
        voxels_.download(std::as_writable_bytes(std::span(volume_.voxels)));
        BitVolume left(volume_.dims);
        object.for_each([&](const VoxelIndex &v) { left.set(v, volume_.voxels[volume_.place(v)] != 0); });
        object = std::move(left);
    }

private:
    static constexpr std::size_t deleted_at = 0, listed_at = 1; ///< in counts_

    LadderRung rung_;
    LadderVolume volume_;
    Program program_;
    std::vector<Kernel> kernels_;
    std::size_t group_;
    LaunchSize size_; ///< a work-item for each column along z
    Buffer voxels_, after_, templates_, counts_, list_, neighbours_;
    std::array<Buffer, direction_pairs.size()> offsets_;

    static std::vector<const char *> kernel_names(LadderRung rung) {
        switch (rung) {
        case LadderRung::memory_transfers:
        case LadderRung::all_on_device: return {"mark_border", "list_neighbours", "match_listed", "delete_simple"};
        case LadderRung::double_buffer: return {"thin_voxels"};
        default: return {"mark_simple", "delete_simple"};
        }
    }

    std::uint32_t count(std::size_t which) const {
        std::uint32_t value = 0;
        counts_.download(std::as_writable_bytes(std::span(&value, 1)), 4 * which);
        return value;
    }

    /// Launches a kernel over all voxels.
    template <typename... Arguments> void over_voxels(Kernel &kernel, const Arguments &...arguments) {
        const auto &[nx, ny, nz] = volume_.dims;
        kernel.submit(size_, nx, ny, nz, volume_.row, volume_.slice, volume_.first, arguments...);
    }

    void run_subiteration(const Buffer &offsets) {
        if (rung_ <= LadderRung::all_on_device) {
            return run_steps(offsets);
        }
        const LocalBytes own{ladder_neighbours * group_};
        if (rung_ == LadderRung::double_buffer) {
            over_voxels(kernels_[0], offsets, templates_, own, voxels_, after_, counts_);
            return std::swap(voxels_, after_);
        }
        if (rung_ == LadderRung::local_memory) {
            over_voxels(kernels_[0], offsets, templates_, own, voxels_);
        } else {
            over_voxels(kernels_[0], offsets, templates_, neighbours_, voxels_);
        }
        over_voxels(kernels_[1], voxels_, counts_);
    }

    void run_steps(const Buffer &offsets) {
        over_voxels(kernels_[0], offsets, voxels_);
        const std::uint32_t none = 0;
        counts_.upload(std::as_bytes(std::span(&none, 1)), 4 * listed_at);
        if (rung_ == LadderRung::memory_transfers) {
            list_on_host(offsets);
        } else {
            over_voxels(kernels_[1], offsets, voxels_, counts_, list_, neighbours_);
        }
        kernels_[2].submit(size_, templates_, counts_, list_, neighbours_, voxels_);
        over_voxels(kernels_[3], voxels_, counts_);
    }

    /// What list_neighbours does, by one core.
    void list_on_host(const Buffer &offsets) {
        std::array<std::int32_t, ladder_neighbours> steps{};
        offsets.download(std::as_writable_bytes(std::span(steps)));
        voxels_.download(std::as_writable_bytes(std::span(volume_.voxels)));
        std::vector<std::int32_t> list;
        std::vector<std::uint8_t> neighbours;
        for (std::size_t v = 0; v < volume_.voxels.size(); ++v) {
            if (volume_.voxels[v] == ladder_border) {
                list.push_back(static_cast<std::int32_t>(v));
                for (const std::int32_t step : steps) {
                    neighbours.push_back(
                        volume_.voxels[v + static_cast<std::size_t>(static_cast<std::ptrdiff_t>(step))]);
                }
            }
        }
        if (list.empty()) {
            return;
        }
        const auto listed = static_cast<std::uint32_t>(list.size());
        list_.upload(std::as_bytes(std::span(list)));
        neighbours_.upload(std::as_bytes(std::span(neighbours)));
        counts_.upload(std::as_bytes(std::span(&listed, 1)), 4 * listed_at);
    }
};

} // namespace

ProgramSource ladder_source(LadderRung rung) {
    ProgramSource source;
    source.name = "ladder of thinning, " + std::string(name_of(rung));
    source.files = {rung >= LadderRung::constant_memory ? "ladder_table_constant.cl" : "ladder_table_global.cl",
                    has_local_neighbours(rung) ? "ladder_neighbours_local.cl" : "ladder_neighbours_global.cl",
                    "ladder_match.cl"};
    if (rung <= LadderRung::all_on_device) {
        source.files.insert(source.files.end(), {"ladder_steps.cl", "ladder_delete.cl"});
    } else if (rung == LadderRung::double_buffer) {
        source.files.emplace_back("ladder_double.cl");
    } else {
        source.files.insert(source.files.end(), {"ladder_unified.cl", "ladder_delete.cl"});
    }
    source.constants = {{"LADDER_NEIGHBOURS", ladder_neighbours},
                        {"LADDER_OBJECT", ladder_object},
                        {"LADDER_BORDER", ladder_border},
                        {"LADDER_SIMPLE", ladder_simple}};
    return source;
}

LadderRun thin_by_ladder(Device &device, LadderRung rung, BitVolume &object, int group_items) {
    Ladder ladder(device, rung, object, group_items);
    ladder.warm_up(object);
    const auto begin = std::chrono::steady_clock::now();
    LadderRun run;
    run.iterations = ladder.thin();
    run.ms = milliseconds_since(begin);
    ladder.download(object);
    return run;
}

} // namespace voxmarch
