// Raw voxels: finds their layout and compares it with the size of the file.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"
#include "volume/formats/foreign_file.h"
#include "volume/formats/plain_voxels.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

class RawFile final : public VolumeFile {
public:
    RawFile(const std::filesystem::path &file, const ReadOptions &options) : file_(file) {
        const std::uint64_t size = size_of_file(file);
        is_packed_ = has_gzip_magic() && text::lower(file.extension().string()) == ".gz";
        layout_ = layout(options);
        header.format = "raw";
        header.name = file.filename().string();
        header.grid.dims = checked_dims(layout_.dims, file);
        header.grid.spacing = layout_.spacing;
        header.grid.unit = layout_.unit;
        header.placement = layout_.states_spacing ? Placement::spacing : Placement::none;
        set_type(header, layout_.type);
        bytes_ = checked_byte_count(header.grid.dims, file_scalar_size(layout_.type), file);
        if (is_packed_) {
            require_bytes(bytes_, size, max_deflate_ratio, file);
        } else {
            compare(size);
        }
        note_header_beside();
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        if (is_packed_) {
            return load_packed(progress);
        }
        return load_plain_voxels(*plain_place(), header.grid.voxel_count(), progress);
    }

    std::optional<PlainPlace> plain_place() const override {
        return is_packed_ ? std::nullopt
                          : std::optional(PlainPlace{file_, layout_.offset.value_or(0), layout_.type, layout_.order});
    }

private:
    std::filesystem::path file_;
    RawLayout layout_;
    std::uint64_t bytes_ = 0;
    bool is_packed_ = false; // with gzip

    bool has_gzip_magic() const {
        std::ifstream stream(file_, std::ios::binary);
        return stream.get() == 0x1f && stream.get() == 0x8b;
    }

    std::unique_ptr<VoxelStorage> load_packed(const Progress &progress) const {
        auto voxels = allocate_voxels(header.byte_count(), file_);
        const std::uint64_t offset = layout_.offset.value_or(0);
        const auto source = open_gzip_bytes(file_, 0);
        source->skip(offset);
        read_voxels(*source, layout_.type, layout_.order, voxels, progress);
        source->finish();
        if (!layout_.offset && goes_on()) {
            throw FileError(file_,
                            fmt::format("{}x{}x{} {} need {} bytes, but the file unpacks to more", header.grid.dims[0],
                                        header.grid.dims[1], header.grid.dims[2], name_of(layout_.type), bytes_),
                            {{Remedy::raw_header}});
        }
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

    // Whether there is more behind the voxels. The last four bytes of a gzip file tell the size of its last member;
    // only where that is another one, all is unpacked once more.
    bool goes_on() const {
        std::ifstream stream(file_, std::ios::binary);
        stream.seekg(-4, std::ios::end);
        std::array<unsigned char, 4> end{};
        stream.read(reinterpret_cast<char *>(end.data()), 4);
        const std::uint32_t size = end[0] | end[1] << 8 | end[2] << 16 | static_cast<std::uint32_t>(end[3]) << 24;
        if (size == static_cast<std::uint32_t>(bytes_)) {
            return false;
        }
        const auto source = open_gzip_bytes(file_, 0);
        source->skip(bytes_);
        std::byte more{};
        try {
            source->read({&more, 1});
        } catch (const FileError &) { // its end
            return false;
        }
        return true;
    }

    RawLayout layout(const ReadOptions &options) const {
        if (!options.raw.empty()) {
            return parse_raw_layout(options.raw);
        }
        if (const auto named = raw_layout_from_name(file_.filename().string())) {
            return *named;
        }
        if (const auto kind = is_packed_ ? std::nullopt : foreign_kind(file_)) {
            throw FileError(file_, *kind, {{Remedy::raw_layout}});
        }
        throw UsageError(
            fmt::format("{}: the size of a raw file is not in its name (NAME_256x256x256_uint8.raw)", file_.string()),
            {is_packed_ ? Advice{Remedy::raw_layout} : raw_advice(file_)});
    }

    void compare(std::uint64_t size) {
        const std::uint64_t offset = layout_.offset.value_or(0);
        const auto &dims = header.grid.dims;
        const auto claim =
            fmt::format("{}x{}x{} {} need {} bytes", dims[0], dims[1], dims[2], name_of(layout_.type), bytes_);
        if (offset > size || bytes_ > size - offset) {
            throw FileError(file_, fmt::format("{}{}, but the file has {}", claim,
                                               offset > 0 ? fmt::format(" after {} bytes", offset) : "", size));
        }
        const std::uint64_t rest = size - offset - bytes_;
        if (rest > 0 && !layout_.offset) {
            throw FileError(file_, fmt::format("{}, but the file has {}", claim, size),
                            {{Remedy::raw_header, std::to_string(rest)}});
        }
        if (rest > 0) {
            header.notes.emplace_back(fmt::format("{} bytes after the voxels are ignored.", rest));
        }
    }

    void note_header_beside() {
        const auto beside = std::filesystem::path(file_).replace_extension(".nhdr");
        std::error_code ignored;
        if (std::filesystem::exists(beside, ignored)) {
            header.notes.emplace_back(fmt::format("A header {} lies beside the file; open that for its spacing.",
                                                  beside.filename().string()));
        }
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_raw(const std::filesystem::path &file, const ReadOptions &options) {
    return std::make_unique<RawFile>(file, options);
}

} // namespace voxmarch
