// Draws a traced ball, takes its noise out and tells how much of it is left, and how long that took.
// usage: denoise_probe FOLDER [SIZE [SAMPLES]]: writes noisy.png, denoised.png and truth.png
#include "noisy_pictures.h"
#include "renderer/image.h"
#include "tests/support/test_device.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>

using namespace voxmarch;

namespace {

/// As a display shows it, over dark grey.
Image shown(const std::vector<float> &color, int size) {
    Image image{size, size, Pixels(color.size())};
    for (std::size_t i = 0; i < color.size(); ++i) {
        const double light = i % 4 == 3 ? 1.0 : color[i] + (1.0 - color[i - i % 4 + 3]) * 0.1;
        image.rgba[i] =
            static_cast<std::uint8_t>(std::lround(255.0 * std::pow(std::clamp(light, 0.0, 1.0), 1.0 / 2.2)));
    }
    return image;
}

} // namespace

int main(int count, char **words) {
    if (count < 2) {
        fmt::print(stderr, "usage: denoise_probe FOLDER [SIZE [SAMPLES]]\n");
        return 2;
    }
    const std::filesystem::path folder = words[1];
    const int size = count > 2 ? std::atoi(words[2]) : 512, samples = count > 3 ? std::atoi(words[3]) : 16;
    const DenoisePicture noisy = ball_picture(size, samples), truth = ball_picture(size, 512);
    Buffer color, albedo, normal, variance, output;
    upload(test_device(), color, noisy.color, "color");
    upload(test_device(), albedo, noisy.albedo, "albedo");
    upload(test_device(), normal, noisy.normal, "normal");
    upload(test_device(), variance, noisy.variance, "variance");
    Denoiser denoiser(test_device());
    std::vector<double> times;
    for (int run = 0; run < 22; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const Events events = denoiser.run({size, size, color, albedo, normal, variance}, output);
        events.back().wait();
        times.push_back(milliseconds_since(start));
    }
    times.erase(times.begin()); // builds the program
    std::sort(times.begin(), times.end());
    std::vector<float> denoised(noisy.color.size());
    output.download(std::as_writable_bytes(std::span(denoised)));
    const glm::dvec3 energy = energy_of(denoised) / energy_of(noisy.color) - 1.0;
    fmt::print("{}, {}x{}, {} samples: {:.2f} ms ({:.2f} .. {:.2f})\n", test_device().info().name, size, size, samples,
               times[times.size() / 2], times.front(), times.back());
    fmt::print("mean square error {:.5f} before, {:.5f} after; energy {:+.1e} {:+.1e} {:+.1e}\n",
               mean_square_error(noisy.color, truth.color), mean_square_error(denoised, truth.color), energy.r,
               energy.g, energy.b);
    std::filesystem::create_directories(folder);
    write_png(shown(noisy.color, size), folder / "noisy.png");
    write_png(shown(denoised, size), folder / "denoised.png");
    write_png(shown(truth.color, size), folder / "truth.png");
    return 0;
}
