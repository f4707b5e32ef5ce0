// What the viewer remembers between runs, under $XDG_CONFIG_HOME/voxmarch: recent files, sizes, open sections.
#pragma once

#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

class SettingsStore {
public:
    /// Reads what is there; a broken file counts as none. @param folder  empty: nothing is read or kept
    explicit SettingsStore(std::filesystem::path folder);

    static constexpr double usual_transfer_height = 280.0;

    std::vector<std::string> recent;                 ///< sources, newest first
    std::map<std::string, double> scales;            ///< of text and panels, by display_key(); of others what suits
    std::map<std::string, std::array<int, 2>> sizes; ///< of the window, pixels, by display_key(), too
    std::string last_folder;                         ///< of the file dialog
    std::map<std::string, bool> sections;            ///< of the panel: which are open
    bool toolbar = true;                             ///< whether it is shown
    bool reading_strip = true;                       ///< whether it tells how a file was read
    bool light = false;                              ///< the theme
    std::map<std::string, std::string> raw_layouts;  ///< given last for raw files, by absolute path
    std::optional<double> column_width;              ///< of the panels, points; empty: as wide as suits the window
    bool transfer_below = false;                     ///< the transfer function editor lies below the view, not in the
                                                     ///< panels,
    double transfer_height = usual_transfer_height;  ///< so high, points

    bool turntable = false;     ///< the mouse keeps the horizon level, else it turns freely
    bool native_dialogs = true; ///< the desktop's dialogs for files, where it has some
    bool lab = false;           ///< the workspace: the speed lab, or what looks at pictures
    bool lab_chosen = false;    ///< the same as the user chose it last, which is kept; tools show the other one, too
    std::map<std::string, int> places; ///< workspaces of panels that the user moved, see panels/column.h

    void add_recent(const std::string &source);

    /// Writes the file. Settings that cannot be kept are no reason to stop: nothing is thrown.
    void save() const noexcept;

    /// Where Dear ImGui keeps places of windows; "" if nothing is kept.
    std::string layout_file() const { return folder_.empty() ? "" : (folder_ / "layout.ini").string(); }

    /// Where the user's own presets are kept; "" if nothing is.
    std::filesystem::path presets_folder() const { return folder_.empty() ? folder_ : folder_ / "presets"; }

private:
    std::filesystem::path folder_;
};

} // namespace voxmarch
