#include "program/structure/reach.h"

#include <doctest/doctest.h>

#include "support/program_builder.h"

namespace hrfcheck::test {
namespace {

using Events = std::vector<EventId>;

/// One thread over x and y, whose initial writes are events 0 and 1.
struct Code {
  ProgramBuilder p;
  ExprPtr x = p.location("x");
  ExprPtr y = p.location("y");
  ThreadBuilder& t = p.thread();

  struct Sets {
    Events certain, possible;
  };
  Sets from(NodeId node) {
    const auto structure = p.structure(1);
    const Reach reach(*structure);
    return {reach.certainFrom(0, node).members(), reach.possibleFrom(0, node).members()};
  }
  Events certain() { return from(0).certain; }
};

TEST_CASE("straight code: everything, from each node on") {
  Code c;
  c.t.load("r0", c.x).fence(atomic(Order::Acquire)).store(c.y, c.t.get("r0"));
  CHECK(c.from(0).certain == Events{2, 3, 4});
  CHECK(c.from(0).possible == Events{2, 3, 4});
  CHECK(c.from(2).certain == Events{4});
  CHECK(c.from(2).possible == Events{4});
  for (const NodeId outside : {kEndNode, kBoundNode, kSpinNode}) {
    CHECK(c.from(outside).certain.empty());
    CHECK(c.from(outside).possible.empty());
  }
}

TEST_CASE("branches: what both paths have is certain, what one has is possible") {
  Code c;  // if (r0) { y = 2; y = 3 } else y = 1; x = 4
  c.t.load("r0", c.x)
      .branch(c.t.get("r0"), 4)
      .store(c.y, 1)
      .jump(6)
      .store(c.y, 2)
      .store(c.y, 3)
      .store(c.x, 4);
  CHECK(c.from(0).certain == Events{2, 6});
  CHECK(c.from(0).possible == Events{2, 3, 4, 5, 6});
  CHECK(c.from(2).certain == Events{3, 6});
  CHECK(c.from(2).possible == Events{3, 6});
}

TEST_CASE("an exit takes what follows it out") {
  Code c;
  c.t.load("r0", c.x).exit().onlyIf("r0").store(c.y, 1);
  CHECK(c.from(0).certain == Events{2});
  CHECK(c.from(0).possible == Events{2, 3});
}

TEST_CASE("predicated instructions may have no events") {
  Code c;
  c.t.load("r0", c.x).store(c.y, 1).onlyIf("r0").store(c.y, 2);
  CHECK(c.from(0).certain == Events{2, 4});
  CHECK(c.from(0).possible == Events{2, 3, 4});
}

TEST_CASE("read-modify-writes: only a compare-and-swap may not write") {
  Code c;
  c.t.rmw(RmwOp::Add, "r0", c.x, 1).cas("r1", c.x, 0, 1).store(c.y, 1);
  CHECK(c.from(0).certain == Events{2, 3, 4, 6});
  CHECK(c.from(0).possible == Events{2, 3, 4, 5, 6});
}

TEST_CASE("behind a barrier nothing is certain, its departure neither") {
  Code c;
  c.t.store(c.x, 1).barrier().store(c.y, 1);
  CHECK(c.from(0).certain == Events{2, 3});
  CHECK(c.from(0).possible == Events{2, 3, 4, 5});
  CHECK(c.from(2).certain == Events{5});
  Code predicated;
  predicated.t.load("r0", predicated.x).barrier().onlyIf("r0").store(predicated.y, 1);
  CHECK(predicated.certain() == Events{2});
}

TEST_CASE("an instruction that may fault has no certain events, and none behind it") {
  Code c;
  c.p.thread().store(c.x, 1);
  c.t.load("r0", c.x);
  const ExprPtr r0 = c.t.get("r0");
  const ExprPtr quotient = binary(BinaryOp::Div, constant(1), r0);
  SUBCASE("address of a store") {
    c.t.store(binary(BinaryOp::Add, c.y, r0), 1);
  }
  SUBCASE("address of a load") {
    c.t.load("r1", r0);
  }
  SUBCASE("address of nothing") {
    c.t.load("r1", 0);
  }
  SUBCASE("value") {
    c.t.store(c.x, quotient);
  }
  SUBCASE("operand") {
    c.t.rmw(RmwOp::Add, "r1", c.x, quotient);
  }
  SUBCASE("expected value") {
    c.t.cas("r1", c.x, quotient, 1);
  }
  SUBCASE("assignment, deep inside") {
    c.t.assign("r1", select(r0, constant(1), unary(UnaryOp::Minus, quotient)));
  }
  SUBCASE("condition") {
    c.t.branch(binary(BinaryOp::Rem, constant(1), r0), 2);
  }
  SUBCASE("predicated") {
    c.t.store(c.x, quotient).onlyIf("r0");
  }
  c.t.store(c.y, 2);
  CHECK(c.certain() == Events{2});
}

TEST_CASE("divisors and addresses are safe where all their values are") {
  Code c;
  c.t.reg("p", kAddressBase);
  c.t.reg("two", 2);
  const ExprPtr two = c.t.get("two");
  c.t.load("r0", c.t.get("p"))
      .store(c.y, binary(BinaryOp::Div, c.t.get("r0"), two))
      .store(c.y, binary(BinaryOp::Rem, c.t.get("r0"), constant(3)))
      .store(binary(BinaryOp::Add, c.y, binary(BinaryOp::Sub, two, constant(2))), 1);
  CHECK(c.certain() == Events{2, 3, 4, 5});
  Code set;  // the register is set later on, but what it had before counts as well
  set.t.reg("p", kAddressBase);
  set.t.load("r0", set.t.get("p")).load("p", set.y);
  CHECK(set.certain().empty());
}

TEST_CASE("an index from memory is safe as long as it stays in its array") {
  const auto certain = [](Value index) {
    ProgramBuilder p;
    const ExprPtr first = p.location("a[0]");
    p.location("a[1]");
    const ExprPtr i = p.location("i");
    ThreadBuilder& t = p.thread();  // events 3, 4, 5
    t.load("r0", i).assign("r1", binary(BinaryOp::Mul, t.get("r0"), constant(kAddressStride)));
    t.load("r2", binary(BinaryOp::Add, first, t.get("r1"))).store(i, 1);
    p.thread().store(i, index);
    return Reach(*p.structure()).certainFrom(0, 0).members();
  };
  CHECK(certain(1) == Events{3, 4, 5});
  CHECK(certain(-1) == Events{3});
}

TEST_CASE("a register with too many values is unknown") {
  Code c;
  c.t.assign("i", binary(BinaryOp::Add, c.t.get("i"), constant(1)))
      .load("r0", binary(BinaryOp::Add, c.x, binary(BinaryOp::Mul, c.t.get("i"), constant(0))));
  CHECK(c.certain().empty());
}

TEST_CASE("the unroll bound: nothing behind a loop that may meet it") {
  Code c;
  c.t.rmw(RmwOp::Add, "r0", c.x, 1).branch(c.t.get("r0"), 0).store(c.y, 1);
  const auto structure = c.p.structure(2);
  const Reach reach(*structure);
  CHECK(reach.certainFrom(0, 0).members() == Events{2, 3});
  CHECK(reach.possibleFrom(0, 0).members() == Events{2, 3, 4, 5, 6});
}

TEST_CASE("a spin loop may go on for ever: what follows it is certain where such runs are left out") {
  Code c;  // while (x == 0) fence; y = 1
  c.t.load("r0", c.x).branch(c.t.get("r0"), 4).fence(atomic(Order::Acquire)).jump(0).store(c.y, 1);
  const auto structure = c.p.structure(1);
  REQUIRE(structure->threads()[0].loops.at(0).spin);
  const EventId store = structure->tags().at("W").members().back();
  CHECK(Reach(*structure, SpinningRuns::LeftOut).certainFrom(0, 0).members() == Events{2, store});
  const Code::Sets sets = c.from(0);
  CHECK(sets.certain == Events{2});
  CHECK(sets.possible.size() == structure->size() - 2);
}

}  // namespace
}  // namespace hrfcheck::test
