#pragma once

#include <cstdint>
#include <vector>

#include "verify/text_lines.h"

namespace hrfcheck::inline verify {

/// A condition on final values.
class FinalCondition {
 public:
  /// Reads one in prefix form: `and eq v0 1 not lt v1 v0`, to the end of the line.
  /// @param variables so many there are
  static FinalCondition read(TextLine& line, std::size_t variables);

  /// It is the word `true`: nothing is asked.
  bool asksNothing() const { return steps_.size() == 1; }
  /// @pre there is a value of each variable
  bool holds(const std::vector<std::int64_t>& finals) const;

 private:
  enum class Op : std::uint8_t { True, Not, And, Or, Eq, Ne, Lt, Le, Gt, Ge, Number, Variable };
  /// Operands stand before what they are operands of, the right one first.
  struct Step {
    Op op;
    std::int64_t number = 0;  ///< or of the variable
  };
  static Step stepOf(std::string_view word, std::size_t variables, const TextLine& line);

  std::vector<Step> steps_;
};

}  // namespace hrfcheck::inline verify
