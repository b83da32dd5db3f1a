// Value sets by abstract interpretation: every register holds a set of values, joined where control flow
// joins; every location collects what is stored to it. Branches on one register narrow its set on either
// side. The threads are gone through until nothing changes; one again only where what it reads has changed.
//
// With r0 = x; fetch_add(x, r0 + 2) that would not end: what is stored could be read and stored again. But in
// an execution, what a write stores does not depend on what that write stores (by registers and what reads
// read from; values that do are out of thin air, and no set need have them). So along the dependence a value
// comes through each write at most once, and the sets are closed accordingly. A member of a set is kept with
// what is certain of its way there (tracked_values.h): among the writes that values may repeat through
// (value_cycles.h), some that it has surely come through, and how many one after the other it has come
// through at least. A write does not store what has surely come through it, or through as many writes as its
// cycle has.
//
// Nothing is lost. Take an execution, and its reads and writes in an order in which each comes after those
// that its value depends on. By induction every value that is read or stored is in the sets, with a history
// that is true of the execution: an operation joins the histories of its operands; where a value comes about
// in two ways, only what both have in common is kept; leaving a cycle forgets it. So a history never claims
// more than is so, and what is refused above would be refused a value whose chain of dependence has some
// write twice. It ends: a chain through one cycle has at most as many links as the cycle has writes, and a
// chain that leaves a cycle does not come back, so there are finitely many values, and histories only get
// weaker.
//
// Control is another matter. Some models (C11, OpenCL) allow a branch to be taken because of a value that is
// stored only since the branch is taken. So a side of a branch that no value leads to is followed all the
// same, if the condition depends on what is read: with the condition's own constants where they fit, else
// with the values at hand; and a compare-and-swap that no value lets succeed is taken to succeed (it may read
// what it stores, unless the model says otherwise). When nothing changes any more, every instruction that an
// execution can reach has been gone through, and the induction above is about all of its reads and writes.
//
// Where it is known of a read and a write that the one never reads from the other in any execution that
// matters (MayRead), the read gets what the other writes store. Then each write keeps a set of its own. The
// induction is about these executions alone.
//
// Of locations alone (inferLocations), a set that grows is given up for anything, and with it all that is
// computed from it; a branch on it goes both ways.
//
// What is left out are values that no write could compute from the test's constants: in r0 = x; y = r0 beside
// r1 = y; x = r1 both registers are 0 or whatever else is stored. Left out, too, is a store whose address
// depends on what it stores itself. Where a model allows such executions, check/thin_air finds the values
// that they have (MoreValues), from which others are computed here as from initial ones.

#include "program/values/value_flow.h"

#include <algorithm>
#include <set>

#include "program/expr/addresses.h"
#include "program/expr/operators.h"
#include "program/unroll/forward_pass.h"
#include "program/values/flow_registers.h"
#include "program/values/provenance_cycles.h"

namespace hrfcheck::inline program {
namespace {

/// Bounds on what is computed.
struct Bounds {
  std::size_t largestSet;
  std::size_t steps;  ///< values handled in all
};
/// A few seconds' worth; a test that needs more could not be analysed anyway.
constexpr Bounds kEnumerable = {4096, 10'000'000};
constexpr Bounds kFew = {256, 1'000'000};
/// Where sets are given up: more than an index usually has.
constexpr std::size_t kLargestKnownSet = 64;
constexpr std::size_t kMostKnownCombinations = 4096;

enum class Extent { Values, Locations };

class Flow : public ForwardDomain<FlowRegisters> {
 public:
  Flow(const Program& program, const std::vector<UnrolledThread>& threads, const Deadline& deadline,
       Extent extent, const MayRead& mayRead, const MoreValues& more, const Bounds& bounds = kEnumerable)
      : program_(program),
        threads_(threads),
        extent_(extent),
        mayRead_(mayRead),
        bounds_(bounds),
        look_(deadline),
        cycles_(program, threads),
        writers_(program.locations.size()),
        locations_(threads.size()),
        changedAt_(program.locations.size()),
        passes_(threads.size()) {
    for (const MemoryLocation& location : program.locations) {
      memory_.emplace_back(ValueSet{location.initial});
      anything_.push_back(false);
    }
    for (const auto& [location, value] : more) {
      memory_[location].insert(value, {});
    }
  }

  ValueFlow run() {
    close();
    if (std::ranges::any_of(passes_, &Pass::refused)) {
      thinAir_ = true;
      passes_.assign(threads_.size(), {});
      close();
    }
    ValueFlow flow;
    for (const Provenance& values : memory_) {
      flow.domains.emplace_back(values.values().begin(), values.values().end());
    }
    for (const auto& [where, values] : readable_) {
      flow.reads[where] = std::vector<Value>(values.values().begin(), values.values().end());
    }
    for (const auto& thread : locations_) {
      auto& nodes = flow.nodeLocations.emplace_back();
      for (const std::set<LocationId>& locations : thread) {
        nodes.emplace_back(locations.begin(), locations.end());
      }
    }
    return flow;
  }

  void come(const PassPlace& at, const FlowRegisters& registers) {
    const auto before = steps_;
    for (const FlowRegister& r : registers) {
      steps_ += 1 + r.values.size();
    }
    look_.spend(steps_ - before);
    if (steps_ > bounds_.steps) {
      throw TooManyValues(at.instruction.place, "too many possible values to enumerate",
                          "use a smaller --unroll");
    }
  }

  Sides<FlowRegisters> sides(const PassPlace&, FlowRegisters registers, const Predicate& p) {
    return narrowed(
        std::move(registers), p.reg, {0, 1}, [&](Value v) { return (v != 0) != p.negated; },
        [&](Value v) { return (v != 0) == p.negated; });
  }

  Sides<FlowRegisters> sides(const PassPlace& at, FlowRegisters registers, const BranchOp& branch) {
    const std::vector<RegisterId> mentioned = registersOf(*branch.condition);
    if (mentioned.size() == 1) {
      const auto goes = [&](Value v, bool taken) {
        const auto c = evaluate(*branch.condition, [&](RegisterId) { return v; });
        return c && (*c != 0) == taken;
      };
      return narrowed(
          std::move(registers), mentioned[0], valuesNear(*branch.condition),
          [&](Value v) { return goes(v, true); }, [&](Value v) { return goes(v, false); });
    }
    const FlowRegister condition = evaluated(*branch.condition, registers, at.instruction.place);
    const ValueSet& values = condition.values.values();
    const bool any = condition.any || thinAir(condition.read);
    Sides<FlowRegisters> result;
    if (any || std::any_of(values.begin(), values.end(), [](Value v) { return v != 0; })) {
      result.holds = registers;
    }
    if (any || values.contains(0)) {
      result.fails = std::move(registers);
    }
    return result;
  }

  void meet(FlowRegisters& known, const FlowRegisters& other) {
    for (RegisterId r = 0; r < known.size(); ++r) {
      known[r].values.insertAll(other[r].values);
      known[r].read |= other[r].read;
      known[r].any |= other[r].any;
    }
  }

  void load(const PassPlace& at, const LoadOp& o, FlowRegisters& registers) {
    FlowRegister loaded{{}, true, false};
    for (LocationId l : accessed(at, *o.address, registers)) {
      add(loaded, readFrom(at, l));
    }
    giveUpLarge(loaded);
    registers[o.target] = std::move(loaded);
  }

  void store(const PassPlace& at, const StoreOp& o, FlowRegisters& registers) {
    const FlowRegister stored = evaluated(*o.value, registers, at.instruction.place);
    for (LocationId l : accessed(at, *o.address, registers)) {
      noteChange(l, writers_[l].emplace(thread_, at.id).second);
      store(at, l, stored);
    }
  }

  void update(const PassPlace& at, const RmwOperation& o, FlowRegisters& registers) {
    const Place& place = at.instruction.place;
    const FlowRegister operands = evaluated(*o.operand, registers, place);
    FlowRegister oldValues{{}, true, false};
    for (LocationId l : accessed(at, *o.address, registers)) {
      noteChange(l, writers_[l].emplace(thread_, at.id).second);
      const FlowRegister old = readFrom(at, l);
      add(oldValues, old);
      if (combinesOld(o.op)) {
        store(at, l, combined(o, old, operands));
      } else if (!o.expected || maySucceed(old, evaluated(*o.expected, registers, place))) {
        store(at, l, operands);
      }
    }
    giveUpLarge(oldValues);
    if (o.target) {
      registers[*o.target] = std::move(oldValues);
    }
  }

  void assign(const PassPlace& at, const AssignOp& o, FlowRegisters& registers) {
    registers[o.target] = evaluated(*o.value, registers, at.instruction.place);
  }

 private:
  /// Goes through the threads until nothing changes.
  void close() {
    for (bool changed = true; changed;) {
      changed = false;
      for (ThreadId t = 0; t < threads_.size(); ++t) {
        if (isStale(passes_[t])) {
          passes_[t] = {++now_, {}, false};
          passThread(t);
          changed = true;
        }
      }
    }
  }

  /// The last time that a thread was gone through.
  struct Pass {
    std::size_t begun = 0;  ///< 0: it was not yet
    std::set<LocationId> read;
    bool refused = false;  ///< a branch that no value leads to was met, and not followed
  };

  /// Whether going through the thread again may find more: it depends on what it reads alone.
  bool isStale(const Pass& pass) const {
    return pass.begun == 0 ||
           std::ranges::any_of(pass.read, [&](LocationId l) { return changedAt_[l] >= pass.begun; });
  }

  void noteChange(LocationId location, bool changed) {
    if (changed) {
      changedAt_[location] = now_;
    }
  }

  void passThread(ThreadId t) {
    thread_ = t;
    const Thread& thread = program_.threads[t];
    locations_[t].resize(threads_[t].nodes.size());
    FlowRegisters initial(thread.registers.size());
    for (RegisterId r = 0; r < initial.size(); ++r) {
      initial[r].values.insert(thread.initialRegisters[r], {});
    }
    ForwardPass(*this, thread, threads_[t]).run(std::move(initial));
  }

  /// The register sets on the sides of what a single register decides.
  template <typename Holds, typename Fails>
  Sides<FlowRegisters> narrowed(FlowRegisters registers, RegisterId reg, const std::vector<Value>& guesses,
                                Holds&& holds, Fails&& fails) {
    Sides<FlowRegisters> result;
    result.fails = narrowed(registers, reg, guesses, fails);
    result.holds = narrowed(std::move(registers), reg, guesses, holds);
    return result;
  }

  /// The register sets where `keep(value)` holds. If no value of the register does: the first of `guesses`
  /// that does, for a register that depends on reads, where values may come out of thin air; else nothing.
  template <typename Keep>
  std::optional<FlowRegisters> narrowed(FlowRegisters registers, RegisterId reg,
                                        const std::vector<Value>& guesses, Keep&& keep) {
    if (registers[reg].any) {
      return registers;
    }
    const Provenance all = registers[reg].values;
    registers[reg].values.keepIf(keep);
    if (!registers[reg].values.empty()) {
      return registers;
    }
    if (!thinAir(registers[reg].read)) {
      return std::nullopt;
    }
    const auto guess = std::find_if(guesses.begin(), guesses.end(), keep);
    registers[reg].values = guess == guesses.end() ? all : Provenance(ValueSet{*guess});
    return registers;
  }

  /// Whether a side that no value leads to is followed.
  bool thinAir(bool dependsOnReads) {
    passes_[thread_].refused = passes_[thread_].refused || (dependsOnReads && !thinAir_);
    return dependsOnReads && thinAir_;
  }

  /// What an expression may be.
  FlowRegister evaluated(const Expr& expr, const FlowRegisters& registers, const Place& place) {
    FlowRegister result{{}, dependsOnReads(expr, registers), false};
    if (extent_ == Extent::Locations) {
      const std::vector<RegisterId> mentioned = registersOf(expr);
      result.any = std::ranges::any_of(mentioned, [&](RegisterId r) { return registers[r].any; }) ||
                   hasMoreCombinations(expr, registers, kMostKnownCombinations);
    }
    if (!result.any) {
      result.values = valuesOf(expr, registers, place, look_);
      giveUpLarge(result);
    }
    return result;
  }

  void giveUpLarge(FlowRegister& what) const {
    if (extent_ == Extent::Locations && (what.any || what.values.size() > kLargestKnownSet)) {
      what.any = true;
      what.values = {};
    }
  }

  std::set<LocationId> accessed(const PassPlace& at, const Expr& address, const FlowRegisters& registers) {
    std::set<LocationId> touched;
    const FlowRegister addresses = evaluated(address, registers, at.instruction.place);
    if (addresses.any) {
      throw TooManyValues(at.instruction.place,
                          "too many possible values to enumerate: the address may be any");
    }
    for (const Value v : addresses.values.values()) {
      if (const auto location = program_.locationAt(v)) {
        touched.insert(*location);
      }
    }
    locations_[thread_][at.id].insert(touched.begin(), touched.end());
    return touched;
  }

  /// What a node may read from a location.
  FlowRegister readFrom(const PassPlace& at, LocationId location) {
    passes_[thread_].read.insert(location);
    if (!mayRead_) {
      return {memory_[location], true, anything_[location]};
    }
    Provenance values;
    if (mayRead_(location, {}, {thread_, at.id})) {
      values.insert(program_.locations[location].initial, {});
    }
    for (const auto& [thread, node] : writers_[location]) {
      if (mayRead_(location, {thread, node}, {thread_, at.id})) {
        values.insertAll(stored_[{{thread, node}, location}]);
      }
    }
    steps_ += values.size();
    readable_[{{thread_, at.id}, location}] = values;
    return {std::move(values), true, false};
  }

  void store(const PassPlace& at, LocationId location, const FlowRegister& what) {
    if (what.any || anything_[location]) {
      giveUp(location);
      return;
    }
    Provenance stored;
    for (const Value v : what.values.values()) {
      if (const auto history = cycles_.through(thread_, at.id, what.values.historyOf(v))) {
        stored.insert(v, *history);
      }
    }
    steps_ += what.values.size();
    noteChange(location, memory_[location].insertAll(stored));
    std::size_t size = memory_[location].size();
    if (mayRead_) {
      Provenance& own = stored_[{{thread_, at.id}, location}];
      noteChange(location, own.insertAll(stored));
      size = own.size();
    }
    if (extent_ == Extent::Locations && size > kLargestKnownSet) {
      giveUp(location);
    } else if (size > bounds_.largestSet) {
      throw TooManyValues(at.instruction.place,
                          "too many possible values of '" + program_.locations[location].name + "'");
    }
  }

  void giveUp(LocationId location) {
    noteChange(location, !anything_[location]);
    anything_[location] = true;
  }

  static void add(FlowRegister& to, const FlowRegister& more) {
    to.values.insertAll(more.values);
    to.any = to.any || more.any;
  }

  bool maySucceed(const FlowRegister& old, const FlowRegister& expected) {
    const ValueSet& values = old.values.values();
    return old.any || expected.any ||
           std::ranges::any_of(expected.values.values(), [&](Value v) { return values.contains(v); }) ||
           thinAir(true);  // it may be what it stores itself that lets it succeed
  }

  FlowRegister combined(const RmwOperation& o, const FlowRegister& oldValues, const FlowRegister& operands) {
    FlowRegister results{{}, true, oldValues.any || operands.any};
    if (results.any) {
      return results;
    }
    for (const Value old : oldValues.values.values()) {
      for (const Value operand : operands.values.values()) {
        if (!forgedByRmw(o.op, o.kind, old, operand)) {
          results.values.insert(
              rmwResult(o.op, o.kind, old, operand),
              together(oldValues.values.historyOf(old), operands.values.historyOf(operand)));
        }
      }
    }
    steps_ += oldValues.values.size() * operands.values.size();
    return results;
  }

  const Program& program_;
  const std::vector<UnrolledThread>& threads_;
  Extent extent_;
  const MayRead& mayRead_;
  const Bounds& bounds_;
  PacedLook look_;
  ValueCycles cycles_;
  std::vector<Provenance> memory_;
  using Node = std::pair<ThreadId, NodeId>;
  std::vector<bool> anything_;                                  ///< by location: given up
  std::map<std::pair<Node, LocationId>, Provenance> stored_;    ///< by write, where readers differ
  std::map<std::pair<Node, LocationId>, Provenance> readable_;  ///< by read, likewise
  std::vector<std::set<Node>> writers_;                         ///< by location: who may store to it
  std::vector<std::vector<std::set<LocationId>>> locations_;
  std::vector<std::size_t> changedAt_;  ///< by location: during which pass last
  std::vector<Pass> passes_;            ///< by thread
  std::size_t now_ = 0;                 ///< the number of the present pass
  ThreadId thread_ = 0;                 ///< that is passed
  std::size_t steps_ = 0;
  bool thinAir_ = false;  ///< follow branches that no value leads to
};

}  // namespace

ValueFlow inferValues(const Program& program, const std::vector<UnrolledThread>& threads,
                      const Deadline& deadline, const MayRead& mayRead, const MoreValues& more,
                      Quantity most) {
  const Bounds& bounds = most == Quantity::Few ? kFew : kEnumerable;
  return Flow(program, threads, deadline, Extent::Values, mayRead, more, bounds).run();
}

ValueFlow inferLocations(const Program& program, const std::vector<UnrolledThread>& threads,
                         const Deadline& deadline) {
  const MayRead all;
  return Flow(program, threads, deadline, Extent::Locations, all, {}).run();
}

}  // namespace hrfcheck::inline program
