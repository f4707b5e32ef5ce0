// The automatic choice on histograms made for each kind of data.
#include "transfer/preset.h"

#include <cmath>
#include <gtest/gtest.h>

namespace voxmarch {
namespace {

/// One Gaussian peak of a histogram: `weight` voxels around `center`.
struct Peak {
    double center, sigma, weight;
};

VolumeHeader header_of(ScalarType type, int edge) {
    VolumeHeader header;
    header.type = type;
    header.grid.dims = {edge, edge, edge};
    header.format = "raw";
    return header;
}

Histogram empty_histogram(ScalarType type, ValueRange data) {
    Histogram histogram;
    histogram.data_range = data;
    histogram.range = data;
    std::size_t bins = 1024;
    if (type != ScalarType::f32) {
        const double step = std::ceil((data.max - data.min + 1.0) / 1024.0);
        bins = static_cast<std::size_t>(std::ceil((data.max - data.min + 1.0) / step));
        histogram.range = {data.min - 0.5, data.min - 0.5 + step * static_cast<double>(bins)};
    }
    histogram.counts.assign(bins, 0);
    return histogram;
}

void count(Histogram &histogram) {
    histogram.total = 0;
    double sum = 0.0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        histogram.total += histogram.counts[i];
        sum += static_cast<double>(histogram.counts[i]) * histogram.bin_center(i);
    }
    histogram.mean = sum / static_cast<double>(histogram.total);
}

Histogram peaks(ScalarType type, ValueRange data, const std::vector<Peak> &list) {
    Histogram histogram = empty_histogram(type, data);
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        for (const Peak &peak : list) {
            const double d = (histogram.bin_center(i) - peak.center) / peak.sigma;
            const double density = std::exp(-0.5 * d * d) * 0.39894 / peak.sigma * histogram.bin_width();
            histogram.counts[i] += static_cast<std::uint64_t>(peak.weight * density);
        }
    }
    ++histogram.counts.front();
    ++histogram.counts.back();
    count(histogram);
    return histogram;
}

/// The choice for a volume whose inner neighbours are equal to this share, as in grey images or as in labels.
TransferFunction choose(const VolumeHeader &header, const Histogram &histogram, double equal = 0.2,
                        DataKind kind = DataKind::automatic) {
    DataSurvey survey{header.grid.dims, histogram, {}};
    survey.neighbours.whole = header.type != ScalarType::f32 || equal > 0.5;
    for (const std::uint64_t bin : histogram.counts) {
        survey.neighbours.distinct += bin > 0 ? 1 : 0;
    }
    survey.neighbours.equal = survey.neighbours.equal_inside = equal;
    survey.neighbours.steps_inside = 0.1;
    return automatic_transfer(header, histogram, guess_data_class(header, survey, kind));
}

bool says(const TransferFunction &transfer, const std::string &part) {
    return transfer.description.find(part) != std::string::npos;
}

void expect_sound(const TransferFunction &transfer) {
    EXPECT_NO_THROW(validate(transfer));
    EXPECT_EQ(transfer.name, "auto");
    EXPECT_EQ(transfer.domain, TransferDomain::value);
    EXPECT_FALSE(transfer.description.empty());
}

TEST(Automatic, HeadCtShowsSkinAndBone) {
    const Histogram histogram =
        peaks(ScalarType::i16, {-1024, 3000}, {{-1000, 15, 5e6}, {50, 30, 2e6}, {900, 300, 4e5}});
    const TransferFunction transfer = choose(header_of(ScalarType::i16, 200), histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "ct-skin")) << transfer.description;
    EXPECT_EQ(transfer.evaluate(-900).a, 0.0);
    EXPECT_GT(transfer.evaluate(-100).a, 0.0);
    EXPECT_LT(transfer.evaluate(40).a, 0.1);
    EXPECT_GT(transfer.evaluate(700).a, 0.6);
}

TEST(Automatic, CtWithoutBoneShowsSoftTissue) {
    VolumeHeader header = header_of(ScalarType::f32, 200);
    header.grid.anatomical = true;
    const Histogram histogram = peaks(ScalarType::f32, {-600, 250}, {{-550, 15, 5e6}, {50, 30, 2e6}});
    const TransferFunction transfer = choose(header, histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "ct-soft-tissue")) << transfer.description;
}

TEST(Automatic, CtWithOffsetIsShifted) {
    const Histogram histogram = peaks(ScalarType::u16, {0, 4095}, {{24, 12, 5e6}, {1074, 30, 2e6}, {1900, 300, 4e5}});
    const TransferFunction transfer = choose(header_of(ScalarType::u16, 200), histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "1024")) << transfer.description;
    EXPECT_EQ(transfer.evaluate(24 + 50).a, 0.0);
    EXPECT_GT(transfer.evaluate(1724).a, 0.6);
}

TEST(Automatic, PatientsStartAboveTheNoise) {
    VolumeHeader header = header_of(ScalarType::i16, 200);
    header.grid.anatomical = true;
    const Histogram histogram = peaks(ScalarType::i16, {0, 1800}, {{15, 8, 5e6}, {400, 60, 2e6}, {650, 50, 1e6}});
    const TransferFunction transfer = choose(header, histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "patient orientation")) << transfer.description;
    EXPECT_EQ(transfer.evaluate(20).a, 0.0);
    EXPECT_GT(transfer.evaluate(600).a, 0.1);
    EXPECT_LT(transfer.opacities.back().scalar, 850.0);
}

TEST(Automatic, FewLabelsGetDistinctColours) {
    Histogram histogram = empty_histogram(ScalarType::u8, {0, 3});
    histogram.counts = {800000, 100000, 90000, 20};
    count(histogram);
    const TransferFunction transfer = choose(header_of(ScalarType::u8, 100), histogram, 0.9);
    expect_sound(transfer);
    EXPECT_EQ(transfer.evaluate(0).a, 0.0);
    for (int a = 1; a <= 3; ++a) {
        EXPECT_GT(transfer.evaluate(a).a, 0.5) << a;
        for (int b = 1; b < a; ++b) {
            EXPECT_GT(glm::distance(transfer.evaluate(a), transfer.evaluate(b)), 0.3) << a << " " << b;
        }
    }
}

/// Sizes of labels are unrelated from one to the next, and some numbers are unused.
Histogram label_histogram(ScalarType type, int last) {
    Histogram histogram = empty_histogram(type, {0, static_cast<double>(last)});
    std::uint32_t random = 12345;
    for (std::uint64_t &bin : histogram.counts) {
        random = random * 1664525u + 1013904223u;
        bin = (random >> 28) < 5 ? 0 : 200 + (random >> 8) % 5000;
    }
    histogram.counts.front() = 4000000;
    histogram.counts.back() = 700;
    count(histogram);
    return histogram;
}

TEST(Automatic, ManyLabelsAreAllVisible) {
    for (const int last : {162, 1605, 60000}) {
        const Histogram histogram = label_histogram(ScalarType::u16, last);
        const TransferFunction transfer = choose(header_of(ScalarType::u16, 170), histogram, 0.9);
        expect_sound(transfer);
        EXPECT_TRUE(says(transfer, "distinct colours")) << transfer.description;
        EXPECT_EQ(transfer.evaluate(0).a, 0.0);
        EXPECT_GT(transfer.evaluate(1).a, 0.5);
        EXPECT_GT(transfer.evaluate(last).a, 0.5);
        EXPECT_LT(transfer.colors.size(), 1100u);
    }
}

TEST(Automatic, LabelsStoredAsFloat) {
    Histogram histogram = empty_histogram(ScalarType::f32, {0, 4});
    for (const std::size_t label : {0, 1, 2, 3, 4}) {
        histogram.counts[std::min<std::size_t>(1023, label * 256)] = label == 0 ? 900000 : 5000;
    }
    count(histogram);
    const TransferFunction transfer = choose(header_of(ScalarType::f32, 100), histogram, 0.9);
    EXPECT_TRUE(says(transfer, "distinct colours")) << transfer.description;
}

TEST(Automatic, ByteScanStartsAtItsNoiseFloor) {
    const Histogram histogram = peaks(ScalarType::u8, {0, 255}, {{12, 5, 8e6}, {120, 20, 2e6}, {200, 8, 5e5}});
    const TransferFunction transfer = choose(header_of(ScalarType::u8, 256), histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "noise floor")) << transfer.description;
    EXPECT_EQ(transfer.evaluate(15).a, 0.0);
    EXPECT_GT(transfer.evaluate(100).a, 0.02);
    EXPECT_GT(transfer.evaluate(200).a, 0.3);
    // Warm and bright over the whole object.
    for (const double value : {45.0, 80.0, 120.0, 200.0}) {
        const glm::dvec4 color = transfer.evaluate(value);
        EXPECT_GT((color.r + color.g + color.b) / 3.0, 0.45) << value;
        EXPECT_GT(color.r, color.b) << value;
    }
}

TEST(Automatic, NarrowMicroscopyGetsItsPercentiles) {
    const Histogram histogram = peaks(ScalarType::u16, {104, 375}, {{175, 20, 60000}, {240, 25, 40000}});
    const TransferFunction transfer = choose(header_of(ScalarType::u16, 50), histogram);
    expect_sound(transfer);
    EXPECT_GE(transfer.opacities.front().scalar, 150.0);
    EXPECT_LE(transfer.opacities.back().scalar, 340.0);
    EXPECT_EQ(transfer.evaluate(150).a, 0.0);
    EXPECT_GT(transfer.evaluate(300).a, 0.1);
}

TEST(Automatic, SignedFieldIsThin) {
    const Histogram histogram = peaks(ScalarType::f32, {-27, 1}, {{-3, 3, 1e6}, {-12, 4, 5e5}});
    const TransferFunction transfer = choose(header_of(ScalarType::f32, 96), histogram);
    expect_sound(transfer);
    EXPECT_TRUE(says(transfer, "shells")) << transfer.description;
    // A ray through the whole volume is neither blocked at once nor empty.
    double depth = 0.0;
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        depth -= 96.0 * std::log1p(-transfer.evaluate(histogram.bin_center(i)).a) *
                 static_cast<double>(histogram.counts[i]) / static_cast<double>(histogram.total);
    }
    EXPECT_GT(depth, 0.5);
    EXPECT_LT(depth, 6.0);
}

/// An 8-bit copy of a CT has no Hounsfield units: it is neither called CT nor MR until the user says what it is.
TEST(Automatic, RescaledCtIsGreyValues) {
    VolumeHeader header = header_of(ScalarType::u8, 200);
    header.grid.anatomical = true;
    header.format = "NIfTI";
    const Histogram histogram = peaks(ScalarType::u8, {0, 255}, {{2, 1, 5e6}, {67, 3, 2e6}, {120, 20, 4e5}});
    const TransferFunction open = choose(header, histogram);
    expect_sound(open);
    EXPECT_FALSE(says(open, "MR")) << open.description;
    EXPECT_TRUE(says(open, "grey ramp")) << open.description;
    const TransferFunction wished = choose(header, histogram, 0.2, DataKind::ct);
    expect_sound(wished);
    EXPECT_TRUE(says(wished, "-1024 to 3071 Hounsfield units")) << wished.description;
    EXPECT_EQ(wished.evaluate(3).a, 0.0);                                 // air
    EXPECT_GT(wished.evaluate(255.0 * (700.0 + 1024.0) / 4095.0).a, 0.6); // bone
}

TEST(Automatic, TheUserDecides) {
    const Histogram labels = label_histogram(ScalarType::u16, 162);
    const VolumeHeader header = header_of(ScalarType::u16, 170);
    EXPECT_FALSE(says(choose(header, labels, 0.9, DataKind::grey), "distinct colours"));
    const Histogram grey = peaks(ScalarType::u8, {0, 255}, {{12, 5, 8e6}, {120, 20, 2e6}});
    EXPECT_TRUE(says(choose(header_of(ScalarType::u8, 256), grey, 0.2, DataKind::labels), "distinct colours"));
    const Histogram ct = peaks(ScalarType::i16, {-1024, 3000}, {{-1000, 15, 5e6}, {50, 30, 2e6}, {900, 300, 4e5}});
    const TransferFunction plain = choose(header_of(ScalarType::i16, 200), ct, 0.1, DataKind::grey);
    EXPECT_FALSE(says(plain, "Hounsfield")) << plain.description;
    expect_sound(plain);
}

TEST(Automatic, DegenerateHistogramsAreHarmless) {
    for (const ScalarType type : {ScalarType::u8, ScalarType::f32}) {
        Histogram one = empty_histogram(type, {7, 7});
        one.counts.assign(1, 5);
        one.total = 5;
        expect_sound(choose(header_of(type, 1), one));
        Histogram none = one;
        none.counts.assign(1, 0);
        none.total = 0;
        expect_sound(choose(header_of(type, 1), none));
        Histogram two = empty_histogram(type, {0, 1});
        two.counts.front() = 3;
        two.counts.back() = 1;
        two.total = 4;
        expect_sound(choose(header_of(type, 2), two));
    }
}

} // namespace
} // namespace voxmarch
