// What the viewer remembers between runs, under $XDG_CONFIG_HOME/voxmarch: recent files, sizes, open sections.
#pragma once

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

    std::vector<std::string> recent;                 ///< sources, newest first
    std::optional<double> scale;                     ///< of text and panels; empty: the display's
    double window_width = 1280, window_height = 800; ///< points, such that times the scale they are whole pixels
    std::string last_folder;                         ///< of the file dialog
    std::map<std::string, bool> sections;            ///< of the panel: which are open
    bool toolbar = true;                             ///< whether it is shown
    bool light = false;                              ///< the theme
    std::map<std::string, std::string> raw_layouts;  ///< given last for raw files, by absolute path

    void add_recent(const std::string &source);

    /// Writes the file. Settings that cannot be kept are no reason to stop: nothing is thrown.
    void save() const noexcept;

    /// Where Dear ImGui keeps places of windows; "" if nothing is kept.
    std::string layout_file() const { return folder_.empty() ? "" : (folder_ / "layout.ini").string(); }

private:
    std::filesystem::path folder_;
};

} // namespace voxmarch
