#include "machine/micro_code.h"

#include "program/ir/operands.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/invariant.h"

namespace hrfcheck::inline machine {

std::optional<Site::Kind> siteKindOf(const Operation& operation) {
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

MicroCode microCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                      const Instruction& instruction) {
  const auto cannot = [&](const std::string& why) -> UserError {
    return {instruction.place, "machine " + kind.name + " cannot run '" + instruction.text + "': " + why};
  };
  const bool fence = std::holds_alternative<FenceOp>(instruction.operation);
  if ((fence && !kind.abilities.fences) || std::holds_alternative<BarrierOp>(instruction.operation)) {
    throw cannot(fence ? "it has no fences" : "it has no barriers");
  }
  const std::optional<Site::Kind> access = siteKindOf(instruction.operation);
  if (!access) {
    return {};
  }
  const Atomicity* const annotated = atomicityOf(instruction.operation);
  const auto atomicity = annotated != nullptr ? std::optional(*annotated) : std::nullopt;
  const std::size_t k = atomicity ? tree.indexOf(t, atomicity->level) : 0;
  const Site site{tree, rules, t, *access, atomicity, k};
  if (const std::string why = kind.unsupported(site); !why.empty()) {
    throw cannot(why);
  }
  const Sequence sequence = kind.steps(site);
  return {sequence.steps(), sequence.meanwhile(), sequence.meanwhileFrom(), k};
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
  if (!known && !kind.abilities.everyDialect) {
    throw UserError("machine " + kind.name + " runs tests of the HSA and OpenCL dialects; the scopes of '" +
                    program.name + "' are not theirs");
  }
  return program.scopes;
}

}  // namespace hrfcheck::inline machine
