// Several channels in the viewer: the list of them, what its buttons do to the picture, and what is kept of it.
#include "app/viewer/document/opening.h"
#include "app/viewer/panels/channels.h"
#include "scene/volume_looks.h"
#include "tests/viewer/viewer_test.h"
#include "transfer/preset.h"

#include <cmath>
#include <fstream>
#include <imgui_internal.h>

namespace voxmarch {

namespace {

constexpr int edge = 24;

/// A ball in each channel, further and further to the right.
std::filesystem::path write_channels(const std::filesystem::path &folder, int count) {
    const std::filesystem::path file = folder / fmt::format("cells{}.nrrd", count);
    std::ofstream stream(file, std::ios::binary);
    stream << fmt::format("NRRD0004\ntype: uchar\ndimension: 4\nsizes: {0} {1} {1} {1}\nkinds: covariant-vector domain "
                          "domain domain\nspacings: NaN 1 1 1\nencoding: raw\n\n",
                          count, edge);
    for (int i = 0; i < edge * edge * edge; ++i) {
        for (int channel = 0; channel < count; ++channel) {
            const double x = i % edge - 6 - 12.0 * channel / std::max(count - 1, 1), y = i / edge % edge - 12,
                         z = i / (edge * edge) - 12;
            stream.put(static_cast<char>(std::max(0.0, 240.0 - 40.0 * std::sqrt(x * x + y * y + z * z))));
        }
    }
    return file;
}

/// A ball in the middle of a volume that lies at x in the world.
std::filesystem::path write_ball(const std::filesystem::path &folder, const std::string &name, double x) {
    const std::filesystem::path file = folder / name;
    std::ofstream stream(file, std::ios::binary);
    stream << fmt::format("NRRD0004\ntype: uchar\ndimension: 3\nsizes: {0} {0} {0}\nspace: left-posterior-superior\n"
                          "space directions: (1,0,0) (0,1,0) (0,0,1)\nspace origin: ({1},0,0)\n"
                          "space units: \"mm\" \"mm\" \"mm\"\nencoding: raw\n\n",
                          edge, x);
    for (int i = 0; i < edge * edge * edge; ++i) {
        const double dx = i % edge - 12, dy = i / edge % edge - 12, dz = i / (edge * edge) - 12;
        stream.put(static_cast<char>(std::max(0.0, 240.0 - 20.0 * std::sqrt(dx * dx + dy * dy + dz * dz))));
    }
    return file;
}

/// A ball of colours in black.
std::filesystem::path write_colors(const std::filesystem::path &folder) {
    const std::filesystem::path file = folder / "rgb.nrrd";
    std::ofstream stream(file, std::ios::binary);
    stream << fmt::format("NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 {0} {0} {0}\nkinds: RGB-color domain domain "
                          "domain\nspacings: NaN 1 1 1\nencoding: raw\n\n",
                          edge);
    for (int i = 0; i < edge * edge * edge; ++i) {
        const double x = i % edge - 12, y = i / edge % edge - 12, z = i / (edge * edge) - 12;
        const bool inside = x * x + y * y + z * z < 64.0;
        stream.put(static_cast<char>(inside ? 220 : 0)).put(static_cast<char>(inside ? 120 : 0)).put(0);
    }
    return file;
}

/// The brightest that red, green and blue are anywhere.
std::array<int, 3> brightest(const Image &image) {
    std::array<int, 3> most{};
    for (std::size_t i = 0; i < image.rgba.size(); ++i) {
        if (i % 4 < 3) {
            most[i % 4] = std::max<int>(most[i % 4], image.rgba[i]);
        }
    }
    return most;
}

double sum_of(const Image &image, std::size_t component) {
    double sum = 0.0;
    for (std::size_t i = component; i < image.rgba.size(); i += 4) {
        sum += image.rgba[i];
    }
    return sum;
}

/// Places in the rows of the list, pixels from the left edge of the column.
constexpr double eye = 22.0, solo = 58.0, swatch = 92.0, name = 150.0, weight = 320.0, closing = 366.0;

class ChannelsInTheViewer : public ViewerTest {
protected:
    void open_file(const std::filesystem::path &file) {
        LoadRequest first;
        first.volume.source = file.string();
        open(first);
        scene().settings.shading = Shading::none; // highlights have the colour of the light
        settle();
    }

    bool click_in_row(const char *row, const char *item, double x) {
        const bool found = click_on("panels", {"channels", row, item}, x);
        settle();
        return found;
    }
};

TEST_F(ChannelsInTheViewer, AreDrawnAsTheCommandLineDrawsThem) {
    const std::filesystem::path file = write_channels(folder_, 2);
    open_file(file);
    ASSERT_EQ(state().document.channels(), 2u);
    const auto [red, green, blue] = brightest(image());
    EXPECT_GT(green, 60);
    EXPECT_GT(red, 60) << "the second is magenta";
    press("p");
    settle();
    const std::filesystem::path saved = folder_ / "cells2-001.png", again = folder_ / "again.png",
                                plain = folder_ / "plain.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {}", saved.string(), again.string())));
    EXPECT_EQ(compare(read_png(saved), read_png(again), 0).largest, 0);
    ASSERT_TRUE(voxmarch(fmt::format("render {} -o {} --size {}x{} --shading none", file.string(), plain.string(),
                                     scene().width, scene().height)));
    EXPECT_EQ(compare(read_png(saved), read_png(plain), 1).pixels_above, 0u) << "the same first look";
}

TEST_F(ChannelsInTheViewer, EyesAndSoloSayWhichAreSeenAndUndoTakesThemBack) {
    open_file(write_channels(folder_, 2));
    const Image both = image();
    ASSERT_TRUE(click_in_row("0", "eye", eye));
    EXPECT_FALSE(scene().first_channel.visible);
    EXPECT_LT(brightest(image())[1], 8) << "no green";
    EXPECT_GT(brightest(image())[0], 60);
    press("ctrl+z");
    settle();
    EXPECT_EQ(compare(both, image(), 0).largest, 0);
    ASSERT_TRUE(click_in_row("0", "S", solo));
    EXPECT_TRUE(scene().first_channel.visible);
    EXPECT_FALSE(scene().other_channels[0].share.visible);
    EXPECT_LT(brightest(image())[0], 8) << "no magenta";
    ASSERT_TRUE(click_in_row("1", "S", solo));
    EXPECT_FALSE(scene().first_channel.visible);
    EXPECT_LT(brightest(image())[1], 8);
    ASSERT_TRUE(click_in_row("1", "S", solo));
    EXPECT_EQ(compare(both, image(), 0).largest, 0) << "what was seen before";
}

TEST_F(ChannelsInTheViewer, ColoursAndWeightsAreThoseOfTheRow) {
    open_file(write_channels(folder_, 2));
    const Image before = image();
    ASSERT_TRUE(click_in_row("1", "##weight", weight)); // about half way along its slider
    EXPECT_NEAR(scene().other_channels[0].share.weight, 0.55, 0.25);
    EXPECT_LT(sum_of(image(), 0), 0.9 * sum_of(before, 0));
    press("ctrl+z");
    settle();
    set_color(state().document, 1, {0.0, 0.2, 1.0});
    settle();
    const auto [red, green, blue] = brightest(image());
    EXPECT_LT(red, 8);
    EXPECT_GT(blue, 60);
    EXPECT_EQ(scene().other_channels[0].transfer.colors.size(), 2u);
    press("ctrl+z");
    settle();
    EXPECT_EQ(compare(before, image(), 0).largest, 0);
    ASSERT_TRUE(click_on("panels", {"channels", "1", "##color", "##ColorButton"}, swatch)); // opens the picker
    EXPECT_TRUE(ImGui::IsPopupOpen(nullptr, ImGuiPopupFlags_AnyPopup));
    press("Escape");
    settle();
}

TEST_F(ChannelsInTheViewer, TheChosenRowIsTheOneThatIsEdited) {
    open_file(write_channels(folder_, 2));
    Document &document = state().document;
    ASSERT_TRUE(click_in_row("1", "###name", name));
    ASSERT_EQ(document.channel(), 1u);
    EXPECT_EQ(&document.volume(), &loaded()->other_channels[0]);
    EXPECT_EQ(&document.histogram(), &loaded()->other_values[0].histogram);
    const TransferFunction first = scene().transfer;
    const TransferFunction automatic = document.transfer();
    document.transfer() = over_volume(find_preset("gray"), *document.loaded, document.channel());
    settle();
    scroll_panels(3);
    ASSERT_TRUE(click_on("panels", {"transfer", "Automatic"}, 200.0));
    settle();
    EXPECT_TRUE(same_transfer(scene().transfer, first));
    EXPECT_EQ(scene().other_channels[0].transfer.opacities, automatic.opacities);
    scene().settings.classification = Classification::preintegrated;
    steps(3);
    EXPECT_EQ(scene().settings.classification, Classification::post);
    ASSERT_FALSE(notices().empty());
    EXPECT_NE(notices().back().text.find("pre-integration"), std::string::npos) << notices().back().text;
    settle();
}

TEST_F(ChannelsInTheViewer, SlicesMixThemAndTheProbeTellsAllValues) {
    open_file(write_channels(folder_, 2));
    press("x");
    tools().slices.open = true;
    tools().slices.voxel = {6, 12, 12};
    settle();
    ASSERT_TRUE(tools().slices.contents);
    const std::vector<SliceChannel> &channels = tools().slices.contents->channels;
    ASSERT_EQ(channels.size(), 2u);
    EXPECT_EQ(channels[0].color, glm::dvec3(0, 1, 0));
    EXPECT_EQ(channels[1].color, glm::dvec3(1, 0, 1));
    EXPECT_EQ(values_text(state().document, {240.0, 3.0}), "channel 0 240, channel 1 3");
    scene().first_channel.visible = false;
    settle();
    EXPECT_EQ(tools().slices.contents->channels.size(), 1u);
    scene().first_channel.visible = true;
    tools().slices.open = false;
    tools().probe.open = true;
    settle();
    user_does("mousemove " + at(0.5, 0.5));
    steps(5);
    const RayProbe &ray = tools().probe.ray;
    ASSERT_FALSE(ray.samples.empty());
    ASSERT_EQ(ray.others.size(), 1u);
    ASSERT_EQ(ray.others[0].size(), ray.samples.size());
    settle();
}

TEST_F(ChannelsInTheViewer, VolumesAreOpenedAndClosedBesideEachOther) {
    open_file(write_ball(folder_, "a.nrrd", 0.0));
    const Image alone = image();
    open_beside(state(), write_ball(folder_, "b.nrrd", 10.0).string());
    settle();
    const Document &document = state().document;
    ASSERT_EQ(document.channels(), 2u);
    EXPECT_TRUE(document.has_volumes());
    EXPECT_EQ(document.name_of(1), "b.nrrd");
    EXPECT_EQ(scene().first_channel.weight, ground_weight);
    EXPECT_GT(compare(alone, image(), 0).pixels_above, 100u);
    EXPECT_EQ(value_on_grid(*loaded(), 1, {0, 12, 12}), std::nullopt);
    EXPECT_EQ(value_on_grid(*loaded(), 1, {22, 12, 12}), 240.0);
    EXPECT_EQ(values_text(document, {3.0, std::nan("")}), "a.nrrd 3, b.nrrd outside");
    press("x");
    ASSERT_TRUE(tools().slices.open);
    settle();
    steps(2);
    const std::vector<SliceChannel> shown = tools().slices.contents.value_or(SliceContents{}).channels;
    ASSERT_EQ(shown.size(), 2u);
    EXPECT_TRUE(!shown[0].transfer && shown[0].color == glm::dvec3(1.0)) << "in grey, not thinned as in 3D";
    EXPECT_TRUE(shown[1].transfer && shown[1].overlay > 0.0);
    press("x");
    settle();
    press("p");
    settle();
    const std::filesystem::path saved = folder_ / "a-001.png", again = folder_ / "again.png";
    ASSERT_TRUE(voxmarch(fmt::format("render {} --strict -o {}", saved.string(), again.string())));
    EXPECT_EQ(compare(read_png(saved), read_png(again), 0).largest, 0);
    ASSERT_TRUE(click_in_row("1", "eye", eye));
    EXPECT_FALSE(scene().other_channels[0].share.visible);
    ASSERT_TRUE(click_in_row("1", "x", closing));
    ASSERT_EQ(document.channels(), 1u);
    EXPECT_FALSE(document.has_volumes());
    EXPECT_EQ(compare(alone, image(), 0).largest, 0);
}

TEST_F(ChannelsInTheViewer, UndoGoesOnWhenVolumesAreOpenedAndClosed) {
    open_file(write_ball(folder_, "a.nrrd", 0.0));
    const glm::vec3 first = scene().settings.background;
    const auto edit = [this](float grey) {
        scene().settings.background = glm::vec3(grey);
        settle();
    };
    const auto undo = [this] {
        press("ctrl+z");
        settle();
        return scene().settings.background;
    };
    edit(0.125f);
    open_beside(state(), write_ball(folder_, "b.nrrd", 10.0).string());
    settle();
    ASSERT_EQ(state().document.channels(), 2u);
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    edit(0.25f);
    EXPECT_EQ(undo(), glm::vec3(0.125f)) << "what was done beside the other";
    EXPECT_EQ(undo(), first) << "what was done before it was there";
    EXPECT_EQ(state().document.channels(), 2u) << "which does not take the volume away";
    EXPECT_GT(brightest(image())[0], 60);
    press("ctrl+shift+z");
    press("ctrl+shift+z");
    settle();
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
    ASSERT_TRUE(click_in_row("1", "x", closing));
    ASSERT_EQ(state().document.channels(), 1u);
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
    EXPECT_EQ(undo(), glm::vec3(0.125f));
    EXPECT_EQ(undo(), first);
    EXPECT_EQ(state().document.channels(), 1u);
    EXPECT_TRUE(state().document.scene.other_volumes.empty());
}

TEST_F(ChannelsInTheViewer, OfManyFourAreChosenAndKeepTheirLooks) {
    open_file(write_channels(folder_, 5));
    ASSERT_EQ(state().document.channels(), 4u);
    set_color(state().document, 3, {0.2, 0.4, 1.0});
    const Camera camera = scene().camera;
    ASSERT_TRUE(click_on("panels", {"channels", "Other channels ..."}, 60.0));
    ASSERT_EQ(tools().channels.ticked, (std::vector{0, 1, 2, 3}));
    tools().channels.ticked = {4, 3};
    press("Escape");
    LoadRequest request;
    request.session = scene();
    request.channels.together = {4, 3};
    open_request(state(), request);
    settle();
    ASSERT_EQ(state().document.channels(), 2u);
    EXPECT_EQ(state().document.number_of(0), 4);
    EXPECT_EQ(state().document.number_of(1), 3);
    EXPECT_EQ(color_of(state().document, 1), glm::dvec3(0.2, 0.4, 1.0));
    EXPECT_EQ(to_string(scene().camera), to_string(camera));
    EXPECT_TRUE(std::ranges::none_of(notices(), [](const Notice &one) { return one.error; }));
}

TEST_F(ChannelsInTheViewer, EditsStayUnsavedWhenOtherChannelsAreChosen) {
    open_file(write_channels(folder_, 5));
    state().document.history.settle_edits(scene());
    state().document.history.mark_saved();
    const auto choose = [this](const std::vector<int> &numbers) {
        ASSERT_TRUE(click_on("panels", {"channels", "Other channels ..."}, 60.0));
        tools().channels.ticked = numbers;
        steps(3);
        const auto &popups = ImGui::GetCurrentContext()->OpenPopupStack;
        ASSERT_FALSE(popups.empty());
        ASSERT_TRUE(click_on(popups.back().Window->Name, {"Draw these"}, 40.0));
        settle();
        ASSERT_EQ(state().document.channels(), numbers.size());
    };
    choose({4, 3});
    EXPECT_FALSE(state().document.history.has_unsaved_edits()) << "nothing was edited since";
    scene().settings.background = glm::vec3(0.25f);
    settle();
    ASSERT_TRUE(state().document.history.has_unsaved_edits());
    choose({0, 1, 2});
    EXPECT_EQ(scene().settings.background, glm::vec3(0.25f));
    EXPECT_TRUE(state().document.history.has_unsaved_edits());
    execute(state(), Command::quit);
    steps(4);
    EXPECT_FALSE(dialogs().quit) << "it asks whether they are to be saved";
    press("Escape");
}

TEST_F(ChannelsInTheViewer, ColoursAreDrawnAsTheyAre) {
    open_file(write_colors(folder_));
    EXPECT_EQ(scene().settings.channel_blend, ChannelBlend::rgb);
    const auto [red, green, blue] = brightest(image());
    EXPECT_GT(red, 100);
    EXPECT_GT(green, 50);
    EXPECT_LT(green, red);
    EXPECT_LT(blue, 70) << "a highlight at most";
    const Image before = image();
    (void)click_in_row("0", "eye", eye);
    EXPECT_TRUE(scene().first_channel.visible) << "the colours are seen whole";
    EXPECT_EQ(compare(before, image(), 0).largest, 0);
    EXPECT_EQ(&state().document.histogram(), &loaded()->luminance);
    set_channel_blend(state().document, ChannelBlend::opacity);
    settle();
    EXPECT_TRUE(status().error.empty()) << status().error;
    EXPECT_EQ(color_of(state().document, 0), glm::dvec3(1, 0, 0));
}

TEST_F(ChannelsInTheViewer, SurfacesLieInTheChannelThatTheyAreOf) {
    open_file(write_channels(folder_, 2));
    ASSERT_TRUE(click_in_row("1", "###name", name));
    press("m");
    settle();
    ASSERT_EQ(scene().settings.surfaces.size(), 1u);
    EXPECT_EQ(scene().settings.surfaces[0].channel, 1);
    EXPECT_TRUE(status().error.empty()) << status().error;
    const Image second = image();
    scene().settings.surfaces[0].channel = 0;
    settle();
    EXPECT_GT(compare(second, image(), 8).pixels_above, 100u);
}

} // namespace

} // namespace voxmarch
