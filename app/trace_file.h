// The file of --trace: what devices did and when, for Perfetto and chrome://tracing.
#pragma once

#include "base/output_file.h"
#include "device/command_trace.h"

#include <string>

namespace voxmarch {

/// Writes the trace as JSON of Trace Event Format: the program as one span, and for each device a process with a thread
/// for each of its queues, where launches and copies are spans from their start to their end. Commands of a driver that
/// tells no times are instants. Waits for all commands.
/// @param command_line  names the span of the program
/// @throws DeviceError, OutputError
void write_trace(OutputFile &file, const CommandTrace &trace, const std::string &command_line);

} // namespace voxmarch
