// Everything that the viewer shows and edits, by its parts. Each part has a header of its own, in the room that it
// belongs to: a change of one does not concern what uses the others.
#pragma once

namespace voxmarch {

class SettingsStore;
class Window;
struct ChannelList;
struct ClipHandles;
struct Comparison;
struct Dialogs;
struct Document;
struct Jobs;
struct LabelList;
struct MeasureTool;
struct Notices;
struct PresetPictures;
struct ProbeTool;
struct Saving;
struct SkipMap;
struct Slices;
struct SpeedMeasurements;
struct TimeLinePlayer;
struct TimePlayer;
struct TransferEditor;
struct View;

/// What users look at a volume with, beside the view.
struct Tools {
    ChannelList &channels;     ///< panels/channels.h
    ClipHandles &clip;         ///< view/clip_handles.h
    Comparison &compare;       ///< panels/compare.h
    LabelList &labels;         ///< panels/labels.h
    MeasureTool &measure;      ///< view/measure_tool.h
    PresetPictures &presets;   ///< panels/presets.h
    ProbeTool &probe;          ///< view/probe_tool.h
    Saving &save;              ///< jobs/save.h
    SkipMap &skip;             ///< view/skip_map.h
    Slices &slices;            ///< view/slices.h
    SpeedMeasurements &speed;  ///< panels/speed.h
    TimeLinePlayer &time_line; ///< time_line/player.h
    TimePlayer &times;         ///< view/time_player.h
    TransferEditor &transfer;  ///< transfer/editor.h
};

struct ViewerState {
    Document &document; ///< document/document.h: what is open
    View &view;         ///< view/view.h: what is shown of it
    Tools tools;
    Jobs &jobs;           ///< jobs/jobs.h: what works in the background
    Dialogs &dialogs;     ///< dialogs/dialogs.h: what is open above
    Notices &notices;     ///< dialogs/notices.h
    Window &window;       ///< window/window.h
    SettingsStore &store; ///< window/settings_store.h: what is remembered
};

} // namespace voxmarch
