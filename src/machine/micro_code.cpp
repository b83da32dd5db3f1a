#include "machine/micro_code.h"

#include <algorithm>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
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
  if (annotated == nullptr) {
    return std::nullopt;
  }
  Atomicity ordering = *annotated;
  if (const auto* rmw = std::get_if<RmwOperation>(&operation); rmw != nullptr && rmw->failureOrder) {
    ordering.order = joined(ordering.order, *rmw->failureOrder);  // one code for both ends
  }
  return ordering;
}

bool hasMark(const Instruction& instruction, std::string_view mark) {
  return std::ranges::find(instruction.marks, mark) != instruction.marks.end();
}

bool isLocal(const MemoryLocation& location) {
  return location.space == AddressSpace::Local;
}

/// Whether the address of an access is in LDS.
/// @throws UserError where that is not known
bool accessesLds(const Program& program, const Instruction& instruction) {
  if (std::ranges::none_of(program.locations, isLocal)) {
    return false;
  }
  const std::optional<Value> address = constantValue(*operandsOf(instruction.operation).address);
  const auto location = address ? program.locationAt(*address) : std::nullopt;
  if (!location) {
    throw UserError(instruction.place,
                    "whether '" + instruction.text + "' accesses LDS is not known before it is executed",
                    "name the location: machines execute other instructions for LDS");
  }
  return isLocal(program.locations[*location]);
}

/// What an instruction of AMDGPU says beside its order and scope.
SiteMarks amdgpuMarks(const Program& program, const Instruction& instruction) {
  SiteMarks marks{.oneAs = hasMark(instruction, "one_as"),
                  .noAv = hasMark(instruction, "av_none"),
                  .makesAvailable = hasMark(instruction, "make_available"),
                  .makesVisible = hasMark(instruction, "make_visible")};
  if (const auto* fence = std::get_if<FenceOp>(&instruction.operation)) {
    marks.local = !fence->spaces.global;
  } else if (const auto* barrier = std::get_if<BarrierOp>(&instruction.operation)) {
    marks.named = barrier->amongNamed;
  } else if (accessKindOf(instruction.operation) != AccessKind::None) {
    marks.local = accessesLds(program, instruction);
  }
  return marks;
}

/// The level that a mark names: "vis.agent" of a load that is visible to the agent.
std::optional<std::uint32_t> levelOfMark(const ScopeTree& scopes, const Instruction& instruction,
                                         std::string_view prefix) {
  for (const std::string& mark : instruction.marks) {
    if (mark.starts_with(prefix)) {
      const auto found = std::ranges::find(scopes.levels(), mark.substr(prefix.size()));
      INVARIANT(found != scopes.levels().end(), "what is available or visible is so at a level");
      return static_cast<std::uint32_t>(found - scopes.levels().begin());
    }
  }
  return std::nullopt;
}

/// An ordinary access of AMDGPU that is available or visible has the scope bits of an atomic one, and nothing
/// in LDS has a scope beyond the work-group.
std::optional<Atomicity> amdgpuOrdering(const Program& program, const Instruction& instruction,
                                        std::optional<Atomicity> ordering, bool local) {
  for (const std::string_view prefix : {"av.", "vis."}) {
    if (const auto level = levelOfMark(program.scopes, instruction, prefix)) {
      ordering = Atomicity{Order::Relaxed, *level};
    }
  }
  if (ordering && local) {
    ordering->level = std::min(ordering->level, kGroupLevel);
  }
  return ordering;
}

/// Why no machine runs it; empty where one may.
std::string neverRun(const Operation& operation) {
  const auto* barrier = std::get_if<BarrierOp>(&operation);
  if (barrier == nullptr) {
    return {};
  }
  return barrier->isNamedByRegister() ? "it has no barriers that registers name"
         : barrier->count             ? "it has no barriers that count arrivals"
         : !barrier->waits            ? "it has no barriers without waiting"
                                      : "";
}

}  // namespace

namespace {

/// The steps of an instruction of which it is known what it orders and what else it says.
MicroCode microCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                      const Instruction& instruction, const std::optional<Atomicity>& ordering,
                      const SiteMarks& marks) {
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
  const Site site = siteOf(kind, tree, rules, t, *access, ordering, marks);
  const ProtocolClause* const clause = clauseFor(kind.protocol, site);
  if (clause == nullptr || !clause->refusal.empty()) {
    throw cannot(clause == nullptr ? "it has no rules for that" : clause->refusal);
  }
  const Sequence sequence = sequenceOf(*clause, site);
  return {sequence.steps, sequence.meanwhile, sequence.meanwhileFrom, site.k};
}

/// As a machine for AMDGPU executes it.
MicroCode amdgpuCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                       const Program& program, const Instruction& instruction) {
  const SiteMarks marks = amdgpuMarks(program, instruction);
  const auto ordering = amdgpuOrdering(program, instruction, orderingOf(instruction.operation), marks.local);
  return microCodeOf(tree, rules, kind, t, instruction, ordering, marks);
}

}  // namespace

MicroCode microCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                      const Instruction& instruction) {
  return microCodeOf(tree, rules, kind, t, instruction, orderingOf(instruction.operation), {});
}

std::vector<std::vector<MicroCode>> microCodesOf(const MemoryTree& tree, const RuleSet& rules,
                                                 const MachineKind& kind, const Program& program) {
  Diagnostics mistakes;
  std::vector<std::vector<MicroCode>> codes;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    std::vector<MicroCode>& code = codes.emplace_back();
    for (const Instruction& instruction : program.threads[t].instructions) {
      try {
        code.push_back(kind.tests == MachineTests::Amdgpu
                           ? amdgpuCodeOf(tree, rules, kind, t, program, instruction)
                           : microCodeOf(tree, rules, kind, t, instruction));
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
  switch (kind.tests) {
    case MachineTests::EveryDialect:
      break;
    case MachineTests::Hsa:
      if (levels.size() != kGpuLevels || levels[kGroupLevel] != "wg") {
        throw UserError("machine " + kind.name +
                        " runs tests of the HSA and OpenCL dialects; the scopes of '" + program.name +
                        "' are not theirs");
      }
      break;
    case MachineTests::Amdgpu:
      if (program.dialect != "AMDGPU") {
        throw UserError("machine " + kind.name + " runs tests of the AMDGPU dialect; '" + program.name +
                        "' is in another");
      }
      break;
  }
  return program.scopes;
}

}  // namespace hrfcheck::inline machine
