// NIfTI and ANALYZE volumes: one file, or header and voxels side by side, also packed with gzip.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/nifti/nifti_header.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

bool is_packed(const fs::path &file) { return text::lower(file.extension().string()) == ".gz"; }

// NAME.hdr for NAME.img and the other way round, also with .gz; empty if there is none.
fs::path partner(const fs::path &file, const std::string &extension) {
    fs::path stem = file;
    if (is_packed(stem)) {
        stem.replace_extension();
    }
    std::error_code ignored;
    const bool upper = !stem.extension().string().empty() && std::isupper(stem.extension().string().back()) != 0;
    std::string own = extension;
    if (upper) {
        std::transform(own.begin(), own.end(), own.begin(), [](unsigned char c) { return std::toupper(c); });
    }
    for (const std::string &packing : {std::string(), std::string(".gz")}) {
        fs::path other = stem;
        other.replace_extension(own + packing);
        if (fs::exists(other, ignored)) {
            return other;
        }
    }
    return {};
}

std::string extension_of(fs::path file) {
    if (is_packed(file)) {
        file.replace_extension();
    }
    return text::lower(file.extension().string());
}

FileScalar scalar_of(int code, const fs::path &file) {
    static const std::map<int, FileScalar> known = {
        {2, FileScalar::u8},     {4, FileScalar::i16},    {8, FileScalar::i32},   {16, FileScalar::f32},
        {64, FileScalar::f64},   {256, FileScalar::i8},   {512, FileScalar::u16}, {768, FileScalar::u32},
        {1024, FileScalar::i64}, {1280, FileScalar::u64}, {128, FileScalar::u8},  {2304, FileScalar::u8},
    };
    static const std::map<int, int> complex = {{32, 2}, {1792, 2}, {2048, 2}};
    if (const auto found = known.find(code); found != known.end()) {
        return found->second;
    }
    if (const auto found = complex.find(code); found != complex.end()) {
        throw FileError(file,
                        fmt::format("has {} values per voxel (complex numbers); write their magnitude, or the two "
                                    "parts as volumes of their own",
                                    found->second));
    }
    throw FileError(file, fmt::format("has voxels of a type that is not supported (NIfTI code {})", code));
}

// Red, green and blue, and opacity, side by side.
int colors_of(int code) { return code == 128 ? 3 : code == 2304 ? 4 : 1; }

// Voxel steps to the right, anterior, superior by the quaternion (nifti1.h, method 2).
glm::dmat3 rotation(const NiftiHeader &header) {
    const double b = header.quaternion.x;
    const double c = header.quaternion.y;
    const double d = header.quaternion.z;
    const double rest = 1.0 - (b * b + c * c + d * d);
    double a = std::sqrt(std::max(0.0, rest));
    glm::dvec3 v(b, c, d);
    if (rest < 1e-7) { // a half turn, up to rounding
        v = glm::normalize(v);
        a = 0.0;
    }
    const glm::dmat3 turn(
        a * a + v.x * v.x - v.y * v.y - v.z * v.z, 2 * (v.x * v.y + a * v.z), 2 * (v.x * v.z - a * v.y),
        2 * (v.x * v.y - a * v.z), a * a + v.y * v.y - v.x * v.x - v.z * v.z, 2 * (v.y * v.z + a * v.x),
        2 * (v.x * v.z + a * v.y), 2 * (v.y * v.z - a * v.x), a * a + v.z * v.z - v.x * v.x - v.y * v.y);
    const double sign = header.steps[0] < 0.0 ? -1.0 : 1.0;
    return {turn[0] * header.steps[1], turn[1] * header.steps[2], turn[2] * header.steps[3] * sign};
}

class NiftiFile final : public VolumeFile {
public:
    NiftiFile(const fs::path &file, const ReadOptions &options) : file_(file) {
        const std::string extension = extension_of(file);
        header_file_ = extension == ".img" ? partner(file, ".hdr") : file;
        if (header_file_.empty()) {
            throw FileError(file, "has no header beside it (the same name with .hdr)");
        }
        nifti_ = read_header();
        type_ = scalar_of(nifti_.type, file);
        header.format = nifti_.kind == NiftiHeader::Kind::analyze  ? "ANALYZE"
                        : nifti_.kind == NiftiHeader::Kind::second ? "NIfTI-2"
                                                                   : "NIfTI";
        header.name = file.filename().string();
        header.grid.dims = checked_dims({nifti_.dims[1], nifti_.dims[2], nifti_.dims[3]}, file);
        check_scale();
        place();
        choose_values(options);
        bytes_ = checked_multiply(checked_byte_count(header.grid.dims, file_scalar_size(type_), file),
                                  static_cast<std::uint64_t>(colors_.count), file);
        locate(options.time);
        set_values();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const std::uint64_t count = header.grid.voxel_count();
        if (const auto place = plain_place()) {
            return load_plain_voxels(*place, count, progress);
        }
        auto voxels = allocate_voxels(count * scalar_size(memory_type(type_)), file_);
        auto all = is_packed(data_file_) ? open_gzip_bytes(data_file_, 0) : open_file_bytes(data_file_, offset_);
        if (is_packed(data_file_)) {
            all->skip(offset_);
        }
        const auto source = open_component(std::move(all), colors_, file_scalar_size(type_));
        read_voxels(*source, type_, nifti_.order, voxels, progress);
        source->finish();
        return std::make_unique<HeapVoxels>(is_scaled() ? scaled(voxels) : std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        return is_packed(data_file_) || is_scaled() || colors_.count > 1
                   ? std::nullopt
                   : std::optional(PlainPlace{data_file_, offset_, type_, nifti_.order});
    }

private:
    fs::path file_;
    fs::path header_file_;
    fs::path data_file_;
    NiftiHeader nifti_;
    FileScalar type_ = FileScalar::u8;
    Components colors_;        // side by side
    std::uint64_t volume_ = 0; // number of the one that is read among those of other times and vector components
    std::uint64_t bytes_ = 0;  // of one volume
    std::uint64_t offset_ = 0; // of the volume read, after unpacking

    NiftiHeader read_header() const {
        std::vector<std::byte> bytes;
        const std::uint64_t size = size_of_file(header_file_);
        if (is_packed(header_file_)) {
            bytes.resize(348);
            const auto source = open_gzip_bytes(header_file_, 0);
            source->read(bytes);
            if (bytes[0] == std::byte{0x1c} || bytes[3] == std::byte{0x1c}) { // 540: NIfTI-2
                bytes.resize(longest_nifti_header);
                source->read(std::span(bytes).subspan(348));
            }
        } else {
            bytes.resize(static_cast<std::size_t>(std::min<std::uint64_t>(size, longest_nifti_header)));
            open_file_bytes(header_file_, 0)->read(bytes);
        }
        return parse_nifti_header(bytes, header_file_);
    }

    // Prefers the matrix to the rotation, as most programs do.
    void place() {
        Grid &grid = header.grid;
        grid.unit = nifti_.unit;
        if (nifti_.sform <= 0 && nifti_.qform <= 0) {
            glm::dmat3 steps(1.0);
            for (int i = 0; i < 3; ++i) {
                if (const double step = std::abs(nifti_.steps[static_cast<std::size_t>(i) + 1]); step != 0.0) {
                    steps[i] *= step;
                }
            }
            set_axes(grid, steps, header_file_);
            header.placement = Placement::spacing;
            header.notes.emplace_back(
                fmt::format("{} does not say how the patient lies here; the axes of the voxels are the world's.",
                            nifti_.kind == NiftiHeader::Kind::analyze ? "ANALYZE" : "The NIfTI header"));
            return;
        }
        glm::dmat3 matrix(0.0);
        glm::dvec3 corner(0.0);
        for (int i = 0; i < 3; ++i) {
            const glm::dvec4 row = nifti_.rows[static_cast<std::size_t>(i)];
            corner[i] = row.w;
            for (int k = 0; k < 3; ++k) {
                matrix[k][i] = row[k];
            }
        }
        constexpr double farthest = 1e15; // in any unit
        for (int i = 0; i < 3 && nifti_.sform > 0; ++i) {
            if (glm::dot(glm::abs(matrix[i]), glm::dvec3(1.0)) > farthest || std::abs(corner[i]) > farthest) {
                throw FileError(header_file_, "its matrix (sform) holds numbers beyond all measure");
            }
        }
        if (nifti_.sform > 0 && (nifti_.qform <= 0 || !is_sheared(matrix))) {
            set_axes(grid, matrix, header_file_);
            set_origin(grid, corner, header_file_);
            note_difference();
        } else {
            set_axes(grid, rotation(nifti_), header_file_);
            set_origin(grid, nifti_.quaternion_offset, header_file_);
            if (nifti_.sform > 0) {
                header.notes.emplace_back("The file's matrix (sform) is sheared; its rotation (qform) is used.");
            }
        }
        take_stated_steps();
        grid.anatomical = true;
        convert_to_lps(grid, glm::dvec3(-1, -1, 1));
        if (grid.unit == LengthUnit::unknown) {
            header.notes.emplace_back("The header does not say the unit of length; mm are assumed.");
        }
        set_patient_unit(grid);
    }

    // Steps computed from single-precision matrices are rounded; the header says them plainly too.
    void take_stated_steps() {
        for (int axis = 0; axis < 3; ++axis) {
            const double stated = std::abs(nifti_.steps[static_cast<std::size_t>(axis) + 1]);
            double &step = header.grid.spacing[axis];
            if (std::isfinite(stated) && std::abs(step - stated) <= 1e-5 * stated) {
                step = stated;
            }
        }
    }

    static bool is_sheared(const glm::dmat3 &m) {
        for (int i = 0; i < 3; ++i) {
            const glm::dvec3 a = m[i];
            const glm::dvec3 b = m[(i + 1) % 3];
            if (std::abs(glm::dot(a, b)) > 1e-3 * glm::length(a) * glm::length(b)) {
                return true;
            }
        }
        return false;
    }

    // A file may hold two answers.
    void note_difference() {
        if (nifti_.qform <= 0) {
            return;
        }
        Grid other = header.grid;
        try {
            set_axes(other, rotation(nifti_), header_file_);
            set_origin(other, nifti_.quaternion_offset, header_file_);
        } catch (const FileError &) {
            return; // a broken second answer changes nothing
        }
        const Grid &grid = header.grid;
        double largest = 0.0;
        for (int corner = 0; corner < 8; ++corner) {
            const glm::dvec4 voxel(corner & 1 ? grid.dims[0] - 1 : 0, corner & 2 ? grid.dims[1] - 1 : 0,
                                   corner & 4 ? grid.dims[2] - 1 : 0, 1);
            const glm::dvec4 apart = (grid.world_from_voxel() - other.world_from_voxel()) * voxel;
            largest = std::max(largest, glm::length(glm::dvec3(apart)));
        }
        if (largest > 0.5 * grid.smallest_spacing()) {
            header.notes.emplace_back(
                fmt::format("The file's matrix (sform) and rotation (qform) place it up to {:.3g} "
                            "apart; the matrix is used.",
                            largest));
        }
    }

    // Colours lie side by side; the components of vectors one volume after the other, each with all its times.
    void choose_values(const ReadOptions &options) {
        const int colors = colors_of(nifti_.type);
        const auto vectors = std::max<std::int64_t>(1, nifti_.dims[5]);
        if (nifti_.dims[6] > 1 || nifti_.dims[7] > 1 || (colors > 1 && vectors > 1)) {
            throw FileError(file_, "has more than five axes, or colours of several values; only x, y, z, time and the "
                                   "components of vectors can be told apart");
        }
        if (colors > 1) {
            colors_ = choose_component(colors, true, options, file_, header);
        } else {
            const bool are_colors = look_like_colors(vectors, type_) && !is_scaled();
            const auto component = choose_component(vectors, are_colors, options, file_, header).chosen;
            volume_ = static_cast<std::uint64_t>(component) *
                      static_cast<std::uint64_t>(std::max<std::int64_t>(1, nifti_.dims[4]));
        }
    }

    void locate(int time) {
        data_file_ = header_file_;
        if (!nifti_.is_single) {
            if (extension_of(file_) == ".nii") {
                throw FileError(file_, "is a header whose voxels lie in another file; name both .hdr and .img");
            }
            data_file_ = extension_of(file_) == ".img" ? file_ : partner(header_file_, ".img");
            if (data_file_.empty()) {
                throw FileError(file_, "has no voxels beside it (the same name with .img)");
            }
        }
        const auto times = nifti_.dims[4];
        if (time >= times) {
            throw UsageError(
                fmt::format("{} holds no volume {}, but {} of them, 0 to {}", file_.string(), time, times, times - 1),
                {{Remedy::time}});
        }
        header.times = static_cast<int>(times);
        if (times > 1) {
            time_axis = stated_times(static_cast<std::size_t>(times));
            header.notes.push_back(
                {fmt::format("The file holds {} volumes (times); number {} is read.", times, time), {{Remedy::time}}});
        }
        volume_ += static_cast<std::uint64_t>(time);
        const auto before = checked_multiply(bytes_, volume_ + 1, file_) - bytes_;
        offset_ = nifti_.offset + before;
        const std::uint64_t size = size_of_file(data_file_);
        if (is_packed(data_file_)) {
            require_bytes(offset_ + bytes_, size, max_deflate_ratio, data_file_);
        } else {
            require_bytes(bytes_, size - std::min(size, offset_), 1, data_file_);
        }
    }

    // A step of 1 without a unit is what programs write that know no times.
    TimeAxis stated_times(std::size_t count) const {
        const double step = nifti_.steps[4];
        const char *const unit = nifti_.time_unit == 8    ? "s"
                                 : nifti_.time_unit == 16 ? "ms"
                                 : nifti_.time_unit == 24 ? "us"
                                                          : "";
        return *unit == 0 && step == 1.0 ? TimeAxis{} : even_times(count, step, unit, nifti_.first_time);
    }

    // A slope of 0 says that nothing is scaled, whatever the intercept; programs write NaN for it, too.
    bool states_scale() const {
        return nifti_.slope != 0.0 && !std::isnan(nifti_.slope) && colors_of(nifti_.type) == 1;
    }

    bool is_scaled() const { return states_scale() && (nifti_.slope != 1.0 || nifti_.intercept != 0.0); }

    void check_scale() const {
        if (states_scale() && !(std::isfinite(nifti_.slope) && std::isfinite(nifti_.intercept))) {
            throw FileError(header_file_,
                            fmt::format("says that its values are to be scaled by {:g} and {:g} added (scl_slope, "
                                        "scl_inter), which leaves none; a scl_slope of 0 says that they are as stored",
                                        nifti_.slope, nifti_.intercept));
        }
    }

    void set_values() {
        if (!is_scaled()) {
            return set_type(header, type_);
        }
        header.type = ScalarType::f32;
        header.notes.emplace_back(scaling_note(nifti_.slope, nifti_.intercept));
    }

    ZeroedBytes scaled(std::span<const std::byte> voxels) const {
        auto out = allocate_voxels(header.byte_count(), file_);
        visit_scalar(memory_type(type_), [&](auto tag) {
            using T = decltype(tag);
            for (std::size_t i = 0; i < voxels.size() / sizeof(T); ++i) {
                T stored;
                std::memcpy(&stored, voxels.data() + i * sizeof(T), sizeof(T));
                const auto value = static_cast<float>(static_cast<double>(stored) * nifti_.slope + nifti_.intercept);
                std::memcpy(out.data() + i * sizeof(float), &value, sizeof(float));
            }
        });
        return out;
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_nifti(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<NiftiFile>(file, options);
}

} // namespace voxmarch
