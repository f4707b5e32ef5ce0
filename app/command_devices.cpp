// voxmarch devices: what is here and what it can do.
#include "app/commands.h"
#include "device/device.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

void add_devices_command(CLI::App &app, Action &action) {
    auto json = std::make_shared<bool>(false);
    CLI::App *command = app.add_subcommand("devices", "list the OpenCL devices and what they can do");
    command->add_flag("--json", *json, "as JSON");
    command->callback([&action, json] {
        action = [json] {
            std::vector<DeviceInfo> devices = list_devices();
            for (DeviceInfo &info : devices) {
                try {
                    info = Device(info.index).info(); // opening probes
                } catch (const Error &error) {
                    info.remarks.push_back(std::string("cannot be opened: ") + error.what());
                }
            }
            fmt::print("{}\n", *json ? devices_json(devices) : describe_devices(devices));
            return 0;
        };
    });
}

} // namespace voxmarch
