#include "machine/micro_code.h"

#include <algorithm>

#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

bool MicroCode::accesses() const {
  return std::ranges::any_of(steps, [](const MicroOp& op) { return op.kind == MicroOp::Kind::Access; });
}

const MicroOp& MicroCode::flushBefore(std::size_t micro) const {
  while (micro-- > 0) {
    if (steps[micro].kind == MicroOp::Kind::Flush) {
      return steps[micro];
    }
  }
  failInvariant("flush", "flush messages are those of the instruction under way");
}

std::optional<Site::Kind> siteKindOf(const Operation& operation) {
  if (std::holds_alternative<FenceOp>(operation)) {
    return Site::Kind::Fence;
  }
  if (std::holds_alternative<BarrierOp>(operation)) {
    return Site::Kind::Barrier;
  }
  switch (accessKindOf(operation)) {
    case AccessKind::Load:
      return Site::Kind::Load;
    case AccessKind::Store:
      return Site::Kind::Store;
    case AccessKind::Rmw:
      return Site::Kind::Rmw;
    case AccessKind::None:
      return std::nullopt;
  }
  failInvariant("access", "every kind of access is one");
}

namespace {

/// What of an operation orders memory; of a barrier, the memory that its arrival releases and its departure
/// acquires.
std::optional<Atomicity> orderingOf(const Operation& operation) {
  if (const auto* barrier = std::get_if<BarrierOp>(&operation)) {
    return barrier->order
               ? std::optional(Atomicity{*barrier->order, barrier->memoryLevel.value_or(barrier->level)})
               : std::nullopt;
  }
  const Atomicity* const annotated = atomicityOf(operation);
  return annotated != nullptr ? std::optional(*annotated) : std::nullopt;
}

/// Why no machine runs it; empty where one may.
std::string neverRun(const Operation& operation) {
  const auto* barrier = std::get_if<BarrierOp>(&operation);
  if (barrier == nullptr) {
    return {};
  }
  return barrier->isNamedByRegister() ? "it has no barriers that registers name"
         : barrier->count             ? "it has no barriers that count arrivals"
         : !barrier->waits            ? "it has no barriers at which nobody waits"
                                      : "";
}

}  // namespace

MicroCode microCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                      const Instruction& instruction) {
  const auto cannot = [&](const std::string& why) -> UserError {
    return {instruction.place, "machine " + kind.name + " cannot run '" + instruction.text + "': " + why};
  };
  const std::optional<Site::Kind> access = siteKindOf(instruction.operation);
  if (!access) {
    return {};
  }
  if (const std::string why = neverRun(instruction.operation); !why.empty()) {
    throw cannot(why);
  }
  const Site site = siteOf(kind, tree, rules, t, *access, orderingOf(instruction.operation));
  const ProtocolClause* const clause = clauseFor(kind.protocol, site);
  if (clause == nullptr || !clause->refusal.empty()) {
    throw cannot(clause == nullptr ? "it has no rules for that" : clause->refusal);
  }
  const Sequence sequence = sequenceOf(*clause, site);
  return {sequence.steps, sequence.meanwhile, sequence.meanwhileFrom, site.k};
}

std::vector<std::vector<MicroCode>> microCodesOf(const MemoryTree& tree, const RuleSet& rules,
                                                 const MachineKind& kind, const Program& program) {
  Diagnostics mistakes;
  std::vector<std::vector<MicroCode>> codes;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<MicroCode>& code = codes.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      try {
        code.push_back(microCodeOf(tree, rules, kind, t, instruction));
      } catch (const UserError& error) {
        for (const Diagnostic& d : error.diagnostics()) {
          mistakes.error(d.place, d.message, d.hint);
        }
      }
    }
  }
  mistakes.throwIfErrors();
  return codes;
}

const ScopeTree& scopesFor(const MachineKind& kind, const Program& program) {
  const std::vector<std::string>& levels = program.scopes.levels();
  const bool known = levels.size() == kGpuLevels && levels[kGroupLevel] == "wg";
  if (!known && !kind.everyDialect) {
    throw UserError("machine " + kind.name + " runs tests of the HSA and OpenCL dialects; the scopes of '" +
                    program.name + "' are not theirs");
  }
  return program.scopes;
}

}  // namespace hrfcheck::inline machine
