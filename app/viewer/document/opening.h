// What is opened: volumes and sessions, by name or dropped on the window, and what a new volume changes.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

namespace voxmarch {

struct Document;
struct LoadedVolume;
struct LoadRequest;
struct VolumeSource;
struct ViewerState;

/// Loads a volume or session in the background; asks first where edits would be lost.
void open_source(ViewerState &state, const std::string &source);

/// The same; asks first how voxels lie that come without a layout.
void open_request(ViewerState &state, const LoadRequest &request);

/// Reads what is open again, in another way: edits that are not saved stay so.
void reopen(ViewerState &state, const LoadRequest &request);

/// Loads a volume to be drawn together with those that are open, where it lies in the world. What they look like stays.
void open_beside(ViewerState &state, const std::string &source);

/// Closes one of several volumes. @param place  1 for the second
void close_beside(ViewerState &state, std::size_t place);

/// Why no volume can be opened beside those that are open, a sentence; "" if one can.
std::string why_none_beside(const ViewerState &state);

/// Loads a volume to be compared with the first that is open, where it lies in the world. One that was opened for that
/// before gives way.
void open_to_compare(ViewerState &state, const std::string &source);

/// Ends a comparison. A volume that was opened for it is closed, and what was shown before comes back.
void close_comparison(ViewerState &state);

/// Loads labels over what is open, in the place of others, brought to its grid.
void open_labels(ViewerState &state, const std::string &source);

/// Takes the labels away.
void close_labels(ViewerState &state);

/// Why no labels can be laid over what is open, a sentence; "" if they can.
std::string why_no_labels(const ViewerState &state);

/// Asks for what is to be opened. @param open  open_source() or the like
void ask_for_volume(ViewerState &state, void (*open)(ViewerState &state, const std::string &source),
                    const std::string &title = "Open a volume, a folder of slices or a session");

/// The question how voxels lie, while it is open.
void show_raw_question(ViewerState &state);

/// Closes that question. Without a volume the welcome panel comes back.
void cancel_raw_question(ViewerState &state);

/// Puts the measurements of a file into the document, if it is a table of them. @return whether it is
bool take_file(ViewerState &state, const std::string &file);

/// Opens a volume, folder or session; or takes a transfer function, measurements or a skeleton for the volume that is
/// open.
void drop_file(ViewerState &state, const std::string &file);

/// Shows a volume that has come with its scene, in the place of the last one.
void show_volume(ViewerState &state, const std::shared_ptr<const LoadedVolume> &loaded);

/// Reads the volume otherwise: what lies in the world keeps its place among the voxels. follow_reading() then does it.
/// @throws UsageError for spacing or axes that cannot be; nothing has changed then
void set_reading(Document &document, const VolumeSource &wanted);

/// Brings what is open in line with how the scene says that it is read, which edits and undo change. What cannot share
/// its voxels is loaded again. @return whether another volume is shown
bool follow_reading(ViewerState &state);

/// Shows it in the place of a first look at it (LoadedVolume::provisional). What was done to that stays.
void complete_volume(ViewerState &state, const std::shared_ptr<const LoadedVolume> &loaded);

} // namespace voxmarch
