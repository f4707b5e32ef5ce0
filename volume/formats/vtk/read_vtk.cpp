// Legacy VTK files of structured points.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/plain_voxels.h"
#include "volume/formats/vtk/vti_data.h"
#include "volume/formats/vtk/vtk_text.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

class VtkFile final : public VolumeFile {
public:
    VtkFile(const fs::path &file, const ReadOptions &options) : file_(file), mapping_(file, 0, size_of_file(file)) {
        header.format = "VTK";
        header.name = file.filename().string();
        const VtkText text = parse_vtk(content(), file);
        is_ascii_ = text.is_ascii;
        std::vector<NamedArray> names;
        for (const auto &array : text.arrays) {
            names.push_back(array.named);
        }
        array_ = text.arrays[choose_array(names, options.array, file, header.notes)];
        type_ = vtk_scalar(array_, file);
        grid(text);
        const FileScalar meant = array_.is_color_text ? FileScalar::u8 : type_;
        set_type(header, meant);
        const int count = array_.named.components;
        components_ = choose_component(count, look_like_colors(count, meant), options, file, header);
        checked_multiply(checked_byte_count(header.grid.dims, file_scalar_size(type_), file),
                         static_cast<std::uint64_t>(count), file);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        if (const auto place = plain_place()) {
            return load_plain_voxels(*place, header.grid.voxel_count(), progress);
        }
        const auto size = checked_multiply(header.grid.voxel_count(), scalar_size(memory_type(type_)), file_);
        auto voxels = allocate_voxels(size, file_);
        if (!is_ascii_) {
            const auto source =
                open_component(open_file_bytes(file_, array_.offset), components_, file_scalar_size(type_));
            read_voxels(*source, type_, std::endian::big, voxels, progress);
            return std::make_unique<HeapVoxels>(std::move(voxels));
        }
        VtiArray words;
        words.type = type_;
        words.components = components_;
        words.is_alone = false;
        words.stored = content().substr(array_.offset);
        read_vti_array(words, voxels, progress, file_);
        return std::make_unique<HeapVoxels>(array_.is_color_text ? bytes_of_shares(voxels) : std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        return is_ascii_ || components_.count > 1
                   ? std::nullopt
                   : std::optional(PlainPlace{file_, array_.offset, type_, std::endian::big});
    }

private:
    fs::path file_;
    FileMapping mapping_;
    bool is_ascii_ = false;
    VtkArray array_;
    Components components_;
    FileScalar type_ = FileScalar::u8;

    static ZeroedBytes bytes_of_shares(std::span<const std::byte> shares) {
        ZeroedBytes bytes(shares.size() / sizeof(float));
        for (std::size_t i = 0; i < bytes.size(); ++i) {
            float share = 0.0f;
            std::memcpy(&share, shares.data() + i * sizeof(float), sizeof(float));
            bytes[i] = static_cast<std::byte>(std::lround(255.0f * std::clamp(share, 0.0f, 1.0f)));
        }
        return bytes;
    }

    std::string_view content() const {
        return {reinterpret_cast<const char *>(mapping_.bytes().data()), mapping_.bytes().size()};
    }

    // Values of cells lie in the middle between points.
    void grid(const VtkText &text) {
        std::array<std::int64_t, 3> dims = text.points;
        glm::dvec3 first(0.0);
        glm::dmat3 steps(1.0);
        for (int i = 0; i < 3; ++i) {
            auto &n = dims[static_cast<std::size_t>(i)];
            steps[i] *= text.spacing[i];
            if (!array_.named.at_points && n > 1) {
                --n;
                first[i] = 0.5;
            }
        }
        header.grid.dims = checked_dims(dims, file_);
        set_axes(header.grid, steps, file_);
        set_origin(header.grid, text.origin + text.spacing * first, file_);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_vtk(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<VtkFile>(file, options);
}

} // namespace voxmarch
