// Which sessions from outside may become a scene.
#include "app/serve/served_session.h"

#include "base/error.h"
#include "volume/synthetic/synthetic.h"

#include <algorithm>
#include <functional>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace voxmarch {

namespace {

using json = nlohmann::ordered_json;

class ServedSession : public ::testing::Test {
protected:
    std::shared_ptr<LoadedVolume> loaded = [] {
        LoadRequest request;
        request.volume.source = "synthetic:sphere:16";
        return load_volume(request);
    }();
    Scene scene = first_scene(*loaded, 320, 240);
    SizeLimit limit{800, 600};

    json session() const { return json::parse(session_text(scene)); }
    Scene of(const json &object) const { return scene_of_session(object.dump(), *loaded, limit); }

    std::string problem_of(const std::string &text) const {
        try {
            scene_of_session(text, *loaded, limit);
        } catch (const UsageError &problem) {
            return problem.problem();
        }
        return "";
    }

    /// The problem of the session over several lines, with one change.
    std::string problem_with(const std::function<void(json &)> &change) const {
        json object = session();
        change(object);
        return problem_of(object.dump(1));
    }
};

} // namespace

TEST_F(ServedSession, SessionsComeBackAsTheyWent) {
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

TEST_F(ServedSession, SessionsReachNoOtherFile) {
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
                              s["meshes"] = {{{"source", "/etc/secret.stl"}}};
                          }),
                          changed([](json &s) {
                              s["skeleton"] = {{"source", "lines.vtk"}};
                          }),
                          changed([](json &s) { s["settings"]["trace"]["environment_file"] = "/etc/secret.hdr"; }),
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

TEST_F(ServedSession, FilesAreKnownByTheirBareNames) {
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

TEST_F(ServedSession, ProblemsNameFieldAndLine) {
    const json plain = session();
    const std::string text = plain.dump(1);
    const auto line_with = [&](const std::string &word) {
        return "line " +
               std::to_string(1 + std::count(text.begin(), text.begin() + static_cast<long>(text.find(word)), '\n')) +
               ": ";
    };
    EXPECT_EQ(problem_with([](json &s) { s["camera"]["fov"] = "wide"; }),
              line_with("\"fov\"") + "'camera': 'fov': \"wide\" is no value of it");
    EXPECT_EQ(problem_with([](json &s) { s["settings"]["blend"] = "glow"; }),
              line_with("\"blend\"") + "'settings': 'blend': there is no 'glow'");
    EXPECT_EQ(problem_with([](json &s) { s["volume"]["source"] = "/etc/passwd"; }),
              line_with("\"source\"") +
                  "'volume': 'source': the session is of another volume than the one that is open");
    EXPECT_EQ(problem_with([](json &s) { s["size"] = {801, 600}; }).find(line_with("\"size\"") + "'size': "), 0U);
    EXPECT_EQ(problem_with([](json &s) { s["settings"]["step"] = -1; }).find(line_with("\"settings\"")), 0U)
        << "rules of all settings name the object";
    EXPECT_EQ(problem_with([](json &s) { s["volume"]["downsample"] = 2; }).find("line "), 0U);

    json one_line = plain;
    one_line["camera"]["fov"] = "wide";
    EXPECT_EQ(problem_of(one_line.dump()), "'camera': 'fov': \"wide\" is no value of it") << "where lines tell nothing";
    EXPECT_EQ(
        problem_of("{\n \"format\": \"voxmarch-session\",\n oops}").find("the session is no JSON: line 3, column 2: "),
        0U);
    EXPECT_EQ(problem_of("{}"), "is no session of voxmarch");
}

} // namespace voxmarch
