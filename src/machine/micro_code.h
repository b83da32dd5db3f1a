#pragma once

#include "machine/rules/machine_kinds.h"
#include "machine/sequence.h"
#include "program/ir/program.h"

namespace hrfcheck::inline machine {

/// The steps of an instruction, as the work-items below one leaf cache execute it.
struct MicroCode {
  std::vector<MicroOp> steps;           ///< none for an instruction that is a thread's own
  std::vector<MemoryNodeId> meanwhile;  ///< caches invalidated at any time from `meanwhileFrom` to the access
  std::size_t meanwhileFrom = 0;
  std::size_t k = 0;  ///< of the node of its scope on the path

  bool accesses() const;
  /// The flush whose messages are under way while a requester stands before a step.
  const MicroOp& flushBefore(std::size_t micro) const;
};

/// What operations are, as machines see them; nothing for those that are a thread's own.
std::optional<Site::Kind> siteKindOf(const Operation& operation);

/// @throws UserError for what the machine has no rules for, with the place in the test
MicroCode microCodeOf(const MemoryTree& tree, const RuleSet& rules, const MachineKind& kind, ThreadId t,
                      const Instruction& instruction);
/// Of all instructions, by thread.
/// @throws UserError with everything that the machine has no rules for
std::vector<std::vector<MicroCode>> microCodesOf(const MemoryTree& tree, const RuleSet& rules,
                                                 const MachineKind& kind, const Program& program);

/// @return the scopes of the program
/// @throws UserError where they are not those that the machine knows
const ScopeTree& scopesFor(const MachineKind& kind, const Program& program);

}  // namespace hrfcheck::inline machine
