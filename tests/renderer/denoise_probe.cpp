// Draws a traced ball, takes its noise out and tells how much of it is left, and how long that took.
// usage: denoise_probe FOLDER [SIZE [SAMPLES [TRUTH]]]: pixels along an edge (512), samples a pixel (16), and those
// that the truth is made of (512); writes noisy.png, denoised.png, truth.png and halves.png (left noisy, right not)
#include "noisy_pictures.h"
#include "renderer/image.h"
#include "tests/support/test_device.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
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

/// The left half of one picture beside the right half of another.
Image halves(const Image &left, const Image &right) {
    Image both = right;
    for (int y = 0; y < left.height; ++y) {
        std::copy_n(left.pixel(0, y), 4 * (left.width / 2),
                    both.rgba.begin() + (right.pixel(0, y) - right.rgba.data()));
    }
    return both;
}

} // namespace

int main(int count, char **words) {
    if (count < 2) {
        fmt::print(stderr, "usage: denoise_probe FOLDER [SIZE [SAMPLES [TRUTH]]]\n");
        return 2;
    }
    const std::filesystem::path folder = words[1];
    const auto number = [&](int place, int otherwise) { return count > place ? std::atoi(words[place]) : otherwise; };
    const int size = number(2, 512), samples = number(3, 16), truth_samples = number(4, 512);
    const DenoisePicture noisy = ball_picture(size, samples), truth = ball_picture(size, truth_samples);
    Buffer color, albedo, normal, variance, output;
    upload(test_device(), color, noisy.color, "color");
    upload(test_device(), albedo, noisy.albedo, "albedo");
    upload(test_device(), normal, noisy.normal, "normal");
    upload(test_device(), variance, noisy.variance, "variance");
    Denoiser denoiser(test_device());
    std::vector<double> times;
    std::clock_t busy = 0;
    for (int run = 0; run < 22; ++run) {
        const auto start = std::chrono::steady_clock::now();
        const std::clock_t before = std::clock();
        const Events events = denoiser.run({size, size, color, albedo, normal, variance}, output);
        events.back().wait();
        times.push_back(milliseconds_since(start));
        busy += run > 0 ? std::clock() - before : 0; // the first builds the program
    }
    times.erase(times.begin());
    std::sort(times.begin(), times.end());
    std::vector<float> denoised(noisy.color.size());
    output.download(std::as_writable_bytes(std::span(denoised)));
    const glm::dvec3 energy = energy_of(denoised) / energy_of(noisy.color) - 1.0;
    fmt::print("{}, {}x{}: {:.1f} ms ({:.1f} .. {:.1f}), {:.1f} ms of this process on all cores\n",
               test_device().info().name, size, size, times[times.size() / 2], times.front(), times.back(),
               1000.0 * double(busy) / CLOCKS_PER_SEC / double(times.size()));
    fmt::print("mean square error of {} samples to {}: {:.5f} before, {:.5f} after; energy {:+.1e} {:+.1e} {:+.1e}\n",
               samples, truth_samples, mean_square_error(noisy.color, truth.color),
               mean_square_error(denoised, truth.color), energy.r, energy.g, energy.b);
    std::filesystem::create_directories(folder);
    const Image before = shown(noisy.color, size), after = shown(denoised, size);
    write_png(before, folder / "noisy.png");
    write_png(after, folder / "denoised.png");
    write_png(halves(before, after), folder / "halves.png");
    write_png(shown(truth.color, size), folder / "truth.png");
    return 0;
}
