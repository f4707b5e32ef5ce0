// Times the host's way between memory and files, beside a copy of as many bytes in memory.
#include "bench/bench_output.h"

#include "base/error.h"
#include "base/png_encoder.h"
#include "bench/frame_bench.h"
#include "isosurface/device_field.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"
#include "transfer/preset.h"
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <functional>
#include <unistd.h>

namespace voxmarch {

namespace {

/// A folder for what is written and read again, gone afterwards.
class ScratchFiles {
public:
    ScratchFiles()
        : folder_(std::filesystem::temp_directory_path() / fmt::format("voxmarch-bench-output-{}", getpid())) {
        std::filesystem::create_directories(folder_);
    }
    ~ScratchFiles() {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
    ScratchFiles(const ScratchFiles &) = delete;
    ScratchFiles &operator=(const ScratchFiles &) = delete;

    std::filesystem::path operator/(const std::string &name) const { return folder_ / name; }

private:
    std::filesystem::path folder_;
};

/// Wall time of `work`, once more before the first that counts.
Spread time_of(int repetitions, const std::function<void()> &work) {
    std::vector<double> times;
    for (int i = 0; i <= repetitions; ++i) {
        const auto begin = std::chrono::steady_clock::now();
        work();
        const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
        times.push_back(ms.count());
    }
    times.erase(times.begin());
    return spread_of(times);
}

/// Bytes a second of memcpy on one core, between blocks that no cache holds.
double copy_rate(int repetitions) {
    const std::vector<char> from(std::size_t{1} << 26, 'x');
    std::vector<char> to(from.size());
    const Spread ms = time_of(repetitions, [&] { std::memcpy(to.data(), from.data(), from.size()); });
    return static_cast<double>(from.size()) / ms.median * 1e3;
}

class OutputTable {
public:
    OutputTable(const BenchOptions &options, std::string volume)
        : options_(&options), volume_(std::move(volume)), copies_(copy_rate(options.frames)) {
        fmt::print("\n{}, floor: memcpy on one core, {:.1f} GB/s\n{:<16} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n",
                   volume_, copies_ * 1e-9, "", "ms", "p10", "p90", "MB", "MB/s", "floor ms");
    }

    /// @param bytes  unpacked, of which the rate is
    /// @param file   bytes of the file
    void row(const std::string &name, double bytes, double file, const std::function<void()> &work) {
        const Spread ms = time_of(options_->frames, work);
        const double rate = bytes / ms.median * 1e3, floor_ms = bytes / copies_ * 1e3;
        fmt::print("{:<16} {:9.3f} {:9.3f} {:9.3f} {:9.3f} {:9.0f} {:9.3f}\n", name, ms.median, ms.p10, ms.p90,
                   file * 1e-6, rate * 1e-6, floor_ms);
        rows.push_back({{"volume", volume_},
                        {"stage", name},
                        {"ms", ms.median},
                        {"ms_p10", ms.p10},
                        {"ms_p90", ms.p90},
                        {"file_bytes", file},
                        {"bytes_per_s", rate},
                        {"copy_floor_ms", floor_ms}});
    }

    nlohmann::json rows = nlohmann::json::array();

private:
    const BenchOptions *options_;
    std::string volume_;
    double copies_;
};

void measure_picture(Device &device, const BenchScene &scene, const BenchOptions &options, OutputTable &table) {
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{1920, 1080} : options.sizes.front();
    VolumeRenderer renderer(device, scene.volume, options.backend);
    renderer.set_transfer(find_preset("thesis"));
    const Image image = renderer.render(scene.camera, size[0], size[1], bench_settings(options));
    const std::size_t packed = encode_png(size[0], size[1], image.rgba).size();
    table.row("png", static_cast<double>(image.rgba.size()), static_cast<double>(packed),
              [&] { static_cast<void>(encode_png(size[0], size[1], image.rgba)); });
}

void measure_mesh(Device &device, const Volume &volume, const ScratchFiles &scratch, OutputTable &table) {
    const DeviceField on_device(device, volume);
    const auto extractor = make_extractor(Extraction::blocks, device, on_device.field());
    const ValueRange range = volume.range();
    DeviceMesh on_device_mesh;
    extractor->extract(0.5 * (range.min + range.max), {}, on_device_mesh);
    const Mesh mesh = download(on_device_mesh);
    fmt::print("mesh of {} triangles\n", mesh.triangles.size());
    const auto bytes = static_cast<double>(24 * mesh.positions.size() + 12 * mesh.triangles.size());
    table.row("measure mesh", bytes, 0.0, [&] { static_cast<void>(measure(mesh)); });
    for (const std::string format : {"ply", "stl", "obj", "vtk"}) {
        const auto file = scratch / ("mesh." + format);
        write_mesh(mesh, file);
        const auto size = static_cast<double>(std::filesystem::file_size(file));
        table.row(format, size, size, [&] { write_mesh(mesh, file); });
    }
}

/// @return whether the voxels come back
bool measure_gzip(const Volume &volume, const ScratchFiles &scratch, OutputTable &table) {
    const auto file = scratch / "voxels.gz";
    std::ofstream stream(file, std::ios::binary);
    gzip(volume.bytes(), [&](std::span<const std::byte> piece) {
        stream.write(reinterpret_cast<const char *>(piece.data()), static_cast<std::streamsize>(piece.size()));
    });
    stream.close();
    const auto packed = static_cast<double>(std::filesystem::file_size(file));
    const auto bytes = static_cast<double>(volume.bytes().size());
    std::vector<std::byte> out(volume.bytes().size());
    table.row("gunzip pieces", bytes, packed, [&] {
        const auto source = open_gzip_bytes(file, 0);
        source->read(out);
        source->finish();
    });
    bool good = std::equal(out.begin(), out.end(), volume.bytes().begin());
    if (open_gzip_bytes(file, 0)->read_at_once(out)) {
        table.row("gunzip at once", bytes, packed, [&] { open_gzip_bytes(file, 0)->read_at_once(out); });
        good = good && std::equal(out.begin(), out.end(), volume.bytes().begin());
    }
    return good;
}

} // namespace

int bench_output(const BenchOptions &options) {
    Device device(options.device, options.opening);
    nlohmann::json rows = nlohmann::json::array();
    bool good = true;
    for (const std::string &name : scene_volumes(options)) {
        const BenchScene scene = read_scene(name);
        const ScratchFiles scratch;
        OutputTable table(options, scene.name);
        measure_picture(device, scene, options, table);
        measure_mesh(device, scene.volume, scratch, table);
        if (has_deflate() && !measure_gzip(scene.volume, scratch, table)) {
            fmt::print("refused: gzip gives other voxels\n");
            good = false;
        }
        rows.insert(rows.end(), table.rows.begin(), table.rows.end());
    }
    write_report(options, "output", device.info(), rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
