// Every OpenCL call that device/ makes fails once: the error must be ours, name call and code, and leave things usable.
#include "device/staged_download.h"
#include "device/staged_upload.h"
#include "tests/device/device_fixture.h"
#include "tests/device/fault_layer.h"
#include "tests/device/raw_objects.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace voxmarch {

namespace {

/// Uses everything there is on an opened device; programs come from the cache.
void use_everything(Device &device) {
    Buffer buffer(device, 64 * 3 * 4, "buffer");
    buffer.fill(1);
    std::vector<std::byte> bytes(buffer.bytes());
    buffer.upload(bytes);
    Program program(device, {"votes", {"warp_single.cl", "probe_warp.cl"}, {}, false});
    const Event event = program.kernel("probe_warp").launch({{64, 1, 1}, {64, 1, 1}}, buffer);
    event.wait();
    EXPECT_GE(event.milliseconds(), 0.0);
    buffer.download(bytes);
    if (!device.info().good_formats.empty()) {
        Image3D image(device, ImageFormat::r8, {4, 4, 4}, "image");
        image.upload(std::span(bytes).first(64));
        image.copy_from(buffer).wait();
        image.copy_to(buffer).wait();
        image.download(std::span(bytes).first(64));
        upload_staged(device, image, [](std::uint64_t, std::span<std::byte>) {}, {16, 32, 1, {}});
        device.stages().give_back();
    }
    EXPECT_EQ(read_back(device, buffer).size(), buffer.bytes());
    upload_bytes(device, buffer, bytes);
    const CopyPart fill = [](std::uint64_t, std::span<std::byte> target) { std::ranges::fill(target, std::byte{7}); };
    upload_staged(device, buffer, 0, buffer.bytes(), fill, {512, 1024, 2, {}});
    const TakePart take = [](std::uint64_t, std::span<const std::byte>) {};
    download_staged(device, buffer, 0, buffer.bytes(), take, {512, 1024, 2, {}});
    Buffer(device, buffer.bytes(), "copy").copy_from(buffer).wait();
    device.stages().give_back();
    device.finish();
}

/// What came of a run with a fault.
struct Outcome {
    bool met = false;  ///< the fault happened
    std::string error; ///< message of the Error thrown; empty if none was
};

Outcome run_with_fault(const std::string &function, int nth, cl_int code, const std::function<void()> &scenario) {
    Outcome outcome;
    inject_fault(function, nth, code);
    try {
        scenario();
    } catch (const Error &error) {
        outcome.error = error.what();
    }
    // Anything else, cl::Error above all, ends the test.
    outcome.met = end_fault();
    return outcome;
}

/// Lets each call of each function fail in turn. Returns the functions whose failure was survived without an error.
std::set<std::string> sweep(const std::function<void()> &scenario, std::map<std::string, int> &met) {
    std::set<std::string> survived;
    for (const std::string &function : fault_functions()) {
        for (int nth = 1; nth <= 60; ++nth) {
            const Outcome outcome = run_with_fault(function, nth, CL_OUT_OF_RESOURCES, scenario);
            if (!outcome.met) {
                EXPECT_EQ(outcome.error, "") << function << " was not even called";
                break;
            }
            ++met[function];
            if (outcome.error.empty()) {
                survived.insert(function);
            } else if (outcome.error.find("no OpenCL d") == std::string::npos &&
                       outcome.error.find("none of the") == std::string::npos) {
                expect_contains(outcome.error, function);
                expect_contains(outcome.error, "CL_OUT_OF_RESOURCES");
                EXPECT_EQ(outcome.error.find('\n'), std::string::npos) << outcome.error;
            }
        }
    }
    return survived;
}

} // namespace

TEST(Faults, every_call_of_every_use_fails_clearly) {
    Device &device = test_device();
    use_everything(device);
    const std::uint64_t before = device.allocated();
    std::map<std::string, int> met;
    const std::set<std::string> survived = sweep([&] { use_everything(device); }, met);
    device.stages().give_back(); // what the last run that failed has left
    EXPECT_EQ(device.allocated(), before);
    for (const char *function :
         {"clCreateBuffer", "clCreateKernel", "clSetKernelArg", "clEnqueueNDRangeKernel", "clEnqueueWriteBuffer",
          "clEnqueueReadBuffer", "clEnqueueFillBuffer", "clWaitForEvents", "clFinish", "clCreateProgramWithBinary",
          "clEnqueueMapBuffer", "clEnqueueUnmapMemObject", "clEnqueueCopyBuffer"}) {
        EXPECT_GE(met[function], 1) << function;
    }
    // A binary the driver does not take is compiled from source instead; names of arguments may be missing; what is
    // given back goes without a word. All else is an error.
    EXPECT_EQ(survived, (std::set<std::string>{"clBuildProgram", "clCreateProgramWithBinary", "clEnqueueUnmapMemObject",
                                               "clFinish", "clGetKernelArgInfo", "clReleaseEvent", "clReleaseKernel",
                                               "clReleaseMemObject", "clReleaseProgram"}));
    use_everything(device);
}

TEST(Faults, memory_that_the_driver_refuses_is_made_in_place_of_what_copies_had) {
    DeviceOptions options = environment_options();
    options.staged_copies = StagedCopies::always;
    Device device(test_device().info().index, options);
    const auto is_refused = [&](const char *function, const std::function<void()> &make) {
        inject_fault(function, 1, CL_MEM_OBJECT_ALLOCATION_FAILURE);
        try {
            make();
        } catch (const MemoryError &) {
            EXPECT_TRUE(end_fault());
            return true;
        }
        EXPECT_TRUE(end_fault());
        return false;
    };
    const auto make_buffer = [&] { const Buffer buffer(device, 100, "buffer"); };
    EXPECT_TRUE(is_refused("clCreateBuffer", make_buffer)) << "there is nothing to give back";
    ASSERT_TRUE(device.stages().take(1000));
    EXPECT_FALSE(is_refused("clCreateBuffer", make_buffer));
    EXPECT_EQ(device.allocated(), 0u);
    if (!device.info().good_formats.empty()) {
        ASSERT_TRUE(device.stages().take(1000));
        EXPECT_FALSE(is_refused("clCreateImage", [&] {
            const Image3D image(device, ImageFormat::r8, {4, 4, 4}, "x");
        }));
        EXPECT_EQ(device.allocated(), 0u);
    }
    // Copies that get no pinned memory go by the driver, and ask no more.
    Buffer buffer(device, 1000, "buffer");
    inject_fault("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    buffer.upload(std::vector<std::byte>(1000));
    EXPECT_TRUE(end_fault());
    EXPECT_FALSE(device.stages().take(1000));
}

TEST(Faults, every_call_of_opening_fails_clearly_or_is_survived) {
    const int index = test_device().info().index;
    std::map<std::string, int> met;
    const std::set<std::string> survived = sweep([&] { const Device device(index, environment_options()); }, met);
    EXPECT_GE(met["clCreateContext"], 1);
    EXPECT_GE(met["clCreateCommandQueue"], 1);
    EXPECT_FALSE(survived.count("clCreateContext"));
    EXPECT_FALSE(survived.count("clCreateCommandQueue"));
}

TEST(Faults, every_call_of_adopting_fails_clearly_or_is_survived) {
    const cl_device_id id = test_device().handle();
    const Handle context = raw_context(id);
    const Handle queue = raw_queue(context.get(), id);
    const Handle buffer = raw_buffer(context.get(), 64);
    const bool has_images = !test_device().info().good_formats.empty();
    const Handle image = has_images ? raw_image(context.get(), {CL_R, CL_UNORM_INT8}, {2, 2, 2}) : Handle<_cl_mem>();
    std::map<std::string, int> met;
    const std::set<std::string> survived = sweep(
        [&] {
            Device device({context.get(), queue.get()}, environment_options());
            Buffer::wrap(device, buffer.get(), "buffer");
            if (has_images) {
                Image3D::wrap(device, image.get(), "image");
            }
        },
        met);
    for (const char *function : {"clGetCommandQueueInfo", "clGetMemObjectInfo"}) {
        EXPECT_GE(met[function], 3) << function;
        EXPECT_FALSE(survived.count(function)) << function;
    }
}

TEST(Faults, what_fails_in_probing_is_remarked_and_not_remembered) {
    const int index = test_device().info().index;
    if (test_device().info().good_formats.empty()) {
        GTEST_SKIP() << "no 3D images";
    }
    const TemporaryFolder folder;
    const DeviceOptions options = cached_in(folder.path());
    {
        inject_fault("clCreateImage", 1, CL_INVALID_OPERATION);
        Device device(index, options);
        EXPECT_TRUE(end_fault());
        EXPECT_EQ(device.info().good_formats.size(), test_device().info().good_formats.size() - 1);
        ASSERT_FALSE(device.info().remarks.empty());
        expect_contains(device.info().remarks.front(), "clCreateImage: CL_INVALID_OPERATION");
        message_of<UnsupportedError>([&] { Image3D image(device, ImageFormat::r8, {2, 2, 2}, "x"); });
    }
    EXPECT_EQ(Device(index, options).info().good_formats, test_device().info().good_formats);
}

TEST(Faults, format_that_is_listed_but_broken_is_left_out) {
    const DeviceInfo &healthy = test_device().info();
    if (healthy.good_formats.empty() || healthy.good_formats.front() != ImageFormat::r8) {
        GTEST_SKIP() << "no 3D images of format r8";
    }
    const TemporaryFolder folder;
    const DeviceOptions options = cached_in(folder.path());
    // The first upload of an image, of format r8, pretends to succeed.
    inject_fault("clEnqueueWriteImage", 1, CL_SUCCESS);
    const Device first(healthy.index, options);
    EXPECT_TRUE(end_fault());
    // A finding, unlike a failed call, is remembered.
    Device second(healthy.index, options);
    for (const Device *device : {&first, &static_cast<const Device &>(second)}) {
        const DeviceInfo &info = device->info();
        EXPECT_EQ(info.good_formats.size(), healthy.good_formats.size() - 1);
        EXPECT_NE(info.good_formats.front(), ImageFormat::r8);
        ASSERT_FALSE(info.remarks.empty());
        EXPECT_EQ(info.remarks.front(), "3D image format r8 is listed but gives wrong samples");
        EXPECT_NE(info.backend, SamplingBackend::image);
    }
    expect_contains(message_of<UnsupportedError>([&] {
                        Image3D image(second, ImageFormat::r8, {2, 2, 2}, "it");
                    }),
                    "r8");
}

TEST(Faults, image_writes_that_get_lost_are_noticed) {
    const DeviceInfo &healthy = test_device().info();
    if (!healthy.image_3d_writes) {
        GTEST_SKIP() << "no 3D image writes";
    }
    const TemporaryFolder folder;
    const DeviceOptions options = cached_in(folder.path());
    // One launch samples each good format; the next writes the first of them.
    inject_fault("clEnqueueNDRangeKernel", static_cast<int>(healthy.good_formats.size()) + 1, CL_SUCCESS);
    const Device device(healthy.index, options);
    EXPECT_TRUE(end_fault());
    EXPECT_FALSE(device.info().image_3d_writes);
    EXPECT_EQ(device.info().good_formats, healthy.good_formats);
    ASSERT_FALSE(device.info().remarks.empty());
    expect_contains(device.info().remarks.front(), "writes to 3D images");
}

TEST(Faults, memory_that_runs_out_is_a_memory_error) {
    inject_fault("clCreateBuffer", 1, CL_MEM_OBJECT_ALLOCATION_FAILURE);
    const std::string message = message_of<MemoryError>([] { Buffer buffer(test_device(), 100, "the thing"); });
    EXPECT_TRUE(end_fault());
    expect_contains(message, "clCreateBuffer: CL_MEM_OBJECT_ALLOCATION_FAILURE (the thing)");
}

TEST(Faults, host_memory_may_be_resources_of_the_driver) {
    inject_fault("clCreateBuffer", 1, CL_OUT_OF_HOST_MEMORY);
    const std::string message = message_of<MemoryError>([] { Buffer buffer(test_device(), 100, "the thing"); });
    EXPECT_TRUE(end_fault());
    expect_contains(message,
                    "clCreateBuffer: CL_OUT_OF_HOST_MEMORY (the thing): host memory or the driver's resources;");
    expect_contains(message, "another device");
}

TEST(Faults, unexpected_build_failure_names_call_and_code) {
    Device device(test_device().info().index); // has no cache
    inject_fault("clBuildProgram", 1, CL_OUT_OF_HOST_MEMORY);
    const std::string message = message_of<Error>([&] {
        Program program(device, {"votes", {"warp_single.cl", "probe_warp.cl"}, {}, false});
    });
    EXPECT_TRUE(end_fault());
    expect_contains(message, "clBuildProgram: CL_OUT_OF_HOST_MEMORY (votes)");
}

} // namespace voxmarch
