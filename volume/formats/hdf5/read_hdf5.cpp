// HDF5 files: finds out whose conventions a file follows.
#include "volume/formats/hdf5/hdf5_volume.h"

#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fstream>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

// Imaris has a group for each of its levels, times and channels: those that are not read are not opened.
hdf5::Look look_at_imaris(std::string_view path, const ReadOptions &options) {
    const auto parts = text::split(path, '/'); // "", "DataSet", "ResolutionLevel 0", "TimePoint 0", ...
    if (parts.size() != 4 || parts[1] != "DataSet" || !options.array.empty()) {
        return hdf5::Look::open;
    }
    const bool is_time = parts[3].starts_with("TimePoint ");
    const bool is_read = parts[3] == fmt::format("TimePoint {}", options.time);
    return is_time && !is_read ? hdf5::Look::pass : hdf5::Look::open;
}

} // namespace

bool is_hdf5(const fs::path &file) {
    std::ifstream stream(file, std::ios::binary);
    std::error_code problem;
    const auto size = fs::file_size(file, problem);
    for (std::uintmax_t at = 0; !problem && at < size; at = at == 0 ? 512 : at * 2) { // behind what users may put first
        char magic[8] = {};
        stream.seekg(static_cast<std::streamoff>(at));
        if (!stream.read(magic, sizeof magic)) {
            return false;
        }
        if (std::string_view(magic, sizeof magic) == "\x89HDF\r\n\x1a\n") {
            return true;
        }
    }
    return false;
}

std::unique_ptr<VolumeFile> open_hdf5(const fs::path &file, const ReadOptions &options) {
    if (!is_hdf5(file)) {
        char magic[4] = {};
        std::ifstream(file, std::ios::binary).read(magic, sizeof magic);
        const bool is_netcdf = std::string_view(magic, 3) == "CDF";
        throw FileError(file, is_netcdf ? "is netCDF 3 (MINC 1), which is not read here; make MINC 2 or netCDF 4 of it "
                                          "first (mincconvert -2, nccopy -k nc4)"
                                        : "is no HDF5 file, or is damaged: it does not begin like one");
    }
    const hdf5::Tree tree = hdf5::read_tree(file, [&](std::string_view path) { return look_at_imaris(path, options); });
    const auto has = [&](const char *path) { return options.array.empty() && tree.find(path) != nullptr; };
    hdf5::FoundVolume found = has("/minc-2.0/image")              ? find_minc(tree, options, file)
                              : has("/DataSet/ResolutionLevel 0") ? find_imaris(tree, options, file)
                                                                  : find_plain(tree, options, file);
    found.header.name = file.filename().string();
    return hdf5::open_found(file, std::move(found));
}

} // namespace voxmarch
