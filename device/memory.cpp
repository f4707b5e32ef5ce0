// Buffers and 3D images on a device, and the account of how much they hold.
#include "device/memory.h"
#include "base/error.h"
#include "device/cl_call.h"
#include "device/command_trace.h"
#include "device/external.h"
#include "device/image_format.h"
#include "device/staged_download.h"
#include "device/staged_upload.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace voxmarch {

DeviceMemory::DeviceMemory(Device &device, std::uint64_t bytes, const std::string &label)
    : device_(&device), bytes_(bytes), counted_(bytes) {
    device.require_memory(bytes, label);
    device.allocated_ += bytes;
    ++device.allocations_;
}

DeviceMemory::DeviceMemory(DeviceMemory &&other) noexcept
    : device_(std::exchange(other.device_, nullptr)), bytes_(std::exchange(other.bytes_, 0)),
      counted_(std::exchange(other.counted_, 0)) {}

DeviceMemory &DeviceMemory::operator=(DeviceMemory &&other) noexcept {
    if (this != &other) {
        release();
        device_ = std::exchange(other.device_, nullptr);
        bytes_ = std::exchange(other.bytes_, 0);
        counted_ = std::exchange(other.counted_, 0);
    }
    return *this;
}

DeviceMemory::~DeviceMemory() { release(); }

void DeviceMemory::release() noexcept {
    if (device_) {
        device_->allocated_ -= counted_;
    }
}

std::size_t format_bytes(ImageFormat format) {
    switch (format) {
    case ImageFormat::r8: return 1;
    case ImageFormat::r16: return 2;
    case ImageFormat::r32f:
    case ImageFormat::rgba8: break;
    }
    return 4;
}

namespace {

/// Takes over the event of a command, and has the driver start it.
Event launched(const Device &device, cl_event event, const std::string &label) {
    Event command = device.command(event, label);
    const CallWatch::Guard call = device.calling("launching", label);
    require_success(clFlush(device.queue()), "clFlush", label);
    return command;
}

/// As created(): where the driver has no memory left, once more without what the device keeps for copies.
template <typename Create>
Handle<_cl_mem> allocated(Device &device, const char *call, const std::string &label, const Create &create) {
    const CallWatch::Guard making = device.calling("making room for", label);
    try {
        return created(call, label, create);
    } catch (const MemoryError &) {
        if (!device.stages().give_back()) {
            throw;
        }
    }
    return created(call, label, create);
}

CopyPart copy_of(std::span<const std::byte> data) {
    return [data](std::uint64_t first, std::span<std::byte> part) {
        std::memcpy(part.data(), data.data() + first, part.size());
    };
}

} // namespace

Buffer::Buffer(Device &device, std::uint64_t bytes, const std::string &label)
    : memory_(device, bytes, label), label_(label) {
    buffer_ = allocated(device, "clCreateBuffer", label, [&](cl_int *code) {
        return clCreateBuffer(device.context(), CL_MEM_READ_WRITE, bytes, nullptr, code);
    });
}

Buffer Buffer::wrap(Device &device, cl_mem memory, const std::string &label) {
    Buffer buffer;
    buffer.memory_ = DeviceMemory(device, check_buffer(device, memory, label));
    buffer.buffer_ = Handle<_cl_mem>::shared(memory);
    buffer.label_ = label;
    return buffer;
}

void Buffer::require_inside(std::uint64_t size, std::uint64_t byte_offset) const {
    if (size > bytes() || byte_offset > bytes() - size) {
        throw MemoryError(fmt::format("{} bytes at {} lie outside of {}, which has {} bytes", size, byte_offset,
                                      label_.empty() ? "an empty buffer" : label_, bytes()));
    }
}

void Buffer::upload(std::span<const std::byte> data, std::uint64_t byte_offset) {
    require_inside(data.size_bytes(), byte_offset);
    if (data.empty()) {
        return;
    }
    if (memory_.device().stages().take(data.size_bytes())) {
        upload_staged(memory_.device(), *this, byte_offset, data.size_bytes(), copy_of(data));
    } else {
        const Device &device = memory_.device();
        device.settle();
        const CallWatch::Guard call = device.calling("sending", label_);
        const auto write = [&](cl_event *event) {
            return clEnqueueWriteBuffer(device.queue(), handle(), CL_TRUE, byte_offset, data.size_bytes(), data.data(),
                                        0, nullptr, event);
        };
        require_success(traced(device, label_, write), "clEnqueueWriteBuffer", label_);
    }
}

void Buffer::download(std::span<std::byte> data, std::uint64_t byte_offset) const {
    require_inside(data.size_bytes(), byte_offset);
    if (data.empty()) {
        return;
    }
    if (memory_.device().stages().take(data.size_bytes())) {
        download_staged(memory_.device(), *this, byte_offset, data.size_bytes(),
                        [data](std::uint64_t first, std::span<const std::byte> part) {
                            std::memcpy(data.data() + first, part.data(), part.size());
                        });
    } else {
        const Device &device = memory_.device();
        device.settle();
        const CallWatch::Guard call = device.calling("reading back", label_);
        const auto read = [&](cl_event *event) {
            return clEnqueueReadBuffer(device.queue(), handle(), CL_TRUE, byte_offset, data.size_bytes(), data.data(),
                                       0, nullptr, event);
        };
        require_success(traced(device, label_, read), "clEnqueueReadBuffer", label_);
    }
}

Event Buffer::copy_from(const Buffer &source, std::uint64_t byte_offset) {
    require_inside(source.bytes(), byte_offset);
    const Device &device = memory_.device();
    cl_event event = nullptr;
    require_success(clEnqueueCopyBuffer(device.queue(), source.handle(), handle(), 0, byte_offset, source.bytes(), 0,
                                        nullptr, &event),
                    "clEnqueueCopyBuffer", label_);
    return launched(device, event, label_);
}

Event Buffer::copy_box_from(const Buffer &source, std::size_t number, std::array<std::size_t, 3> size,
                            std::array<std::size_t, 2> array_row, std::array<std::size_t, 3> corner) {
    const std::size_t slice = array_row[0] * array_row[1], box_bytes = size[0] * size[1] * size[2];
    source.require_inside(box_bytes, number * box_bytes);
    require_inside(size[0], (corner[2] + size[2] - 1) * slice + (corner[1] + size[1] - 1) * array_row[0] + corner[0]);
    const std::array<std::size_t, 3> from{0, 0, number * size[2]};
    const Device &device = memory_.device();
    cl_event event = nullptr;
    require_success(clEnqueueCopyBufferRect(device.queue(), source.handle(), handle(), from.data(), corner.data(),
                                            size.data(), size[0], size[0] * size[1], array_row[0], slice, 0, nullptr,
                                            &event),
                    "clEnqueueCopyBufferRect", label_);
    return launched(device, event, label_);
}

void Buffer::fill(std::uint8_t value, std::uint64_t byte_offset) {
    require_inside(0, byte_offset);
    if (byte_offset < bytes()) {
        const Device &device = memory_.device();
        const auto fill = [&](cl_event *event) {
            return clEnqueueFillBuffer(device.queue(), handle(), &value, sizeof(value), byte_offset,
                                       bytes() - byte_offset, 0, nullptr, event);
        };
        require_success(traced(device, label_, fill), "clEnqueueFillBuffer", label_);
    }
}

namespace {

/// @throws UnsupportedError
void require_format(const Device &device, ImageFormat format, const std::string &label) {
    const DeviceInfo &info = device.info();
    if (info.probed &&
        std::find(info.good_formats.begin(), info.good_formats.end(), format) == info.good_formats.end()) {
        throw UnsupportedError(
            fmt::format("{}: {} has no working 3D images of format {}", label, info.name, name_of(format)),
            {{Remedy::other_backend, "buffer or packet"}});
    }
}

/// The bytes of an image that is possible on this device.
std::uint64_t image_bytes(Device &device, ImageFormat format, std::array<int, 3> dims, const std::string &label) {
    require_format(device, format, label);
    const DeviceInfo &info = device.info();
    std::uint64_t bytes = format_bytes(format);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        if (dims[axis] < 1 || static_cast<std::size_t>(dims[axis]) > info.image_3d_limit[axis]) {
            throw MemoryError(fmt::format("{} of {}x{}x{} voxels: {} takes 1 to {} along {}", label, dims[0], dims[1],
                                          dims[2], info.name, info.image_3d_limit[axis], "xyz"[axis]),
                              {{Remedy::reduce_volume}, {Remedy::other_backend, "buffer"}});
        }
        // Each factor is below 2^31 and stopped at the limit of an allocation, so that the product cannot overflow.
        bytes *= static_cast<std::uint64_t>(dims[axis]);
        device.require_memory(bytes, label);
    }
    return bytes;
}

constexpr std::array<std::size_t, 3> image_origin{0, 0, 0};

std::array<std::size_t, 3> extent(std::array<int, 3> dims) {
    return {static_cast<std::size_t>(dims[0]), static_cast<std::size_t>(dims[1]), static_cast<std::size_t>(dims[2])};
}

} // namespace

void reserve(Device &device, Buffer &buffer, std::uint64_t bytes, const std::string &label) {
    if (buffer.bytes() != bytes) {
        buffer = Buffer(); // the old one goes before the new one comes
        buffer = Buffer(device, bytes, label);
    }
}

Image3D::Image3D(Device &device, ImageFormat format, std::array<int, 3> dims, const std::string &label)
    : memory_(device, image_bytes(device, format, dims, label), label), dims_(dims), label_(label) {
    const cl_image_format stored = cl_format(format);
    cl_image_desc shape{};
    shape.image_type = CL_MEM_OBJECT_IMAGE3D;
    shape.image_width = extent(dims)[0];
    shape.image_height = extent(dims)[1];
    shape.image_depth = extent(dims)[2];
    image_ = allocated(device, "clCreateImage", label, [&](cl_int *code) {
        return clCreateImage(device.context(), CL_MEM_READ_WRITE, &stored, &shape, nullptr, code);
    });
}

Image3D Image3D::wrap(Device &device, cl_mem memory, const std::string &label) {
    const CheckedImage checked = check_image(device, memory, label);
    require_format(device, checked.format, label);
    const auto [width, height, depth] = extent(checked.dims);
    Image3D image;
    image.memory_ = DeviceMemory(device, format_bytes(checked.format) * width * height * depth);
    image.image_ = Handle<_cl_mem>::shared(memory);
    image.dims_ = checked.dims;
    image.label_ = label;
    return image;
}

void Image3D::require_whole(std::uint64_t size) const {
    if (size != bytes()) {
        throw MemoryError(fmt::format("{} bytes were given for {}, which has {} bytes", size,
                                      label_.empty() ? "an empty image" : label_, bytes()));
    }
}

void Image3D::upload(std::span<const std::byte> data) {
    require_whole(data.size_bytes());
    if (data.empty()) {
        return;
    }
    if (memory_.device().stages().take(data.size_bytes())) {
        upload_staged(memory_.device(), *this, copy_of(data));
    } else {
        const Device &device = memory_.device();
        device.settle();
        const CallWatch::Guard call = device.calling("sending", label_);
        const auto write = [&](cl_event *event) {
            return clEnqueueWriteImage(device.queue(), handle(), CL_TRUE, image_origin.data(), extent(dims_).data(), 0,
                                       0, data.data(), 0, nullptr, event);
        };
        require_success(traced(device, label_, write), "clEnqueueWriteImage", label_);
    }
}

void Image3D::download(std::span<std::byte> data) const {
    require_whole(data.size_bytes());
    if (!data.empty()) {
        const Device &device = memory_.device();
        device.settle();
        const CallWatch::Guard call = device.calling("reading back", label_);
        const auto read = [&](cl_event *event) {
            return clEnqueueReadImage(device.queue(), handle(), CL_TRUE, image_origin.data(), extent(dims_).data(), 0,
                                      0, data.data(), 0, nullptr, event);
        };
        require_success(traced(device, label_, read), "clEnqueueReadImage", label_);
    }
}

Event Image3D::copy_from(const Buffer &buffer) { return copy_slices_from(buffer, 0, dims_[2]); }

Event Image3D::copy_slices_from(const Buffer &buffer, int first, int slices) {
    if (first < 0 || slices < 1 || first > dims_[2] - slices) {
        throw MemoryError(fmt::format("{} slices from {} on are not within {}, which has {}", slices, first,
                                      label_.empty() ? "an empty image" : label_, dims_[2]));
    }
    const std::uint64_t wanted = bytes() / static_cast<std::uint64_t>(dims_[2]) * static_cast<std::uint64_t>(slices);
    if (buffer.bytes() < wanted) {
        throw MemoryError(fmt::format("a buffer of {} bytes cannot fill {} bytes of {}", buffer.bytes(), wanted,
                                      label_.empty() ? "an image" : label_));
    }
    const std::array<std::size_t, 3> origin{0, 0, static_cast<std::size_t>(first)};
    const Device &device = memory_.device();
    cl_event event = nullptr;
    require_success(clEnqueueCopyBufferToImage(device.queue(), buffer.handle(), handle(), 0, origin.data(),
                                               extent({dims_[0], dims_[1], slices}).data(), 0, nullptr, &event),
                    "clEnqueueCopyBufferToImage", label_);
    return launched(device, event, label_);
}

Event Image3D::copy_box_from(const Buffer &buffer, std::size_t number, std::array<int, 3> size,
                             std::array<int, 3> corner) {
    const std::array<std::size_t, 3> region = extent(size), origin = extent(corner);
    const std::uint64_t voxel = bytes() / (extent(dims_)[0] * extent(dims_)[1] * extent(dims_)[2]);
    const std::uint64_t box_bytes = region[0] * region[1] * region[2] * voxel;
    for (std::size_t i = 0; i < 3; ++i) {
        if (corner[i] < 0 || size[i] < 1 || corner[i] > dims_[i] - size[i]) {
            throw MemoryError(fmt::format("a box of {}x{}x{} voxels from ({}, {}, {}) on is not within {}", size[0],
                                          size[1], size[2], corner[0], corner[1], corner[2], label_));
        }
    }
    if (buffer.bytes() < (number + 1) * box_bytes) {
        throw MemoryError(fmt::format("a buffer of {} bytes cannot fill box {} of {} bytes of {}", buffer.bytes(),
                                      number, box_bytes, label_));
    }
    const Device &device = memory_.device();
    cl_event event = nullptr;
    require_success(clEnqueueCopyBufferToImage(device.queue(), buffer.handle(), handle(), number * box_bytes,
                                               origin.data(), region.data(), 0, nullptr, &event),
                    "clEnqueueCopyBufferToImage", label_);
    return launched(device, event, label_);
}

Event Image3D::copy_to(Buffer &buffer) const {
    if (buffer.bytes() < bytes() || bytes() == 0) {
        throw MemoryError(fmt::format("a buffer of {} bytes cannot hold {}, which has {} bytes", buffer.bytes(),
                                      label_.empty() ? "an empty image" : label_, bytes()));
    }
    const Device &device = memory_.device();
    cl_event event = nullptr;
    require_success(clEnqueueCopyImageToBuffer(device.queue(), handle(), buffer.handle(), image_origin.data(),
                                               extent(dims_).data(), 0, 0, nullptr, &event),
                    "clEnqueueCopyImageToBuffer", label_);
    return launched(device, event, label_);
}

} // namespace voxmarch
