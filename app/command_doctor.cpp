// voxmarch doctor: checks step by step what a first picture needs, and says what to do where a step fails.
#include "app/commands.h"
#include "app/progress.h"
#include "device/device.h"
#include "device/error.h"
#include "renderer/reference.h"
#include "renderer/volume_renderer.h"
#include "transfer/preset.h"
#include "volume/synthetic.h"

#include <fmt/format.h>
#include <memory>

namespace voxmarch {

namespace {

/// A small picture on the device against the reference caster; the largest difference in 1/255.
int trial_difference(Device &device) {
    const Volume volume = synthesize("torus", 24);
    const TransferFunction &thesis = find_preset("thesis");
    const Camera camera = standard_view(volume.grid());
    VolumeRenderer renderer(device, volume);
    renderer.set_transfer(thesis);
    const Image image = renderer.render(camera, 48, 48, {});
    const ReferenceScene scene{&volume, over_values(thesis, default_window(volume.type(), volume.range())), camera, {}};
    return compare(image, reference_render(scene, 48, 48)).largest;
}

int run_doctor(const std::string &selector) {
    const auto good = [](const std::string &what) { fmt::print("ok       {}\n", what); };
    const auto bad = [](const std::string &what) { fmt::print("problem  {}\n", what); };
    good(VOXMARCH_HAS_ITK ? "reads medical and microscopy formats (ITK)"
                          : "reads raw, NRRD and VTI; for DICOM, NIfTI, TIFF and more build with ITK (libinsighttoolkit5-dev)");
    try {
        const std::vector<DeviceInfo> devices = list_devices();
        good(fmt::format("{} OpenCL device{}", devices.size(), devices.size() == 1 ? "" : "s"));
    } catch (const NoDeviceError &error) {
        bad(error.what());
        return 3;
    }
    try {
        Device device(selector);
        good(fmt::format("{} opens, {} back end: {}", device.info().name, backend_name(device.info().backend),
                         device.info().backend_reason));
        for (const std::string &remark : device.info().remarks) {
            fmt::print("remark   {}\n", remark);
        }
        const int difference = trial_difference(device);
        const bool equal = difference <= 3;
        (equal ? good : bad)(fmt::format("a small picture differs from the reference by at most {}/255", difference));
        if (!equal) {
            fmt::print("         try another --backend or --device, and report this driver: {}\n", device.info().driver);
            return 6;
        }
    } catch (const NoDeviceError &) {
        throw;
    } catch (const Error &error) {
        bad(error.what());
        return 6;
    }
    good("everything a picture needs works: voxmarch render synthetic:tree -o tree.png");
    return 0;
}

} // namespace

void add_doctor_command(CLI::App &app, Action &action) {
    auto selector = std::make_shared<std::string>();
    CLI::App *command = app.add_subcommand("doctor", "check drivers, devices and a first picture");
    command->add_option("--device", *selector, "number or part of a name, see voxmarch devices");
    command->callback([&action, selector] { action = [selector] { return run_doctor(*selector); }; });
}

} // namespace voxmarch
