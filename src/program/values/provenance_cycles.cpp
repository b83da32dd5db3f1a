// The data flow as a graph of locations, registers and writing instructions, without regard to the order of
// instructions. An address that only constants and registers that hold constants go into is known; any other
// may be that of every location. The cycles are the strongly connected components with a write in them. A
// write that is unrolled stands for as many writes as it has copies.

#include "program/values/provenance_cycles.h"

#include <algorithm>
#include <map>
#include <set>

#include "program/expr/operators.h"
#include "program/flow/outside_models.h"
#include "program/ir/operands.h"
#include "relation/components.h"

namespace hrfcheck::inline program {
namespace {

/// The values of the registers of a thread that only ever hold constants.
class ConstantRegisters {
 public:
  explicit ConstantRegisters(const Thread& thread) {
    for (RegisterId r = 0; r < thread.registers.size(); ++r) {
      values_.push_back(std::set{thread.initialRegisters[r]});
    }
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : thread.instructions) {
        for (const RegisterId target : targetsOf(instruction.operation)) {
          const auto* assign = std::get_if<AssignOp>(&instruction.operation);
          changed = add(target, assign == nullptr ? std::nullopt : of(*assign->value)) || changed;
        }
      }
    }
  }

  /// Nothing where they are not known, or more than a few.
  std::optional<std::set<Value>> of(const Expr& expr) const {
    const std::vector<RegisterId> mentioned = registersOf(expr);
    if (mentioned.size() > 1) {
      return std::nullopt;
    }
    std::set<Value> result;
    const std::set<Value> none{0};
    const auto& inputs = mentioned.empty() ? std::optional(none) : values_[mentioned.front()];
    if (!inputs) {
      return std::nullopt;
    }
    for (const Value v : *inputs) {
      if (const auto value = evaluate(expr, [&](RegisterId) { return v; })) {
        result.insert(*value);
      }
    }
    return result;
  }

 private:
  static constexpr std::size_t kMostValues = 64;

  bool add(RegisterId target, const std::optional<std::set<Value>>& values) {
    auto& known = values_[target];
    if (!known) {
      return false;
    }
    const std::size_t before = known->size();
    if (values) {
      known->insert(values->begin(), values->end());
    }
    if (!values || known->size() > kMostValues) {
      known.reset();
      return true;
    }
    return known->size() != before;
  }

  std::vector<std::optional<std::set<Value>>> values_;  ///< nothing: any value
};

/// Nodes: the locations, memory that a store to an unknown address may reach, memory that a load from one may
/// come from, and for each thread its registers and its instructions.
class DataFlow {
 public:
  explicit DataFlow(const Program& program)
      : program_(program), nodes_(static_cast<std::uint32_t>(program.locations.size()) + 2) {
    for (LocationId l = 0; l < program.locations.size(); ++l) {
      edge(anywhereStored(), l);
      edge(l, anywhereLoaded());
    }
    for (const Thread& thread : program.threads) {
      registers_.push_back(nodes_);
      instructions_.push_back(nodes_ + static_cast<std::uint32_t>(thread.registers.size()));
      nodes_ = instructions_.back() + static_cast<std::uint32_t>(thread.instructions.size());
    }
    for (ThreadId t = 0; t < program.threads.size(); ++t) {
      const ConstantRegisters constants(program.threads[t]);
      for (std::uint32_t i = 0; i < program.threads[t].instructions.size(); ++i) {
        addInstruction(t, i, constants);
      }
    }
  }

  std::uint32_t nodeOf(ThreadId t, std::uint32_t instruction) const { return instructions_[t] + instruction; }

  Components components() const {
    std::vector<std::size_t> first(nodes_ + 1, 0);
    std::vector<std::uint32_t> targets;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> sorted = edges_;
    std::ranges::sort(sorted);
    for (const auto& [from, to] : sorted) {
      ++first[from + 1];
      targets.push_back(to);
    }
    for (std::uint32_t n = 0; n < nodes_; ++n) {
      first[n + 1] += first[n];
    }
    return Components({first, targets});
  }

 private:
  std::uint32_t anywhereStored() const { return static_cast<std::uint32_t>(program_.locations.size()); }
  std::uint32_t anywhereLoaded() const { return anywhereStored() + 1; }

  void edge(std::uint32_t from, std::uint32_t to) { edges_.emplace_back(from, to); }

  void fromRegisters(ThreadId t, const Expr& expr, std::uint32_t to) {
    for (const RegisterId r : registersOf(expr)) {
      edge(registers_[t] + r, to);
    }
  }

  /// The memory that an address may name, or `unknown`.
  std::vector<std::uint32_t> memory(const Expr& address, const ConstantRegisters& constants,
                                    std::uint32_t unknown) const {
    const auto addresses = constants.of(address);
    if (!addresses) {
      return {unknown};
    }
    std::vector<std::uint32_t> result;
    for (const Value v : *addresses) {
      if (const auto location = program_.locationAt(v)) {
        result.push_back(*location);
      }
    }
    return result;
  }

  void load(ThreadId t, RegisterId target, const Expr& address, const ConstantRegisters& constants) {
    for (const std::uint32_t from : memory(address, constants, anywhereLoaded())) {
      edge(from, registers_[t] + target);
    }
  }

  void store(std::uint32_t write, const Expr& address, const ConstantRegisters& constants) {
    for (const std::uint32_t to : memory(address, constants, anywhereStored())) {
      edge(write, to);
    }
  }

  void addInstruction(ThreadId t, std::uint32_t i, const ConstantRegisters& constants) {
    const std::uint32_t write = nodeOf(t, i);
    std::visit(
        Overloaded{[&](const LoadOp& o) { load(t, o.target, *o.address, constants); },
                   [&](const StoreOp& o) {
                     fromRegisters(t, *o.value, write);
                     store(write, *o.address, constants);
                   },
                   [&](const RmwOperation& o) {
                     if (o.target) {
                       load(t, *o.target, *o.address, constants);
                     }
                     fromRegisters(t, *o.operand, write);
                     if (combinesOld(o.op)) {
                       for (const std::uint32_t from : memory(*o.address, constants, anywhereLoaded())) {
                         edge(from, write);
                       }
                     }
                     store(write, *o.address, constants);
                   },
                   [&](const AssignOp& o) { fromRegisters(t, *o.value, registers_[t] + o.target); },
                   NoValuesMove{}},
        program_.threads[t].instructions[i].operation);
  }

  const Program& program_;
  std::uint32_t nodes_;
  std::vector<std::uint32_t> registers_, instructions_;  ///< by thread: the first node
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;
};

}  // namespace

ValueCycles::ValueCycles(const Program& program, const std::vector<UnrolledThread>& threads) {
  const DataFlow flow(program);
  const Components components = flow.components();
  std::map<std::uint32_t, std::uint32_t> cycles;  // by component
  for (ThreadId t = 0; t < threads.size(); ++t) {
    auto& members = members_.emplace_back(threads[t].nodes.size());
    for (NodeId n = 0; n < threads[t].nodes.size(); ++n) {
      const std::uint32_t instruction = threads[t].nodes[n].instruction;
      const std::uint32_t component = components.of(flow.nodeOf(t, instruction));
      if (!writesMemory(program.threads[t].instructions[instruction].operation) ||
          components.nodes(component).size() == 1) {
        continue;
      }
      const auto [known, isNew] = cycles.emplace(component, static_cast<std::uint32_t>(writes_.size()));
      if (isNew) {
        writes_.push_back(0);
      }
      members[n] = Member{known->second, writes_[known->second]++};
    }
  }
}

std::optional<History> ValueCycles::through(ThreadId t, NodeId n, const History& history) const {
  const auto& member = members_[t][n];
  if (!member) {
    return History{};
  }
  const std::uint64_t bit = member->index < 64 ? std::uint64_t{1} << member->index : 0;
  const auto known = std::ranges::find(history, member->cycle, &Passage::cycle);
  if (known == history.end()) {
    return History{{member->cycle, 1, bit}};
  }
  if ((known->writes & bit) != 0 || known->length >= writes_[member->cycle]) {
    return std::nullopt;
  }
  return History{{member->cycle, known->length + 1, known->writes | bit}};
}

}  // namespace hrfcheck::inline program
