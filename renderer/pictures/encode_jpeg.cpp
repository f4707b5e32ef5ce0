// JPEG by libjpeg-turbo, or any other libjpeg.
#include "base/parallel.h"
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
    int first_row, rows;
    int quality;
    int dpi; ///< 0: not told
    const std::vector<std::string> &comments;
    bool half_colors;        ///< colours at half the resolution, both ways
    bool own_codes;          ///< Huffman codes made for the picture: fewer bytes, twice the work
    unsigned restart_blocks; ///< squares after which decoding may begin anew, told in the header; 0: nowhere
};

/// @return whether it went well; what was packed until then has to be freed
/// @param row  room for one
bool pack_jpeg(const JpegJob &job, JSAMPLE *row, JpegProblem &problem, unsigned char *&bytes, unsigned long &size) {
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
    info.image_height = static_cast<JDIMENSION>(job.rows);
    info.input_components = 3;
    info.in_color_space = JCS_RGB;
    jpeg_set_defaults(&info);
    jpeg_set_quality(&info, job.quality, TRUE);
    info.comp_info[0].h_samp_factor = info.comp_info[0].v_samp_factor = job.half_colors ? 2 : 1;
    info.optimize_coding = job.own_codes ? TRUE : FALSE;
    info.restart_interval = job.restart_blocks;
    if (job.dpi > 0) {
        info.density_unit = 1;
        info.X_density = info.Y_density = static_cast<UINT16>(job.dpi);
    }
    jpeg_start_compress(&info, TRUE);
    for (const std::string &comment : job.comments) {
        jpeg_write_marker(&info, JPEG_COM, reinterpret_cast<const JOCTET *>(comment.data()),
                          static_cast<unsigned>(comment.size()));
    }
    for (int y = job.first_row; y < job.first_row + job.rows; ++y) {
        const std::uint8_t *pixel = job.image.pixel(0, y);
        for (int x = 0; x < job.image.width; ++x, pixel += 4) {
            std::copy_n(pixel, 3, row + 3 * static_cast<std::ptrdiff_t>(x));
        }
        JSAMPROW rows[1] = {row};
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

/// @throws std::runtime_error with the words of the library
std::string packed_jpeg(const JpegJob &job) {
    std::vector<JSAMPLE> row(3 * static_cast<std::size_t>(job.image.width));
    JpegProblem problem{};
    unsigned char *bytes = nullptr;
    unsigned long size = 0;
    const bool packed = pack_jpeg(job, row.data(), problem, bytes, size);
    std::string file = packed ? std::string(reinterpret_cast<const char *>(bytes), size) : "";
    std::free(bytes); // NOLINT(cppcoreguidelines-no-malloc): libjpeg's
    if (!packed) {
        throw std::runtime_error(problem.text);
    }
    return file;
}

unsigned byte_at(const std::string &file, std::size_t place) { return static_cast<unsigned char>(file[place]); }

/// Where the codes begin in a file of libjpeg, behind its header.
/// @param heights  told the place of the picture's height, two bytes
std::size_t codes_begin(const std::string &file, std::size_t &heights) {
    std::size_t place = 2; // behind the mark of the file's begin
    for (;;) {
        const unsigned mark = byte_at(file, place + 1);
        if (mark == 0xc0) { // baseline's frame
            heights = place + 5;
        }
        place += 2 + 256 * byte_at(file, place + 2) + byte_at(file, place + 3);
        if (mark == 0xda) { // of the codes
            return place;
        }
    }
}

} // namespace

bool can_encode_jpeg() { return true; }

std::string encode_jpeg(const Image &image, int quality, const PictureWords &words) {
    const int dpi = static_cast<int>(std::lround(std::clamp(words.dpi.value_or(0.0), 0.0, 65535.0)));
    return packed_jpeg({image, 0, image.height, quality, dpi, jpeg_comments(words), false, true, 0});
}

std::string encode_jpeg_quickly(const Image &image, int quality, bool half_colors) {
    constexpr int part_rows = 64; // some 20 parts of a screen; whole squares of either kind
    const int square = half_colors ? 16 : 8;
    const auto part_squares =
        static_cast<unsigned>(piece_count(static_cast<std::size_t>(image.width), static_cast<std::size_t>(square))) *
        (part_rows / static_cast<unsigned>(square));
    if (part_squares > 65535) { // more than the header can tell
        return packed_jpeg({image, 0, image.height, quality, 0, {}, half_colors, false, 0});
    }
    std::vector<std::string> parts(piece_count(static_cast<std::size_t>(image.height), part_rows));
    on_all_cores(static_cast<int>(parts.size()), [&](int part) {
        const int first = part * part_rows;
        parts[static_cast<std::size_t>(part)] = packed_jpeg({image,
                                                             first,
                                                             std::min(part_rows, image.height - first),
                                                             quality,
                                                             0,
                                                             {},
                                                             half_colors,
                                                             false,
                                                             part_squares});
    });
    std::size_t height = 0;
    std::string file = parts.front().substr(0, parts.front().size() - 2); // without the mark of its end
    codes_begin(file, height);
    file[height] = static_cast<char>(image.height >> 8);
    file[height + 1] = static_cast<char>(image.height & 0xff);
    for (std::size_t part = 1; part < parts.size(); ++part) {
        const std::size_t begin = codes_begin(parts[part], height);
        file += {static_cast<char>(0xff), static_cast<char>(0xd0 + (part - 1) % 8)}; // marks that go round
        file.append(parts[part], begin, parts[part].size() - 2 - begin);
    }
    return file + "\xff\xd9";
}

} // namespace voxmarch
