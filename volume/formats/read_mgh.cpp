// MGH and MGZ volumes of FreeSurfer (mri.h; surfer.nmr.mgh.harvard.edu/fswiki/FsTutorial/MghFormat).
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/foreign_file.h"
#include "volume/formats/header_fields.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t header_size = 284;

FileScalar mgh_scalar(std::int32_t code, const fs::path &file) {
    switch (code) {
    case 0: return FileScalar::u8;
    case 1: return FileScalar::i32;
    case 3: return FileScalar::f32;
    case 4: return FileScalar::i16;
    case 10: return FileScalar::u16;
    default: throw FileError(file, fmt::format("has voxels of a type that is not supported (MGH code {})", code));
    }
}

class MghFile final : public VolumeFile {
public:
    MghFile(const fs::path &file, const ReadOptions &options) : file_(file) {
        const std::vector<std::byte> bytes = first_bytes(file, header_size);
        if (bytes.size() < header_size) {
            throw FileError(file, "is no MGH volume, or is truncated");
        }
        const HeaderFields fields(bytes, std::endian::native == std::endian::little);
        if (fields.at<std::int32_t>(0) != 1) {
            throw FileError(file, "is no MGH volume, or of a version that is not known");
        }
        header.format = "MGH";
        header.name = file.filename().string();
        type_ = mgh_scalar(fields.at<std::int32_t>(20), file);
        header.grid.dims =
            checked_dims({fields.at<std::int32_t>(4), fields.at<std::int32_t>(8), fields.at<std::int32_t>(12)}, file);
        place(fields);
        const std::uint64_t bytes_each = checked_byte_count(header.grid.dims, file_scalar_size(type_), file);
        const Components times = choose_time(fields.at<std::int32_t>(16), options, file, header);
        offset_ = header_size + checked_multiply(bytes_each, static_cast<std::uint64_t>(times.chosen), file);
        is_packed_ = std::ifstream(file, std::ios::binary).get() == 0x1f;
        const std::uint64_t all =
            header_size + checked_multiply(bytes_each, static_cast<std::uint64_t>(times.count), file);
        require_bytes(all, size_of_file(file), is_packed_ ? max_deflate_ratio : 1, file);
        set_type(header, type_);
        if (times.count > 1 && !is_packed_) {
            read_repetition(all, static_cast<std::size_t>(times.count));
        }
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        if (const auto plain = plain_place()) {
            return load_plain_voxels(*plain, header.grid.voxel_count(), progress);
        }
        auto voxels = allocate_voxels(header.byte_count(), file_);
        const auto source = open_gzip_bytes(file_, 0);
        source->skip(offset_);
        read_voxels(*source, type_, std::endian::big, voxels, progress);
        source->finish();
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        return is_packed_ ? std::nullopt : std::optional(PlainPlace{file_, offset_, type_, std::endian::big});
    }

private:
    fs::path file_;
    FileScalar type_ = FileScalar::u8;
    std::uint64_t offset_ = 0; // of the time that is read
    bool is_packed_ = false;

    // Behind the voxels stands the time from one to the next, in ms; files may end before.
    void read_repetition(std::uint64_t at, std::size_t times) {
        if (size_of_file(file_) < at + sizeof(float)) {
            return;
        }
        std::vector<std::byte> bytes(sizeof(float));
        open_file_bytes(file_, at)->read(bytes);
        time_axis =
            even_times(times, HeaderFields(bytes, std::endian::native == std::endian::little).at<float>(0), "ms");
    }

    // The header places the voxel in the middle, dims / 2; axes are right, anterior, superior.
    void place(const HeaderFields &fields) {
        const auto vector = [&](std::size_t at) {
            return glm::dvec3(fields.at<float>(at), fields.at<float>(at + 4), fields.at<float>(at + 8));
        };
        const bool is_placed = fields.at<std::int16_t>(28) == 1;
        const glm::dvec3 spacing = is_placed ? vector(30) : glm::dvec3(1.0);
        glm::dmat3 steps(glm::dvec3(-1, 0, 0), glm::dvec3(0, 0, -1), glm::dvec3(0, 1, 0)); // coronal slices
        glm::dvec3 middle(0.0);
        if (is_placed) {
            steps = glm::dmat3(vector(42), vector(54), vector(66));
            middle = vector(78);
        } else {
            header.notes.emplace_back(
                "The header does not say where it lies; FreeSurfer takes it for coronal slices of "
                "1 mm.");
        }
        for (int axis = 0; axis < 3; ++axis) {
            steps[axis] *= spacing[axis];
        }
        Grid &grid = header.grid;
        set_axes(grid, steps, file_);
        set_origin(grid, middle - steps * (0.5 * grid.dims_d()), file_);
        grid.anatomical = true;
        grid.unit = LengthUnit::millimeter;
        convert_to_lps(grid, glm::dvec3(-1, -1, 1));
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_mgh(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<MghFile>(file, options);
}

} // namespace voxmarch
