#include "frontend/shared/finish.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "program/condition/condition.h"
#include "program/expr/expr_parts.h"
#include "program/expr/further_operators.h"
#include "program/flow/not_for_models.h"
#include "program/ir/operation_parts.h"
#include "program/ir/program.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {

namespace {

bool earlier(const Diagnostic& a, const Diagnostic& b) {
  return std::tie(a.place.span.begin, a.place.span.end, a.severity, a.message) <
         std::tie(b.place.span.begin, b.place.span.end, b.severity, b.message);
}

}  // namespace

Diagnostics withoutRepetition(const Diagnostics& diagnostics) {
  std::vector<Diagnostic> sorted = diagnostics.all();
  std::ranges::stable_sort(sorted, earlier);
  const auto repeated = [](const Diagnostic& a, const Diagnostic& b) {
    return !earlier(a, b) && !earlier(b, a);
  };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), repeated), sorted.end());
  Diagnostics result;
  for (const Diagnostic& d : sorted) {
    d.severity == Severity::Error ? result.error(d.place, d.message, d.hint)
                                  : result.warning(d.place, d.message, d.hint);
  }
  return result;
}

namespace {

bool names(const ExprPtr& expr) {
  return hasConstant(expr, isUnknown);
}

bool names(const ConditionTerm& term) {
  const Value* value = std::get_if<Value>(&term);
  return value != nullptr && isUnknown(*value);
}

bool names(const Condition& condition) {
  bool any = false;
  forEachComparison(condition,
                    [&](const CompareCondition& c, bool) { any = any || names(c.left) || names(c.right); });
  return any;
}

bool names(const Instruction& instruction) {
  bool any = false;
  forEachExpr(instruction.operation, [&](const ExprPtr& expr) { any = any || names(expr); });
  return any;
}

[[noreturn]] void refuse(const Place& place) {
  throw UserError(place,
                  fmt::format("{} (0x{:x}) cannot be used: it represents unknown contents", kUnknown,
                              static_cast<std::uint64_t>(kUnknown)),
                  "use another number");
}

/// Refuses a program that names the number that stands for contents which nobody knows (kUnknown).
/// @param compiled whether locations and code may hold it, and then mean that (frontend/lowlevel)
/// @throws UserError
void refuseReservedNumber(const Program& program, bool compiled) {
  for (const Thread& thread : program.threads) {
    for (const Instruction& instruction : thread.instructions) {
      if (!compiled && names(instruction)) {
        refuse(instruction.place);
      }
    }
  }
  const bool begins = std::ranges::any_of(program.threads, [](const Thread& thread) {
    return std::ranges::any_of(thread.initialRegisters, isUnknown);
  });
  const bool holds = !compiled && std::ranges::any_of(program.locations, isUnknown, &MemoryLocation::initial);
  if (begins || holds || names(*program.condition) || (program.filter != nullptr && names(*program.filter))) {
    refuse(Place{program.source, {}});
  }
}

}  // namespace

void finish(Program& program, const Diagnostics& found, bool compiled) {
  found.throwIfErrors();
  program.notForModels = outsideModels(program);
  program.warnings = found.warnings();
  validate(program);
  refuseReservedNumber(program, compiled);
}

}  // namespace hrfcheck::frontend
