// What messages and sessions from outside may make of a scene.
#include "app/serve/scene_edits.h"

#include "base/error.h"
#include "volume/synthetic/synthetic.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

namespace {

using json = nlohmann::ordered_json;

class SceneEdits : public ::testing::Test {
protected:
    std::shared_ptr<LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:16";
        return load_volume(request);
    }();
    Scene scene = first_scene(*loaded, 320, 240);
    SizeLimit limit{800, 600};

    Scene after(const std::string &text) const { return edited(scene, parse_message(text), *loaded, limit); }
    json session() const { return json::parse(session_text(scene)); }
    Scene of(const json &object) const { return scene_of_session(object.dump(), *loaded, limit); }
};

} // namespace

TEST_F(SceneEdits, CamerasMoveAndComeBack) {
    const Scene turned = after(R"({"type":"move","kind":"orbit","by":[40,0]})");
    EXPECT_NE(turned.camera, scene.camera);
    EXPECT_NEAR(glm::length(turned.camera.eye - turned.camera.target),
                glm::length(scene.camera.eye - scene.camera.target), 1e-9);
    EXPECT_EQ(edited(turned, parse_message(R"({"type":"view","name":"first"})"), *loaded, limit).camera, scene.camera);
    EXPECT_THROW(after(R"({"type":"view","name":"nowhere"})"), UsageError);
    Scene far = scene;
    far.camera.eye = glm::dvec3(1e308);
    EXPECT_THROW(edited(far, parse_message(R"({"type":"move","kind":"pan","by":[1e12,1e12]})"), *loaded, limit),
                 UsageError);
}

TEST_F(SceneEdits, SizesKeepTheirProportionsWithinTheLimit) {
    const Scene large = after(R"({"type":"size","width":4000,"height":2000})");
    EXPECT_EQ(large.width, 800);
    EXPECT_EQ(large.height, 400);
    EXPECT_EQ(fitted_size({1, 60000}, limit).width, 1);
    EXPECT_EQ(fitted_size({1, 60000}, limit).height, 600);
    EXPECT_EQ(fitted_size({799, 600}, limit).width, 799);
}

TEST_F(SceneEdits, LooksAreCheckedAsAWhole) {
    const Scene both = after(R"({"type":"look","mode":"both"})");
    ASSERT_EQ(both.settings.surfaces.size(), 1U) << "a value is chosen where there is none";
    EXPECT_EQ(
        edited(both, parse_message(R"({"type":"look","isovalue":77})"), *loaded, limit).settings.surfaces[0].isovalue,
        77.0);
    const Scene lit = after(R"({"type":"look","shadows":"half"})");
    EXPECT_TRUE(lit.settings.light.direction) << "shadows of a light at the eye are not seen";
    EXPECT_EQ(after(R"({"type":"preset","name":"thesis"})").transfer.domain, TransferDomain::value);
    EXPECT_EQ(edited(after(R"({"type":"preset","name":"thesis"})"), parse_message(R"({"type":"preset","name":"auto"})"),
                     *loaded, limit),
              scene);
    EXPECT_THROW(after(R"({"type":"preset","name":"/etc/passwd"})"), UsageError);
}

TEST_F(SceneEdits, SessionsComeBackAsTheyWent) {
    EXPECT_EQ(of(session()), scene);
    json other = session();
    other["camera"]["eye"][0] = 99.0;
    EXPECT_EQ(of(other).camera.eye.x, 99.0);
    // A page keeps its own size.
    other["size"] = {20, 10};
    PageMessage message;
    message.what = WholeSession{other.dump()};
    EXPECT_EQ(edited(scene, message, *loaded, limit).width, scene.width);
}

TEST_F(SceneEdits, SessionsReachNoOtherFile) {
    const auto changed = [&](const std::function<void(json &)> &change) {
        json object = session();
        change(object);
        return object;
    };
    const json wrong[] = {changed([](json &s) { s["volume"]["source"] = "/etc/passwd"; }),
                          changed([](json &s) { s["volume"]["source"] = "synthetic:sphere:17"; }),
                          changed([](json &s) { s["volume"]["downsample"] = 2; }),
                          changed([](json &s) { s["volume"]["channel"] = 1; }),
                          changed([](json &s) { s["volume"]["raw"] = "1x1x1:uint8"; }),
                          changed([](json &s) {
                              s["labels"] = {{"source", "/etc/passwd"}, {"styles", json::array()}};
                          }),
                          changed([](json &s) {
                              s["skeleton"] = {{"source", "lines.vtk"}};
                          }),
                          changed([](json &s) { s["lod"] = "2"; }),
                          changed([](json &s) {
                              s["size"] = {801, 600};
                          }),
                          changed([](json &s) {
                              s["other_volumes"] = {{{"source", "/etc/passwd"}}};
                              s["other_channels"] = {{{"transfer", s["transfer"]}}};
                          })};
    for (const json &object : wrong) {
        EXPECT_THROW(of(object), UsageError) << object.dump().substr(0, 200);
    }
    EXPECT_THROW(scene_of_session("no JSON", *loaded, limit), UsageError);
    EXPECT_THROW(scene_of_session(std::string(100000, '['), *loaded, limit), UsageError);
}

TEST_F(SceneEdits, FilesAreKnownByTheirBareNames) {
    loaded->scene.volume.source = "/data/secret/head.nii.gz";
    scene.volume.source = loaded->scene.volume.source;
    EXPECT_EQ(session_text(scene).find("secret"), std::string::npos);
    EXPECT_EQ(of(session()).volume.source, "/data/secret/head.nii.gz");
    json elsewhere = session();
    elsewhere["volume"]["source"] = "C:/Users/me/head.nii.gz";
    EXPECT_EQ(of(elsewhere).volume.source, "/data/secret/head.nii.gz") << "nothing is read from there";
    elsewhere["volume"]["source"] = "/data/secret/other.nii.gz";
    EXPECT_THROW(of(elsewhere), UsageError);
    elsewhere["volume"]["source"] = "synthetic:sphere:16";
    EXPECT_THROW(of(elsewhere), UsageError);
}

} // namespace voxmarch
