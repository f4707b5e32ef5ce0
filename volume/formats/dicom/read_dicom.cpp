// DICOM images: one file with one frame or many.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/components.h"
#include "volume/formats/dicom/dicom_frames.h"
#include "volume/formats/dicom/dicom_image.h"
#include "volume/formats/dicom/dicom_segments.h"
#include "volume/formats/dicom/dicom_tags.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/slice_stack.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

class DicomVolume final : public VolumeFile {
public:
    DicomVolume(const fs::path &file, const ReadOptions &options)
        : image_(open_dicom_image(file)), choice_(choose_dicom_frames(image_, options.time)) {
        header.format = "DICOM";
        header.name = file.filename().string();
        header.title = series_title(image_.data());
        header.windows = image_.frames[choice_.frames[choice_.frames.size() / 2]].windows;
        image_.pixels.sample = choose_component(image_.pixels.channels(), true, options, file, header).chosen;
        const FileScalar type = value_type();
        may_be_i16_ = may_fit_i16(image_.pixels, type);
        may_be_i16_ ? leave_type_open(header) : set_type(header, type);
        place();
        const bool stated = image_.frames[0].orientation.has_value();
        header.grid.anatomical = stated && image_.frames[0].position.has_value();
        if (!image_.frames[0].position) {
            header.placement = Placement::spacing;
        }
        header.grid.unit = image_.states_spacing ? LengthUnit::millimeter : LengthUnit::unknown;
        header.notes.insert(header.notes.end(), image_.notes.begin(), image_.notes.end());
        header.notes.insert(header.notes.end(), choice_.notes.begin(), choice_.notes.end());
        note_what_is_missing();
        header.times = static_cast<int>(choice_.times);
        if (const auto step = image_.data().decimals(tag_frame_time); choice_.times > 1 && step.size() == 1) {
            time_axis = even_times(choice_.times, step[0], "ms");
        }
        checked_byte_count(header.grid.dims, scalar_size(header.type), file);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        if (!choice_.segments.empty()) {
            return load_segments(progress);
        }
        std::optional<ZeroedBytes> voxels;
        if (may_be_i16_) {
            voxels = read_frames(ScalarType::i16, progress);
            decide_type(header, ScalarType::i16, voxels.has_value());
        }
        if (!voxels) {
            voxels = read_frames(header.type, progress);
        }
        if (plan_.resamples) {
            voxels = resample_slices(plan_, stack_, header.type, voxels.value(), image_.file);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels.value()));
    }

private:
    DicomImage image_;
    DicomChoice choice_;
    SliceStack stack_;
    SlicePlan plan_;
    std::vector<int> slices_; // of each frame of a segmentation
    bool may_be_i16_ = false; // header.type is f32 unless all values fit

    // Nothing if a value does not fit.
    std::optional<ZeroedBytes> read_frames(ScalarType type, const Progress &progress) const {
        const std::size_t slice = image_.pixels.count() * scalar_size(type);
        auto voxels = allocate_voxels(checked_multiply(slice, plan_.order.size(), image_.file), image_.file);
        for (std::size_t i = 0; i < plan_.order.size(); ++i) {
            if (!read_dicom_frame(image_, choice_.frames[plan_.order[i]], type,
                                  std::span(voxels).subspan(i * slice, slice))) {
                return std::nullopt;
            }
            if (progress) {
                progress(static_cast<double>(i + 1) / static_cast<double>(plan_.order.size()));
            }
        }
        return voxels;
    }

    FileScalar value_type() const {
        if (choice_.segments.size() > 1) {
            return choice_.segments.back() > 255 ? FileScalar::u16 : FileScalar::u8;
        }
        std::vector<DicomFrame> read;
        for (const std::size_t i : choice_.frames) {
            read.push_back(image_.frames[i]);
        }
        return dicom_value_type(image_.pixels, read);
    }

    void place() {
        const auto orientation = image_.frames[choice_.frames[0]].orientation.value_or(DicomOrientation{});
        stack_.columns = image_.pixels.columns;
        stack_.rows = image_.pixels.rows;
        stack_.row_step = orientation.row * image_.spacing.x;
        stack_.column_step = orientation.column * image_.spacing.y;
        stack_.thickness = image_.distance.value_or(1.0);
        stack_.first_voxels = choice_.positions;
        if (!choice_.segments.empty()) {
            return place_segments();
        }
        plan_ = plan_slices(stack_, image_.file);
        header.grid = plan_.grid;
        header.resampled_from = plan_.resampled_from;
        if (!plan_.note.empty()) {
            header.notes.emplace_back(plan_.note);
        }
    }

    // Slices without a segment are not written: the grid follows from the smallest distance, and gaps stay empty.
    void place_segments() {
        const glm::dvec3 normal = glm::normalize(glm::cross(stack_.row_step, stack_.column_step));
        std::vector<double> heights;
        for (const auto &position : choice_.positions) {
            heights.push_back(glm::dot(position, normal));
        }
        auto sorted = heights;
        std::sort(sorted.begin(), sorted.end());
        double step = stack_.thickness;
        if (!image_.distance || sorted.back() - sorted.front() > 0.0) {
            for (std::size_t i = 1; i < sorted.size(); ++i) {
                if (const double gap = sorted[i] - sorted[i - 1]; gap > 1e-3 && gap < step * 1.05) {
                    step = gap;
                }
            }
        }
        const auto first = static_cast<std::size_t>(std::min_element(heights.begin(), heights.end()) - heights.begin());
        for (std::size_t i = 0; i < heights.size(); ++i) {
            const double index = (heights[i] - sorted.front()) / step;
            const glm::dvec3 sideways =
                choice_.positions[i] - choice_.positions[first] - (heights[i] - sorted.front()) * normal;
            if (!(std::abs(index - std::round(index)) <= 0.05) || index > 1e6 ||
                !(glm::length(sideways) <= 0.5 * std::min(image_.spacing.x, image_.spacing.y))) {
                throw FileError(image_.file, "the slices of its segments form no regular stack");
            }
            slices_.push_back(static_cast<int>(std::lround(index)));
        }
        header.grid.dims = checked_dims(
            {stack_.columns, stack_.rows, *std::max_element(slices_.begin(), slices_.end()) + 1}, image_.file);
        const std::set<int> filled(slices_.begin(), slices_.end());
        require_filled(image_.pixels.count() * filled.size(), header.grid.voxel_count(), image_.file);
        set_axes(header.grid, glm::dmat3(stack_.row_step, stack_.column_step, step * normal), image_.file);
        set_origin(header.grid, choice_.positions[first], image_.file);
        if (choice_.segments.size() > 1) {
            header.notes.emplace_back(
                fmt::format("{} segments; each voxel has the number of its segment.", choice_.segments.size()));
        }
    }

    std::unique_ptr<VoxelStorage> load_segments(const Progress &progress) {
        const std::size_t voxel = scalar_size(header.type);
        const std::size_t slice = image_.pixels.count() * voxel;
        auto voxels = allocate_voxels(header.byte_count(), image_.file);
        std::vector<std::byte> one(slice);
        std::uint64_t overlapping = 0;
        for (std::size_t i = 0; i < choice_.frames.size(); ++i) {
            const std::size_t frame = choice_.frames[i];
            const auto out = std::span(voxels).subspan(static_cast<std::size_t>(slices_[i]) * slice, slice);
            if (!read_dicom_frame(image_, frame, header.type, choice_.segments.size() > 1 ? std::span(one) : out)) {
                throw FileError(image_.file, fmt::format("frame {} has values that are no segment", frame + 1));
            }
            if (choice_.segments.size() > 1) {
                overlapping += paint(one, image_.frames[frame].segment, out);
            }
            if (progress) {
                progress(static_cast<double>(i + 1) / static_cast<double>(choice_.frames.size()));
            }
        }
        if (overlapping > 0) {
            header.notes.emplace_back(fmt::format(
                "{} voxels belong to several segments; they have the number of the last one.", overlapping));
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    /// @return voxels that had another number before
    std::uint64_t paint(std::span<const std::byte> mask, int number, std::span<std::byte> out) const {
        return visit_scalar(header.type, [&](auto tag) {
            using T = decltype(tag);
            const auto value = static_cast<T>(number);
            std::uint64_t taken = 0;
            for (std::size_t at = 0; at < mask.size(); at += sizeof(T)) {
                if (mask[at] == std::byte{0}) {
                    continue;
                }
                T before;
                std::memcpy(&before, out.data() + at, sizeof(T));
                taken += before != 0 && before != value ? 1 : 0;
                std::memcpy(out.data() + at, &value, sizeof(T));
            }
            return taken;
        });
    }

    void note_what_is_missing() {
        if (!image_.states_spacing) {
            header.notes.push_back({"The distance of pixels is not stated; 1 is assumed.", {{Remedy::spacing}}});
        }
        if (const auto unnamed = unnamed_note(segment_names(image_))) {
            header.notes.push_back(*unnamed);
        }
        if (image_.frames.size() == 1 && choice_.segments.empty()) {
            header.notes.emplace_back("This is one DICOM slice; give its folder to read the whole series.");
        }
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_dicom(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<DicomVolume>(file, options);
}

} // namespace voxmarch
