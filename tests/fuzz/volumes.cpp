// Formats of volumes that no library reads for us, and parts of those that one does.
#include "tests/fuzz/readers.h"

#include "base/base64.h"
#include "base/error.h"
#include "volume/bricks/brick_source.h"
#include "volume/bricks/zarr/zarr_source.h"
#include "volume/cage/header_bytes.h"
#include "volume/formats/dicom/dicom_data_set.h"
#include "volume/formats/hdf5/lzf.h"
#include "volume/formats/tiff/tiff_description.h"
#include "volume/formats/volume_file.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>

namespace voxmarch::fuzz {

namespace {

/// Voxels are read where they are at most so many bytes: packing turns few bytes into many, which takes its time.
constexpr std::uint64_t most_bytes = std::uint64_t{1} << 20;

bool is_sound(const Grid &grid) {
    const auto places = {grid.spacing, grid.origin, grid.direction[0], grid.direction[1], grid.direction[2]};
    return std::ranges::all_of(grid.dims, [](int n) { return n >= 1; }) && std::ranges::all_of(places, is_finite) &&
           grid.spacing.x > 0 && grid.spacing.y > 0 && grid.spacing.z > 0;
}

/// Reads header and voxels, whole and as boxes, which must be the same.
void read_all(VolumeFile &file) {
    const VolumeHeader &header = file.header;
    require(is_sound(header.grid), "the grid");
    require(header.times >= 1, "no time");
    require(file.time_axis.at.empty() || file.time_axis.at.size() == static_cast<std::size_t>(header.times), "times");
    require(std::ranges::all_of(file.levels(), is_sound), "the grid of a level");
    if (header.byte_count() > most_bytes) {
        return;
    }
    const auto bricks = file.bricks();
    const auto voxels = file.load({});
    require(voxels->bytes().size() == header.byte_count(), "the number of voxels");
    if (bricks != nullptr && header.type != ScalarType::f32) { // of floats it replaces what is not finite
        std::vector<std::byte> box(header.byte_count());
        bricks->read(0, {{0, 0, 0}, header.grid.dims}, box);
        require(std::ranges::equal(box, voxels->bytes()), "the voxels of a box");
    }
}

/// Opens by one reader, whatever the name.
template <auto open> void read_with(std::string_view bytes, const char *name) {
    read_all(*open(file_of(bytes, name), ReadOptions{}));
}

void read_nrrd(std::string_view bytes) { read_with<open_nrrd>(bytes, "a.nrrd"); }
void read_nifti(std::string_view bytes) { read_with<open_nifti>(bytes, "a.nii"); }
void read_mgh(std::string_view bytes) { read_with<open_mgh>(bytes, "a.mgh"); }
void read_vtk(std::string_view bytes) { read_with<open_vtk>(bytes, "a.vtk"); }
void read_vti(std::string_view bytes) { read_with<open_vti>(bytes, "a.vti"); }
void read_npy(std::string_view bytes) { read_with<open_numpy>(bytes, "a.npy"); }
void read_npz(std::string_view bytes) { read_with<open_numpy>(bytes, "a.npz"); }

/// The reader alone, without what unpacks pixels.
void read_dicom(std::string_view bytes) {
    const DicomContent content = parse_dicom(as_bytes(bytes), "a.dcm");
    series_title(content.data);
    read_with<open_dicom>(bytes, "a.dcm");
}

/// A store in one file.
void read_zarr(std::string_view bytes) { read_all(*open_zarr({file_of(bytes, "a.zarr.zip"), "", true}, {})); }

/// Pages of a TIFF file say in one of three ways what they are. The first byte chooses.
void read_tiff_description(std::string_view bytes) {
    if (bytes.empty()) {
        return;
    }
    const std::string text(bytes.substr(1));
    const TiffResolution resolution{2.0, 3.0, resolution_unit_inch};
    const char *const file = file_of({}, "a.tif");
    const TiffDescription read = bytes[0] == 'i'   ? read_imagej_description(text, resolution, file)
                                 : bytes[0] == 's' ? read_shape_description(text, 1, file)
                                                   : read_ome_xml(text, 1, file);
    if (read.slices > 0 && read.slices < 1000 && read.channels > 0 && read.times > 0) {
        const std::uint64_t last = plane_number(read, read.slices - 1, read.channels - 1, read.times - 1);
        require(page_of_plane(read, last).file < std::max<std::size_t>(read.files.size(), 1), "the file of a page");
    }
}

/// Counts of four parts, then the parts.
void read_imagej_tables(std::string_view bytes) {
    std::array<std::uint32_t, 4> counts{};
    if (bytes.size() >= sizeof(counts)) {
        std::memcpy(counts.data(), bytes.data(), sizeof(counts));
        read_imagej_colors(counts, as_bytes(bytes.substr(sizeof(counts))));
    }
}

void read_lzf(std::string_view bytes) {
    require(hdf5::unpack_lzf(as_bytes(bytes), 4096).size() <= 4096, "more bytes than there may be");
}

void read_base64(std::string_view bytes) {
    if (const auto decoded = decode_base64(bytes)) {
        require(decode_base64(encode_base64(*decoded)) == decoded, "base64 there and back");
    }
}

/// What another process says of a volume: said again it must be the same.
void read_cage_facts(std::string_view bytes) {
    const FileFacts facts = facts_of_bytes(as_bytes(bytes), file_of({}, "a.tif"));
    require(is_sound(facts.header.grid), "the grid");
    const std::vector<std::byte> said = bytes_of_facts(facts);
    require(bytes_of_facts(facts_of_bytes(said, file_of({}, "a.tif"))) == said, "facts there and back");
}

void read_cage_error(std::string_view bytes) { throw_error_of_bytes(as_bytes(bytes), "a.tif"); }

} // namespace

std::vector<FuzzedReader> volume_readers() {
    return {{"nrrd", read_nrrd},
            {"nifti", read_nifti},
            {"mgh", read_mgh},
            {"vtk", read_vtk},
            {"vti", read_vti},
            {"npy", read_npy},
            {"npz", read_npz},
            {"zarr", read_zarr},
            {"dicom", read_dicom},
            {"tiff-description", read_tiff_description},
            {"imagej-tables", read_imagej_tables},
            {"lzf", read_lzf},
            {"base64", read_base64},
            {"cage-facts", read_cage_facts},
            {"cage-error", read_cage_error}};
}

} // namespace voxmarch::fuzz
