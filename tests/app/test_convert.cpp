// `voxmarch convert`: what it says, refuses and leaves behind. (tests/volume and tests/peers look at the voxels.)
#include "tests/app/run_program.h"

#include <csignal>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

class Convert : public Program {
protected:
    nlohmann::json info(const std::string &volume) const {
        const Outcome told = run({"info", volume, "--json", "--header-only"}, no_drivers);
        EXPECT_TRUE(went_well(told));
        return nlohmann::json::parse(told.out, nullptr, false);
    }
};

TEST_F(Convert, TellsWhatItWrote) {
    const Outcome done = run({"convert", "synthetic:sphere:70", "a.ome.zarr"}, no_drivers);
    EXPECT_TRUE(went_well(done));
    EXPECT_TRUE(contains(done.out, "wrote a.ome.zarr (70x70x70 uint8): 335 KiB in ")) << done.out;
    EXPECT_TRUE(contains(done.out, " : 1), ")) << done.out;
    EXPECT_EQ(info("a.ome.zarr")["dims"], (nlohmann::json{70, 70, 70}));
    EXPECT_FALSE(exists("a.ome.zarr/voxmarch/unfinished.json"));
}

TEST_F(Convert, TakesPartsLevelsAndSmallerCopies) {
    EXPECT_TRUE(went_well(run({"convert", "synthetic:sphere:70", "a.zarr/"}, no_drivers)));
    EXPECT_TRUE(went_well(run({"convert", "a.zarr", "half.nrrd", "--level", "1"}, no_drivers)));
    EXPECT_EQ(info("half.nrrd")["dims"], (nlohmann::json{35, 35, 35}));
    EXPECT_EQ(info("half.nrrd")["origin"], (nlohmann::json{0.5, 0.5, 0.5}));
    EXPECT_EQ(info("half.nrrd")["spacing"], (nlohmann::json{2, 2, 2}));
    EXPECT_TRUE(went_well(
        run({"convert", "a.zarr", "part.nrrd", "--region", "10:20,0:70,69:70", "--downsample", "2"}, no_drivers)));
    EXPECT_EQ(info("part.nrrd")["dims"], (nlohmann::json{5, 35, 1}));
    EXPECT_EQ(info("part.nrrd")["origin"], (nlohmann::json{10.5, 0.5, 69}));
    EXPECT_TRUE(failed_with(run({"convert", "a.zarr", "b.zarr", "--level", "2"}, no_drivers), 2, "has no level 2"));
}

TEST_F(Convert, TellsOfValuesThatAreNotFinite) {
    std::string voxels(4 * 4 * 4 * sizeof(float), '\0');
    const auto convert = [&](const std::string &output) {
        write("v_4x4x4_float32.raw", voxels);
        return run({"convert", "v_4x4x4_float32.raw", output}, no_drivers);
    };
    const Outcome finite = convert("finite.nrrd");
    EXPECT_TRUE(went_well(finite));
    EXPECT_FALSE(contains(finite.err, "not finite")) << finite.err;
    voxels.replace(8, 4, std::string("\0\0\xc0\x7f", 4)); // NaN
    for (const std::string output : {"a.nrrd", "a.nii", "a.ome.zarr"}) {
        const Outcome told = convert(output);
        EXPECT_EQ(told.code, 0) << told.err;
        EXPECT_TRUE(contains(told.err, "has values that are not finite")) << told.err;
    }
}

TEST_F(Convert, RefusesWhatItCannotDo) {
    const auto convert = [this](const std::vector<std::string> &more) {
        std::vector<std::string> words = {"convert", "synthetic:sphere:20"};
        words.insert(words.end(), more.begin(), more.end());
        return run(words, no_drivers);
    };
    EXPECT_TRUE(failed_with(convert({}), 2, "OUT"));
    EXPECT_TRUE(failed_with(convert({"a.vti"}), 2, ".ome.zarr"));
    EXPECT_TRUE(failed_with(convert({"a.zarr", "--region", "0:20,0:20,0:21"}), 2, "20x20x20"));
    EXPECT_TRUE(failed_with(convert({"a.zarr", "--region", "0-20"}), 2, "--region is '0-20'"));
    EXPECT_TRUE(failed_with(convert({"a.zarr", "--codec", "gzip"}), 2, "lz4"));
    EXPECT_TRUE(failed_with(convert({"a.tif", "--codec", "zstd"}), 2, "--codec"));
    EXPECT_TRUE(failed_with(convert({"nowhere/a.zarr"}), 7, "nowhere/a.zarr"));
    EXPECT_TRUE(failed_with(run({"convert", "none.nrrd", "a.zarr"}, no_drivers), 4, "none.nrrd"));
    EXPECT_TRUE(files().empty());
    write("a.nrrd", "mine");
    EXPECT_TRUE(failed_with(convert({"a.nrrd"}), 7, "--overwrite"));
    EXPECT_EQ(read("a.nrrd"), "mine");
    EXPECT_TRUE(went_well(convert({"a.nrrd", "--overwrite"})));
    EXPECT_TRUE(failed_with(run({"convert", "a.nrrd", "a.nrrd", "--overwrite"}, no_drivers), 7, "is read here"));
    std::filesystem::create_directory(path("photos.zarr"));
    write("photos.zarr/photo.jpg", "mine");
    EXPECT_TRUE(failed_with(convert({"photos.zarr", "--overwrite"}), 7, "left alone"));
    EXPECT_EQ(read("photos.zarr/photo.jpg"), "mine");
}

TEST_F(Convert, CtrlCLeavesAStoreThatIsMarked) {
    const std::vector<std::string> long_work = {"convert", "synthetic:tree:2048", "tree.ome.zarr"};
    const char *const mark = "tree.ome.zarr/voxmarch/unfinished.json";
    const auto soon = std::chrono::milliseconds(300);
    EXPECT_TRUE(failed_with(run_and_signal(long_work, SIGINT, soon, mark), 130, "the same command goes on"));
    EXPECT_TRUE(exists(mark));
    EXPECT_TRUE(failed_with(run({"info", "tree.ome.zarr"}, no_drivers), 4, "unfinished"));
    EXPECT_TRUE(failed_with(run({"convert", "synthetic:tree:1024", "tree.ome.zarr"}, no_drivers), 7, "--overwrite"));
    const Outcome again =
        run_on_terminal(long_work, SIGINT, std::chrono::milliseconds(9000)); // shown behind the first slab
    EXPECT_EQ(again.code, 130);
    EXPECT_TRUE(contains(again.err, "goes on from ")) << again.err;
    EXPECT_TRUE(contains(again.err, "writing tree.ome.zarr: ")) << again.err;
    EXPECT_TRUE(contains(again.err, " MB/s, ")) << again.err;
    EXPECT_TRUE(contains(again.err, " left, ")) << again.err;
}

TEST_F(Convert, CtrlCLeavesNoHalfFile) {
    const Outcome stopped =
        run_and_signal({"convert", "synthetic:tree:1024", "tree.nii"}, SIGINT, std::chrono::milliseconds(700));
    EXPECT_TRUE(failed_with(stopped, 130, "nothing half-written"));
    EXPECT_TRUE(files().empty());
}

/// 10^15 voxels in 200 bytes: described at once, and what no machine holds is refused before any work.
TEST_F(Convert, AStoreThatClaimsMoreThanThereIs) {
    std::filesystem::create_directory(path("nothing.zarr"));
    write("nothing.zarr/.zarray", R"({"zarr_format": 2, "shape": [100000, 100000, 100000], "chunks": [64, 64, 64],
        "dtype": "|u1", "compressor": null, "fill_value": 7, "order": "C", "filters": null})");
    const Outcome told = run({"info", "nothing.zarr", "--json"}, no_drivers);
    EXPECT_TRUE(went_well(told));
    EXPECT_EQ(nlohmann::json::parse(told.out, nullptr, false)["range"], (nlohmann::json{7.0, 7.0}));
    const Outcome refused = run({"convert", "nothing.zarr", "a.nrrd", "--codec", "none"}, no_drivers);
    EXPECT_EQ(refused.code, 7);
    EXPECT_TRUE(contains(refused.err, "a.nrrd: takes 931323 GiB, but its disk has ")) << refused.err;
    EXPECT_FALSE(exists("a.nrrd"));
}

} // namespace

} // namespace voxmarch::testing
