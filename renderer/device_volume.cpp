// Uploads voxels and runs the kernels that derive volumes from them.
#include "renderer/device_volume.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace voxmarch {

namespace {

ImageFormat scalar_format(ScalarType type) {
    switch (type) {
    case ScalarType::u8:
    case ScalarType::i8: return ImageFormat::r8;
    case ScalarType::u16:
    case ScalarType::i16: return ImageFormat::r16;
    case ScalarType::f32: break;
    }
    return ImageFormat::r32f;
}

bool is_signed_integer(ScalarType type) { return type == ScalarType::i8 || type == ScalarType::i16; }

std::size_t round_up(int value, std::size_t multiple) {
    return (static_cast<std::size_t>(value) + multiple - 1) / multiple * multiple;
}

} // namespace

std::uint64_t buffer_margin(const std::array<int, 3> &dims, std::uint64_t voxel_bytes) {
    return (static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) +
            static_cast<std::uint64_t>(dims[0])) *
               voxel_bytes +
           64;
}

DeviceVolume::DeviceVolume(Device &device, const Volume &volume, SamplingBackend backend)
    : device_(&device), grid_(volume.grid()), type_(volume.type()), range_(volume.range()), backend_(backend) {
    if (backend == SamplingBackend::packet && grid_.voxel_count() >= packet_voxel_limit) {
        throw MemoryError("the packet back end takes volumes of fewer than 2^31 voxels; use --backend buffer or "
                          "--downsample");
    }
    scalars_ = make_array(scalar_format(type_), grid_.dims, scalar_size(type_), "the volume's voxels");
    upload_scalars(volume);
    colors_ = make_array(ImageFormat::rgba8, {1, 1, 1}, 4, "colour stand-in");
    normals_ = make_array(ImageFormat::rgba8, {1, 1, 1}, 4, "normal stand-in");
}

DeviceArray DeviceVolume::make_array(ImageFormat format, std::array<int, 3> dims, std::size_t voxel_bytes,
                                     const std::string &label) {
    DeviceArray array;
    if (uses_images()) {
        array.image = Image3D(*device_, format, dims, label);
    } else {
        const std::uint64_t voxels = static_cast<std::uint64_t>(dims[0]) * static_cast<std::uint64_t>(dims[1]) *
                                     static_cast<std::uint64_t>(dims[2]);
        array.buffer = Buffer(*device_, voxels * voxel_bytes + buffer_margin(dims, voxel_bytes), label);
        array.buffer.fill(0);
    }
    return array;
}

void DeviceVolume::upload_scalars(const Volume &volume) {
    std::vector<std::byte> unsigned_voxels;
    std::span<const std::byte> bytes = volume.bytes();
    if (is_signed_integer(type_)) {
        // Flipping the sign bit adds the smallest value: -2^(n-1) becomes 0.
        unsigned_voxels.assign(bytes.begin(), bytes.end());
        const std::size_t size = scalar_size(type_);
        for (std::size_t high = size - 1; high < unsigned_voxels.size(); high += size) {
            unsigned_voxels[high] ^= std::byte{0x80};
        }
        bytes = unsigned_voxels;
    }
    if (uses_images()) {
        scalars_.image.upload(bytes);
    } else {
        scalars_.buffer.upload(bytes);
    }
}

ValueMapping DeviceVolume::mapping() const {
    ValueMapping mapping;
    const bool normalised = uses_images();
    switch (type_) {
    case ScalarType::i8: mapping.offset = -128.0; [[fallthrough]];
    case ScalarType::u8: mapping.scale = normalised ? 255.0 : 1.0; break;
    case ScalarType::i16: mapping.offset = -32768.0; [[fallthrough]];
    case ScalarType::u16: mapping.scale = normalised ? 65535.0 : 1.0; break;
    case ScalarType::f32: break;
    }
    return mapping;
}

std::string_view DeviceVolume::stored_type() const {
    switch (scalar_format(type_)) {
    case ImageFormat::r8: return "u8";
    case ImageFormat::r16: return "u16";
    default: return "f32";
    }
}

Event DeviceVolume::derive(const ProgramSource &source, const std::string &kernel_name, const DeviceArray &input,
                           const Buffer *table, const DeriveParams &params, DeviceArray &target) {
    Program program(*device_, source);
    Kernel kernel = program.kernel(kernel_name);
    const std::array<std::size_t, 3> local{32, 4, 2};
    LaunchSize size;
    size.local = local;
    for (std::size_t i = 0; i < 3; ++i) {
        size.global[i] = round_up(grid_.dims[i], local[i]);
    }
    const auto launch = [&](const auto &from, const auto &to) {
        return table ? kernel.launch(size, params, from, *table, to) : kernel.launch(size, params, from, to);
    };
    if (!uses_images()) {
        return launch(input.buffer, target.buffer);
    }
    if (device_->info().image_3d_writes) {
        return launch(input.image, target.image);
    }
    // Without writes to 3D images the texels go through a buffer.
    Buffer texels(*device_, grid_.voxel_count() * 4, "texels on their way to an image");
    launch(input.image, texels).wait();
    return target.image.copy_from(texels);
}

namespace {

/// The files that read voxels and write texels in this back end.
std::vector<std::string> access_files(const DeviceArray &scalars, std::string_view stored_type, bool image_writes) {
    std::vector<std::string> files = load_files(scalars, stored_type);
    files.push_back(scalars.image && image_writes ? "store_image.cl" : "store_buffer.cl");
    return files;
}

} // namespace

Event DeviceVolume::classify(const TransferTable &table) {
    if (!has_colors_) {
        colors_ = make_array(ImageFormat::rgba8, grid_.dims, 4, "the colour+opacity volume");
        has_colors_ = true;
    }
    const TableCoordinates coordinates = table_coordinates(table, mapping());
    DeriveParams params{};
    std::copy(grid_.dims.begin(), grid_.dims.end(), params.dims);
    params.table_scale = coordinates.scale;
    params.table_bias = coordinates.bias;
    params.table_last = coordinates.last;
    std::vector<glm::vec4> entries = table.entries;
    entries.push_back(entries.back());
    Buffer table_buffer(*device_, entries.size() * sizeof(glm::vec4), "transfer table");
    table_buffer.upload(std::as_bytes(std::span(entries)));

    ProgramSource source;
    source.name = "classify_volume";
    source.files = access_files(scalars_, stored_type(), device_->info().image_3d_writes);
    source.files.push_back("table.cl");
    source.files.push_back("classify_volume.cl");
    Event event = derive(source, "classify_volume", scalars_, &table_buffer, params, colors_);
    event.wait();
    return event;
}

Event DeviceVolume::make_normals(Classification field, Gradient gradient) {
    if (!has_normals_) {
        normals_ = make_array(ImageFormat::rgba8, grid_.dims, 4, "the normal volume");
        has_normals_ = true;
    }
    const bool from_opacity = field == Classification::pre;
    DeriveParams params{};
    std::copy(grid_.dims.begin(), grid_.dims.end(), params.dims);
    for (int i = 0; i < 3; ++i) {
        params.inv_spacing[i] = static_cast<float>(grid_.smallest_spacing() / grid_.spacing[i]);
    }
    // Below this a gradient is the rounding of the filter's sums, not a direction.
    const ValueMapping stored = mapping();
    const double largest = std::max(std::abs(range_.max - stored.offset), std::abs(range_.min - stored.offset));
    const double rounding = std::max(1e-5 * (range_.max - range_.min), 1e-6 * largest) / stored.scale;
    params.smallest_gradient = static_cast<float>(from_opacity ? 1e-5 : rounding);

    ProgramSource source;
    source.name = "normal_volume";
    source.files = access_files(scalars_, stored_type(), device_->info().image_3d_writes);
    source.files.push_back(from_opacity ? "field_opacity.cl" : "field_scalar.cl");
    source.files.push_back("gradient_" + std::string(name_of(gradient)) + ".cl");
    source.files.push_back("normal_volume.cl");
    Event event = derive(source, "normal_volume", from_opacity ? colors_ : scalars_, nullptr, params, normals_);
    event.wait();
    return event;
}

} // namespace voxmarch
