// What a DICOM file says of its image: pixels, and for each frame its place and scale.
#pragma once

#include "base/zeroed_bytes.h"
#include "volume/formats/dicom/dicom_data_set.h"
#include "volume/formats/file_scalar.h"

#include <glm/glm.hpp>

namespace voxmarch {

/// Two unit directions in patient space: along a row and down a column.
struct DicomOrientation {
    glm::dvec3 row{1, 0, 0};
    glm::dvec3 column{0, 1, 0};
    bool operator==(const DicomOrientation &) const = default;
};

/// One frame of a file.
struct DicomFrame {
    std::optional<glm::dvec3> position; ///< centre of the first voxel, mm, left posterior superior
    std::optional<DicomOrientation> orientation;
    double slope = 1.0; ///< value = stored * slope + intercept
    double intercept = 0.0;
    std::vector<StatedWindow> windows;  ///< of its values
    int segment = 0;                    ///< number of the segment it shows, 0 if none
    std::uint32_t time = 0;             ///< temporal position, from 1; 0 if not stated
    std::vector<std::uint32_t> indices; ///< along the dimensions of the file
};

/// What is stored of the colours of a pixel; all are read as red, green and blue.
enum class DicomColors {
    none,
    rgb,
    ybr,     ///< luminance and two differences of colour (YBR_FULL)
    ybr_422, ///< likewise, of two pixels side by side both luminances and one pair of differences
    palette  ///< a number of a colour
};

/// Colours by number.
struct DicomPalette {
    std::int64_t first = 0; ///< number of the first one; lower ones are like it, higher ones than the last like that
    int bits = 8;           ///< of a part: 8 or 16
    std::array<std::vector<std::uint16_t>, 3> parts;

    double part(int sample, double number) const;
};

/// How pixels are stored.
struct DicomPixels {
    int columns = 1;
    int rows = 1;
    int bits_allocated = 8; ///< 1, 8, 16, 32, 64
    int bits_stored = 8;
    int high_bit = 7;
    bool is_signed = false;
    bool is_float = false;
    DicomColors colors = DicomColors::none;
    DicomPalette palette;
    int samples = 1;     ///< of a pixel, as they are stored: 1 or 3
    int sample = 0;      ///< the one that is read, of channels()
    bool planes = false; ///< all red ones come first, then all green ones; else they lie side by side
    const DicomElement *element = nullptr;

    /// Pixels of a frame.
    std::uint64_t count() const { return static_cast<std::uint64_t>(columns) * static_cast<std::uint64_t>(rows); }

    /// Values of a pixel that can be read.
    int channels() const { return colors == DicomColors::none ? 1 : 3; }

    /// Samples of a frame.
    std::uint64_t sample_count() const {
        return count() * (colors == DicomColors::ybr_422 ? 2 : static_cast<std::uint64_t>(samples));
    }

    /// Where a sample of pixel i lies in its frame.
    std::uint64_t place_of(std::uint64_t i, int which) const {
        return planes ? static_cast<std::uint64_t>(which) * count() + i
                      : i * static_cast<std::uint64_t>(samples) + static_cast<std::uint64_t>(which);
    }

    /// Type of a value: wide enough for bits_allocated, or for the palette.
    FileScalar type() const;

    /// Smallest and largest value.
    ValueRange range() const;
};

/// The image of a file. Move-only: `pixels` points into `content`.
struct DicomImage {
    DicomImage() = default;
    DicomImage(DicomImage &&) = default;
    DicomImage &operator=(DicomImage &&) = default;
    DicomImage(const DicomImage &) = delete;
    DicomImage &operator=(const DicomImage &) = delete;

    std::filesystem::path file;
    DicomContent content;
    DicomPixels pixels;
    std::vector<DicomFrame> frames;
    glm::dvec2 spacing{1.0}; ///< along a row and a column, mm where stated
    bool states_spacing = false;
    std::optional<double> distance; ///< of frames or slices, mm, if stated
    std::vector<Note> notes;        ///< for the user

    const DicomDataSet &data() const { return content.data; }
};

/// Reads the description of an image and checks that its pixels are there.
/// @throws FileError for files without an image in grey or RGB, damaged ones and sizes that lie
DicomImage open_dicom_image(const std::filesystem::path &file);

/// What a DICOM file without pixels is: "RT Plan (RTPLAN)", "a DICOMDIR", ...
std::string dicom_kind(const DicomDataSet &data);

/// The type that holds every value these frames can have after scaling: that of the samples, a 16-bit one where slopes
/// and intercepts are whole and the range of the stored bits fits, else i32 or f32.
FileScalar dicom_value_type(const DicomPixels &pixels, std::span<const DicomFrame> frames);

/// Whether values of dicom_value_type() may well fit i16 although the bits allow for more: CT with 16 bits stored and
/// the intercept -1024.
inline bool may_fit_i16(const DicomPixels &pixels, FileScalar value_type) {
    return value_type == FileScalar::i32 && pixels.bits_allocated <= 16;
}

/// Gives a header the type f32 until reading tells whether all values fit i16, with a note.
void leave_type_open(VolumeHeader &header);

/// Ends that: `tried` if it fitted, else f32 with a note. Also for a header that knew its type.
void decide_type(VolumeHeader &header, ScalarType tried, bool fitted);

/// Reads one frame, scaled, as `to`. @return false, with `out` half filled, if `to` cannot hold a value exactly; f32
/// takes all. @throws FileError; UnsupportedError for packed pixels in a build without GDCM
[[nodiscard]] bool read_dicom_frame(const DicomImage &image, std::size_t frame, ScalarType to,
                                    std::span<std::byte> out);

/// The bytes of one packed frame, unpacked: samples of bits_allocated in native order. Implemented through GDCM.
/// @throws FileError, UnsupportedError
ZeroedBytes unpack_dicom_frame(const DicomImage &image, std::span<const std::byte> packed);

} // namespace voxmarch
