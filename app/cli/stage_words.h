// The stages of a command in words, for -v.
#pragma once

namespace voxmarch {

/// From now on every phase of the trace and every file that is written is a line on stderr when it ends. Before threads
/// are started.
void tell_stages();

} // namespace voxmarch
