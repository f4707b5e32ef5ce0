// Asks Fontconfig once for its fonts in the order of their likeness to the usual one, then each for its letters.
#include "scene/figure/letter_fonts.h"

#include <fontconfig/fontconfig.h>

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace voxmarch {

namespace {

struct FontSetDeleter {
    void operator()(FcFontSet *set) const { FcFontSetDestroy(set); }
};

struct PatternDeleter {
    void operator()(FcPattern *pattern) const { FcPatternDestroy(pattern); }
};

class InstalledFonts {
public:
    InstalledFonts() {
        const std::unique_ptr<FcPattern, PatternDeleter> usual(FcPatternCreate());
        FcPatternAddString(usual.get(), FC_FAMILY, reinterpret_cast<const FcChar8 *>(usual_font));
        FcConfigSubstitute(nullptr, usual.get(), FcMatchPattern);
        FcDefaultSubstitute(usual.get());
        FcResult result = FcResultMatch;
        fonts_.reset(FcFontSort(nullptr, usual.get(), FcFalse, nullptr, &result));
    }

    /// Family of the first font that has the letter; empty: none has it.
    std::optional<std::string> family_with(FcChar32 letter) {
        const std::lock_guard lock(mutex_);
        const auto [known, is_new] = known_.try_emplace(letter);
        for (int i = 0; is_new && fonts_ && i < fonts_->nfont && !known->second; ++i) {
            known->second = family_if_it_has(fonts_->fonts[i], letter);
        }
        return known->second;
    }

private:
    std::unique_ptr<FcFontSet, FontSetDeleter> fonts_;
    std::mutex mutex_;
    std::map<FcChar32, std::optional<std::string>> known_;

    /// Letters of bitmaps, like those of coloured fonts, have no outline to draw.
    static std::optional<std::string> family_if_it_has(FcPattern *font, FcChar32 letter) {
        FcCharSet *letters = nullptr;
        FcBool outlines = FcFalse, colored = FcFalse;
        FcChar8 *family = nullptr;
        FcPatternGetBool(font, FC_OUTLINE, 0, &outlines);
        FcPatternGetBool(font, FC_COLOR, 0, &colored);
        const bool has = outlines && !colored && FcPatternGetCharSet(font, FC_CHARSET, 0, &letters) == FcResultMatch &&
                         FcCharSetHasChar(letters, letter) &&
                         FcPatternGetString(font, FC_FAMILY, 0, &family) == FcResultMatch;
        return has ? std::optional(std::string(reinterpret_cast<const char *>(family))) : std::nullopt;
    }
};

/// Letters that are seen only in what they do to others: joiners, marks of direction, selectors of variants.
bool is_unseen(FcChar32 letter) {
    return (letter >= 0x200b && letter <= 0x200f) || (letter >= 0xfe00 && letter <= 0xfe0f) || letter == 0xfeff;
}

/// @param visit  gets each letter that is seen, as UTF-8, and the family of its font; empty: none has it
void walk_letters(const std::string &line,
                  const std::function<void(const std::string &, const std::optional<std::string> &)> &visit) {
    static InstalledFonts fonts;
    for (std::size_t at = 0; at < line.size();) {
        FcChar32 letter = 0;
        const auto *bytes = reinterpret_cast<const FcChar8 *>(line.data() + at);
        const int length = FcUtf8ToUcs4(bytes, &letter, static_cast<int>(line.size() - at));
        if (length > 0 && !is_unseen(letter)) {
            visit(line.substr(at, static_cast<std::size_t>(length)), fonts.family_with(letter));
        }
        at += length > 0 ? static_cast<std::size_t>(length) : 1;
    }
}

} // namespace

std::vector<FontRun> font_runs(const std::string &line) {
    std::vector<FontRun> runs;
    walk_letters(line, [&](const std::string &letter, const std::optional<std::string> &family) {
        if (runs.empty() || runs.back().family != family.value_or(usual_font)) {
            runs.push_back({family.value_or(usual_font), ""});
        }
        runs.back().text += letter;
    });
    return runs;
}

std::vector<std::string> letters_without_font(const std::string &line) {
    std::vector<std::string> letters;
    walk_letters(line, [&](const std::string &letter, const std::optional<std::string> &family) {
        if (!family) {
            letters.push_back(letter);
        }
    });
    return letters;
}

} // namespace voxmarch
