// Compares a picture with a reference.
#include "app/cli/reference_options.h"

#include "app/cli/typed_options.h"
#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <system_error>

namespace voxmarch {

void ReferenceOptions::add_to(CLI::App &command) {
    command.option_defaults()->group("Comparison with a reference");
    add_text(command, "--reference", "FILE.png", file_,
             "compare the picture with this one: mean and largest difference\nof a channel (0 .. 255) and structural "
             "similarity (SSIM, 1 for\nequal pictures); exit code 1 if they are too far apart or differ\nin size; the "
             "picture is written in any case");
    add_parsed(
        command, "--reference-threshold", "T|PARTS", "0", [this](const std::string &text) { accept(text); },
        "how far: the largest allowed mean difference, 0 .. 255, or parts\nthat must all hold: "
        "mean=T,largest=N,ssim=S with N up to 255 and\nS from -1 to 1; SSIM has Gaussian windows of 11x11 pixels, "
        "deviation\n1.5, and is the mean over r, g, b");
}

void ReferenceOptions::accept(const std::string &text) {
    threshold_given_ = true;
    mean_ = largest_ = ssim_ = std::nullopt;
    for (const std::string &part : text::split(text, ',')) {
        const std::size_t equals = part.find('=');
        const bool is_alone = equals == std::string::npos && part == text;
        const std::string name = is_alone ? "mean" : part.substr(0, equals);
        const std::optional<double> number = to_number(part.substr(equals == std::string::npos ? 0 : equals + 1));
        std::optional<double> &limit = name == "ssim" ? ssim_ : name == "largest" ? largest_ : mean_;
        const bool is_known = name == "mean" || name == "largest" || name == "ssim";
        const double lowest = name == "ssim" ? -1.0 : 0.0, highest = name == "ssim" ? 1.0 : 255.0;
        if (!is_known || (equals == std::string::npos && !is_alone) || !number || *number < lowest ||
            *number > highest) {
            throw UsageError(fmt::format("--reference-threshold is '{}'; it must be the largest mean difference, 0 to "
                                         "255, or one to three of mean=0..255, largest=0..255 and ssim=-1..1 with "
                                         "commas, like mean=1,largest=30,ssim=0.98",
                                         text));
        }
        limit = number;
    }
}

void ReferenceOptions::read() {
    if (threshold_given_ && !given()) {
        throw UsageError("--reference-threshold needs --reference FILE.png, the picture to compare with");
    }
    if (given()) {
        reference_ = read_picture(file_);
    }
}

ReferenceOptions::Verdict ReferenceOptions::compare(const Image &picture, const std::string &name) const {
    if (picture.width != reference_.width || picture.height != reference_.height) {
        return {false, fmt::format("{} has {}x{} pixels, the reference {} has {}x{}: they cannot be compared; see "
                                   "--size",
                                   name, picture.width, picture.height, file_, reference_.width, reference_.height)};
    }
    const PictureDifference found = picture_difference(picture, reference_);
    std::vector<std::string> beyond;
    const auto check = [&](bool good, const std::string &text) {
        if (!good) {
            beyond.push_back(text);
        }
    };
    const double mean = mean_.value_or(largest_ || ssim_ ? 255.0 : 0.0);
    check(found.mean <= mean, fmt::format("the mean is above {:g}", mean));
    check(found.largest <= largest_.value_or(255.0), fmt::format("the largest is above {:g}", largest_.value_or(0)));
    check(found.ssim >= ssim_.value_or(-1.0), fmt::format("SSIM is below {:g}", ssim_.value_or(0)));
    return {beyond.empty(),
            fmt::format("{} and {} differ by {:.4g} of 255 on average, {} at most, SSIM {:.6f}: {}", name, file_,
                        found.mean, found.largest, found.ssim,
                        beyond.empty() ? "within the threshold" : fmt::format("{}", fmt::join(beyond, ", ")))};
}

} // namespace voxmarch
