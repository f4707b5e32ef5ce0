// Reads an expression by recursive descent.
#pragma once

#include "volume/synthetic/expression.h"

namespace voxmarch {

/// The steps of an expression; see Expression. @throws UsageError
std::vector<Expression::Step> parse_expression(std::string_view text);

} // namespace voxmarch
