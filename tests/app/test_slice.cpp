// `voxmarch slice`: values are those of the voxels, places those of the world, and words that mean nothing are refused.
#include "tests/app/picture.h"
#include "tests/app/run_program.h"

#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace voxmarch::testing {

namespace {

using nlohmann::json;

class Slice : public Program {
protected:
    /// Voxel (x, y, z) has the value x + 10 y + 100 z; x runs to the front, y to the left, z to the feet, in mm.
    void make_volume() {
        std::string voxels(2 * 6 * 5 * 4, '\0');
        for (int i = 0; i < 6 * 5 * 4; ++i) {
            const auto value = static_cast<std::int16_t>(i % 6 + 10 * (i / 6 % 5) + 100 * (i / 30));
            std::memcpy(voxels.data() + 2 * static_cast<std::ptrdiff_t>(i), &value, 2);
        }
        write("v.nrrd",
              "NRRD0004\ntype: int16\ndimension: 3\nsizes: 6 5 4\nencoding: raw\nendian: little\nspace: "
              "left-posterior-superior\nspace directions: (0,-2,0) (3,0,0) (0,0,-4)\nspace origin: (10,20,30)\n"
              "space units: \"mm\" \"mm\" \"mm\"\n\n" +
                  voxels);
    }

    /// The numbers of a .npy file of int16.
    std::vector<int> numbers(const std::string &file, std::string &shape) {
        const std::string bytes = read(file);
        const std::size_t length = static_cast<unsigned char>(bytes[8]) + 256u * static_cast<unsigned char>(bytes[9]);
        shape = bytes.substr(10, length);
        EXPECT_EQ((10 + length) % 64, 0u);
        EXPECT_NE(shape.find("<i2"), std::string::npos) << shape;
        shape = shape.substr(shape.find("'shape': ") + 9);
        shape.resize(shape.find(')') + 1);
        std::vector<int> values;
        for (std::size_t at = 10 + length; at + 1 < bytes.size(); at += 2) {
            std::int16_t value = 0;
            std::memcpy(&value, bytes.data() + at, 2);
            values.push_back(value);
        }
        return values;
    }
};

TEST_F(Slice, tells_of_options_without_effect) {
    make_volume();
    const auto told = [this](const std::vector<std::string> &words, const std::string &note) {
        std::vector<std::string> all{"slice", "v.nrrd"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_TRUE(contains(outcome.err, note)) << outcome.err;
    };
    told({"--label-outlines", "--slab-shows", "mean", "-o", "a.png"}, "no effect without --labels: --label-outlines");
    told({"--slab-shows", "mean", "-o", "a.png"}, "no effect without --slab: --slab-shows");
    told({"--quality", "80", "-o", "a.png"}, "no effect but in JPEG files: --quality");
    told({"--window", "0:100", "--scale-bar", "-o", "a.npy"}, "which are no picture: --window, --scale-bar");
    EXPECT_TRUE(failed_with(run({"slice", "v.nrrd", "--axis", "x", "--plane", "1,0,0", "-o", "b.png"}), 2,
                            "--plane takes the place of --axis"));
    const Outcome quiet = run({"slice", "v.nrrd", "--slab", "3", "--slab-shows", "mean", "-o", "c.png"});
    EXPECT_FALSE(contains(quiet.err, "no effect")) << quiet.err;
}

TEST_F(Slice, pictures_have_legend_corners_and_captions_with_fields) {
    make_volume();
    const auto drawn = [this](const std::vector<std::string> &words) {
        std::vector<std::string> all{"slice", "v.nrrd", "--at", "1", "--size", "400x320", "--window", "0:300"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        EXPECT_FALSE(contains(outcome.err, "note")) << outcome.err;
    };
    drawn({"--plain", "-o", "plain.png"});
    const Picture plain = decode_png(read("plain.png"));
    const auto differs_at = [&](const std::string &file, int left, int top, int right, int bottom) {
        const Picture picture = decode_png(read(file));
        int count = 0;
        for (int y = top; y < bottom; ++y) {
            for (int x = left; x < right; ++x) {
                count += picture.rgb(x, y) != plain.rgb(x, y) ? 1 : 0;
            }
        }
        return count;
    };
    drawn({"--plain", "--legend", "-o", "legend.png"});
    EXPECT_GT(differs_at("legend.png", 340, 0, 400, 160), 500);
    EXPECT_EQ(differs_at("legend.png", 0, 0, 300, 320), 0);
    drawn({"--plain", "--legend", "bottom-left", "-o", "left.png"});
    EXPECT_GT(differs_at("left.png", 0, 160, 60, 320), 500);
    EXPECT_EQ(differs_at("left.png", 100, 0, 400, 320), 0);
    drawn({"--plain", "--corner", "top-right={date}", "-o", "corner.png"});
    EXPECT_GT(differs_at("corner.png", 250, 0, 400, 40), 20);
    EXPECT_EQ(differs_at("corner.png", 0, 0, 250, 320), 0);
    // Fields are what the titles say.
    drawn({"--plain", "--caption", "{place}; {value}", "-o", "fields.png"});
    drawn({"--plain", "--caption", "axial  S 26.0 mm  slice 1 (0 .. 3); W 300  L 150", "-o", "words.png"});
    EXPECT_EQ(decode_png(read("fields.png")).rgba, decode_png(read("words.png")).rgba);
    EXPECT_TRUE(failed_with(run({"slice", "v.nrrd", "--caption", "{plce}", "-o", "no.png"}), 2, "{place}"));
    EXPECT_TRUE(failed_with(run({"slice", "v.nrrd", "--legend=middle", "-o", "no.png"}), 2, "top-left"));
}

TEST_F(Slice, pictures_are_as_large_in_print_as_asked) {
    make_volume();
    ASSERT_TRUE(went_well(run({"slice", "v.nrrd", "--size", "40x30mm", "--dpi", "254", "-o", "a.png"})));
    EXPECT_EQ(decode_png(read("a.png")).width, 400);
    EXPECT_EQ(decode_png(read("a.png")).height, 300);
    EXPECT_TRUE(failed_with(run({"slice", "v.nrrd", "--size", "40x30mm", "-o", "b.png"}), 2, "add --dpi 300"));
    // Lines have a width in print, too.
    const auto red = [this](const std::vector<std::string> &words) {
        std::vector<std::string> all{"slice", "v.nrrd", "--plain", "--at", "2", "--isovalue", "222", "-o", "lines.png"};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_TRUE(went_well(run(all)));
        const Picture picture = decode_png(read("lines.png"));
        int count = 0;
        for (int y = 0; y < picture.height; ++y) {
            for (int x = 0; x < picture.width; ++x) {
                count += picture.rgb(x, y)[0] - picture.rgb(x, y)[2] > 60 ? 1 : 0;
            }
        }
        return count;
    };
    const int usual = red({"--size", "400x300"}), at_300 = red({"--size", "400x300", "--dpi", "300"});
    EXPECT_GT(usual, 100);
    EXPECT_GT(at_300, 3 * usual / 2);
    EXPECT_EQ(red({"--size", "400x300", "--dpi", "300", "--line-width", "0.75pt"}), at_300);
    EXPECT_GT(red({"--size", "400x300", "--line-width", "6"}), at_300);
    EXPECT_TRUE(
        failed_with(run({"slice", "v.nrrd", "--size", "4000x30mm", "--dpi", "2400", "-o", "b.png"}), 2, "pixels"));
}

TEST_F(Slice, a_slab_is_as_thick_as_the_volume_or_thinner) {
    make_volume();
    for (const char *slab : {"4", "100", "1m"}) {
        const Outcome outcome = run({"slice", "v.nrrd", "--slab", slab, "--json", "-o", "a.npy"});
        ASSERT_TRUE(went_well(outcome));
        EXPECT_TRUE(contains(outcome.out, "\"slab_voxels\": 4")) << slab << outcome.out;
    }
}

TEST_F(Slice, tells_of_a_unit_that_nobody_said) {
    std::string voxels;
    for (int i = 0; i < 64; ++i) {
        const auto value = static_cast<std::int16_t>(i * 40 - 1000);
        voxels += {static_cast<char>(value & 255), static_cast<char>(value >> 8)};
    }
    write("ct.nrrd", "NRRD0004\ntype: int16\ndimension: 3\nsizes: 4 4 4\nencoding: raw\nendian: little\nspace: "
                     "left-posterior-superior\nspace directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: (0,0,0)\n\n" +
                         voxels);
    const auto said = [this](const std::vector<std::string> &words) {
        std::vector<std::string> all{"slice", "ct.nrrd", "-o", "a.png"};
        all.insert(all.end(), words.begin(), words.end());
        const Outcome outcome = run(all);
        EXPECT_EQ(outcome.code, 0) << outcome.err;
        return contains(outcome.err, "though the file states no unit: --value-unit HU");
    };
    EXPECT_TRUE(said({}));
    const std::string assumed = read("a.png");
    EXPECT_FALSE(said({"--value-unit", "HU"}));
    EXPECT_EQ(decode_png(read("a.png")).rgba, decode_png(assumed).rgba);
    EXPECT_FALSE(said({"--value-unit", ""}));
    EXPECT_NE(decode_png(read("a.png")).rgba, decode_png(assumed).rgba);
    EXPECT_FALSE(said({"--plain"})) << "no value is written";
    EXPECT_TRUE(said({"--plain", "--legend"}));
}

TEST_F(Slice, labels_that_lie_elsewhere_are_named_once) {
    make_volume();
    std::string voxels(64, '\1');
    write("far.nrrd", "NRRD0004\ntype: uint8\ndimension: 3\nsizes: 4 4 4\nencoding: raw\nspace: "
                      "left-posterior-superior\nspace directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: "
                      "(900,900,900)\nspace units: \"mm\" \"mm\" \"mm\"\n\n" +
                          voxels);
    const Outcome outcome = run({"slice", "v.nrrd", "--labels", "far.nrrd", "-o", "a.png"});
    EXPECT_TRUE(contains(outcome.err, "far.nrrd: does not overlap")) << outcome.err;
    EXPECT_FALSE(contains(outcome.err, "far.nrrd: far.nrrd")) << outcome.err;
}

TEST_F(Slice, light_boxes_tell_what_has_no_room) {
    make_volume();
    const Outcome small = run({"slice", "v.nrrd", "--grid", "2x2", "--size", "24x24", "--scale-bar", "-o", "a.png"});
    ASSERT_EQ(small.code, 0);
    EXPECT_TRUE(contains(small.err, "note: left out, as there is no room in the picture: ")) << small.err;
    const Outcome large =
        run({"slice", "v.nrrd", "--grid", "2x2", "--scale-bar", "--legend", "--caption", "{name}", "-o", "b.png"});
    EXPECT_FALSE(contains(large.err, "left out")) << large.err;
}

TEST_F(Slice, values_are_those_of_the_voxels_as_radiologists_look_at_them) {
    make_volume();
    // Axial: to the right is the patient's left (y grows), downwards the back (x falls).
    ASSERT_TRUE(went_well(run({"slice", "v.nrrd", "--at", "1", "-o", "a.npy"})));
    std::string shape;
    std::vector<int> values = numbers("a.npy", shape);
    EXPECT_EQ(shape, "(6, 5)");
    ASSERT_EQ(values.size(), 30u);
    for (int row = 0; row < 6; ++row) {
        for (int column = 0; column < 5; ++column) {
            EXPECT_EQ(values[static_cast<std::size_t>(row * 5 + column)], 100 + 10 * column + (5 - row));
        }
    }
    // Sagittal, at x = 16 mm (y = 2): to the right is the back (x falls), downwards the feet (z grows).
    ASSERT_TRUE(went_well(run({"slice", "v.nrrd", "--axis", "sagittal", "--at", "16mm", "-o", "s.npy"})));
    values = numbers("s.npy", shape);
    EXPECT_EQ(shape, "(4, 6)");
    EXPECT_EQ(values[0], 20 + 5);
    EXPECT_EQ(values[6 * 3 + 1], 300 + 20 + 4);
    // The same place in RAS.
    ASSERT_TRUE(went_well(
        run({"slice", "v.nrrd", "--axis", "sagittal", "--at", "-16mm", "--convention", "ras", "-o", "r.npy"})));
    EXPECT_EQ(numbers("r.npy", shape), values);
    // Two slices of the three that the range names lie in the volume's order.
    ASSERT_TRUE(went_well(run({"slice", "v.nrrd", "--axis", "coronal", "--at", "5:1:2", "-o", "c.npy"})));
    values = numbers("c.npy", shape);
    EXPECT_EQ(shape, "(3, 4, 5)");
    EXPECT_EQ(values[0], 5);
    EXPECT_EQ(values[2 * 20 + 5 + 1], 100 + 10 + 1);
}

TEST_F(Slice, tells_where_slices_lie) {
    make_volume();
    const Outcome outcome =
        run({"slice", "v.nrrd", "--at", "22.5mm,0%", "--window", "100:300", "--json", "-o", "a.png"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    const json told = json::parse(outcome.out);
    EXPECT_EQ(told["window"], json({100.0, 300.0}));
    EXPECT_EQ(told["unit"], "mm");
    const json &slice = told["slices"][0];
    EXPECT_EQ(slice["axis"], "axial");
    EXPECT_EQ(slice["slice"], 2.0) << "the nearest";
    EXPECT_EQ(slice["place"][2], 22.0);
    EXPECT_EQ(slice["title"], "axial  S 22.0 mm  slice 2 (0 .. 3)");
    EXPECT_EQ(slice["sides"], json({{"left", "R"}, {"right", "L"}, {"top", "A"}, {"bottom", "P"}}));
    EXPECT_EQ(told["slices"][1]["slice"], 0.0);
    EXPECT_EQ(told["columns"], 2);
    const Picture picture = decode_png(read("a.png"));
    EXPECT_EQ(picture.width, 2 * 256);
    EXPECT_EQ(picture.height, static_cast<int>(std::lround(256.0 * 12.0 / 15.0)));
}

TEST_F(Slice, pictures_have_square_pixels_and_the_window_s_greys) {
    make_volume();
    // Coronal: 15 x 16 mm in 90 x 160 pixels of 1/6 mm, with black above and below.
    ASSERT_TRUE(went_well(run({"slice", "v.nrrd", "--axis", "coronal", "--at", "0", "--window", "0:400", "--nearest",
                               "--plain", "--size", "90x160", "-o", "c.png"})));
    const Picture picture = decode_png(read("c.png"));
    ASSERT_EQ(picture.width, 90);
    for (int row = 0; row < 4; ++row) {
        for (int column = 0; column < 5; ++column) {
            const int x = 18 * column + 9, y = 80 + 24 * row - 36;
            EXPECT_EQ(picture.rgb(x, y)[0], (100 * row + 10 * column) * 255 / 400) << row << ", " << column;
        }
    }
    EXPECT_EQ(picture.rgb(45, 30)[0], 0);
    EXPECT_EQ(picture.rgb(89, 130)[0], 0);
}

TEST_F(Slice, a_light_box_with_room_for_more_shows_each_slice_once) {
    make_volume();
    const Outcome outcome =
        run({"slice", "v.nrrd", "--grid", "3x3", "--size", "32x32", "--plain", "--json", "-o", "box.png"});
    ASSERT_TRUE(went_well(outcome)) << outcome.err;
    EXPECT_EQ(json::parse(outcome.out)["slices"].size(), 4u);
    EXPECT_EQ(decode_png(read("box.png")).height, 96);
}

TEST_F(Slice, an_oblique_slice_of_a_plane_is_that_plane) {
    ASSERT_TRUE(went_well(run({"slice", "formula:x+2*y+3*z:32", "--plane", "1,2,3", "-o", "p.nrrd"})));
    const Outcome info = run({"info", "p.nrrd", "--json"});
    const json told = json::parse(info.out);
    EXPECT_EQ(told["type"], "float32");
    ASSERT_TRUE(went_well(run({"slice", "formula:x+2*y+3*z:32", "--plane", "0,0,2,0", "-o", "z.npy"})));
}

/// Where axes are as near to the normal, the name and the coordinate are those of one.
TEST_F(Slice, titles_of_planes_name_one_axis) {
    for (const std::string plane : {"1,1,0", "1,1,1", "0,1,1", "-1,1,-1", "1,-1,0", "1,2,1"}) {
        const Outcome outcome = run({"slice", "formula:x:32", "--plane", plane, "-o", "p.png", "--plain", "--json"});
        ASSERT_TRUE(went_well(outcome));
        const std::string title = json::parse(outcome.out)["slices"][0]["title"];
        const std::size_t axis = title.find("along ") + 6;
        ASSERT_LT(axis + 3, title.size()) << title;
        EXPECT_EQ(title.substr(axis + 1, 2) + title[axis], title.substr(axis + 1, 3)) << plane << ": " << title;
    }
}

TEST_F(Slice, refuses_what_means_nothing) {
    make_volume();
    const std::vector<std::pair<std::vector<std::string>, std::string>> wrong = {
        {{"--at", "9"}, "no slice 9"},
        {{"--at", "31inch"}, "in coordinates of the world"},
        {{"--at", "1:2"}, "FIRST:LAST:STEP"},
        {{"--at", "0:3:0"}, "the step above 0"},
        {{"--at", "0:3mm:1"}, "all three"},
        {{"--grid", "2x1", "--at", "0,1,2"}, "no room for 3 slices"},
        {{"--window", "bones"}, "temporal-bone"},
        {{"--plane", "0,0,0"}, "without length"},
        {{"--plane", "1,2"}, "NX,NY,NZ,D"},
        {{"--line-width", "0"}, "from 1 to 100"},
        {{"--line-width", "1cm"}, "0.3mm or 1pt"},
        {{"--plane", "1,2,0.5,9999"}, "--plane does not meet the volume"},
        {{"-o", "x.gif"}, ".png, .jpg, .svg or .pdf"},
    };
    for (const auto &[words, message] : wrong) {
        std::vector<std::string> all = {"slice", "v.nrrd"};
        all.insert(all.end(), words.begin(), words.end());
        EXPECT_TRUE(failed_with(run(all), 2, message)) << words[1];
    }
    EXPECT_TRUE(failed_with(run({"slice", "synthetic:tree:16", "--axis", "axial"}), 2, "no patient orientation"));
    EXPECT_TRUE(failed_with(run({"slice", "no.nrrd"}), 4, "no.nrrd"));
    EXPECT_EQ(files(), std::vector<std::string>{"v.nrrd"});
}

} // namespace
} // namespace voxmarch::testing
