// Something that users should know, with what they can do about it; and how advice is put into words.
#pragma once

#include "base/error.h"

#include <functional>
#include <string>
#include <vector>

namespace voxmarch {

/// A sentence, e.g. of a reader that had to decide something.
struct Note {
    // Implicit: most notes are a text and no more.
    // cppcheck-suppress noExplicitConstructor
    Note(std::string told, std::vector<Advice> what_helps = {})
        : text(std::move(told)), advice(std::move(what_helps)) {}
    // cppcheck-suppress noExplicitConstructor
    Note(const char *told) : text(told) {}
    explicit Note(const Error &error) : text(error.problem()), advice(error.advice()) {}

    std::string text; ///< without the advice
    std::vector<Advice> advice;
    bool operator==(const Note &) const = default;
};

/// How a program says what can be done, as a phrase that begins with a verb or follows "note:"; empty: not at all.
using AdviceWords = std::function<std::string(const Advice &)>;

/// "the mesh is too large; use another isovalue or fewer surfaces", or of sentences that end in a full stop "Number 0
/// is read (--time chooses)." Phrases that begin with the same verb share it.
std::string with_advice(const std::string &text, const std::vector<Advice> &advice, const AdviceWords &words);

/// The library's own words, which name no option and no panel; those of Error::what().
std::string plain_words(const Advice &advice);
std::string plain_text(const Note &note);
std::vector<std::string> plain_texts(const std::vector<Note> &notes);

} // namespace voxmarch
