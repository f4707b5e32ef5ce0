// Writes a synthetic volume to disk slab by slab.
#include "volume/synthetic/synthetic.h"

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "volume/formats/nrrd/nrrd_text.h"
#include "volume/synthetic/object.h"
#include "volume/synthetic/parallel.h"

#include <algorithm>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Most memory for one slab; a slab has at least one slice (16 MiB for 2048^2 float32).
constexpr std::uint64_t slab_bytes = std::uint64_t{128} << 20;

} // namespace

void synthesize_to_file(const std::string &name, int n, ScalarType type, const std::filesystem::path &file,
                        const std::function<void(double)> &progress) {
    const VolumeHeader header = synthetic_header(name, n, type);
    const std::string extension = text::lower(file.extension().string());
    if (extension != ".nrrd" && extension != ".raw") {
        throw UsageError(fmt::format("{}: a synthetic volume is written as .nrrd or .raw", file.string()));
    }
    OutputFile output(file);
    if (extension == ".nrrd") {
        output.write(nrrd_text(header, "raw"));
    }
    const std::uint64_t slice_bytes = header.byte_count() / static_cast<std::uint64_t>(n);
    // Slabs of whole bricks where memory allows.
    auto slices = static_cast<int>(std::clamp<std::uint64_t>(slab_bytes / slice_bytes, 1, 2048));
    if (slices > Brick::edge) {
        slices -= slices % Brick::edge;
    }
    const auto field = make_synthetic_field(name, n, type);
    std::vector<std::byte> slab;
    for (int begin = 0; begin < n; begin += slices) {
        const int end = std::min(begin + slices, n);
        slab.resize(slice_bytes * static_cast<std::uint64_t>(end - begin));
        fill_on_all_cores(*field, header, begin, end, slab, {});
        output.write(std::span<const std::byte>(slab));
        if (progress) {
            progress(static_cast<double>(end) / n);
        }
    }
    output.commit(Keep::written);
}

} // namespace voxmarch
