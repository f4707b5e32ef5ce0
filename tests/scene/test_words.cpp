// Every enumerator has one word, and pages that list the words of an enumeration list all of them.
#include "renderer/instruments/heat_map.h"
#include "renderer/program_files.h"
#include "renderer/stage.h"
#include "scene/provenance.h"
#include "skeleton/graph.h"
#include "skeleton/peeling.h"
#include "tests/support/enumerators.h"
#include "volume/formats/volume_file.h"
#include "volume/world_convention.h"

#include <fstream>
#include <gtest/gtest.h>
#include <set>
#include <sstream>

namespace voxmarch {

namespace {

enum class Fruit { apple, pear, plum };

} // namespace

template <> struct EnumNames<Fruit> {
    static constexpr Named<Fruit> all[] = {{Fruit::pear, "pear"}, {Fruit::apple, "red-apple"}};
};

namespace testing {

namespace {

template <typename Enum> class Words : public ::testing::Test {};

using Enumerations =
    ::testing::Types<Blend, Classification, Classifier, Convention, DataKind, DeviceKind, Embed, Extraction, FileScalar,
                     Gradient, HeatMap, ImageFormat, ItkFormat, LengthUnit, Mode, NodeCoding, NodeKind, OcclusionMethod,
                     Peeling, SamplingBackend, ScalarType, Shading, ShadowMethod, Shadows, Stage, SurfaceMethod,
                     TransferDomain, Traversal, WarpVote, WidgetShape>;
TYPED_TEST_SUITE(Words, Enumerations);

TYPED_TEST(Words, NameEveryEnumeratorOnce) {
    const auto values = values_of<TypeParam>();
    const std::set<TypeParam> named(values.begin(), values.end());
    const std::vector<TypeParam> declared = enumerators_of<TypeParam>();
    EXPECT_EQ(named, std::set<TypeParam>(declared.begin(), declared.end()));
    EXPECT_EQ(values.size(), declared.size());
}

TYPED_TEST(Words, LeadBackToTheirValues) {
    for (const TypeParam value : values_of<TypeParam>()) {
        EXPECT_EQ(find_value<TypeParam>(name_of(value)), value) << name_of(value);
    }
    EXPECT_FALSE(find_value<TypeParam>("no such word"));
}

TEST(EnumNames, KeepTheOrderOfTheList) {
    EXPECT_EQ(values_of<Fruit>(), (std::array{Fruit::pear, Fruit::apple}));
    EXPECT_EQ(name_of(Fruit::apple), "red-apple");
    EXPECT_EQ(find_value<Fruit>("pear"), Fruit::pear);
    EXPECT_EQ(enumerators_of<Fruit>().size(), 3u) << "the plum is declared, but has no name";
}

bool is_word_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_'; }

/// Whether a page holds a word that is no part of a longer one.
bool holds(const std::string &page, std::string_view word) {
    for (std::size_t at = page.find(word); at != std::string::npos; at = page.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || (!is_word_character(page[at - 1]) || page[at - 1] == '_');
        if (begins && (end == page.size() || !is_word_character(page[end]))) {
            return true;
        }
    }
    return false;
}

template <NamedEnum Enum> void expect_listed(const std::string &file) {
    std::ifstream stream(std::string(VOXMARCH_SOURCE_DIR) + "/" + file);
    std::stringstream page;
    page << stream.rdbuf();
    ASSERT_FALSE(page.str().empty()) << file;
    for (const Enum value : values_of<Enum>()) {
        EXPECT_TRUE(holds(page.str(), name_of(value))) << name_of(value) << " is missing in " << file;
    }
}

TEST(Pages, ListAllWords) {
    expect_listed<Traversal>("docs/performance.md");
    expect_listed<Extraction>("docs/performance.md");
    expect_listed<Peeling>("docs/skeletons.md");
    expect_listed<SurfaceMethod>("docs/isosurfaces.md");
    expect_listed<TransferDomain>("docs/transfer-format.md");
    expect_listed<WidgetShape>("docs/transfer-format.md");
    expect_listed<Classifier>("kernels/README.md");
    expect_listed<SamplingBackend>("kernels/README.md");
    expect_listed<Gradient>("kernels/README.md");
}

} // namespace

} // namespace testing

} // namespace voxmarch
