#include "program/unroll/spin_loops.h"

#include <doctest/doctest.h>

#include "support/program_builder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const ExprPtr kX = constant(kAddressBase);
const ExprPtr kY = constant(kAddressBase + kAddressStride);

ExprPtr compare(ThreadBuilder& t, BinaryOp op, const std::string& reg, Value value) {
  return binary(op, t.get(reg), constant(value));
}

bool onlyLoopSpins(const ThreadBuilder& t, const std::set<RegisterId>& observed = {}) {
  const std::vector<Loop> loops = findLoops(t.thread(), observed);
  REQUIRE(loops.size() == 1);
  return loops[0].spin;
}

}  // namespace

TEST_CASE("waiting for a flag spins, with or without a fence in the round") {
  ThreadBuilder t("P0");
  t.load("r", kX).branch(compare(t, BinaryOp::Ne, "r", 1), 0);
  CHECK(onlyLoopSpins(t));
  ThreadBuilder top("P0");  // while (x != 1) fence;
  top.load("r", kX).branch(compare(top, BinaryOp::Eq, "r", 1), 4).fence(atomic(Order::Acquire)).jump(0);
  CHECK(onlyLoopSpins(top));
}

TEST_CASE("a compare-and-swap spins where only its failure goes round") {
  ThreadBuilder lock("P0");
  lock.cas("r", kX, 0, 1).branch(compare(lock, BinaryOp::Ne, "r", 0), 0);
  CHECK(onlyLoopSpins(lock));
  ThreadBuilder both("P0");  // goes round after a success, too
  both.cas("r", kX, 0, 1).branch(compare(both, BinaryOp::Lt, "r", 2), 0);
  CHECK_FALSE(onlyLoopSpins(both));
  ThreadBuilder viaRegister("P0");  // s = (r == 0); loop while not s
  viaRegister.cas("r", kX, 0, 1)
      .assign("s", compare(viaRegister, BinaryOp::Eq, "r", 0))
      .branch(unary(UnaryOp::LogicalNot, viaRegister.get("s")), 0);
  CHECK(onlyLoopSpins(viaRegister));
  ThreadBuilder expectsWhatItRead("P0");  // e = x; r = cas(x, e, 1); loop while r != e
  expectsWhatItRead.load("e", kX)
      .cas("r", kX, expectsWhatItRead.get("e"), 1)
      .branch(binary(BinaryOp::Ne, expectsWhatItRead.get("r"), expectsWhatItRead.get("e")), 0);
  CHECK(onlyLoopSpins(expectsWhatItRead));
}

TEST_CASE("a register that only the way out writes may be read by every round") {
  const auto waiting =
      [](Value last) {  // done = 0; do { r = x; if (r == 0) continue; y = 1; done = last; } while (!done);
        ThreadBuilder t("P0");
        t.assign("done", 0)
            .load("r", kX)
            .branch(compare(t, BinaryOp::Eq, "r", 0), 5)
            .store(kY, 1)
            .assign("done", last)
            .branch(unary(UnaryOp::LogicalNot, t.get("done")), 1);
        return t;
      };
  CHECK(onlyLoopSpins(waiting(1)));
  CHECK(findLoops(waiting(1).thread(), {}).front().earlierRounds == 1);
  CHECK_FALSE(onlyLoopSpins(waiting(0)));  // goes round after the store
}

TEST_CASE("a jump or an instruction with a predicate is a branch") {
  ThreadBuilder waits("P0");  // L: r = x; @!r bra L
  waits.load("r", kX).jump(0).onlyIf("r", true);
  CHECK(onlyLoopSpins(waits));
  ThreadBuilder lock("P0");  // L: r = cas(x, 1, 0); p = r; @!p bra L
  lock.cas("r", kX, 1, 0).assign("p", lock.get("r")).jump(0).onlyIf("p", true);
  CHECK(onlyLoopSpins(lock));
  ThreadBuilder taken("P0");  // goes round after a success
  taken.cas("r", kX, 1, 0).jump(0).onlyIf("r");
  CHECK_FALSE(onlyLoopSpins(taken));
  ThreadBuilder writes("P0");  // L: r = x; @!r y = 1; @!r bra L
  writes.load("r", kX).store(kY, 1).onlyIf("r", true).jump(0).onlyIf("r", true);
  CHECK_FALSE(onlyLoopSpins(writes));
  ThreadBuilder writesAtLast("P0");  // L: r = x; @r y = 1; @!r bra L
  writesAtLast.load("r", kX).store(kY, 1).onlyIf("r").jump(0).onlyIf("r", true);
  CHECK(onlyLoopSpins(writesAtLast));
  ThreadBuilder kept("P0");  // L: r = x; @r s = y; @!r bra L, and s is looked at: written in the last round
  kept.load("r", kX).load("s", kY).onlyIf("r").jump(0).onlyIf("r", true);
  CHECK(onlyLoopSpins(kept, {kept.reg("s")}));
  ThreadBuilder lost(
      "P0");  // L: r = x; @!r s = y; @!r bra L, and s is looked at: not written in the last round
  lost.load("r", kX).load("s", kY).onlyIf("r", true).jump(0).onlyIf("r", true);
  CHECK_FALSE(onlyLoopSpins(lost, {lost.reg("s")}));
}

TEST_CASE("rounds that write are no spinning") {
  ThreadBuilder exchange("P0");
  exchange.rmw(RmwOp::Exchange, "r", kX, 1).branch(compare(exchange, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(exchange));
  ThreadBuilder store("P0");
  store.load("r", kX).store(kY, 1).branch(compare(store, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(store));
  ThreadBuilder barrier("P0");
  barrier.load("r", kX).barrier().branch(compare(barrier, BinaryOp::Ne, "r", 0), 0);
  CHECK_FALSE(onlyLoopSpins(barrier));
  ThreadBuilder last("P0");  // stores only in the round that leaves
  last.load("r", kX).branch(compare(last, BinaryOp::Ne, "r", 1), 4).store(kY, 1).jump(5).jump(0);
  CHECK(onlyLoopSpins(last));
}

TEST_CASE("rounds may read what every round sets to the same value again") {
  const auto lock = [](Value first, Value second) {
    ThreadBuilder t("P0");  // while (!(r = x, x == e -> x = 1, e = r)) e = first or second;
    t.assign("e", 0)
        .cas("r", kX, t.get("e"), 1)
        .assign("ok", binary(BinaryOp::Eq, t.get("r"), t.get("e")))
        .assign("e", t.get("r"))
        .branch(t.get("ok"), 10)
        .branch(compare(t, BinaryOp::Eq, "r", 5), 8)
        .assign("e", first)
        .jump(1)
        .assign("e", second)
        .jump(1);
    return findLoops(t.thread(), {}).at(0);
  };
  CHECK(lock(0, 0).spin);
  CHECK(lock(0, 0).earlierRounds == 2);
  CHECK_FALSE(lock(0, 3).spin);
  ThreadBuilder sometimes("P0");  // k is 1 after some rounds, as it was before after others
  sometimes.load("r", kX)
      .branch(binary(BinaryOp::Gt, sometimes.get("r"), sometimes.get("k")), 5)
      .branch(compare(sometimes, BinaryOp::Eq, "r", 0), 0)
      .assign("k", 1)
      .jump(0);
  CHECK_FALSE(findLoops(sometimes.thread(), {}).at(0).spin);
}

TEST_CASE("rounds that count, or leave something behind, are no spinning") {
  ThreadBuilder counts("P0");
  counts.load("r", kX)
      .assign("n", binary(BinaryOp::Add, counts.get("n"), constant(1)))
      .branch(compare(counts, BinaryOp::Ne, "r", 1), 0);
  CHECK_FALSE(onlyLoopSpins(counts));
}

TEST_CASE("what is looked at behind the loop comes from its last round") {
  const auto leaks = [] {  // while (x != 1) s = y;
    ThreadBuilder t("P0");
    t.load("r", kX).branch(compare(t, BinaryOp::Eq, "r", 1), 4).load("s", kY).jump(0);
    return t;
  };
  ThreadBuilder dead = leaks();
  CHECK(onlyLoopSpins(dead));
  CHECK(onlyLoopSpins(dead, {dead.reg("r")}));
  CHECK_FALSE(onlyLoopSpins(dead, {dead.reg("s")}));
  ThreadBuilder readLater = leaks();
  readLater.store(kY, readLater.get("s"));
  CHECK_FALSE(onlyLoopSpins(readLater));
  ThreadBuilder either("P0");  // while (x != 1 && y != 1) ;
  either.load("r", kX)
      .branch(compare(either, BinaryOp::Eq, "r", 1), 4)
      .load("s", kY)
      .branch(compare(either, BinaryOp::Ne, "s", 1), 0)
      .store(kX, either.get("r"));
  CHECK(onlyLoopSpins(either, {either.reg("r")}));
  CHECK_FALSE(onlyLoopSpins(either, {either.reg("s")}));
}

TEST_CASE("what is overwritten behind the loop, or on the way that is taken, is not looked at") {
  const auto waits = [](std::uint32_t end) {  // while (x != 1) s = y;
    ThreadBuilder t("P0");
    t.load("r", kX).branch(compare(t, BinaryOp::Eq, "r", 1), end).load("s", kY).jump(0);
    return t;
  };
  ThreadBuilder again = waits(4);
  again.load("s", kY).store(kX, again.get("s"));
  CHECK(onlyLoopSpins(again));
  ThreadBuilder ways("P0");  // while (x != 1) { s = y; if (s == 1) { y = s; return; } }
  ways.load("r", kX)
      .branch(compare(ways, BinaryOp::Eq, "r", 1), 6)
      .load("s", kY)
      .branch(compare(ways, BinaryOp::Ne, "s", 1), 0)
      .store(kY, ways.get("s"))
      .exit()
      .store(kX, ways.get("r"));
  CHECK(onlyLoopSpins(ways));
  ThreadBuilder kept("P0");  // the same, and s is stored on the other way
  kept.load("r", kX)
      .branch(compare(kept, BinaryOp::Eq, "r", 1), 6)
      .load("s", kY)
      .branch(compare(kept, BinaryOp::Ne, "s", 1), 0)
      .store(kY, kept.get("s"))
      .exit()
      .store(kX, kept.get("s"));
  CHECK_FALSE(onlyLoopSpins(kept));
}

TEST_CASE("paths that no execution takes do not count") {
  ThreadBuilder t("P0");  // while (!f()) ; where f is: if (x) return 0; e = y; return e == 1;
  t.load("r", kX)
      .branch(compare(t, BinaryOp::Eq, "r", 0), 4)
      .assign("done", 0)
      .jump(6)
      .load("e", kY)
      .assign("done", compare(t, BinaryOp::Eq, "e", 1))
      .branch(unary(UnaryOp::LogicalNot, t.get("done")), 0);
  CHECK(onlyLoopSpins(t));
  ThreadBuilder twice("P0");  // do { r = x; if (r) n = y; } while (r == 0);
  twice.load("r", kX)
      .branch(unary(UnaryOp::LogicalNot, twice.get("r")), 3)
      .load("n", kY)
      .branch(compare(twice, BinaryOp::Eq, "r", 0), 0);
  CHECK(onlyLoopSpins(twice));
  ThreadBuilder other("P0");  // do { r = x; if (r == 2) n = y; } while (r != 1);
  other.load("r", kX)
      .branch(compare(other, BinaryOp::Ne, "r", 2), 3)
      .load("n", kY)
      .branch(compare(other, BinaryOp::Ne, "r", 1), 0);
  CHECK(onlyLoopSpins(other));
  CHECK_FALSE(onlyLoopSpins(other, {other.reg("n")}));
}

TEST_CASE("a loop whose end does not depend on the value that it reads is bounded") {
  ThreadBuilder forever("P0");
  forever.load("r", kX).jump(0);
  CHECK_FALSE(onlyLoopSpins(forever));
  ThreadBuilder counted("P0");
  counted.load("r", kX).branch(compare(counted, BinaryOp::Ne, "k", 1), 0);
  CHECK_FALSE(onlyLoopSpins(counted));
}

TEST_CASE("the inner loop of two may spin, the outer one does not") {
  ThreadBuilder t("P0");
  t.nop()
      .load("r", kX)
      .branch(compare(t, BinaryOp::Ne, "r", 1), 1)
      .load("s", kY)
      .branch(compare(t, BinaryOp::Ne, "s", 1), 0);
  const std::vector<Loop> loops = findLoops(t.thread(), {});
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].head == 0);
  CHECK(loops[0].last == 4);
  CHECK_FALSE(loops[0].spin);
  CHECK(loops[1].head == 1);
  CHECK(loops[1].spin);
}

TEST_CASE("an inner loop that spins may have the head of the outer one") {
  ThreadBuilder t("P0");  // do { while ((r = x) != 1) ; y = 1; s = y; } while (s != 1);
  t.load("r", kX)
      .branch(compare(t, BinaryOp::Ne, "r", 1), 0)
      .store(kY, 1)
      .load("s", kY)
      .branch(compare(t, BinaryOp::Ne, "s", 1), 0);
  const std::vector<Loop> loops = findLoops(t.thread(), {});
  REQUIRE(loops.size() == 2);
  CHECK(loops[0].last == 4);
  CHECK_FALSE(loops[0].spin);
  CHECK(loops[1].head == 0);
  CHECK(loops[1].last == 1);
  CHECK(loops[1].spin);
  ThreadBuilder counts("P0");  // while (1) { if (n < 2) { n += 1; continue; } y = 1; }: one loop
  counts.assign("n", binary(BinaryOp::Add, counts.get("n"), constant(1)))
      .branch(compare(counts, BinaryOp::Lt, "n", 2), 0)
      .store(kY, 1)
      .jump(0);
  CHECK_FALSE(onlyLoopSpins(counts));
}

TEST_CASE("a loop that is entered in its middle does not spin; loops that overlap are one") {
  ThreadBuilder middle("P0");
  middle.branch(middle.get("k"), 2).nop().load("r", kX).branch(compare(middle, BinaryOp::Ne, "r", 1), 1);
  CHECK_FALSE(onlyLoopSpins(middle));
  ThreadBuilder crossed("P0");
  crossed.nop().nop().branch(crossed.get("k"), 0).nop().branch(crossed.get("k"), 1);
  const std::vector<Loop> loops = findLoops(crossed.thread(), {});
  REQUIRE(loops.size() == 1);
  CHECK(loops[0].head == 0);
  CHECK(loops[0].last == 4);
}

TEST_CASE("models that need every read get a round for every write that one can read from") {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  const ExprPtr y = p.location("y");
  p.thread().store(x, 1).store(x, 2).store(y, 5);
  p.thread().store(x, 3);
  ThreadBuilder& t = p.thread();
  t.load("r", x).branch(compare(t, BinaryOp::Ne, "r", 3), 0);
  const EventStructure few(p.build(), 4, RoundBounds::Few);
  REQUIRE(few.threads()[2].loops.size() == 1);
  CHECK(few.threads()[2].loops[0].earlierRounds == 1);
  const EventStructure all(p.build());
  CHECK(all.threads()[2].loops[0].earlierRounds == 3);
  CHECK(all.threads()[2].nodes.size() == 4 * 2);
}

TEST_CASE("rounds that go back: a round of one read is counted for the values with which it does") {
  const auto rounds = [](BinaryOp goesBack, Value value) {
    ProgramBuilder p;
    const ExprPtr x = p.location("x");
    p.thread().store(x, 1).store(x, 2).store(x, 3);
    ThreadBuilder& t = p.thread();
    t.load("r", x).branch(compare(t, goesBack, "r", value), 0);
    return EventStructure(p.build()).threads()[1].loops[0].earlierRounds;
  };
  CHECK(rounds(BinaryOp::Eq, 0) == 1);  // the initial write
  CHECK(rounds(BinaryOp::Eq, 2) == 1);
  CHECK(rounds(BinaryOp::Lt, 2) == 2);
  CHECK(rounds(BinaryOp::Ne, 3) == 3);
  CHECK(rounds(BinaryOp::Le, 3) == 3);  // no more than writes: the last round is one, too
}

TEST_CASE("locks: each thread's spin loop writes once") {
  ProgramBuilder p;
  const ExprPtr lock = p.location("lock");
  for (int i = 0; i < 3; ++i) {
    ThreadBuilder& t = p.thread();
    t.cas("r", lock, 0, 1).branch(compare(t, BinaryOp::Ne, "r", 0), 0).store(lock, 0);
  }
  const EventStructure all(p.build());
  // The two others' swaps; with what opens the lock no round goes back.
  CHECK(all.threads()[0].loops[0].earlierRounds == 2);
}
