// Volumes: from memory, files and formulas, and what they tell about themselves.
#include "voxmarch/volume.h"

#include "api/convert.h"
#include "api/inside.h"
#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/file_scalar.h"
#include "volume/formats/read.h"
#include "volume/formats/write.h"
#include "volume/histogram.h"
#include "volume/label_statistics.h"
#include "volume/percentiles.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace voxmarch::v1 {

namespace {

constexpr const char *in_memory = "memory";

/// Which of the types of files a C++ type is.
FileScalar type_of(std::size_t size, bool floating, bool is_signed) {
    if (floating) {
        return size == sizeof(float) ? FileScalar::f32 : FileScalar::f64;
    }
    switch (size) {
    case 1: return is_signed ? FileScalar::i8 : FileScalar::u8;
    case 2: return is_signed ? FileScalar::i16 : FileScalar::u16;
    case 4: return is_signed ? FileScalar::i32 : FileScalar::u32;
    default: return is_signed ? FileScalar::i64 : FileScalar::u64;
    }
}

VolumeHeader memory_header(const Grid &grid) {
    VolumeHeader header;
    header.grid = inner(grid);
    header.format = header.name = in_memory;
    return header;
}

void require_voxels(const Grid &grid, std::size_t given, std::size_t voxel_bytes) {
    if (given % voxel_bytes != 0 || given / voxel_bytes != grid.voxel_count()) {
        throw UsageError(fmt::format("a grid of {}x{}x{} has {} voxels of {} bytes, not {} bytes", grid.dims[0],
                                     grid.dims[1], grid.dims[2], grid.voxel_count(), voxel_bytes, given));
    }
}

/// Voxels that somebody else owns.
class BorrowedVoxels final : public VoxelStorage {
public:
    BorrowedVoxels(std::span<const std::byte> bytes, std::shared_ptr<const void> owner)
        : bytes_(bytes), owner_(std::move(owner)) {}
    std::span<const std::byte> bytes() const override { return bytes_; }

private:
    std::span<const std::byte> bytes_;
    std::shared_ptr<const void> owner_;
};

voxmarch::Volume copied(const Grid &grid, std::span<const std::byte> voxels, FileScalar type) {
    VolumeHeader header = memory_header(grid);
    require_voxels(grid, voxels.size(), file_scalar_size(type));
    set_type(header, type);
    std::vector<std::byte> stored(header.byte_count());
    convert_voxels(type, voxels, header.type, stored);
    return {std::move(header), std::move(stored)};
}

} // namespace

std::uint64_t Grid::voxel_count() const {
    return static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
           static_cast<std::uint64_t>(dims[2]);
}

Vec3 Grid::world_from_voxel(const Vec3 &voxel) const {
    return outer(glm::dvec3(inner(*this).world_from_voxel() * glm::dvec4(inner(voxel), 1.0)));
}

Vec3 Grid::voxel_from_world(const Vec3 &world) const {
    const voxmarch::Grid grid = inner(*this);
    return outer(glm::transpose(grid.direction) * (inner(world) - grid.origin) / grid.spacing);
}

Vec3 Grid::center() const { return outer(inner(*this).center()); }

Volume::Impl::Impl(voxmarch::Volume whole, std::string from, ReadOptions how, std::optional<DataSurvey> stored)
    : volume(std::move(whole)), grid(outer(volume.grid())), source(std::move(from)), read(std::move(how)),
      survey_(std::move(stored)) {}

const DataSurvey &Volume::Impl::survey() const {
    std::call_once(surveyed_, [this] {
        if (!survey_) {
            survey_ = survey_data(volume);
        }
    });
    return *survey_;
}

voxmarch::Volume sharing(const Volume &volume) {
    const voxmarch::Volume &voxels = Inside::volume(volume);
    return {voxels.header(), std::make_unique<BorrowedVoxels>(voxels.bytes(), Inside::keep(volume))};
}

Volume::Volume(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

Volume::Volume(const Grid &grid, std::span<const std::byte> voxels, std::size_t size, bool floating, bool is_signed)
    : impl_(std::make_shared<const Impl>(copied(grid, voxels, type_of(size, floating, is_signed)))) {}

Volume Volume::borrow(const Grid &grid, ScalarType type, std::span<const std::byte> voxels,
                      std::shared_ptr<const void> owner) {
    VolumeHeader header = memory_header(grid);
    require_voxels(grid, voxels.size(), scalar_size(type));
    header.type = type;
    return Inside::make_volume(
        voxmarch::Volume(std::move(header), std::make_unique<BorrowedVoxels>(voxels, std::move(owner))));
}

const Grid &Volume::grid() const { return impl_->grid; }
ScalarType Volume::type() const { return impl_->volume.type(); }
ValueRange Volume::range() const { return impl_->volume.range(); }
std::uint64_t Volume::non_finite_count() const { return impl_->volume.non_finite_count(); }
const std::string &Volume::name() const { return impl_->volume.header().name; }
const std::string &Volume::format() const { return impl_->volume.header().format; }
std::vector<std::string> Volume::notes() const { return plain_texts(impl_->volume.header().notes); }
std::span<const std::byte> Volume::bytes() const { return impl_->volume.bytes(); }

void Volume::require_type(std::size_t size, bool floating, bool is_signed) const {
    const FileScalar wanted = type_of(size, floating, is_signed);
    if (is_converted(wanted) || memory_type(wanted) != type()) {
        throw UsageError(fmt::format("the voxels of {} are {}, not {}", name(), voxmarch::name_of(type()),
                                     voxmarch::name_of(wanted)));
    }
}

double Volume::value(int x, int y, int z) const {
    const std::array<int, 3> &dims = grid().dims;
    if (x < 0 || y < 0 || z < 0 || x >= dims[0] || y >= dims[1] || z >= dims[2]) {
        throw UsageError(fmt::format("voxel ({}, {}, {}) lies outside of {}, which has {}x{}x{}", x, y, z, name(),
                                     dims[0], dims[1], dims[2]));
    }
    return impl_->volume.value(x, y, z);
}

Histogram Volume::histogram(int bins) const {
    voxmarch::Histogram histogram = compute_histogram(impl_->volume, bins);
    return {histogram.range, std::move(histogram.counts), histogram.mean};
}

std::vector<double> Volume::percentiles(std::span<const double> shares) const {
    for (const double share : shares) {
        if (!(share >= 0.0 && share <= 1.0)) {
            throw UsageError(fmt::format("{} is no share of the voxels, those lie in [0, 1]", share));
        }
    }
    return percentiles_of(impl_->volume, shares);
}

std::vector<LabelExtent> Volume::labels() const {
    std::vector<LabelExtent> labels;
    for (const voxmarch::LabelExtent &extent : label_extents(impl_->volume)) {
        labels.push_back({extent.label, extent.voxels, extent.low, extent.high});
    }
    return labels;
}

Volume read_volume(const std::string &source, const ReadOptions &options, const std::function<void(double)> &progress) {
    voxmarch::ReadOptions read = inner(options);
    read.progress = progress;
    std::optional<DataSurvey> survey;
    if (options.downsample > 1) { // later only the smaller one would be there to be looked at
        read.on_survey = [&survey](DataSurvey stored) { survey = std::move(stored); };
    }
    voxmarch::Volume volume = voxmarch::read_volume(source, read);
    return Inside::make_volume(std::move(volume), source, options, std::move(survey));
}

void write_volume(const Volume &volume, const std::filesystem::path &file) {
    voxmarch::write_volume(Inside::volume(volume), file);
}

Volume synthetic_volume(const std::string &name, int size) {
    return Inside::make_volume(synthesize(name, size), fmt::format("synthetic:{}:{}", name, size));
}

} // namespace voxmarch::v1
