#include "engine/circular_values.h"

#include "engine/smt/ask/free_value_search.h"
#include "engine/smt/cadical/cadical_solver.h"

namespace hrfcheck::inline engine {
namespace {

/// Some seconds' worth.
constexpr std::uint64_t kMostOpenClauses = 4'000'000;

}  // namespace

CircularSearch findCircularValues(const EventStructure& structure, const Model& model,
                                  const std::vector<bool>& free, const Deadline& deadline) try {
  smt::CadicalSolver solver(deadline, nullptr, kMostOpenClauses);
  smt::Formula formula(solver, deadline);
  const smt::FreeReads reads(structure, free);
  smt::Encoding encoding(formula, structure, model, {}, SpinningRuns::Included, &reads);
  return smt::FreeValueSearch(encoding, structure, reads, solver).run();
} catch (const smt::TooManyClauses&) {
  return {};
} catch (const OutOfTime&) {
  return {};
}

}  // namespace hrfcheck::inline engine
