// Value sets by abstract interpretation: every register holds a set of values, joined where control flow
// joins; every location collects what is stored to it. Branches on one register narrow its set on either
// side. An execution in which values do not come out of thin air passes a value through each write at most
// once, so as many rounds as there are writes reach every value that can occur. Sets are too large at times,
// never too small.
//
// Some models (C11, OpenCL) allow a branch to be taken because of a value that is stored only since the
// branch is taken. So a side of a branch that no value leads to is followed all the same, if the condition
// depends on what is read: with the condition's own constants where they fit, else with the values at hand.
// What is left out are values that no write could compute from the test's constants, as in herd: in r0 = x; y
// = r0 beside r1 = y; x = r1 both registers are 0 or whatever else is stored, under every model.

#include "program/value_flow.h"

#include <algorithm>
#include <set>

#include "program/value_set.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

struct RegisterValues {
  ValueSet values;
  bool read = false;  ///< may depend on what is read
};
using Registers = std::vector<RegisterValues>;

constexpr std::size_t kLargestSet = 4096;
constexpr std::size_t kMostCombinations = 1U << 20U;
/// Values handled in all, a few seconds' worth; a test that needs more could not be analysed anyway.
constexpr std::size_t kMostSteps = 10'000'000;

/// Calls `visit` with every combination of values of the registers that `expr` mentions.
template <typename Visit>
void forEachCombination(const Registers& registers, const std::vector<RegisterId>& mentioned,
                        const Place& place, Visit&& visit) {
  std::size_t combinations = 1;
  for (RegisterId reg : mentioned) {
    combinations *= std::max<std::size_t>(registers[reg].values.size(), 1);
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
    for (Value v : registers[mentioned[i]].values) {
      chosen[mentioned[i]] = v;
      self(self, i + 1);
    }
  };
  choose(choose, 0);
}

ValueSet valuesOf(const Expr& expr, const Registers& registers, const Place& place) {
  std::vector<Value> result;
  forEachCombination(registers, registersOf(expr), place, [&](const std::vector<Value>& chosen) {
    if (const auto v = evaluate(expr, [&](RegisterId r) { return chosen[r]; })) {
      result.push_back(*v);
    }
  });
  return ValueSet(std::move(result));
}

bool dependsOnReads(const Expr& expr, const Registers& registers) {
  const std::vector<RegisterId> mentioned = registersOf(expr);
  return std::any_of(mentioned.begin(), mentioned.end(), [&](RegisterId r) { return registers[r].read; });
}

void collectConstants(const Expr& expr, ValueSet& into) {
  std::visit(Overloaded{[&](const ConstantExpr& e) { into.insert(e.value); }, [](const RegisterExpr&) {},
                        [&](const UnaryExpr& e) { collectConstants(*e.operand, into); },
                        [&](const BinaryExpr& e) {
                          collectConstants(*e.left, into);
                          collectConstants(*e.right, into);
                        },
                        [&](const SelectExpr& e) {
                          collectConstants(*e.condition, into);
                          collectConstants(*e.whenTrue, into);
                          collectConstants(*e.whenFalse, into);
                        }},
             expr.node);
}

/// Values at and near the constants of a condition, most likely first: among them is a witness of every
/// comparison with one.
std::vector<Value> valuesNear(const Expr& condition) {
  ValueSet constants{0};
  collectConstants(condition, constants);
  std::vector<Value> near(constants.begin(), constants.end());
  for (const Value step : {1, -1}) {
    for (const Value c : constants) {
      near.push_back(c + step);
    }
  }
  return near;
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
    flow(rounds);
    if (refused_) {
      thinAir_ = true;
      flow(rounds);
    }
    // Addresses may depend on values found in the last round.
    const std::vector<ValueSet> domains = memory_;
    for (ThreadId t = 0; t < threads_.size(); ++t) {
      passThread(t, domains);
    }
    return result(domains);
  }

 private:
  void flow(unsigned rounds) {
    for (unsigned i = 0; i <= rounds; ++i) {
      const std::size_t before = sizeOfMemory();
      const std::vector<ValueSet> snapshot = memory_;
      refused_ = false;
      for (ThreadId t = 0; t < threads_.size(); ++t) {
        passThread(t, snapshot);
      }
      if (sizeOfMemory() == before) {
        return;
      }
    }
  }

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
        initial[r].values.insert(thread.initialRegisters[r]);
      }
      entry[unrolled.start] = std::move(initial);
    }
    for (NodeId n = 0; n < unrolled.nodes.size(); ++n) {
      if (entry[n]) {
        spend(*entry[n], thread.instructions[unrolled.nodes[n].instruction].place);
        passNode(t, n, std::move(*entry[n]), readable, entry);
        entry[n].reset();
      }
    }
  }

  void spend(const Registers& registers, const Place& place) {
    for (const RegisterValues& r : registers) {
      steps_ += 1 + r.values.size();
    }
    if (steps_ > kMostSteps) {
      throw UserError(place, "too many possible values to enumerate", "unroll loops less often: --unroll");
    }
  }

  static void flowTo(NodeId node, Registers registers, std::vector<std::optional<Registers>>& entry) {
    if (node >= entry.size()) {
      return;
    }
    if (!entry[node]) {
      entry[node] = std::move(registers);
      return;
    }
    for (RegisterId r = 0; r < registers.size(); ++r) {
      (*entry[node])[r].values.insertAll(registers[r].values);
      (*entry[node])[r].read |= registers[r].read;
    }
  }

  /// The register sets where `keep(value)` holds, if a single register decides. If no value of it does: the
  /// first of `guesses` that does, for a register that depends on reads, where values may come out of thin
  /// air; else nothing.
  template <typename Keep>
  std::optional<Registers> narrowed(Registers registers, RegisterId reg, const std::vector<Value>& guesses,
                                    Keep&& keep) {
    const ValueSet all = registers[reg].values;
    registers[reg].values.keepIf(keep);
    if (!registers[reg].values.empty()) {
      return registers;
    }
    if (!thinAir(registers[reg].read)) {
      return std::nullopt;
    }
    const auto guess = std::find_if(guesses.begin(), guesses.end(), keep);
    registers[reg].values = guess == guesses.end() ? all : ValueSet{*guess};
    return registers;
  }

  void passNode(ThreadId t, NodeId n, Registers before, const std::vector<ValueSet>& readable,
                std::vector<std::optional<Registers>>& entry) {
    const UnrolledNode& node = threads_[t].nodes[n];
    const Instruction& instruction = program_.threads[t].instructions[node.instruction];
    std::optional<Registers> runs = std::move(before);
    if (const auto& p = instruction.predicate) {
      const std::vector<Value> guesses{0, 1};
      if (auto skips = narrowed(*runs, p->reg, guesses, [&](Value v) { return (v != 0) == p->negated; })) {
        flowTo(node.next, std::move(*skips), entry);
      }
      runs = narrowed(std::move(*runs), p->reg, guesses, [&](Value v) { return (v != 0) != p->negated; });
    }
    if (!runs) {
      return;
    }
    if (const auto* branch = std::get_if<BranchOp>(&instruction.operation)) {
      passBranch(*branch, node, *runs, entry, instruction.place);
      return;
    }
    execute(t, n, instruction, *runs, readable);
    flowTo(node.taken, std::move(*runs), entry);
  }

  /// Whether a side that no value leads to is followed.
  bool thinAir(bool dependsOnReads) {
    refused_ = refused_ || (dependsOnReads && !thinAir_);
    return dependsOnReads && thinAir_;
  }

  void passBranch(const BranchOp& branch, const UnrolledNode& node, const Registers& registers,
                  std::vector<std::optional<Registers>>& entry, const Place& place) {
    const std::vector<RegisterId> mentioned = registersOf(*branch.condition);
    if (mentioned.size() != 1) {
      const ValueSet values = valuesOf(*branch.condition, registers, place);
      const bool read = dependsOnReads(*branch.condition, registers);
      if (std::any_of(values.begin(), values.end(), [](Value v) { return v != 0; }) || thinAir(read)) {
        flowTo(node.taken, registers, entry);
      }
      if (values.contains(0) || thinAir(read)) {
        flowTo(node.next, registers, entry);
      }
      return;
    }
    const std::vector<Value> guesses = valuesNear(*branch.condition);
    for (const bool taken : {false, true}) {
      auto side = narrowed(registers, mentioned[0], guesses, [&](Value v) {
        const auto c = evaluate(*branch.condition, [&](RegisterId) { return v; });
        return c && (*c != 0) == taken;
      });
      if (side) {
        flowTo(taken ? node.taken : node.next, std::move(*side), entry);
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
    std::visit(Overloaded{[&](const LoadOp& o) {
                            ValueSet values;
                            for (LocationId l : accessed(t, n, *o.address, registers, place)) {
                              values.insertAll(readable[l]);
                            }
                            registers[o.target] = {std::move(values), true};
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
                          [&](const AssignOp& o) {
                            const bool read = dependsOnReads(*o.value, registers);
                            registers[o.target] = {valuesOf(*o.value, registers, place), read};
                          },
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
      oldValues.insertAll(readable[l]);
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
      registers[*o.target] = {std::move(oldValues), true};
    }
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  std::vector<ValueSet> memory_;
  std::vector<std::vector<std::set<LocationId>>> locations_;
  std::size_t steps_ = 0;
  bool thinAir_ = false;  ///< follow branches that no value leads to
  bool refused_ = false;  ///< such a branch was met in the last round, and not followed
};

}  // namespace

ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads, unsigned rounds) {
  return Flow(program, threads).run(rounds);
}

}  // namespace hrfcheck
