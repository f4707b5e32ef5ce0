// OpenVDB files: one grid, made dense over the box of its active voxels.
#include "volume/formats/volume_file.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "volume/formats/components.h"
#include "volume/formats/file_grid.h"
#include "volume/formats/openvdb/openvdb_library.h"
#include "volume/voxel_storage.h"

#include <algorithm>
#include <fmt/format.h>
#include <fmt/ranges.h>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

std::string vdb_list(const std::vector<vdb::GridName> &names) {
    constexpr std::size_t most_listed = 12;
    std::vector<std::string> words;
    for (std::size_t i = 0; i < std::min(names.size(), most_listed); ++i) {
        words.push_back(fmt::format("{} ({}{})", names[i].name, names[i].type,
                                    names[i].components == 0 ? ", which cannot be read" : ""));
    }
    if (names.size() > most_listed) {
        words.push_back(fmt::format("{} more", names.size() - most_listed));
    }
    return words.empty() ? "none at all" : fmt::format("{}", fmt::join(words, ", "));
}

class OpenVdbFile final : public VolumeFile {
public:
    OpenVdbFile(const fs::path &file, const ReadOptions &options)
        : file_(file), opened_(vdb::open_grid(file, options.array, options.channel)) {
        header.format = "OpenVDB";
        header.name = file.filename().string();
        const vdb::GridName &grid = chosen_grid(options);
        choose_component(grid.components, false, options, file, header);
        const vdb::GridFacts &facts = opened_.facts;
        if (std::ranges::any_of(facts.dims, [](std::int64_t length) { return length < 1; })) {
            throw FileError(file, fmt::format("its grid '{}' has no active voxels", grid.name));
        }
        header.grid.dims = checked_dims(facts.dims, file);
        place(grid);
        set_type(header, facts.type);
        checked_byte_count(header.grid.dims, scalar_size(header.type), file);
        note_grid(grid);
    }

    std::unique_ptr<VoxelStorage> load(const Progress &progress) override {
        auto voxels = allocate_voxels(header.byte_count(), file_);
        read_voxels(*opened_.values, opened_.facts.type, std::endian::native, voxels, progress);
        return std::make_unique<HeapVoxels>(std::move(voxels));
    }

private:
    fs::path file_;
    vdb::OpenedGrid opened_;

    const vdb::GridName &chosen_grid(const ReadOptions &options) const {
        const std::string all = vdb_list(opened_.names);
        if (opened_.chosen < 0 && !options.array.empty()) {
            throw UsageError(fmt::format("{} holds no grid '{}', but {}", file_.string(), options.array, all),
                             {{Remedy::array}});
        }
        if (opened_.chosen < 0 || static_cast<std::size_t>(opened_.chosen) >= opened_.names.size()) {
            throw FileError(file_, fmt::format("holds no grid that is a volume, but {}", all));
        }
        const vdb::GridName &grid = opened_.names[static_cast<std::size_t>(opened_.chosen)];
        if (grid.components == 0) {
            throw FileError(file_, fmt::format("its grid '{}' is no volume of numbers ({})", grid.name, grid.type));
        }
        return grid;
    }

    void place(const vdb::GridName &grid) {
        const auto &[type, first, dims, active, is_linear, steps, kind, background] = opened_.facts;
        if (!is_linear) {
            throw FileError(file_, fmt::format("its grid '{}' lies in a frustum (its voxels grow with distance); "
                                               "resample it to a regular grid first",
                                               grid.name));
        }
        glm::dmat3 axes(0.0);
        for (int axis = 0; axis < 3; ++axis) {
            const std::size_t at = 3 * static_cast<std::size_t>(axis);
            axes[axis] = {steps[at], steps[at + 1], steps[at + 2]};
        }
        const glm::dvec3 index(static_cast<double>(first[0]), static_cast<double>(first[1]),
                               static_cast<double>(first[2]));
        set_axes(header.grid, axes, file_);
        set_origin(header.grid, axes * index + glm::dvec3(steps[9], steps[10], steps[11]), file_);
    }

    void note_grid(const vdb::GridName &grid) {
        const vdb::GridFacts &facts = opened_.facts;
        if (opened_.names.size() > 1) {
            header.notes.push_back({fmt::format("The file holds {} grids: {}; {} is read.", opened_.names.size(),
                                                vdb_list(opened_.names), grid.name),
                                    {{Remedy::array}}});
        }
        if (facts.kind == "level set") {
            header.notes.emplace_back("The grid is a level set: distances from a surface, negative inside it.");
        } else if (facts.kind == "staggered") {
            header.notes.emplace_back(
                "The grid is staggered: its values lie on faces of voxels, and are shown at their "
                "centres.");
        }
        const double share = 100.0 * static_cast<double>(facts.active) / static_cast<double>(header.grid.voxel_count());
        header.notes.emplace_back(
            fmt::format("{:.3g} % of the box of its active voxels are active; the others have what "
                        "the file says of the space between{}.",
                        share, grid.components == 1 ? fmt::format(", outside of all {:g}", facts.background) : ""));
    }
};

} // namespace

std::unique_ptr<VolumeFile> open_openvdb(const fs::path &file, const ReadOptions &options) {
    return std::make_unique<OpenVdbFile>(file, options);
}

} // namespace voxmarch
