// Which object is thinned, and what comes of it.
#include "app/viewer/dialogs/extract_skeleton.h"

#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/document/opening.h"
#include "app/viewer/jobs/jobs.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/number_text.h"
#include "app/viewer/state.h"
#include "scene/figure/figure_parts.h"
#include "scene/first_isovalue.h"
#include "volume/length_unit.h"

#include <fmt/format.h>

namespace voxmarch {

namespace {

/// Of the first isosurface, whether it is shown or not.
Isovalue isovalue_of(const Document &document) {
    const RenderSettings &settings = document.scene.settings;
    if (!settings.surfaces.empty()) {
        return {settings.surfaces.front().isovalue, settings.surfaces.front().channel};
    }
    const std::size_t place = document.channel();
    return {first_isovalue(document.volume().header(), document.histogram_of(place)).value, static_cast<int>(place)};
}

} // namespace

void ask_for_skeleton(ViewerState &state) {
    const Document &document = state.document;
    const Isovalue isovalue = isovalue_of(document);
    const auto place = static_cast<std::size_t>(isovalue.channel);
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file,
                  "Make a skeleton",
                  "Make",
                  fmt::format("Thins what is not below {} to curves, like voxmarch skeleton, and shows them as tubes. "
                              "Another value: move the first isosurface. The lines with their radii go into this "
                              "file.",
                              value_text(isovalue.value, channel_of(*document.loaded, place).type())),
                  {".vtk"},
                  next_file(state.tools.save, document, ".vtk"),
                  [&document, &maker = state.jobs.skeletons, isovalue](const std::filesystem::path &file) {
                      maker.start({document.loaded, isovalue, file});
                  }});
}

void take_made_skeleton(ViewerState &state) {
    const auto outcome = state.jobs.skeletons.take();
    if (!outcome) {
        return;
    }
    if (!outcome->error.empty()) {
        state.notices.add(outcome->error, true);
        return;
    }
    const SkeletonSummary &made = outcome->result;
    state.notices.add(fmt::format("{} branches, {} ends, {} loops, {:.6g}{} long", made.branches, made.ends, made.loops,
                                  made.length, printed_unit(state.document.grid().unit)));
    drop_file(state, state.jobs.skeletons.name());
}

} // namespace voxmarch
