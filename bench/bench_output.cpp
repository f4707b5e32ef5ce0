// Times the host's way between memory and files, beside a copy of as many bytes in memory.
#include "bench/bench_output.h"

#include "base/error.h"
#include "base/png_encoder.h"
#include "bench/frame_bench.h"
#include "bench/host_stages.h"
#include "device/staged_download.h"
#include "isosurface/device_field.h"
#include "isosurface/measures.h"
#include "isosurface/mesh_file.h"
#include "scene/animation.h"
#include "scene/picture_writer.h"
#include "transfer/preset.h"
#include "volume/formats/byte_source.h"
#include "volume/formats/packing/deflate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <fstream>
#include <functional>

namespace voxmarch {

namespace {

/// One table with what all its stages are measured beside.
struct OutputStages {
    StageTable &table;
    RateFloor copies;

    /// @param bytes  unpacked;  @param file  bytes of the file
    void row(const std::string &stage, double bytes, double file, const std::function<void()> &work) const {
        table.row(stage, bytes, copies, work)["file_bytes"] = file;
    }
};

/// The way of frames back from the device, in pieces of several sizes. On devices with memory of their own the floor is
/// the way to pinned memory alone.
void measure_read_back(Device &device, const Buffer &pixels, const OutputStages &stages) {
    constexpr std::uint64_t mib = 1 << 20;
    const auto bytes = static_cast<double>(pixels.bytes());
    device.stages().take(2 * Staging{}.memory); // a program that draws several frames has pinned memory
    const TakePart nothing = [](std::uint64_t, std::span<const std::byte>) {};
    RateFloor floor = stages.copies;
    if (device.info().kind != DeviceKind::cpu) {
        const Spread ms = time_of(20, [&] { download_staged(device, pixels, 0, pixels.bytes(), nothing); });
        floor = {"pinned copy", bytes / ms.median * 1e3};
    }
    stages.table.row("frame to host", bytes, floor, [&] { static_cast<void>(read_back(device, pixels)); });
    UnsetVector<std::uint8_t> picture;
    picture.resize(pixels.bytes());
    const TakePart copy = [&](std::uint64_t first, std::span<const std::byte> part) {
        std::memcpy(picture.data() + first, part.data(), part.size());
    };
    for (const std::uint64_t piece : {mib, 2 * mib, 4 * mib, 8 * mib}) {
        for (const int threads : {1, 4, 8}) {
            const Staging staging{piece, Staging{}.memory, threads, {}};
            stages.table.row(fmt::format("frame to host, {} MiB, {} threads", piece / mib, threads), bytes, floor,
                             [&] { download_staged(device, pixels, 0, pixels.bytes(), copy, staging); });
        }
    }
}

/// A turn, drawn alone and with its pictures written beside.
void measure_turn(VolumeRenderer &renderer, const BenchScene &scene, const BenchOptions &options,
                  const std::array<int, 2> &size, const ScratchFiles &scratch, const OutputStages &stages) {
    const int pictures = renderer.device().kind == DeviceKind::cpu ? 6 : 60;
    const std::vector<Camera> cameras = turntable_cameras(scene.camera, pictures);
    const RenderSettings settings = bench_settings(options);
    const double bytes = 4.0 * size[0] * size[1] * pictures;
    const auto draw = [&](const std::function<void(int, Image)> &use) {
        for (int i = 0; i < pictures; ++i) {
            use(i, renderer.render(cameras[static_cast<std::size_t>(i)], size[0], size[1], settings));
        }
    };
    /// @return milliseconds
    const auto row = [&](const std::string &stage, const RateFloor &floor, const std::function<void()> &work) {
        nlohmann::json &result = stages.table.row(stage, bytes, floor, work);
        const double ms = result["ms"];
        result["frames_per_s"] = 1e3 * pictures / ms;
        fmt::print("{:<34} {:10.1f} frames/s\n", "", 1e3 * pictures / ms);
        return ms;
    };
    const double drawn_ms = row(fmt::format("turn of {} pictures, drawn", pictures), stages.copies,
                                [&] { draw([](int, const Image &) {}); });
    row(fmt::format("turn of {} pictures, to PNG", pictures), {"drawn alone", bytes / drawn_ms * 1e3}, [&] {
        PictureWriter writer;
        draw(
            [&](int i, Image picture) { writer.add(std::move(picture), scratch / fmt::format("turn-{}.png", i), {}); });
        writer.finish();
    });
}

void measure_picture(Device &device, const BenchScene &scene, const BenchOptions &options, const ScratchFiles &scratch,
                     const OutputStages &stages) {
    const std::array<int, 2> size = options.sizes.empty() ? std::array<int, 2>{1920, 1080} : options.sizes.front();
    VolumeRenderer renderer(device, scene.volume, options.backend);
    renderer.set_transfer(find_preset("thesis"));
    const Image image = renderer.render(scene.camera, size[0], size[1], bench_settings(options));
    const std::size_t packed = encode_png(size[0], size[1], image.rgba).size();
    stages.row("png", static_cast<double>(image.rgba.size()), static_cast<double>(packed),
               [&] { static_cast<void>(encode_png(size[0], size[1], image.rgba)); });
    measure_read_back(device, *renderer.draw(scene.camera, size[0], size[1], bench_settings(options)).pixels, stages);
    measure_turn(renderer, scene, options, size, scratch, stages);
}

void measure_mesh(Device &device, const Volume &volume, const ScratchFiles &scratch, const OutputStages &stages) {
    const DeviceField on_device(device, volume);
    const auto extractor = make_extractor(Extraction::blocks, device, on_device.field());
    const ValueRange range = volume.range();
    DeviceMesh on_device_mesh;
    extractor->extract(0.5 * (range.min + range.max), {}, on_device_mesh);
    const Mesh mesh = download(device, on_device_mesh);
    fmt::print("mesh of {} triangles\n", mesh.triangles.size());
    const auto bytes = static_cast<double>(24 * mesh.positions.size() + 12 * mesh.triangles.size());
    stages.row("mesh to world", bytes, 0.0, [&] {
        Mesh moved = mesh;
        to_world(moved, volume.grid());
    });
    stages.row("measure mesh", bytes, 0.0, [&] { static_cast<void>(measure(mesh)); });
    for (const std::string format : {"ply", "stl", "obj", "vtk"}) {
        const auto file = scratch / ("mesh." + format);
        write_mesh(mesh, file);
        const auto size = static_cast<double>(std::filesystem::file_size(file));
        stages.row(format, size, size, [&] { write_mesh(mesh, file); });
    }
}

/// @return whether the voxels come back
bool measure_gzip(const Volume &volume, const ScratchFiles &scratch, const OutputStages &stages) {
    const auto file = scratch / "voxels.gz";
    std::ofstream stream(file, std::ios::binary);
    gzip(volume.bytes(), [&](std::span<const std::byte> piece) {
        stream.write(reinterpret_cast<const char *>(piece.data()), static_cast<std::streamsize>(piece.size()));
    });
    stream.close();
    const auto packed = static_cast<double>(std::filesystem::file_size(file));
    const auto bytes = static_cast<double>(volume.bytes().size());
    std::vector<std::byte> out(volume.bytes().size());
    stages.row("gunzip pieces", bytes, packed, [&] {
        const auto source = open_gzip_bytes(file, 0);
        source->read(out);
        source->finish();
    });
    bool good = std::equal(out.begin(), out.end(), volume.bytes().begin());
    if (open_gzip_bytes(file, 0)->read_at_once(out)) {
        stages.row("gunzip at once", bytes, packed, [&] { open_gzip_bytes(file, 0)->read_at_once(out); });
        good = good && std::equal(out.begin(), out.end(), volume.bytes().begin());
    }
    return good;
}

} // namespace

int bench_output(const BenchOptions &options) {
    Device device(options.device, options.opening);
    StageTable table(options);
    bool good = true;
    for (const std::string &name : scene_volumes(options)) {
        const BenchScene scene = read_scene(name);
        const ScratchFiles scratch;
        table.begin(scene.name);
        const OutputStages stages{table, {"memcpy, 1 thread", copy_rate(options.frames, 1)}};
        measure_picture(device, scene, options, scratch, stages);
        measure_mesh(device, scene.volume, scratch, stages);
        if (has_deflate() && !measure_gzip(scene.volume, scratch, stages)) {
            fmt::print("refused: gzip gives other voxels\n");
            good = false;
        }
    }
    write_report(options, "output", device.info(), table.rows);
    return good ? 0 : 1;
}

} // namespace voxmarch
