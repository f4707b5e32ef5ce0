// TIFF as microscopes and their programs write it: pages are slices of one channel at one time.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/isolated.h"
#include "base/text.h"
#include "volume/formats/components.h"
#include "volume/formats/tiff/tiff_metadata.h"
#include "volume/formats/tiff/tiff_pixels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

/// One file of a TIFF volume, and where its pages are.
struct TiffSource {
    fs::path file;
    std::vector<TiffPlace> pages; ///< all, or without thumbnails where planes are counted by pages
};

void append(std::vector<Note> &notes, const std::vector<Note> &more) {
    notes.insert(notes.end(), more.begin(), more.end());
}

class TiffFile final : public VolumeFile {
public:
    TiffFile(const fs::path &file, const ReadOptions &options) : stated_(options.spacing.has_value()) {
        sources_.push_back({file, find_tiff_pages(file)});
        TiffHandle &tiff = handle(0);
        std::vector<TiffPlace> whole = whole_pages(tiff);
        page_ = read_tiff_page(tiff, whole[0]);
        tiff.go_to(sources_[0].pages[0].directory);
        description_ = read_tiff_description(tiff, page_.samples);
        has_colors_ = page_.is_color || (!page_.palette.empty() && !description_.palette_is_look);
        values_ = has_colors_ && !page_.palette.empty() ? 3 : page_.samples;
        allow_time_for_all();
        for (std::size_t i = 1; i < description_.files.size(); ++i) {
            sources_.push_back({description_.files[i], find_tiff_pages(description_.files[i])});
        }
        if (description_.runs.empty()) {
            leave_out_others(whole);
        }
        choose_planes(options);
        fill_header();
        note_other_type();
        note_unnamed_pages(whole);
        check_pages();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), sources_[0].file);
        const std::size_t slice = voxels.size() / planes_.size();
        for (std::size_t i = 0; i < planes_.size(); ++i) {
            const auto report = [&](double share) {
                if (progress) {
                    progress((static_cast<double>(i) + share) / static_cast<double>(planes_.size()));
                }
            };
            const auto out = std::span(voxels).subspan(i * slice, slice);
            if (bare_) {
                read_bare(planes_[i].page, out);
            } else {
                read_page(planes_[i], out, report);
            }
            if (description_.is_offset_signed) {
                for (std::size_t high = std::endian::native == std::endian::little ? 1 : 0; high < out.size();
                     high += 2) {
                    out[high] ^= std::byte{0x80};
                }
            }
            report(1.0);
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    bool stated_; // the user gives the spacing
    std::vector<TiffSource> sources_;
    std::unique_ptr<TiffHandle> handle_; // of the file read last
    std::size_t handle_of_ = 0;
    TiffDescription description_;
    TiffPage page_; // the first one that is read
    int sample_ = 0;
    int values_ = 1; // of a pixel: its samples, or the parts of its colour in the palette
    bool has_colors_ = false;
    std::vector<PagePlace> planes_; // one a slice
    bool bare_ = false;             // planes follow the only page as bare numbers
    std::uint64_t bare_offset_ = 0;

    TiffHandle &handle(std::size_t file) {
        if (!handle_ || handle_of_ != file) {
            handle_.reset();
            handle_ = std::make_unique<TiffHandle>(sources_[file].file);
            handle_of_ = file;
        }
        return *handle_;
    }

    // The pages that are no thumbnails; all, if they all call themselves so.
    std::vector<TiffPlace> whole_pages(TiffHandle &tiff) const {
        std::vector<TiffPlace> whole;
        for (const TiffPlace &place : sources_[0].pages) {
            if (!is_reduced_page(tiff, place)) {
                whole.push_back(place);
            }
        }
        return whole.empty() ? sources_[0].pages : whole;
    }

    void leave_out_others(const std::vector<TiffPlace> &whole) {
        auto &pages = sources_[0].pages;
        if (whole.size() < pages.size()) {
            header.notes.emplace_back(
                fmt::format("{} of its {} pages are thumbnails, smaller copies or masks; they are "
                            "left out.",
                            pages.size() - whole.size(), pages.size()));
        }
        pages = whole;
    }

    void choose_planes(const ReadOptions &options) {
        const fs::path &file = sources_[0].file;
        const std::size_t pages = sources_[0].pages.size();
        if (description_.slices == 0) {
            description_.slices = pages;
        }
        const auto samples = static_cast<std::uint64_t>(page_.samples);
        // ImageJ's and tifffile's channels may be the samples of a pixel.
        if (description_.runs.empty() && description_.channels == samples &&
            description_.slices * description_.times == pages) {
            description_.channels = 1;
        }
        const auto values = static_cast<std::uint64_t>(values_);
        const std::uint64_t channels = checked_multiply(description_.channels, values, file);
        const std::uint64_t channel = chosen_number("channel", options.channel, channels, file, Remedy::channel);
        const std::uint64_t time = chosen_number("time point", options.time, description_.times, file, Remedy::time);
        sample_ = static_cast<int>(channel % values);
        checked_dims({1, 1, static_cast<std::int64_t>(std::min<std::uint64_t>(description_.slices, 1U << 31))}, file);
        const std::uint64_t planes = checked_multiply(
            checked_multiply(description_.slices, description_.channels, file), description_.times, file);
        if (description_.runs.empty()) {
            compare_with_pages(planes, pages);
        }
        for (std::uint64_t slice = 0; slice < description_.slices; ++slice) {
            planes_.push_back(page_of_plane(description_, plane_number(description_, slice, channel / values, time)));
        }
        header.channels = description_.channel_infos;
        header.channels.resize(std::min<std::uint64_t>(channels, 65536));
        header.channels_are_colors = has_colors_ && channels == values;
        if (header.channels_are_colors) {
            header.channels = color_channels(header.channels.size());
        }
        note_choice(header, "channel", channel, channels,
                    channel < header.channels.size() ? header.channels[channel].name : std::string(), Remedy::channel);
        header.times = static_cast<int>(std::min<std::uint64_t>(description_.times, 1U << 30));
        note_choice(header, "time point", time, description_.times, "", Remedy::time);
        time_axis = description_.time_axis;
    }

    void compare_with_pages(std::uint64_t planes, std::size_t pages) {
        const fs::path &file = sources_[0].file;
        if (planes > 1 && pages == 1 && description_.bare_planes) {
            return find_bare_planes(planes);
        }
        if (planes > pages) {
            throw FileError(file, fmt::format("truncated, or its description lies: it says that there are {} slices, "
                                              "but only {} pages are there",
                                              planes, pages));
        }
        if (planes < pages) {
            header.notes.emplace_back(fmt::format(
                "It has {} pages, but its description speaks of {}; the others are left out.", pages, planes));
        }
    }

    // Who waits for this reader knows of the first file alone.
    void allow_time_for_all() const {
        if (description_.files.size() > 1) {
            std::uint64_t seconds = 10;
            for (const fs::path &file : description_.files) {
                seconds += size_of_file(file) >> 20;
            }
            IsolatedOutput::allow_seconds(static_cast<int>(std::min<std::uint64_t>(seconds, 1000000)));
        }
    }

    // Files over 4 GiB of ImageJ have one page; the others follow its voxels.
    void find_bare_planes(std::uint64_t planes) {
        TiffHandle &tiff = handle(0);
        tiff.go_to(sources_[0].pages[0].directory);
        if (page_.compression != COMPRESSION_NONE || page_.tiled || page_.samples != 1 || page_.bits % 8 != 0 ||
            page_.orientation != ORIENTATION_TOPLEFT) {
            throw FileError(tiff.file(),
                            fmt::format("truncated: its description says that there are {} slices, but only "
                                        "one page is there",
                                        planes));
        }
        const std::uint32_t strips = TIFFNumberOfStrips(tiff.get());
        for (std::uint32_t i = 0; i + 1 < strips; ++i) {
            if (TIFFGetStrileOffset(tiff.get(), i) + TIFFGetStrileByteCount(tiff.get(), i) !=
                TIFFGetStrileOffset(tiff.get(), i + 1)) {
                throw FileError(tiff.file(), "the strips of its only page do not follow each other");
            }
        }
        bare_ = true;
        bare_offset_ = TIFFGetStrileOffset(tiff.get(), 0);
        const std::uint64_t size = size_of_file(tiff.file());
        require_bytes(checked_multiply(planes, bare_plane_bytes(), tiff.file()), size - std::min(size, bare_offset_), 1,
                      tiff.file());
    }

    std::uint64_t bare_plane_bytes() const {
        return checked_byte_count({page_.columns, page_.rows, 1}, file_scalar_size(page_.type), sources_[0].file);
    }

    void fill_header() {
        header.format = description_.format;
        header.name = sources_[0].file.filename().string();
        // The first page of the file may be none of those that are read.
        if (!bare_) {
            const TiffPage first = page_at(planes_[0]);
            if (first.samples != page_.samples) {
                throw FileError(sources_[0].file,
                                fmt::format("its pages have {} or {} values per voxel", page_.samples, first.samples));
            }
            page_ = first;
        }
        header.grid.dims =
            checked_dims({page_.columns, page_.rows, static_cast<std::int64_t>(planes_.size())}, sources_[0].file);
        set_stated_spacing(header.grid, description_.spacing);
        header.placement = description_.spacing[0] || description_.spacing[2] ? Placement::spacing : Placement::none;
        set_type(header, page_.type);
        if (description_.is_offset_signed && page_.type == FileScalar::u16) {
            header.type = ScalarType::i16;
        } else {
            description_.is_offset_signed = false;
        }
        append(header.notes, description_.notes);
        if (!stated_) {
            append(header.notes, description_.spacing_notes);
        }
        if (page_.smaller_copies > 0) {
            header.notes.emplace_back("Smaller copies of its pages are left out.");
        }
        if (!page_.palette.empty() && !has_colors_) {
            header.notes.emplace_back("Its palette is the look that ImageJ gives its values; the values are taken.");
        }
        if (page_.white_is_zero) {
            header.notes.emplace_back("It means its smallest value as white; the values are taken as stored.");
        }
        if (page_.orientation != ORIENTATION_TOPLEFT) {
            header.notes.emplace_back(
                fmt::format("Its rows are mirrored, as its Orientation {} asks for.", page_.orientation));
        }
        if (!description_.spacing[2] && !stated_) {
            header.notes.push_back(unstated_spacing_note());
        }
        checked_byte_count(header.grid.dims, scalar_size(header.type), sources_[0].file);
    }

    // Values of fewer bits than a byte, or of 9 to 15, are called by their names once unpacked; OME has no half floats.
    void note_other_type() {
        const std::string &stated = description_.stated_type;
        const FileScalar type = page_.type;
        const std::string_view own = type == FileScalar::f32 || type == FileScalar::f16 ? "float"
                                     : type == FileScalar::f64                          ? "double"
                                                                                        : name_of(type);
        if (!stated.empty() && stated != own && !(stated == "bit" && type == FileScalar::u8)) {
            header.notes.emplace_back(
                fmt::format("Its OME metadata say that its values are of type '{}', but its pages "
                            "hold {}, which counts.",
                            text::one_line(stated, 40), own));
        }
    }

    // Where the description counts planes by pages, those that it leaves out are told elsewhere.
    void note_unnamed_pages(const std::vector<TiffPlace> &whole) {
        if (description_.runs.empty() || description_.is_one_of_many) {
            return;
        }
        std::vector<std::uint64_t> pages;
        for (const TiffPlace &place : whole) {
            pages.push_back(place.number - 1);
        }
        if (const std::uint64_t unnamed = unnamed_pages(description_, pages); unnamed > 0) {
            header.notes.emplace_back(
                fmt::format("{} of its {} pages are no plane that its OME metadata speak of; they are left out.",
                            unnamed, pages.size()));
        }
    }

    TiffPage page_at(const PagePlace &place) {
        const auto &pages = sources_[place.file].pages;
        if (place.page >= pages.size()) {
            throw FileError(sources_[place.file].file,
                            fmt::format("truncated, or its description lies: page {} is named, but {} {} there",
                                        place.page + 1, pages.size(), pages.size() == 1 ? "is" : "are"));
        }
        return read_tiff_page(handle(place.file), pages[place.page]);
    }

    TiffPage checked_page(const PagePlace &place) {
        const TiffPage page = page_at(place);
        if (!page.fits(page_)) {
            throw FileError(
                sources_[place.file].file,
                fmt::format("page {} has {}, but the first one {}; only pages of one size and type make a volume",
                            place.page + 1, describe(page), describe(page_)));
        }
        return page;
    }

    // All pages that will be read, and together no more voxels than the files can hold.
    void check_pages() {
        if (description_.columns != 0 && (description_.columns != static_cast<std::uint64_t>(page_.columns) ||
                                          description_.rows != static_cast<std::uint64_t>(page_.rows))) {
            throw FileError(sources_[0].file,
                            fmt::format("its description speaks of {}x{} voxels, its pages have {}x{}",
                                        description_.columns, description_.rows, page_.columns, page_.rows));
        }
        if (bare_) {
            return;
        }
        // Pages of other sizes make the sum below wrong. Those that are not read must fit too where pages are told
        // apart by number alone.
        if (description_.runs.empty()) {
            for (std::size_t i = 0; i < sources_[0].pages.size(); ++i) {
                checked_page({0, i});
            }
        }
        std::uint64_t available = 0;
        for (const TiffSource &source : sources_) {
            available += size_of_file(source.file);
        }
        const std::uint64_t bits =
            checked_multiply(header.grid.voxel_count(), static_cast<std::uint64_t>(page_.bits), sources_[0].file);
        require_bytes(bits / 8, available, max_tiff_ratio(page_.compression), sources_[0].file);
        if (!description_.runs.empty()) {
            for (const PagePlace &place : planes_) {
                checked_page(place);
            }
        }
    }

    void read_page(const PagePlace &place, std::span<std::byte> out, const Progress &report) {
        const TiffPage page = checked_page(place);
        const bool is_looked_up = has_colors_ && !page.palette.empty();
        read_tiff_pixels(handle(place.file), page, is_looked_up ? 0 : sample_, memory_type(page_.type), out, report);
        if (is_looked_up) {
            const std::size_t entries = page.palette.size() / 3, first = entries * static_cast<std::size_t>(sample_);
            for (std::byte &value : out) { // of as many bits as there are entries
                value = static_cast<std::byte>(page.palette[first + std::to_integer<std::size_t>(value)]);
            }
        }
    }

    void read_bare(std::uint64_t plane, std::span<std::byte> out) {
        const auto source = open_file_bytes(sources_[0].file, bare_offset_ + plane * bare_plane_bytes());
        const bool swapped = TIFFIsByteSwapped(handle(0).get()) != 0;
        const bool little = (std::endian::native == std::endian::little) != swapped;
        read_voxels(*source, page_.type, little ? std::endian::little : std::endian::big, out, {});
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_tiff(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<TiffFile>(file, options);
}

} // namespace voxmarch
