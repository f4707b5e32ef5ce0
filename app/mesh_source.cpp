// Opens the devices that were asked for and extracts on them.
#include "app/mesh_source.h"

#include "app/progress.h"
#include "app/typed_options.h"
#include "volume/text.h"

#include <limits>

namespace voxmarch {

CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help) {
    return add_repeated(
        command, "--isovalue", "V[,V..]",
        [&isovalues](const std::string &text) {
            for (const std::string &word : text::split(text, ',')) {
                constexpr double limit = std::numeric_limits<float>::max();
                isovalues.push_back(parse_number(word, -limit, limit, "--isovalue"));
            }
        },
        help);
}

CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction) {
    return add_named(command, "--extraction", extractions(), extraction, "how triangles are found; all give the same");
}

void ExtractionDevices::add_to(CLI::App &command) {
    add_devices_option(command, selector);
    add_integer(command, "--memory-limit", memory_limit_mib, 1, 1 << 20,
                "MiB of memory that a device counts as having at most;\nlarger volumes are worked on in slabs "
                "(default: all it has)");
}

MeshSource::MeshSource(const ExtractionDevices &options) : devices_(open_devices(options.selector)) {
    for (const auto &device : devices_) {
        if (options.memory_limit_mib > 0) {
            device->limit_memory(static_cast<std::uint64_t>(options.memory_limit_mib) << 20);
        }
    }
}

ExtractedMesh MeshSource::extract(const Volume &volume, double isovalue, Extraction extraction,
                                  const ExtractionSettings &settings) const {
    std::vector<Device *> devices;
    for (const auto &device : devices_) {
        devices.push_back(device.get());
    }
    ExtractedMesh result;
    const SlabSettings slabs{extraction, settings, 0, progress_line("extracting")};
    result.mesh = extract_slabs(devices, volume, isovalue, slabs, result.shares);
    return result;
}

} // namespace voxmarch
