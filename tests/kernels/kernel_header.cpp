// Reads kernel files as far as the test of program lists needs it.
#include "tests/kernels/kernel_header.h"

#include <cctype>
#include <regex>

namespace voxmarch::testing {

namespace {

bool is_name(std::string_view word) {
    return !word.empty() && !std::isdigit(static_cast<unsigned char>(word[0])) &&
           word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == word.npos;
}

std::vector<std::string> split(const std::string &text, char separator) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(separator, begin), text.size());
        std::size_t first = begin, last = end;
        while (first < last && text[first] == ' ') {
            ++first;
        }
        while (last > first && text[last - 1] == ' ') {
            --last;
        }
        parts.push_back(text.substr(first, last - first));
        begin = end + 1;
    }
    return parts;
}

/// The lines of the comment at the top, up to an empty one, as one line.
std::string top_comment(std::string_view text) {
    std::string comment;
    while (text.starts_with("//")) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(2, end - 2);
        if (line.find_first_not_of(' ') == line.npos) {
            break;
        }
        comment += line;
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return std::regex_replace(comment, std::regex(" +"), " ");
}

std::string without_comments(std::string_view text) {
    std::string code;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text.substr(i, 2) == "//") {
            i = std::min(text.find('\n', i), text.size()) - 1;
        } else {
            code += text[i];
        }
    }
    return code;
}

/// Words, brackets and other signs, one by one; "->" is one sign. Strings hold nothing of interest.
std::vector<std::string> tokens_of(const std::string &code) {
    std::vector<std::string> tokens;
    const std::regex token(R"re("[^"]*"|[A-Za-z_]\w*|[0-9][\w.]*|->|\S)re");
    for (std::sregex_iterator it(code.begin(), code.end(), token), end; it != end; ++it) {
        if (it->str()[0] != '"') {
            tokens.push_back(it->str());
        }
    }
    return tokens;
}

/// The place behind the bracket that closes the one at `open`.
std::size_t behind_bracket(const std::vector<std::string> &tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        const std::string &token = tokens[i];
        depth += token == "(" || token == "{" || token == "[" ? 1 : 0;
        depth -= token == ")" || token == "}" || token == "]" ? 1 : 0;
        if (depth == 0) {
            return i + 1;
        }
    }
    return tokens.size();
}

/// Notes what one declaration outside of functions defines. @return the place behind it
std::size_t take_declaration(const std::vector<std::string> &tokens, std::size_t begin, KernelCode &code) {
    std::size_t i = begin;
    std::string last; // name so far: of a function before its bracket, of a type or variable before its end
    std::string function;
    while (i < tokens.size()) {
        const std::string &token = tokens[i];
        if (token == "__attribute__") {
            i = behind_bracket(tokens, i + 1);
        } else if (token == "(") {
            function = last;
            i = behind_bracket(tokens, i);
        } else if (token == "{" && !function.empty()) {
            code.functions.insert(function);
            return behind_bracket(tokens, i);
        } else if (token == "{" || token == "[") {
            const std::size_t behind = behind_bracket(tokens, i);
            for (std::size_t j = i; tokens[begin] == "enum" && j < behind; ++j) {
                if (is_name(tokens[j]) && (tokens[j - 1] == "{" || tokens[j - 1] == ",")) {
                    code.others.insert(tokens[j]);
                }
            }
            i = behind;
        } else if (token == "=") {
            while (i < tokens.size() && tokens[i] != ";") {
                i = tokens[i] == "{" ? behind_bracket(tokens, i) : i + 1;
            }
        } else if (token == ";") {
            if (function.empty() && !last.empty()) {
                code.others.insert(last);
            }
            return i + 1;
        } else {
            last = is_name(token) ? token : last;
            ++i;
        }
    }
    return i;
}

/// Takes the lines of the preprocessor out, and notes what they define.
std::string without_macros(const std::string &text, KernelCode &code) {
    const std::regex define(R"(#define (\w+)([^\n]*))"), fallback(R"(#ifndef (\w+)\n#define \1\b)");
    for (std::sregex_iterator it(text.begin(), text.end(), define), end; it != end; ++it) {
        code.others.insert((*it)[1].str());
    }
    for (std::sregex_iterator it(text.begin(), text.end(), fallback), end; it != end; ++it) {
        code.defaults.insert((*it)[1].str());
    }
    return std::regex_replace(text, std::regex(R"((^|\n)[ ]*#[^\n]*)"), "\n");
}

} // namespace

KernelHeader read_header(std::string_view text) {
    KernelHeader header;
    const std::string comment = top_comment(text);
    std::smatch found;
    if (!std::regex_search(comment, found, std::regex(R"(Provides: (.*?)\. Requires: (.*)\.$)"))) {
        header.problem = "its comment has no 'Provides: ... Requires: ...'";
        return header;
    }
    for (std::string name : split(found[1].str(), ',')) {
        name = std::regex_replace(name, std::regex("^kernels? "), "");
        header.provides.push_back(name);
        header.problem = is_name(name) ? header.problem : "'" + name + "' of what it provides is no name";
    }
    const std::vector<std::string> clauses = split(found[2].str(), ';');
    for (const std::string &part : split(clauses[0], ',')) {
        const bool is_file = std::regex_match(part, std::regex(R"([\w*-]+\.(cl|h))"));
        header.problem =
            is_file || is_name(part) ? header.problem : "'" + part + "' of what it requires is neither file nor name";
        if (part != "nothing") {
            header.parts.push_back(part);
        }
    }
    for (const std::string &clause : clauses) {
        if (clause.starts_with("constant")) {
            for (const std::string &name : split(clause.substr(clause.find(' ')), ',')) {
                header.constants.push_back(name);
                header.problem = is_name(name) ? header.problem : "'" + name + "' is no name of a constant";
            }
        }
    }
    return header;
}

KernelCode read_code(std::string_view text) {
    KernelCode code;
    const std::string plain = std::regex_replace(without_comments(text), std::regex(R"(\\\n)"), " ");
    const std::vector<std::string> all = tokens_of(plain);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (is_name(all[i]) && (i == 0 || (all[i - 1] != "." && all[i - 1] != "->"))) {
            code.named.insert(all[i]);
            if (i + 1 < all.size() && all[i + 1] == "(") {
                code.called.insert(all[i]);
            }
        }
    }
    const std::vector<std::string> tokens = tokens_of(without_macros(plain, code));
    for (std::size_t i = 0; i < tokens.size();) {
        i = take_declaration(tokens, i, code);
    }
    return code;
}

bool matches(std::string_view part, std::string_view file) {
    const std::size_t star = part.find('*');
    if (star == part.npos) {
        return part == file;
    }
    const std::string_view head = part.substr(0, star), tail = part.substr(star + 1);
    return file.size() >= head.size() + tail.size() && file.starts_with(head) && file.ends_with(tail);
}

} // namespace voxmarch::testing
