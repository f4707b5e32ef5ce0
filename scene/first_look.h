// What a volume is shown with where nobody said: transfer function, window, classification and camera, from its data.
#pragma once

#include "renderer/reference/caster.h"
#include "renderer/views.h"
#include "scene/scene.h"
#include "volume/data_survey.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

/// What was said about the look; the rest follows from the data.
struct LookRequest {
    std::string transfer = "auto";                  ///< preset, file or auto: chosen from the data
    DataKind data = DataKind::automatic;            ///< what an automatic function takes the values for
    std::optional<ValueRange> window{};             ///< empty: what suits the data
    std::optional<Classification> classification{}; ///< empty: what suits the data
};

/// What the user should know of a look. The application says it in words of its own.
enum class LookNote {
    automatic,         ///< the function was chosen from the data; its description says for what
    particular,        ///< and grey values would look otherwise: see DataKind::grey
    black_to_white,    ///< a projection of grey values runs over the window
    stretched,         ///< the normalised function runs over the window, which was chosen from the data
    means_mix_hidden,  ///< means along rays hold values that the function hides
    means_are_grey,    ///< the same of a function of file values, whose place black to white takes
    window_without_use ///< the function's scalars are values of the file
};

struct Look {
    TransferFunction transfer;
    std::optional<ValueRange> window; ///< of a normalised function; empty: default_window()
    Classification classification = RenderSettings{}.classification;
    std::vector<LookNote> notes; ///< in the order in which they are told
    std::string replaced{};      ///< with means_are_grey the name of the function that was asked for
};

/// @param settings  mode and blend count
/// @param survey    of the volume as it is stored, however much it was reduced; looked at for `auto` alone
/// @param fits      whether there is room for frames with such settings; empty: there is
/// @throws UsageError, FileError for a transfer function that is none
Look choose_look(const LookRequest &request, const RenderSettings &settings, const Volume &volume,
                 const DataSurvey &survey, const std::function<bool(const RenderSettings &)> &fits = {});

/// Corners of what can be seen, world; called if they are needed.
using SeenCorners = std::function<std::vector<glm::dvec3>()>;

/// Where a scene is looked at from.
struct ViewRequest {
    std::string name{};           ///< see named_view(); empty: `kept`, else default_view()
    std::optional<Camera> kept{}; ///< of a session
};

/// The view's camera. @throws UsageError for an unknown name
Camera view_camera(const ViewRequest &view, const Grid &grid, double aspect);

/// Whether the view is moved to frame what can be seen: all but `standard` and what a session kept.
bool frames_by_itself(const ViewRequest &view);

/// The view's camera moved to frame what can be seen, but for `standard` and for what a session kept.
/// @param corners  of what can be seen of the volume
/// @throws UsageError for an unknown name
Camera framing_camera(const ViewRequest &view, const Grid &grid, const SeenCorners &corners, double aspect);

/// The same for a scene, whose own camera does not count.
Camera framing_camera(const ViewRequest &view, const ReferenceScene &scene, double aspect);

} // namespace voxmarch
