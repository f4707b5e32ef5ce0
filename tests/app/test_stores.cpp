// Zarr stores at the command line: they are drawn, described and used as labels as any other volume.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"
#include "tests/support/level_store.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Stores : public Program {
protected:
    Stores() {
        store("ball.ome.zarr", [](int x, int y, int z) { return inside(x, y, z) ? 200 : 10; });
        store("ball.ome.zarr/labels/half", [](int x, int y, int z) { return inside(x, y, z) ? (x < 8 ? 1 : 2) : 0; });
        std::string bytes = "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 16 12 10\nspacings: 1 1 2\n"
                            "units: \"um\" \"um\" \"um\"\nencoding: raw\n\n";
        write("ball.nrrd", bytes + voxels([](int x, int y, int z) { return inside(x, y, z) ? 200 : 10; }));
        write("half.nrrd", bytes + voxels([](int x, int y, int z) { return inside(x, y, z) ? (x < 8 ? 1 : 2) : 0; }));
    }

    static bool inside(int x, int y, int z) {
        return (x - 8) * (x - 8) + (y - 6) * (y - 6) + 4 * (z - 5) * (z - 5) < 25;
    }

    template <typename Value> static std::string voxels(const Value &value) {
        std::string bytes;
        for (int z = 0; z < 10; ++z) {
            for (int y = 0; y < 12; ++y) {
                for (int x = 0; x < 16; ++x) {
                    bytes += static_cast<char>(value(x, y, z));
                }
            }
        }
        return bytes;
    }

    /// OME-Zarr 0.4 of one chunk.
    template <typename Value> void store(const std::string &name, const Value &value) const {
        std::filesystem::create_directories(path(name) + "/0");
        json axes;
        for (const char *axis : {"z", "y", "x"}) {
            axes.push_back({{"name", axis}, {"type", "space"}, {"unit", "micrometer"}});
        }
        const json scale = {{"type", "scale"}, {"scale", {2, 1, 1}}};
        const json dataset = {{"path", "0"}, {"coordinateTransformations", json::array({scale})}};
        const json image = {{"version", "0.4"}, {"axes", axes}, {"datasets", json::array({dataset})}};
        write(name + "/.zgroup", R"({"zarr_format": 2})");
        write(name + "/.zattrs", json{{"multiscales", json::array({image})}}.dump());
        write(name + "/0/.zarray", R"({"zarr_format": 2, "shape": [10, 12, 16], "chunks": [10, 12, 16], "dtype": "|u1",
            "compressor": null, "filters": null, "fill_value": 0, "order": "C"})");
        write(name + "/0/0.0.0", voxels(value));
    }

    std::vector<std::uint8_t> drawn(const std::string &volume, const std::vector<std::string> &more) const {
        std::vector<std::string> words = {"render", volume, "--size", "48x32", "-o", "x.png"};
        words.insert(words.end(), more.begin(), more.end());
        const Outcome outcome = run(words);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return decode_png(read("x.png")).rgba;
    }
};

TEST_F(Stores, AreDescribed) {
    const json store = json::parse(run({"info", "ball.ome.zarr", "--json"}).out);
    const json file = json::parse(run({"info", "ball.nrrd", "--json"}).out);
    EXPECT_EQ(store["format"], "OME-Zarr");
    for (const char *key : {"dims", "type", "spacing", "range", "mean", "percentiles"}) {
        EXPECT_EQ(store[key], file[key]) << key;
    }
}

TEST_F(Stores, TellTheirLevels) {
    write_two_levels(path("two.zarr"), 200, 90);
    const auto levels = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"info", "two.zarr", "--json"});
        return json::parse(run(options).out)["levels"];
    };
    const json second = {{"dims", {48, 40, 72}}, {"spacing", {1.0, 1.0, 2.0}}};
    EXPECT_EQ(levels({}), (json{{{"dims", {96, 80, 72}}, {"spacing", {0.5, 0.5, 2.0}}}, second}));
    EXPECT_EQ(levels({"--header-only", "--level", "1"}), json::array({second}));
    EXPECT_EQ(levels({"--downsample", "2"}), json::array({{{"dims", {48, 40, 36}}, {"spacing", {1.0, 1.0, 4.0}}}}));
    const Outcome text = run({"info", "two.zarr", "--header-only"});
    EXPECT_TRUE(contains(text.out, "  level 0      96 x 80 x 72, spacing 0.5 x 0.5 x 2 um\n")) << text.out;
    EXPECT_TRUE(contains(text.out, "  level 1      48 x 40 x 72, spacing 1 x 1 x 2 um\n")) << text.out;
    EXPECT_FALSE(contains(run({"info", "ball.ome.zarr"}).out, "  level 0"));
    // One that is too large to be read whole.
    ASSERT_EQ(run({"convert", "synthetic:sphere:130", "large.zarr"}).code, 0);
    const Outcome large = run({"info", "large.zarr", "--memory-limit", "1", "--json"});
    EXPECT_EQ(json::parse(large.out)["levels"].size(), 3u) << large.err; // 130, 65, 33
}

TEST_F(Stores, AreDrawnWithTheirLabels) {
    const auto plain = drawn("ball.nrrd", {});
    EXPECT_EQ(plain.size(), 48u * 32u * 4u);
    EXPECT_EQ(drawn("ball.ome.zarr", {}), plain);
    const auto labelled = drawn("ball.nrrd", {"--labels", "half.nrrd", "--label", "1=hide"});
    EXPECT_NE(labelled, plain);
    EXPECT_EQ(drawn("ball.ome.zarr", {"--labels", "ball.ome.zarr/labels/half", "--label", "1=hide"}), labelled);
}

TEST_F(Stores, ThatAreDamagedAreFileErrors) {
    write("ball.ome.zarr/0/0.0.0", "short");
    EXPECT_TRUE(failed_with(run({"render", "ball.ome.zarr"}), 4, "ball.ome.zarr/0/0.0.0"));
    write("ball.ome.zarr/.zattrs", R"({"multiscales": [{"datasets": [{"path": "../../secret"}]}]})");
    EXPECT_TRUE(failed_with(run({"info", "ball.ome.zarr"}, no_drivers), 4, "does not lie within the store"));
    EXPECT_TRUE(failed_with(run({"info", "ball.ome.zarr/labels"}, no_drivers), 4, "labels"));
    EXPECT_TRUE(
        failed_with(run({"info", "ball.ome.zarr/labels/half", "--channel", "1"}, no_drivers), 2, "no channel 1"));
}

} // namespace

} // namespace voxmarch::testing
