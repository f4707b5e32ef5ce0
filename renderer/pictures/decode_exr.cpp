// OpenEXR by its library, from memory.
#include "renderer/pictures/decoders.h"

#include "base/format_problem.h"

#include <OpenEXR/ImfChannelList.h>
#include <OpenEXR/ImfFrameBuffer.h>
#include <OpenEXR/ImfHeader.h>
#include <OpenEXR/ImfIO.h>
#include <OpenEXR/ImfInputFile.h>
#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>

namespace voxmarch {

namespace {

class ExrInput : public Imf::IStream {
public:
    explicit ExrInput(std::string_view bytes) : IStream("picture"), bytes_(bytes) {}

    bool read(char target[], int count) override {
        const auto size = static_cast<std::size_t>(std::max(count, 0));
        if (place_ > bytes_.size() || size > bytes_.size() - place_) {
            throw std::runtime_error("it ends too early");
        }
        std::copy_n(bytes_.data() + place_, size, target);
        place_ += size;
        return place_ < bytes_.size();
    }
    std::uint64_t tellg() override { return place_; }
    void seekg(std::uint64_t place) override { place_ = place; }

private:
    std::string_view bytes_;
    std::size_t place_ = 0;
};

LightPixels pixels_of(Imf::InputFile &file) {
    const Imath::Box2i &window = file.header().dataWindow();
    const std::int64_t width = std::int64_t{window.max.x} - window.min.x + 1,
                       height = std::int64_t{window.max.y} - window.min.y + 1;
    require_light_size(width, height);
    const Imf::ChannelList &channels = file.header().channels();
    const bool gray = channels.findChannel("R") == nullptr && channels.findChannel("Y") != nullptr;
    LightPixels picture{static_cast<int>(width), static_cast<int>(height),
                        std::vector<float>(3 * static_cast<std::size_t>(width * height))};
    Imf::FrameBuffer pixels;
    const char *const names[] = {gray ? "Y" : "R", "G", "B"};
    for (int i = 0; i < (gray ? 1 : 3); ++i) {
        if (channels.findChannel(names[i]) == nullptr) {
            throw FormatProblem("has neither the channels R, G and B nor Y");
        }
        constexpr std::size_t pixel = 3 * sizeof(float);
        const std::size_t row = pixel * static_cast<std::size_t>(width);
        pixels.insert(names[i], Imf::Slice::Make(Imf::FLOAT, picture.rgb.data() + i, window, pixel, row));
    }
    file.setFrameBuffer(pixels);
    file.readPixels(window.min.y, window.max.y);
    for (std::size_t i = 0; gray && i < picture.rgb.size(); i += 3) {
        picture.rgb[i + 1] = picture.rgb[i + 2] = picture.rgb[i];
    }
    return picture;
}

} // namespace

LightPixels decode_exr(std::string_view bytes) {
    try {
        ExrInput input(bytes);
        Imf::InputFile file(input);
        return pixels_of(file);
    } catch (const FormatProblem &) {
        throw;
    } catch (const std::exception &problem) { // the library's
        throw FormatProblem(fmt::format("is a damaged OpenEXR picture ({})", problem.what()));
    }
}

} // namespace voxmarch
