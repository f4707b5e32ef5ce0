// Series of times: patterns of numbered files, one grid for all, and what is said of when they were taken.
#include "base/error.h"
#include "volume/formats/time_pattern.h"
#include "volume/formats/time_series.h"
#include "volume_test_files.h"

#include <sys/stat.h>

namespace voxmarch::testing {
namespace {

/// A raw file of 4x3x2 voxels that all have this value.
void write_step(const ScratchFolder &folder, const std::string &name, int value) {
    write_file(folder / name, std::string(24, static_cast<char>(value)));
}

std::vector<long long> numbers_of(const std::string &pattern) {
    std::vector<long long> numbers;
    for (const NumberedFile &file : files_of_pattern(pattern)) {
        numbers.push_back(file.number);
    }
    return numbers;
}

TEST(TimePattern, files_are_ordered_by_their_numbers) {
    const ScratchFolder folder;
    for (const char *name : {"h10.raw", "h9.raw", "h2.raw", "h011.raw", "hx.raw", "h3.nrrd", "h.raw", "h1.5.raw"}) {
        write_step(folder, name, 1);
    }
    EXPECT_EQ(numbers_of(folder / "h{t}.raw"), (std::vector<long long>{2, 9, 10, 11}));
    EXPECT_EQ(numbers_of(folder / "h{t:02}.raw"), (std::vector<long long>{10}));
    EXPECT_EQ(numbers_of(folder / "h{t:03}.raw"), (std::vector<long long>{11}));
    EXPECT_EQ(numbers_text(files_of_pattern(folder / "h{t}.raw")),
              "numbers 2 to 11, 6 numbers between them have no file");
    EXPECT_FALSE(is_time_pattern(folder / "h{n}.raw"));
    EXPECT_FALSE(is_time_pattern(folder / "h{t:3}.raw"));
    EXPECT_TRUE(is_time_pattern(folder / "h{t}.raw"));
    write_step(folder, "h{t}.raw", 1);
    EXPECT_FALSE(is_time_pattern(folder / "h{t}.raw")) << "a file of this very name is that file";
}

TEST(TimePattern, pipes_are_left_out) {
    const ScratchFolder folder;
    const std::string content = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 1 1 1\nencoding: raw\n\n\1";
    write_file(folder / "v_1.nrrd", content);
    write_file(folder / "v_3.nrrd", content);
    ASSERT_EQ(mkfifo((folder / "v_2.nrrd").c_str(), 0600), 0);
    std::filesystem::create_symlink("v_4.nrrd", folder / "v_4.nrrd"); // leads to itself
    EXPECT_EQ(files_of_pattern(folder / "v_{t}.nrrd").size(), 2u);
    const auto header = read_volume_header(folder / "v_{t}.nrrd");
    EXPECT_EQ(header.times, 2);
    ASSERT_GE(header.notes.size(), 2u);
    EXPECT_TRUE(contains(header.notes[header.notes.size() - 2], "without 2"));
    EXPECT_TRUE(contains(header.notes.back(), "v_2.nrrd, v_4.nrrd"));
}

TEST(TimePattern, what_it_cannot_mean_is_said) {
    const ScratchFolder folder;
    EXPECT_THROW(files_of_pattern(folder / "h{t}.raw"), FileError);
    EXPECT_THROW(files_of_pattern(folder / "none/h{t}.raw"), FileError);
    EXPECT_THROW(files_of_pattern(folder / "h{t}_{t}.raw"), UsageError);
    write_step(folder, "h1.raw", 1);
    write_step(folder, "h01.raw", 1);
    EXPECT_THROW(files_of_pattern(folder / "h{t}.raw"), FileError);
    EXPECT_EQ(numbers_of(folder / "h{t:02}.raw"), (std::vector<long long>{1}));
}

TEST(TimeSeriesFiles, each_time_is_a_file) {
    const ScratchFolder folder;
    for (const int number : {3, 4, 7}) {
        write_step(folder, "a" + std::to_string(number) + "_4x3x2_uint8.raw", 10 * number);
    }
    const TimeSeries series(folder / "a{t}_4x3x2_uint8.raw", {});
    ASSERT_EQ(series.count(), 3);
    EXPECT_EQ(series.axis().at, (std::vector<double>{3.0, 4.0, 7.0}));
    EXPECT_EQ(series.read(2).value(1, 1, 1), 70.0);
    EXPECT_EQ(series.read(0).value(1, 1, 1), 30.0);
    EXPECT_NE(series.header().notes.front().text.find("numbers 3 to 7, without 5, 6"), std::string::npos)
        << series.header().notes.front().text;
    ReadOptions beyond;
    beyond.time = 3;
    EXPECT_THROW(read_volume(series.source(), beyond), UsageError);
}

TEST(TimeSeriesFiles, a_time_on_another_grid_is_refused_by_name) {
    const ScratchFolder folder;
    write_file(folder / "b1_4x3x2_uint8.raw", std::string(24, 'a'));
    write_file(folder / "b2_4x2x2_uint8.raw", std::string(16, 'a'));
    VolumeHeader first, other;
    first.grid.dims = {4, 3, 2};
    other.grid = first.grid;
    EXPECT_NO_THROW(require_same_grid(other, first, "x.nrrd"));
    other.grid.spacing.y = 1.5;
    try {
        require_same_grid(other, first, "x.nrrd");
        FAIL();
    } catch (const FileError &error) {
        EXPECT_NE(std::string(error.what()).find("x.nrrd: has voxels 1 x 1.5 x 1 apart"), std::string::npos)
            << error.what();
    }
    other.grid = first.grid;
    other.grid.dims[1] = 2;
    EXPECT_THROW(require_same_grid(other, first, "x.nrrd"), FileError);
}

TEST(TimeSeriesFiles, a_time_of_another_type_or_of_other_channels_is_refused_by_name) {
    const ScratchFolder folder;
    const auto write = [&](const std::string &name, const std::string &type, int channels, std::size_t bytes) {
        write_file(folder / name, "NRRD0004\ntype: " + type + "\ndimension: 4\nsizes: " + std::to_string(channels) +
                                      " 4 3 2\nkinds: vector domain domain domain\nencoding: raw\nendian: little\n\n" +
                                      std::string(bytes, 'a'));
    };
    write("t0.nrrd", "uint16", 2, 96);
    write("t1.nrrd", "float", 2, 192);
    write("c0.nrrd", "uint16", 2, 96);
    write("c1.nrrd", "uint16", 1, 48);
    EXPECT_TRUE(contains(message_of<FileError>([&] { TimeSeries(folder / "t{t}.nrrd", {}).read(1); }),
                         "t1.nrrd: has voxels of type float32, but another time of the series of type uint16"));
    ReadOptions second;
    for (second.channel = 0; second.channel < 2; ++second.channel) {
        EXPECT_TRUE(contains(message_of<FileError>([&] { TimeSeries(folder / "c{t}.nrrd", second).read(1); }),
                             "c1.nrrd: has 1 channel, but another time of the series 2"));
    }
    second.channel = 2;
    EXPECT_THROW(TimeSeries(folder / "c{t}.nrrd", second), UsageError);
}

TEST(TimeSeriesFiles, a_time_may_be_a_folder_of_slices) {
    const ScratchFolder folder;
    const std::string black_pixel("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x8\0\0\0\0\x3a\x7e\x9b\x55"
                                  "\0\0\0\nIDATx\x9c\x63\x60\0\0\0\2\0\1\x48\xaf\xa4\x71\0\0\0\0IEND\xae\x42\x60\x82",
                                  67);
    for (const char *name : {"p3/a1.png", "p3/a2.png", "p4/a1.png", "p4/a2.png", "p4/a3.png"}) {
        write_file(folder / name, black_pixel);
    }
    const TimeSeries series(folder / "p{t}", {});
    EXPECT_EQ(series.count(), 2);
    EXPECT_EQ(series.read(0).grid().dims, (std::array<int, 3>{1, 1, 2}));
    EXPECT_TRUE(contains(message_of<FileError>([&] { series.read(1); }), "has 1x1x3 voxels"));
}

TEST(TimeSeriesFiles, times_of_nrrd_are_those_of_its_axis_of_time) {
    const ScratchFolder folder;
    std::string voxels;
    for (int time = 0; time < 3; ++time) {
        voxels += std::string(24, static_cast<char>(time + 1));
    }
    const std::string head = "NRRD0004\ntype: uint8\ndimension: 4\nsizes: 4 3 2 3\nencoding: raw\n";
    write_file(folder / "kinds.nrrd",
               head + "kinds: space space space time\nspacings: 1 1 2 40\nunits: \"mm\" \"mm\" \"mm\" \"ms\"\n\n" +
                   voxels);
    write_file(folder / "space.nrrd", head +
                                          "space: left-posterior-superior-time\nspace directions: (1,0,0,0) "
                                          "(0,1,0,0) (0,0,2,0) (0,0,0,0.5)\nspace origin: (0,0,0,0)\nspace units: "
                                          "\"mm\" \"mm\" \"mm\" \"s\"\n\n" +
                                          voxels);
    const TimeSeries kinds(folder / "kinds.nrrd", {}), space(folder / "space.nrrd", {});
    for (const TimeSeries *series : {&kinds, &space}) {
        ASSERT_EQ(series->count(), 3);
        EXPECT_EQ(series->header().grid.spacing, glm::dvec3(1, 1, 2));
        for (int time = 0; time < 3; ++time) {
            EXPECT_EQ(series->read(time).value(0, 1, 1), time + 1.0);
        }
    }
    EXPECT_EQ(times_text(kinds.axis()), "0 to 80 ms, 40 ms apart");
    EXPECT_EQ(times_text(space.axis()), "0 to 1 s, 0.5 s apart");
    EXPECT_EQ(time_text(space.axis(), 1), "0.5 s");
}

TEST(TimeAxisWords, steps_that_are_none_state_nothing) {
    EXPECT_TRUE(even_times(3, 0.0, "s").at.empty());
    EXPECT_TRUE(even_times(3, -1.0, "s").at.empty());
    EXPECT_EQ(time_text({}, 4), "time 4");
    EXPECT_EQ(time_text({{1, 5}, "", true}, 1), "number 5");
    EXPECT_EQ(times_text({{0, 1, 4}, "s"}), "0 to 4 s");
    EXPECT_EQ(spread_times(3, 8), (std::vector<int>{0, 1, 2}));
    EXPECT_EQ(spread_times(64, 8), (std::vector<int>{0, 9, 18, 27, 36, 45, 54, 63}));
    EXPECT_EQ(spread_times(1, 8), (std::vector<int>{0}));
}

} // namespace
} // namespace voxmarch::testing
