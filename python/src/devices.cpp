// Devices: which there are, and opening one as the program does.
#include "python/src/binding.h"

#include "app/environment.h"

namespace voxmarch::python {

namespace {

v1::DeviceOptions options_from_environment() {
    const DeviceOptions found = environment_options();
    v1::DeviceOptions options;
    options.cache_folder = found.cache_folder;
    options.kernel_folder = found.kernel_folder;
    return options;
}

/// VOXMARCH_DEVICE where nothing was chosen.
std::string chosen(const std::string &selector) {
    return selector.empty() ? environment_options().default_device : selector;
}

Dict dict_of(const v1::DeviceInfo &info) {
    Dict result;
    result["index"] = info.index;
    result["name"] = info.name;
    result["platform"] = info.platform;
    result["vendor"] = info.vendor;
    result["version"] = info.version;
    result["driver"] = info.driver;
    result["kind"] = std::string(v1::name_of(info.kind));
    result["compute_units"] = info.compute_units;
    result["global_memory"] = info.global_memory;
    result["largest_allocation"] = info.largest_allocation;
    return result;
}

} // namespace

OpenDevice::OpenDevice(const std::string &selector) : device(chosen(selector), options_from_environment()) {}

void bind_devices(nb::module_ &module) {
    nb::class_<OpenDevice>(module, "Device")
        .def(nb::new_([](const std::string &selector) {
                 const nb::gil_scoped_release release;
                 return std::make_shared<OpenDevice>(selector);
             }),
             nb::arg("selector"))
        .def("info", [](const OpenDevice &self) { return dict_of(self.device.info()); })
        .def("allocated", [](const OpenDevice &self) { return self.device.allocated(); });
    module.def("list_devices", [] {
        const std::vector<v1::DeviceInfo> devices =
            unlocked([](SignalCheck & /*check*/) { return v1::list_devices(); });
        Dicts result;
        for (const v1::DeviceInfo &info : devices) {
            result.append(dict_of(info));
        }
        return result;
    });
}

} // namespace voxmarch::python
