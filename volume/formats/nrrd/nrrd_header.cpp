// Parses NRRD headers, strictly.
#include "volume/formats/nrrd/nrrd_header.h"

#include "base/checked_size.h"
#include "base/error.h"
#include "base/text.h"

#include <fmt/format.h>
#include <fstream>
#include <map>
#include <set>

namespace voxmarch {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_header = 1 << 20;

const std::map<std::string, FileScalar> &type_names() {
    static const std::map<std::string, FileScalar> names = {
        {"signed char", FileScalar::i8},
        {"int8", FileScalar::i8},
        {"int8_t", FileScalar::i8},
        {"uchar", FileScalar::u8},
        {"unsigned char", FileScalar::u8},
        {"uint8", FileScalar::u8},
        {"uint8_t", FileScalar::u8},
        {"short", FileScalar::i16},
        {"short int", FileScalar::i16},
        {"signed short", FileScalar::i16},
        {"signed short int", FileScalar::i16},
        {"int16", FileScalar::i16},
        {"int16_t", FileScalar::i16},
        {"ushort", FileScalar::u16},
        {"unsigned short", FileScalar::u16},
        {"unsigned short int", FileScalar::u16},
        {"uint16", FileScalar::u16},
        {"uint16_t", FileScalar::u16},
        {"int", FileScalar::i32},
        {"signed int", FileScalar::i32},
        {"int32", FileScalar::i32},
        {"int32_t", FileScalar::i32},
        {"uint", FileScalar::u32},
        {"unsigned int", FileScalar::u32},
        {"uint32", FileScalar::u32},
        {"uint32_t", FileScalar::u32},
        {"longlong", FileScalar::i64},
        {"long long", FileScalar::i64},
        {"long long int", FileScalar::i64},
        {"signed long long", FileScalar::i64},
        {"signed long long int", FileScalar::i64},
        {"int64", FileScalar::i64},
        {"int64_t", FileScalar::i64},
        {"ulonglong", FileScalar::u64},
        {"unsigned long long", FileScalar::u64},
        {"unsigned long long int", FileScalar::u64},
        {"uint64", FileScalar::u64},
        {"uint64_t", FileScalar::u64},
        {"float", FileScalar::f32},
        {"double", FileScalar::f64},
    };
    return names;
}

class NrrdParser {
public:
    explicit NrrdParser(const fs::path &file) : file_(file), stream_(file, std::ios::binary) {}

    NrrdHeader parse() {
        size_of_file(file_); // says clearly if it is missing
        if (!stream_) {
            throw FileError(file_, "cannot be opened");
        }
        if (!line().starts_with("NRRD000")) {
            throw FileError(file_, "is not an NRRD file (no NRRD000x in its first line)");
        }
        std::string text;
        while (!(text = line()).empty()) {
            field(text);
        }
        check();
        header_.data_offset = used_;
        return std::move(header_);
    }

private:
    fs::path file_;
    std::ifstream stream_;
    std::uint64_t used_ = 0;
    NrrdHeader header_;
    std::set<std::string> seen_;
    std::size_t dimension_ = 0;
    bool data_is_detached_ = false;

    // The next line without its end. A header ends with an empty line or with the file (then it must be detached).
    std::string line() {
        std::string text;
        for (;;) {
            const int c = stream_.get();
            if (c == std::ifstream::traits_type::eof()) {
                break;
            }
            if (++used_ > longest_header) {
                throw FileError(file_, "its NRRD header does not end within 1 MiB");
            }
            if (c == '\n') {
                break;
            }
            text += static_cast<char>(c);
        }
        if (!text.empty() && text.back() == '\r') {
            text.pop_back();
        }
        return text;
    }

    [[noreturn]] void refuse(const std::string &name, const std::string &value) const {
        throw FileError(file_, fmt::format("NRRD field '{}: {}' is not valid", name, value));
    }

    void field(const std::string &text) {
        if (text[0] == '#') {
            return;
        }
        const auto colon = text.find(':');
        if (colon == std::string::npos) {
            throw FileError(file_, fmt::format("'{}' is no NRRD field", text));
        }
        if (colon + 1 < text.size() && text[colon + 1] == '=') {
            header_.key_values.insert_or_assign(text.substr(0, colon), text.substr(colon + 2));
            return; // carries what NRRD does not define
        }
        const std::string name = text::lower(text::trim(text.substr(0, colon)));
        const std::string value = text::trim(text.substr(colon + 1));
        constexpr std::size_t longest_name = 64; // of the fields that the format knows, three times
        if (name.size() > longest_name) {
            throw FileError(file_, fmt::format("'{}...' is no NRRD field", name.substr(0, 20)));
        }
        if (!seen_.insert(name).second) {
            throw FileError(file_, fmt::format("NRRD field '{}' appears twice", name));
        }
        if (!scalar_field(name, value) && !space_field(name, value)) {
            axis_field(name, value);
        }
    }

    bool scalar_field(const std::string &name, const std::string &value) {
        if (name == "dimension") {
            dimension_ = static_cast<std::size_t>(integer(name, value, 1, 16));
        } else if (name == "type") {
            type(value);
        } else if (name == "encoding") {
            encoding(text::lower(value));
        } else if (name == "endian") {
            endian(text::lower(value));
        } else if (name == "line skip" || name == "lineskip") {
            header_.line_skip = integer(name, value, 0, 1 << 30);
        } else if (name == "byte skip" || name == "byteskip") {
            header_.byte_skip = integer(name, value, -1, std::int64_t{1} << 62);
        } else if (name == "data file" || name == "datafile") {
            data_file(value);
        } else {
            return false;
        }
        return true;
    }

    bool space_field(const std::string &name, const std::string &value) {
        if (name == "space") {
            header_.space = text::lower(value);
        } else if (name == "space origin") {
            header_.origin = glm::dvec3(required_vector(name, value));
        } else if (name == "space directions") {
            directions(value);
        } else if (name == "space units") {
            header_.space_units = quoted_words(value);
        } else {
            return false;
        }
        return true;
    }

    void axis_field(const std::string &name, const std::string &value) {
        if (name == "sizes") {
            for (const auto &word : text::words(value)) {
                header_.sizes.push_back(integer(name, word, 1, max_axis_length));
            }
        } else if (name == "spacings") {
            header_.spacings = numbers(name, value);
        } else if (name == "axis mins" || name == "axismins") {
            header_.axis_mins = numbers(name, value);
        } else if (name == "axis maxs" || name == "axismaxs") {
            header_.axis_maxs = numbers(name, value);
        } else if (name == "kinds") {
            header_.kinds = text::words(text::lower(value));
        } else if (name == "centers" || name == "centerings") {
            header_.centerings = text::words(text::lower(value));
        } else if (name == "units") {
            header_.units = quoted_words(value);
        }
        // Every other field (content, labels, measurement frame, ...) does not change the voxels.
    }

    // Words in quotes, which may hold spaces; also without quotes, as some programs write them.
    static std::vector<std::string> quoted_words(const std::string &value) {
        std::vector<std::string> words;
        for (std::size_t i = value.find_first_not_of(" \t"); i != std::string::npos;
             i = value.find_first_not_of(" \t", i)) {
            const bool quoted = value[i] == '"';
            const std::size_t end =
                std::min(quoted ? value.find('"', i + 1) : value.find_first_of(" \t", i), value.size());
            words.push_back(text::trim(value.substr(i + (quoted ? 1 : 0), end - i - (quoted ? 1 : 0))));
            i = std::min(end + (quoted ? 1 : 0), value.size());
        }
        return words;
    }

    std::int64_t integer(const std::string &name, const std::string &value, std::int64_t least,
                         std::int64_t most) const {
        const auto number = text::to_integer(value);
        if (!number || *number < least || *number > most) {
            refuse(name, value);
        }
        return *number;
    }

    std::vector<double> numbers(const std::string &name, const std::string &value) const {
        std::vector<double> result;
        for (const auto &word : text::words(text::lower(value))) {
            const auto number = text::to_double(word);
            if (!number) {
                refuse(name, value);
            }
            result.push_back(*number);
        }
        return result;
    }

    void type(const std::string &value) {
        const auto found = type_names().find(text::lower(value));
        if (found == type_names().end()) {
            throw FileError(file_, fmt::format("voxels of NRRD type '{}' are not supported", value));
        }
        header_.type = found->second;
    }

    void encoding(const std::string &value) {
        header_.encoding = value == "gz" ? "gzip" : value == "bz2" ? "bzip2" : value;
        if (value == "txt" || value == "text") {
            header_.encoding = "ascii";
        }
    }

    void endian(const std::string &value) {
        if (value != "little" && value != "big") {
            refuse("endian", value);
        }
        header_.endian = value == "big" ? std::endian::big : std::endian::little;
    }

    void data_file(const std::string &value) {
        // LIST and printf patterns (four words: pattern, first, last, step) spread the voxels over several files.
        const auto parts = text::words(value);
        const bool pattern = parts.size() >= 4 && value.find('%') != std::string::npos;
        if (pattern || (!parts.empty() && parts[0] == "LIST")) {
            throw FileError(file_, "its voxels lie in several data files, which is not supported; join them with "
                                   "'unu save -f nrrd'");
        }
        header_.data_file = value;
        data_is_detached_ = true;
    }

    // "(a,b,c)" with two or three numbers, or four where the last is the time.
    glm::dvec4 required_vector(const std::string &name, const std::string &value) const {
        const std::string inner = text::trim(value);
        if (inner.size() < 2 || inner.front() != '(' || inner.back() != ')') {
            refuse(name, value);
        }
        const auto parts = text::split(inner.substr(1, inner.size() - 2), ',');
        if (parts.size() < 2 || parts.size() > 4) {
            refuse(name, value);
        }
        glm::dvec4 result(0.0);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const auto number = text::to_double(text::lower(text::trim(parts[i])));
            if (!number) {
                refuse(name, value);
            }
            result[static_cast<int>(i)] = *number;
        }
        return result;
    }

    // Vectors and the word none, with or without space between and inside.
    void directions(const std::string &value) {
        for (std::size_t i = 0; i < value.size();) {
            if (value[i] == ' ' || value[i] == '\t') {
                ++i;
            } else if (value.compare(i, 4, "none") == 0) {
                header_.directions.emplace_back();
                header_.time_steps.push_back(0.0);
                i += 4;
            } else {
                const auto end = value.find(')', i);
                if (end == std::string::npos) {
                    refuse("space directions", value);
                }
                const glm::dvec4 step = required_vector("space directions", value.substr(i, end + 1 - i));
                const bool is_time = step.w != 0.0 && glm::dvec3(step) == glm::dvec3(0.0);
                header_.directions.push_back(is_time ? std::nullopt : std::optional(glm::dvec3(step)));
                header_.time_steps.push_back(is_time ? step.w : 0.0);
                i = end + 1;
            }
        }
    }

    void check() const {
        for (const char *name : {"dimension", "sizes", "type", "encoding"}) {
            if (!seen_.contains(name)) {
                throw FileError(file_, fmt::format("the NRRD field '{}' is missing", name));
            }
        }
        const auto require_length = [&](const char *name, std::size_t n) {
            if (n != 0 && n != dimension_) {
                throw FileError(file_,
                                fmt::format("the NRRD field '{}' has {} entries for {} axes", name, n, dimension_));
            }
        };
        if (header_.sizes.empty()) {
            refuse("sizes", "");
        }
        require_length("sizes", header_.sizes.size());
        require_length("spacings", header_.spacings.size());
        require_length("axis mins", header_.axis_mins.size());
        require_length("axis maxs", header_.axis_maxs.size());
        require_length("kinds", header_.kinds.size());
        require_length("centerings", header_.centerings.size());
        require_length("space directions", header_.directions.size());
        require_length("units", header_.units.size());
        if (seen_.contains("block size") || seen_.contains("blocksize")) {
            throw FileError(file_, "NRRD blocks are not scalars; only scalar volumes can be shown");
        }
        if (data_is_detached_ && header_.data_file.empty()) {
            refuse("data file", "");
        }
        if (!data_is_detached_ && text::lower(file_.extension().string()) == ".nhdr") {
            throw FileError(file_, "a detached NRRD header must name its 'data file'");
        }
    }
};

} // namespace

NrrdHeader read_nrrd_header(const fs::path &file) { return NrrdParser(file).parse(); }

} // namespace voxmarch
