#include "execution/witness/witness.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "execution/witness/structure_run.h"
#include "support/litmus_shapes.h"
#include "support/program_builder.h"
#include "util/invariant.h"

namespace hrfcheck::test {
namespace {

using Sequences = std::vector<std::vector<EventId>>;

void checkEqual(const Execution& a, const Execution& b) {
  CHECK(a.structure == b.structure);
  CHECK(a.runs == b.runs);
  CHECK(a.happened == b.happened);
  CHECK(a.value == b.value);
  CHECK(a.location == b.location);
  CHECK(a.readsFrom == b.readsFrom);
  CHECK(a.rf == b.rf);
  CHECK(a.co == b.co);
  CHECK(a.loc == b.loc);
  CHECK(a.addr == b.addr);
  CHECK(a.data == b.data);
  CHECK(a.ctrl == b.ctrl);
  CHECK(a.syncBarrier == b.syncBarrier);
  CHECK(a.choices == b.choices);
}

Relation totalOrders(std::size_t size, const Sequences& sequences) {
  Relation order(size);
  for (const std::vector<EventId>& sequence : sequences) {
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      for (std::size_t j = i + 1; j < sequence.size(); ++j) {
        order.insert(sequence[i], sequence[j]);
      }
    }
  }
  return order;
}

/// Every candidate execution, with no more thought than the definition asks for.
class Candidates {
 public:
  explicit Candidates(std::shared_ptr<const EventStructure> structure) : structure_(std::move(structure)) {}

  std::vector<Execution> all() {
    chooseRuns();
    return std::move(found_);
  }

 private:
  void chooseRuns() {
    const auto t = static_cast<ThreadId>(runs_.size());
    if (t == structure_->threads().size()) {
      chooseReadsAndOrders();
      return;
    }
    forEachRun(*structure_, t, [&](const ThreadRun& run) {
      runs_.push_back(run);
      chooseRuns();
      runs_.pop_back();
      return true;
    });
  }

  void chooseReadsAndOrders() {
    const std::size_t size = structure_->size();
    bare_ = assemble(structure_, runs_, std::vector<EventId>(size, kNoEvent), Relation(size));
    readsFrom_.assign(size, kNoEvent);
    chooseSource(0);
  }

  void chooseSource(EventId read) {
    if (read == structure_->size()) {
      chooseOrder(0, Relation(structure_->size()));
    } else if (!bare_.happened.contains(read) || structure_->events()[read].kind != EventKind::Read) {
      chooseSource(read + 1);
    } else {
      for (const EventId write : writesOf(bare_.location[read])) {
        if (bare_.value[write] == bare_.value[read]) {
          readsFrom_[read] = write;
          chooseSource(read + 1);
          readsFrom_[read] = kNoEvent;
        }
      }
    }
  }

  void chooseOrder(LocationId l, const Relation& co) {
    if (l == structure_->program().locations.size()) {
      Execution execution = assemble(structure_, runs_, readsFrom_, co);
      if (!whyNotCandidate(execution)) {
        found_.push_back(std::move(execution));
      }
      return;
    }
    std::vector<EventId> order = writesOf(l);
    do {
      chooseOrder(l + 1, co | totalOrders(structure_->size(), {order}));
    } while (std::next_permutation(order.begin() + 1, order.end()));
  }

  /// The initial one first.
  std::vector<EventId> writesOf(LocationId l) const {
    std::vector<EventId> writes;
    bare_.happened.forEach([&](EventId e) {
      if (bare_.location[e] == l && structure_->events()[e].kind != EventKind::Read) {
        writes.push_back(e);
      }
    });
    return writes;
  }

  std::shared_ptr<const EventStructure> structure_;
  std::vector<ThreadRun> runs_;
  Execution bare_;  ///< of these runs, without reads-from and coherence
  std::vector<EventId> readsFrom_;
  std::vector<Execution> found_;
};

/// Packs and unpacks every candidate execution. Returns the ways in which threads ended.
std::set<ThreadEnd> checkRoundTrips(const std::shared_ptr<const EventStructure>& structure) {
  std::set<ThreadEnd> ends;
  std::vector<Witness> earlier;
  for (const Execution& execution : Candidates(structure).all()) {
    const Witness witness(execution);
    checkEqual(witness.execution(), execution);
    CHECK(std::ranges::find(earlier, witness) == earlier.end());
    earlier.push_back(witness);
    for (const ThreadRun& run : execution.runs) {
      ends.insert(run.end);
    }
  }
  CHECK_FALSE(earlier.empty());
  return ends;
}

TEST_CASE("an empty witness is of no execution") {
  const Witness witness;
  CHECK(witness.empty());
  CHECK_THROWS_AS(witness.execution(), InternalError);
  CHECK_THROWS_AS(witness.renamed({}), InternalError);
}

TEST_CASE("reads-from and coherence come back") {
  CHECK(checkRoundTrips(independentReads().structure()) == std::set{ThreadEnd::Completed});
  CHECK(checkRoundTrips(twoPlusTwoWrites().structure()) == std::set{ThreadEnd::Completed});
}

TEST_CASE("branches, and an address read from memory") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  const ExprPtr pointer = p.location("pointer", kAddressBase);
  p.thread().store(pointer, y).store(x, 1);
  ThreadBuilder& t = p.thread();
  t.load("r0", x).branch(t.get("r0"), 3).store(y, 5).load("r1", pointer).store(t.get("r1"), 7);
  CHECK(checkRoundTrips(p.structure()) == std::set{ThreadEnd::Completed});
}

TEST_CASE("compare-and-swaps that fail and that succeed, other read-modify-writes") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().cas("r0", x, 0, 1).rmw(RmwOp::Add, "r1", x, 2);
  p.thread().cas("r0", x, 1, 4);
  CHECK(checkRoundTrips(p.structure()) == std::set{ThreadEnd::Completed});
}

TEST_CASE("values negative and large") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x", -1);
  p.thread().store(x, std::numeric_limits<Value>::min()).store(x, std::numeric_limits<Value>::max());
  p.thread().load("r0", x).load("r1", x);
  CHECK(checkRoundTrips(p.structure()) == std::set{ThreadEnd::Completed});
}

TEST_CASE("barriers that open and barriers that stay closed") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& t = p.thread();
  t.barrier().load("r0", x).branch(t.get("r0"), 4).barrier().store(x, 2);
  p.thread().store(x, 1).barrier();
  CHECK(checkRoundTrips(p.structure()) == std::set{ThreadEnd::Completed, ThreadEnd::Blocked});
}

TEST_CASE("runs that meet the bound and runs that fault") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x", 1);
  const ExprPtr y = p.location("y");
  ThreadBuilder& loop = p.thread();
  loop.store(y, 1).rmw(RmwOp::Add, "r0", x, 1).branch(loop.get("r0"), 1);
  ThreadBuilder& fault = p.thread();
  fault.load("r0", y).assign("r1", binary(BinaryOp::Div, constant(1), fault.get("r0")));
  CHECK(checkRoundTrips(p.structure(1)) ==
        std::set{ThreadEnd::Completed, ThreadEnd::BoundReached, ThreadEnd::Fault});
}

TEST_CASE("more events than fit one byte each") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  ThreadBuilder& writer = p.thread();
  ThreadBuilder& reader = p.thread();
  const std::size_t size = 401;
  std::vector<EventId> readsFrom(size, kNoEvent);
  std::vector<EventId> order{0};
  for (EventId i = 0; i < 200; ++i) {
    writer.store(x, 0);
    reader.load("r0", x);
    readsFrom[201 + i] = 1 + i;
    order.push_back(1 + (i + 77) % 200);
  }
  const auto structure = p.structure();
  REQUIRE(structure->size() == size);
  const auto zero = [](EventId, LocationId) { return Value{0}; };
  const auto open = [](EventId) { return true; };
  const Execution execution =
      assemble(structure, {runThread(*structure, 0, zero, open), runThread(*structure, 1, zero, open)},
               readsFrom, totalOrders(size, {order}));
  checkEqual(Witness(execution).execution(), execution);
}

TEST_CASE("who came late to a barrier") {
  ProgramBuilder p;
  for (int t = 0; t < 4; ++t) {
    p.thread().countedBarrier(2);
  }
  const auto structure = p.structure();
  const auto zero = [](EventId, LocationId) { return Value{0}; };
  const auto open = [](EventId) { return true; };
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < 4; ++t) {
    runs.push_back(runThread(*structure, t, zero, open));
  }
  const auto withLate = [&](const LateArrivals& late) {
    return assemble(structure, runs, std::vector<EventId>(8, kNoEvent), Relation(8), late);
  };
  const Execution execution = withLate({{0, {6, 0}}});
  checkEqual(Witness(execution).execution(), execution);
  CHECK(Witness(execution).execution().late == execution.late);
  CHECK_FALSE(Witness(execution) == Witness(withLate({{0, {0, 6}}})));
  const std::vector<EventId> renaming{2, 3, 0, 1, 4, 5, 6, 7};
  CHECK(Witness(execution).renamed(renaming) == Witness(withLate({{0, {6, 2}}})));
}

/// Three events of each of two threads, with choices over them. Events 0 = initial x, 1..3, 4..6.
struct TwoWriters {
  TwoWriters() {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    p.thread().store(x, 1).store(x, 2).load("r0", x);
    p.thread().store(x, 1).store(x, 2).load("r0", x);
    structure = p.structure();
    executions = Candidates(structure).all();
  }
  std::shared_ptr<const EventStructure> structure;
  std::vector<Execution> executions;
};

TEST_CASE("a model's choices: total orders of disjoint sets") {
  const TwoWriters two;
  const std::size_t size = two.structure->size();
  Execution execution = two.executions.front();
  const std::vector<Relation> choices{totalOrders(size, {{3, 1, 4}, {6, 5}}), Relation(size),
                                      totalOrders(size, {{6, 5, 4, 3, 2, 1, 0}})};
  const Witness witness(execution, choices);
  CHECK(witness != Witness(execution));
  execution.choices = choices;
  CHECK(witness == Witness(execution));
  checkEqual(witness.execution(), execution);
}

TEST_CASE("what is no total order of disjoint sets is no choice") {
  const TwoWriters two;
  const std::size_t size = two.structure->size();
  Relation order = totalOrders(size, {{1, 2, 3}});
  SUBCASE("pairs missing") {
    order.erase(1, 3);
  }
  SUBCASE("two firsts") {
    order.insert(4, 2);
    order.insert(4, 3);
  }
  SUBCASE("two lasts") {
    order.insert(1, 4);
    order.insert(2, 4);
  }
  SUBCASE("a cycle beside it") {
    order.insert(4, 5);
    order.insert(5, 4);
  }
  CHECK_THROWS_AS(Witness(two.executions.front(), {&order, 1}), InternalError);
}

TEST_CASE("made from parts, with or without the initial writes") {
  const TwoWriters two;
  WitnessPacker packer(two.structure);
  for (const Execution& execution : two.executions) {
    const std::vector<WitnessRead> reads{{3, execution.readsFrom[3], execution.value[3]},
                                         {6, execution.readsFrom[6], execution.value[6]}};
    std::vector<EventId> order{1, 2, 4, 5};
    std::ranges::sort(order, [&](EventId a, EventId b) { return execution.co.contains(a, b); });
    const Sequences without{order};
    order.insert(order.begin(), 0);
    const Sequences with{order};
    CHECK(packer.pack({reads, {}, without, {}}) == Witness(execution));
    CHECK(packer.pack({reads, {}, with, {}}) == Witness(execution));
  }
}

TEST_CASE("threads renamed") {
  const TwoWriters two;
  const std::size_t size = two.structure->size();
  const std::vector<EventId> swap{0, 4, 5, 6, 1, 2, 3};
  std::set<std::vector<Value>> seen;
  for (Execution execution : two.executions) {
    execution.choices = {totalOrders(size, {{3, 1, 5}, {4, 6}})};
    const Witness witness(execution);
    const Execution renamed = witness.renamed(swap).execution();
    CHECK(whyNotCandidate(renamed) == std::nullopt);
    for (EventId e = 0; e < size; ++e) {
      CHECK(renamed.value[swap[e]] == execution.value[e]);
      const EventId source = execution.readsFrom[e];
      CHECK(renamed.readsFrom[swap[e]] == (source == kNoEvent ? kNoEvent : swap[source]));
    }
    execution.co.forEach([&](EventId a, EventId b) { CHECK(renamed.co.contains(swap[a], swap[b])); });
    CHECK(renamed.co.count() == execution.co.count());
    CHECK(renamed.choices == std::vector<Relation>{totalOrders(size, {{6, 4, 2}, {1, 3}})});
    CHECK(renamed.runs[0].registers == execution.runs[1].registers);
    CHECK(renamed.runs[1].registers == execution.runs[0].registers);
    CHECK(witness.renamed(swap) == Witness(renamed));
    CHECK(witness.renamed(swap).renamed(swap) == witness);
    seen.insert(execution.value);
  }
  CHECK(seen.size() > 1);
}

TEST_CASE("threads renamed of which one waits at a barrier") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (int i = 0; i < 2; ++i) {
    ThreadBuilder& t = p.thread();
    t.rmw(RmwOp::Add, "r0", x, 1).branch(t.get("r0"), 3).barrier();
    t.nop();
  }
  const auto structure = p.structure();
  const auto half = static_cast<EventId>((structure->size() - 1) / 2);
  std::vector<EventId> swap{0};
  for (EventId e = 0; e < 2 * half; ++e) {
    swap.push_back(1 + (e + half) % (2 * half));
  }
  std::size_t blocked = 0;
  for (const Execution& execution : Candidates(structure).all()) {
    const Execution renamed = Witness(execution).renamed(swap).execution();
    CHECK(whyNotCandidate(renamed) == std::nullopt);
    CHECK(renamed.runs[0].end == execution.runs[1].end);
    CHECK(renamed.runs[1].end == execution.runs[0].end);
    blocked += execution.runs[0].end == ThreadEnd::Blocked && execution.runs[1].end == ThreadEnd::Completed;
  }
  CHECK(blocked > 0);
}

}  // namespace
}  // namespace hrfcheck::test
