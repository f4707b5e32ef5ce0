// Asks the driver for names and types of a kernel's parameters.
#include "device/kernel_arguments.h"

#include "device/cl_call.h"

namespace voxmarch {

namespace {

std::string text_of(cl_kernel kernel, cl_uint index, cl_kernel_arg_info what) {
    const std::vector<char> text =
        info_values<char>("clGetKernelArgInfo", "parameter of a kernel",
                          [&](auto... answer) { return clGetKernelArgInfo(kernel, index, what, answer...); });
    return trimmed_text(text);
}

} // namespace

std::vector<KernelParameter> kernel_parameters(_cl_kernel *kernel) {
    const auto count = info_value<cl_uint>("clGetKernelInfo", "parameters of a kernel", [&](auto... answer) {
        return clGetKernelInfo(kernel, CL_KERNEL_NUM_ARGS, answer...);
    });
    std::size_t bytes = 0;
    if (count == 0 || clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_NAME, 0, nullptr, &bytes) != CL_SUCCESS) {
        return {};
    }
    std::vector<KernelParameter> parameters;
    for (cl_uint i = 0; i < count; ++i) {
        parameters.push_back({text_of(kernel, i, CL_KERNEL_ARG_NAME), text_of(kernel, i, CL_KERNEL_ARG_TYPE_NAME)});
    }
    return parameters;
}

} // namespace voxmarch
