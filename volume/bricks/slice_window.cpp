// Reads the boxes of a source that lie in the next slices, each by one core.
#include "volume/bricks/slice_window.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/parallel.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <new>

namespace voxmarch {

namespace {

/// Where the piece that holds `i` ends, of pieces of `size` below `most`.
int end_of_piece(int i, int size, int most) {
    return static_cast<int>(std::min<std::int64_t>((i / size + std::int64_t{1}) * size, most));
}

/// What one core reads at a time: rows of a slice, which lie together here too, if the source does not mind.
std::array<int, 3> box_size(const BrickSource &source) {
    constexpr int voxels = 1 << 20;
    const int row = source.header().grid.dims[0];
    return source.reads_any_box() ? std::array{row, std::max(1, voxels / row), 1} : source.read_size(0);
}

/// Slices of a slab: whole boxes of the source where there is room for them, and enough for all cores to have work.
int slab_depth(const BrickSource &source, std::uint64_t room) {
    const std::uint64_t enough = std::uint64_t{source.reads_any_box() ? 16u : 64u} << 20;
    constexpr std::uint64_t most = std::uint64_t{256} << 20;
    const VolumeHeader &header = source.header();
    const auto slices = static_cast<std::uint64_t>(header.grid.dims[2]), slice = header.byte_count() / slices;
    const auto box = static_cast<std::uint64_t>(box_size(source)[2]);
    const std::uint64_t fit = std::clamp<std::uint64_t>(std::min(room, most) / slice, 1, slices);
    const std::uint64_t wanted = std::max<std::uint64_t>(1, enough / (slice * box)) * box;
    return static_cast<int>(wanted <= fit ? wanted : fit < box ? fit : fit / box * box);
}

/// Slices up to `end` that hold nothing but a value.
struct OnlyLayers {
    double value;
    int end;
};

/// Those from slice `first` on, as far as boxes of the source go on with the same value.
std::optional<OnlyLayers> only_layers(const BrickSource &source, int first) {
    const std::array<int, 3> &dims = source.header().grid.dims;
    const auto value_of = [&](int begin, int end) {
        return source.only_value(0, {{0, 0, begin}, {dims[0], dims[1], end}});
    };
    if (const auto all = first == 0 ? value_of(0, dims[2]) : std::nullopt) {
        return OnlyLayers{*all, dims[2]};
    }
    const int size = source.read_size(0)[2];
    std::optional<OnlyLayers> found;
    for (int begin = first; begin < dims[2]; begin = found->end) {
        const int end = end_of_piece(begin, size, dims[2]);
        const std::optional<double> value = value_of(begin, end);
        if (!value || (found && *value != found->value)) {
            break;
        }
        found = OnlyLayers{*value, end};
    }
    return found;
}

} // namespace

SliceWindow::SliceWindow(const BrickSource &source, int most_slices, SliceReading reading)
    : source_(&source), reading_(std::move(reading)), dims_(source.header().grid.dims),
      slice_bytes_(source.header().byte_count() / static_cast<std::uint64_t>(dims_[2])),
      most_(std::min(most_slices, dims_[2])) {
    require_memory(slice_bytes_ * static_cast<std::uint64_t>(most_), source.header().name);
    try {
        voxels_.resize(slice_bytes_ * static_cast<std::size_t>(most_));
    } catch (const std::bad_alloc &) {
        throw MemoryError(
            fmt::format("{}: no memory for {} slices of {} MiB", source.header().name, most_, slice_bytes_ >> 20));
    }
}

std::span<const std::byte> SliceWindow::slices(int first, int count) {
    if (first < 0 || count < 1 || count > most_ || first + count > dims_[2]) {
        throw UsageError(fmt::format("slices {} to {} of {} do not go through a window of {}", first, first + count,
                                     dims_[2], most_));
    }
    drop_before(first);
    if (first + count > end_) {
        const int whole = end_of_piece(first + count - 1, box_size(*source_)[2], dims_[2]);
        read_until(whole <= first + most_ ? whole : first + count);
    }
    return std::span(voxels_).first(static_cast<std::size_t>(count) * slice_bytes_);
}

void SliceWindow::drop_before(int slice) {
    if (slice < begin_ || slice >= end_) {
        begin_ = end_ = slice;
    }
    std::memmove(voxels_.data(), place(0, 0, slice), static_cast<std::size_t>(end_ - slice) * slice_bytes_);
    begin_ = slice;
}

void SliceWindow::read_until(int end) {
    const std::array<int, 3> size = box_size(*source_);
    const int begin = end_;
    // A row of boxes is one piece: there may be more boxes than pieces can be numbered.
    const int rows = (dims_[1] - 1) / size[1] + 1, first_layer = begin / size[2];
    const int layers = (end - 1) / size[2] - first_layer + 1;
    on_all_cores(rows * layers, [&](int piece) {
        const int row = piece % rows, layer = first_layer + piece / rows;
        VoxelBox box{{0, row * size[1], std::max(begin, layer * size[2])},
                     {0, end_of_piece(row * size[1], size[1], dims_[1]), end_of_piece(layer * size[2], size[2], end)}};
        for (; box.low[0] < dims_[0]; box.low[0] = box.high[0]) {
            box.high[0] = end_of_piece(box.low[0], size[0], dims_[0]);
            if (!stands_in(box)) {
                read_box(box);
            }
        }
    });
    source_->forget(0, {{0, 0, begin}, {dims_[0], dims_[1], end}});
    end_ = end;
}

void SliceWindow::read_box(const VoxelBox &box) {
    const std::size_t size = scalar_size(source_->header().type);
    const std::size_t bytes = box.voxel_count() * size, row = static_cast<std::size_t>(box.length(0)) * size;
    const auto read = [&](std::span<std::byte> voxels) {
        reading_.as_stored ? source_->read_as_stored(0, box, voxels) : source_->read(0, box, voxels);
    };
    if (box.length(0) == dims_[0] && (box.length(1) == dims_[1] || box.length(2) == 1)) { // lies here as it is read
        read({place(0, box.low[1], box.low[2]), bytes});
    } else {
        UnsetVector<std::byte> voxels(bytes);
        read(voxels);
        const std::byte *from = voxels.data();
        for (int z = box.low[2]; z < box.high[2]; ++z) {
            for (int y = box.low[1]; y < box.high[1]; ++y, from += row) {
                std::memcpy(place(box.low[0], y, z), from, row);
            }
        }
    }
    if (reading_.bytes != nullptr) {
        reading_.bytes->read += bytes;
    }
}

/// Fills the box without reading it, if no brick that it touches must be read.
bool SliceWindow::stands_in(const VoxelBox &box) {
    if (!reading_.stand_in) {
        return false;
    }
    std::vector<std::pair<VoxelBox, double>> parts;
    std::array<int, 3> first{}, last{}, brick{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        first[axis] = box.low[axis] / source_brick_edge;
        last[axis] = (box.high[axis] - 1) / source_brick_edge;
    }
    for (brick[2] = first[2]; brick[2] <= last[2]; ++brick[2]) {
        for (brick[1] = first[1]; brick[1] <= last[1]; ++brick[1]) {
            for (brick[0] = first[0]; brick[0] <= last[0]; ++brick[0]) {
                const auto value = reading_.stand_in(brick);
                if (!value) {
                    return false;
                }
                VoxelBox part;
                for (std::size_t axis = 0; axis < 3; ++axis) {
                    part.low[axis] = std::max(box.low[axis], brick[axis] * source_brick_edge);
                    part.high[axis] = end_of_piece(part.low[axis], source_brick_edge, box.high[axis]);
                }
                parts.emplace_back(part, *value);
            }
        }
    }
    visit_scalar(source_->header().type, [&](auto tag) {
        for (const auto &[part, value] : parts) {
            for (int z = part.low[2]; z < part.high[2]; ++z) {
                for (int y = part.low[1]; y < part.high[1]; ++y) {
                    std::fill_n(reinterpret_cast<decltype(tag) *>(place(part.low[0], y, z)), part.length(0),
                                static_cast<decltype(tag)>(value));
                }
            }
        }
    });
    if (reading_.bytes != nullptr) {
        reading_.bytes->skipped += box.voxel_count() * scalar_size(source_->header().type);
    }
    return true;
}

std::byte *SliceWindow::place(int x, int y, int z) {
    const std::size_t row = slice_bytes_ / static_cast<std::size_t>(dims_[1]);
    return voxels_.data() + static_cast<std::size_t>(z - begin_) * slice_bytes_ + static_cast<std::size_t>(y) * row +
           static_cast<std::size_t>(x) * scalar_size(source_->header().type);
}

void for_slabs(const BrickSource &source, const SlabReading &reading, bool as_stored,
               const std::function<void(std::span<const std::byte> slices, int first)> &use,
               const std::function<void(double value, int first, int count)> &use_only) {
    const int slices = source.header().grid.dims[2], depth = std::min(slices, slab_depth(source, reading.room));
    std::optional<SliceWindow> window; // no memory where nothing is read
    for (int first = 0, end = 0; first < slices; first = end) {
        end = std::min(first + depth, slices);
        const std::optional<OnlyLayers> only = use_only ? only_layers(source, first) : std::nullopt;
        if (only) {
            end = only->end;
            use_only(only->value, first, end - first);
        } else {
            if (!window) {
                window.emplace(source, depth, SliceReading{{}, as_stored, nullptr});
            }
            use(window->slices(first, end - first), first);
        }
        if (reading.progress) {
            reading.progress(static_cast<double>(end) / slices);
        }
    }
}

int window_slices(const BrickSource &source, int slices, std::uint64_t bytes) {
    const VolumeHeader &header = source.header();
    const int all = header.grid.dims[2], more = std::min(all, slices + box_size(source)[2] - 1);
    const std::uint64_t slice = header.byte_count() / static_cast<std::uint64_t>(all);
    return slice * static_cast<std::uint64_t>(more) <= bytes ? more : std::min(slices, all);
}

} // namespace voxmarch
