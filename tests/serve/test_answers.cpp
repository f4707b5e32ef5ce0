// What the server answers of pixels and measurements, and slices that show these.
#include "app/serve/answers.h"
#include "app/serve/served_slice.h"

#include "base/error.h"
#include "scene/figure/figure_painter.h"
#include "scene/new_annotation.h"
#include "scene/pick.h"
#include "volume/synthetic/synthetic.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

namespace {

class ServeAnswers : public ::testing::Test {
protected:
    std::shared_ptr<LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:16";
        return load_volume(request);
    }();
    Scene scene = first_scene(*loaded, 320, 240);
    const Grid &grid = loaded->grid();

    nlohmann::json picked(const std::string &fields) const {
        const PageMessage message = parse_message(R"({"type":"pick",)" + fields + "}");
        return nlohmann::json::parse(picked_text(scene, *loaded, std::get<PlaceQuestion>(message.what), 7));
    }

    nlohmann::json readings(const std::string &fields = "") const {
        const PageMessage message = parse_message(R"({"type":"readings")" + fields + "}");
        return nlohmann::json::parse(
            readings_text(scene, *loaded, std::get<ReadingsQuestion>(message.what), 8, still_wanted));
    }
    std::function<void()> still_wanted = [] {};

    static glm::dvec3 place(const nlohmann::json &answer) {
        const auto &parts = answer.at("place");
        return {parts[0].get<double>(), parts[1].get<double>(), parts[2].get<double>()};
    }
};

} // namespace

TEST_F(ServeAnswers, PixelsOfSlicesArePlaces) {
    const glm::dvec3 middle = world_of(grid, (grid.dims_d() - 1.0) * 0.5);
    const auto at = [&](const std::string &pixel) {
        return picked(R"("axis":2,"position":0.5,"longest":160,"at":)" + pixel);
    };
    const nlohmann::json center = at("[79.5,79.5]");
    EXPECT_EQ(center.at("type"), "picked");
    EXPECT_EQ(center.at("request"), 7);
    const glm::dvec3 slice = world_of(grid, {7.5, 7.5, 8.0}); // slices lie on voxels
    EXPECT_LT(glm::distance(place(center), slice), 1e-9);
    EXPECT_EQ(center.at("where"), place_text(grid, slice));
    EXPECT_FALSE(center.contains("label"));
    EXPECT_NEAR(glm::distance(place(at("[95.5,79.5]")), place(center)), 1.6 * grid.spacing.x, 1e-6)
        << "ten pixels are a voxel";
    EXPECT_LT(std::abs(place(center).x - middle.x), 1e-9);
    EXPECT_TRUE(at("[-20,79.5]").at("place").is_null());
    EXPECT_THROW(at("[1,1],\"channel\":1"), UsageError);
}

TEST_F(ServeAnswers, PixelsOfThePictureAreWhatIsSeenThere) {
    const auto seen = seen_place(*loaded, scene, 160, 120);
    ASSERT_TRUE(seen);
    EXPECT_EQ(place(picked(R"("at":[160.7,120.2])")), *seen);
    EXPECT_TRUE(picked(R"("at":[1,1])").at("place").is_null());
    EXPECT_TRUE(picked(R"("at":[1000,-5])").at("place").is_null());
    loaded->labels = synthesize("sphere", 16);
    EXPECT_EQ(picked(R"("at":[160,120])").at("label"), label_at(*loaded, *seen));
}

TEST_F(ServeAnswers, OfAComparisonBothSidesAreAsked) {
    const auto alone = seen_place(*loaded, scene, 160, 120);
    scene.comparison.emplace();
    scene.comparison->other = look_of(scene);
    const int width = width_of_side(scene);
    const Scene half = half_of(scene, Side::b);
    const auto expected = seen_place(*loaded, half, width / 2, 120);
    ASSERT_TRUE(expected && alone);
    const std::string x = std::to_string(320 - width + width / 2);
    EXPECT_EQ(place(picked(R"("at":[)" + x + ",120]")), *expected);
    EXPECT_TRUE(picked(R"("at":[)" + std::to_string(width) + ",120]").at("place").is_null()) << "between both";
}

TEST_F(ServeAnswers, ReadingsAreThoseOfTheViewer) {
    const glm::dvec3 middle = world_of(grid, {8.0, 8.0, 8.0});
    scene.annotations = {{AnnotationKind::ruler, "a", {glm::dvec3(0.0), glm::dvec3(3.0, 4.0, 0.0)}},
                         {AnnotationKind::point, "b,c", {middle}},
                         {AnnotationKind::sphere, "d", {middle, middle + glm::dvec3(2.0 * grid.spacing.x, 0.0, 0.0)}}};
    const nlohmann::json told = readings();
    ASSERT_EQ(told.at("texts").size(), 3U);
    EXPECT_EQ(told.at("texts")[0].get<std::string>().substr(0, 2), "5.");
    EXPECT_EQ(std::stod(told.at("texts")[1].get<std::string>()), loaded->volume.value(8, 8, 8));
    EXPECT_EQ(told.at("texts")[2].get<std::string>().substr(0, 5), "mean ");
    EXPECT_FALSE(told.contains("file"));
    const auto table = readings(R"(,"file":"csv")").at("file").get<std::string>();
    EXPECT_EQ(table.substr(0, 17), "name,kind,length,");
    EXPECT_NE(table.find("\"b,c\",point,"), std::string::npos);
    EXPECT_TRUE(nlohmann::json::accept(readings(R"(,"file":"json")").at("file").get<std::string>()));
    still_wanted = [] { throw UsageError("gone"); };
    EXPECT_THROW(readings(), UsageError) << "nobody waits for the region any more";
}

TEST_F(ServeAnswers, SlicesShowWhatLiesInThem) {
    if (!can_paint_figures()) {
        GTEST_SKIP() << "built without Cairo";
    }
    const auto drawn = [&](double position) { return served_slice(scene, *loaded, {2, position, 96, {}}).rgba; };
    const auto in = drawn(8.0 / 15.0), beside = drawn(1.0 / 15.0);
    const auto with = [&](double z, bool visible) {
        scene.annotations = {new_annotation({}, AnnotationKind::ruler,
                                            {world_of(grid, {3.0, 8.0, 8.0}), world_of(grid, {12.0, 8.0, z})})};
        scene.annotations[0].visible = visible;
    };
    scene.figure.annotations = true;
    with(8.0, true);
    const auto lies = drawn(8.0 / 15.0);
    EXPECT_NE(lies, in);
    EXPECT_EQ(drawn(1.0 / 15.0), beside) << "it lies in another one";
    with(1.0, true);
    const auto crosses = drawn(8.0 / 15.0);
    EXPECT_NE(crosses, in);
    EXPECT_NE(crosses, lies) << "what goes on behind the slice is fainter";
    with(8.0, false);
    EXPECT_EQ(drawn(8.0 / 15.0), in) << "it is hidden";
    with(8.0, true);
    scene.figure.annotations = false;
    EXPECT_EQ(drawn(8.0 / 15.0), in) << "pictures show none";
}

} // namespace voxmarch
