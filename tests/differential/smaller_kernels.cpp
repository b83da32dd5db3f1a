#include "differential/smaller_kernels.h"

#include "differential/random_expressions.h"

namespace hrfcheck::kernels {
namespace {

using Visit = std::function<bool(const Block&)>;

/// Calls `visit` with smaller forms of an expression, until it says that one is good.
bool eachSmaller(const ExprPtr& expr, const std::function<bool(const ExprPtr&)>& visit) {
  if (expr == nullptr) {
    return false;
  }
  if (expr->kind != ExprKind::Number && visit(numberExpr(0))) {
    return true;
  }
  for (std::size_t i = 0; i < expr->operands.size(); ++i) {
    if (visit(expr->operands[i])) {
      return true;
    }
    const bool inside = eachSmaller(expr->operands[i], [&](const ExprPtr& smaller) {
      Expr copy = *expr;
      copy.operands[i] = smaller;
      return visit(std::make_shared<const Expr>(std::move(copy)));
    });
    if (inside) {
      return true;
    }
  }
  return false;
}

Block replaced(const Block& block, std::size_t at, const Block& by) {
  Block result(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(at));
  result.insert(result.end(), by.begin(), by.end());
  result.insert(result.end(), block.begin() + static_cast<std::ptrdiff_t>(at) + 1, block.end());
  return result;
}

bool eachSmaller(const Block& block, const Visit& visit);

/// The same statement with something smaller in it.
bool insideOf(const Block& block, std::size_t at, const Visit& visit) {
  const Stmt& stmt = *block[at];
  const auto with = [&](const std::function<void(Stmt&)>& change) {
    auto copy = std::make_shared<Stmt>(stmt);
    change(*copy);
    return visit(replaced(block, at, {copy}));
  };
  for (std::size_t b = 0; b < stmt.blocks.size(); ++b) {
    if (visit(replaced(block, at, stmt.blocks[b])) || eachSmaller(stmt.blocks[b], [&](const Block& smaller) {
          return with([&](Stmt& copy) { copy.blocks[b] = smaller; });
        })) {
      return true;
    }
  }
  return eachSmaller(stmt.value,
                     [&](const ExprPtr& e) { return with([&](Stmt& copy) { copy.value = e; }); }) ||
         eachSmaller(stmt.index,
                     [&](const ExprPtr& e) { return with([&](Stmt& copy) { copy.index = e; }); }) ||
         eachSmaller(stmt.cell.index,
                     [&](const ExprPtr& e) { return with([&](Stmt& copy) { copy.cell.index = e; }); });
}

bool eachSmaller(const Block& block, const Visit& visit) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    if (visit(replaced(block, i, {})) || insideOf(block, i, visit)) {
      return true;
    }
  }
  return false;
}

/// What may be left out beside the code.
bool eachSmallerFrame(const Kernel& kernel, const std::function<bool(const Kernel&)>& visit) {
  const auto without = [&](auto member) {
    for (std::size_t i = 0; i < (kernel.*member).size(); ++i) {
      Kernel copy = kernel;
      (copy.*member).erase((copy.*member).begin() + static_cast<std::ptrdiff_t>(i));
      if (visit(copy)) {
        return true;
      }
    }
    return false;
  };
  return without(&Kernel::observed) || without(&Kernel::functions) || without(&Kernel::objects) ||
         without(&Kernel::variables);
}

}  // namespace

bool eachSmallerKernel(const Kernel& kernel, const std::function<bool(const Kernel&)>& visit) {
  if (eachSmaller(kernel.body, [&](const Block& smaller) {
        Kernel copy = kernel;
        copy.body = smaller;
        return visit(copy);
      })) {
    return true;
  }
  for (std::size_t f = 0; f < kernel.functions.size(); ++f) {
    const auto with = [&](const std::function<void(Function&)>& change) {
      Kernel copy = kernel;
      change(copy.functions[f]);
      return visit(copy);
    };
    const Function& function = kernel.functions[f];
    if (eachSmaller(function.body,
                    [&](const Block& b) { return with([&](Function& copy) { copy.body = b; }); }) ||
        eachSmaller(function.result,
                    [&](const ExprPtr& e) { return with([&](Function& copy) { copy.result = e; }); })) {
      return true;
    }
  }
  return eachSmallerFrame(kernel, visit);
}

}  // namespace hrfcheck::kernels
