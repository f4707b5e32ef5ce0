// What was opened lately, as rows with small pictures: for menu and welcome panel.
#pragma once

#include "app/viewer/window/recent_pictures.h"
#include "app/viewer/window/texture.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace voxmarch {

struct ViewerState;

/// One thing that was opened.
struct RecentRow {
    std::string source;
    std::string name;     ///< of the file or folder, or the source
    std::string kind;     ///< "NRRD volume, 2026-11-26 09:05"
    bool missing = false; ///< its file is not there any more
};

struct RecentList {
    RecentPictures pictures{{}};
    std::vector<RecentRow> rows;                              ///< as they were when the folders were looked at last
    double looked = -1.0;                                     ///< seconds_now() then; < 0: they are to be looked at now
    std::map<std::string, std::unique_ptr<Texture>> textures; ///< by source; null: there is no picture
    std::string kept;                                         ///< the last source whose picture was kept,
    std::uint64_t kept_request = 0;                           ///< which picture,
    double kept_at = 0.0;                                     ///< when
};

/// What a source is, and whether it is there. Cost: asks the file system.
RecentRow recent_row(const std::string &source);

/// Keeps what the view shows as the picture of what is open: when that is shown first, and then now and then.
/// Precondition: the picture is the final one of the scene.
void keep_recent_picture(ViewerState &state, double now);

/// Rows that open what they show; those that are missing are grey and can be removed.
/// @param most  rows  @param width  pixels
void show_recent_list(ViewerState &state, std::size_t most, float width);

} // namespace voxmarch
