// Extraction and drawing, frame by frame.
#include "bench/isosurface_drawing.h"

#include "isosurface/device_field.h"
#include "renderer/views.h"
#include "renderer/volume_renderer.h"

#include <chrono>
#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Isovalues up to 5 % of the range around the middle one, none twice, so that every frame extracts anew.
double isovalue_of_frame(double isovalue, const ValueRange &range, int frame) {
    const double share = static_cast<double>(frame * 7 % 41 - 20) / 20.0;
    return isovalue + 0.05 * (range.max - range.min) * share + 1e-3 * frame;
}

double stage_ms(const FrameStatistics &statistics, Stage wanted) {
    double ms = 0.0;
    for (const StageTime &stage : statistics.stages) {
        ms += stage.stage == wanted ? stage.ms : 0.0;
    }
    return ms;
}

} // namespace

DrawingRow measure_drawing(Device &device, const std::string &name, const Volume &volume, double isovalue,
                           const PictureSize &size, int frames) {
    const Camera camera = standard_view(volume.grid());
    RenderSettings settings;
    settings.mode = Mode::isosurface;
    settings.surfaces = {{}};
    DrawingRow row;
    row.volume = name;
    row.isovalue = isovalue;
    row.size = size;
    std::vector<double> isovalues, extraction, raster, shade, wall;
    std::vector<std::uint64_t> triangles;
    {
        VolumeRenderer renderer(device, volume);
        for (int frame = -2; frame <= frames; ++frame) {
            // The row tells triangles and picture of its own isovalue, which is drawn after those that are timed.
            isovalues.push_back(frame < frames ? isovalue_of_frame(isovalue, volume.range(), frame + 2) : isovalue);
            settings.surfaces.front().isovalue = isovalues.back();
            const auto begin = std::chrono::steady_clock::now();
            Image picture = renderer.render(camera, size[0], size[1], settings);
            const double ms = milliseconds_since(begin);
            row.picture = std::move(picture);
            const FrameStatistics &statistics = renderer.statistics();
            triangles.push_back(statistics.surfaces.triangles);
            row.blocks_skipped = statistics.surfaces.blocks_skipped;
            if (frame >= 0 && frame < frames) {
                wall.push_back(ms);
                extraction.push_back(statistics.extraction_ms);
                raster.push_back(statistics.raster_ms);
                shade.push_back(stage_ms(statistics, Stage::shade_surfaces) +
                                stage_ms(statistics, Stage::blend_surfaces));
            }
        }
    }
    row.triangles = triangles.back();
    row.extraction = spread_of(extraction);
    row.raster = spread_of(raster);
    row.shade = spread_of(shade);
    row.wall = spread_of(wall);
    const DeviceField on_device(device, volume);
    const auto extractor = make_extractor(Extraction::blocks, device, on_device.field());
    DeviceMesh mesh;
    for (std::size_t i = 0; i < triangles.size(); ++i) {
        (void)milliseconds(extractor->extract(isovalues[i], {}, mesh));
        row.agrees = row.agrees && mesh.triangles == triangles[i];
    }
    return row;
}

void print_drawing_head(const PictureSize &size) {
    fmt::print("\ndrawn at {}x{}, another isovalue every frame (ms; wall: until the picture is in host memory)\n",
               size[0], size[1]);
    fmt::print("{:<22} {:>8} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}\n", "volume", "isovalue", "triangles", "extract",
               "raster", "shade", "wall", "frames/s");
}

void print(const DrawingRow &row) {
    fmt::print("{:<22} {:>8.1f} {:>9} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.3f} {:>9.1f}{}\n", row.volume, row.isovalue,
               row.triangles, row.extraction.median, row.raster.median, row.shade.median, row.wall.median,
               1e3 / row.wall.median, row.agrees ? "" : "  TRIANGLES DISAGREE");
}

nlohmann::json to_json(const DrawingRow &row) {
    const auto spread = [](const Spread &s) { return nlohmann::json{s.median, s.p10, s.p90}; };
    return {{"volume", row.volume},
            {"isovalue", row.isovalue},
            {"picture", row.size},
            {"triangles", row.triangles},
            {"triangles_agree", row.agrees},
            {"blocks_skipped", row.blocks_skipped},
            {"extraction_ms", spread(row.extraction)},
            {"raster_ms", spread(row.raster)},
            {"shade_ms", spread(row.shade)},
            {"wall_ms", spread(row.wall)},
            {"frames_per_second", 1e3 / row.wall.median}};
}

} // namespace voxmarch
