// Settings as a small JSON file.
#include "app/viewer/window/settings_store.h"

#include "base/output_file.h"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

constexpr std::size_t recent_limit = 12;

} // namespace

SettingsStore::SettingsStore(std::filesystem::path folder) : folder_(std::move(folder)) {
    if (folder_.empty()) {
        return;
    }
    std::error_code ignored;
    std::filesystem::create_directories(folder_, ignored);
    std::ifstream stream(folder_ / "viewer.json");
    const nlohmann::json values = nlohmann::json::parse(stream, nullptr, false);
    try {
        recent = values.value("recent", recent);
        last_folder = values.value("folder", last_folder);
        sections = values.value("sections", sections);
        toolbar = values.value("toolbar", toolbar);
        reading_strip = values.value("reading_strip", reading_strip);
        light = values.value("light", light);
        turntable = values.value("turntable", turntable);
        native_dialogs = values.value("native_dialogs", native_dialogs);
        lab = lab_chosen = values.value("lab", lab);
        places = values.value("places", places);
        raw_layouts = values.value("raw", raw_layouts);
        transfer_below = values.value("transfer_below", transfer_below);
        transfer_height = std::clamp(values.value("transfer_height", transfer_height), 50.0, 16384.0);
        if (values.contains("column_width")) {
            column_width = std::clamp(values.at("column_width").get<double>(), 50.0, 16384.0);
        }
        scales = values.value("scales", scales);
        sizes = values.value("sizes", sizes);
    } catch (const nlohmann::json::exception &) { // broken: the defaults will do
    }
}

void SettingsStore::add_recent(const std::string &source) {
    std::erase(recent, source);
    recent.insert(recent.begin(), source);
    recent.resize(std::min(recent.size(), recent_limit));
    save();
}

void SettingsStore::save() const noexcept {
    if (folder_.empty()) {
        return;
    }
    try {
        nlohmann::ordered_json values = {{"recent", recent},
                                         {"folder", last_folder},
                                         {"sections", sections},
                                         {"toolbar", toolbar},
                                         {"reading_strip", reading_strip},
                                         {"light", light},
                                         {"turntable", turntable},
                                         {"native_dialogs", native_dialogs},
                                         {"lab", lab_chosen},
                                         {"places", places},
                                         {"raw", raw_layouts},
                                         {"scales", scales},
                                         {"sizes", sizes},
                                         {"transfer_below", transfer_below},
                                         {"transfer_height", transfer_height}};
        if (column_width) {
            values["column_width"] = *column_width;
        }
        OutputFile file(folder_ / "viewer.json");
        file.write(values.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n");
        file.commit(Keep::written);
    } catch (const std::exception &) { // a full disk must not end the viewer
    }
}

} // namespace voxmarch
