// The grammar of expressions:
//   sum     = product { ("+" | "-") product }
//   product = signed { ("*" | "/") signed }
//   signed  = "-" signed | power
//   power   = operand [ "^" whole number ]
//   operand = number | "pi" | "x" | "y" | "z" | "(" sum ")" | function "(" sum [ "," sum ] ")"
#include "volume/synthetic/expression_parser.h"

#include "base/error.h"
#include "base/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

namespace voxmarch {

namespace {

using Operation = Expression::Operation;

struct Function {
    std::string_view name;
    Operation operation;
    int operands;
};

constexpr Function functions[] = {
    {"sqrt", Operation::square_root, 1}, {"abs", Operation::absolute, 1}, {"min", Operation::minimum, 2},
    {"max", Operation::maximum, 2},      {"sin", Operation::sine, 1},     {"cos", Operation::cosine, 1},
    {"exp", Operation::exponential, 1},
};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class ExpressionParser {
public:
    explicit ExpressionParser(std::string_view text) : text_(text) {}

    std::vector<Expression::Step> all() {
        if (text_.size() > Expression::most_characters) {
            throw UsageError(fmt::format("the expression has {} characters; {} are allowed", text_.size(),
                                         Expression::most_characters));
        }
        sum();
        if (next() != '\0') {
            fail(is_letter(next()) || is_digit(next()) || next() == '(' ? "an operator is missing before '{}'"
                                                                        : "'{}' cannot stand here");
        }
        return std::move(steps_);
    }

private:
    std::string_view text_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::vector<Expression::Step> steps_;

    /// What comes next, blanks left out; 0 at the end.
    char next() {
        while (at_ < text_.size() && text_[at_] == ' ') {
            ++at_;
        }
        return at_ < text_.size() ? text_[at_] : '\0';
    }

    bool take(char c) {
        const bool there = next() == c;
        at_ += there ? 1 : 0;
        return there;
    }

    void append(Operation operation, double number = 0.0) { steps_.push_back({operation, number}); }

    /// @param problem  with a place for what stands there
    [[noreturn]] void fail(std::string_view problem) { fail_at(at_, problem); }

    [[noreturn]] void fail_at(std::size_t at, std::string_view problem) const {
        const std::string there =
            at < text_.size() ? text::one_line(text_.substr(at, word_at(at).empty() ? 1 : word_at(at).size()), 40) : "";
        // What stands before is enough to find the place.
        constexpr std::size_t shown = 40;
        const std::size_t begin = at > shown ? at - shown / 2 : 0;
        const std::string part =
            fmt::format("{}{}{}", begin > 0 ? "..." : "", text::one_line(text_.substr(begin, shown), 200),
                        begin + shown < text_.size() ? "..." : "");
        throw UsageError(fmt::format("column {} of '{}': {}", at + 1, part, fmt::format(fmt::runtime(problem), there)));
    }

    std::string_view word_at(std::size_t at) const {
        const auto begin = text_.begin() + static_cast<std::ptrdiff_t>(at);
        const auto end = std::find_if_not(begin, text_.end(), [](char c) { return is_letter(c) || is_digit(c); });
        return text_.substr(at, static_cast<std::size_t>(end - begin));
    }

    void sum() {
        product();
        while (next() == '+' || next() == '-') {
            const Operation operation = text_[at_++] == '+' ? Operation::add : Operation::subtract;
            product();
            append(operation);
        }
    }

    void product() {
        signed_power();
        while (next() == '*' || next() == '/') {
            const Operation operation = text_[at_++] == '*' ? Operation::multiply : Operation::divide;
            signed_power();
            append(operation);
        }
    }

    void signed_power() {
        next(); // the column of a sign, not of blanks before it
        if (++depth_ > Expression::most_depth) {
            fail(fmt::format("more than {} parentheses or signs within each other", Expression::most_depth));
        }
        if (take('-')) {
            signed_power();
            append(Operation::negate);
        } else {
            power();
        }
        --depth_;
    }

    void power() {
        operand();
        if (!take('^')) {
            return;
        }
        next();
        const std::size_t begin = at_;
        const std::string_view digits = word_at(begin);
        const auto exponent = text::to_integer(digits);
        const bool is_whole = exponent && is_digit(digits[0]) && text_.substr(begin + digits.size(), 1) != ".";
        if (!is_whole || *exponent > Expression::most_power) {
            fail(fmt::format("powers are whole numbers from 0 to {}", Expression::most_power));
        }
        at_ += digits.size();
        append(Operation::power, static_cast<double>(*exponent));
        if (next() == '^') {
            fail("of a power of a power one must stand in parentheses");
        }
    }

    void operand() {
        const char first = next();
        if (is_digit(first) || first == '.') {
            number();
        } else if (is_letter(first)) {
            word();
        } else if (take('(')) {
            sum();
            close();
        } else {
            fail(first == '\0' ? "a number, a variable or a function is missing at the end"
                               : "a number, a variable or a function is missing before '{}'");
        }
    }

    void number() {
        double value = 0.0;
        const auto [end, problem] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), value);
        if (problem != std::errc() || !std::isfinite(value)) {
            fail("this is no number of double precision");
        }
        at_ = static_cast<std::size_t>(end - text_.data());
        append(Operation::number, value);
    }

    void word() {
        const std::size_t begin = at_;
        const std::string_view name = word_at(begin);
        at_ += name.size();
        if (name == "x" || name == "y" || name == "z") {
            append(name == "x" ? Operation::x : name == "y" ? Operation::y : Operation::z);
            return;
        }
        if (name == "pi") {
            append(Operation::number, std::numbers::pi);
            return;
        }
        const auto *const function = std::ranges::find(functions, name, &Function::name);
        if (function == std::end(functions)) {
            fail_at(begin, "'{}' is none of x, y, z, pi, sqrt, abs, min, max, sin, cos and exp");
        }
        if (!take('(')) {
            fail_at(begin, "'{}' needs parentheses");
        }
        sum();
        if (function->operands == 2) {
            if (!take(',')) {
                fail_at(begin, "'{}' takes two values with a comma between them");
            }
            sum();
        }
        if (next() == ',') {
            fail_at(begin, function->operands == 1 ? "'{}' takes one value" : "'{}' takes two values");
        }
        close();
        append(function->operation);
    }

    void close() {
        if (!take(')')) {
            fail(next() == '\0' ? "')' is missing at the end" : "')' is missing before '{}'");
        }
    }
};

} // namespace

std::vector<Expression::Step> parse_expression(std::string_view text) {
    constexpr std::string_view minus_sign = "\u2212"; // of typeset formulas
    std::string plain(text);
    for (std::size_t at = plain.find(minus_sign); at != plain.npos; at = plain.find(minus_sign, at)) {
        plain.replace(at, minus_sign.size(), "-");
    }
    return ExpressionParser(plain).all();
}

} // namespace voxmarch
