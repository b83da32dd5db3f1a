#include "engine/smt/formula/cardinality.h"

namespace hrfcheck::inline engine::smt {

Lit atLeast(Formula& formula, std::size_t count, const std::vector<Lit>& literals) {
  if (count == literals.size()) {
    return formula.andOf(literals);
  }
  // reached[n]: at least n of the literals seen so far are true
  std::vector<Lit> reached(count + 1, kFalse);
  reached[0] = kTrue;
  for (const Lit literal : literals) {
    formula.spend(count);
    for (std::size_t n = count; n > 0; --n) {
      reached[n] = formula.orOf(reached[n], formula.andOf(reached[n - 1], literal));
    }
  }
  return reached[count];
}

}  // namespace hrfcheck::inline engine::smt
