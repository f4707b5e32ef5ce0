// The deleting templates of the 12-subiteration thinning of Palagyi and Kuba (Graphical Models and Image Processing 61,
// 1999), compiled to bit masks.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

namespace voxmarch {

/// A 3x3x3 neighbourhood as bits: voxel (x, y, z), each -1 .. 1, is bit (x + 1) + 3 (y + 1) + 9 (z + 1).
using Neighbourhood = std::uint32_t;

/// x grows to the east, y to the north, z upwards.
using Direction = std::array<int, 3>;

/// A pair of voxels of which not both (NAND) or exactly one (XOR) is object.
struct TemplatePair {
    Neighbourhood mask = 0; ///< 0: there is no such pair
    bool exactly_one = false;

    constexpr bool matches(Neighbourhood n) const {
        const int objects = std::popcount(n & mask);
        return mask == 0 || (exactly_one ? objects == 1 : objects != 2);
    }
};

struct Template {
    Neighbourhood ones = 0;  ///< all object
    Neighbourhood zeros = 0; ///< all background
    Neighbourhood any = 0;   ///< at least one of them object; 0: nothing is asked
    TemplatePair a, b;

    constexpr bool matches(Neighbourhood n) const {
        return (n & ones) == ones && (n & zeros) == 0 && (any == 0 || (n & any) != 0) && a.matches(n) && b.matches(n);
    }
};

/// A template for direction US as the paper draws it. Three slices (down, middle, up) of three rows (south, middle,
/// north) of three columns (west, middle, east): 1 object, 0 background, x at least one of them object, a and b the
/// pairs, . either.
struct TemplateDrawing {
    std::string_view slices; ///< 27 of these characters, with blanks between rows and slices
    bool a_exactly_one = false, b_exactly_one = false;
};

inline constexpr std::array<TemplateDrawing, 14> template_drawings{{
    {"xxx x1x xxx  xxx x1x xxx  000 000 000"},
    {"000 xxx xxx  000 x1x x1x  000 xxx xxx"},
    {"000 x.x x1x  000 x1x x.x  000 000 000"},
    {"... .1. ...  a0b .1. .1.  000 a0b ..."},
    {"... .1. ...  a0b .1. .1.  001 a0b ...", false, true},
    {"... .1. ...  a0b .1. .1.  100 a0b ...", true, false},
    {"... .1. ...  a0. .11 .1.  00. a0. ..."},
    {"... .1. ...  .0b 11. .1.  .00 .0b ..."},
    {"... .1. ...  a0. .11 .1.  10. a0. ...", true, false},
    {"... .1. ...  .0b 11. .1.  .01 .0b ...", false, true},
    {"00. ..1 .1.  00. .1. ...  000 000 000"},
    {".00 1.. .1.  .00 .1. ...  000 000 000"},
    {"000 ... .1.  000 .1. ..1  000 00. 00."},
    {"000 ... .1.  000 .1. 1..  000 .00 .00"},
}};

/// The two directions of a subiteration: an object voxel with background in neither stays.
struct DirectionPair {
    std::string_view name;
    Direction first, second;
};

inline constexpr Direction up{0, 0, 1}, down{0, 0, -1}, north{0, 1, 0}, south{0, -1, 0}, east{1, 0, 0}, west{-1, 0, 0};

/// In the order of the subiterations.
inline constexpr std::array<DirectionPair, 12> direction_pairs{{
    {"US", up, south},
    {"NE", north, east},
    {"DW", down, west},
    {"SE", south, east},
    {"UW", up, west},
    {"DN", down, north},
    {"SW", south, west},
    {"UN", up, north},
    {"DE", down, east},
    {"NW", north, west},
    {"UE", up, east},
    {"DS", down, south},
}};

/// The templates of US turned (and mirrored) so that U becomes pair.first and S pair.second. Where W and E go does not
/// matter, nor which of the two directions is the first: the set of templates is its own mirror image both ways.
constexpr std::array<Template, 14> templates_for(const DirectionPair &pair) {
    const Direction &u = pair.first, &s = pair.second;
    const Direction e{u[1] * s[2] - u[2] * s[1], u[2] * s[0] - u[0] * s[2], u[0] * s[1] - u[1] * s[0]};
    std::array<Template, 14> result{};
    for (std::size_t t = 0; t < result.size(); ++t) {
        Template &made = result[t];
        made.a.exactly_one = template_drawings[t].a_exactly_one;
        made.b.exactly_one = template_drawings[t].b_exactly_one;
        int drawn = 0;
        for (const char mark : template_drawings[t].slices) {
            if (mark == ' ') {
                continue;
            }
            const int to_e = drawn % 3 - 1, to_n = drawn / 3 % 3 - 1, to_u = drawn / 9 - 1;
            ++drawn;
            int position = 0;
            for (std::size_t axis = 3; axis-- > 0;) {
                position = 3 * position + to_e * e[axis] - to_n * s[axis] + to_u * u[axis] + 1;
            }
            const Neighbourhood bit = Neighbourhood{1} << position;
            (mark == '1'   ? made.ones
             : mark == '0' ? made.zeros
             : mark == 'x' ? made.any
             : mark == 'a' ? made.a.mask
                           : made.b.mask) |= mark == '.' ? 0 : bit;
        }
    }
    return result;
}

constexpr std::array<std::array<Template, 14>, 12> templates_for_all() {
    std::array<std::array<Template, 14>, 12> result{};
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = templates_for(direction_pairs[i]);
    }
    return result;
}

/// templates_for() each of direction_pairs.
inline constexpr auto all_templates = templates_for_all();

/// Whether the middle voxel of a neighbourhood is deleted in subiteration 0 .. 11.
constexpr bool is_deletable(Neighbourhood n, std::size_t subiteration) {
    for (const Template &one : all_templates[subiteration]) {
        if (one.matches(n)) {
            return true;
        }
    }
    return false;
}

} // namespace voxmarch
