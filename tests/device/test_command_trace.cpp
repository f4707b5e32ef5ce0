// What a trace keeps of launches and copies.
#include "device/command_trace.h"
#include "tests/device/device_fixture.h"

namespace voxmarch {

namespace {

const std::string add_kernel = R"(
__kernel void add_one(__global uint *values) { values[get_global_id(0)] += 1u; }
)";

} // namespace

TEST(CommandTrace, keeps_what_a_queue_did_in_its_order) {
    CommandTrace trace;
    DeviceOptions options = environment_options();
    options.trace = &trace;
    options.staged_copies = StagedCopies::never;
    Device device(test_device().info().index, options);
    Program program(device, text_source(add_kernel));
    Kernel kernel = program.kernel("add_one");
    std::vector<std::uint32_t> values(1 << 20, 6);
    Buffer buffer(device, values.size() * 4, "values"), other(device, values.size() * 4, "a copy");
    buffer.fill(0);
    EXPECT_TRUE(trace.commands().empty()) << "not started";
    trace.start();
    buffer.upload(std::as_bytes(std::span(values)));
    const Event launched = kernel.launch({{values.size(), 1, 1}}, buffer);
    kernel.submit({{values.size(), 1, 1}}, buffer);
    other.copy_from(buffer).wait();
    other.download(std::as_writable_bytes(std::span(values)));
    EXPECT_EQ(values.front(), 8U);
    const std::vector<TracedCommand> commands = trace.commands();
    const std::vector<std::pair<std::string, std::string>> expected{
        {"write", "values"}, {"kernel", "add_one"}, {"kernel", "add_one"}, {"copy", "a copy"}, {"read", "a copy"}};
    ASSERT_EQ(commands.size(), expected.size());
    std::int64_t free = 0;
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const TracedCommand &command = commands[i];
        EXPECT_EQ(std::pair(command.kind, command.label), expected[i]);
        EXPECT_EQ(command.device, 0U);
        EXPECT_EQ(command.queue, 0U);
        EXPECT_LE(command.started, command.ended);
        EXPECT_GE(command.started, free);
        EXPECT_LE(command.ended, trace.now());
        free = command.ended;
    }
    ASSERT_EQ(trace.devices().size(), 1U);
    EXPECT_EQ(trace.devices()[0].name, device.info().name);
    if (device.info().event_times) {
        EXPECT_NEAR(static_cast<double>(commands[1].ended - commands[1].started) * 1e-6, launched.milliseconds(), 1e-6);
    }
}

} // namespace voxmarch
