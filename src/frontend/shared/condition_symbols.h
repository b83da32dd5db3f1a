#pragma once

#include <array>
#include <string_view>

#include "program/ir/condition.h"

namespace hrfcheck::frontend {

/// A symbol of a comparison in conditions.
struct CompareSymbol {
  std::string_view symbol;
  CompareOp op;
};
/// The first symbol of an operator is the one it is printed with.
inline constexpr std::array<CompareSymbol, 7> kCompareSymbols = {{{"=", CompareOp::Eq},
                                                                  {"==", CompareOp::Eq},
                                                                  {"!=", CompareOp::Ne},
                                                                  {"<=", CompareOp::Le},
                                                                  {">=", CompareOp::Ge},
                                                                  {"<", CompareOp::Lt},
                                                                  {">", CompareOp::Gt}}};

}  // namespace hrfcheck::frontend
