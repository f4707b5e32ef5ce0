// Messages of pages: what is read, and what is refused.
#include "app/serve/messages.h"

#include "base/error.h"

#include <gtest/gtest.h>
#include <string>

namespace voxmarch {

namespace {

std::string problem_of(const std::string &text) {
    try {
        parse_message(text);
    } catch (const UsageError &error) {
        return error.problem();
    }
    return "";
}

template <typename What> What read(const std::string &text) { return std::get<What>(parse_message(text).what); }

} // namespace

TEST(ServeMessages, MovesTellKindAndPixels) {
    const PageMessage message =
        parse_message(R"({"type":"move","kind":"orbit","by":[3,-4.5],"moving":true,"request":17})");
    EXPECT_EQ(message.request, 17U);
    EXPECT_TRUE(message.moving);
    const auto &move = std::get<CameraMove>(message.what);
    EXPECT_EQ(move.kind, CameraMove::Kind::orbit);
    EXPECT_EQ(move.by, glm::dvec3(3.0, -4.5, 0.0));
    const auto zoom = read<CameraMove>(R"({"type":"move","kind":"zoom","factor":1.25,"at":[10,20]})");
    EXPECT_EQ(zoom.factor, 1.25);
    EXPECT_EQ(zoom.at, glm::dvec2(10.0, 20.0));
}

TEST(ServeMessages, LooksChangeWhatTheyName) {
    const auto look =
        read<LookChange>(R"({"type":"look","mode":"both","isovalue":40.5,"clip":[[0,0,0.25],[1,1,0.5]]})");
    EXPECT_EQ(look.mode, Mode::both);
    EXPECT_EQ(look.isovalue, 40.5);
    EXPECT_EQ(look.clip->first, glm::dvec3(0.0, 0.0, 0.25));
    EXPECT_FALSE(look.shadows || look.blend || look.step || look.background || look.projection);
}

TEST(ServeMessages, FunctionsCamerasAndWindowsAreWhole) {
    const auto transfer = read<ChosenTransfer>(
        R"({"type":"transfer","transfer":{"format":"voxmarch-transfer","version":1,"name":"a","domain":"value",)"
        R"("colors":[{"scalar":3,"rgb":[1,0,0]}],"opacities":[{"scalar":3,"opacity":0.5}]}})");
    EXPECT_EQ(transfer.transfer.colors.front().color, glm::dvec3(1.0, 0.0, 0.0));
    const auto camera = read<Camera>(R"({"type":"camera","camera":{"eye":[0,0,9],"target":[0,0,0],"up":[0,1,0]}})");
    EXPECT_EQ(camera.eye.z, 9.0);
    EXPECT_FALSE(read<ChosenWindow>(R"({"type":"window","window":null})").window);
    EXPECT_EQ(read<ChosenWindow>(R"({"type":"window","window":[-1,2]})").window->max, 2.0);
}

TEST(ServeMessages, QuestionsHaveNothingButANumber) {
    EXPECT_TRUE(std::holds_alternative<Ping>(parse_message(R"({"type":"ping","request":3})").what));
    EXPECT_TRUE(std::holds_alternative<SceneQuestion>(parse_message(R"({"type":"tell","request":4})").what));
    EXPECT_NE(problem_of(R"({"type":"tell","session":{}})").find("session"), std::string::npos);
}

TEST(ServeMessages, LabelsAndMeasurementsAreNamedByNumbers) {
    const auto some = read<LabelChange>(R"({"type":"labels","labels":[3,65535],"visibility":0.5,"color":[1,0,0.5]})");
    EXPECT_EQ(some.labels, (std::vector<int>{3, 65535}));
    EXPECT_EQ(some.visibility, 0.5);
    EXPECT_EQ(some.color, glm::dvec3(1.0, 0.0, 0.5));
    EXPECT_FALSE(some.plain);
    const auto all = read<LabelChange>(R"({"type":"labels","color":null})");
    EXPECT_TRUE(all.labels.empty() && all.plain && !all.color && !all.visibility);
    const auto ruler = read<NewAnnotation>(R"({"type":"annotate","kind":"ruler","places":[[1,2,3],[4,5,6]]})");
    EXPECT_EQ(ruler.kind, AnnotationKind::ruler);
    EXPECT_EQ(ruler.places[1], glm::dvec3(4.0, 5.0, 6.0));
    const auto change = read<AnnotationChange>(R"({"type":"annotation","annotation":2,"visible":false,"name":"a"})");
    EXPECT_EQ(change.annotation, 2);
    EXPECT_EQ(change.visible, false);
    EXPECT_EQ(change.name, "a");
    EXPECT_FALSE(change.removed);
}

TEST(ServeMessages, QuestionsAreOfThePictureOrASlice) {
    const auto seen = read<PlaceQuestion>(R"({"type":"pick","at":[10,20.5]})");
    EXPECT_EQ(seen.at, glm::dvec2(10.0, 20.5));
    EXPECT_FALSE(seen.slice);
    const auto slice =
        read<PlaceQuestion>(R"({"type":"pick","at":[1,2],"axis":0,"position":0.25,"longest":64,"channel":1})");
    EXPECT_EQ(slice.slice->axis, 0);
    EXPECT_EQ(slice.slice->longest, 64);
    EXPECT_EQ(slice.channel, 1);
    EXPECT_EQ(read<ReadingsQuestion>(R"({"type":"readings"})").file, ReadingsQuestion::File::none);
    EXPECT_EQ(read<ReadingsQuestion>(R"({"type":"readings","file":"csv"})").file, ReadingsQuestion::File::csv);
}

TEST(ServeMessages, WhatIsWrongIsNamed) {
    const std::pair<const char *, const char *> wrong[] = {
        {"", "no JSON"},
        {"{", "no JSON"},
        {R"({"type":"rest","type":"rest"})", "field \"type\" is given twice"},
        {"[1]", "object"},
        {"{}", "no message of type ''"},
        {R"({"type":"format-disk"})", "no message of type 'format-disk'"},
        {R"({"type":"rest","extra":1})", "no field 'extra'"},
        {R"({"type":"rest","request":-1})", "'request'"},
        {R"({"type":"rest","request":4294967296})", "'request'"},
        {R"({"type":"rest","moving":1})", "'moving'"},
        {R"({"type":"size","width":0,"height":5})", "'width': 0 is not in 1 .. 65535"},
        {R"({"type":"size","width":1.5,"height":5})", "no whole number"},
        {R"({"type":"size","width":100})", "'height' is missing"},
        {R"({"type":"move","by":[1,2]})", "'kind' is missing"},
        {R"({"type":"move","kind":"jump"})", "there is no 'jump'"},
        {R"({"type":"move","kind":"orbit","by":[1e999]})", "no JSON"},
        {R"({"type":"move","kind":"orbit","by":[1e13]})", "not in"},
        {R"({"type":"move","kind":"zoom","factor":0})", "'factor'"},
        {R"({"type":"move","kind":"orbit"})", "'by' is missing"},
        {R"({"type":"move","kind":"zoom","by":[1]})", "'factor' is missing"},
        {R"({"type":"camera","camera":{"eye":[0,0,0],"target":[0,0,0],"up":[0,1,0]}})", "camera"},
        {R"({"type":"camera","camera":{"eye":[0,0,0],"target":[0,0,1],"up":[0,1,0],"crop":1}})", "no field 'crop'"},
        {R"({"type":"window","window":[2,1]})", "below"},
        {R"({"type":"look","mode":"x-ray"})", "there is no 'x-ray'"},
        {R"({"type":"look","clip":[[0,0,0],[1,1,0]]})", "below"},
        {R"({"type":"look","surface_color":[0,0,2]})", "not in 0 .. 1"},
        {R"({"type":"look","step":1e-9})", "'step'"},
        {R"({"type":"look","clip_planes":[[1,0,0]]})", "four numbers"},
        {R"({"type":"look","clip_planes":[[0,0,0,1]]})", "cannot be 0"},
        {R"({"type":"look","clip_planes":[1,2,3,4,5,6,7]})", "at most 6"},
        {R"({"type":"channel","weight":1.5})", "'weight'"},
        {R"({"type":"channel","channel":-1})", "'channel'"},
        {R"({"type":"time"})", "'time' is missing"},
        {R"({"type":"count","on":1})", "'on'"},
        {R"({"type":"slice","axis":1,"position":0.5,"window":[2,1]})", "below"},
        {R"({"type":"transfer","transfer":{"name":"a"}})", "transfer"},
        {R"({"type":"slice","axis":3,"position":0.5})", "'axis'"},
        {R"({"type":"slice","axis":1,"position":0.5,"longest":100000})", "'longest'"},
        {R"({"type":"view","name":""})", "'name'"},
        {R"({"type":"labels","labels":[65536]})", "'labels': 65536 is not in 0 .. 65535"},
        {R"({"type":"labels","labels":[]})", "a list of labels"},
        {R"({"type":"labels","visibility":-1})", "'visibility'"},
        {R"({"type":"annotate","kind":"ruler","places":[[1,2,3]]})", "1 are not those of a ruler"},
        {R"({"type":"annotate","kind":"star","places":[]})", "there is no 'star'"},
        {R"({"type":"annotate","kind":"point","places":[[1,2,1e13]]})", "not in"},
        {R"({"type":"annotation","visible":true})", "'annotation' is missing"},
        {R"({"type":"annotation","annotation":1000})", "'annotation'"},
        {R"({"type":"annotation","annotation":0,"name":""})", "'name'"},
        {R"({"type":"pick"})", "'at' is missing"},
        {R"({"type":"pick","at":[1,2,3]})", "two numbers"},
        {R"({"type":"pick","at":[1,2],"axis":1})", "'position' is missing"},
        {R"({"type":"readings","file":"/etc/passwd"})", "there is no '/etc/passwd'"},
        {R"({"type":"shown"})", "'picture' is missing"}};
    for (const auto &[text, part] : wrong) {
        EXPECT_NE(problem_of(text).find(part), std::string::npos) << text << " gives: " << problem_of(text);
    }
}

TEST(ServeMessages, LongAndDeepOnesAreRefusedUnread) {
    EXPECT_NE(problem_of(std::string(longest_message + 1, ' ')).find("at most"), std::string::npos);
    const std::string session = R"({"type":"session","session":")", end = R"("})";
    EXPECT_EQ(problem_of(session + std::string(longest_message, 'x') + end), "") << "looks of many labels take room";
    EXPECT_NE(problem_of(session + std::string(longest_session, 'x') + end).find("at most"), std::string::npos);
    EXPECT_NE(problem_of(std::string(60000, '[')).find("nested"), std::string::npos);
    EXPECT_NO_THROW(require_shallow(R"({"a":"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"[[["})"));
    EXPECT_NO_THROW(require_shallow("[[],[],[],[]]", 2));
    EXPECT_THROW(require_shallow("[[[]]]", 2), UsageError);
}

} // namespace voxmarch
