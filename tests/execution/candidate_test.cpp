#include <doctest/doctest.h>

#include "execution/witness/structure_run.h"
#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

/// Runs every thread with the same oracle answers by read event.
std::vector<ThreadRun> runAll(const EventStructure& structure, const std::map<EventId, Value>& reads,
                              bool passes = true) {
  std::vector<ThreadRun> runs;
  for (ThreadId t = 0; t < structure.threads().size(); ++t) {
    runs.push_back(runThread(
        structure, t, [&](EventId e, LocationId) { return reads.at(e); }, [&](EventId) { return passes; }));
  }
  return runs;
}

bool mentions(const std::optional<std::string>& why, const std::string& words) {
  CAPTURE(why.value_or("(a candidate)"));
  return why && why->find(words) != std::string::npos;
}

/// Message passing: events 0 = initial x, 1 = initial y, 2 = x:=1, 3 = y:=1, 4 = r0:=y, 5 = r1:=x.
struct MessagePassing {
  MessagePassing() {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    const ExprPtr y = p.location("y");
    p.thread().store(x, 1).store(y, 1);
    p.thread().load("r0", y).load("r1", x);
    structure = p.structure();
    readsFrom.assign(6, kNoEvent);
    readsFrom[4] = 3;
    readsFrom[5] = 0;
    co = Relation(6);
    co.insert(0, 2);
    co.insert(1, 3);
  }
  Execution make() const { return assemble(structure, runAll(*structure, {{4, 1}, {5, 0}}), readsFrom, co); }

  std::shared_ptr<const EventStructure> structure;
  std::vector<EventId> readsFrom;
  Relation co;
};

TEST_CASE("an execution is put together from its choices") {
  const Execution x = MessagePassing().make();
  CHECK(x.happened == EventSet::full(6));
  CHECK(x.value == std::vector<Value>{0, 0, 1, 1, 1, 0});
  CHECK(x.location == std::vector<LocationId>{0, 1, 0, 1, 1, 0});
  CHECK(x.rf.pairs() == std::vector<std::pair<EventId, EventId>>{{0, 5}, {3, 4}});
  CHECK(x.loc.count() == 18);
  CHECK(x.loc.contains(0, 5));
  CHECK(x.loc.contains(2, 2));
  CHECK_FALSE(x.loc.contains(2, 3));
  CHECK(x.complete());
  CHECK(x.finalValue({1, 0, kNoLocation}) == 1);
  CHECK(x.finalValue({1, 1, kNoLocation}) == 0);
  CHECK(x.finalValue({kNoThread, 0, 0}) == 1);
  CHECK(whyNotCandidate(x) == std::nullopt);
}

TEST_CASE("each way to be no candidate has its reason") {
  MessagePassing mp;
  SUBCASE("a value that nobody gave") {
    mp.readsFrom[5] = 2;
    CHECK(mentions(whyNotCandidate(mp.make()), "another location or value"));
  }
  SUBCASE("another location") {
    mp.readsFrom[4] = 2;
    CHECK(mentions(whyNotCandidate(mp.make()), "another location or value"));
  }
  SUBCASE("a read from nothing") {
    mp.readsFrom[5] = kNoEvent;
    CHECK(mentions(whyNotCandidate(mp.make()), "does not read from a write"));
  }
  SUBCASE("a read from a read") {
    mp.readsFrom[5] = 5;
    CHECK(mentions(whyNotCandidate(mp.make()), "does not read from a write"));
  }
  SUBCASE("a write that reads") {
    mp.readsFrom[2] = 0;
    CHECK(mentions(whyNotCandidate(mp.make()), "is no read that happened"));
  }
  SUBCASE("writes left unordered") {
    mp.co.erase(0, 2);
    CHECK(mentions(whyNotCandidate(mp.make()), "one direction"));
  }
  SUBCASE("writes ordered both ways") {
    mp.co.insert(2, 0);
    CHECK(mentions(whyNotCandidate(mp.make()), "one direction"));
  }
  SUBCASE("an initial write that is not first") {
    mp.co.erase(0, 2);
    mp.co.insert(2, 0);
    CHECK(mentions(whyNotCandidate(mp.make()), "not first"));
  }
  SUBCASE("co across locations") {
    mp.co.insert(2, 3);
    CHECK(mentions(whyNotCandidate(mp.make()), "no two writes of one location"));
  }
  SUBCASE("co of a write with itself") {
    mp.co.insert(2, 2);
    CHECK(mentions(whyNotCandidate(mp.make()), "no two writes of one location"));
  }
  SUBCASE("a run that the code does not do") {
    Execution x = mp.make();
    x.runs[1].registers[0] = 7;
    CHECK(mentions(whyNotCandidate(x), "P1 does not run like that"));
  }
  SUBCASE("a derived part that does not follow") {
    Execution x = mp.make();
    x.loc.erase(0, 2);
    CHECK(mentions(whyNotCandidate(x), "derived part"));
    x = mp.make();
    x.data.insert(4, 5);
    CHECK(mentions(whyNotCandidate(x), "derived part"));
    x = mp.make();
    x.rf.erase(0, 5);
    CHECK(mentions(whyNotCandidate(x), "derived part"));
  }
  SUBCASE("a wrong size") {
    Execution x = mp.make();
    x.co = Relation(5);
    CHECK(mentions(whyNotCandidate(x), "wrong size"));
  }
}

TEST_CASE("co must be transitive") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread().store(x, 1).store(x, 2).store(x, 3);
  const auto structure = p.structure();
  Relation co(4);
  for (EventId w : {1U, 2U, 3U}) {
    co.insert(0, w);
  }
  co.insert(1, 2);
  co.insert(2, 3);
  co.insert(3, 1);
  const std::vector<EventId> readsFrom(4, kNoEvent);
  CHECK(mentions(whyNotCandidate(assemble(structure, runAll(*structure, {}), readsFrom, co)),
                 "not transitive"));
  co.erase(3, 1);
  co.insert(1, 3);
  const Execution good = assemble(structure, runAll(*structure, {}), readsFrom, co);
  CHECK(whyNotCandidate(good) == std::nullopt);
  CHECK(good.finalValue({kNoThread, 0, 0}) == 3);
}

TEST_CASE("barriers open when all of the scope instance have arrived, and only then") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  p.thread(0).barrier(kWg);
  p.thread(0).branch(1, 2).barrier(kWg).nop();  // never gets there
  p.thread(1).barrier(kWg);                     // alone in its group
  const auto structure = p.structure();
  const std::size_t n = structure->size();
  const std::vector<EventId> readsFrom(n, kNoEvent);
  const auto why = [&](std::vector<bool> passes) {
    std::vector<ThreadRun> runs;
    for (ThreadId t = 0; t < 3; ++t) {
      runs.push_back(runThread(
          *structure, t, [](EventId, LocationId) { return Value{0}; },
          [&](EventId) -> bool { return passes[t]; }));
    }
    return whyNotCandidate(assemble(structure, std::move(runs), readsFrom, Relation(n)));
  };
  CHECK(why({false, false, true}) == std::nullopt);
  CHECK(mentions(why({true, false, true}), "before enough have arrived"));
  CHECK(mentions(why({false, false, false}), "although enough have arrived"));
}

TEST_CASE("syncbar relates every arrival to every departure of the same barrier and round") {
  ProgramBuilder p;
  p.thread().barrier(kWg, 1).barrier(kWg, 1);
  p.thread().barrier(kWg, 1).barrier(kWg, 1);
  const auto structure = p.structure();
  // P0: A0 D1 A2 D3, P1: A4 D5 A6 D7
  const Execution x =
      assemble(structure, runAll(*structure, {}), std::vector<EventId>(8, kNoEvent), Relation(8));
  CHECK(x.syncBarrier.pairs() == std::vector<std::pair<EventId, EventId>>{
                                     {0, 1}, {0, 5}, {2, 3}, {2, 7}, {4, 1}, {4, 5}, {6, 3}, {6, 7}});
  CHECK(whyNotCandidate(x) == std::nullopt);
}

TEST_CASE("a departure follows the arrivals that opened the barrier, and those before its own") {
  ProgramBuilder p;
  for (int t = 0; t < 4; ++t) {
    p.thread().countedBarrier(2);
  }
  const auto structure = p.structure();
  // P0: A0 D1, P1: A2 D3, P2: A4 D5, P3: A6 D7
  const auto withLate = [&](const LateArrivals& late) {
    return assemble(structure, runAll(*structure, {}), std::vector<EventId>(8, kNoEvent), Relation(8), late);
  };
  const Execution x = withLate({{0, {6, 0}}});  // P1 and P2 open it, then comes P3, at last P0
  CHECK(whyNotCandidate(x) == std::nullopt);
  CHECK(x.syncBarrier.pairs() ==
        std::vector<std::pair<EventId, EventId>>{
            {0, 1}, {2, 1}, {2, 3}, {2, 5}, {2, 7}, {4, 1}, {4, 3}, {4, 5}, {4, 7}, {6, 1}, {6, 7}});
  for (const LateArrivals& late : std::vector<LateArrivals>{
           {}, {{0, {6}}}, {{0, {6, 6}}}, {{0, {6, 1}}}, {{0, {6, 0, 2}}}, {{0, {6, 0}}, {1, {2}}}}) {
    CHECK(mentions(whyNotCandidate(withLate(late)), "late arrivals"));
  }
}

TEST_CASE("barriers that open early do not open in a circle") {
  ProgramBuilder p;
  p.thread().countedBarrier(1, kWg, 0).countedBarrier(1, kWg, 1);
  p.thread().countedBarrier(1, kWg, 1).countedBarrier(1, kWg, 0);
  const auto structure = p.structure();
  // P0: A0 D1 of 0, A2 D3 of 1; P1: A4 D5 of 1, A6 D7 of 0
  const auto why = [&](EventId lateAtFirst, EventId lateAtSecond) {
    return whyNotCandidate(assemble(structure, runAll(*structure, {}), std::vector<EventId>(8, kNoEvent),
                                    Relation(8), {{0, {lateAtFirst}}, {1, {lateAtSecond}}}));
  };
  CHECK(why(6, 2) == std::nullopt);
  CHECK(why(6, 4) == std::nullopt);
  CHECK(why(0, 2) == std::nullopt);
  CHECK(mentions(why(0, 4), "in a circle"));
}

TEST_CASE("barriers of different ids do not meet") {
  ProgramBuilder p;
  p.thread().barrier(kWg, 1);
  p.thread().barrier(kWg, 2);
  const auto structure = p.structure();
  const std::vector<EventId> readsFrom(4, kNoEvent);
  CHECK(mentions(whyNotCandidate(assemble(structure, runAll(*structure, {}), readsFrom, Relation(4))),
                 "before enough have arrived"));
  CHECK(whyNotCandidate(assemble(structure, runAll(*structure, {}, false), readsFrom, Relation(4))) ==
        std::nullopt);
}

}  // namespace
}  // namespace hrfcheck::test
