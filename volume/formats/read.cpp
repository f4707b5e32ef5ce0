// Finds out what a VOLUME argument is and hands it to its reader.
#include "volume/formats/read.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/input_guard.h"
#include "base/text.h"
#include "volume/bricks/large_volume.h"
#include "volume/bricks/stored_bricks.h"
#include "volume/bricks/zarr/zarr_source.h"
#include "volume/cage/caged_file.h"
#include "volume/downsample.h"
#include "volume/formats/components.h"
#include "volume/formats/dicom/dicom_scan.h"
#include "volume/formats/foreign_file.h"
#include "volume/formats/recognise.h"
#include "volume/formats/slice_names.h"
#include "volume/formats/standard_input.h"
#include "volume/formats/time_pattern.h"
#include "volume/formats/time_series.h"
#include "volume/formats/volume_file.h"
#include "volume/formats/volume_names.h"
#include "volume/particles/read_density.h"
#include "volume/synthetic/formula_volume.h"
#include "volume/synthetic/parallel.h"
#include "volume/synthetic/synthetic.h"
#include "volume/voxel_directions.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

class SyntheticSource final : public VolumeFile {
public:
    explicit SyntheticSource(const std::string &words) {
        const auto parts = text::split(words, ':');
        name_ = parts[0];
        size_ = default_size();
        if (parts.size() > 2 || (parts.size() == 2 && !text::to_integer(parts[1]))) {
            throw UsageError(
                fmt::format("synthetic:{} is not understood; write synthetic:NAME or synthetic:NAME:N", words));
        }
        if (parts.size() == 2) {
            size_ = static_cast<int>(std::clamp<long long>(*text::to_integer(parts[1]), -(1 << 20), 1 << 20));
        }
        header = synthetic_header(name_, size_);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        return std::make_unique<HeapVoxels>(synthetic_voxels(name_, size_, header.type, progress));
    }

    std::shared_ptr<const BrickSource> bricks() const override { return synthetic_bricks(name_, header); }

private:
    std::string name_;
    int size_ = 0;

    int default_size() const {
        for (const auto &known : synthetic_volumes()) {
            if (known.name == name_) {
                return known.default_size;
            }
        }
        return 1; // synthetic_header names the mistake
    }
};

class FormulaSource final : public VolumeFile {
public:
    explicit FormulaSource(const std::string &words)
        : volume_(formula_volume(words)), field_(volume_.text, volume_.sizes) {
        header = formula_header(volume_);
        field_.look_around();
        note_undefined();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        ZeroedBytes voxels = allocate_voxels(header.byte_count(), "formula:" + header.name);
        fill_on_all_cores(field_, header, 0, header.grid.dims[2], voxels, progress);
        note_undefined();
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::shared_ptr<const BrickSource> bricks() const override { return formula_bricks(volume_.text, header); }

private:
    FormulaVolume volume_;
    FormulaField field_;
    bool noted_ = false;

    void note_undefined() {
        if (!noted_ && field_.has_undefined()) {
            noted_ = true;
            header.notes.emplace_back("The formula is NaN or infinite at some voxels, which are 0.");
        }
    }
};

std::unique_ptr<VolumeFile> open_file(const fs::path &file, const ReadOptions &options) {
    if (size_of_file(file) == 0) {
        throw FileError(file, "is empty");
    }
    if (!options.raw.empty()) {
        return open_raw(file, options);
    }
    auto recognised = by_extension(file);
    if (!recognised) {
        recognised = by_content(file);
    }
    if (!recognised && raw_layout_from_name(file.filename().string())) {
        recognised = Recognised{FileFormat::raw};
    }
    if (!recognised) {
        if (is_named_like_particles(file)) {
            throw FileError(file, "holds points and no volume", {{Remedy::field}});
        }
        if (const auto kind = foreign_kind(file)) {
            throw FileError(file, *kind);
        }
        if (text::lower(file.extension().string()) == ".img") {
            throw FileError(file, "is half of a NIfTI or ANALYZE pair: its header, the same name with .hdr, is missing",
                            {{Remedy::raw_layout}});
        }
        throw FileError(
            file,
            "is of no format known here (NRRD, MetaImage, NIfTI, DICOM, TIFF, PNG, VTK, VTI, MRC, MGH, NumPy, "
            "HDF5, Imaris, MINC, OpenVDB, OME-Zarr, raw)",
            {raw_advice(file)});
    }
    if (recognised->format == FileFormat::itk && recognised->itk == ItkFormat::mrc &&
        text::lower(file.extension().string()) == ".rec" && lies_beside(file, {".PAR", ".par"})) {
        throw FileError(file, "is a Philips REC file, voxels described by the PAR file beside it, which is not read "
                              "here; make NIfTI of both first (dcm2niix, parrec2nii)");
    }
    const auto caged = [&](const char *library,
                           std::unique_ptr<VolumeFile> (*open)(const fs::path &, const ReadOptions &)) {
        return open_caged({file, library, size_of_file(file), [file, options, open] { return open(file, options); }});
    };
    switch (recognised->format) {
    case FileFormat::raw: return open_raw(file, options);
    case FileFormat::nrrd: return open_nrrd(file, options);
    case FileFormat::vti: return open_vti(file, options);
    case FileFormat::vtk: return open_vtk(file, options);
    case FileFormat::nifti: return open_nifti(file, options);
    case FileFormat::dicom: return caged("GDCM", open_dicom);
    case FileFormat::numpy: return open_numpy(file, options);
    case FileFormat::mgh: return open_mgh(file, options);
    case FileFormat::hdf5: return open_hdf5(file, options);       // these two put their library
    case FileFormat::openvdb: return open_openvdb(file, options); // alone into another process
    case FileFormat::png: return caged("stb_image", open_png);
    case FileFormat::tiff: return caged("libtiff", open_tiff);
    case FileFormat::itk: break;
    }
    return open_caged({file, "ITK", size_of_file(file),
                       [file, options, itk = recognised->itk] { return open_itk(file, itk, options); }});
}

/// What lies in a folder in natural order, without what is hidden.
struct FolderContent {
    std::vector<fs::path> files;
    std::vector<fs::path> no_files; ///< pipes, links that lead nowhere, folders that are named like a volume
};

FolderContent content_of(const fs::path &folder) {
    FolderContent content;
    std::error_code problem;
    for (const auto &entry : fs::directory_iterator(folder, problem)) {
        if (entry.path().filename().string().starts_with('.')) {
            continue;
        }
        std::error_code ignored; // of links in a circle, which are no files
        if (entry.is_regular_file(ignored)) {
            remember_input(entry.path()); // any may be a slice
            content.files.push_back(entry.path());
        } else if (!entry.is_directory(ignored) || by_extension(entry.path())) {
            content.no_files.push_back(entry.path());
        }
    }
    if (problem) {
        throw FileError(folder, "cannot be listed: " + problem.message());
    }
    for (auto *paths : {&content.files, &content.no_files}) {
        std::ranges::sort(*paths, [](const fs::path &a, const fs::path &b) {
            return text::natural_less(a.filename().string(), b.filename().string());
        });
    }
    return content;
}

bool holds_folders(const fs::path &folder) {
    std::error_code problem;
    for (const auto &entry : fs::directory_iterator(folder, problem)) {
        std::error_code ignored;
        if (entry.is_directory(ignored) && !entry.path().filename().string().starts_with('.')) {
            return true;
        }
    }
    return false;
}

std::unique_ptr<VolumeFile> open_folder(const fs::path &folder, const ReadOptions &options) {
    std::error_code ignored;
    if (fs::exists(folder / "voxmarch" / "unfinished.json", ignored)) {
        throw FileError(folder, "is an unfinished store: writing it was stopped, and goes on when it is started again");
    }
    const FolderContent content = content_of(folder);
    const auto &files = content.files;
    if (files.empty()) {
        const bool is_store = folder.extension() == ".zarr";
        throw FileError(folder, is_store                ? "is no Zarr store: it has no zarr.json, .zgroup or .zarray"
                                : holds_folders(folder) ? "the folder holds folders only; name the one with the slices"
                                                        : "the folder holds no files");
    }
    const auto caged = [&](const char *library, std::function<std::unique_ptr<VolumeFile>()> open) {
        std::uint64_t bytes = 0;
        for (const fs::path &file : files) {
            bytes += size_of_file(file);
        }
        auto opened = open_caged({folder, library, bytes, std::move(open)});
        std::ranges::copy(left_out_notes(content.no_files), std::back_inserter(opened->header.notes));
        return opened;
    };
    if (std::any_of(files.begin(), files.end(), is_dicom)) {
        return caged("GDCM", [folder, options] { return open_dicom_folder(folder, options); });
    }
    std::vector<fs::path> png;
    std::vector<fs::path> tiff;
    for (const auto &file : files) {
        if (const auto known = by_extension(file)) {
            if (known->format == FileFormat::png) {
                png.push_back(file);
            } else if (known->format == FileFormat::tiff) {
                tiff.push_back(file);
            }
        }
    }
    if (png.empty() && tiff.empty()) {
        throw FileError(folder, "the folder holds no DICOM, TIFF or PNG slices, and is no Zarr store");
    }
    if (!png.empty() && !tiff.empty()) {
        throw FileError(folder,
                        "the folder holds TIFF and PNG files; keep the slices of one volume in a folder of their own");
    }
    const bool are_png = tiff.empty();
    const std::vector<fs::path> &slices = are_png ? png : tiff;
    auto volume = caged(are_png ? "stb_image" : "libtiff", [slices, are_png, options] {
        // The volume keeps what opens a slice.
        return open_slices(slices, [are_png, options](const fs::path &file) {
            return are_png ? open_png(file, options) : open_tiff(file, options);
        });
    });
    std::ranges::copy(slice_name_notes(slices), std::back_inserter(volume->header.notes));
    volume->header.name = fs::absolute(folder / "").parent_path().filename().string();
    return volume;
}

void check_options(const ReadOptions &options) {
    if (options.downsample < 1 || options.downsample > 64) {
        throw UsageError(
            fmt::format("the volume cannot be reduced by {}: the factor must lie in 1 to 64", options.downsample));
    }
    if (options.spacing) {
        for (int axis = 0; axis < 3; ++axis) {
            const double s = (*options.spacing)[axis];
            if (!(s > 0.0) || !std::isfinite(s)) {
                throw UsageError(fmt::format("a distance of voxels of {}: it must be positive", s));
            }
            if (s > largest_measure || s < 1.0 / largest_measure) {
                throw UsageError(fmt::format("a distance of voxels of {:g}: it must lie in {:g} to {:g}", s,
                                             1.0 / largest_measure, largest_measure));
            }
        }
    }
    if (!options.orientation.empty() && !parse_directions(options.orientation)) {
        throw UsageError(fmt::format("an orientation of '{}': it must be three letters of a patient's sides, like LPS, "
                                     "three axes, like x,-y,z, or none",
                                     options.orientation));
    }
}

} // namespace

bool names_volume(const fs::path &file) {
    const std::string name = text::lower(file.filename().string());
    return by_extension(file).has_value() || name.ends_with(".zarr.zip");
}

bool is_volume_folder(const fs::path &folder) {
    constexpr std::ptrdiff_t looked_into = 16;
    std::error_code problem;
    if (!fs::is_directory(folder, problem) || problem) {
        return false;
    }
    if (zarr_place(folder.string())) {
        return true;
    }
    std::vector<fs::path> files;
    bool has_folders = false;
    for (auto entry = fs::directory_iterator(folder, problem); !problem && entry != fs::directory_iterator();
         entry.increment(problem)) {
        std::error_code ignored;
        const bool hidden = entry->path().filename().string().starts_with('.');
        has_folders = has_folders || (!hidden && entry->is_directory(ignored));
        if (!hidden && entry->is_regular_file(ignored)) {
            files.push_back(entry->path());
        }
    }
    const auto begin = files.begin(), some = begin + std::min(looked_into, std::ssize(files));
    if (problem || files.empty()) {
        return false;
    }
    if (std::any_of(begin, some, is_dicom)) {
        return true;
    }
    const auto first = by_extension(files.front());
    return !has_folders && files.size() > 1 && first &&
           (first->format == FileFormat::png || first->format == FileFormat::tiff) &&
           std::ranges::all_of(files, [&](const fs::path &file) {
               const auto known = by_extension(file);
               return known && known->format == first->format;
           });
}

void place_voxels(VolumeHeader &header, const ReadOptions &options) {
    check_options(options);
    if (header.stated) {
        header.grid = *header.stated;
        header.stated.reset();
    }
    if (!options.spacing && options.orientation.empty()) {
        return;
    }
    Grid &grid = header.grid;
    header.stated = grid;
    if (options.spacing) {
        grid.spacing = *options.spacing;
        if (options.spacing_unit && *options.spacing_unit != grid.unit) {
            if (const auto from = millimetres_per(grid.unit), to = millimetres_per(*options.spacing_unit); from && to) {
                grid.origin *= *from / *to;
            }
            grid.unit = *options.spacing_unit;
        }
        if (header.placement == Placement::none) {
            header.placement = Placement::spacing;
        }
        std::erase(header.notes, unstated_spacing_note());
    }
    if (const auto directions = parse_directions(options.orientation)) {
        grid.direction = directions->direction;
        grid.anatomical = directions->anatomical;
    }
}

/// Time options.time of numbered files, each of which holds one.
static std::unique_ptr<VolumeFile> open_pattern(const std::string &source, const ReadOptions &options) {
    const std::vector<NumberedFile> files = files_of_pattern(source);
    const std::size_t time = chosen_number("time point", options.time, files.size(), source, Remedy::time);
    ReadOptions alone = options;
    alone.time = 0;
    alone.field = field_over_times(source, options.field);
    auto opened = open_volume_file(files[time].file.string(), alone);
    if (opened->header.times > 1) {
        throw FileError(files[time].file,
                        fmt::format("holds {} times itself; files of a series hold one each", opened->header.times));
    }
    VolumeHeader &header = opened->header;
    header.times = static_cast<int>(files.size());
    header.notes.push_back({fmt::format("{} files, {}; {} is read.", files.size(), numbers_text(files),
                                        files[time].file.filename().string()),
                            {{Remedy::time}}});
    std::ranges::copy(left_out_notes(no_files_of_pattern(source)), std::back_inserter(header.notes));
    opened->time_axis = {{}, "", true};
    for (const NumberedFile &file : files) {
        opened->time_axis.at.push_back(static_cast<double>(file.number));
    }
    return opened;
}

std::unique_ptr<VolumeFile> open_volume_file(const std::string &source, const ReadOptions &options) {
    check_options(options);
    if (is_time_pattern(source)) {
        return open_pattern(source, options);
    }
    std::unique_ptr<VolumeFile> opened;
    std::error_code ignored;
    if (source == "-" && !fs::exists(source, ignored)) {
        throw FileError(source,
                        fmt::format("{} gives the first volume of a command alone; give a file", standard_input));
    }
    if (is_standard_input(source)) {
        opened = open_standard_input(options);
    } else if (!options.field.empty()) {
        if (is_made(source) || fs::is_directory(source, ignored)) {
            throw UsageError(fmt::format("a field is made of a file of points, which {} is not", source));
        }
        opened = open_density(source, options);
    } else if (source.starts_with(synthetic_prefix)) {
        opened = std::make_unique<SyntheticSource>(source.substr(synthetic_prefix.size()));
    } else if (source.starts_with(formula_prefix)) {
        opened = std::make_unique<FormulaSource>(source.substr(formula_prefix.size()));
    } else if (const auto store = zarr_place(source)) {
        opened = open_zarr(*store, options);
    } else if (fs::is_directory(source, ignored)) {
        opened = open_folder(source, options);
    } else {
        opened = open_file(source, options);
    }
    auto &notes = opened->header.notes;
    place_voxels(opened->header, options);
    require_measure(opened->header.grid, source);
    if (!options.series.empty() && !(fs::is_directory(source, ignored) && opened->header.format == "DICOM")) {
        notes.push_back(without_effect("series", "this is no folder of DICOM slices"));
    }
    const std::string &format = opened->header.format;
    const bool has_arrays = format == "VTK" || format == "VTI" || format == "NumPy archive" || format == "HDF5" ||
                            format == "NeXus" || format == "OpenVDB";
    if (!options.array.empty() && !has_arrays) {
        notes.push_back(without_effect("array", "only VTK, VTI, .npz, HDF5 and OpenVDB files hold named arrays"));
    }
    const bool checks_channels = format.find("TIFF") != std::string::npos || format.find("Zarr") != std::string::npos;
    if (options.channel > 0 && !checks_channels && opened->header.channels.size() < 2) {
        notes.push_back(without_effect("channel", "this holds one channel"));
    }
    if (options.level > 0 && format.find("Zarr") == std::string::npos && format != "Imaris") {
        notes.push_back(without_effect("level", "this has no levels of detail"));
    }
    const bool has_times = opened->header.times > 1;
    if (options.time > 0 && !has_times &&
        (format == "NRRD" || format == "VTK" || format == "VTI" || format == "MetaImage" || format == "MRC" ||
         format == "PNG" || format == "raw" || is_made(source))) {
        notes.push_back(without_effect("time", "this holds one volume"));
    }
    return opened;
}

LoadedVoxels load_voxels(const std::string &source, const ReadOptions &options) {
    const auto opened = open_volume_file(source, options);
    const bool is_large = options.large_above > 0 && opened->header.grid.voxel_count() > options.large_above;
    if (is_large && options.downsample == 1 && !opened->plain_place()) {
        if (auto bricks = opened->bricks()) {
            return {bricks->header(), std::make_unique<SourceVoxels>(bricks)};
        }
    }
    auto voxels = opened->load(options.progress);
    return {std::move(opened->header), std::move(voxels)};
}

Volume read_volume(const std::string &source, const ReadOptions &options) {
    return volume_of(load_voxels(source, options), options);
}

Volume volume_of(LoadedVoxels loaded, const ReadOptions &options, std::span<const std::uint64_t> value_counts) {
    const auto counted = [&] {
        if (auto source = loaded.voxels->source()) {
            return Volume(look_at(std::move(source), value_counts, options.progress));
        }
        return value_counts.empty() ? Volume(std::move(loaded.header), std::move(loaded.voxels))
                                    : Volume(std::move(loaded.header), std::move(loaded.voxels), value_counts);
    };
    Volume volume = counted();
    std::optional<bool> labels = options.labels;
    if (options.on_survey) {
        DataSurvey survey = survey_data(volume);
        labels = labels.value_or(holds_labels(survey.neighbours, volume.range()));
        options.on_survey(std::move(survey));
    }
    if (options.downsample == 1) {
        return volume;
    }
    return (labels ? *labels : holds_labels(volume)) ? downsample_labels(volume, options.downsample)
                                                     : downsample(volume, options.downsample);
}

bool is_raw_or_unknown(const fs::path &file) {
    auto recognised = by_extension(file);
    if (!recognised) {
        recognised = by_content(file);
    }
    return !recognised || recognised->format == FileFormat::raw;
}

VolumeHeader read_volume_header(const std::string &source, const ReadOptions &options) {
    return downsample_header(open_volume_file(source, options)->header, options.downsample);
}

std::vector<Grid> read_volume_levels(const std::string &source, const ReadOptions &options) {
    const auto opened = open_volume_file(source, options);
    return options.downsample == 1 ? opened->levels()
                                   : std::vector{downsample_header(opened->header, options.downsample).grid};
}

} // namespace voxmarch
