// The volume itself: scalar types, the value range, and non-finite voxels.
#include "volume/volume.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/bricks/large_volume.h"
#include "volume/float_scan.h"
#include "volume/value_counts.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
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

} // namespace

std::size_t scalar_size(ScalarType type) {
    return visit_scalar(type, [](auto tag) { return sizeof(tag); });
}

Volume::Volume(VolumeHeader header, std::vector<std::byte> voxels)
    : Volume(std::move(header), std::make_unique<OwnedVoxels<std::vector<std::byte>>>(std::move(voxels))) {}

Volume::Volume(VolumeHeader header, ZeroedBytes voxels)
    : Volume(std::move(header), std::make_unique<HeapVoxels>(std::move(voxels))) {}

Volume::Volume(VolumeHeader header, std::unique_ptr<VoxelStorage> voxels, std::uint64_t replaced)
    : header_(std::move(header)), storage_(std::move(voxels)), non_finite_count_(replaced) {
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

Volume::Volume(std::shared_ptr<const Volume> same, VolumeHeader header)
    : header_(std::move(header)), range_(same->range_), value_counts_(same->value_counts_),
      non_finite_count_(same->non_finite_count_) {
    require_size(header_, same->bytes().size());
    storage_ = std::make_unique<SharedVoxels>(std::move(same));
}

Volume::Volume(std::shared_ptr<const LargeVolume> large)
    : header_(large->source->header()), storage_(std::make_unique<SourceVoxels>(large->source)),
      large_(std::move(large)), range_(large_->range), value_counts_(large_->value_counts) {}

std::shared_ptr<const BrickSource> Volume::levels() const { return large_ ? large_->source : storage_->levels(); }

const Volume &Volume::sample() const { return large_ ? large_->sample : *this; }

ValueRange Volume::limits() const { return large_ ? large_->limits : range_; }

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

std::optional<Note> non_finite_note(const Volume &volume) {
    if (volume.non_finite_count() == 0) {
        return {};
    }
    return Note(fmt::format("{} voxels are NaN or infinite and drawn as the minimum {}", volume.non_finite_count(),
                            volume.range().min));
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
    range_ = scan.range();
    non_finite_count_ += scan.non_finite;
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
