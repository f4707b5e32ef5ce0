// The module voxmarch._core: what the package around it calls. Users see the package alone.
#include "python/src/binding.h"

#include "app/environment.h"

NB_MODULE(_core, module) {
    voxmarch::prepare_drivers();
    voxmarch::python::bind_errors(module);
    voxmarch::python::bind_devices(module);
    voxmarch::python::bind_volume(module);
    voxmarch::python::bind_transfer(module);
    voxmarch::python::bind_options(module);
    voxmarch::python::bind_renderer(module);
    voxmarch::python::bind_shapes(module);
    module.attr("version") = std::string(voxmarch::v1::version());
}
