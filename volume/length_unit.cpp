// Names and factors of units of length.
#include "volume/length_unit.h"

#include "base/text.h"

#include <array>
#include <cmath>

namespace voxmarch {

namespace {

struct Unit {
    LengthUnit unit;
    double millimetres;
    std::array<std::string_view, 5> words; // lower case, beside its name
};

constexpr std::array<Unit, 5> units{{
    {LengthUnit::meter, 1e3, {"meter", "meters", "metre", "metres", ""}},
    {LengthUnit::millimeter, 1.0, {"millimeter", "millimeters", "millimetre", "millimetres", ""}},
    {LengthUnit::micrometer, 1e-3, {"micrometer", "micrometers", "micron", "microns", "micrometre"}},
    {LengthUnit::nanometer, 1e-6, {"nanometer", "nanometers", "nanometre", "nanometres", ""}},
    {LengthUnit::angstrom, 1e-7, {"angstrom", "angstroms", "\xC3\x85", "\xE2\x84\xAB", "\xC5"}},
}};

/// Units that become one of ours.
struct OtherUnit {
    std::array<std::string_view, 5> words; // lower case
    ScaledUnit meaning;
};

constexpr std::array<OtherUnit, 12> other_units{{
    {{"\\u00c5", "", "", "", ""}, {LengthUnit::angstrom, 1, 1}},
    {{"pm", "picometer", "picometers", "picometre", "picometres"}, {LengthUnit::nanometer, 1, 1000}},
    {{"thou", "mil", "", "", ""}, {LengthUnit::micrometer, 254, 10}},
    {{"li", "", "", "", ""}, {LengthUnit::micrometer, 2540000, 12000}},
    {{"pt", "", "", "", ""}, {LengthUnit::millimeter, 254, 720}},
    {{"cm", "centimeter", "centimeters", "centimetre", "centimetres"}, {LengthUnit::millimeter, 10, 1}},
    {{"dm", "decimeter", "decimeters", "decimetre", "decimetres"}, {LengthUnit::millimeter, 100, 1}},
    {{"in", "inch", "inches", "", ""}, {LengthUnit::millimeter, 254, 10}},
    {{"ft", "", "", "", ""}, {LengthUnit::millimeter, 3048, 10}},
    {{"yd", "", "", "", ""}, {LengthUnit::millimeter, 9144, 10}},
    {{"km", "kilometer", "kilometers", "kilometre", "kilometres"}, {LengthUnit::meter, 1000, 1}},
    {{"mi", "", "", "", ""}, {LengthUnit::meter, 1609344, 1000}},
}};

const Unit *find(LengthUnit wanted) {
    for (const Unit &unit : units) {
        if (unit.unit == wanted) {
            return &unit;
        }
    }
    return nullptr;
}

bool names(const Unit &unit, std::string_view word) {
    if (word == name_of(unit.unit)) {
        return true;
    }
    for (const std::string_view known : unit.words) {
        if (!known.empty() && word == known) {
            return true;
        }
    }
    return false;
}

} // namespace

std::string unit_suffix(LengthUnit unit, int power) {
    std::string text(name_of(unit));
    if (!text.empty()) {
        text = ' ' + text + (power > 1 ? std::to_string(power) : "");
    }
    return text;
}

std::optional<double> millilitres_per_cube(LengthUnit unit) {
    const auto millimetres = millimetres_per(unit);
    return millimetres ? std::optional(std::pow(*millimetres, 3) / 1000.0) : std::nullopt;
}

VolumeUnit volume_unit(LengthUnit unit) {
    if (unit == LengthUnit::meter || unit == LengthUnit::millimeter) {
        return {*millilitres_per_cube(unit), " ml"};
    }
    return {1.0, unit_suffix(unit, 3)};
}

std::optional<double> millimetres_per(LengthUnit unit) {
    const Unit *found = find(unit);
    return found ? std::optional(found->millimetres) : std::nullopt;
}

LengthUnit unit_from_text(std::string_view text) {
    std::string word = text::lower(std::string(text));
    std::erase(word, '"');
    // The micro sign and the Greek letter, in UTF-8, in Latin-1, and as ImageJ escapes it.
    for (const std::string_view micro : {"\xC2\xB5m", "\xCE\xBCm", "\xB5m", "\\u00b5m"}) {
        if (word == micro) {
            return LengthUnit::micrometer;
        }
    }
    for (const Unit &unit : units) {
        if (names(unit, word)) {
            return unit.unit;
        }
    }
    return LengthUnit::unknown;
}

std::optional<ScaledUnit> scaled_unit_from_text(std::string_view text) {
    std::string word = text::trim(text);
    std::erase(word, '"');
    if (word.size() == 2 && word[1] == 'm' && word[0] >= 'A' && word[0] <= 'Z') {
        return std::nullopt; // mega-, peta-, ...
    }
    if (const LengthUnit unit = unit_from_text(word); unit != LengthUnit::unknown) {
        return ScaledUnit{unit};
    }
    word = text::lower(word);
    for (const OtherUnit &other : other_units) {
        for (const std::string_view known : other.words) {
            if (!word.empty() && word == known) {
                return other.meaning;
            }
        }
    }
    return std::nullopt;
}

} // namespace voxmarch
