// Isovalues, strategy and devices of an extraction.
#include "app/cli/mesh_options.h"

#include "app/cli/typed_options.h"
#include "app/environment.h"

#include <limits>

namespace voxmarch {

CLI::Option *add_isovalues_option(CLI::App &command, std::vector<double> &isovalues, const std::string &help) {
    constexpr double limit = std::numeric_limits<float>::max();
    return add_list<double>(
        command, "--isovalue", "V[,V..]", isovalues,
        [](const std::string &word) { return parse_number(word, -limit, limit, "--isovalue"); }, help);
}

CLI::Option *add_extraction_option(CLI::App &command, Extraction &extraction) {
    return add_named(command, "--extraction", extraction, "how triangles are found; all give the same");
}

void add_extraction_devices(CLI::App &command, ExtractionDevices &devices) {
    devices.opening = environment_options();
    add_devices_option(command, devices.selector);
    add_integer(command, "--memory-limit", devices.memory_limit_mib, 1, 1 << 20,
                "MiB of memory that a device counts as having, and that voxels\ntake here, at most; larger volumes are "
                "read and worked on in\nslabs (default: all it has, and three quarters of what is here)");
    add_integer(command, "--unit-layers", devices.unit_layers, 1, 1 << 20,
                "layers of cells that go through a device at a time, rounded up to\nfours; the surface stays the same "
                "(default: as many as fit, shared\nby the devices)");
}

} // namespace voxmarch
