// What every reader gives: a checked header at once, the voxels on demand.
#pragma once

#include "volume/formats/file_scalar.h"
#include "volume/formats/read.h"
#include "volume/formats/time_axis.h"
#include "volume/volume.h"

#include <filesystem>
#include <memory>

namespace voxmarch {

class BrickSource;

/// Voxels that lie unpacked in a file, x fastest, one volume.
struct PlainPlace {
    std::filesystem::path file;
    std::uint64_t offset = 0;
    FileScalar type = FileScalar::u8;
    std::endian order = std::endian::native;
};

/// Note of readers of TIFF and PNG.
inline Note unstated_spacing_note() {
    return {"The distance of slices is not stated; cubic voxels are assumed.", {{Remedy::spacing}}};
}

/// Of an option that was given in vain. @param choice  the field of ReadOptions
inline Note without_effect(const std::string &choice, const std::string &because) {
    return {"The chosen " + choice + " has no effect: " + because + ".", {{Remedy::drop_choice, choice}}};
}

/// An opened input. The header has been read, its sizes compared with the bytes that are there.
class VolumeFile {
public:
    virtual ~VolumeFile() = default;

    /// Reads the voxels in the layout of `header`. May be called once.
    /// @throws FileError, MemoryError, UnsupportedError, whatever progress throws
    virtual std::unique_ptr<VoxelStorage> load(const Progress &progress) = 0;

    /// Where the voxels lie unpacked and need no more than memory_type() of their type; empty for all else.
    virtual std::optional<PlainPlace> plain_place() const { return std::nullopt; }

    /// The same volume box by box, with the header as it is now; null where the voxels can only be read whole.
    /// @throws FileError
    virtual std::shared_ptr<const BrickSource> bricks() const;

    /// Grids of the levels of detail that are stored, the first that of the header as it is now.
    virtual std::vector<Grid> levels() const { return {header.grid}; }

    VolumeHeader header;
    TimeAxis time_axis; ///< of header.times
};

/// Opens a VOLUME argument and applies what the options say of its header. @throws as read_volume()
std::unique_ptr<VolumeFile> open_volume_file(const std::string &source, const ReadOptions &options);

/// Raw voxels described by options.raw or by the file's name. @throws UsageError, FileError
std::unique_ptr<VolumeFile> open_raw(const std::filesystem::path &file, const ReadOptions &options);

/// What --raw or a file name says about raw voxels.
struct RawLayout {
    std::array<std::int64_t, 3> dims{};
    FileScalar type = FileScalar::u8;
    glm::dvec3 spacing{1.0};
    LengthUnit unit = LengthUnit::unknown; ///< of the spacing
    bool states_spacing = false;
    std::endian order = std::endian::little;
    std::optional<std::uint64_t> offset; ///< bytes before the voxels; empty: none, and none after them
};

/// Parses "256x256x256:uint8[:SPACING][:little|big][:offset=BYTES]", the spacing as parse_spacing() reads it.
/// @throws UsageError
RawLayout parse_raw_layout(const std::string &text);

/// Parses NAME_XxYxZ_TYPE.raw; empty if the name does not follow the convention.
std::optional<RawLayout> raw_layout_from_name(const std::string &file_name);

/// Whether name and content tell no format but raw. False for files that cannot be read.
bool is_raw_or_unknown(const std::filesystem::path &file);

/// NRRD, attached or detached; options.channel of several values a voxel. @throws FileError, UsageError,
/// UnsupportedError
std::unique_ptr<VolumeFile> open_nrrd(const std::filesystem::path &file, const ReadOptions &options);

/// VTK XML image data; options.array names one of several arrays. @throws FileError, UsageError, UnsupportedError
std::unique_ptr<VolumeFile> open_vti(const std::filesystem::path &file, const ReadOptions &options);

/// A PNG of 8 or 16 bits: one slice; options.channel of colours. @throws FileError, UsageError
std::unique_ptr<VolumeFile> open_png(const std::filesystem::path &file, const ReadOptions &options);

/// NumPy arrays, .npy and .npz: axes are z, y, x, before them times, behind them up to four values a voxel;
/// options.array names one of several. @throws FileError, UsageError
std::unique_ptr<VolumeFile> open_numpy(const std::filesystem::path &file, const ReadOptions &options);

/// HDF5: options.array is the path of a data set, without it what the file's conventions say (NeXus, Imaris, MINC 2),
/// else its first volume; options.level of Imaris. @throws FileError, UsageError; UnsupportedError in a build without
/// libhdf5
std::unique_ptr<VolumeFile> open_hdf5(const std::filesystem::path &file, const ReadOptions &options);

/// Whether a file begins like HDF5, perhaps behind a block that is no part of it.
bool is_hdf5(const std::filesystem::path &file);

/// OpenVDB, one grid made dense; options.array names it, options.channel of vectors.
/// @throws FileError, UsageError; UnsupportedError in a build without OpenVDB
std::unique_ptr<VolumeFile> open_openvdb(const std::filesystem::path &file, const ReadOptions &options);

/// MGH of FreeSurfer, also packed by gzip; options.time chooses one of several frames.
/// @throws FileError, UsageError; UnsupportedError for gzip in a build without zlib
std::unique_ptr<VolumeFile> open_mgh(const std::filesystem::path &file, const ReadOptions &options);

/// TIFF of any kind: the slices of one channel at one time (options.channel and time).
/// @throws FileError; UsageError for a channel or time that is not there; UnsupportedError in a build without libtiff
std::unique_ptr<VolumeFile> open_tiff(const std::filesystem::path &file, const ReadOptions &options);

/// Formats that ITK reads for us, one file each.
enum class ItkFormat { meta, mrc };

template <> struct EnumNames<ItkFormat> {
    static constexpr Named<ItkFormat> all[] = {{ItkFormat::meta, "MetaImage"}, {ItkFormat::mrc, "MRC"}};
};

/// One file through ITK; options.channel of several values a voxel.
/// @throws FileError, UsageError; UnsupportedError in a build without ITK
std::unique_ptr<VolumeFile> open_itk(const std::filesystem::path &file, ItkFormat format, const ReadOptions &options);

/// One DICOM file: a slice, or the frames of a volume; options.time chooses where several lie at every place.
/// @throws FileError, UsageError; UnsupportedError for packed pixels in a build without GDCM
std::unique_ptr<VolumeFile> open_dicom(const std::filesystem::path &file, const ReadOptions &options);

/// A DICOM series in a folder. @throws as open_dicom; UsageError if there are several and options.series chooses none
std::unique_ptr<VolumeFile> open_dicom_folder(const std::filesystem::path &folder, const ReadOptions &options);

/// NIfTI-1 and -2, one file or header and image, and ANALYZE 7.5; options.time chooses a volume of a series.
/// @throws FileError, UsageError; UnsupportedError for gzip in a build without zlib
std::unique_ptr<VolumeFile> open_nifti(const std::filesystem::path &file, const ReadOptions &options);

/// Legacy VTK, structured points; options.array names one of several arrays. @throws FileError, UsageError
std::unique_ptr<VolumeFile> open_vtk(const std::filesystem::path &file, const ReadOptions &options);

/// One volume from files of one slice each, in this order; a single file may hold several slices.
/// @param open  reads one of them; kept as long as the volume
/// @throws FileError if they differ in size or type, and what `open` throws
std::unique_ptr<VolumeFile>
open_slices(const std::vector<std::filesystem::path> &files,
            const std::function<std::unique_ptr<VolumeFile>(const std::filesystem::path &)> &open);

} // namespace voxmarch
