// From the options to a running server, and back in order.
#include "app/serve/serve.h"

#include "app/drawing_devices.h"
#include "app/serve/serve_info.h"
#include "app/serve/serve_room.h"
#include "app/serve/token.h"
#include "base/error.h"
#include "base/text.h"
#include "renderer/memory_plan.h"
#include "renderer/traversal.h"
#include "scene/value_unit.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>
#include <unistd.h>
#include <utility>

namespace voxmarch {

namespace {

/// Names that requests may give: those of the options, and this machine's own.
std::vector<std::string> host_names(const ServeOptions &options) {
    std::vector<std::string> names;
    for (const std::string &host : options.hosts) {
        names.push_back(text::lower(host));
    }
    std::array<char, 256> name{};
    if (!is_loopback(options.address) && gethostname(name.data(), name.size() - 1) == 0) {
        names.push_back(text::lower(name.data()));
    }
    return names;
}

/// What `voxmarch render` takes without options on this device.
void complete_scene(LoadedVolume &loaded, const DeviceInfo &device, SamplingBackend backend) {
    if (!loaded.has_session) {
        RenderSettings &settings = loaded.scene.settings;
        settings.traversal = default_traversal(backend);
        settings.gradient = gradient_for(device, loaded.grid().dims);
    }
}

using Devices = std::vector<std::unique_ptr<Device>>;

/// Devices that draw together: all, or each alone.
std::vector<Devices> groups_of(Devices devices, bool together) {
    std::vector<Devices> groups(together ? 1 : devices.size());
    for (std::size_t i = 0; i < devices.size(); ++i) {
        groups[together ? 0 : i].push_back(std::move(devices[i]));
    }
    return groups;
}

/// Threads that draw end before what they tell of their pictures.
struct EndOfThreads {
    std::vector<std::unique_ptr<DrawThread>> &threads;
    explicit EndOfThreads(std::vector<std::unique_ptr<DrawThread>> &of) : threads(of) {}
    EndOfThreads(const EndOfThreads &) = delete;
    EndOfThreads &operator=(const EndOfThreads &) = delete;
    ~EndOfThreads() {
        for (const std::unique_ptr<DrawThread> &thread : threads) {
            thread->stop();
        }
    }
};

} // namespace

std::string page_address(const std::string &address, int port, const std::string &token) {
    const bool six = address.find(':') != std::string::npos;
    return fmt::format("http://{}{}{}:{}/#token={}", six ? "[" : "", address, six ? "]" : "", port, token);
}

void serve(const ServeOptions &options, const std::function<void(double)> &progress,
           const std::function<void(const LoadedVolume &)> &opened,
           const std::function<void(const std::string &)> &note,
           const std::function<void(const std::string &)> &ready) {
    const std::string token = options.token.empty() ? new_token() : options.token;
    const std::shared_ptr<LoadedVolume> loaded = load_volume(options.load, progress);
    find_units(*loaded);
    opened(*loaded);
    std::vector<std::string> notes = plain_texts(served_notes(*loaded)); // for who sees no terminal
    std::ranges::copy(plain_texts(loaded->problems), std::back_inserter(notes));
    const auto tell = [&](const std::string &text) {
        note(text);
        notes.push_back(text);
    };
    DrawingDevices devices = open_drawing_devices(options.device, options.allow_mixed);
    if (options.together && !devices.models.empty()) {
        tell("devices of several models draw together, whose pictures may differ by 1/255: " + devices.models);
    }
    const SamplingBackend backend = options.backend.value_or(backend_for(devices.first().info(), loaded->grid().dims));
    complete_scene(*loaded, devices.first().info(), backend);

    // They end in the order from the last: threads that draw, then connections, which tell the room, then the room.
    std::vector<std::unique_ptr<DrawThread>> threads;
    const auto times = std::make_shared<TimeShelf>(loaded);
    for (Devices &group : groups_of(std::move(devices.opened), options.together)) {
        threads.push_back(std::make_unique<DrawThread>(std::move(group), times, backend, options.bricks, options.size));
    }
    if (const BrickChoice &bricks = threads.front()->bricks(); bricks.slots > 0) {
        tell(fmt::format("{} is drawn in bricks of {}^3 cells: room for {} of {}", loaded->volume.header().name,
                         bricks.size.edge, bricks.slots, bricks.all));
        if (loaded->series) {
            tell(
                fmt::format("of its {} times number {} alone is shown: others need a volume that lies on the device in "
                            "one piece",
                            loaded->series->count(), loaded->scene.volume.time));
            loaded->series.reset();
        }
    }
    ServeRoom room(loaded, threads, {token, host_names(options), options.size, options.clients, notes});
    WebLimits limits;
    limits.connections = options.clients * 4 + 32;
    WebServer server(options.address, options.port, room, limits);
    const EndOfThreads end(threads);
    ready(page_address(options.address, server.port(), token));
    server.run();
}

} // namespace voxmarch
