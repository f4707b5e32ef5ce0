// voxmarch devices: what is here and what it can do.
#include "app/cli/commands.h"
#include "app/environment.h"
#include "app/remedy_text.h"
#include "device/device.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

int run_devices(bool json) {
    const DeviceOptions options = environment_options();
    std::vector<DeviceInfo> devices = list_devices(options);
    for (DeviceInfo &info : devices) {
        try {
            info = Device(info.index, options).info(); // opening finds out by trying
        } catch (const Error &error) {
            info.remarks.push_back("cannot be opened: " + command_line_text(error));
        }
    }
    if (json) {
        fmt::print("{}\n", devices_json(devices));
        return 0;
    }
    fmt::print("{}", describe_devices(devices));
    try {
        fmt::print("used when --device is not given: {}\n", choose_device(devices, "", options));
    } catch (const NoDeviceError &error) {
        fmt::print("used when --device is not given: none, {}\n", command_line_text(error));
    }
    return 0;
}

} // namespace

void add_devices_command(CLI::App &app, Action &action) {
    auto json = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("devices", "list the OpenCL devices and what they can do");
    command->footer("Examples:\n  voxmarch devices\n  voxmarch devices --json\n\n"
                    "The number or a part of the name goes to --device or VOXMARCH_DEVICE.");
    command->add_flag("--json", *json, "as JSON, one object a device");
    command->callback([&action, json] { action = [json] { return run_devices(*json); }; });
}

} // namespace voxmarch
