// Parses the dictionary that stands before the values of a NumPy array.
#include "volume/formats/numpy/npy_header.h"

#include "base/error.h"
#include "base/text.h"

#include <cctype>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace voxmarch {

namespace {

constexpr std::string_view magic("\x93NUMPY", 6);

/// The literal of Python that numpy writes: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }
class Dictionary {
public:
    Dictionary(std::string_view text, const std::filesystem::path &file) : rest_(text), file_(file) {}

    NpyHeader parse() {
        NpyHeader header;
        bool has_type = false, has_order = false, has_shape = false;
        expect('{');
        while (!take('}')) {
            const std::string key = word();
            expect(':');
            if (key == "descr" && !has_type) {
                has_type = true;
                type(header);
            } else if (key == "fortran_order" && !has_order) {
                has_order = true;
                header.is_fortran = truth();
            } else if (key == "shape" && !has_shape) {
                has_shape = true;
                header.shape = shape();
            } else {
                throw damaged();
            }
            if (!take(',')) {
                expect('}');
                break;
            }
        }
        if (!has_type || !has_order || !has_shape || !text::trim(std::string(rest_)).empty()) {
            throw damaged();
        }
        return header;
    }

private:
    std::string_view rest_;
    const std::filesystem::path &file_;

    FileError damaged() const { return FileError(file_, "is a damaged NumPy array (its header)"); }

    void skip_blanks() {
        while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0])) != 0) {
            rest_.remove_prefix(1);
        }
    }

    bool take(char c) {
        skip_blanks();
        if (rest_.empty() || rest_[0] != c) {
            return false;
        }
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c) {
        if (!take(c)) {
            throw damaged();
        }
    }

    std::string word() {
        const char quote = take('\'') ? '\'' : '"';
        if (quote == '"') {
            expect('"');
        }
        const auto end = rest_.find(quote);
        if (end == std::string_view::npos) {
            throw damaged();
        }
        const std::string text(rest_.substr(0, end));
        rest_.remove_prefix(end + 1);
        return text;
    }

    bool truth() {
        skip_blanks();
        for (const std::string_view value : {"True", "False"}) {
            if (rest_.starts_with(value)) {
                rest_.remove_prefix(value.size());
                return value == "True";
            }
        }
        throw damaged();
    }

    std::vector<std::int64_t> shape() {
        std::vector<std::int64_t> lengths;
        expect('(');
        while (!take(')')) {
            skip_blanks();
            std::size_t digits = 0;
            while (digits < rest_.size() && std::isdigit(static_cast<unsigned char>(rest_[digits])) != 0) {
                ++digits;
            }
            const auto length = text::to_integer(std::string(rest_.substr(0, digits)));
            if (!length || lengths.size() == 32) {
                throw damaged();
            }
            lengths.push_back(*length);
            rest_.remove_prefix(digits);
            if (!take(',')) {
                expect(')');
                break;
            }
        }
        return lengths;
    }

    void type(NpyHeader &header) {
        static const std::map<std::string, FileScalar> known = {
            {"u1", FileScalar::u8},  {"b1", FileScalar::u8},  {"i1", FileScalar::i8},  {"u2", FileScalar::u16},
            {"i2", FileScalar::i16}, {"u4", FileScalar::u32}, {"i4", FileScalar::i32}, {"u8", FileScalar::u64},
            {"i8", FileScalar::i64}, {"f2", FileScalar::f16}, {"f4", FileScalar::f32}, {"f8", FileScalar::f64}};
        if (skip_blanks(); rest_.starts_with('[')) {
            throw FileError(file_, "is a NumPy array of records; save one of its fields");
        }
        const std::string name = word();
        const auto found = known.find(name.size() < 2 ? "" : name.substr(1));
        if (found == known.end() || std::string_view("<>|=").find(name[0]) == std::string_view::npos) {
            throw FileError(file_, fmt::format("is a NumPy array of type '{}'{}; whole numbers and floats of up to 8 "
                                               "bytes can be read",
                                               name, name.ends_with('O') ? " (pickled Python objects)" : ""));
        }
        header.type = found->second;
        header.order = name[0] == '>' ? std::endian::big : std::endian::little;
    }
};

} // namespace

NpyHeader parse_npy_header(std::span<const std::byte> bytes, const std::filesystem::path &file) {
    const std::string_view text(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    if (!text.starts_with(magic) || text.size() < 12) {
        throw FileError(file, "is no NumPy array, or is damaged");
    }
    const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(bytes[i]); };
    if (byte(6) < 1 || byte(6) > 3) {
        throw FileError(file, fmt::format("is a NumPy array of version {}, which is not known", byte(6)));
    }
    const std::size_t begin = byte(6) == 1 ? 10 : 12;
    std::size_t length = byte(8) | byte(9) << 8;
    if (begin == 12) {
        length |= byte(10) << 16 | byte(11) << 24;
    }
    if (length > text.size() - begin) {
        throw FileError(file, "truncated, or is a damaged NumPy array (its header)");
    }
    NpyHeader header = Dictionary(text.substr(begin, length), file).parse();
    header.offset = begin + length;
    return header;
}

} // namespace voxmarch
