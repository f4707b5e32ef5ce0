// Asks for the file, and tells what reading or writing it had to tell.
#include "app/viewer/transfer/files.h"

#include "app/remedy_text.h"
#include "app/viewer/dialogs/dialogs.h"
#include "app/viewer/dialogs/notices.h"
#include "app/viewer/document/document.h"
#include "app/viewer/jobs/save.h"
#include "app/viewer/panels/widgets.h"
#include "app/viewer/state.h"
#include "app/viewer/transfer/editor.h"
#include "transfer/file.h"

#include <algorithm>
#include <functional>

namespace voxmarch {

namespace {

/// Does it with a file and tells what there was to tell.
void with_file(Notices &notices, const char *done, const std::filesystem::path &file,
               const std::function<void(TransferNotes &)> &work) {
    TransferNotes notes;
    try {
        work(notes);
        notices.add(done + file.string());
    } catch (const Error &error) {
        notices.add(viewer_text(error), true);
    }
    for (const Note &note : notes) {
        notices.add(viewer_text(note));
    }
}

std::vector<std::string> transfer_extensions() {
    std::vector<std::string> all;
    for (const TransferFormat &format : transfer_formats()) {
        for (const std::string_view extension : format.extensions) {
            if (std::ranges::find(all, extension) == all.end()) {
                all.emplace_back(extension);
            }
        }
    }
    return all;
}

constexpr const char *formats =
    "Transfer functions of voxmarch and ParaView (.json), 3D Slicer (.vp.json, .vp), Inviwo (.itf) and Voreen (.tfi), "
    "and colour maps as pictures (.png). The name's end tells the format.";

} // namespace

void ask_for_transfer_import(ViewerState &state) {
    ask_for_file(state.dialogs.file,
                 {FileKind::open_file, "Import a transfer function", "Import", formats, transfer_extensions(),
                  state.tools.save.folder, [&state](const std::filesystem::path &file) {
                      with_file(state.notices, "read ", file, [&](TransferNotes &notes) {
                          Document &document = state.document;
                          document.transfer() =
                              over_volume(read_transfer(file, &notes), *document.loaded, document.channel());
                          state.tools.transfer.selected.clear();
                      });
                  }});
}

void ask_for_transfer_export(ViewerState &state) {
    ask_for_file(state.dialogs.file,
                 {FileKind::save_file, "Export the transfer function", "Export", formats, transfer_extensions(),
                  state.tools.save.folder / "transfer.json", [&state](const std::filesystem::path &file) {
                      with_file(state.notices, "saved ", file, [&](TransferNotes &notes) {
                          write_transfer(state.document.transfer(), file, &notes);
                          state.tools.save.folder = file.parent_path();
                      });
                  }});
}

void show_transfer_files(ViewerState &state) {
    if (ImGui::Button("Import")) {
        ask_for_transfer_import(state);
    }
    tooltip(formats);
    beside("Export");
    if (ImGui::Button("Export")) {
        ask_for_transfer_export(state);
    }
    tooltip(formats);
}

} // namespace voxmarch
