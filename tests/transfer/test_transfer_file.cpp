// The JSON file: exact round trips, and an error that names the culprit for every kind of broken file.
#include "base/error.h"
#include "transfer/file.h"
#include "transfer/preset.h"

#include <bit>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>
#include <unistd.h>

namespace voxmarch {
namespace {

class TransferFile : public testing::Test {
protected:
    void SetUp() override {
        folder_ = std::filesystem::temp_directory_path() / ("voxmarch_transfer_" + std::to_string(getpid()));
        std::filesystem::create_directories(folder_);
    }
    void TearDown() override { std::filesystem::remove_all(folder_); }

    std::filesystem::path write(const std::string &text) const {
        std::ofstream(folder_ / "test.json", std::ios::binary) << text;
        return folder_ / "test.json";
    }

    /// The error of reading this text; "no error" if there is none.
    std::string problem(const std::string &text) const {
        try {
            read_transfer(write(text));
        } catch (const FileError &error) {
            EXPECT_EQ(error.path, folder_ / "test.json");
            return error.what();
        }
        return "no error";
    }

    /// `good` with one part replaced.
    static std::string with(const std::string &part, const std::string &replacement) {
        std::string text = good;
        const std::size_t at = text.find(part);
        EXPECT_NE(at, std::string::npos) << part;
        return text.replace(at, part.size(), replacement);
    }

    static inline const std::string good = R"({
  "format": "voxmarch-transfer", "version": 1,
  "name": "n", "description": "d",
  "domain": "value",
  "colors": [{"scalar": 1, "rgb": [0.5, 0.25, 1]}, {"scalar": 2.5, "rgb": [0, 0, 0]}],
  "opacities": [{"scalar": -3, "opacity": 0}, {"scalar": 4e2, "opacity": 0.75}]
})";

    std::filesystem::path folder_;
};

void expect_same_bits(double a, double b) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)) << a << " and " << b;
}

void expect_same(const TransferFunction &a, const TransferFunction &b) {
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.description, b.description);
    EXPECT_EQ(a.domain, b.domain);
    ASSERT_EQ(a.colors.size(), b.colors.size());
    ASSERT_EQ(a.opacities.size(), b.opacities.size());
    for (std::size_t i = 0; i < a.colors.size(); ++i) {
        expect_same_bits(a.colors[i].scalar, b.colors[i].scalar);
        for (int c = 0; c < 3; ++c) {
            expect_same_bits(a.colors[i].color[c], b.colors[i].color[c]);
        }
    }
    for (std::size_t i = 0; i < a.opacities.size(); ++i) {
        expect_same_bits(a.opacities[i].scalar, b.opacities[i].scalar);
        expect_same_bits(a.opacities[i].opacity, b.opacities[i].opacity);
    }
}

TEST_F(TransferFile, ReadsHandWrittenText) {
    const TransferFunction read = read_transfer(write(good));
    EXPECT_EQ(read.name, "n");
    EXPECT_EQ(read.domain, TransferDomain::value);
    EXPECT_EQ(read.colors.at(0).color, glm::dvec3(0.5, 0.25, 1.0));
    EXPECT_EQ(read.opacities.at(1).scalar, 400.0);
    EXPECT_EQ(read.opacities.at(1).opacity, 0.75);
    EXPECT_EQ(read_transfer(write(with(R"(, "description": "d")", ""))).description, "");
}

TEST_F(TransferFile, EveryPresetSurvivesBitForBit) {
    for (const TransferFunction &preset : transfer_presets()) {
        SCOPED_TRACE(preset.name);
        write_transfer(preset, folder_ / "round.json");
        expect_same(read_transfer(folder_ / "round.json"), preset);
    }
}

TEST_F(TransferFile, AwkwardNumbersAndTextSurvive) {
    TransferFunction odd{"a \"quoted\" \\ name\n\t\x01 \xc3\xa9",
                         "",
                         TransferDomain::value,
                         {{-1.0 / 3.0, {0.1, 1.0 / 3.0, 5e-324}}, {1e299, {1, 0.999999999999999889, 0}}},
                         {{-0.0, 0.1}, {0.1 + 0.2, 2.0 / 3.0}}};
    write_transfer(odd, folder_ / "odd.json");
    expect_same(read_transfer(folder_ / "odd.json"), odd);
}

TEST_F(TransferFile, WidgetsSurviveAndBrokenOnesAreNamed) {
    const std::string widget = R"("version": 1,
  "widgets": [{"shape": "triangle", "scalar": [1, 9], "gradient": [0.1, 4], "rgb": [0, 0.5, 1], "opacity": 0.25}])";
    const TransferFunction read = read_transfer(write(with("\"version\": 1", widget)));
    ASSERT_EQ(read.widgets.size(), 1u);
    EXPECT_EQ(read.widgets[0].shape, WidgetShape::triangle);
    EXPECT_EQ(read.widgets[0].gradient_high, 4.0);
    write_transfer(read, folder_ / "widgets.json");
    EXPECT_EQ(to_json(read_transfer(folder_ / "widgets.json")), to_json(read));
    const auto broken = [&](const std::string &part, const std::string &replacement) {
        std::string text = widget;
        return problem(with("\"version\": 1", text.replace(text.find(part), part.size(), replacement)));
    };
    EXPECT_NE(broken("triangle", "circle").find("\"widgets[0].shape\""), std::string::npos);
    EXPECT_NE(broken("[1, 9]", "[1]").find("\"widgets[0].scalar\""), std::string::npos);
    EXPECT_NE(broken("[0.1, 4]", "[5, 4]").find("widgets[0].gradient 5 .. 4"), std::string::npos);
}

TEST_F(TransferFile, WhatOnlyVersionTwoHasSurvivesAndIsMarked) {
    const TransferFunction plain = read_transfer(write(with("\"version\": 1", "\"version\": 2")));
    EXPECT_NE(to_json(plain).find("\"version\": 1"), std::string::npos) << "older programs can draw it";
    TransferFunction transfer = plain;
    transfer.opacity_distance = 1.0 / 3.0;
    EXPECT_NE(to_json(transfer).find("\"version\": 2"), std::string::npos);
    transfer.gradient_opacities = {{0.0, 0.1}, {1.0 / 7.0, 0.9}};
    TransferWidget free{WidgetShape::polygon, 1, 9, 0.1, 4, {0, 0.5, 1}, 0.25, 0.0, {{0, 0}, {1.0 / 3.0, 0}, {0.5, 1}}};
    TransferWidget bell{WidgetShape::gaussian, 1, 9, -1, 4, {0, 0.5, 1}, 0.25};
    transfer.widgets = {free, bell};
    transfer.materials = {{1.0, 0.1, 0.9, 0.0, 8.0}, {9.0, 0.4, 1.0 / 3.0, 0.75, 60.0}};
    transfer.emissions = {{2.0, 0.0}, {8.0, 10.0 / 3.0}};
    write_transfer(transfer, folder_ / "two.json");
    EXPECT_EQ(read_transfer(folder_ / "two.json"), transfer);
    EXPECT_NE(problem(with("\"version\": 1", "\"version\": 3")).find("must be 1 or 2"), std::string::npos);
    EXPECT_NE(problem(with("\"version\": 1", "\"version\": 2, \"opacity_distance\": 0")).find("above 0"),
              std::string::npos);
    EXPECT_NE(
        problem(with("\"version\": 1", "\"version\": 2, \"gradient_opacities\": [{\"gradient\": 2, \"factor\": 2}]"))
            .find("gradient_opacities[0].factor"),
        std::string::npos);
    const auto of_material = [&](const std::string &point) {
        return problem(with("\"version\": 1", "\"version\": 2, \"materials\": [" + point + "]"));
    };
    EXPECT_NE(of_material(R"({"scalar": 2, "shininess": 0.5})").find("materials[0].shininess"), std::string::npos);
    EXPECT_NE(of_material(R"({"scalar": 2, "specular": 1.5})").find("materials[0].specular"), std::string::npos);
    EXPECT_NE(of_material(R"({"scalar": 2}, {"scalar": 1})").find("materials[1].scalar"), std::string::npos);
}

TEST_F(TransferFile, EmissionsAreOfVersionTwoAndOfOurFormatAlone) {
    TransferFunction transfer = read_transfer(write(with("\"version\": 1", "\"version\": 2")));
    transfer.emissions = {{2.0, 0.0}, {8.0, 10.0 / 3.0}};
    EXPECT_NE(to_json(transfer).find("\"version\": 2"), std::string::npos);
    write_transfer(transfer, folder_ / "glow.json");
    EXPECT_EQ(read_transfer(folder_ / "glow.json"), transfer);
    TransferNotes notes;
    write_transfer(transfer, folder_ / "glow.itf", &notes);
    ASSERT_FALSE(notes.empty());
    EXPECT_NE(notes.front().text.find("emissions of scalars are lost"), std::string::npos);
    const auto of_points = [&](const std::string &points) {
        return problem(with("\"version\": 1", "\"version\": 2, \"emissions\": [" + points + "]"));
    };
    EXPECT_NE(of_points(R"({"scalar": 2, "emission": -1})").find("emissions[0].emission"), std::string::npos);
    EXPECT_NE(of_points(R"({"scalar": 2, "emission": 101})").find("emissions[0].emission"), std::string::npos);
    EXPECT_NE(of_points(R"({"scalar": 2})").find("emission"), std::string::npos);
    EXPECT_NE(of_points(R"({"scalar": 2, "emission": 1}, {"scalar": 1, "emission": 1})").find("emissions[1].scalar"),
              std::string::npos);
    transfer.emissions.assign(33, {1.0, 1.0});
    EXPECT_THROW(validate(transfer), InvalidTransfer);
}

TEST_F(TransferFile, SampleOfTheDocumentationIsValid) {
    const TransferFunction sample =
        read_transfer(std::filesystem::path(VOXMARCH_SOURCE_DIR) / "docs" / "example-transfer.json");
    EXPECT_EQ(sample.name, "skull");
    EXPECT_EQ(sample.evaluate(-1000).a, 0.0);
}

TEST_F(TransferFile, EveryBrokenFieldIsNamed) {
    struct Case {
        const char *part, *replacement, *expected;
    };
    const Case cases[] = {
        {"\"voxmarch-transfer\"", "\"other\"", "\"format\""},
        {"\"voxmarch-transfer\"", "7", "\"format\" must be a string, found number"},
        {"\"format\": \"voxmarch-transfer\", ", "", "\"format\" is missing"},
        {"\"version\": 1", "\"version\": 3", "\"version\" must be 1 or 2, found 3"},
        {"\"version\": 1", "\"version\": \"1\"", "\"version\""},
        {", \"version\": 1", "", "\"version\" is missing"},
        {"\"name\": \"n\"", "\"name\": null", "\"name\" must be a string, found null"},
        {"\"name\": \"n\", ", "", "\"name\" is missing"},
        {"\"description\": \"d\"", "\"description\": 3", "\"description\""},
        {"\"domain\": \"value\"", "\"domain\": \"values\"", "\"domain\""},
        {"\"domain\": \"value\"", "\"domain\": \"normalised\"", "colors[1].scalar 2.5"},
        {"\"domain\": \"value\",", "", "\"domain\" is missing"},
        {"\"opacity\": 0}", "\"opactiy\": 0}", "\"opacities[0].opacity\" is missing"},
        {"\"scalar\": 2.5", "\"scalar\": 0.5", "line 5: colors[1].scalar"},
        {"\"opacity\": 0.75", "\"opacity\": 1.01", "line 6: opacities[1].opacity"},
        {"\"description\": \"d\"", "\"description\":\n3", "line 4: \"description\""},
        {"\"opacity\": 0}", "\"opacity\": true}", "\"opacities[0].opacity\" must be a number, found boolean"},
        {"\"opacity\": 0}", "\"opacity\": -0.01}", "opacities[0].opacity -0.01"},
        {"\"opacity\": 0.75", "\"opacity\": 1.01", "opacities[1].opacity 1.01"},
        {", \"opacity\": 0.75", "", "\"opacities[1].opacity\" is missing"},
        {"\"scalar\": -3, ", "", "\"opacities[0].scalar\" is missing"},
        {"\"scalar\": -3", "\"scalar\": \"-3\"", "\"opacities[0].scalar\" must be a number"},
        {"\"scalar\": -3", "\"scalar\": 401", "opacities[1].scalar 400 is below"},
        {"\"scalar\": 2.5", "\"scalar\": 0.5", "colors[1].scalar 0.5 is below"},
        {"[0.5, 0.25, 1]", "[0.5, 0.25]", "\"colors[0].rgb\" must be a list of 3"},
        {"[0.5, 0.25, 1]", "[0.5, 0.25, 1, 1]", "\"colors[0].rgb\" must be a list of 3"},
        {"[0.5, 0.25, 1]", "[0.5, 0.25, 1.5]", "colors[0].rgb[2] 1.5"},
        {"[0.5, 0.25, 1]", "[0.5, \"a\", 1]", "\"colors[0].rgb[1]\" must be a number"},
        {"[0.5, 0.25, 1]", "\"#ff0000\"", "\"colors[0].rgb\""},
        {"{\"scalar\": 1, \"rgb\": [0.5, 0.25, 1]}, ", "[1, 2], ", "\"colors[0]\" must be an object, found array"},
        {"\"name\": \"n\"", "\"name\": \"n\", \"name\": \"m\"", "\"name\" is given twice"},
        {"\"scalar\": -3", "\"scalar\": -3, \"scalar\": -2", "\"scalar\" is given twice"},
    };
    ASSERT_EQ(problem(good), "no error");
    for (const Case &broken : cases) {
        const std::string message = problem(with(broken.part, broken.replacement));
        EXPECT_NE(message.find(broken.expected), std::string::npos) << message << "\n  expected: " << broken.expected;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
}

TEST_F(TransferFile, UnknownFieldsAreNamedInOneNote) {
    TransferNotes notes;
    std::string text = with("\"opacity\": 0}", "\"opacity\": 0, \"x\": 1}");
    text.replace(text.find("\"domain\""), 0, "\"gamma\": {\"a\": [1, 2]}, ");
    EXPECT_EQ(read_transfer(write(text), &notes).opacities.size(), 2u);
    ASSERT_EQ(notes.size(), 1u);
    EXPECT_EQ(notes[0], "ignored what it does not know: gamma, opacities[0].x");
}

TEST_F(TransferFile, EmptyAndWrongLists) {
    const std::string head = R"({"format": "voxmarch-transfer", "version": 1, "name": "n", "domain": "value", )";
    EXPECT_NE(problem(head + R"("colors": [], "opacities": []})").find("colors is empty"), std::string::npos);
    EXPECT_NE(problem(head + R"("colors": {}, "opacities": []})").find("\"colors\" must be a list"), std::string::npos);
    EXPECT_NE(problem(head + R"("opacities": []})").find("\"colors\" is missing"), std::string::npos);
    EXPECT_NE(problem("[]").find("must be an object, found array"), std::string::npos);
}

TEST_F(TransferFile, SyntaxErrorsNameLineAndColumn) {
    // The comma after line 3 is missing: noticed at the string in line 4, columns 3 to 10.
    const std::string comma = problem(with("\"d\",", "\"d\""));
    EXPECT_NE(comma.find("line 4, column 10"), std::string::npos) << comma;
    for (const char *number : {"NaN", "Infinity", "-inf", "0x10", "01", ".5", "1e999", "'1'"}) {
        const std::string message = problem(with("4e2", number));
        EXPECT_NE(message.find("is not valid JSON"), std::string::npos) << number << ": " << message;
        EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    }
    EXPECT_NE(problem(with("4e2", "NaN")).find("line 6, column "), std::string::npos);
    EXPECT_NE(problem(good + "{}").find("line 7, column 2"), std::string::npos) << problem(good + "{}");
    EXPECT_NE(problem(with("\"n\"", "\"\xff\xfe\"")).find("line 3"), std::string::npos);
    EXPECT_NE(problem("").find("line 1, column 1"), std::string::npos);
}

TEST_F(TransferFile, EveryTruncationIsAnError) {
    for (std::size_t length = 0; length < good.size(); ++length) {
        const std::string message = problem(good.substr(0, length));
        ASSERT_NE(message.find("is not valid JSON: line "), std::string::npos) << length << ": " << message;
    }
}

TEST_F(TransferFile, HugeAndDeepFilesAreRefused) {
    std::filesystem::resize_file(write("{"), std::uintmax_t{10} << 30);
    EXPECT_THROW(read_transfer(folder_ / "test.json"), FileError);
    EXPECT_NE(problem(std::string(1000000, '[')).find("nested"), std::string::npos);
    EXPECT_THROW(read_transfer("/dev/zero"), FileError);
}

TEST_F(TransferFile, LongListsOfObjectsTakeNoLongerForEach) {
    std::string objects = "{}";
    for (int i = 0; i < 200000; ++i) {
        objects += ",{}";
    }
    const auto begin = std::chrono::steady_clock::now();
    EXPECT_EQ(problem(R"({"other": [)" + objects + "]," + good.substr(1)), "no error");
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(3)) << "each looks through all others";
}

TEST_F(TransferFile, MissingFileAndFolder) {
    EXPECT_THROW(read_transfer(folder_ / "nothing.json"), FileError);
    EXPECT_THROW(read_transfer(folder_), FileError);
}

TEST_F(TransferFile, NoHalfWrittenFileStays) {
    const TransferFunction preset = find_preset("thesis");
    EXPECT_THROW(write_transfer(preset, folder_ / "missing" / "a.json"), OutputError);
    EXPECT_THROW(write_transfer(preset, folder_), OutputError);
    EXPECT_THROW(write_transfer(preset, "/dev/null"), OutputError);
    TransferFunction broken = preset;
    broken.opacities[0].opacity = 2.0;
    write_transfer(preset, folder_ / "kept.json");
    EXPECT_THROW(write_transfer(broken, folder_ / "kept.json"), UsageError);
    expect_same(read_transfer(folder_ / "kept.json"), preset);
    write_transfer(find_preset("gray"), folder_ / "kept.json");
    EXPECT_EQ(read_transfer(folder_ / "kept.json").name, "gray");
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator()), 1);
}

} // namespace
} // namespace voxmarch
