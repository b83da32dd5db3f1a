#include "check/prepare/asked_order.h"

#include <algorithm>

#include "cat/licence/licences.h"
#include "check/prepare/prepared_test_maker.h"
#include "engine/engine.h"
#include "program/expr/addresses.h"
#include "program/ir/translated_code.h"
#include "program/settle/barrier_meetings.h"
#include "program/settle/relaxed_accesses.h"

namespace hrfcheck::inline check {
namespace {

constexpr RegisterId kRead = 0;   ///< of the location in question
constexpr RegisterId kOther = 1;  ///< of another one

/// A thread of a probe.
class ProbeThread {
 public:
  explicit ProbeThread(std::string name) {
    thread_.name = std::move(name);
    thread_.registers = {"r0", "r1"};
    thread_.initialRegisters = {-1, -1};
  }

  void add(Instruction instruction) {
    instruction.predicate.reset();
    thread_.instructions.push_back(std::move(instruction));
  }
  void add(Operation operation) { thread_.instructions.emplace_back().operation = std::move(operation); }
  Thread done() const { return thread_; }

 private:
  Thread thread_;
};

/// An access of a probe, and what comes of it where one thread runs after the other.
class ProbeAccess {
 public:
  enum class Ordinary { Load, Store };

  explicit ProbeAccess(Ordinary how) {
    if (how == Ordinary::Load) {
      instruction_.operation = LoadOp{kRead, nullptr, std::nullopt};
    } else {
      instruction_.operation = StoreOp{nullptr, nullptr, std::nullopt};
    }
  }
  /// One in the words of a relaxed access.
  explicit ProbeAccess(const Instruction& like) : instruction_(like) {}

  bool reads() const { return !std::holds_alternative<StoreOp>(instruction_.operation); }
  bool writes() const { return !std::holds_alternative<LoadOp>(instruction_.operation); }

  Instruction at(const MemoryLocation& location, Value operand) const {
    Instruction result = instruction_;
    const ExprPtr address = constant(location.address);
    std::visit(Overloaded{[&](LoadOp& o) {
                            o.target = kRead;
                            o.address = address;
                          },
                          [&](StoreOp& o) {
                            o.address = address;
                            o.value = constant(operand);
                          },
                          [&](RmwOperation& o) {
                            o.target = kRead;
                            o.address = address;
                            o.operand = constant(operand);
                          },
                          [](auto&) {}},
               result.operation);
    return result;
  }
  /// What the location holds afterwards.
  Value after(Value content, Value operand) const {
    return std::visit(
        Overloaded{[&](const StoreOp&) { return operand; },
                   [&](const RmwOperation& o) { return rmwResult(o.op, o.kind, content, operand); },
                   [&](const auto&) { return content; }},
        instruction_.operation);
  }

 private:
  Instruction instruction_;
};

/// Numbers by which it shows what came before what.
constexpr Value kInitial = 12;
constexpr Value kFirst = 10;
constexpr Value kSecond = 6;

/// One by which the access changes the content, if there is one.
Value operandThatChanges(const ProbeAccess& access, Value content) {
  for (const Value operand : {kFirst, kSecond, Value{1}, Value{20}}) {
    if (access.after(content, operand) != content) {
      return operand;
    }
  }
  return kFirst;
}

}  // namespace

bool AskedOrder::Question::isLike(const Question& other) const {
  const bool sameBarrier = barrier == other.barrier || (barrier != nullptr && other.barrier != nullptr &&
                                                        areSameBarriers(*barrier, *other.barrier));
  return about == other.about && sameBarrier && relaxed == other.relaxed && space == other.space &&
         levels == other.levels;
}

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
bool AskedOrder::asked(Question question, const Pairs& pairs, const Ask& ask) {
  for (const auto& [level, pair] : pairs) {
    question.levels.push_back(level);
  }
  for (const auto& [other, answer] : answers_) {
    if (other.isLike(question)) {
      return answer;
    }
  }
  const bool answer = !program_.memoryLevels && std::ranges::all_of(pairs, [&](const auto& entry) {
    const auto& [a, b] = entry.second;
    return ask(std::pair(a, b)) && ask(std::pair(b, a));
  });
  answers_.emplace_back(std::move(question), answer);
  return answer;
}

bool AskedOrder::barrierOrders(const Instruction& barrier, const Barrier& meeting,
                               const MemoryLocation& location, const RelaxedAccesses& relaxed) {
  const auto [pairs, added] = pairsOfScopes_.try_emplace(meeting.scope);
  if (added) {
    pairs->second = pairsOf(program_.scopes.instances()[meeting.scope].agents);
  }
  return asked({About::Barrier, &barrier, relaxed, location.space, {}}, pairs->second,
               [&](std::pair<ThreadId, ThreadId> threads) {
                 return ordersBetween(barrier, location, relaxed, threads);
               });
}

bool AskedOrder::looksAtControl() const {
  return std::ranges::any_of(model_.nodes,
                             [](const CatNode& node) { return node.isBase(BaseRelation::Ctrl); });
}

bool AskedOrder::updatesCommute(const Instruction& update, const std::vector<ThreadId>& threads,
                                const MemoryLocation& location) {
  return asked({About::Updates, nullptr, {&update}, location.space, {}}, pairsOf(threads),
               [&](std::pair<ThreadId, ThreadId> pair) { return commuteBetween(update, location, pair); });
}

bool AskedOrder::orderNothing(const RelaxedAccesses& relaxed, const std::vector<ThreadId>& threads,
                              const MemoryLocation& location) {
  return !Licences(model_).of(Licence::SettledMemory).ordinaryAlone &&
         asked({About::NothingElse, nullptr, relaxed, location.space, {}}, pairsOf(threads),
               [&](std::pair<ThreadId, ThreadId> pair) {
                 return std::ranges::all_of(relaxed, [&](const Instruction* writer) {
                   return std::ranges::all_of(relaxed, [&](const Instruction* reader) {
                     return orderNothingBetween(*writer, *reader, location, pair);
                   });
                 });
               });
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
    cell.initial = kInitial;
    cell.open = false;
    cell.kind.reset();
  }
  probe.condition = std::make_shared<const Condition>(Condition{TrueCondition{}});
  return probe;
}

/// One thread accesses the location before the barrier, the other one behind it.
bool AskedOrder::ordersBetween(const Instruction& barrier, const MemoryLocation& location,
                               const RelaxedAccesses& relaxed, std::pair<ThreadId, ThreadId> threads) const {
  std::vector<ProbeAccess> accesses{ProbeAccess(ProbeAccess::Ordinary::Load),
                                    ProbeAccess(ProbeAccess::Ordinary::Store)};
  for (const Instruction* access : relaxed) {
    accesses.emplace_back(*access);
  }
  Program probe = probeOf(location, threads);
  for (const ProbeAccess& before : accesses) {
    for (const ProbeAccess& behind : accesses) {
      if (!before.writes() && !behind.writes()) {
        continue;
      }
      const Value first = operandThatChanges(before, kInitial);
      const Value between = before.after(kInitial, first);
      const Value second = operandThatChanges(behind, between);
      ProbeThread one("P0");
      one.add(before.at(probe.locations[0], first));
      one.add(barrier);
      ProbeThread other("P1");
      other.add(barrier);
      other.add(behind.at(probe.locations[0], second));
      probe.threads = {one.done(), other.done()};
      if (!endsOnlyIn(probe, {{{.thread = 0, .reg = kRead}, before.reads() ? kInitial : -1},
                              {{.thread = 1, .reg = kRead}, behind.reads() ? between : -1},
                              {{.location = 0}, behind.after(between, second)}})) {
        return false;
      }
    }
  }
  return true;
}

bool AskedOrder::commuteBetween(const Instruction& update, const MemoryLocation& location,
                                std::pair<ThreadId, ThreadId> threads) const {
  Program probe = probeOf(location, threads);
  const ProbeAccess access(update);
  const Value first = operandThatChanges(access, kInitial);
  const Value second = operandThatChanges(access, access.after(kInitial, first));
  ProbeThread one("P0");
  one.add(access.at(probe.locations[0], first));
  ProbeThread other("P1");
  other.add(access.at(probe.locations[0], second));
  probe.threads = {one.done(), other.done()};
  return endsOnlyIn(std::move(probe),
                    {{{.location = 0}, access.after(access.after(kInitial, first), second)}});
}

/// Who reads from the writer does not acquire what was stored before that.
bool AskedOrder::orderNothingBetween(const Instruction& writer, const Instruction& reader,
                                     const MemoryLocation& location,
                                     std::pair<ThreadId, ThreadId> threads) const {
  const ProbeAccess write(writer);
  const ProbeAccess read(reader);
  if (!write.writes() || !read.reads()) {
    return true;
  }
  Program probe = probeOf(location, threads);
  const Value operand = operandThatChanges(write, kInitial);
  const ExprPtr other = constant(probe.locations[1].address);
  ProbeThread one("P0");
  one.add(StoreOp{other, constant(1), std::nullopt});
  one.add(write.at(probe.locations[0], operand));
  ProbeThread two("P1");
  two.add(read.at(probe.locations[0], kSecond));
  two.add(BranchOp{binary(BinaryOp::Ne, registerRef(kRead), constant(write.after(kInitial, operand))), 3});
  two.add(LoadOp{kOther, other, std::nullopt});
  probe.threads = {one.done(), two.done()};
  return raisesFlag(std::move(probe));
}

namespace {

Analysis analysed(Program probe, const Model& model, const Deadline& deadline) {
  const auto structure = std::make_shared<const EventStructure>(
      std::make_shared<const Program>(std::move(probe)), 1, RoundBounds::Bounded, deadline);
  AnalysisOptions options;
  options.symmetry = false;
  options.deadline = deadline;
  return makeExplicitEngine()->analyse(PreparedTestMaker::make(structure, model, {}, {}, true), options);
}

}  // namespace

bool AskedOrder::endsOnlyIn(Program probe,
                            const std::vector<std::pair<StateVariable, Value>>& expected) const {
  std::vector<Value> values;
  for (const auto& [variable, value] : expected) {
    probe.observed.push_back(variable);
    values.push_back(value);
  }
  const Analysis analysis = analysed(std::move(probe), model_, deadline_);
  return !analysis.undecided && analysis.flags.empty() && analysis.incidents.empty() &&
         analysis.outcomes.size() == 1 && analysis.outcomes.front().values == values;
}

bool AskedOrder::raisesFlag(Program probe) const {
  probe.observed = {{.location = 0}};
  return !analysed(std::move(probe), model_, deadline_).flags.empty();
}

}  // namespace hrfcheck::inline check
