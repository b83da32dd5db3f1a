#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "util/source.h"

namespace hrfcheck::frontend {

/// The statements of C or C++ code that another statement can be put before: those of blocks in braces. By
/// brackets and key words alone, whatever the text means; comments, strings and directives are skipped. Of
/// broken code, or code nested very deeply, there are fewer.
class Statements {
 public:
  explicit Statements(std::string_view text);

  /// The statements around a place, the innermost first, up to the function. Blocks are left out, since what
  /// stands before one stands as well before its first statement.
  std::vector<Span> around(std::uint32_t at) const;

 private:
  std::vector<Span> all_;  ///< by where they begin; what is inside of another one comes later
};

/// The call that begins at a place, `cuda::atomic_thread_fence(...)`, up to its closing parenthesis; nothing
/// where none begins there.
std::optional<Span> callAt(std::string_view text, std::uint32_t begin);

}  // namespace hrfcheck::frontend
