#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace hrfcheck::frontend {

/// Where the statements begin that a place of C code is inside of, the innermost first: each `if`, `for`,
/// `while` and `switch` with a block in braces around the place, up to the function. Left out are those that
/// no other statement can stand before: behind an `else`, and as the body of a loop without braces. By the
/// text alone: braces in comments and strings are taken for braces.
std::vector<std::uint32_t> enclosingStatements(std::string_view text, std::uint32_t at);

}  // namespace hrfcheck::frontend
