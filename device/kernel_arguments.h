// Arguments with the names of the parameters that they are for, and what the driver tells of those.
#pragma once

#include "device/handle.h"
#include "device/memory.h"

#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace voxmarch {

/// Work-group local memory of a kernel argument.
struct LocalBytes {
    std::size_t bytes;
};

/// An argument, and what the kernel calls the parameter that it is for. Refers to the value.
template <typename T> struct NamedArgument {
    const char *name;
    const T &value;
};

template <typename T> NamedArgument<T> named(const char *name, const T &value) { return {name, value}; }

/// A parameter of a kernel.
struct KernelParameter {
    std::string name, type; ///< as in its source: "nodes", "uchar*"
};

/// In their order; empty if the driver does not tell, which it need not without DeviceOptions::check_arguments.
std::vector<KernelParameter> kernel_parameters(_cl_kernel *kernel);

/// What the type of a parameter has to have at its end for a value of this type; empty: anything. The driver compares
/// the sizes of structs, nobody the elements of buffers.
template <typename T> constexpr std::string_view parameter_type() {
    if constexpr (std::is_same_v<T, Buffer> || std::is_same_v<T, LocalBytes>) {
        return "*";
    } else if constexpr (std::is_same_v<T, Image3D>) {
        return "image3d_t";
    } else if constexpr (std::is_same_v<T, int>) {
        return "int";
    } else if constexpr (std::is_same_v<T, unsigned>) {
        return "uint";
    } else if constexpr (std::is_same_v<T, float>) {
        return "float";
    } else {
        return "";
    }
}

} // namespace voxmarch
