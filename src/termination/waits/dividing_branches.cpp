#include <algorithm>

#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "termination/waits/wavefront_code.h"

namespace hrfcheck::inline termination {
namespace {

/// Whether two lanes do the same with the same registers, constants aside.
bool differInConstantsOnly(const Thread& a, const Thread& b) {
  if (a.registers != b.registers || a.instructions.size() != b.instructions.size()) {
    return false;
  }
  for (std::size_t i = 0; i < a.instructions.size(); ++i) {
    const Instruction& one = a.instructions[i];
    const Instruction& other = b.instructions[i];
    const auto negated = [](const Instruction& instruction) {
      return instruction.predicate && instruction.predicate->negated;
    };
    if (one.operation.index() != other.operation.index() || negated(one) != negated(other) ||
        one.predicate.has_value() != other.predicate.has_value() ||
        targetsOf(one.operation) != targetsOf(other.operation) ||
        registersReadBy(one) != registersReadBy(other)) {
      return false;
    }
  }
  return true;
}

/// Which registers may hold different values in lanes that execute the same instruction.
class Varying {
 public:
  Varying(const Program& program, const WavefrontCode& code, PacedLook& look)
      : program_(program), code_(code), look_(look) {
    const Thread& first = lane(0);
    varying_.resize(first.registers.size(), false);
    parted_.resize(code.flow.end(), false);
    dividing_.resize(code.flow.end(), false);
    for (std::size_t i = 1; i < code.lanes.size(); ++i) {
      for (RegisterId reg = 0; reg < first.registers.size(); ++reg) {
        varying_[reg] = varying_[reg] || lane(i).initialRegisters[reg] != first.initialRegisters[reg];
      }
    }
  }

  std::vector<std::uint32_t> branches() {
    while (spread()) {
    }
    std::vector<std::uint32_t> result;
    for (std::uint32_t i = 0; i < code_.flow.end(); ++i) {
      if (dividing_[i]) {
        result.push_back(i);
      }
    }
    return result;
  }

 private:
  const Thread& lane(std::size_t i) const { return program_.threads[code_.lanes[i]]; }
  const Instruction& instruction(std::uint32_t at) const { return lane(0).instructions[at]; }

  /// One round; whether there is more than before.
  bool spread() {
    bool more = false;
    for (std::uint32_t at = 0; at < code_.flow.end(); ++at) {
      look_.spend(code_.lanes.size());
      if (parted_[at] || readsWhatVaries(at)) {
        for (const RegisterId reg : targetsOf(instruction(at).operation)) {
          more = more || !varying_[reg];
          varying_[reg] = true;
        }
      }
      const Exits& exits = code_.flow.exits(at);
      const bool leaves = std::holds_alternative<ExitOp>(instruction(at).operation);
      if (exits.next != exits.taken && !leaves && !dividing_[at] && operandsVary(at)) {
        dividing_[at] = true;
        part(at);
        more = true;
      }
    }
    return more;
  }

  /// What lanes do apart, on their ways from a branch to where they meet.
  void part(std::uint32_t branch) {
    const Exits& exits = code_.flow.exits(branch);
    for (const std::uint32_t side : {exits.next, exits.taken}) {
      look_.spend(code_.flow.end());
      const Places reached = code_.flow.reach(side, code_.meetings[branch]);
      for (std::uint32_t at = 0; at < code_.flow.end(); ++at) {
        parted_[at] = parted_[at] || reached[at];
      }
    }
  }

  /// Memory is read lane by lane, with writes of others in between; votes are taken together.
  bool readsWhatVaries(std::uint32_t at) const {
    const Operation& operation = instruction(at).operation;
    const bool votes = std::holds_alternative<VoteOp>(operation);
    return readsMemory(operation) || (votes ? guardVaries(at) : operandsVary(at));
  }

  bool guardVaries(std::uint32_t at) const {
    const auto& predicate = instruction(at).predicate;
    return predicate && varying_[predicate->reg];
  }

  bool operandsVary(std::uint32_t at) const {
    const std::vector<RegisterId> read = registersReadBy(instruction(at));
    if (std::ranges::any_of(read, [&](RegisterId reg) { return varying_[reg]; })) {
      return true;
    }
    const Operands first = operandsOf(instruction(at).operation);
    for (std::size_t i = 1; i < code_.lanes.size(); ++i) {
      const Operands other = operandsOf(lane(i).instructions[at].operation);
      if (first.values.size() != other.values.size()) {
        return true;
      }
      for (std::size_t v = 0; v < first.values.size(); ++v) {
        if (!sameExpr(*first.values[v], *other.values[v])) {
          return true;
        }
      }
    }
    return false;
  }

  const Program& program_;
  const WavefrontCode& code_;
  PacedLook& look_;
  std::vector<bool> varying_;   ///< by register
  std::vector<bool> parted_;    ///< by instruction: lanes may execute it apart from each other
  std::vector<bool> dividing_;  ///< by instruction
};

}  // namespace

std::vector<std::uint32_t> dividingBranches(const Program& program, const WavefrontCode& code,
                                            PacedLook& look) {
  const Thread& first = program.threads[code.lanes.front()];
  const bool alike = std::ranges::all_of(code.lanes, [&](ThreadId lane) {
    look.spend(code.flow.end());
    return differInConstantsOnly(first, program.threads[lane]);
  });
  if (alike) {
    return Varying(program, code, look).branches();
  }
  std::vector<std::uint32_t> all;
  for (std::uint32_t at = 0; at < code.flow.end(); ++at) {
    if (code.flow.exits(at).next != code.flow.exits(at).taken) {
      all.push_back(at);
    }
  }
  return all;
}

}  // namespace hrfcheck::inline termination
