// A phase of the host in the file of --trace.
#pragma once

#include "app/environment.h"

#include <chrono>
#include <string>
#include <utility>

namespace voxmarch {

/// Lasts as long as it lives.
class PhaseTimer {
public:
    explicit PhaseTimer(std::string name) : name_(std::move(name)) {}
    ~PhaseTimer() { command_trace().add_phase(name_, began_); }
    PhaseTimer(const PhaseTimer &) = delete;
    PhaseTimer &operator=(const PhaseTimer &) = delete;

private:
    const std::string name_;
    const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
};

} // namespace voxmarch
