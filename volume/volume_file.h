// What every reader gives: a checked header at once, the voxels on demand.
#pragma once

#include "volume/file_scalar.h"
#include "volume/read.h"
#include "volume/volume.h"

#include <filesystem>
#include <memory>

namespace voxmarch {

/// Note of readers of TIFF and PNG.
inline constexpr const char *unstated_spacing_note =
    "The distance of slices is not stated; cubic voxels are assumed (--spacing x,y,z).";

/// An opened input. The header has been read, its sizes compared with the bytes that are there.
class VolumeFile {
public:
    virtual ~VolumeFile() = default;

    /// Reads the voxels in the layout of `header`. May be called once.
    /// @throws FileError, MemoryError, UnsupportedError, whatever progress throws
    virtual std::unique_ptr<VoxelStorage> load(const Progress &progress) = 0;

    VolumeHeader header;
};

/// Raw voxels described by options.raw or by the file's name. @throws UsageError, FileError
std::unique_ptr<VolumeFile> open_raw(const std::filesystem::path &file, const ReadOptions &options);

/// What --raw or a file name says about raw voxels.
struct RawLayout {
    std::array<std::int64_t, 3> dims{};
    FileScalar type = FileScalar::u8;
    glm::dvec3 spacing{1.0};
    std::endian order = std::endian::little;
    std::optional<std::uint64_t> offset; ///< bytes before the voxels; empty: none, and none after them
};

/// Parses "256x256x256:uint8[:sx,sy,sz][:little|big][:offset=BYTES]". @throws UsageError
RawLayout parse_raw_layout(const std::string &text);

/// Parses NAME_XxYxZ_TYPE.raw; empty if the name does not follow the convention.
std::optional<RawLayout> raw_layout_from_name(const std::string &file_name);

/// Whether name and content tell no format but raw. False for files that cannot be read.
bool is_raw_or_unknown(const std::filesystem::path &file);

/// NRRD, attached or detached. @throws FileError, UnsupportedError
std::unique_ptr<VolumeFile> open_nrrd(const std::filesystem::path &file);

/// VTK XML image data. @throws FileError, UnsupportedError
std::unique_ptr<VolumeFile> open_vti(const std::filesystem::path &file);

/// A grey PNG of 8 or 16 bits: one slice. @throws FileError
std::unique_ptr<VolumeFile> open_png(const std::filesystem::path &file);

/// Formats that ITK reads for us, one file each.
enum class ItkFormat { meta, nifti, tiff, vtk, mrc, dicom };

/// One file through ITK. @throws FileError; UnsupportedError in a build without ITK
std::unique_ptr<VolumeFile> open_itk(const std::filesystem::path &file, ItkFormat format);

/// A DICOM series in a folder. @throws FileError; UsageError if there are several and none is chosen;
/// UnsupportedError in a build without ITK
std::unique_ptr<VolumeFile> open_dicom_folder(const std::filesystem::path &folder, const std::string &series);

/// One volume from files of one slice each, in this order; a single file may hold several slices.
/// @param open  reads one of them
/// @throws FileError if they differ in size or type, and what `open` throws
std::unique_ptr<VolumeFile>
open_slices(const std::vector<std::filesystem::path> &files,
            const std::function<std::unique_ptr<VolumeFile>(const std::filesystem::path &)> &open);

/// Voxels of an NRRD whose encoding we do not unpack ourselves, in its own type and native byte order.
/// @throws FileError; UnsupportedError in a build without ITK
void read_nrrd_voxels_by_itk(const std::filesystem::path &file, FileScalar type, std::span<std::byte> out);

} // namespace voxmarch
