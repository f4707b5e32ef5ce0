// OpenEXR by its library, into memory.
#include "renderer/pictures/encoders.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfOutputFile.h>
#include <OpenEXR/ImfStandardAttributes.h>
#include <OpenEXR/ImfStringAttribute.h>
#include <algorithm>
#include <vector>

namespace voxmarch {

namespace {

class ExrBytes : public Imf::OStream {
public:
    ExrBytes() : OStream("picture") {}

    void write(const char bytes[], int count) override {
        const auto size = static_cast<std::size_t>(count);
        bytes_.resize(std::max(bytes_.size(), place_ + size));
        std::copy_n(bytes, size, bytes_.data() + place_);
        place_ += size;
    }
    std::uint64_t tellp() override { return place_; }
    void seekp(std::uint64_t place) override { place_ = place; }

    std::string take() { return std::move(bytes_); }

private:
    std::string bytes_;
    std::size_t place_ = 0;
};

constexpr float largest_half = 65504.0f;

Imf::Header exr_header(const FloatImage &picture, const PictureWords &words) {
    Imf::Header header(picture.width, picture.height);
    header.compression() = Imf::ZIP_COMPRESSION;
    for (const char *channel : {"R", "G", "B", "A"}) {
        header.channels().insert(channel, Imf::Channel(Imf::HALF));
    }
    if (!picture.depth.empty()) {
        header.channels().insert("Z", Imf::Channel(Imf::FLOAT));
    }
    Imf::addChromaticities(header, Imf::Chromaticities()); // of sRGB
    if (words.dpi) {
        Imf::addXDensity(header, static_cast<float>(*words.dpi));
    }
    if (!words.text.empty()) {
        header.insert(std::string(words.keyword), Imf::StringAttribute(std::string(words.text)));
    }
    return header;
}

} // namespace

bool can_encode_exr() { return true; }

std::string encode_exr(const FloatImage &linear, const PictureWords &words) {
    std::vector<Imath::half> halves(linear.rgba.size());
    std::transform(linear.rgba.begin(), linear.rgba.end(), halves.begin(),
                   [](float value) { return Imath::half(std::min(value, largest_half)); });
    const auto columns = static_cast<std::size_t>(linear.width);
    Imf::FrameBuffer pixels;
    const char *const channels[] = {"R", "G", "B", "A"};
    for (std::size_t c = 0; c < 4; ++c) {
        pixels.insert(channels[c], Imf::Slice(Imf::HALF, reinterpret_cast<char *>(halves.data() + c),
                                              4 * sizeof(Imath::half), 4 * sizeof(Imath::half) * columns));
    }
    if (!linear.depth.empty()) {
        // The library only reads what it is to write.
        char *const depth = reinterpret_cast<char *>(const_cast<float *>(linear.depth.data()));
        pixels.insert("Z", Imf::Slice(Imf::FLOAT, depth, sizeof(float), sizeof(float) * columns));
    }
    ExrBytes bytes;
    {
        Imf::OutputFile file(bytes, exr_header(linear, words));
        file.setFrameBuffer(pixels);
        file.writePixels(linear.height);
    }
    return bytes.take();
}

} // namespace voxmarch
