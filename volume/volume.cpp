// The volume itself: scalar types, the value range, and non-finite voxels.
#include "volume/volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/bricks/large_volume.h"
#include "volume/value_counts.h"
#include "volume/voxel_blocks.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <numeric>
#include <type_traits>

namespace voxmarch {

namespace {

void require_size(const VolumeHeader &header, std::uint64_t bytes) {
    for (int n : header.grid.dims) {
        if (n < 1) {
            throw UsageError(fmt::format("volume '{}' has an axis of {} voxels", header.name, n));
        }
    }
    if (bytes != header.byte_count()) {
        throw UsageError(fmt::format("volume '{}' of {}x{}x{} {} voxels needs {} bytes, not {}", header.name,
                                     header.grid.dims[0], header.grid.dims[1], header.grid.dims[2],
                                     name_of(header.type), header.byte_count(), bytes));
    }
}

/// Smallest and largest finite values.
struct FloatScan {
    float low = std::numeric_limits<float>::infinity(), high = -std::numeric_limits<float>::infinity();
    std::uint64_t non_finite = 0;

    void take(std::span<const float> voxels) {
        for (; voxels.size() >= row; voxels = voxels.subspan(row)) {
            if (!take_finite(voxels.data())) {
                take_any(voxels.first(row));
            }
        }
        take_any(voxels);
    }

    void merge(const FloatScan &other) {
        low = std::min(low, other.low);
        high = std::max(high, other.high);
        non_finite += other.non_finite;
    }

    /// Of at least one finite value; never -0, as which of the zeros comes first is left to chance.
    ValueRange range() const { return {double(low) + 0.0, double(high) + 0.0}; }

private:
    static constexpr std::size_t row = 2048; // stays in the first cache between two loops

    /// As integers in the order of the floats, of which compilers make vectors.
    /// @return false, and nothing is taken, if not all are finite
    bool take_finite(const float *voxels) {
        std::int32_t odd = 0, lowest = key_of(low), highest = key_of(high);
        for (std::size_t i = 0; i < row; ++i) {
            odd |= 0x7f7fffff - (std::bit_cast<std::int32_t>(voxels[i]) & 0x7fffffff);
        }
        if (odd < 0) {
            return false;
        }
        for (std::size_t i = 0; i < row; ++i) {
            const std::int32_t key = key_of(voxels[i]);
            lowest = key < lowest ? key : lowest;
            highest = key > highest ? key : highest;
        }
        low = value_of(lowest);
        high = value_of(highest);
        return true;
    }

    static std::int32_t key_of(float value) { return flipped(std::bit_cast<std::int32_t>(value)); }
    static float value_of(std::int32_t key) { return std::bit_cast<float>(flipped(key)); }
    static std::int32_t flipped(std::int32_t bits) { return bits ^ (bits < 0 ? 0x7fffffff : 0); }

    void take_any(std::span<const float> voxels) {
        for (const float v : voxels) {
            const bool finite = std::isfinite(v);
            non_finite += finite ? 0 : 1;
            low = finite && v < low ? v : low;
            high = finite && v > high ? v : high;
        }
    }
};

FloatScan scan_floats(std::span<const float> voxels) {
    FloatScan all;
    over_voxel_blocks<FloatScan>(
        voxels.size(),
        [&](FloatScan &part, std::size_t, std::size_t first, std::size_t end) {
            part.take(voxels.subspan(first, end - first));
        },
        [&](const FloatScan &part) { all.merge(part); });
    return all;
}

} // namespace

std::size_t scalar_size(ScalarType type) {
    return visit_scalar(type, [](auto tag) { return sizeof(tag); });
}

Volume::Volume(VolumeHeader header, std::vector<std::byte> voxels)
    : Volume(std::move(header), std::make_unique<OwnedVoxels<std::vector<std::byte>>>(std::move(voxels))) {}

Volume::Volume(VolumeHeader header, ZeroedBytes voxels)
    : Volume(std::move(header), std::make_unique<HeapVoxels>(std::move(voxels))) {}

Volume::Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels)
    : header_(std::move(header)), storage_(std::move(voxels)) {
    require_size(header_, storage_->bytes().size());
    scan_and_clean();
}

Volume::Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels, std::span<const std::uint64_t> value_counts)
    : header_(std::move(header)), storage_(std::move(voxels)), value_counts_(value_counts.begin(), value_counts.end()) {
    require_size(header_, storage_->bytes().size());
    const std::uint64_t counted = std::accumulate(value_counts_.begin(), value_counts_.end(), std::uint64_t{0});
    if (header_.type == ScalarType::f32 || value_counts_.size() != std::size_t{1} << (8 * scalar_size(header_.type)) ||
        counted != header_.grid.voxel_count()) {
        throw UsageError(fmt::format("{} counts of {} values are not those of {} voxels of {}", counted,
                                     value_counts_.size(), header_.grid.voxel_count(), name_of(header_.type)));
    }
    range_ = range_of_counts(header_.type, value_counts_);
}

Volume::Volume(std::shared_ptr<const LargeVolume> large)
    : header_(large->source->header()), storage_(std::make_unique<SourceVoxels>(large->source)),
      large_(std::move(large)), range_(large_->range), value_counts_(large_->value_counts) {}

const Volume &Volume::sample() const { return large_ ? large_->sample : *this; }

std::uint64_t Volume::counted_voxels() const {
    return value_counts_.empty() ? sample().grid().voxel_count()
                                 : std::accumulate(value_counts_.begin(), value_counts_.end(), std::uint64_t{0});
}

double Volume::value(int x, int y, int z) const {
    const auto &dims = header_.grid.dims;
    const std::size_t index =
        (static_cast<std::size_t>(z) * static_cast<std::size_t>(dims[1]) + static_cast<std::size_t>(y)) *
            static_cast<std::size_t>(dims[0]) +
        static_cast<std::size_t>(x);
    return visit_scalar(header_.type, [&](auto tag) { return static_cast<double>(voxels<decltype(tag)>()[index]); });
}

void Volume::scan_and_clean() {
    if (header_.type != ScalarType::f32) {
        visit_scalar(header_.type, [&](auto tag) {
            using T = decltype(tag);
            if constexpr (!std::is_same_v<T, float>) {
                value_counts_ = count_values(voxels<T>());
                range_ = range_of_counts(header_.type, value_counts_);
            }
        });
        return;
    }
    const FloatScan scan = scan_floats(voxels<float>());
    range_ = scan.non_finite < voxels<float>().size() ? scan.range() : ValueRange{};
    non_finite_count_ = scan.non_finite;
    if (scan.non_finite == 0) {
        return;
    }
    // A mapping is read-only: its voxels move to the heap before they are changed.
    if (storage_->writable().empty()) {
        const auto source = storage_->bytes();
        auto copy = std::make_unique<HeapVoxels>(allocate_voxels(source.size(), header_.name));
        std::memcpy(copy->writable().data(), source.data(), source.size());
        storage_ = std::move(copy);
    }
    const auto bytes = storage_->writable();
    const std::span<float> values{reinterpret_cast<float *>(bytes.data()), bytes.size() / sizeof(float)};
    const auto replacement = static_cast<float>(range_.min);
    std::replace_if(
        values.begin(), values.end(), [](float v) { return !std::isfinite(v); }, replacement);
}

} // namespace voxmarch
