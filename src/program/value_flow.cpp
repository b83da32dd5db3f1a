// Value sets by abstract interpretation: every register holds a set of values, joined where control flow
// joins; every location collects what is stored to it. Branches on one register narrow its set on either
// side. An execution in which values do not come out of thin air passes a value through each write at most
// once, so as many rounds as there are writes reach every value that can occur. Sets are too large at times,
// never too small.

#include "program/value_flow.h"

#include <algorithm>
#include <set>

#include "util/overloaded.h"

namespace hrfcheck {
namespace {

using ValueSet = std::set<Value>;
using Registers = std::vector<ValueSet>;

constexpr std::size_t kLargestSet = 4096;
constexpr std::size_t kMostCombinations = 1U << 20U;
/// Values handled in all, a few seconds' worth; a test that needs more could not be analysed anyway.
constexpr std::size_t kMostSteps = 10'000'000;

void join(ValueSet& into, const ValueSet& from) {
  into.insert(from.begin(), from.end());
}

/// Calls `visit` with every combination of values of the registers that `expr` mentions.
template <typename Visit>
void forEachCombination(const Registers& registers, const std::vector<RegisterId>& mentioned,
                        const Place& place, Visit&& visit) {
  std::size_t combinations = 1;
  for (RegisterId reg : mentioned) {
    combinations *= std::max<std::size_t>(registers[reg].size(), 1);
    if (combinations > kMostCombinations) {
      throw UserError(place, "too many possible values to enumerate");
    }
  }
  std::vector<Value> chosen(registers.size(), 0);
  const auto choose = [&](auto&& self, std::size_t i) -> void {
    if (i == mentioned.size()) {
      visit(chosen);
      return;
    }
    for (Value v : registers[mentioned[i]]) {
      chosen[mentioned[i]] = v;
      self(self, i + 1);
    }
  };
  choose(choose, 0);
}

ValueSet valuesOf(const Expr& expr, const Registers& registers, const Place& place) {
  ValueSet result;
  forEachCombination(registers, registersOf(expr), place, [&](const std::vector<Value>& chosen) {
    if (const auto v = evaluate(expr, [&](RegisterId r) { return chosen[r]; })) {
      result.insert(*v);
    }
  });
  return result;
}

class Flow {
 public:
  Flow(const Program& program, const std::vector<UnrolledThread>& threads)
      : program_(program), threads_(threads), memory_(program.locations.size()) {
    for (LocationId l = 0; l < program.locations.size(); ++l) {
      memory_[l].insert(program.locations[l].initial);
    }
    locations_.resize(threads.size());
  }

  ValueFlow run(unsigned rounds) {
    for (unsigned i = 0; i <= rounds; ++i) {
      const std::size_t before = sizeOfMemory();
      const std::vector<ValueSet> snapshot = memory_;
      for (ThreadId t = 0; t < threads_.size(); ++t) {
        passThread(t, snapshot);
      }
      if (sizeOfMemory() == before) {
        break;
      }
    }
    // Addresses may depend on values found in the last round.
    const std::vector<ValueSet> domains = memory_;
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      passThread(t, domains);
    }
    return result(domains);
  }

 private:
  std::size_t sizeOfMemory() const {
    std::size_t n = 0;
    for (const ValueSet& values : memory_) {
      n += values.size();
    }
    return n;
  }

  ValueFlow result(const std::vector<ValueSet>& domains) const {
    ValueFlow flow;
    for (const ValueSet& values : domains) {
      flow.domains.emplace_back(values.begin(), values.end());
    }
    for (const auto& thread : locations_) {
      auto& nodes = flow.nodeLocations.emplace_back();
      for (const std::set<LocationId>& locations : thread) {
        nodes.emplace_back(locations.begin(), locations.end());
      }
    }
    return flow;
  }

  void passThread(ThreadId t, const std::vector<ValueSet>& readable) {
    const UnrolledThread& unrolled = threads_[t];
    const Thread& thread = program_.threads[t];
    locations_[t].resize(unrolled.nodes.size());
    std::vector<std::optional<Registers>> entry(unrolled.nodes.size());
    if (!unrolled.nodes.empty()) {
      Registers initial(thread.registers.size());
      for (RegisterId r = 0; r < initial.size(); ++r) {
        initial[r].insert(thread.initialRegisters[r]);
      }
      entry[unrolled.start] = std::move(initial);
    }
    for (NodeId n = 0; n < unrolled.nodes.size(); ++n) {
      if (entry[n]) {
        spend(*entry[n], thread.instructions[unrolled.nodes[n].instruction].place);
        passNode(t, n, *entry[n], readable, entry);
      }
    }
  }

  void spend(const Registers& registers, const Place& place) {
    for (const ValueSet& values : registers) {
      steps_ += 1 + values.size();
    }
    if (steps_ > kMostSteps) {
      throw UserError(place, "too many possible values to enumerate", "unroll loops less often: --unroll");
    }
  }

  static void flowTo(NodeId node, const Registers& registers, std::vector<std::optional<Registers>>& entry) {
    if (node >= entry.size()) {
      return;
    }
    if (!entry[node]) {
      entry[node] = registers;
      return;
    }
    for (RegisterId r = 0; r < registers.size(); ++r) {
      join((*entry[node])[r], registers[r]);
    }
  }

  /// The register sets where `keep(value)` holds, if a single register decides; nothing if the set becomes
  /// empty.
  template <typename Keep>
  static std::optional<Registers> narrowed(Registers registers, RegisterId reg, Keep&& keep) {
    std::erase_if(registers[reg], [&](Value v) { return !keep(v); });
    if (registers[reg].empty()) {
      return std::nullopt;
    }
    return registers;
  }

  void passNode(ThreadId t, NodeId n, const Registers& before, const std::vector<ValueSet>& readable,
                std::vector<std::optional<Registers>>& entry) {
    const UnrolledNode& node = threads_[t].nodes[n];
    const Instruction& instruction = program_.threads[t].instructions[node.instruction];
    std::optional<Registers> runs = before;
    if (const auto& p = instruction.predicate) {
      if (const auto skips = narrowed(before, p->reg, [&](Value v) { return (v != 0) == p->negated; })) {
        flowTo(node.next, *skips, entry);
      }
      runs = narrowed(before, p->reg, [&](Value v) { return (v != 0) != p->negated; });
    }
    if (!runs) {
      return;
    }
    if (const auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      passBranch(*branch, node, *runs, entry, instruction.place);
      return;
    }
    execute(t, n, instruction, *runs, readable);
    flowTo(node.taken, *runs, entry);
  }

  static void passBranch(const BranchOp& branch, const UnrolledNode& node, const Registers& registers,
                         std::vector<std::optional<Registers>>& entry, const Place& place) {
    const std::vector<RegisterId> mentioned = registersOf(*branch.condition);
    if (mentioned.size() != 1) {
      for (Value v : valuesOf(*branch.condition, registers, place)) {
        flowTo(v != 0 ? node.taken : node.next, registers, entry);
      }
      return;
    }
    for (const bool taken : {false, true}) {
      const auto side = narrowed(registers, mentioned[0], [&](Value v) {
        const auto c = evaluate(*branch.condition, [&](RegisterId) { return v; });
        return c && (*c != 0) == taken;
      });
      if (side) {
        flowTo(taken ? node.taken : node.next, *side, entry);
      }
    }
  }

  std::set<LocationId> accessed(ThreadId t, NodeId n, const Expr& address, const Registers& registers,
                                const Place& place) {
    std::set<LocationId> touched;
    for (Value v : valuesOf(address, registers, place)) {
      if (const auto location = program_.locationAt(v)) {
        touched.insert(*location);
      }
    }
    locations_[t][n].insert(touched.begin(), touched.end());
    return touched;
  }

  void store(LocationId location, Value value, const Place& place) {
    ++steps_;
    memory_[location].insert(value);
    if (memory_[location].size() > kLargestSet) {
      throw UserError(place, "too many possible values of '" + program_.locations[location].name + "'");
    }
  }

  void execute(ThreadId t, NodeId n, const Instruction& instruction, Registers& registers,
               const std::vector<ValueSet>& readable) {
    const Place& place = instruction.place;
    std::visit(
        Overloaded{[&](const LoadOp& o) {
                     ValueSet values;
                     for (LocationId l : accessed(t, n, *o.address, registers, place)) {
                       join(values, readable[l]);
                     }
                     registers[o.target] = std::move(values);
                   },
                   [&](const StoreOp& o) {
                     const ValueSet values = valuesOf(*o.value, registers, place);
                     for (LocationId l : accessed(t, n, *o.address, registers, place)) {
                       for (Value v : values) {
                         store(l, v, place);
                       }
                     }
                   },
                   [&](const RmwOperation& o) { executeRmw(t, n, o, place, registers, readable); },
                   [&](const AssignOp& o) { registers[o.target] = valuesOf(*o.value, registers, place); },
                   [](const FenceOp&) {}, [](const BarrierOp&) {}, [](const BranchOp&) {},
                   [](const JumpOp&) {}, [](const ExitOp&) {}, [](const NopOp&) {}},
        instruction.operation);
  }

  void executeRmw(ThreadId t, NodeId n, const RmwOperation& o, const Place& place, Registers& registers,
                  const std::vector<ValueSet>& readable) {
    const ValueSet operands = valuesOf(*o.operand, registers, place);
    const ValueSet expected = o.expected ? valuesOf(*o.expected, registers, place) : ValueSet{};
    ValueSet oldValues;
    for (LocationId l : accessed(t, n, *o.address, registers, place)) {
      join(oldValues, readable[l]);
      for (Value old : readable[l]) {
        if (o.expected && !expected.contains(old)) {
          continue;
        }
        for (Value operand : operands) {
          store(l, rmwResult(o.op, old, operand), place);
        }
      }
    }
    if (o.target) {
      registers[*o.target] = std::move(oldValues);
    }
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  std::vector<ValueSet> memory_;
  std::vector<std::vector<std::set<LocationId>>> locations_;
  std::size_t steps_ = 0;
};

}  // namespace

ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads, unsigned rounds) {
  return Flow(program, threads).run(rounds);
}

}  // namespace hrfcheck
