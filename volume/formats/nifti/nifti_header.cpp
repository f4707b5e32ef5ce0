// Parses NIfTI-1, NIfTI-2 and ANALYZE 7.5 headers (nifti1.h, nifti2.h).
#include "volume/formats/nifti/nifti_header.h"

#include "base/error.h"
#include "volume/formats/header_fields.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <string_view>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

LengthUnit unit_of(int code) {
    switch (code & 7) {
    case 1: return LengthUnit::meter;
    case 2: return LengthUnit::millimeter;
    case 3: return LengthUnit::micrometer;
    default: return LengthUnit::unknown;
    }
}

void read_first(const HeaderFields &fields, NiftiHeader &header) {
    for (std::size_t i = 0; i < 8; ++i) {
        header.dims[i] = fields.at<std::int16_t>(40 + 2 * i);
        header.steps[i] = fields.at<float>(76 + 4 * i);
    }
    header.type = fields.at<std::int16_t>(70);
    if (header.kind == NiftiHeader::Kind::analyze) {
        return;
    }
    header.slope = fields.at<float>(112);
    header.intercept = fields.at<float>(116);
    header.unit = unit_of(fields.at<std::uint8_t>(123));
    header.time_unit = fields.at<std::uint8_t>(123) & 0x38;
    header.first_time = fields.at<float>(136);
    header.qform = fields.at<std::int16_t>(252);
    header.sform = fields.at<std::int16_t>(254);
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        header.quaternion[i] = fields.at<float>(256 + 4 * k);
        header.quaternion_offset[i] = fields.at<float>(268 + 4 * k);
        for (int j = 0; j < 4; ++j) {
            header.rows[k][j] = fields.at<float>(280 + 16 * k + 4 * static_cast<std::size_t>(j));
        }
    }
}

void read_second(const HeaderFields &fields, NiftiHeader &header) {
    for (std::size_t i = 0; i < 8; ++i) {
        header.dims[i] = fields.at<std::int64_t>(16 + 8 * i);
        header.steps[i] = fields.at<double>(104 + 8 * i);
    }
    header.type = fields.at<std::int16_t>(12);
    header.slope = fields.at<double>(176);
    header.intercept = fields.at<double>(184);
    header.qform = fields.at<std::int32_t>(344);
    header.sform = fields.at<std::int32_t>(348);
    header.unit = unit_of(fields.at<std::int32_t>(500));
    header.time_unit = fields.at<std::int32_t>(500) & 0x38;
    header.first_time = fields.at<double>(216);
    for (int i = 0; i < 3; ++i) {
        const auto k = static_cast<std::size_t>(i);
        header.quaternion[i] = fields.at<double>(352 + 8 * k);
        header.quaternion_offset[i] = fields.at<double>(376 + 8 * k);
        for (int j = 0; j < 4; ++j) {
            header.rows[k][j] = fields.at<double>(400 + 32 * k + 8 * static_cast<std::size_t>(j));
        }
    }
}

void check_dims(NiftiHeader &header, const fs::path &file) {
    auto &dims = header.dims;
    if (dims[0] < 1 || dims[0] > 7) {
        throw FileError(file, fmt::format("claims {} axes", dims[0]));
    }
    for (std::size_t i = 1; i < 8; ++i) {
        if (i > static_cast<std::size_t>(dims[0])) {
            dims[i] = 1;
        }
        // ANALYZE files leave axes of time out with a zero.
        if (i > 3 && dims[i] == 0) {
            dims[i] = 1;
        }
        if (dims[i] < 1) {
            throw FileError(file, fmt::format("claims {} voxels along axis {}", dims[i], i));
        }
    }
}

} // namespace

NiftiHeader parse_nifti_header(std::span<const std::byte> bytes, const fs::path &file) {
    const FileError wrong(file, "is not a NIfTI or ANALYZE file, or is damaged");
    if (bytes.size() < 348) {
        throw wrong;
    }
    NiftiHeader header;
    const auto native = HeaderFields(bytes, false).at<std::int32_t>(0);
    const bool swap = native != 348 && native != 540;
    const HeaderFields fields(bytes, swap);
    const auto size = fields.at<std::int32_t>(0);
    if (size != 348 && (size != 540 || bytes.size() < 540)) {
        throw wrong;
    }
    const bool is_little = (std::endian::native == std::endian::little) != swap;
    header.order = is_little ? std::endian::little : std::endian::big;
    const std::string_view magic(reinterpret_cast<const char *>(bytes.data()) + (size == 540 ? 4 : 344), 3);
    const bool known = magic == (size == 540 ? "n+2" : "n+1") || magic == (size == 540 ? "ni2" : "ni1");
    header.is_single = known && magic[1] == '+';
    header.kind = size == 540 ? NiftiHeader::Kind::second
                  : known     ? NiftiHeader::Kind::first
                              : NiftiHeader::Kind::analyze;
    if (size == 540 && !known) {
        throw wrong;
    }
    double offset = 0.0;
    if (size == 540) {
        read_second(fields, header);
        offset = static_cast<double>(fields.at<std::int64_t>(168));
    } else {
        read_first(fields, header);
        offset = fields.at<float>(108);
    }
    check_dims(header, file);
    if (!(offset >= 0.0) || offset > 1e15) {
        throw FileError(file, "claims that its voxels begin nowhere");
    }
    header.offset = static_cast<std::uint64_t>(offset);
    if (header.is_single && header.offset < static_cast<std::uint64_t>(size)) {
        header.offset = static_cast<std::uint64_t>(size) + 4; // 0: behind the header and its extension flag
    }
    return header;
}

} // namespace voxmarch
