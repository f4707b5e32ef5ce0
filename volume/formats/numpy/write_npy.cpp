// The header of numpy.lib.format, padded to 64 bytes, and the voxels behind it.
#include "volume/formats/numpy/write_npy.h"

#include "base/output_file.h"

#include <bit>
#include <fmt/format.h>
#include <string>

namespace voxmarch {

static_assert(std::endian::native == std::endian::little);

static const char *descriptor_of(ScalarType type) {
    switch (type) {
    case ScalarType::u8: return "|u1";
    case ScalarType::i8: return "|i1";
    case ScalarType::u16: return "<u2";
    case ScalarType::i16: return "<i2";
    case ScalarType::f32: break;
    }
    return "<f4";
}

void write_npy(const Volume &volume, const std::filesystem::path &file) {
    constexpr std::size_t alignment = 64, prefix = 10; // magic, version, and the length of the text
    const auto &[nx, ny, nz] = volume.grid().dims;
    std::string text = fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': ({}{}, {}), }}",
                                   descriptor_of(volume.type()), nz > 1 ? fmt::format("{}, ", nz) : "", ny, nx);
    text.append(alignment - 1 - (prefix + text.size()) % alignment, ' ');
    text += '\n';
    std::string head = "\x93NUMPY\x01";
    head += '\0';
    head += static_cast<char>(text.size() & 255u);
    head += static_cast<char>(text.size() >> 8);
    OutputFile output(file);
    output.write(head + text);
    output.write(volume.bytes());
    output.commit(Keep::written);
}

} // namespace voxmarch
