// Scalar types as files store them, and their way into one of the five types of a volume.
#pragma once

#include "base/enum_names.h"
#include "volume/formats/byte_source.h"
#include "volume/volume.h"

#include <bit>
#include <functional>
#include <optional>

namespace voxmarch {

enum class FileScalar { u8, i8, u16, i16, u32, i32, u64, i64, f16, f32, f64 };

template <> struct EnumNames<FileScalar> {
    static constexpr Named<FileScalar> all[] = {
        {FileScalar::u8, "uint8"},    {FileScalar::i8, "int8"},    {FileScalar::u16, "uint16"},
        {FileScalar::i16, "int16"},   {FileScalar::u32, "uint32"}, {FileScalar::i32, "int32"},
        {FileScalar::u64, "uint64"},  {FileScalar::i64, "int64"},  {FileScalar::f16, "float16"},
        {FileScalar::f32, "float32"}, {FileScalar::f64, "float64"}};
};

/// Bytes of one voxel in the file.
std::size_t file_scalar_size(FileScalar type);

/// The type of a word such as "uint8" or "u8"; empty if it is none.
std::optional<FileScalar> file_scalar_from_name(std::string_view name);

/// Type the voxels have in memory: the same, or f32 for those of 32 and 64 bits and for f16.
ScalarType memory_type(FileScalar type);

/// Whether memory_type(type) is another type.
bool is_converted(FileScalar type);

/// Sets header.type, and adds a note when voxels will be converted.
void set_type(VolumeHeader &header, FileScalar type);

/// The note of readers that scale: "The values are the stored ones times 2 plus -1024."
std::string scaling_note(double slope, double intercept);

/// Converts voxels in native byte order; `out` holds as many voxels of `to`, which is memory_type(type) or f32.
void convert_voxels(FileScalar type, std::span<const std::byte> in, ScalarType to, std::span<std::byte> out);

/// Reverses the bytes of each element of `size` bytes.
void swap_bytes(std::span<std::byte> bytes, std::size_t size);

/// Called now and then with the share done, 0 .. 1; may throw to cancel.
using Progress = std::function<void(double)>;

/// Fills `out`, voxels of memory_type(type), from a source that gives them as `type` in byte order `order`.
/// @throws FileError when the source ends early
void read_voxels(ByteSource &source, FileScalar type, std::endian order, std::span<std::byte> out,
                 const Progress &progress);

} // namespace voxmarch
