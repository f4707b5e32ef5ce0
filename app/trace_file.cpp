// Turns commands into trace events.
#include "app/trace_file.h"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch {

namespace {

constexpr int program_process = 0;      // devices follow
constexpr std::size_t phase_thread = 1; // and those behind; the program itself is 0

int process_of(std::size_t device) { return static_cast<int>(device) + 1; }

double microseconds(std::int64_t nanoseconds) { return static_cast<double>(nanoseconds) * 1e-3; }

/// What a process or thread is called.
nlohmann::json name_event(const char *what, int process, std::size_t thread, const std::string &name) {
    return {{"ph", "M"}, {"name", what}, {"pid", process}, {"tid", thread}, {"args", {{"name", name}}}};
}

nlohmann::json event_of(const TracedCommand &command, bool has_times) {
    nlohmann::json event = {{"name", command.label},
                            {"cat", command.kind},
                            {"pid", process_of(command.device)},
                            {"tid", command.queue},
                            {"ts", microseconds(command.started)}};
    if (!has_times) {
        event["ph"] = "i";
        event["s"] = "t"; // of its thread alone
        return event;
    }
    event["ph"] = "X";
    event["dur"] = microseconds(command.ended - command.started);
    event["args"] = {{"queued", microseconds(command.queued)}, {"submitted", microseconds(command.submitted)}};
    return event;
}

} // namespace

void write_trace(OutputFile &file, const CommandTrace &trace, const std::string &command_line) {
    const std::vector<TracedCommand> commands = trace.commands();
    const std::vector<CommandTrace::TracedDevice> devices = trace.devices();
    nlohmann::json events = nlohmann::json::array();
    events.push_back(name_event("process_name", program_process, 0, "voxmarch"));
    events.push_back({{"ph", "X"},
                      {"name", command_line},
                      {"cat", "program"},
                      {"pid", program_process},
                      {"tid", 0},
                      {"ts", 0.0},
                      {"dur", microseconds(trace.now())}});
    const std::vector<TracedPhase> phases = trace.phases();
    std::size_t threads = 1;
    for (const TracedPhase &phase : phases) {
        threads = std::max(threads, phase.thread + 1);
    }
    for (std::size_t thread = 0; thread < threads; ++thread) { // spans of one may not overlap in part
        events.push_back(name_event("thread_name", program_process, phase_thread + thread,
                                    thread == 0 ? "phases of the host" : "phases of another thread"));
    }
    for (const TracedPhase &phase : phases) {
        events.push_back({{"ph", "X"},
                          {"name", phase.name},
                          {"cat", "phase"},
                          {"pid", program_process},
                          {"tid", phase_thread + phase.thread},
                          {"ts", microseconds(phase.began)},
                          {"dur", microseconds(phase.ended - phase.began)}});
        if (!phase.detail.empty()) {
            events.back()["args"] = {{"detail", phase.detail}};
        }
    }
    for (std::size_t i = 0; i < devices.size(); ++i) {
        events.push_back(name_event("process_name", process_of(i), 0,
                                    fmt::format("device {}: {}", devices[i].index, devices[i].name)));
        for (std::size_t queue = 0; queue < devices[i].queues.size(); ++queue) {
            events.push_back(name_event("thread_name", process_of(i), queue, fmt::format("queue {}", queue)));
        }
    }
    for (const TracedCommand &command : commands) {
        events.push_back(event_of(command, devices[command.device].device_times));
    }
    file.write(nlohmann::json{{"displayTimeUnit", "ms"}, {"traceEvents", events}}.dump(
                   -1, ' ', false, nlohmann::json::error_handler_t::replace) +
               "\n");
    file.commit();
}

} // namespace voxmarch
