// Launches: sizes, arguments of every kind, times, votes of a warp, and what is refused before the driver sees it.
#include "device/launch_ranges.h"
#include "tests/device/device_fixture.h"

#include <algorithm>
#include <numeric>

namespace voxmarch {

namespace {

const std::string index_kernel = R"(
__kernel void write_index(__global uint *out) {
    const size_t row = get_global_id(2) * get_global_size(1) + get_global_id(1);
    const size_t at = row * get_global_size(0) + get_global_id(0);
    out[at] = (uint)at + 7u;
}
__kernel void local_sizes(__global uint *out, __local uint *scratch) {
    const size_t l = get_local_id(0), n = get_local_size(0);
    scratch[l] = (uint)get_global_id(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = scratch[n - 1 - l];
}
)";

std::vector<std::uint32_t> counted_from(std::uint32_t first, std::size_t count) {
    std::vector<std::uint32_t> values(count);
    std::iota(values.begin(), values.end(), first);
    return values;
}

} // namespace

TEST(Launch, odd_sizes_with_and_without_a_local_size) {
    Program program = build_text(index_kernel);
    Kernel kernel = program.kernel("write_index");
    const std::vector<LaunchSize> sizes{{{1, 1, 1}},
                                        {{37, 1, 1}},
                                        {{37, 19, 1}},
                                        {{37, 19, 5}},
                                        {{1, 1, 11}},
                                        {{24, 6, 2}, {8, 3, 1}},
                                        {{12, 1, 1}, {4, 1, 1}}};
    for (const LaunchSize &size : sizes) {
        const std::size_t count = size.global[0] * size.global[1] * size.global[2];
        Buffer out(test_device(), count * 4, "out");
        out.fill(0);
        kernel.launch(size, out).wait();
        EXPECT_EQ(downloaded<std::uint32_t>(out), counted_from(7, count)) << size.global[0] << "x" << size.global[1];
    }
}

TEST(Launch, ranges_have_the_ids_of_the_whole) {
    Program program = build_text(R"(
__kernel void count_item(__global uint *out, const int width) {
    out[get_global_id(1) * (size_t)width + get_global_id(0)] += (uint)get_global_id(0) + 1000u * (uint)get_global_id(1);
}
)");
    Kernel kernel = program.kernel("count_item");
    struct Case {
        LaunchSize size;
        std::size_t most;
        std::size_t launches;
    };
    const Case cases[] = {{{{40, 1, 1}, {4, 1, 1}}, 12, 4}, // the last has 4
                          {{{40, 1, 1}, {4, 1, 1}}, 40, 1},
                          {{{40, 1, 1}, {4, 1, 1}}, 1, 10},    // a work-group at least
                          {{{16, 24, 1}, {8, 8, 1}}, 300, 2}}; // rows of 16: 16, then 8
    for (const Case &c : cases) {
        const std::size_t width = c.size.global[0], height = c.size.global[1];
        Buffer out(test_device(), width * height * 4, "out");
        out.fill(0);
        const Events events = launch_ranges(
            c.size, c.most, [&](const LaunchSize &size) { return kernel.launch(size, out, static_cast<int>(width)); });
        EXPECT_EQ(events.size(), c.launches);
        std::vector<std::uint32_t> expected(width * height);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            expected[i] = static_cast<std::uint32_t>(i % width + 1000 * (i / width));
        }
        EXPECT_EQ(downloaded<std::uint32_t>(out), expected) << width << "x" << height << " in " << c.most;
    }
}

TEST(Launch, named_arguments_are_those_of_the_parameters) {
    Program program = build_text(R"(
__kernel void scale(const float factor, const int offset, __global float *values, __local float *scratch) {
    scratch[get_local_id(0)] = (float)offset;
    values[get_global_id(0)] = factor * values[get_global_id(0)] + scratch[get_local_id(0)];
}
)");
    Kernel kernel = program.kernel("scale");
    Buffer values(test_device(), 8 * 4, "values");
    values.fill(0);
    const LocalBytes scratch{8 * 4};
    const auto launch = [&](const auto &...arguments) { kernel.launch({{8, 1, 1}, {8, 1, 1}}, arguments...).wait(); };
    launch(named("factor", 2.0f), named("offset", 3), named("values", values), named("scratch", scratch));
    EXPECT_EQ(downloaded<float>(values), std::vector<float>(8, 3.0f));
    launch(2.0f, 1, values, scratch); // names are nobody's duty
    EXPECT_EQ(downloaded<float>(values), std::vector<float>(8, 7.0f));

    expect_contains(message_of<DeviceError>([&] {
                        launch(named("offset", 3), named("factor", 2.0f), named("values", values),
                               named("scratch", scratch));
                    }),
                    "argument 0: its parameter is 'float factor', 'int offset' was given");
    expect_contains(message_of<DeviceError>([&] {
                        launch(named("factor", 2), named("offset", 3), named("values", values),
                               named("scratch", scratch));
                    }),
                    "its parameter is 'float factor', 'int factor' was given");
}

TEST(Launch, local_memory_argument) {
    Program program = build_text(index_kernel);
    Buffer out(test_device(), 24 * 4, "out");
    program.kernel("local_sizes").launch({{24, 1, 1}, {8, 1, 1}}, out, LocalBytes{8 * 4}).wait();
    std::vector<std::uint32_t> expected = counted_from(0, 24);
    for (std::size_t group = 0; group < 24; group += 8) {
        std::reverse(expected.begin() + static_cast<long>(group), expected.begin() + static_cast<long>(group) + 8);
    }
    EXPECT_EQ(downloaded<std::uint32_t>(out), expected);
}

TEST(Launch, struct_and_numbers_by_value) {
    struct Values {
        int a;
        float b;
        int c[2];
    };
    Program program = build_text(R"(
typedef struct Values { int a; float b; int c[2]; } Values;
__kernel void copy(__global float *out, Values values, float x, int n, ulong big) {
    out[0] = values.a; out[1] = values.b; out[2] = values.c[0]; out[3] = values.c[1];
    out[4] = x; out[5] = n; out[6] = (float)(big >> 40);
})");
    Buffer out(test_device(), 7 * 4, "out");
    const Values values{-3, 0.5f, {11, 12}};
    program.kernel("copy").launch({}, out, values, 2.25f, int{-9}, std::uint64_t{5ull << 40}).wait();
    EXPECT_EQ(downloaded<float>(out), (std::vector<float>{-3, 0.5f, 11, 12, 2.25f, -9, 5}));
}

TEST(Launch, image_argument) {
    if (test_device().info().good_formats.empty()) {
        GTEST_SKIP() << "no 3D images";
    }
    Program program = build_text(R"(
__constant sampler_t nearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
__kernel void read(__read_only image3d_t image, __global float *out) {
    const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    out[(z * 3 + y) * 5 + x] = read_imagef(image, nearest, (int4)(x, y, z, 0)).x * 255.0f;
})");
    std::vector<std::uint8_t> voxels(5 * 3 * 2);
    std::iota(voxels.begin(), voxels.end(), std::uint8_t{100});
    Image3D image(test_device(), ImageFormat::r8, {5, 3, 2}, "image");
    image.upload(bytes_of(voxels));
    Buffer out(test_device(), voxels.size() * 4, "out");
    program.kernel("read").launch({{5, 3, 2}}, image, out).wait();
    const std::vector<float> samples = downloaded<float>(out);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        EXPECT_NEAR(samples[i], voxels[i], 1e-3);
    }
}

TEST(Launch, events_tell_a_time_that_fits_the_hosts) {
    Program program = build_text(R"(
__kernel void work(__global float *out) {
    float x = get_global_id(0) * 1e-3f;
    for (int i = 0; i < 20000; ++i) x = x * 0.999f + 0.001f * (x < 0.5f ? 1.0f : -1.0f);
    out[get_global_id(0)] = x;
})");
    Kernel kernel = program.kernel("work");
    Buffer out(test_device(), 4096 * 4, "out");
    kernel.launch({{4096, 1, 1}}, out).wait();
    const auto start = std::chrono::steady_clock::now();
    const Event event = kernel.launch({{4096, 1, 1}}, out);
    event.wait();
    const double host = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
    EXPECT_GT(event.milliseconds(), 1e-3);
    EXPECT_LE(event.milliseconds(), host + 0.1);
    EXPECT_EQ(event.milliseconds(), event.milliseconds());
    EXPECT_EQ(Event().milliseconds(), 0.0);
    Event().wait();

    // Several are not longer than the host waited for them, whoever's times these are.
    const auto start_of_all = std::chrono::steady_clock::now();
    Events events;
    for (int i = 0; i < 4; ++i) {
        events.push_back(kernel.launch({{4096, 1, 1}}, out));
    }
    events.emplace_back();
    const double sum = milliseconds(events);
    EXPECT_LE(sum, milliseconds_since(start_of_all) + 0.1);
    EXPECT_GT(sum, 1e-3);
    EXPECT_EQ(milliseconds(Events{}), 0.0);
}

TEST(Launch, a_kernel_runs_in_groups_of_the_size_that_it_requires) {
    const auto items = std::min<std::size_t>(1024, test_device().info().work_group_limit);
    Program program = build_text("__kernel __attribute__((reqd_work_group_size(" + std::to_string(items) +
                                 ", 1, 1))) void sizes(__global uint *out) {\n"
                                 "    out[get_global_id(0)] = (uint)get_local_size(0);\n}\n");
    Kernel kernel = program.kernel("sizes");
    EXPECT_GE(kernel.work_group_limit(), items);
    Buffer out(test_device(), 2 * items * 4, "out");
    kernel.launch({{2 * items, 1, 1}, {items, 1, 1}}, out).wait();
    EXPECT_EQ(downloaded<std::uint32_t>(out), std::vector<std::uint32_t>(2 * items, static_cast<std::uint32_t>(items)));
}

TEST(Launch, sizes_that_do_not_fit_are_refused_by_us) {
    Program program = build_text(index_kernel);
    Kernel kernel = program.kernel("write_index");
    Buffer out(test_device(), 1 << 20, "out");
    const std::size_t limit = kernel.work_group_limit();
    EXPECT_GE(limit, 1u);
    EXPECT_LE(limit, test_device().info().work_group_limit);
    const auto refused = [&](const LaunchSize &size) {
        return message_of<DeviceError>([&] { static_cast<void>(kernel.launch(size, out)); });
    };
    expect_contains(refused({{limit * 2, 1, 1}, {limit * 2, 1, 1}}), "write_index");
    expect_contains(refused({{limit, 2, 1}, {limit, 2, 1}}), std::to_string(limit));
    expect_contains(refused({{10, 1, 1}, {4, 1, 1}}), "no multiple");
    refused({{8, 1, 1}, {8, 0, 0}});
    refused({{8, 0, 1}});
    expect_contains(message_of<DeviceError>([&] { static_cast<void>(kernel.launch({{8, 1, 1}})); }), "1 arguments");
    expect_contains(message_of<DeviceError>([&] { static_cast<void>(kernel.launch({{8, 1, 1}}, out, 3)); }), "2 were");
}

TEST(Launch, argument_of_the_wrong_size_names_call_kernel_and_argument) {
    Program program = build_text("__kernel void f(__global int *out, int a) { *out = a; }");
    Buffer out(test_device(), 4, "out");
    const std::string message =
        message_of<DeviceError>([&] { static_cast<void>(program.kernel("f").launch({}, out, std::array<int, 4>{})); });
    expect_contains(message, "clSetKernelArg: CL_INVALID_ARG_SIZE");
    expect_contains(message, "kernel 'f', argument 1");
}

TEST(Launch, local_memory_beyond_the_device_is_refused_by_us) {
    Program program = build_text(index_kernel);
    const std::uint64_t limit = test_device().info().local_memory;
    Buffer out(test_device(), 64, "out");
    Kernel kernel = program.kernel("local_sizes");
    expect_contains(message_of<MemoryError>([&] {
                        static_cast<void>(kernel.launch({{8, 1, 1}, {8, 1, 1}}, out, LocalBytes{limit + 4}));
                    }),
                    "local memory");
    // What the kernel declares itself counts too.
    Program both = build_text(R"(
__kernel void f(__global int *out, __local int *given) {
    __local int own[1024];
    own[get_local_id(0)] = 1; given[get_local_id(0)] = 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    *out = own[0] + given[0];
})");
    Kernel f = both.kernel("f");
    if (f.static_local_bytes() == 0) {
        GTEST_SKIP() << "this driver (PoCL 5.0) does not tell what a kernel declares itself";
    }
    EXPECT_GE(f.static_local_bytes(), 4096u);
    message_of<MemoryError>([&] { static_cast<void>(f.launch({}, out, LocalBytes{limit - 2048})); });
    // The refused launch left nothing behind.
    f.launch({}, out, LocalBytes{4}).wait();
    EXPECT_EQ(downloaded<int>(out)[0], 3);
}

TEST(Warp, votes_of_this_device_count_its_lanes) {
    const DeviceInfo &info = test_device().info();
    Program program(test_device(), {"votes", {warp_file(info), "probe_warp.cl"}, {}, true});
    Buffer out(test_device(), 64 * 3 * 4, "votes");
    program.kernel("probe_warp").launch({{64, 1, 1}, {64, 1, 1}}, out).wait();
    const std::vector<std::uint32_t> votes = downloaded<std::uint32_t>(out);
    const unsigned lanes = info.warp_lanes;
    EXPECT_EQ(lanes == 1, info.warp_vote == WarpVote::single);
    for (unsigned i = 0; i < 64; ++i) {
        unsigned odd = 0;
        for (unsigned lane = i / lanes * lanes; lane < (i / lanes + 1) * lanes; ++lane) {
            odd += lane % 2;
        }
        EXPECT_EQ(votes[3 * i], i / lanes == 5 / lanes ? 1u : 0u) << i;
        EXPECT_EQ(votes[3 * i + 1], lanes) << i;
        EXPECT_EQ(votes[3 * i + 2], odd) << i;
    }
}

TEST(Warp, a_warp_of_one_lane_is_the_predicate_everywhere) {
    Program program(test_device(), {"votes", {"warp_single.cl", "probe_warp.cl"}, {}, true});
    Buffer out(test_device(), 64 * 3 * 4, "votes");
    program.kernel("probe_warp").launch({{64, 1, 1}, {64, 1, 1}}, out).wait();
    const std::vector<std::uint32_t> votes = downloaded<std::uint32_t>(out);
    for (unsigned i = 0; i < 64; ++i) {
        EXPECT_EQ(votes[3 * i], i == 5 ? 1u : 0u);
        EXPECT_EQ(votes[3 * i + 1], 1u);
        EXPECT_EQ(votes[3 * i + 2], i % 2);
    }
}

TEST(Warp, ranks_broadcasts_and_elections_agree_with_the_lanes) {
    const DeviceInfo &info = test_device().info();
    ProgramSource source = text_source(R"(
__kernel void ranks(__global uint *out) {
    const uint i = get_local_id(0);
    out[4 * i] = warp_rank(i % 3 == 0);
    out[4 * i + 1] = warp_broadcast(i + 100);
    out[4 * i + 2] = warp_elects();
    uint elected = 0;
    if (i % 4 == 1) elected = warp_elects() + 1;
    out[4 * i + 3] = elected;
})",
                                       {warp_file(info)});
    source.fast_math = true;
    Program program(test_device(), source);
    Buffer out(test_device(), 64 * 16, "ranks");
    program.kernel("ranks").launch({{64, 1, 1}, {64, 1, 1}}, out).wait();
    const std::vector<std::uint32_t> values = downloaded<std::uint32_t>(out);
    unsigned elected_together = 0, elected_apart = 0;
    for (unsigned i = 0; i < 64; ++i) {
        const unsigned first = i / info.warp_lanes * info.warp_lanes;
        unsigned rank = 0;
        for (unsigned lane = first; lane < i; ++lane) {
            rank += lane % 3 == 0 ? 1 : 0;
        }
        EXPECT_EQ(values[4 * i], rank) << i;
        EXPECT_EQ(values[4 * i + 1], first + 100) << i;
        elected_together += values[4 * i + 2];
        EXPECT_EQ(values[4 * i + 3] > 0, i % 4 == 1) << i;
        elected_apart += i % 4 == 1 ? values[4 * i + 3] - 1 : 0;
    }
    if (info.warp_vote != WarpVote::sub_group) {
        EXPECT_EQ(elected_together, 64 / info.warp_lanes);
        EXPECT_GE(elected_apart, info.warp_vote == WarpVote::single ? 16 : 64 / info.warp_lanes);
        EXPECT_LE(elected_apart, 16u);
    }
}

} // namespace voxmarch
