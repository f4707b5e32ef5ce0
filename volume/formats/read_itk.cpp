// Everything that ITK reads for us; the only file of the library that includes it.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/byte_source.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/format_limits.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <itkMRCImageIO.h>
#include <itkMetaImageIO.h>
#include <regex>
#include <utility>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;
using ImageIO = itk::ImageIOBase;

// Our library never prints; ITK would.
void silence() { itk::Object::GlobalWarningDisplayOff(); }

std::string first_line(std::string text) {
    text = text::trim(text);
    // "itk::ERROR: MetaImageIO(0x55..): what happened"
    if (const auto end = text.find("): "); text.starts_with("itk::ERROR") && end != std::string::npos) {
        text = text.substr(end + 3);
    }
    if (text.starts_with("ITK ERROR: ")) {
        text = text.substr(11);
    }
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
    case ItkFormat::mrc: break;
    }
    return itk::MRCImageIO::New().GetPointer();
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

// The fourth axis of an image.
struct ItkTimes {
    std::uint64_t count = 1;
    double step = 1.0, first = 0.0;
};

// An ITK reader that has read the header of one image of at most three axes, and of times.
struct OpenedImage {
    ImageIO::Pointer io;
    fs::path file;
    DataPlace place;
    FileScalar type = FileScalar::u8;
    Grid grid;
    std::uint64_t components = 1;
    ItkTimes times;

    std::uint64_t bytes_of_time() const { return grid.voxel_count() * file_scalar_size(type) * components; }
    std::uint64_t byte_count() const { return bytes_of_time() * times.count; }

    // The header of a MetaImage, null of other formats.
    const MetaImage *meta() const {
        auto *reader = dynamic_cast<itk::MetaImageIO *>(io.GetPointer());
        return reader ? reader->GetMetaImagePointer() : nullptr;
    }

    // Reads all voxels in native byte order; `out` has byte_count() bytes.
    void read(std::span<std::byte> out) const {
        guarded(file, [&] {
            itk::ImageIORegion region(io->GetNumberOfDimensions());
            for (unsigned axis = 0; axis < io->GetNumberOfDimensions(); ++axis) {
                region.SetSize(axis, io->GetDimensions(axis));
            }
            io->SetIORegion(region);
            if (static_cast<std::uint64_t>(io->GetImageSizeInBytes()) != out.size()) {
                throw FileError(file, "changed while it was read");
            }
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
        if (axis >= 4 && n > 1) {
            throw FileError(
                file, fmt::format("has {} axes; only x, y, z and time can be told apart", io.GetNumberOfDimensions()));
        }
        if (axis >= 3) {
            continue;
        }
        const auto column = static_cast<int>(axis);
        dims[axis] = n;
        origin[column] = io.GetOrigin(axis);
        const auto direction = io.GetDirection(axis);
        glm::dvec3 unit(0.0);
        for (std::size_t k = 0; k < std::min<std::size_t>(3, direction.size()); ++k) {
            unit[static_cast<int>(k)] = direction[k];
        }
        step[column] = unit * io.GetSpacing(axis);
    }
    Grid grid;
    grid.dims = checked_dims(dims, file);
    set_axes(grid, step, file);
    set_origin(grid, origin, file);
    return grid;
}

ItkTimes times_of(const ImageIO &io) {
    constexpr unsigned axis = 3;
    return io.GetNumberOfDimensions() > axis ? ItkTimes{io.GetDimensions(axis), io.GetSpacing(axis), io.GetOrigin(axis)}
                                             : ItkTimes{};
}

OpenedImage open_image(const fs::path &file, ItkFormat format) {
    OpenedImage image;
    image.place = data_place(file, format);
    image.file = file;
    image.io = make_io(format);
    guarded(file, [&] {
        image.io->SetFileName(file.string());
        if (!image.io->CanReadFile(file.string().c_str())) {
            throw FileError(file, fmt::format("is not a {} file, or is damaged", name_of(format)));
        }
        image.io->ReadImageInformation();
    });
    image.components = image.io->GetNumberOfComponents();
    image.type = scalar_of(*image.io, file);
    image.grid = grid_of(*image.io, file);
    image.times = times_of(*image.io);
    const std::uint64_t values = checked_multiply(image.components, image.times.count, file);
    checked_multiply(checked_byte_count(image.grid.dims, file_scalar_size(image.type), file), values, file);
    check_claim(image.place, image.grid.voxel_count() * values, file_scalar_size(image.type));
    return image;
}

// MetaImage says "???" when it does not know how the patient lies.
bool is_anatomical(const MetaImage &meta) {
    const std::string letters = meta.AnatomicalOrientationAcronym();
    return !letters.empty() && letters.find('?') == std::string::npos;
}

// Bytes of mode 0 are signed by the format's definition of 2014, except where IMOD has marked them as unsigned.
bool has_signed_bytes(const fs::path &file) {
    std::vector<char> head(1024);
    std::ifstream(file, std::ios::binary).read(head.data(), static_cast<std::streamsize>(head.size()));
    const auto at = [&](std::size_t place) {
        std::uint32_t number = 0;
        std::memcpy(&number, head.data() + place, sizeof number);
        return number;
    };
    constexpr std::uint32_t stamp_of_imod = 1146047817, signed_bytes = 1;
    return at(152) != stamp_of_imod || (at(156) & signed_bytes) != 0;
}

class ItkFile final : public VolumeFile {
public:
    ItkFile(const fs::path &file, ItkFormat format, const ReadOptions &options) : image_(open_image(file, format)) {
        header.format = name_of(format);
        header.name = file.filename().string();
        header.grid = image_.grid;
        if (const MetaImage *meta = image_.meta()) {
            header.grid.anatomical = is_anatomical(*meta);
            set_unit(header.grid, scaled_unit_from_text(meta->DistanceUnitsName()).value_or(ScaledUnit{})); // "?": none
        } else {
            header.grid.unit = LengthUnit::angstrom;
        }
        set_patient_unit(header.grid);
        if (format == ItkFormat::mrc && image_.type == FileScalar::u8 && has_signed_bytes(file)) {
            image_.type = FileScalar::i8;
            header.notes.emplace_back("Its bytes are taken as signed, as MRC of 2014 defines them.");
        }
        set_type(header, image_.type);
        const auto count = static_cast<std::int64_t>(std::min<std::uint64_t>(image_.components, 1U << 20));
        components_ = choose_component(count, look_like_colors(count, image_.type), options, file, header);
        const auto times = static_cast<std::int64_t>(std::min<std::uint64_t>(image_.times.count, 1U << 20));
        before_ = static_cast<std::uint64_t>(choose_time(times, options, file, header).chosen) * image_.bytes_of_time();
        if (times > 1 && image_.times.step != 1.0) { // 1 is what is written where nobody knows
            time_axis = even_times(static_cast<std::size_t>(times), image_.times.step, "", image_.times.first);
        }
    }

    // Binary voxels are read here, as ITK tells nobody how far it is and does not check packed ones.
    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        const DataPlace &place = image_.place;
        if (const auto plain = plain_place()) {
            return load_plain_voxels(*plain, header.grid.voxel_count(), progress);
        }
        auto voxels = allocate_voxels(header.byte_count(), image_.file);
        if (place.ascii) {
            read_ascii(voxels, progress);
        } else {
            auto all = place.packed ? open_gzip_bytes(place.file, place.offset) : open_file_bytes(place.file, begin());
            all->skip(place.packed ? before_ : 0);
            const auto source = open_component(std::move(all), components_, file_scalar_size(image_.type));
            read_voxels(*source, image_.type, order(), voxels, progress);
            source->finish();
        }
        if (progress) {
            progress(1.0);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    std::optional<PlainPlace> plain_place() const override {
        const DataPlace &place = image_.place;
        return place.ascii || place.packed || components_.count > 1
                   ? std::nullopt
                   : std::optional(PlainPlace{place.file, begin(), image_.type, order()});
    }

private:
    OpenedImage image_;
    Components components_;
    std::uint64_t before_ = 0; // bytes of the times before the one that is read

    // Of the voxels that are not packed.
    std::uint64_t begin() const {
        const DataPlace &place = image_.place;
        return (place.at_end ? size_of_file(place.file) - image_.byte_count() : place.offset) + before_;
    }

    // By ITK, all components.
    void read_ascii(std::span<std::byte> voxels, const Progress &progress) const {
        auto stored = allocate_voxels(image_.byte_count(), image_.file);
        image_.read(stored);
        const auto wanted = std::span<const std::byte>(stored).subspan(before_, image_.bytes_of_time());
        const auto source =
            open_component(open_memory_bytes(wanted, image_.file), components_, file_scalar_size(image_.type));
        read_voxels(*source, image_.type, std::endian::native, voxels, progress);
    }

    std::endian order() const {
        const MetaImage *meta = image_.meta();
        const bool big = meta ? meta->BinaryDataByteOrderMSB()
                              : image_.place.other_endian == (std::endian::native == std::endian::little);
        return big ? std::endian::big : std::endian::little;
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_itk(const fs::path &file, ItkFormat format, const ReadOptions &options) {
    return std::make_unique<ItkFile>(file, format, options);
}

} // namespace voxmarch
