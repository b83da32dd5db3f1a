#pragma once

#include <string>

#include "cat/syntax/ast.h"

namespace hrfcheck::cat {

/// Cat text that parses to an equal tree. Comments are not kept; parentheses stand where they are needed, and
/// around a complement that the peers read differently.
std::string print(const File& file);
std::string print(const Expr& expr);

}  // namespace hrfcheck::cat
