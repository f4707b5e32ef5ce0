// The sections of the column at the left: each shows and edits its part of the state.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace voxmarch {

class TimeSteps;
struct Camera;
struct Comparison;
struct Document;
struct Jobs;
struct ProbeTool;
struct RenderSettings;
struct RenderStatus;
struct Scene;
struct ShownPicture;
struct SkipMap;
struct Slices;
struct SpeedMeasurements;
struct TimePlayer;
struct ViewerState;
enum class SamplingBackend;

/// Whether there are several channels, in the file or drawn together, or several volumes.
bool has_channels(const Document &document);

/// "Channels" or "Volumes".
const char *channels_title(const Document &document);
void show_channels_section(ViewerState &state);
void show_transfer_section(ViewerState &state);
void show_time_section(TimePlayer &player, const Document &document, const TimeSteps &steps); ///< of a series
void show_presets_section(ViewerState &state);
void show_mode_section(ViewerState &state);
void show_labels_section(ViewerState &state); ///< of a volume with labels
void show_slices_section(Slices &slices, Document &document, bool in_bricks);
void show_measure_section(ViewerState &state);
void show_figure_section(Scene &scene);
void show_appearance_section(Document &document, const RenderStatus &status);
void show_clipping_section(ViewerState &state);
void show_quality_section(Scene &scene, const RenderStatus &status);
void show_speed_section(SpeedMeasurements &speed, SkipMap &skip, Document &document, const ShownPicture &shown,
                        Jobs &jobs);
void show_speed_numbers(SpeedMeasurements &speed, const Document &document, const ShownPicture &shown,
                        Jobs &jobs); ///< the lower half of "Speed"
void show_compare_section(Comparison &compare, Document &document, ShownPicture &shown, const RenderStatus &status);
void show_compared_volumes(ViewerState &state); ///< in place of the list of volumes, while two are compared
void show_probe_section(ProbeTool &probe, SkipMap &skip, const Comparison &compare, const Document &document);
void show_volume_facts(const Document &document, const RenderStatus &status);

/// How many triangles a surface of the scene has: "3.4 million", "counting ...", or "-" if rays find it without any.
std::string triangles_text(const Document &document, const ShownPicture &shown, std::size_t surface);

} // namespace voxmarch
