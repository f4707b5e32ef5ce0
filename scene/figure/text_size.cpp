// Widths of DejaVu Sans's letters.
#include "scene/figure/text_size.h"

#include <array>

namespace voxmarch {

namespace {

constexpr double widest_letter = 0.8; // of most letters beyond ASCII
constexpr double square_letter = 1.0; // of Chinese, Japanese and Korean ones, and emoji

/// From the blank on, thousandths of the height.
constexpr std::array<int, 95> letter_widths = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361,  318, 337, 636, 636, 636,
    636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531, 1000, 684, 686, 698, 770, 632,
    575, 775, 752, 295, 295, 656, 557, 863, 748, 787, 603, 787, 695, 635,  611, 732, 684, 989, 685,
    611, 685, 390, 337, 390, 838, 500, 500, 613, 635, 550, 635, 615, 352,  635, 634, 278, 278, 579,
    278, 974, 634, 612, 635, 635, 411, 521, 392, 634, 592, 818, 592, 592,  525, 636, 337, 636, 838};

bool begins_letter(char byte) { return (byte & 0xc0) != 0x80; } // of UTF-8

/// Of a letter whose UTF-8 begins so: from 0xe3 on those from U+3000 on.
double width_of(char first) {
    const int byte = static_cast<unsigned char>(first), place = byte - ' ';
    return place >= 0 && place < static_cast<int>(letter_widths.size())
               ? letter_widths[static_cast<std::size_t>(place)] / 1000.0
           : byte >= 0xe3 ? square_letter
                          : widest_letter;
}

} // namespace

double text_width(std::string_view text, double height) {
    double width = 0.0;
    for (const char byte : text) {
        width += begins_letter(byte) ? width_of(byte) : 0.0;
    }
    return width * height;
}

std::string_view longest_beginning(std::string_view text, double height, double most) {
    if (text_width(text, height) <= most) {
        return text;
    }
    double width = text_width("...", height);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (begins_letter(text[i])) {
            width += width_of(text[i]) * height;
            if (width > most) {
                return text.substr(0, i);
            }
        }
    }
    return text;
}

} // namespace voxmarch
