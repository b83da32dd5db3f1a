#include "check/prepare/asked_order.h"

#include <algorithm>
#include <array>

#include "check/prepare/prepared_test_maker.h"
#include "engine/engine.h"
#include "program/expr/addresses.h"
#include "program/ir/translated_code.h"
#include "program/settle/barrier_meetings.h"
#include "program/settle/commuting_updates.h"

namespace hrfcheck::inline check {
namespace {

constexpr RegisterId kResult = 0;
constexpr RegisterId kRead = 1;

/// A thread of a probe.
class ProbeThread {
 public:
  explicit ProbeThread(std::string name) {
    thread_.name = std::move(name);
    thread_.registers = {"r0", "r1"};
    thread_.initialRegisters = {0, 0};
  }

  /// An instruction in the words of another one.
  ProbeThread& like(const Instruction& instruction, Operation operation) {
    Instruction& copy = thread_.instructions.emplace_back(instruction);
    copy.operation = std::move(operation);
    copy.predicate.reset();
    return *this;
  }
  /// An ordinary one.
  ProbeThread& plain(Operation operation) {
    thread_.instructions.emplace_back().operation = std::move(operation);
    return *this;
  }
  Thread done() const { return thread_; }

 private:
  Thread thread_;
};

/// Numbers that show of an update what came before it.
struct Numbers {
  Value initial;
  Value first;
  Value second;
};

Numbers numbersFor(RmwOp op) {
  const bool shrinks = op == RmwOp::And || op == RmwOp::Min;
  return shrinks ? Numbers{3, 2, 1} : Numbers{0, 1, 2};
}

RmwOperation updateOf(const Instruction& like, const MemoryLocation& location, Value operand,
                      std::optional<RegisterId> target) {
  RmwOperation update = std::get<RmwOperation>(like.operation);
  update.address = constant(location.address);
  update.operand = constant(operand);
  update.target = target;
  return update;
}

Value after(const RmwOperation& update, Value before) {
  return rmwResult(update.op, update.kind, before, std::get<ConstantExpr>(update.operand->node).value);
}

}  // namespace

AskedOrder::Pairs AskedOrder::pairsOf(const std::vector<ThreadId>& threads) const {
  Pairs pairs;
  for (std::uint32_t level = 1; level < program_.scopes.levels().size(); ++level) {
    std::map<ScopeInstanceId, ThreadId> first;
    for (const ThreadId t : threads) {
      const ThreadId other = first.try_emplace(program_.scopes.instanceOf(t, level), t).first->second;
      if (program_.scopes.instanceOf(t, level - 1) != program_.scopes.instanceOf(other, level - 1)) {
        pairs.try_emplace(level, other, t);
      }
    }
  }
  return pairs;
}

/// Who has asked in the same words before gets the same answer. The engine is asked in both orders of the
/// threads.
template <typename Ask>
bool AskedOrder::asked(const Instruction* barrier, const Instruction* update, AddressSpace space,
                       const Pairs& pairs, const Ask& ask) {
  std::vector<std::uint32_t> levels;
  for (const auto& [level, pair] : pairs) {
    levels.push_back(level);
  }
  const auto same = [](const Instruction* a, const Instruction* b, const auto& alike) {
    return a == b || (a != nullptr && b != nullptr && alike(*a, *b));
  };
  for (const Answer& answer : answers_) {
    if (answer.space == space && answer.levels == levels && same(answer.barrier, barrier, areSameBarriers) &&
        same(answer.update, update, areAlikeUpdates)) {
      return answer.yes;
    }
  }
  const bool yes = !program_.memoryLevels && std::ranges::all_of(pairs, [&](const auto& entry) {
    const auto& [a, b] = entry.second;
    return ask(std::pair(a, b)) && ask(std::pair(b, a));
  });
  answers_.push_back({barrier, update, space, std::move(levels), yes});
  return yes;
}

bool AskedOrder::barrierOrders(const Instruction& barrier, const Barrier& meeting,
                               const MemoryLocation& location, const Instruction* update) {
  const auto [pairs, added] = pairsOfScopes_.try_emplace(meeting.scope);
  if (added) {
    pairs->second = pairsOf(program_.scopes.instances()[meeting.scope].agents);
  }
  return asked(&barrier, update, location.space, pairs->second, [&](std::pair<ThreadId, ThreadId> threads) {
    return barrierOrders(barrier, location, update, threads);
  });
}

bool AskedOrder::looksAtControl() const {
  return std::ranges::any_of(model_.nodes,
                             [](const CatNode& node) { return node.isBase(BaseRelation::Ctrl); });
}

bool AskedOrder::updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                                const MemoryLocation& location) {
  return asked(nullptr, &update, location.space, pairsOf(threads),
               [&](std::pair<ThreadId, ThreadId> pair) { return updatesCommute(update, location, pair); });
}

/// A program with the location, and another one of the same kind.
Program AskedOrder::probeOf(const MemoryLocation& location, std::pair<ThreadId, ThreadId> threads) const {
  Program probe;
  probe.name = "probe";
  probe.dialect = program_.dialect;
  probe.conventions = program_.conventions;
  probe.source = program_.source;
  const auto ids = declaredIds(program_.scopes);
  probe.scopes = ScopeTree(program_.scopes.levels(), {ids[threads.first], ids[threads.second]});
  for (const Value number : {0, 1}) {
    MemoryLocation& cell = probe.locations.emplace_back(location);
    cell.name = number == 0 ? "x" : "y";
    cell.address = objectAddress(number);
    cell.initial = 0;
    cell.open = false;
    cell.kind.reset();
  }
  probe.condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  return probe;
}

bool AskedOrder::barrierOrders(const Instruction& barrier, const MemoryLocation& location,
                               const Instruction* update, std::pair<ThreadId, ThreadId> threads) const {
  const Program probe = probeOf(location, threads);
  const MemoryLocation& cell = probe.locations.front();
  const ExprPtr address = constant(cell.address);
  const auto with = [&](const auto& first, const auto& second, Value initial) {
    Program made = probe;
    made.locations.front().initial = initial;
    made.threads = {first(ProbeThread("P0")).like(barrier, barrier.operation).done(),
                    second(ProbeThread("P1").like(barrier, barrier.operation)).done()};
    return made;
  };
  const auto load = [&](ProbeThread thread) { return thread.plain(LoadOp{kRead, address, std::nullopt}); };
  const auto store = [&](Value value) {
    return [&, value](ProbeThread thread) {
      return thread.plain(StoreOp{address, constant(value), std::nullopt});
    };
  };
  const StateVariable readByFirst{.thread = 0, .reg = kRead};
  const StateVariable readBySecond{.thread = 1, .reg = kRead};
  const StateVariable content{.location = 0};
  if (!hasOneAnswer(with(store(1), load, 0), readBySecond, 1) ||
      !hasOneAnswer(with(load, store(2), 0), readByFirst, 0) ||
      !hasOneAnswer(with(store(1), store(2), 0), content, 2)) {
    return false;
  }
  if (update == nullptr) {
    return true;
  }
  const Numbers numbers = numbersFor(std::get<RmwOperation>(update->operation).op);
  const RmwOperation operation = updateOf(*update, cell, numbers.first, std::nullopt);
  const auto updates = [&](ProbeThread thread) { return thread.like(*update, operation); };
  return hasOneAnswer(with(updates, load, numbers.initial), readBySecond,
                      after(operation, numbers.initial)) &&
         hasOneAnswer(with(load, updates, numbers.initial), readByFirst, numbers.initial) &&
         hasOneAnswer(with(updates, store(4), numbers.initial), content, 4) &&
         hasOneAnswer(with(store(7), updates, numbers.initial), content, after(operation, 7));
}

/// The last of the probes: who reads from an update does not acquire what was stored before it.
bool AskedOrder::updatesCommute(const Instruction& update, const MemoryLocation& location,
                                std::pair<ThreadId, ThreadId> threads) const {
  Program probe = probeOf(location, threads);
  const auto& [x, y] = std::tie(probe.locations[0], probe.locations[1]);
  const Numbers numbers = numbersFor(std::get<RmwOperation>(update.operation).op);
  probe.locations[0].initial = numbers.initial;
  const RmwOperation first = updateOf(update, x, numbers.first, std::nullopt);
  const RmwOperation second = updateOf(update, x, numbers.second, std::nullopt);
  probe.threads = {ProbeThread("P0").like(update, first).done(),
                   ProbeThread("P1").like(update, second).done()};
  if (!hasOneAnswer(probe, {.location = 0}, after(second, after(first, numbers.initial)))) {
    return false;
  }
  const RmwOperation looked = updateOf(update, x, numbers.second, kResult);
  const ExprPtr other = constant(y.address);
  const ExprPtr isLater = binary(BinaryOp::Eq, registerRef(kResult), constant(after(first, numbers.initial)));
  probe.threads = {
      ProbeThread("P0").plain(StoreOp{other, constant(1), std::nullopt}).like(update, first).done(),
      ProbeThread("P1")
          .like(update, looked)
          .plain(BranchOp{unary(UnaryOp::LogicalNot, isLater), 3})
          .plain(LoadOp{kRead, other, std::nullopt})
          .done()};
  return races(std::move(probe));
}

namespace {

Analysis analysed(const Program& probe, const Model& model, const Deadline& deadline) {
  const auto structure = std::make_shared<const EventStructure>(std::make_shared<const Program>(probe), 1,
                                                                RoundBounds::Bounded, deadline);
  AnalysisOptions options;
  options.symmetry = false;
  options.deadline = deadline;
  return makeExplicitEngine()->analyse(PreparedTestMaker::make(structure, model, {}, {}, true), options);
}

}  // namespace

bool AskedOrder::hasOneAnswer(Program probe, StateVariable observed, Value expected) const {
  probe.observed = {observed};
  const Analysis analysis = analysed(probe, model_, deadline_);
  return !analysis.undecided && analysis.flags.empty() && analysis.incidents.empty() &&
         analysis.outcomes.size() == 1 && analysis.outcomes.front().values == std::vector<Value>{expected};
}

bool AskedOrder::races(Program probe) const {
  probe.observed = {{.location = 0}};
  const Analysis analysis = analysed(probe, model_, deadline_);
  return !analysis.flags.empty();
}

}  // namespace hrfcheck::inline check
