// Serves one volume to browsers until somebody stops it.
#pragma once

#include "app/serve/scene_edits.h"
#include "device/device_info.h"
#include "scene/brick_room.h"
#include "scene/load_volume.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace voxmarch {

struct ServeOptions {
    LoadRequest load;
    std::string device;    ///< see open_drawing_devices(): each draws for pages of its own
    bool together = false; ///< all draw each picture together
    bool allow_mixed = false;
    BrickWish bricks;
    std::optional<SamplingBackend> backend; ///< empty: what suits the device
    std::string address = "127.0.0.1";
    int port = 8080;                ///< 0: any free one
    std::vector<std::string> hosts; ///< names beside localhost and addresses
    std::string token;              ///< empty: a new one
    int clients = 8;
    SizeLimit size;
};

/// @param progress  as ReadOptions::progress
/// @param note      told what the user should know of how it is drawn
/// @param ready     told the address of the page when it can be opened
/// @throws as load_volume, WebServer, DrawThread; UnsupportedError where this build cannot serve
void serve(const ServeOptions &options, const std::function<void(double)> &progress,
           const std::function<void(const LoadedVolume &)> &opened,
           const std::function<void(const std::string &)> &note, const std::function<void(const std::string &)> &ready);

/// "http://127.0.0.1:8080/#token=..": the token stands where browsers keep it for themselves.
std::string page_address(const std::string &address, int port, const std::string &token);

} // namespace voxmarch
