// Everything that ITK reads for us; the only file of the library that includes it.
#include "volume/volume_file.h"

#include "device/error.h"
#include "volume/checked_size.h"
#include "volume/dicom_scan.h"
#include "volume/file_grid.h"
#include "volume/format_limits.h"
#include "volume/slice_stack.h"
#include "volume/text.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <itkGDCMImageIO.h>
#include <itkMRCImageIO.h>
#include <itkMetaDataObject.h>
#include <itkMetaImageIO.h>
#include <itkNiftiImageIO.h>
#include <itkNrrdImageIO.h>
#include <itkTIFFImageIO.h>
#include <itkVTKImageIO.h>
#include <regex>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using ImageIO = itk::ImageIOBase;

// Our library never prints; ITK would.
void silence() {
    itk::Object::GlobalWarningDisplayOff();
    silence_gdcm();
}

std::string first_line(std::string text) {
    text = text::trim(text);
    // "itk::ERROR: MetaImageIO(0x55..): what happened"
    if (const auto end = text.find("): "); text.starts_with("itk::ERROR") && end != std::string::npos)
        text = text.substr(end + 3);
    static const std::regex pointer(R"(\s*\(?\b0x[0-9a-fA-F]+\)?)");
    return std::regex_replace(text.substr(0, text.find('\n')), pointer, "");
}

// Runs a piece of ITK and turns what it throws into our errors.
template <typename F> void guarded(const fs::path &file, F &&f) {
    try {
        f();
    } catch (const itk::ExceptionObject &problem) {
        throw FileError(file, "cannot be read: " + first_line(problem.GetDescription()));
    } catch (const Error &) {
        throw;
    } catch (const std::bad_alloc &) {
        throw MemoryError(file.string() + ": not enough memory to read it");
    } catch (const std::exception &problem) {
        throw FileError(file, "cannot be read: " + first_line(problem.what()));
    }
}

ImageIO::Pointer make_io(ItkFormat format) {
    silence();
    switch (format) {
    case ItkFormat::meta: return itk::MetaImageIO::New().GetPointer();
    case ItkFormat::nifti: return itk::NiftiImageIO::New().GetPointer();
    case ItkFormat::tiff: return itk::TIFFImageIO::New().GetPointer();
    case ItkFormat::vtk: return itk::VTKImageIO::New().GetPointer();
    case ItkFormat::mrc: return itk::MRCImageIO::New().GetPointer();
    case ItkFormat::dicom: break;
    }
    return itk::GDCMImageIO::New().GetPointer();
}

const char *format_name(ItkFormat format) {
    switch (format) {
    case ItkFormat::meta: return "MetaImage";
    case ItkFormat::nifti: return "NIfTI";
    case ItkFormat::tiff: return "TIFF";
    case ItkFormat::vtk: return "VTK";
    case ItkFormat::mrc: return "MRC";
    case ItkFormat::dicom: break;
    }
    return "DICOM";
}

FileScalar scalar_of(const ImageIO &io, const fs::path &file) {
    using Component = itk::IOComponentEnum;
    switch (io.GetComponentType()) {
    case Component::UCHAR: return FileScalar::u8;
    case Component::CHAR: return FileScalar::i8;
    case Component::USHORT: return FileScalar::u16;
    case Component::SHORT: return FileScalar::i16;
    case Component::UINT: return FileScalar::u32;
    case Component::INT: return FileScalar::i32;
    case Component::ULONG: return sizeof(long) == 8 ? FileScalar::u64 : FileScalar::u32;
    case Component::LONG: return sizeof(long) == 8 ? FileScalar::i64 : FileScalar::i32;
    case Component::ULONGLONG: return FileScalar::u64;
    case Component::LONGLONG: return FileScalar::i64;
    case Component::FLOAT: return FileScalar::f32;
    case Component::DOUBLE: return FileScalar::f64;
    default: break;
    }
    throw FileError(file, "has voxels of a type that is not supported");
}

// An ITK reader that has read the header of one scalar image of at most three axes.
struct OpenedImage {
    ImageIO::Pointer io;
    ItkFormat format = ItkFormat::meta;
    fs::path file;
    FileScalar type = FileScalar::u8;
    Grid grid;

    std::uint64_t byte_count() const { return grid.voxel_count() * file_scalar_size(type); }

    // Reads all voxels in native byte order; `out` has byte_count() bytes.
    void read(std::span<std::byte> out) const {
        check_packed_data(file, format, grid.voxel_count(), file_scalar_size(type));
        read_unchecked(out);
    }

    void read_unchecked(std::span<std::byte> out) const {
        guarded(file, [&] {
            itk::ImageIORegion region(io->GetNumberOfDimensions());
            for (unsigned axis = 0; axis < io->GetNumberOfDimensions(); ++axis)
                region.SetSize(axis, io->GetDimensions(axis));
            io->SetIORegion(region);
            if (static_cast<std::uint64_t>(io->GetImageSizeInBytes()) != out.size())
                throw FileError(file, "changed while it was read");
            io->Read(out.data());
        });
    }
};

Grid grid_of(const ImageIO &io, const fs::path &file) {
    std::array<std::int64_t, 3> dims{1, 1, 1};
    glm::dmat3 step(1.0);
    glm::dvec3 origin(0.0);
    for (unsigned axis = 0; axis < io.GetNumberOfDimensions(); ++axis) {
        const auto n = static_cast<std::int64_t>(io.GetDimensions(axis));
        if (axis >= 3 && n > 1)
            throw FileError(file,
                            fmt::format("has {} axes (a series of volumes); only volumes of three axes can be shown",
                                        io.GetNumberOfDimensions()));
        if (axis >= 3)
            continue;
        const auto column = static_cast<int>(axis);
        dims[axis] = n;
        origin[column] = io.GetOrigin(axis);
        const auto direction = io.GetDirection(axis);
        glm::dvec3 unit(0.0);
        for (std::size_t k = 0; k < std::min<std::size_t>(3, direction.size()); ++k)
            unit[static_cast<int>(k)] = direction[k];
        step[column] = unit * io.GetSpacing(axis);
    }
    Grid grid;
    grid.dims = checked_dims(dims, file);
    set_axes(grid, step, file);
    set_origin(grid, origin, file);
    return grid;
}

OpenedImage open_image(const fs::path &file, ItkFormat format) {
    check_before_reading(file, format);
    OpenedImage image;
    image.file = file;
    image.io = make_io(format);
    guarded(file, [&] {
        image.io->SetFileName(file.string());
        if (!image.io->CanReadFile(file.string().c_str()))
            throw FileError(file, fmt::format("is not a {} file, or is damaged", format_name(format)));
        image.io->ReadImageInformation();
    });
    if (image.io->GetNumberOfComponents() != 1)
        throw FileError(file,
                        fmt::format("has {} values per voxel (colour or vector data); only scalar volumes can be shown",
                                    image.io->GetNumberOfComponents()));
    image.type = scalar_of(*image.io, file);
    image.grid = grid_of(*image.io, file);
    image.format = format;
    checked_byte_count(image.grid.dims, file_scalar_size(image.type), file);
    check_claim(file, format, image.grid.voxel_count(), file_scalar_size(image.type));
    if (format == ItkFormat::dicom)
        check_dicom_length(file);
    return image;
}

// Reads an image, converted to `to`, into its place.
void read_converted(const OpenedImage &image, ScalarType to, std::span<std::byte> out) {
    if (to == memory_type(image.type) && !is_converted(image.type))
        return image.read(out);
    auto stored = allocate_voxels(image.byte_count(), image.file);
    image.read(stored);
    convert_voxels(image.type, stored, to, out);
}

bool is_anatomical(const ImageIO &io, ItkFormat format) {
    if (format == ItkFormat::nifti)
        return true;
    if (format == ItkFormat::dicom) {
        std::string cosines;
        return itk::ExposeMetaData(io.GetMetaDataDictionary(), std::string("0020|0037"), cosines);
    }
    return false;
}

// MetaImage says "???" when it does not know how the patient lies.
bool meta_is_anatomical(const fs::path &file) {
    itk::MetaImageIO::Pointer io = itk::MetaImageIO::New();
    bool stated = false;
    guarded(file, [&] {
        io->SetFileName(file.string());
        io->ReadImageInformation();
        const std::string letters = io->GetMetaImagePointer()->AnatomicalOrientationAcronym();
        stated = !letters.empty() && letters.find('?') == std::string::npos;
    });
    return stated;
}

class ItkFile final : public VolumeFile {
public:
    ItkFile(const fs::path &file, ItkFormat format) : image_(open_image(file, format)) {
        header.format = format_name(format);
        header.name = file.filename().string();
        header.grid = image_.grid;
        header.grid.anatomical =
            format == ItkFormat::meta ? meta_is_anatomical(file) : is_anatomical(*image_.io, format);
        set_type(header, image_.type);
        const auto &dims = header.grid.dims;
        if (format == ItkFormat::tiff) {
            header.grid.spacing.z = header.grid.spacing.x;
            header.notes.push_back(unstated_spacing_note);
        }
        if (format == ItkFormat::dicom && dims[2] == 1)
            header.notes.push_back("This is one DICOM slice; give its folder to read the whole series.");
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), image_.file);
        read_converted(image_, header.type, voxels);
        if (progress)
            progress(1.0);
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    OpenedImage image_;
};

// The voxels of DICOM slices, all of one size; `type` may be wider than that of some slices.
std::vector<std::byte> read_slices(const std::vector<fs::path> &files, int columns, int rows, ScalarType type,
                                   const Progress &progress) {
    const std::size_t slice = static_cast<std::size_t>(columns) * static_cast<std::size_t>(rows) * scalar_size(type);
    auto voxels = allocate_voxels(checked_multiply(slice, files.size(), files.front()), files.front());
    for (std::size_t i = 0; i < files.size(); ++i) {
        const OpenedImage image = open_image(files[i], ItkFormat::dicom);
        const bool fits = image.grid.dims == std::array<int, 3>{columns, rows, 1} &&
                          (memory_type(image.type) == type || type == ScalarType::f32);
        if (!fits)
            throw FileError(files[i],
                            fmt::format("has {}x{}x{} voxels of type {}, unlike the first slice", image.grid.dims[0],
                                        image.grid.dims[1], image.grid.dims[2], file_scalar_name(image.type)));
        read_converted(image, type, std::span(voxels).subspan(i * slice, slice));
        if (progress)
            progress(static_cast<double>(i + 1) / static_cast<double>(files.size()));
    }
    return voxels;
}

class DicomFolder final : public VolumeFile {
public:
    DicomFolder(const fs::path &folder, const std::string &uid, std::vector<DicomFile> files) : folder_(folder) {
        check_dicom_alike(files);
        const OpenedImage first = open_image(files.front().file, ItkFormat::dicom);
        stack_.columns = first.grid.dims[0];
        stack_.rows = first.grid.dims[1];
        stack_.row_step = first.grid.direction[0] * first.grid.spacing.x;
        stack_.column_step = first.grid.direction[1] * first.grid.spacing.y;
        stack_.thickness = files.front().slice_distance();
        place(files, first);
        plan_ = plan_slices(stack_, folder);
        for (const std::size_t i : plan_.order)
            files_.push_back(files[i].file);
        fill_header(uid, have_one_type(files) ? first.type : FileScalar::f32, first);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto slices = read_slices(files_, stack_.columns, stack_.rows, header.type, progress);
        if (plan_.resamples)
            slices = resample_slices(plan_, stack_, header.type, slices, folder_);
        return std::make_unique<HeapVoxels>(std::move(slices));
    }

private:
    fs::path folder_;
    SliceStack stack_;
    SlicePlan plan_;
    std::vector<fs::path> files_;

    void place(std::vector<DicomFile> &files, const OpenedImage &first) {
        const bool placed = std::none_of(files.begin(), files.end(), [](const DicomFile &f) { return !f.position(); });
        if (!placed) {
            std::stable_sort(files.begin(), files.end(),
                             [](const DicomFile &a, const DicomFile &b) { return a.number() < b.number(); });
            header.notes.push_back(
                fmt::format("The slices do not state where they lie; they are ordered by number, {} mm "
                            "apart.",
                            stack_.thickness));
        }
        const glm::dvec3 normal = glm::normalize(glm::cross(stack_.row_step, stack_.column_step));
        for (std::size_t i = 0; i < files.size(); ++i) {
            stack_.first_voxels.push_back(
                placed ? *files[i].position() : first.grid.origin + static_cast<double>(i) * stack_.thickness * normal);
        }
    }

    void fill_header(const std::string &uid, FileScalar type, const OpenedImage &first) {
        header.format = "DICOM";
        header.name = uid;
        header.grid = plan_.grid;
        header.grid.anatomical = is_anatomical(*first.io, ItkFormat::dicom);
        set_type(header, type);
        if (memory_type(type) == ScalarType::f32 && memory_type(first.type) != ScalarType::f32)
            header.notes.push_back("The slices are scaled differently; their voxels are converted to float32.");
        if (!plan_.note.empty())
            header.notes.push_back(plan_.note);
        checked_byte_count(header.grid.dims, scalar_size(header.type), folder_);
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_itk(const fs::path &file, ItkFormat format) {
    return std::make_unique<ItkFile>(file, format);
}

std::unique_ptr<VolumeFile> open_dicom_folder(const fs::path &folder, const std::string &series) {
    DicomScan found = scan_dicom_folder(folder);
    auto [uid, files] = choose_dicom_series(found, series, folder);
    if (files.size() == 1 && files[0].frames() > 1)
        return std::make_unique<ItkFile>(files[0].file, ItkFormat::dicom);
    auto volume = std::make_unique<DicomFolder>(folder, uid, std::move(files));
    if (found.left_out > 0)
        volume->header.notes.push_back(fmt::format(
            "{} DICOM files of the folder are left out: they hold no image, or are damaged.", found.left_out));
    return volume;
}

void read_nrrd_voxels_by_itk(const fs::path &file, FileScalar type, std::span<std::byte> out) {
    silence();
    OpenedImage image;
    image.io = itk::NrrdImageIO::New().GetPointer();
    image.file = file;
    guarded(file, [&] {
        image.io->SetFileName(file.string());
        image.io->ReadImageInformation();
    });
    if (scalar_of(*image.io, file) != type)
        throw FileError(file, "ITK does not agree about the type of its voxels");
    image.read_unchecked(out);
}

std::vector<DicomSeries> list_dicom_series(const std::string &folder) {
    std::vector<DicomSeries> list;
    for (const auto &[uid, files] : scan_dicom_folder(folder).series)
        list.push_back({uid, files.size()});
    return list;
}

} // namespace voxmarch
