// A DICOM series: slices of a folder, one file each.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/components.h"
#include "volume/formats/dicom/dicom_image.h"
#include "volume/formats/dicom/dicom_scan.h"
#include "volume/formats/dicom/dicom_times.h"
#include "volume/formats/slice_stack.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

// The voxels of DICOM slices, all of one size; nothing if a value does not fit `type`.
std::optional<ZeroedBytes> read_slices(const std::vector<fs::path> &files, int columns, int rows, Components components,
                                       ScalarType type, const Progress &progress) {
    const std::size_t slice = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows) * scalar_size(type);
    auto voxels = allocate_voxels(checked_multiply(slice, files.size(), files.front()), files.front());
    for (std::size_t i = 0; i < files.size(); ++i) {
        DicomImage image = open_dicom_image(files[i]);
        image.pixels.sample = components.chosen;
        if (image.pixels.channels() != components.count) {
            throw FileError(files[i],
                            fmt::format("has {} values per voxel, unlike the first slice", image.pixels.channels()));
        }
        if (image.pixels.columns != columns || image.pixels.rows != rows || image.frames.size() != 1) {
            throw FileError(files[i], fmt::format("has {}x{}x{} voxels, unlike the first slice", image.pixels.columns,
                                                  image.pixels.rows, image.frames.size()));
        }
        if (!read_dicom_frame(image, 0, type, std::span(voxels).subspan(i * slice, slice))) {
            return std::nullopt;
        }
        if (progress) {
            progress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
        }
    }
    return voxels;
}

class DicomFolder final : public VolumeFile {
public:
    DicomFolder(const fs::path &folder, const std::string &uid, std::vector<DicomFile> files,
                const ReadOptions &options)
        : folder_(folder) {
        check_dicom_alike(files);
        const DicomImage first = open_dicom_image(files.front().file);
        const auto orientation = first.frames[0].orientation.value_or(DicomOrientation{});
        stack_.columns = first.pixels.columns;
        stack_.rows = first.pixels.rows;
        stack_.row_step = orientation.row * first.spacing.x;
        stack_.column_step = orientation.column * first.spacing.y;
        stack_.thickness = first.distance.value_or(1.0);
        place(files);
        plan_ = plan_slices(stack_, folder);
        for (const std::size_t i : plan_.order) {
            files_.push_back(files[i].file);
        }
        fill_header(uid, have_one_type(files), first);
        components_ = choose_component(first.pixels.channels(), true, options, folder, header);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        std::optional<ZeroedBytes> slices;
        if (integer_) {
            slices = read_slices(files_, stack_.columns, stack_.rows, components_, *integer_, progress);
            decide_type(header, *integer_, slices.has_value());
        }
        if (!slices) {
            slices = read_slices(files_, stack_.columns, stack_.rows, components_, header.type, progress);
        }
        if (plan_.resamples) {
            slices = resample_slices(plan_, stack_, header.type, slices.value(), folder_);
        }
        return std::make_unique<HeapVoxels>(std::move(slices.value()));
    }

private:
    fs::path folder_;
    SliceStack stack_;
    SlicePlan plan_;
    std::vector<fs::path> files_;
    Components components_;
    std::optional<ScalarType> integer_; // tried first: slices may differ in bits and scale, and still fit

    void place(std::vector<DicomFile> &files) {
        const bool placed = std::none_of(files.begin(), files.end(), [](const DicomFile &f) { return !f.position(); });
        if (!placed) {
            header.placement = Placement::spacing;
            std::stable_sort(files.begin(), files.end(),
                             [](const DicomFile &a, const DicomFile &b) { return a.number() < b.number(); });
            header.notes.emplace_back(
                fmt::format("The slices do not state where they lie; they are ordered by number, {} mm "
                            "apart.",
                            stack_.thickness));
        }
        const glm::dvec3 normal = glm::normalize(glm::cross(stack_.row_step, stack_.column_step));
        for (std::size_t i = 0; i < files.size(); ++i) {
            stack_.first_voxels.push_back(placed ? *files[i].position()
                                                 : static_cast<double>(i) * stack_.thickness * normal);
        }
    }

    void fill_header(const std::string &uid, bool one_type, const DicomImage &first) {
        const FileScalar type = dicom_value_type(first.pixels, first.frames);
        header.format = "DICOM";
        header.name = uid;
        header.title = series_title(first.data());
        header.windows = open_dicom_image(files_[files_.size() / 2]).frames[0].windows; // slices may have their own
        header.grid = plan_.grid;
        header.grid.anatomical = first.frames[0].orientation.has_value();
        header.grid.unit = first.states_spacing ? LengthUnit::millimeter : LengthUnit::unknown;
        if (one_type && memory_type(type) != ScalarType::f32) {
            integer_ = header.type = memory_type(type);
        } else if (memory_type(type) != ScalarType::f32 || may_fit_i16(first.pixels, type)) {
            integer_ = ScalarType::i16;
            leave_type_open(header);
        } else {
            set_type(header, one_type ? type : FileScalar::f32);
        }
        if (one_type) {
            header.notes.insert(header.notes.end(), first.notes.begin(), first.notes.end());
        } else {
            header.notes.emplace_back("The slices are scaled differently.");
        }
        header.resampled_from = plan_.resampled_from;
        if (!plan_.note.empty()) {
            header.notes.emplace_back(plan_.note);
        }
        checked_byte_count(header.grid.dims, scalar_size(header.type), folder_);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_dicom_folder(const fs::path &folder, const ReadOptions &options) {
    DicomScan found = scan_dicom_folder(folder);
    auto [uid, files] = choose_dicom_series(found, options.series, folder);
    if (files.size() == 1 && files[0].frames() > 1) {
        return open_dicom(files[0].file, options);
    }
    for (const DicomFile &file : files) {
        if (const auto place = file.position()) {
            require_measure(*place, file.file);
        }
    }
    DicomTimes times = split_times(std::move(files));
    const std::uint64_t time = times.files.size() > 1
                                   ? chosen_number("time point", options.time, times.files.size(), folder, Remedy::time)
                                   : 0;
    auto volume = std::make_unique<DicomFolder>(folder, uid, std::move(times.files[time]), options);
    volume->header.times = static_cast<int>(times.files.size());
    note_choice(volume->header, "time point", time, times.files.size(), "", Remedy::time);
    volume->time_axis = std::move(times.axis);
    if (options.time > 0 && times.files.size() == 1) {
        volume->header.notes.push_back(without_effect("time", "the series is one volume"));
    }
    if (found.left_out > 0) {
        volume->header.notes.emplace_back(fmt::format(
            "{} DICOM files of the folder are left out: they hold no image, or are damaged.", found.left_out));
    }
    return volume;
}

} // namespace voxmarch
