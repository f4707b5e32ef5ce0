// Writes NRRD and raw files, whole or not at all.
#include "volume/formats/write.h"

#include "base/error.h"
#include "base/output_file.h"
#include "base/text.h"
#include "volume/formats/nrrd/nrrd_text.h"
#include "volume/formats/packing/deflate.h"
#include "volume/formats/volume_file.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

// A raw file whose name states another layout could not be read again.
void check_raw_name(const VolumeHeader &header, const std::filesystem::path &file) {
    const auto named = raw_layout_from_name(file.filename().string());
    if (!named) {
        return;
    }
    const auto &n = header.grid.dims;
    const bool agrees =
        named->dims == std::array<std::int64_t, 3>{n[0], n[1], n[2]} && name_of(named->type) == name_of(header.type);
    if (!agrees) {
        throw UsageError(fmt::format("{}: the name states another size or type than the volume has; call it "
                                     "NAME_{}x{}x{}_{}.raw",
                                     file.string(), n[0], n[1], n[2], name_of(header.type)));
    }
}

} // namespace

void write_volume(const Volume &volume, const std::filesystem::path &file) {
    const std::string extension = text::lower(file.extension().string());
    if (extension != ".nrrd" && extension != ".raw") {
        throw UsageError(fmt::format("{}: volumes are written as .nrrd or .raw", file.string()));
    }
    if (extension == ".raw") {
        check_raw_name(volume.header(), file);
        OutputFile out(file);
        out.write(volume.bytes());
        return out.commit(Keep::written);
    }
    OutputFile out(file);
    out.write(nrrd_text(volume.header(), has_deflate() ? "gzip" : "raw"));
    if (has_deflate()) {
        gzip(volume.bytes(), [&](std::span<const std::byte> packed) { out.write(packed); });
    } else {
        out.write(volume.bytes());
    }
    out.commit(Keep::written);
}

} // namespace voxmarch
