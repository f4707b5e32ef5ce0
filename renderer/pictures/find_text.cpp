// Finds texts in pictures by the segments of their files.
#include "renderer/picture_file.h"
#include "renderer/png_text.h"

#include <cstdint>
#include <fstream>
#include <iterator>

namespace voxmarch {

namespace {

/// A file read piece by piece; after a piece that is not there whole all are zero.
class PictureReader {
public:
    explicit PictureReader(const std::filesystem::path &file) : stream_(file, std::ios::binary) {}

    std::string bytes(std::size_t count) {
        std::string result(count <= most ? count : 0, '\0');
        if (count > most || !stream_.read(result.data(), static_cast<std::streamsize>(count))) {
            good_ = false;
            result.clear();
        }
        return result;
    }

    /// A whole number of so many bytes.
    std::uint32_t number(std::size_t count, bool highest_first) {
        std::uint32_t result = 0;
        const std::string digits = bytes(count);
        for (std::size_t i = 0; i < digits.size(); ++i) {
            const auto digit = static_cast<unsigned char>(digits[highest_first ? i : digits.size() - 1 - i]);
            result = (result << 8) | digit;
        }
        return result;
    }

    std::string word() {
        std::string result;
        std::getline(stream_, result, '\0');
        good_ = good_ && stream_.good() && result.size() < 256;
        return result;
    }

    void go_to(std::uint64_t place) { stream_.seekg(static_cast<std::streamoff>(place)); }
    void skip(std::uint32_t count) { stream_.seekg(count, std::ios::cur); }
    bool good() const { return good_ && stream_.good(); }
    std::string all() { return {std::istreambuf_iterator<char>(stream_), {}}; }

private:
    static constexpr std::size_t most = std::size_t{64} << 20; // longer texts are none of ours
    std::ifstream stream_;
    bool good_ = true;
};

/// The comments that begin with the keyword, one behind the other.
std::string text_of_jpeg(PictureReader file, const std::string &keyword) {
    constexpr std::uint32_t image_begins = 0xffd8, comment = 0xfffe, scan_begins = 0xffda;
    std::string text;
    const std::string begin = keyword + '\0';
    if (file.number(2, true) != image_begins) {
        return text;
    }
    for (std::uint32_t marker = file.number(2, true); file.good() && marker > 0xff00 && marker != scan_begins;
         marker = file.number(2, true)) {
        const std::uint32_t length = file.number(2, true);
        if (length < 2) {
            break;
        }
        if (marker != comment) {
            file.skip(length - 2);
            continue;
        }
        if (const std::string content = file.bytes(length - 2); content.starts_with(begin)) {
            text += content.substr(begin.size());
        }
    }
    return text;
}

/// The description of the first picture, if it is a session: keywords have no place in TIFF.
std::string text_of_tiff(PictureReader file, const std::string &keyword) {
    constexpr std::uint32_t description = 270;
    if (file.bytes(4) != std::string("II*\0", 4)) {
        return {};
    }
    file.go_to(file.number(4, false));
    for (std::uint32_t count = file.number(2, false); count > 0 && file.good(); --count) {
        const std::uint32_t tag = file.number(2, false);
        file.skip(2);
        const std::uint32_t length = file.number(4, false), place = file.number(4, false);
        if (tag == description && length > 4) {
            file.go_to(place);
            std::string text = file.bytes(length);
            text.resize(text.size() - (text.ends_with('\0') ? 1 : 0));
            return text.starts_with('{') && text.find(keyword) != text.npos ? text : std::string();
        }
    }
    return {};
}

std::string text_of_exr(PictureReader file, const std::string &keyword) {
    constexpr std::uint32_t magic = 20000630;
    if (file.number(4, false) != magic) {
        return {};
    }
    file.skip(4); // version
    for (std::string name = file.word(); file.good() && !name.empty(); name = file.word()) {
        const std::string type = file.word();
        const std::uint32_t length = file.number(4, false);
        if (name == keyword && type == "string") {
            return file.bytes(length);
        }
        file.skip(length);
    }
    return {};
}

} // namespace

std::optional<std::string> find_picture_text(const std::filesystem::path &file, const std::string &keyword) {
    const std::optional<PictureFormat> format = picture_format(file);
    std::error_code ignored;
    if (!format || !std::filesystem::is_regular_file(file, ignored)) {
        return {};
    }
    PictureReader reader(file);
    std::string text;
    switch (*format) {
    case PictureFormat::png: return find_png_text(reader.all(), keyword);
    case PictureFormat::jpeg: text = text_of_jpeg(std::move(reader), keyword); break;
    case PictureFormat::tiff: text = text_of_tiff(std::move(reader), keyword); break;
    case PictureFormat::exr: text = text_of_exr(std::move(reader), keyword); break;
    }
    return text.empty() ? std::nullopt : std::optional(text);
}

} // namespace voxmarch
