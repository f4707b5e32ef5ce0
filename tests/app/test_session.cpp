// What pictures tell about themselves, how they are drawn again, and how they are compared with others.
#include "renderer/png_text.h"
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace voxmarch::testing {

namespace {

namespace fs = std::filesystem;
using json = nlohmann::json;

class Session : public Program {
protected:
    void SetUp() override {
        fs::create_directories(path("data"));
        ASSERT_EQ(run({"synthesize", "torus", "-n", "24", "-o", "data/head.nrrd"}).code, 0);
    }

    /// Draws at 48x32 with the preset `thesis`; options given later win.
    Outcome draw(const std::string &volume, const std::string &output, std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"render", volume, "--size", "48x32", "--transfer", "thesis", "-o", output});
        return run(options);
    }

    Outcome redraw(const std::string &picture, const std::string &output, std::vector<std::string> options = {}) const {
        options.insert(options.begin(), {"render", picture, "-o", output});
        return run(options);
    }

    json session_of(const std::string &picture) const {
        const auto text = find_png_text(read(picture), "voxmarch-session");
        return text ? json::parse(*text) : json();
    }

    std::vector<std::uint8_t> pixels(const std::string &picture) const { return decode_png(read(picture)).rgba; }
};

/// Types of a PNG's chunks, in order.
std::vector<std::string> chunks_of(const std::string &png) {
    std::vector<std::string> types;
    for (std::size_t place = 8; place + 12 <= png.size();) {
        std::size_t length = 0;
        for (std::size_t i = 0; i < 4; ++i) {
            length = length * 256 + static_cast<unsigned char>(png[place + i]);
        }
        types.push_back(png.substr(place + 4, 4));
        place += 12 + length;
    }
    return types;
}

TEST_F(Session, APictureTellsWhatItShowsButNotWhereThatIs) {
    ASSERT_EQ(draw("data/head.nrrd", "a.png", {"--labels", "data/head.nrrd"}).code, 0);
    const std::string bytes = read("a.png");
    EXPECT_FALSE(contains(bytes, path("data"))) << "no folder";
    EXPECT_FALSE(contains(bytes, "data/head"));
    const json session = session_of("a.png");
    EXPECT_EQ(session["volume"]["source"], "head.nrrd");
    EXPECT_EQ(session["labels"]["source"], "head.nrrd");
    EXPECT_EQ(session["volume"]["bytes"], fs::file_size(path("data/head.nrrd")));
    const std::string hash = session["volume"]["xxh3_128"];
    EXPECT_EQ(hash.size(), 32u);
    EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), hash.npos);
    for (const char *part : {"voxmarch", "device", "driver", "platform", "backend"}) {
        EXPECT_FALSE(session["made"][part].get<std::string>().empty()) << part;
    }
    EXPECT_GT(session["made"]["frame_ms"].get<double>(), 0.0);

    ASSERT_EQ(draw("data/head.nrrd", "full.png", {"--embed", "full"}).code, 0);
    EXPECT_EQ(session_of("full.png")["volume"]["source"], path("data/head.nrrd"));

    ASSERT_EQ(draw("data/head.nrrd", "bare.png", {"--embed", "none"}).code, 0);
    EXPECT_TRUE(session_of("bare.png").is_null());
    const std::vector<std::string> chunks = chunks_of(read("bare.png"));
    EXPECT_TRUE(std::all_of(chunks.begin(), chunks.end(), [](const std::string &type) {
        return type == "IHDR" || type == "IDAT" || type == "IEND";
    }));
    EXPECT_EQ(draw("data/head.nrrd", "again.png", {"--embed", "none"}).code, 0);
    EXPECT_EQ(read("again.png"), read("bare.png")) << "nothing in it depends on time and place";
}

TEST_F(Session, TheHashIsThatOfTheVoxels) {
    ASSERT_EQ(run({"synthesize", "torus", "-n", "24", "-o", "same_24x24x24_uint8.raw"}).code, 0);
    ASSERT_EQ(run({"synthesize", "tree", "-n", "24", "-o", "other.nrrd"}).code, 0);
    const auto hash = [&](const std::string &volume) {
        EXPECT_EQ(draw(volume, "h.png").code, 0);
        return session_of("h.png")["volume"]["xxh3_128"].get<std::string>();
    };
    const std::string first = hash("data/head.nrrd");
    EXPECT_EQ(hash("same_24x24x24_uint8.raw"), first) << "the file's format does not count";
    EXPECT_EQ(hash("synthetic:torus:24"), first);
    EXPECT_NE(hash("other.nrrd"), first);
}

TEST_F(Session, TheVolumeIsFoundBesideThePictureInTheCurrentFolderOrWhereTheUserSays) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png").code, 0);
    const auto first = pixels("data/a.png");
    ASSERT_EQ(redraw("data/a.png", "b.png").code, 0); // beside
    EXPECT_EQ(pixels("b.png"), first);
    fs::create_directories(path("else/where"));
    fs::copy_file(path("data/a.png"), path("else/where/a.png"));
    const Outcome lost = redraw("else/where/a.png", "c.png");
    EXPECT_TRUE(failed_with(lost, 4, "'head.nrrd' was not found"));
    for (const std::string &place : {path("else/where/head.nrrd"), path("head.nrrd"), std::string("--volume FILE")}) {
        EXPECT_TRUE(contains(lost.err, place)) << lost.err;
    }
    EXPECT_FALSE(exists("c.png"));
    ASSERT_EQ(redraw("else/where/a.png", "c.png", {"--volume", "data/head.nrrd"}).code, 0);
    EXPECT_EQ(pixels("c.png"), first);
    fs::copy_file(path("data/head.nrrd"), path("head.nrrd"));
    ASSERT_EQ(redraw("else/where/a.png", "d.png").code, 0); // the current folder
    EXPECT_EQ(pixels("d.png"), first);
    EXPECT_TRUE(
        failed_with(draw("data/head.nrrd", "e.png", {"--volume", "head.nrrd"}), 2, "--volume goes with a session"));
}

TEST_F(Session, OfTwoFilesOfANameTheOneOfTheRightSizeIsTaken) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png").code, 0);
    fs::create_directories(path("other"));
    fs::copy_file(path("data/a.png"), path("other/a.png"));
    ASSERT_EQ(run({"synthesize", "tree", "-n", "16", "-o", "other/head.nrrd"}).code, 0);
    fs::copy_file(path("data/head.nrrd"), path("head.nrrd"));
    ASSERT_EQ(redraw("other/a.png", "b.png", {"--strict"}).code, 0);
    EXPECT_EQ(pixels("b.png"), pixels("data/a.png"));
}

TEST_F(Session, OtherVoxelsAreToldAndRefusedIfStrict) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png").code, 0);
    const Outcome same = redraw("data/a.png", "b.png", {"--strict"});
    EXPECT_TRUE(went_well(same));
    std::string bytes = read("data/head.nrrd"); // the same size, another voxel
    bytes.back() = static_cast<char>(bytes.back() ^ 1);
    write("data/head.nrrd", bytes);
    const Outcome told = redraw("data/a.png", "c.png");
    EXPECT_EQ(told.code, 0);
    EXPECT_TRUE(contains(told.err, "note: ")) << told.err;
    EXPECT_TRUE(contains(told.err, "is not the volume that data/a.png was made of")) << told.err;
    EXPECT_TRUE(exists("c.png"));
    EXPECT_TRUE(failed_with(redraw("data/a.png", "d.png", {"--strict"}), 1, "is not the volume"));
    EXPECT_FALSE(exists("d.png"));
    // A session that tells no hash proves nothing.
    json old = session_of("data/a.png");
    old["volume"].erase("xxh3_128");
    write("data/old.json", old.dump());
    EXPECT_TRUE(went_well(redraw("data/old.json", "e.png")));
    EXPECT_TRUE(failed_with(redraw("data/old.json", "f.png", {"--strict"}), 1, "does not tell which voxels"));
    EXPECT_TRUE(failed_with(draw("data/head.nrrd", "g.png", {"--strict"}), 2, "--strict goes with a session"));
}

TEST_F(Session, OldSessionsWithWholePathsAreRead) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png", {"--embed", "full"}).code, 0);
    json old = session_of("data/a.png");
    old.erase("made");
    old["volume"].erase("bytes");
    old["volume"].erase("xxh3_128");
    write("old.json", old.dump());
    ASSERT_EQ(redraw("old.json", "b.png").code, 0);
    EXPECT_EQ(pixels("b.png"), pixels("data/a.png"));
}

TEST_F(Session, TheWayOfReadingIsKept) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png", {"--downsample", "2", "--spacing", "1,2,1"}).code, 0);
    EXPECT_EQ(session_of("data/a.png")["volume"]["downsample"], 2);
    EXPECT_EQ(redraw("data/a.png", "b.png", {"--strict"}).code, 0);
    EXPECT_EQ(pixels("b.png"), pixels("data/a.png"));
}

TEST_F(Session, SkeletonsAndLabelsThatAreGoneAreTold) {
    ASSERT_EQ(run({"skeleton", "data/head.nrrd", "--isovalue", "128", "-o", "data/ring.vtk"}).code, 0);
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png", {"--skeleton", "data/ring.vtk", "--labels", "data/head.nrrd"}).code,
              0);
    ASSERT_EQ(redraw("data/a.png", "b.png").code, 0);
    EXPECT_EQ(pixels("b.png"), pixels("data/a.png"));
    fs::rename(path("data/ring.vtk"), path("data/lines.vtk"));
    EXPECT_TRUE(failed_with(redraw("data/a.png", "c.png"), 4, "skeleton 'ring.vtk' was not found"));
    EXPECT_TRUE(contains(redraw("data/a.png", "c.png").err, "--skeleton FILE.vtk"));
    EXPECT_EQ(redraw("data/a.png", "c.png", {"--skeleton", "data/lines.vtk"}).code, 0);
    EXPECT_EQ(pixels("c.png"), pixels("data/a.png"));
}

TEST_F(Session, StatisticsOfAVolumeNameNoSurfaces) {
    ASSERT_EQ(draw("data/head.nrrd", "a.png", {"--stats", "s.json"}).code, 0);
    const json volume = json::parse(read("s.json"));
    EXPECT_TRUE(volume["isosurface"].is_null());
    EXPECT_FALSE(volume["settings"].contains("surfaces"));
    EXPECT_FALSE(volume["settings"].contains("extraction"));
    ASSERT_EQ(draw("data/head.nrrd", "a.png", {"--stats", "s.json", "--mode", "both", "--isovalue", "100"}).code, 0);
    EXPECT_EQ(json::parse(read("s.json"))["settings"]["surfaces"][0]["isovalue"], 100);
}

TEST_F(Session, APictureIsComparedWithAReference) {
    ASSERT_EQ(draw("data/head.nrrd", "r.png").code, 0);
    const Outcome equal = draw("data/head.nrrd", "a.png", {"--reference", "r.png"});
    EXPECT_TRUE(went_well(equal));
    EXPECT_TRUE(contains(equal.out, "a.png and r.png differ by 0 of 255 on average, 0 at most, SSIM 1.000000: within"))
        << equal.out;

    // One step of 255 in the background, most of the picture: an independent mean.
    const Outcome other = draw("data/head.nrrd", "b.png", {"--reference", "r.png", "--background", "#030000"});
    const auto x = pixels("r.png"), y = pixels("b.png");
    double sum = 0.0;
    int largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        sum += std::abs(int(x[i]) - int(y[i]));
        largest = std::max(largest, std::abs(int(x[i]) - int(y[i])));
    }
    const double mean = sum / (48.0 * 32.0 * 3.0);
    ASSERT_EQ(largest, 3);
    EXPECT_EQ(other.code, 1);
    EXPECT_TRUE(exists("b.png")) << "it is there to be looked at";
    EXPECT_TRUE(contains(other.err, "3 at most")) << other.err;
    EXPECT_TRUE(contains(other.err, "the mean is above 0")) << other.err;
    const auto with = [&](const std::string &threshold) {
        return draw("data/head.nrrd", "b.png",
                    {"--reference", "r.png", "--background", "#030000", "--reference-threshold", threshold})
            .code;
    };
    EXPECT_EQ(with(std::to_string(mean * 1.01)), 0);
    EXPECT_EQ(with(std::to_string(mean * 0.99)), 1);
    EXPECT_EQ(with("largest=3"), 0);
    EXPECT_EQ(with("largest=2"), 1);
    EXPECT_EQ(with("mean=3,largest=3,ssim=-1"), 0);
    EXPECT_EQ(with("mean=3,ssim=1"), 1);

    EXPECT_TRUE(failed_with(draw("data/head.nrrd", "c.png", {"--reference", "gone.png"}), 4, "gone.png"));
    EXPECT_TRUE(failed_with(draw("data/head.nrrd", "c.png", {"--reference", "data/head.nrrd"}), 4, "not a PNG"));
    EXPECT_FALSE(exists("c.png"));
    const Outcome size = draw("data/head.nrrd", "c.png", {"--reference", "r.png", "--size", "20x20"});
    EXPECT_EQ(size.code, 1);
    EXPECT_TRUE(contains(size.err, "c.png has 20x20 pixels, the reference r.png has 48x32")) << size.err;
    for (const std::string wrong : {"-1", "256", "abc", "ssim=2", "ssim", "1,2", "", "mean=", "largest=x", "mean"}) {
        EXPECT_TRUE(failed_with(draw("x", "c.png", {"--reference", "r.png", "--reference-threshold", wrong}), 2,
                                "--reference-threshold is '" + wrong +
                                    "'; it must be the largest mean difference, 0 to 255, or one to three of "
                                    "mean=0..255, largest=0..255 and ssim=-1..1"));
    }
    EXPECT_TRUE(failed_with(draw("data/head.nrrd", "c.png", {"--reference-threshold", "1"}), 2, "needs --reference"));

    const std::string reference = read("r.png");
    EXPECT_TRUE(failed_with(draw("data/head.nrrd", "r.png", {"--reference", "r.png"}), 7, "r.png: is read here"));
    EXPECT_EQ(read("r.png"), reference);
    const Outcome meant = draw("data/head.nrrd", "c.png", {"--reference", "r.png", "--threshold", "0.5"});
    EXPECT_TRUE(contains(meant.err, "the comparison's is --reference-threshold")) << meant.err;
}

TEST_F(Session, HeatMapsAndProbesCarryNone) {
    for (const std::vector<std::string> &task : {std::vector<std::string>{"--heatmap", "octree"}, {"--probe", "3,4"}}) {
        const Outcome silent = draw("data/head.nrrd", "h.png", task);
        ASSERT_EQ(silent.code, 0) << silent.err;
        EXPECT_FALSE(contains(silent.err, "--embed")) << silent.err;
        EXPECT_TRUE(session_of("h.png").empty());
        std::vector<std::string> words = task;
        words.insert(words.end(), {"--embed", "full"});
        EXPECT_TRUE(contains(draw("data/head.nrrd", "h.png", words).err, "carries no session: --embed\n"));
        EXPECT_TRUE(session_of("h.png").empty());
        words.back() = "none";
        EXPECT_FALSE(contains(draw("data/head.nrrd", "h.png", words).err, "--embed"));
    }
}

TEST_F(Session, ColoursHaveNamesAndWindowsLevels) {
    const auto drawn = [&](const std::vector<std::string> &options) {
        EXPECT_EQ(draw("data/head.nrrd", "n.png", options).code, 0);
        return pixels("n.png");
    };
    EXPECT_EQ(drawn({"--background", "rebeccapurple"}), drawn({"--background", "#663399"}));
    EXPECT_EQ(drawn({"--background", "White"}), drawn({"--background", "#fff"}));
    EXPECT_EQ(drawn({"--background", "#f80"}), drawn({"--background", "#ff8800"}));
    const std::vector<std::uint8_t> orange = drawn({"--background", "orange"});
    EXPECT_EQ((std::vector<int>{orange[0], orange[1], orange[2]}), (std::vector<int>{255, 165, 0}));
    const std::vector<std::string> surface{"--mode", "isosurface", "--isovalue", "128", "--isosurface-color"};
    const auto colored = [&](const std::string &color) {
        std::vector<std::string> options = surface;
        options.push_back(color);
        return drawn(options);
    };
    EXPECT_EQ(colored("teal"), colored("#008080"));
    EXPECT_EQ(drawn({"--labels", "data/head.nrrd", "--label", "others=gold,0.5"}),
              drawn({"--labels", "data/head.nrrd", "--label", "others=#ffd700,0.5"}));
    EXPECT_EQ(drawn({"--transfer", "inferno", "--window", "100/60"}),
              drawn({"--transfer", "inferno", "--window", "70:130"}));
    EXPECT_NE(drawn({"--transfer", "inferno", "--window", "100/60"}),
              drawn({"--transfer", "inferno", "--window", "100/80"}));
}

/// The right or left part of a picture, below the names of sides.
std::vector<std::uint8_t> part_of(const Picture &picture, int left, int width, int top = 30) {
    std::vector<std::uint8_t> part;
    for (int y = top; y < picture.height; ++y) {
        const auto row = picture.rgba.begin() + 4 * (std::ptrdiff_t(y) * picture.width + left);
        part.insert(part.end(), row, row + 4 * std::ptrdiff_t(width));
    }
    return part;
}

TEST_F(Session, AComparisonOfLooksIsDrawnSideBySide) {
    ASSERT_EQ(draw("data/head.nrrd", "data/a.png", {"--size", "64x48"}).code, 0);
    ASSERT_EQ(
        redraw("data/a.png", "data/b.png", {"--mode", "isosurface", "--isovalue", "100", "--background", "#400000"})
            .code,
        0);
    json both = session_of("data/a.png");
    const json right = session_of("data/b.png");
    both["comparison"]["other"] = {{"transfer", right["transfer"]}, {"settings", right["settings"]}};
    both["comparison"]["gap"] = 5;
    both["size"] = {64 + 5 + 64, 48};
    write("data/both.json", both.dump());
    const Outcome drawn = redraw("data/both.json", "data/both.png");
    ASSERT_TRUE(went_well(drawn));
    const Picture picture = decode_png(read("data/both.png"));
    ASSERT_EQ(picture.width, 133);
    EXPECT_EQ(part_of(picture, 0, 64), part_of(decode_png(read("data/a.png")), 0, 64));
    EXPECT_EQ(part_of(picture, 69, 64), part_of(decode_png(read("data/b.png")), 0, 64));
    EXPECT_EQ(picture.rgb(66, 30), (std::array<int, 3>{0, 0, 0}));
    ASSERT_TRUE(went_well(redraw("data/both.png", "data/again.png"))) << "the picture holds it";
    EXPECT_EQ(pixels("data/again.png"), picture.rgba);

    const Outcome other = redraw("data/both.json", "data/c.png", {"--background", "white"});
    EXPECT_TRUE(contains(other.err, "holds for A, the left side")) << other.err;
    EXPECT_EQ(part_of(decode_png(read("data/c.png")), 69, 64), part_of(picture, 69, 64));
    EXPECT_EQ(decode_png(read("data/c.png")).rgb(1, 47), (std::array<int, 3>{255, 255, 255}));
    EXPECT_TRUE(failed_with(redraw("data/both.json", "d.png", {"--figure", "d.svg"}), 2, "the session compares two"));
    const Outcome verified = redraw("data/both.json", "data/e.png", {"--verify-skip", "--size", "64x48"});
    EXPECT_EQ(verified.code, 0) << verified.err;
    EXPECT_TRUE(contains(verified.err, "--verify-skip is of A alone")) << verified.err;
    EXPECT_EQ(pixels("data/e.png"), pixels("data/a.png"));
    both["comparison"]["beside"] = false; // behind a line, in a viewer
    both["size"] = {64, 48};
    write("data/line.json", both.dump());
    ASSERT_TRUE(went_well(redraw("data/line.json", "data/line.png")));
    EXPECT_EQ(pixels("data/line.png"), pixels("data/a.png"));
    both.erase("comparison"); // as older programs write it
    write("data/old.json", both.dump());
    ASSERT_TRUE(went_well(redraw("data/old.json", "data/old.png")));
    EXPECT_EQ(pixels("data/old.png"), pixels("data/a.png"));
}

TEST_F(Session, AComparisonOfVolumesIsDrawnSideBySideInFilmsToo) {
    ASSERT_EQ(run({"synthesize", "tree", "-n", "24", "-o", "data/tree.nrrd"}).code, 0);
    ASSERT_EQ(run({"render", "data/head.nrrd", "data/tree.nrrd", "--size", "64x48", "-o", "data/both.png"}).code, 0);
    json both = session_of("data/both.png");
    both["comparison"] = {{"volumes", {1, 0}}, {"gap", 3}};
    both["size"] = {131, 48};
    json later = both["camera"];
    for (int axis = 0; axis < 3; ++axis) {
        later["eye"][axis] = later["target"][axis].get<double>() +
                             1.5 * (later["eye"][axis].get<double>() - later["target"][axis].get<double>());
    }
    both["time_line"] = {{"duration", 1.0}, {"rate", 2.0}};
    both["time_line"]["camera"] = {both["camera"], later};
    both["time_line"]["camera"][0]["at"] = 0.0;
    both["time_line"]["camera"][1]["at"] = 1.0;
    write("data/both.json", both.dump());
    ASSERT_EQ(redraw("data/both.json", "both.png").code, 0);
    for (const bool left : {true, false}) { // each alone, where all lie in the world of both
        json alone = both;
        alone.erase("comparison");
        alone["size"] = {64, 48};
        alone["first_channel"] = {{"weight", 1.0}, {"visible", !left}};
        alone["other_channels"][0]["visible"] = left;
        alone["other_channels"][0]["weight"] = 1.0;
        write("data/alone.json", alone.dump());
        ASSERT_EQ(redraw("data/alone.json", "alone.png").code, 0);
        EXPECT_EQ(part_of(decode_png(read("both.png")), left ? 0 : 67, 64),
                  part_of(decode_png(read("alone.png")), 0, 64));
    }
    const Outcome film = redraw("data/both.json", "f{}.png", {"--animate"});
    ASSERT_EQ(film.code, 0) << film.err;
    EXPECT_EQ(pixels("f0.png"), pixels("both.png"));
    for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(redraw("data/both.json", "at.png", {"--at", std::to_string(i / 2.0)}).code, 0);
        EXPECT_EQ(pixels("at.png"), pixels("f" + std::to_string(i) + ".png")) << i;
    }
    EXPECT_NE(pixels("f0.png"), pixels("f2.png"));
    const Outcome less = redraw("data/both.json", "one.png", {"--probe", "10,10"});
    EXPECT_TRUE(contains(less.err, "--probe is of A alone")) << less.err;
}

} // namespace

} // namespace voxmarch::testing
