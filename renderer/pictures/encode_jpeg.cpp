// JPEG by libjpeg-turbo, or any other libjpeg.
#include "renderer/pictures/encoders.h"

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <jpeglib.h>
#include <stdexcept>
#include <vector>

namespace voxmarch {

namespace {

constexpr std::size_t comment_room = 65533; // of a segment, less its length

/// libjpeg ends where an error is told, unless somebody jumps.
struct JpegProblem {
    jpeg_error_mgr manager; // first: libjpeg knows no more
    std::jmp_buf back;
    char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void leave_libjpeg(j_common_ptr info) {
    auto *problem = reinterpret_cast<JpegProblem *>(info->err);
    problem->manager.format_message(info, problem->text);
    std::longjmp(problem->back, 1);
}

/// What is packed; no objects with destructors live where libjpeg is called.
struct JpegJob {
    const Image &image;
    int quality;
    int dpi; ///< 0: not told
    const std::vector<std::string> &comments;
    JSAMPLE *row; ///< room for one
};

/// @return whether it went well; what was packed until then has to be freed
bool pack_jpeg(const JpegJob &job, JpegProblem &problem, unsigned char *&bytes, unsigned long &size) {
    jpeg_compress_struct info{};
    info.err = jpeg_std_error(&problem.manager);
    problem.manager.error_exit = leave_libjpeg;
    if (setjmp(problem.back) != 0) { // NOLINT(cert-err52-cpp): there is no other way out of libjpeg
        jpeg_destroy_compress(&info);
        return false;
    }
    jpeg_create_compress(&info);
    jpeg_mem_dest(&info, &bytes, &size);
    info.image_width = static_cast<JDIMENSION>(job.image.width);
    info.image_height = static_cast<JDIMENSION>(job.image.height);
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, job.quality, TRUE);
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = 1; // red edges stay sharp
    info.optimize_coding = TRUE;
    if (job.dpi > 0) {
        info.density_unit = 1;
        info.X_density = info.Y_density = static_cast<UINT16>(job.dpi);
    }
    jpeg_start_compress(&info, TRUE);
    for (const std::string &comment : job.comments) {
        jpeg_write_marker(&info, JPEG_COM, reinterpret_cast<const JOCTET *>(comment.data()),
                          static_cast<unsigned>(comment.size()));
    }
    for (int y = 0; y < job.image.height; ++y) {
        const std::uint8_t *pixel = job.image.pixel(0, y);
        for (int x = 0; x < job.image.width; ++x, pixel += 4) {
            std::copy_n(pixel, 3, job.row + 3 * static_cast<std::ptrdiff_t>(x));
        }
        JSAMPROW rows[1] = {job.row};
        jpeg_write_scanlines(&info, rows, 1);
    }
    jpeg_finish_compress(&info);
    jpeg_destroy_compress(&info);
    return true;
}

std::vector<std::string> jpeg_comments(const PictureWords &words) {
    std::vector<std::string> comments;
    std::string begin(words.keyword);
    begin.push_back('\0');
    const std::size_t room = comment_room - begin.size();
    for (std::size_t place = 0; place < words.text.size(); place += room) {
        comments.push_back(begin);
        comments.back().append(words.text.substr(place, room));
    }
    return comments;
}

} // namespace

bool can_encode_jpeg() { return true; }

std::string encode_jpeg(const Image &image, int quality, const PictureWords &words) {
    const std::vector<std::string> comments = jpeg_comments(words);
    std::vector<JSAMPLE> row(3 * static_cast<std::size_t>(image.width));
    const int dpi = static_cast<int>(std::lround(std::clamp(words.dpi.value_or(0.0), 0.0, 65535.0)));
    JpegProblem problem{};
    unsigned char *bytes = nullptr;
    unsigned long size = 0;
    const bool packed = pack_jpeg({image, quality, dpi, comments, row.data()}, problem, bytes, size);
    const std::string file = packed ? std::string(reinterpret_cast<const char *>(bytes), size) : "";
    std::free(bytes); // NOLINT(cppcoreguidelines-no-malloc): libjpeg's
    if (!packed) {
        throw std::runtime_error(problem.text);
    }
    return file;
}

} // namespace voxmarch
