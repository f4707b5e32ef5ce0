// Errors keep problem and advice apart and join them for what().
#include "base/error.h"

#include "base/note.h"

namespace voxmarch {

struct Error::Parts {
    std::string problem;
    std::vector<Advice> advice;
};

Error::Error(const std::string &problem, std::vector<Advice> advice)
    : std::runtime_error(with_advice(problem, advice, plain_words)),
      parts_(std::make_shared<const Parts>(Parts{problem, std::move(advice)})) {}

const std::string &Error::problem() const noexcept { return parts_->problem; }

const std::vector<Advice> &Error::advice() const noexcept { return parts_->advice; }

} // namespace voxmarch
