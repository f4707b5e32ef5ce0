// Volumes: from memory, files and formulas, and what they tell about themselves.
#include "voxmarch/volume.h"

#include "api/convert.h"
#include "api/inside.h"
#include "base/checked_size.h"
#include "base/error.h"
#include "kernels/shared/shared_types.h"
#include "scene/channel_looks.h"
#include "scene/channel_wishes.h"
#include "volume/formats/file_scalar.h"
#include "volume/formats/read.h"
#include "volume/formats/write.h"
#include "volume/histogram.h"
#include "volume/label_statistics.h"
#include "volume/percentiles.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
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

Volume::Impl::Impl(voxmarch::Volume whole, std::string from, ReadOptions how, std::vector<DataSurvey> stored)
    : Impl(SceneContent{std::move(whole)}, std::move(from), std::move(how), std::move(stored)) {}

Volume::Impl::Impl(SceneContent all, std::string from, ReadOptions how, std::vector<DataSurvey> stored)
    : content(std::move(all)), grid(outer(content.volume.grid())), source(std::move(from)), read(std::move(how)),
      surveys_(std::move(stored)) {}

const DataSurvey &Volume::Impl::survey(std::size_t channel) const {
    std::call_once(surveyed_, [this] {
        for (std::size_t i = surveys_.size(); i < channels(); ++i) {
            surveys_.push_back(survey_data(channel_of(content, i)));
        }
    });
    return surveys_.at(channel);
}

std::vector<int> Volume::Impl::numbers() const {
    std::vector<int> all = read.channels;
    for (std::size_t i = all.size(); i < channels(); ++i) {
        all.push_back(static_cast<int>(i));
    }
    return all;
}

voxmarch::Volume sharing(const Volume &volume, std::size_t channel) {
    const voxmarch::Volume &voxels = channel_of(Inside::impl(volume).content, channel);
    return {voxels.header(), std::make_unique<BorrowedVoxels>(voxels.bytes(), Inside::keep(volume)),
            voxels.non_finite_count()};
}

Volume Volume::of_channels(const std::vector<Volume> &channels) {
    if (channels.empty() || channels.size() > CHANNEL_LIMIT) {
        throw UsageError(fmt::format("a volume has 1 to {} channels, not {}", int{CHANNEL_LIMIT}, channels.size()));
    }
    SceneContent content{sharing(channels.front())};
    for (const Volume &channel : channels) {
        if (channel.channels() > 1 || channel.grid().dims != channels.front().grid().dims) {
            throw UsageError(fmt::format("{} is no channel on the grid of {}: {}", channel.name(),
                                         channels.front().name(),
                                         channel.channels() > 1 ? "it has several itself" : "it has other dimensions"));
        }
    }
    for (std::size_t i = 1; i < channels.size(); ++i) {
        content.other_channels.push_back(sharing(channels[i]));
    }
    return Inside::make_volume(std::move(content));
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

int Volume::channels() const { return static_cast<int>(impl_->channels()); }

/// @throws UsageError for one that is not there
static std::size_t place_of(int channel, const Volume &volume) {
    if (channel < 0 || channel >= volume.channels()) {
        throw UsageError(
            fmt::format("{} has no channel {}, but {}, from 0 on", volume.name(), channel, volume.channels()));
    }
    return static_cast<std::size_t>(channel);
}

Volume Volume::channel(int number) const {
    const std::size_t place = place_of(number, *this);
    ReadOptions read = impl_->read;
    if (!impl_->source.empty()) {
        read.channels = {impl_->numbers()[place]};
    }
    return Inside::make_volume(sharing(*this, place), impl_->source, std::move(read));
}

std::string Volume::channel_name(int number) const {
    return voxmarch::channel_name(impl_->content.volume.header(), impl_->numbers()[place_of(number, *this)]);
}

const Grid &Volume::grid() const { return impl_->grid; }
ScalarType Volume::type() const { return impl_->content.volume.type(); }
ValueRange Volume::range() const { return impl_->content.volume.range(); }
std::uint64_t Volume::non_finite_count() const { return impl_->content.volume.non_finite_count(); }
const std::string &Volume::name() const { return impl_->content.volume.header().name; }
const std::string &Volume::format() const { return impl_->content.volume.header().format; }
std::vector<std::string> Volume::notes() const {
    std::vector<Note> notes = impl_->content.volume.header().notes;
    if (impl_->channels() > 1) { // that one of several is read
        std::erase_if(notes, [](const Note &note) {
            return std::ranges::any_of(note.advice, [](const Advice &one) { return one.remedy == Remedy::channel; });
        });
    }
    for (int i = 0; i < channels(); ++i) {
        if (const std::optional<Note> note = non_finite_note(channel_of(impl_->content, static_cast<std::size_t>(i)))) {
            notes.emplace_back(channels() == 1 ? note->text : channel_name(i) + ": " + note->text);
        }
    }
    return plain_texts(notes);
}

std::span<const std::byte> Volume::bytes() const { return impl_->content.volume.bytes(); }

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
    return impl_->content.volume.value(x, y, z);
}

Histogram Volume::histogram(int bins) const {
    voxmarch::Histogram histogram = compute_histogram(impl_->content.volume, bins);
    return {histogram.range, std::move(histogram.counts), histogram.mean};
}

std::vector<double> Volume::percentiles(std::span<const double> shares) const {
    for (const double share : shares) {
        if (!(share >= 0.0 && share <= 1.0)) {
            throw UsageError(fmt::format("{} is no share of the voxels, those lie in [0, 1]", share));
        }
    }
    return percentiles_of(impl_->content.volume, shares);
}

std::vector<LabelExtent> Volume::labels() const {
    std::vector<LabelExtent> labels;
    for (const voxmarch::LabelExtent &extent : label_extents(impl_->content.volume)) {
        labels.push_back({extent.label, extent.voxels, extent.low, extent.high});
    }
    return labels;
}

Volume read_volume(const std::string &source, const ReadOptions &options, const std::function<void(double)> &progress) {
    voxmarch::ReadOptions read = inner(options);
    ChannelWishes wishes;
    wishes.together = options.channels;
    const std::vector<int> numbers = choose_channels(wishes, read_volume_header(source, read), nullptr);
    std::vector<voxmarch::Volume> channels;
    std::vector<DataSurvey> surveys;
    if (options.downsample > 1) { // later only the smaller one would be there to be looked at
        read.on_survey = [&surveys](DataSurvey stored) { surveys.push_back(std::move(stored)); };
    }
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        read.channel = numbers[i];
        if (progress) {
            read.progress = [&, i](double share) {
                progress((static_cast<double>(i) + share) / static_cast<double>(numbers.size()));
            };
        }
        channels.push_back(voxmarch::read_volume(source, read));
    }
    ReadOptions how = options;
    if (numbers.size() > 1) {
        how.channels = numbers;
    }
    SceneContent content{std::move(channels.front())};
    std::move(channels.begin() + 1, channels.end(), std::back_inserter(content.other_channels));
    return Inside::make_volume(std::move(content), source, std::move(how), std::move(surveys));
}

void write_volume(const Volume &volume, const std::filesystem::path &file) {
    if (volume.channels() > 1) {
        throw UsageError(fmt::format("{} has {} channels, and files are written of one: take one of them",
                                     volume.name(), volume.channels()));
    }
    voxmarch::write_volume(Inside::volume(volume), file);
}

Volume synthetic_volume(const std::string &name, int size) {
    return Inside::make_volume(synthesize(name, size), fmt::format("synthetic:{}:{}", name, size));
}

} // namespace voxmarch::v1
