#pragma once

#include <optional>
#include <string>
#include <vector>

#include "differential/kernel_tree.h"
#include "util/random.h"

namespace hrfcheck::kernels {

ExprPtr numberExpr(std::int64_t value, IntegerType type = kIntType);
ExprPtr variableExpr(const std::string& name);
ExprPtr elementExpr(const std::string& name, ExprPtr index);
ExprPtr idExpr(Id id);
ExprPtr unaryExpr(Operator op, ExprPtr operand);
ExprPtr binaryExpr(Operator op, ExprPtr left, ExprPtr right);
ExprPtr castExpr(IntegerType type, ExprPtr operand);

IntegerType randomType(Random& random);

/// Makes expressions over the variables that it is told of.
class RandomExpressions {
 public:
  explicit RandomExpressions(Random& random) : random_(random) {}

  std::vector<std::string> variables;
  std::vector<std::pair<std::string, unsigned>> arrays;  ///< of the thread, with how many elements
  bool ids = true;

  /// A small number, a number where types end, a variable, an id.
  ExprPtr leaf();
  /// Something to store.
  ExprPtr value(unsigned depth = 2);
  /// Something to branch on.
  ExprPtr condition();
  /// In range of an array of that many elements, most of the time.
  ExprPtr index(unsigned elements);

 private:
  ExprPtr arithmetic(unsigned depth);
  Random& random_;
};

}  // namespace hrfcheck::kernels
