// Buffers and 3D images on a device, and the account of how much they hold.
#pragma once

#include "device/context.h"
#include "device/event.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace voxmarch {

/// Bytes of one voxel of an image.
std::size_t format_bytes(ImageFormat format);

/// Counts an allocation against its device for as long as it lives. Move-only.
class DeviceMemory {
public:
    DeviceMemory() = default;
    /// @throws MemoryError, see Device::require_memory
    DeviceMemory(Device &device, std::uint64_t bytes, const std::string &label);
    /// Memory that somebody else made and counts.
    DeviceMemory(Device &device, std::uint64_t bytes) : device_(&device), bytes_(bytes) {}
    DeviceMemory(DeviceMemory &&other) noexcept;
    DeviceMemory &operator=(DeviceMemory &&other) noexcept;
    ~DeviceMemory();
    Device &device() const { return *device_; }
    std::uint64_t bytes() const { return bytes_; }

private:
    Device *device_ = nullptr;
    std::uint64_t bytes_ = 0, counted_ = 0;

    void release() noexcept;
};

/// A linear piece of device memory. Move-only.
class Buffer {
public:
    Buffer() = default;
    /// @param label  what it holds, for messages: "the scalar volume"
    /// @throws MemoryError for 0 bytes and beyond the device's limits, DeviceError
    Buffer(Device &device, std::uint64_t bytes, const std::string &label);
    /// Uses a buffer that the caller made with OpenCL's own functions, a cl_mem, and retains it. It does not count as
    /// allocated. Mind that reserve() makes a new one where another size is needed.
    /// @throws UsageError for a null pointer, something else than a buffer, one of another context, and one that
    /// kernels
    ///         may not write; DeviceError
    static Buffer wrap(Device &device, _cl_mem *memory, const std::string &label);

    std::uint64_t bytes() const { return memory_.bytes(); }
    _cl_mem *handle() const { return buffer_.get(); }
    explicit operator bool() const { return static_cast<bool>(buffer_); }

    /// Blocking copies, large ones by way of pinned memory (Stages::take()); data.size_bytes() + byte_offset must not
    /// exceed bytes().
    /// @throws MemoryError if they do, DeviceError
    void upload(std::span<const std::byte> data, std::uint64_t byte_offset = 0);
    void download(std::span<std::byte> data, std::uint64_t byte_offset = 0) const;
    /// Copies all of another buffer to this place, on the device. @throws MemoryError if it does not fit, DeviceError
    [[nodiscard]] Event copy_from(const Buffer &source, std::uint64_t byte_offset = 0);
    /// Copies a box into the array that this buffer holds, on the device.
    /// @param source     a column of boxes of this size along z, tightly packed
    /// @param number     of the one that is copied
    /// @param size       along x, y, z: bytes, rows, slices
    /// @param array_row  bytes of a row of the array, and rows of a slice
    /// @param corner     of the box in it: byte of a row, row, slice
    /// @throws MemoryError if either does not hold the box, DeviceError
    [[nodiscard]] Event copy_box_from(const Buffer &source, std::size_t number, std::array<std::size_t, 3> size,
                                      std::array<std::size_t, 2> array_row, std::array<std::size_t, 3> corner);
    /// Sets every byte from `byte_offset` on (in-order with later launches).
    /// @throws MemoryError if there are none, DeviceError
    void fill(std::uint8_t value, std::uint64_t byte_offset = 0);

private:
    DeviceMemory memory_;
    Handle<_cl_mem> buffer_;
    std::string label_;

    void require_inside(std::uint64_t size, std::uint64_t byte_offset) const;
};

/// Makes room for exactly `bytes`; what is already as large is kept, with its contents.
/// @throws as Buffer does
void reserve(Device &device, Buffer &buffer, std::uint64_t bytes, const std::string &label);

/// Makes room for these values and uploads them. @throws as Buffer does
template <typename T, typename Allocator>
void upload(Device &device, Buffer &buffer, const std::vector<T, Allocator> &values, const std::string &label) {
    reserve(device, buffer, values.size() * sizeof(T), label);
    buffer.upload(std::as_bytes(std::span(values)));
}

/// A 3D image; its element type follows the format. Move-only.
class Image3D {
public:
    Image3D() = default;
    /// @param label  what it holds, for messages
    /// @throws MemoryError beyond the device's limits, UnsupportedError for a format that is missing or broken
    Image3D(Device &device, ImageFormat format, std::array<int, 3> dims, const std::string &label);
    /// As Buffer::wrap(), for a 3D image. @throws as it does, UnsupportedError for a format that is none of ours
    static Image3D wrap(Device &device, _cl_mem *memory, const std::string &label);

    std::array<int, 3> dims() const { return dims_; }
    std::uint64_t bytes() const { return memory_.bytes(); }
    _cl_mem *handle() const { return image_.get(); }
    explicit operator bool() const { return static_cast<bool>(image_); }

    /// Blocking copies of the whole image, tightly packed, x fastest; data.size_bytes() must be bytes(). Large uploads
    /// go by way of pinned memory.
    /// @throws MemoryError if it is not, DeviceError
    void upload(std::span<const std::byte> data);
    void download(std::span<std::byte> data) const;
    /// Copies a tightly packed device buffer of at least bytes() into the image, on the device.
    /// @throws MemoryError if the buffer is smaller, DeviceError
    [[nodiscard]] Event copy_from(const Buffer &buffer);
    /// The same for the slices [first, first + slices) alone. @throws MemoryError if the image has no such slices, too
    [[nodiscard]] Event copy_slices_from(const Buffer &buffer, int first, int slices);
    /// Copies a box, on the device.
    /// @param buffer  a column of boxes of this size along z, tightly packed
    /// @param number  of the one that is copied
    /// @throws MemoryError if either does not hold the box, DeviceError
    [[nodiscard]] Event copy_box_from(const Buffer &buffer, std::size_t number, std::array<int, 3> size,
                                      std::array<int, 3> corner);
    /// The other way round. @throws as copy_from()
    [[nodiscard]] Event copy_to(Buffer &buffer) const;

private:
    DeviceMemory memory_;
    std::array<int, 3> dims_{};
    Handle<_cl_mem> image_;
    std::string label_;

    void require_whole(std::uint64_t size) const;
};

/// One 3D array on a device, as an image or as a buffer, whichever a back end samples.
struct DeviceArray {
    Image3D image;
    Buffer buffer;
    explicit operator bool() const { return image || buffer; }
};

} // namespace voxmarch
