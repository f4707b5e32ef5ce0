// Measures frames: one row of a table, and its checks.
#pragma once

#include "bench/scenes.h"
#include "bench/timing.h"
#include "renderer/volume_renderer.h"

#include <array>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch {

/// What the frames of all rows have in common, unless the options say otherwise.
RenderSettings bench_settings(const BenchOptions &options);

/// One measured configuration.
struct FrameRow {
    std::string label;
    RenderSettings settings; ///< of the frame
    Spread ms;
    FrameStatistics counts;  ///< of one counted frame
    int resident_warps = 0;  ///< of a multiprocessor, see bench/multiprocessor.h; 0: not known
    bool equal = true;       ///< the picture equals that of the standard caster
    double derived_ms = 0.0; ///< leaf ranges, occupancy and distance maps made before the first frame
};

/// Draws the frame that is measured, and tells what it took.
using DrawFrame = std::function<Image(FrameStatistics &)>;

/// Renders, compares with `expected` (skipped if null), times and counts.
/// @param shared  how several devices draw the frame, the renderer's among them; empty: the renderer does
FrameRow measure_frame(VolumeRenderer &renderer, const Camera &camera, std::array<int, 2> size,
                       const RenderSettings &settings, const Image *expected, int frames, const std::string &label,
                       Image *picture = nullptr, const DrawFrame &shared = {});

/// Trilinear samples per second of this device's texture units, measured now; 0 where the back end has none.
struct TexturePeak {
    double r8 = 0.0, rgba8 = 0.0;
};
TexturePeak measure_texture_peak(Device &device, SamplingBackend backend);

void print_frame_head(const std::string &first_column);
/// `standard_ms` is the time of the row `none`; rows whose picture differs are refused: no time is printed.
void print_frame_row(const FrameRow &row, double standard_ms, const TexturePeak &peak);

/// Times, counts, leaf size, threshold, loop parameters (null where the traversal has none) and the texture peak.
nlohmann::json frame_json(const FrameRow &row, double standard_ms, const TexturePeak &peak);

/// The folder of --out, made if it is not there. @throws OutputError where that is a file or cannot be made
void make_folder(const std::filesystem::path &folder);

/// Writes REPORT.json and REPORT.csv (one line a row, RFC 4180) into options.out, if that is given.
void write_report(const BenchOptions &options, const std::string &name, const DeviceInfo &device,
                  const nlohmann::json &rows);

} // namespace voxmarch
