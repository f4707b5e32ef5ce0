// Reads slabs on all cores and appends them to a file of one of three formats.
#include "volume/bricks/writing/write_slabs.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/output_file.h"
#include "base/parallel.h"
#include "base/text.h"
#include "volume/bricks/writing/nifti_text.h"
#include "volume/bricks/writing/store_layout.h"
#include "volume/bricks/writing/tiff_text.h"
#include "volume/formats/nrrd/nrrd_text.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <optional>

namespace voxmarch {

namespace {

std::string file_ending(const std::filesystem::path &file) {
    const std::string name = text::lower(file.filename().string());
    return name.ends_with(".nii.gz") ? ".nii.gz" : text::lower(file.extension().string());
}

/// Slices of a slab: as many as a brick has, so that no brick is read twice, where 256 MiB hold them.
int slab_depth(const VolumeHeader &header) {
    const std::uint64_t slice = header.byte_count() / static_cast<std::uint64_t>(header.grid.dims[2]);
    return static_cast<int>(std::clamp<std::uint64_t>((std::uint64_t{256} << 20) / slice, 1, source_brick_edge));
}

/// Reads slices begin .. end - 1 on all cores, each of which takes rows of bricks.
void read_slab(const BrickSource &source, int begin, int end, std::span<std::byte> slab,
               const std::function<void(double)> &progress) {
    constexpr Index3 edges = {shard_edge, chunk_edge, chunk_edge};
    const Index3 &n = source.header().grid.dims, dims = {n[0], n[1], end - begin};
    const std::size_t value_size = scalar_size(source.header().type);
    const int columns = StoreLayout::pieces(dims, edges[0])[0], rows = StoreLayout::pieces(dims, edges[1])[1];
    on_all_cores(
        columns * rows,
        [&](int i) {
            const Index3 low = {i % columns * edges[0], i / columns * edges[1], 0};
            const Index3 size = {std::min(edges[0], n[0] - low[0]), std::min(edges[1], n[1] - low[1]), dims[2]};
            std::vector<std::byte> voxels(value_size * static_cast<std::size_t>(size[0]) *
                                          static_cast<std::size_t>(size[1]) * static_cast<std::size_t>(size[2]));
            source.read(0, {{low[0], low[1], begin}, {low[0] + size[0], low[1] + size[1], end}}, voxels);
            copy_box(value_size, size, voxels.data(), size, {}, slab.data(), dims, low);
        },
        progress);
}

/// A file that is packed from some place on, or not at all.
class SlabFile {
public:
    explicit SlabFile(const std::filesystem::path &path) : file_(path) {}

    /// What is written from now on goes into a gzip stream.
    void pack() {
        gzip_.emplace([this](std::span<const std::byte> bytes) { append(bytes); });
    }
    void write(std::span<const std::byte> bytes) { gzip_ ? gzip_->write(bytes) : append(bytes); }
    void write(std::string_view text) { write(std::as_bytes(std::span(text))); }

    /// Puts it in its place. @return its bytes
    std::uint64_t finish() {
        if (gzip_) {
            gzip_->finish();
        }
        file_.commit(Keep::written);
        return size_;
    }

private:
    OutputFile file_;
    std::uint64_t size_ = 0;
    std::optional<GzipStream> gzip_;

    void append(std::span<const std::byte> bytes) {
        file_.write(bytes);
        size_ += bytes.size();
    }
};

/// Calls use(slab, z) for slabs of whole slices, z that of the first, in order.
template <typename Use>
void for_slabs(const BrickSource &source, const std::function<void(double)> &progress, const Use &use) {
    const VolumeHeader &header = source.header();
    const int slices = header.grid.dims[2], depth = slab_depth(header);
    const std::size_t slice = header.byte_count() / static_cast<std::uint64_t>(slices);
    require_memory(slice * static_cast<std::size_t>(std::min(depth, slices)), header.name);
    std::vector<std::byte> slab(slice * static_cast<std::size_t>(std::min(depth, slices)));
    for (int begin = 0; begin < slices; begin += depth) {
        const int end = std::min(begin + depth, slices);
        const std::span<std::byte> voxels = std::span(slab).first(slice * static_cast<std::size_t>(end - begin));
        read_slab(source, begin, end, voxels, [&](double share) {
            if (progress) {
                progress((begin + 0.9 * share * (end - begin)) / slices);
            }
        });
        use(std::span<const std::byte>(voxels), begin);
        source.forget(0, {{0, 0, begin}, {header.grid.dims[0], header.grid.dims[1], end}});
    }
    if (progress) {
        progress(1.0);
    }
}

std::uint64_t write_tiff(const BrickSource &source, const std::filesystem::path &file,
                         const std::function<void(double)> &progress) {
    const VolumeHeader &header = source.header();
    const TiffText text(header);
    const std::size_t slice = header.byte_count() / static_cast<std::uint64_t>(header.grid.dims[2]);
    SlabFile out(file);
    for_slabs(source, progress, [&](std::span<const std::byte> slab, int z) {
        for (; !slab.empty(); slab = slab.subspan(slice), ++z) {
            out.write(text.before_slice(z));
            out.write(slab.first(slice));
            out.write(std::string(text.padding(), '\0'));
        }
    });
    return out.finish();
}

} // namespace

bool is_slab_file(const std::filesystem::path &file) {
    const std::string ending = file_ending(file);
    return ending == ".nrrd" || ending == ".nii" || ending == ".nii.gz" || ending == ".tif" || ending == ".tiff";
}

std::uint64_t write_slabs(const BrickSource &source, const std::filesystem::path &file, const SlabWriting &options) {
    const std::string ending = file_ending(file);
    const bool is_packed = ending == ".nii.gz" || (ending == ".nrrd" && options.packed && has_deflate());
    const std::uint64_t bytes = source.header().byte_count();
    require_space(file, is_packed ? bytes / max_deflate_ratio : bytes);
    if (ending.starts_with(".tif")) {
        return write_tiff(source, file, options.progress);
    }
    SlabFile out(file);
    if (ending == ".nrrd") { // the header stands before what is packed
        out.write(nrrd_text(source.header(), is_packed ? "gzip" : "raw"));
        if (is_packed) {
            out.pack();
        }
    } else {
        if (is_packed) {
            out.pack();
        }
        out.write(nifti_text(source.header()));
    }
    for_slabs(source, options.progress, [&](std::span<const std::byte> slab, int) { out.write(slab); });
    return out.finish();
}

} // namespace voxmarch
