// Contexts, queues, buffers and images that another program made with OpenCL's C functions.
#include "tests/device/device_fixture.h"
#include "tests/device/raw_objects.h"

#include <algorithm>

namespace voxmarch {

namespace {

const std::string add_index =
    "__kernel void add_index(__global uint *out) { out[get_global_id(0)] += get_global_id(0); }";

/// What a caller has: a context and a queue on the device of the tests.
class External : public testing::Test {
protected:
    cl_device_id id_ = test_device().handle();
    Handle<_cl_context> context_ = raw_context(id_);
    Handle<_cl_command_queue> queue_ = raw_queue(context_.get(), id_);

    ExternalQueue external() const { return {context_.get(), queue_.get()}; }

    template <typename E> static std::string refusal(const ExternalQueue &external) {
        return message_of<E>([&] { Device device(external, environment_options()); });
    }
};

} // namespace

TEST_F(External, kernels_write_the_callers_buffer_in_order_with_the_callers_commands) {
    constexpr std::size_t count = 1000;
    const Handle memory = raw_buffer(context_.get(), count * 4);
    Device device(external(), environment_options());
    EXPECT_EQ(device.queue(), queue_.get());
    EXPECT_EQ(device.info().index, test_device().info().index);
    EXPECT_EQ(device.info().good_formats, test_device().info().good_formats);
    const Buffer buffer = Buffer::wrap(device, memory.get(), "the caller's");
    EXPECT_EQ(buffer.bytes(), count * 4);
    EXPECT_EQ(device.allocated(), 0u);

    // The caller fills, we add, the caller reads: nobody waits for anybody.
    const std::uint32_t seven = 7;
    EXPECT_EQ(clEnqueueFillBuffer(queue_.get(), memory.get(), &seven, 4, 0, count * 4, 0, nullptr, nullptr),
              CL_SUCCESS);
    Program program(device, text_source(add_index));
    program.kernel("add_index").submit({{count, 1, 1}}, buffer);
    std::vector<std::uint32_t> values(count), expected(count);
    EXPECT_EQ(
        clEnqueueReadBuffer(queue_.get(), memory.get(), CL_TRUE, 0, count * 4, values.data(), 0, nullptr, nullptr),
        CL_SUCCESS);
    std::generate(expected.begin(), expected.end(), [n = 7u]() mutable { return n++; });
    EXPECT_EQ(values, expected);
}

TEST_F(External, what_is_adopted_lives_on_when_the_caller_lets_go) {
    Handle memory = raw_buffer(context_.get(), 64);
    Device device(external(), environment_options());
    Buffer buffer = Buffer::wrap(device, memory.get(), "the caller's");
    memory = {};
    queue_ = {};
    context_ = {};
    buffer.fill(5);
    EXPECT_EQ(downloaded<std::uint8_t>(buffer), std::vector<std::uint8_t>(64, 5));
    device.finish();
}

TEST_F(External, programs_come_from_the_cache_that_an_own_device_filled) {
    const TemporaryFolder folder;
    Device own(test_device().info().index, cached_in(folder.path()));
    Program first(own, text_source(add_index));
    Device device(external(), cached_in(folder.path()));
    EXPECT_TRUE(Program(device, text_source(add_index)).from_cache());
}

TEST_F(External, events_tell_device_times_only_with_a_queue_that_profiles) {
    EXPECT_FALSE(Device(external(), environment_options()).info().event_times);
    const Handle profiling = raw_queue(context_.get(), id_, CL_QUEUE_PROFILING_ENABLE);
    for (const cl_command_queue queue : {queue_.get(), profiling.get()}) {
        Device device({context_.get(), queue}, environment_options());
        EXPECT_EQ(device.info().event_times, queue == profiling.get() && test_device().info().event_times);
        Buffer buffer(device, 4096, "buffer");
        buffer.fill(0);
        Program program(device, text_source(add_index));
        EXPECT_GT(program.kernel("add_index").launch({{1024, 1, 1}}, buffer).milliseconds(), 0.0);
    }
}

TEST_F(External, queues_that_cannot_be_used_are_refused_with_the_reason) {
    expect_contains(refusal<UsageError>({nullptr, queue_.get()}), "context is null");
    expect_contains(refusal<UsageError>({context_.get(), nullptr}), "command queue is null");
    const Handle other = raw_context(id_);
    expect_contains(refusal<UsageError>({other.get(), queue_.get()}), "another context");

    cl_int code = CL_SUCCESS;
    const Handle disordered(clCreateCommandQueue(context_.get(), id_, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, &code));
    if (code != CL_SUCCESS) {
        GTEST_SKIP() << "this driver makes no queues that work out of order";
    }
    expect_contains(refusal<UnsupportedError>({context_.get(), disordered.get()}), "out of order");
}

TEST_F(External, buffers_that_cannot_be_used_are_refused_with_the_reason) {
    Device device(external(), environment_options());
    const auto refused = [&](cl_mem memory) {
        return message_of<UsageError>([&] { Buffer::wrap(device, memory, "the frame"); });
    };
    expect_contains(refused(nullptr), "the frame: the memory object is null");
    const Handle read_only = raw_buffer(context_.get(), 64, CL_MEM_READ_ONLY);
    expect_contains(refused(read_only.get()), "may not write");
    const Handle other = raw_context(id_);
    const Handle elsewhere = raw_buffer(other.get(), 64);
    expect_contains(refused(elsewhere.get()), "another OpenCL context");
    if (!device.info().good_formats.empty()) {
        const Handle image = raw_image(context_.get(), {CL_R, CL_UNORM_INT8}, {4, 3, 2});
        expect_contains(refused(image.get()), "no buffer");
    }
}

TEST_F(External, images_of_the_caller_keep_format_and_size) {
    Device device(external(), environment_options());
    if (device.info().good_formats.empty()) {
        GTEST_SKIP() << "no 3D images";
    }
    const Handle memory = raw_image(context_.get(), {CL_R, CL_UNORM_INT16}, {4, 3, 2});
    Image3D image = Image3D::wrap(device, memory.get(), "the volume");
    EXPECT_EQ(image.dims(), (std::array{4, 3, 2}));
    EXPECT_EQ(image.bytes(), 48u);
    EXPECT_EQ(device.allocated(), 0u);
    std::vector<std::uint16_t> voxels(24), found(24);
    std::generate(voxels.begin(), voxels.end(), [n = std::uint16_t{0}]() mutable { return n += 1000; });
    image.upload(bytes_of(voxels));
    const std::array<std::size_t, 3> origin{}, size{4, 3, 2};
    EXPECT_EQ(clEnqueueReadImage(queue_.get(), memory.get(), CL_TRUE, origin.data(), size.data(), 0, 0, found.data(), 0,
                                 nullptr, nullptr),
              CL_SUCCESS);
    EXPECT_EQ(found, voxels);

    const Handle wide = raw_image(context_.get(), {CL_RGBA, CL_FLOAT}, {2, 2, 2});
    expect_contains(message_of<UnsupportedError>([&] { Image3D::wrap(device, wide.get(), "it"); }), "it: the image's");
    const Handle buffer = raw_buffer(context_.get(), 64);
    expect_contains(message_of<UsageError>([&] { Image3D::wrap(device, buffer.get(), "it"); }), "no 3D image");
}

TEST_F(External, a_part_of_a_device_is_used_though_it_is_not_listed) {
    const std::array<cl_device_partition_property, 3> one_unit_each{CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    cl_uint most = 0, count = 0; // rusticl does not survive being asked for parts that it has not
    clGetDeviceInfo(id_, CL_DEVICE_PARTITION_MAX_SUB_DEVICES, sizeof(most), &most, nullptr);
    if (most < 2 || clCreateSubDevices(id_, one_unit_each.data(), 0, nullptr, &count) != CL_SUCCESS || count == 0) {
        GTEST_SKIP() << "this device has no parts";
    }
    std::vector<cl_device_id> ids(count);
    ASSERT_EQ(clCreateSubDevices(id_, one_unit_each.data(), count, ids.data(), nullptr), CL_SUCCESS);
    std::vector<Handle<_cl_device_id>> parts;
    for (const cl_device_id id : ids) {
        parts.emplace_back(id);
    }
    const Handle context = raw_context(ids.front());
    const Handle queue = raw_queue(context.get(), ids.front());
    Device device({context.get(), queue.get()}, environment_options());
    EXPECT_EQ(device.info().index, -1);
    EXPECT_EQ(device.info().compute_units, 1u);
    Buffer buffer(device, 64, "buffer");
    buffer.fill(1);
    EXPECT_EQ(downloaded<std::uint8_t>(buffer), std::vector<std::uint8_t>(64, 1));
}

/// Two devices: with POCL_DEVICES="pthread pthread" where the machine has but one.
TEST_F(External, a_context_of_several_devices_is_used_on_the_queues) {
    cl_platform_id platform = nullptr;
    ASSERT_EQ(clGetDeviceInfo(id_, CL_DEVICE_PLATFORM, sizeof(cl_platform_id), &platform, nullptr), CL_SUCCESS);
    std::array<cl_device_id, 2> ids{};
    cl_uint count = 0;
    ASSERT_EQ(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 2, ids.data(), &count), CL_SUCCESS);
    if (count < 2) {
        GTEST_SKIP() << "one device only";
    }
    cl_int code = CL_SUCCESS;
    const Handle context(clCreateContext(nullptr, 2, ids.data(), nullptr, nullptr, &code));
    ASSERT_EQ(code, CL_SUCCESS);
    const TemporaryFolder folder;
    for (const cl_device_id id : ids) {
        const Handle queue = raw_queue(context.get(), id);
        Device device({context.get(), queue.get()}, cached_in(folder.path()));
        EXPECT_EQ(device.handle(), id);
        for (const bool cached : {false, true}) {
            const ProgramSource source = text_source(add_index + "// " + std::to_string(device.info().index));
            Program program(device, source);
            EXPECT_EQ(program.from_cache(), cached);
            Buffer buffer(device, 40, "buffer");
            buffer.fill(0);
            program.kernel("add_index").launch({{10, 1, 1}}, buffer).wait();
            EXPECT_EQ(downloaded<std::uint32_t>(buffer)[9], 9u);
        }
    }
}

} // namespace voxmarch
