// Lays out a volume's header as NIfTI has it (nifti.nimh.nih.gov), in our byte order.
#include "volume/bricks/writing/nifti_text.h"

#include <algorithm>
#include <cstring>
#include <glm/gtc/quaternion.hpp>

namespace voxmarch {

namespace {

/// Where the fields of NIfTI-1 and -2 lie, and what they are made of.
struct NiftiFields {
    bool second;
    std::size_t length() const { return second ? 540 : 348; }
    std::size_t dims() const { return second ? 16 : 40; }
    std::size_t type() const { return second ? 12 : 70; }
    std::size_t bits() const { return second ? 14 : 72; }
    std::size_t steps() const { return second ? 104 : 76; }
    std::size_t offset() const { return second ? 168 : 108; }
    std::size_t unit() const { return second ? 500 : 123; }
    std::size_t qform() const { return second ? 344 : 252; }
    std::size_t sform() const { return second ? 348 : 254; }
    std::size_t quaternion() const { return second ? 352 : 256; }
    std::size_t rows() const { return second ? 400 : 280; }
};

class NiftiText {
public:
    explicit NiftiText(bool second) : fields{second}, bytes(fields.length() + 4, '\0') {
        put<std::int32_t>(0, static_cast<std::int32_t>(fields.length()));
        second ? bytes.replace(4, 8, std::string("n+2\0\r\n\032\n", 8)) : bytes.replace(344, 3, "n+1");
    }

    template <typename T> void put(std::size_t at, T value) { std::memcpy(bytes.data() + at, &value, sizeof(T)); }

    /// Entry i of a list of numbers: float in NIfTI-1, double in NIfTI-2.
    void put_real(std::size_t at, std::size_t i, double value) {
        fields.second ? put(at + 8 * i, value) : put(at + 4 * i, static_cast<float>(value));
    }

    void put_length(std::size_t i, std::int64_t value) {
        fields.second ? put(fields.dims() + 8 * i, value)
                      : put(fields.dims() + 2 * i, static_cast<std::int16_t>(value));
    }

    void put_code(std::size_t at, int value) {
        fields.second ? put<std::int32_t>(at, value) : put<std::int16_t>(at, static_cast<std::int16_t>(value));
    }

    NiftiFields fields;
    std::string bytes;
};

int nifti_type(ScalarType type) {
    switch (type) {
    case ScalarType::i8: return 256;
    case ScalarType::u16: return 512;
    case ScalarType::i16: return 4;
    case ScalarType::f32: return 16;
    case ScalarType::u8: break;
    }
    return 2;
}

/// NIfTI's code of a unit, and what lengths are multiplied by to be in it.
struct NiftiUnit {
    int code;
    double factor;
};

NiftiUnit nifti_unit(LengthUnit unit) {
    switch (unit) {
    case LengthUnit::meter: return {1, 1.0};
    case LengthUnit::millimeter: return {2, 1.0};
    case LengthUnit::micrometer: return {3, 1.0};
    case LengthUnit::nanometer: return {3, 1e-3};
    case LengthUnit::angstrom: return {3, 1e-4};
    case LengthUnit::unknown: break;
    }
    return {0, 1.0};
}

/// Voxel axes and origin in the patient's right, anterior, superior: as a matrix, and as a rotation.
void put_orientation(NiftiText &text, const Grid &grid, double factor) {
    const glm::dvec3 turn(-1.0, -1.0, 1.0);
    glm::dmat3 rotation;
    for (int axis = 0; axis < 3; ++axis) {
        rotation[axis] = grid.direction[axis] * turn;
    }
    const glm::dvec3 origin = grid.origin * turn * factor;
    text.put_code(text.fields.qform(), 1); // of the scanner
    text.put_code(text.fields.sform(), 1);
    for (int row = 0; row < 3; ++row) {
        const std::size_t first = 4 * static_cast<std::size_t>(row);
        for (int axis = 0; axis < 3; ++axis) {
            text.put_real(text.fields.rows(), first + static_cast<std::size_t>(axis),
                          rotation[axis][row] * grid.spacing[axis] * factor);
        }
        text.put_real(text.fields.rows(), first + 3, origin[row]);
        text.put_real(text.fields.quaternion(), 3 + static_cast<std::size_t>(row), origin[row]);
    }
    const bool mirrored = glm::determinant(rotation) < 0.0;
    text.put_real(text.fields.steps(), 0, mirrored ? -1.0 : 1.0);
    rotation[2] *= mirrored ? -1.0 : 1.0;
    const glm::dquat turned = glm::quat_cast(rotation);
    const double sign = turned.w < 0.0 ? -1.0 : 1.0; // NIfTI states the other three, and w is not negative
    text.put_real(text.fields.quaternion(), 0, sign * turned.x);
    text.put_real(text.fields.quaternion(), 1, sign * turned.y);
    text.put_real(text.fields.quaternion(), 2, sign * turned.z);
}

} // namespace

std::string nifti_text(const VolumeHeader &header) {
    const Grid &grid = header.grid;
    NiftiText text(*std::max_element(grid.dims.begin(), grid.dims.end()) > 32767);
    const NiftiUnit unit = nifti_unit(grid.unit);
    text.put_length(0, 3);
    text.put_real(text.fields.steps(), 0, 1.0);
    for (std::size_t axis = 0; axis < 3; ++axis) {
        text.put_length(axis + 1, grid.dims[axis]);
        text.put_real(text.fields.steps(), axis + 1, grid.spacing[static_cast<int>(axis)] * unit.factor);
    }
    for (std::size_t axis = 4; axis < 8; ++axis) {
        text.put_length(axis, 1);
    }
    text.put(text.fields.type(), static_cast<std::int16_t>(nifti_type(header.type)));
    text.put(text.fields.bits(), static_cast<std::int16_t>(8 * scalar_size(header.type)));
    const std::size_t voxels = text.bytes.size();
    text.fields.second ? text.put(text.fields.offset(), static_cast<std::int64_t>(voxels))
                       : text.put(text.fields.offset(), static_cast<float>(voxels));
    text.put(text.fields.unit(), static_cast<std::uint8_t>(unit.code));
    if (grid.anatomical) {
        put_orientation(text, grid, unit.factor);
    }
    return text.bytes;
}

} // namespace voxmarch
