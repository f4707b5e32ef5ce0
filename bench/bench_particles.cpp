// Spreads, extracts and draws, frame by frame.
#include "bench/bench_particles.h"

#include "bench/device_rates.h"
#include "bench/frame_bench.h"
#include "bench/timing.h"
#include "renderer/particle_density.h"
#include "renderer/views.h"
#include "renderer/volume_renderer.h"
#include "volume/particles/dam_break.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace voxmarch {

namespace {

constexpr double isovalue = 500.0; // kg/m^3, half of water

/// Each particle as so many along each axis, which weigh as much together: many particles without a long simulation.
Particles split(const Particles &few, double distance, int along) {
    Particles many;
    const double part = distance / along;
    for (std::size_t i = 0; i < few.positions.size(); ++i) {
        for (int k = 0; k < along * along * along; ++k) {
            const glm::dvec3 offset(k % along, k / along % along, k / (along * along));
            many.positions.push_back(few.positions[i] + (offset - 0.5 * (along - 1)) * part);
            many.masses.push_back(few.masses[i] / (along * along * along));
        }
    }
    return many;
}

/// Some times of a dam break on one lattice, whose voxels are two distances of particles apart.
std::vector<PlacedParticles> frames_of(const std::vector<Particles> &times, double distance, int along) {
    std::vector<Particles> all;
    DensityField field{2.0 * distance / along, {}};
    for (const Particles &time : times) {
        all.push_back(split(time, distance, along));
        field.box = joined(field.box.value_or(box_of(all.back())), box_of(all.back()));
    }
    std::vector<PlacedParticles> placed;
    for (const Particles &particles : all) {
        placed.push_back(place_particles(particles, field, "the dam break"));
    }
    return placed;
}

Volume volume_of(const PlacedParticles &placed, const ParticleDensity &made) {
    VolumeHeader header;
    header.grid = placed.grid;
    header.type = ScalarType::f32;
    std::vector<std::byte> voxels(header.byte_count());
    made.download({reinterpret_cast<float *>(voxels.data()), voxels.size() / sizeof(float)});
    return {std::move(header), std::move(voxels)};
}

/// Whether device and host make the same bits.
bool is_equal(const PlacedParticles &placed, ParticleDensity &made) {
    made.upload(placed);
    (void)milliseconds(made.spread());
    std::vector<float> expected(placed.grid.voxel_count()), found(expected.size());
    made.download(found);
    return spread_on_host(placed, expected) && made.fits() &&
           std::memcmp(found.data(), expected.data(), found.size() * sizeof(float)) == 0;
}

struct ParticleTimes {
    std::vector<double> upload, spread, extract, frame; ///< ms; upload and frame on the host
    std::map<std::string, std::vector<double>> kernels; ///< of spreading
    std::uint64_t triangles = 0;                        ///< of the first time, however many frames there are
    Image picture;                                      ///< of the last frame
};

/// Makes the mesh of each frame, which stays on the device.
void time_meshes(Device &device, const std::vector<PlacedParticles> &frames, int count, ParticleTimes &times) {
    ParticleDensity made(device);
    made.upload(frames.front());
    const auto extractor = make_extractor(Extraction::blocks, device, made.field());
    DeviceMesh mesh;
    for (int i = -2; i < count; ++i) {
        const PlacedParticles &placed = frames[static_cast<std::size_t>(i + 2) % frames.size()];
        const auto begin = std::chrono::steady_clock::now();
        made.upload(placed);
        const double upload_ms = milliseconds_since(begin);
        const Events events = made.spread();
        const double spread_ms = milliseconds(events);
        extractor->forget();
        const double extract_ms = milliseconds(extractor->extract(isovalue, {}, mesh));
        if (i == -2) {
            times.triangles = mesh.triangles;
        }
        if (i < 0) {
            continue;
        }
        times.upload.push_back(upload_ms);
        times.spread.push_back(spread_ms);
        for (const Event &event : events) {
            times.kernels[event.label()].push_back(event.milliseconds());
        }
        times.extract.push_back(extract_ms);
    }
}

/// Draws each frame as `render` does: the density comes to the host, as what chooses colours and tells values reads it
/// there, and goes back as a volume.
void time_pictures(Device &device, const std::vector<PlacedParticles> &frames, const BenchOptions &options,
                   ParticleTimes &times) {
    ParticleDensity made(device);
    made.upload(frames.front());
    (void)milliseconds(made.spread());
    VolumeRenderer renderer(device, volume_of(frames.front(), made));
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{isovalue, {0.35f, 0.6f, 0.85f}, 1.0f}};
    const Camera camera = standard_view(frames.front().grid);
    const std::array<int, 2> size = !options.sizes.empty() ? options.sizes.front() : std::array<int, 2>{1024, 1024};
    for (int i = -2; i < options.frames; ++i) {
        const PlacedParticles &placed = frames[static_cast<std::size_t>(i + 2) % frames.size()];
        const auto begin = std::chrono::steady_clock::now();
        made.upload(placed);
        const Events events = made.spread();
        renderer.replace_voxels(volume_of(placed, made));
        times.picture = renderer.render(camera, size[0], size[1], settings);
        if (i >= 0) {
            times.frame.push_back(milliseconds_since(begin));
        }
    }
}

nlohmann::json measure(Device &device, const std::vector<PlacedParticles> &frames, const BenchOptions &options) {
    const PlacedParticles &first = frames.front();
    const auto particles = static_cast<double>(first.particles.size()),
               voxels = static_cast<double>(first.grid.voxel_count());
    ParticleDensity made(device);
    const bool equal = is_equal(first, made) && is_equal(frames.back(), made);
    const std::string what =
        fmt::format("{:>9} {:>14}", first.particles.size(),
                    fmt::format("{}x{}x{}", first.grid.dims[0], first.grid.dims[1], first.grid.dims[2]));
    if (!equal) {
        fmt::print("{}  refused: the device makes another density than the host\n", what);
        return {{"particles", particles}, {"equal", false}};
    }
    ParticleTimes times;
    time_meshes(device, frames, options.frames, times);
    time_pictures(device, frames, options, times);
    const Spread upload = spread_of(times.upload), spread = spread_of(times.spread), extract = spread_of(times.extract),
                 frame = spread_of(times.frame);
    const double scatter_ms = spread_of(times.kernels.at("spread_particles")).median;
    const double atomics = 27.0 * particles;
    // Particles once; voxels to be cleared, and read and written as floats.
    const double bytes = 16.0 * particles + 12.0 * voxels, floor_ms = ms_at(rates_of(device).copy, bytes);
    fmt::print("{} {:>9} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.2f} {:>10.4f} {:>7.1f} {:>9.3f}\n", what,
               times.triangles, upload.median, spread.median, extract.median, frame.median, atomics / scatter_ms / 1e6,
               floor_ms, spread.median / floor_ms, 1e3 / frame.median);
    std::fflush(stdout);
    nlohmann::json kernels;
    for (const auto &[kernel, ms] : times.kernels) {
        kernels[kernel] = spread_of(ms).median;
    }
    if (!options.out.empty()) {
        write_png(times.picture,
                  std::filesystem::path(options.out) / fmt::format("particles_{}.png", first.particles.size()));
    }
    const auto three = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    return {{"particles", particles},
            {"voxels", voxels},
            {"equal", true},
            {"triangles", times.triangles},
            {"upload_ms", three(upload)},
            {"spread_ms", three(spread)},
            {"kernels_ms", kernels},
            {"extraction_ms", three(extract)},
            {"frame_ms", three(frame)},
            {"frames_per_second", 1e3 / frame.median},
            {"atomics", atomics},
            {"atomics_per_second", atomics / scatter_ms * 1e3},
            {"bytes", bytes},
            {"floor_ms", floor_ms}};
}

} // namespace

int bench_particles(const BenchOptions &options) {
    Device device(options.device, options.opening);
    DamBreak dam(options.quick ? 10 : 32);
    std::vector<Particles> times;
    for (int frame = 0; frame < 16; ++frame) {
        times.push_back(dam.particles());
        dam.next_frame();
    }
    constexpr int first = 8; // on its way
    times.erase(times.begin(), times.begin() + first);
    fmt::print("a dam break on {}, another time every frame (ms: medians; upload and frame on the host; triangles of "
               "the first, {:.2f} s)\n{:>9} {:>14} "
               "{:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>10} {:>7} {:>9}\n",
               device.info().name, first * DamBreak::seconds_a_frame, "particles", "voxels", "triangles", "upload",
               "spread", "extract", "frame", "Gatom/s", "floor", "ratio", "frames/s");
    nlohmann::json rows = nlohmann::json::array();
    bool equal = true;
    for (const int along : options.quick ? std::vector{1, 2} : std::vector{1, 2, 4, 8}) {
        rows.push_back(measure(device, frames_of(times, dam.distance(), along), options));
        equal = equal && rows.back()["equal"].get<bool>();
    }
    write_report(options, "particles", device.info(), rows);
    return equal ? 0 : 1;
}

} // namespace voxmarch
