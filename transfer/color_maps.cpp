// Published colour maps as piecewise linear nodes, and the presets made of them.
//
// Source of the nodes: matplotlib 3.11 (256-entry tables of viridis, inferno, plasma, magma: S. van der Walt and
// N. Smith, CC0; cividis: Nunez, Anderton, Renslow 2018; turbo: A. Mikhailov, Google 2019; coolwarm: K. Moreland,
// "Diverging Color Maps for Scientific Visualization", 2009). Nodes were added where the error was largest until every
// one of the 256 entries was met within 3/255 in each channel.
#include "transfer/preset_data.h"

#include <cstdint>
#include <span>
#include <string>

namespace voxmarch {

namespace {

/// One entry of a 256-entry colour table: its index and 0xRRGGBB.
struct Node {
    int index;
    std::uint32_t rgb;
};

constexpr Node viridis_nodes[] = {
    {0, 0x440154},   {30, 0x472a7a},  {58, 0x3e4c8a},  {125, 0x218e8d}, {141, 0x1e9d89}, {153, 0x22a884},
    {174, 0x3bbb75}, {193, 0x60ca60}, {215, 0x95d840}, {240, 0xd8e219}, {246, 0xe7e419}, {255, 0xfde725},
};

constexpr Node inferno_nodes[] = {
    {0, 0x000004},   {19, 0x0e092b},  {40, 0x2f0a5b},  {51, 0x420a68},  {64, 0x57106e},  {83, 0x751b6e},
    {105, 0x982766}, {146, 0xd44842}, {172, 0xef6c23}, {194, 0xfa9207}, {201, 0xfc9f07}, {209, 0xfcae12},
    {225, 0xf8cd37}, {233, 0xf4dd4f}, {244, 0xf1f179}, {255, 0xfcffa4},
};

constexpr Node plasma_nodes[] = {
    {0, 0x0d0887},   {7, 0x20068f},   {31, 0x4b03a1},  {55, 0x7100a8},  {65, 0x8004a8},  {91, 0xa31e9a},
    {138, 0xd5536f}, {173, 0xef7c51}, {202, 0xfca338}, {224, 0xfdc527}, {251, 0xf2f227}, {255, 0xf0f921},
};

constexpr Node magma_nodes[] = {
    {0, 0x000004},   {12, 0x06051a},  {27, 0x160f3b},  {48, 0x36106b},  {62, 0x4e117b},
    {79, 0x681c81},  {105, 0x912b81}, {125, 0xb2357b}, {149, 0xd8456c}, {172, 0xf2645c},
    {192, 0xfc8961}, {216, 0xfeb67c}, {255, 0xfcfdbf},
};

constexpr Node cividis_nodes[] = {
    {0, 0x00224e},   {22, 0x003171},  {28, 0x123570},  {35, 0x203a6f},  {53, 0x38476c},  {86, 0x585e6d},
    {125, 0x7a7a78}, {152, 0x938e78}, {203, 0xc7b767}, {234, 0xe9d34e}, {251, 0xfde334}, {255, 0xfee838},
};

constexpr Node turbo_nodes[] = {
    {0, 0x30123b},   {10, 0x3b2f80},  {22, 0x4451bf},  {29, 0x4664da},  {36, 0x4776ee},  {42, 0x4685fa},
    {48, 0x4294ff},  {60, 0x2fb2f4},  {74, 0x1ad2d2},  {85, 0x1ae4b6},  {90, 0x22ebaa},  {98, 0x38f491},
    {112, 0x6dfe62}, {122, 0x92ff47}, {129, 0xa7fc3a}, {137, 0xbcf534}, {158, 0xebd339}, {171, 0xfbb838},
    {186, 0xfe9029}, {206, 0xed5510}, {218, 0xdc3b07}, {237, 0xb21a01}, {255, 0x7a0403},
};

constexpr Node coolwarm_nodes[] = {
    {0, 0x3b4cc0},   {16, 0x4e68d8},  {37, 0x688aef},  {63, 0x8caffe},  {79, 0xa2c1ff},
    {98, 0xbbd1f8},  {127, 0xdcdddd}, {141, 0xead5c9}, {160, 0xf5c4ac}, {190, 0xf59c7d},
    {211, 0xe9785d}, {239, 0xcb3e38}, {247, 0xc0282f}, {255, 0xb40426},
};

constexpr Node gray_nodes[] = {{0, 0x000000}, {255, 0xffffff}};

struct ColorMap {
    std::string_view name;
    std::span<const Node> nodes;
};

constexpr ColorMap color_maps[] = {
    {"viridis", viridis_nodes}, {"inferno", inferno_nodes}, {"plasma", plasma_nodes},     {"magma", magma_nodes},
    {"cividis", cividis_nodes}, {"turbo", turbo_nodes},     {"coolwarm", coolwarm_nodes}, {"gray", gray_nodes},
};

ColorPoint color_point(const Node &node) {
    const auto channel = [&](int shift) { return static_cast<double>((node.rgb >> shift) & 0xffu) / 255.0; };
    return {node.index / 255.0, {channel(16), channel(8), channel(0)}};
}

/// Shows the inside of dense data: nothing at the low end, then fog that thickens to a solid core.
const std::vector<OpacityPoint> ramp{{0.04, 0.0}, {0.25, 0.02}, {0.5, 0.08}, {0.75, 0.22}, {1.0, 0.5}};

/// For signed data whose middle means nothing: both ends show. The very lowest values, often background, are clear.
const std::vector<OpacityPoint> two_sided{{0.05, 0.0}, {0.1, 0.15}, {0.2, 0.08}, {0.42, 0.0},
                                          {0.58, 0.0}, {0.8, 0.08}, {1.0, 0.3}};

} // namespace

std::vector<std::string_view> color_map_names() {
    std::vector<std::string_view> names;
    for (const ColorMap &map : color_maps) {
        names.push_back(map.name);
    }
    return names;
}

std::vector<ColorPoint> color_map(std::string_view name) {
    std::vector<ColorPoint> points;
    for (const ColorMap &map : color_maps) {
        if (map.name == name) {
            for (const Node &node : map.nodes) {
                points.push_back(color_point(node));
            }
        }
    }
    return points;
}

std::vector<TransferFunction> color_map_presets() {
    constexpr TransferDomain normalised = TransferDomain::normalised;
    std::vector<TransferFunction> presets;
    const auto add = [&](const char *name, const char *what) {
        presets.push_back({name, std::string("colour map ") + name + " (" + what + "), opacity rises with the value",
                           normalised, color_map(name), ramp});
    };
    add("viridis", "perceptually uniform, violet to yellow");
    add("inferno", "perceptually uniform, black over red to light yellow");
    add("plasma", "perceptually uniform, blue over magenta to yellow");
    add("magma", "perceptually uniform, black over magenta to cream");
    add("cividis", "perceptually uniform and safe for colour-blind eyes, blue to yellow");
    add("turbo", "rainbow with smooth lightness");
    add("gray", "black to white");
    presets.push_back({"coolwarm", "colour map coolwarm (diverging, blue to red): both ends show, the middle is clear",
                       normalised, color_map("coolwarm"), two_sided});
    presets.push_back({"x-ray",
                       "a thin white medium: brightness shows how much lies along the ray; best without shading",
                       normalised,
                       {{0.0, {0.75, 0.85, 1.0}}, {1.0, {1.0, 1.0, 1.0}}},
                       {{0.06, 0.0}, {0.3, 0.015}, {1.0, 0.06}}});
    return presets;
}

} // namespace voxmarch
