// Makes an OpenCL call fail on purpose: this executable's own entry points come before those of the OpenCL loader.
#pragma once

#include <CL/cl.h>
#include <string>
#include <vector>

namespace voxmarch {

/// The n-th call from now (counted from 1) of the function fails with the code, and does nothing else.
void inject_fault(const std::string &function, int nth, cl_int code);

/// The n-th call from now and all after it fail.
void inject_faults_from(const std::string &function, int nth, cl_int code);

/// The n-th call from now of the function waits so many seconds. 0 calls: none does.
void inject_delay(const std::string &function, int nth, double seconds);

/// Ends the injection. True if the fault was met.
bool end_fault();

/// Whether this thread is within an OpenCL call.
bool is_in_driver();

/// Every function that can be made to fail.
const std::vector<std::string> &fault_functions();

} // namespace voxmarch
