// Times work units of different sizes, and asks the strategy scan for the memory of its phases.
#include "bench/isosurface_units.h"

#include "bench/isosurface_row.h"
#include "isosurface/device_field.h"
#include "kernels/shared/shared_types.h"

#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <set>

namespace voxmarch {

namespace {

constexpr int default_layers[] = {8, 20, 32, 40, 52, 60, 72, 80, 92, 100}; // his 10 to 100 in fours

/// In fours and ascending; at the end all layers in one unit.
std::set<int> sizes_of(const std::vector<int> &layers, int volume_slices) {
    std::set<int> sizes;
    for (const int size :
         layers.empty() ? std::vector<int>(std::begin(default_layers), std::end(default_layers)) : layers) {
        const int rounded = (size + ISO_BLOCK_Z - 1) / ISO_BLOCK_Z * ISO_BLOCK_Z;
        if (rounded < volume_slices - 1) {
            sizes.insert(rounded);
        }
    }
    sizes.insert(volume_slices - 1);
    return sizes;
}

/// How much shorter a time is, as a share of the other; 0 where there is no other.
double gain(double ms, double other_ms) { return other_ms > 0.0 ? 1.0 - ms / other_ms : 0.0; }

} // namespace

double UnitsRow::overhead() const {
    return 1.0 - static_cast<double>(volume_slices) / static_cast<double>(share.slices);
}

std::vector<UnitsRow> measure_units(Device &device, const std::string &name, const Volume &volume, double isovalue,
                                    const std::vector<int> &layers, int frames) {
    Device *const one[] = {&device};
    std::vector<UnitsRow> rows;
    for (const Extraction extraction : {Extraction::scan, Extraction::blocks}) {
        std::vector<DeviceShare> shares;
        const Mesh expected = extract_slabs(one, volume, isovalue, {extraction, {}, 0, {}}, shares);
        double smallest_ms = 0.0, previous_ms = 0.0;
        for (const int size : sizes_of(layers, volume.grid().dims[2])) {
            UnitsRow row;
            row.volume = name;
            row.extraction = extraction;
            row.isovalue = isovalue;
            row.layers = size;
            row.volume_slices = volume.grid().dims[2];
            std::vector<double> wall;
            for (int frame = -1; frame < frames; ++frame) {
                const auto begin = std::chrono::steady_clock::now();
                const Mesh mesh = extract_slabs(one, volume, isovalue, {extraction, {}, size, {}}, shares);
                if (frame >= 0) {
                    wall.push_back(milliseconds_since(begin));
                }
                row.agrees = row.agrees && same_mesh(mesh, expected);
            }
            row.share = shares.front();
            row.wall = spread_of(wall);
            smallest_ms = smallest_ms > 0.0 ? smallest_ms : row.wall.median;
            row.from_smallest = gain(row.wall.median, smallest_ms);
            row.from_previous = gain(row.wall.median, previous_ms);
            previous_ms = row.wall.median;
            rows.push_back(row);
        }
    }
    return rows;
}

void print_units_head() {
    fmt::print("\nwork units of so many layers, one device, from voxels to a mesh in host memory (ms on the host; gain "
               "over the smallest\nand over the size before)\n{:<22} {:>8} {:<10} {:>6} {:>6} {:>7} {:>10} {:>9} {:>9} "
               "{:>9} {:>9} {:>7} {:>8}\n",
               "volume", "isovalue", "extraction", "layers", "units", "slices", "overhead %", "upload", "kernels",
               "read back", "wall", "small. %", "before %");
}

void print(const UnitsRow &row) {
    fmt::print("{:<22} {:>8g} {:<10} {:>6} {:>6} {:>7} {:>10.1f} {:>9.2f} {:>9.2f} {:>9.2f} {:>9.2f} {:>7.1f} "
               "{:>8.1f}{}\n",
               row.volume, row.isovalue, name_of(row.extraction), row.layers, row.share.units, row.share.slices,
               100.0 * row.overhead(), row.share.upload_ms, row.share.kernel_ms, row.share.read_back_ms,
               row.wall.median, 100.0 * row.from_smallest, 100.0 * row.from_previous,
               row.agrees ? "" : "  MESH DIFFERS");
}

nlohmann::json to_json(const UnitsRow &row) {
    return {{"volume", row.volume},
            {"extraction", name_of(row.extraction)},
            {"isovalue", row.isovalue},
            {"triangles", row.share.triangles},
            {"equal", row.agrees},
            {"unit_layers", row.layers},
            {"units", row.share.units},
            {"volume_slices", row.volume_slices},
            {"slices_read", row.share.slices},
            {"overhead", row.overhead()},
            {"upload_ms", row.share.upload_ms},
            {"kernels_ms", row.share.kernel_ms},
            {"read_back_ms", row.share.read_back_ms},
            {"wall_ms", {row.wall.median, row.wall.p10, row.wall.p90}},
            {"gain_from_smallest", row.from_smallest},
            {"gain_from_previous", row.from_previous}};
}

PhasesRow measure_phases(Device &device, const std::string &name, const Volume &volume, double isovalue) {
    const DeviceField on_device(device, volume);
    ScanExtractor extractor(device, on_device.field());
    DeviceMesh mesh;
    (void)milliseconds(extractor.extract(isovalue, {}, mesh));
    return {name, isovalue, volume.bytes().size(), extractor.unit_voxels(), device.allocated(), extractor.phases(mesh)};
}

void print_phases_head() {
    fmt::print("\nmemory of the strategy scan: what each phase reads, writes and leaves for later ones, MiB and times "
               "the volume\n");
}

void print(const PhasesRow &row) {
    const auto mib = [](std::uint64_t bytes) { return static_cast<double>(bytes) / (1 << 20); };
    fmt::print("{} at {:g}: volume {:.1f}", row.volume, row.isovalue, mib(row.voxel_bytes));
    for (const PhaseMemory &phase : row.phases) {
        fmt::print(", {} {:.1f} ({:.2f}x)", phase.kernel, mib(phase.bytes),
                   static_cast<double>(phase.bytes) / static_cast<double>(row.voxel_bytes));
    }
    fmt::print("; held {:.1f}\n", mib(row.held));
}

nlohmann::json to_json(const PhasesRow &row) {
    nlohmann::json phases = nlohmann::json::object();
    for (const PhaseMemory &phase : row.phases) {
        phases[phase.kernel] = phase.bytes;
    }
    return {{"volume", row.volume},           {"isovalue", row.isovalue}, {"volume_bytes", row.voxel_bytes},
            {"unit_voxels", row.unit_voxels}, {"phase_bytes", phases},    {"held_bytes", row.held}};
}

} // namespace voxmarch
