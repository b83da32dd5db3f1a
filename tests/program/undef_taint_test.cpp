// What depends on contents that nothing says.

#include "program/structure/undef_taint.h"

#include <doctest/doctest.h>

#include <functional>

#include "support/program_builder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// x, y and z; what z holds is open.
struct Three {
  ProgramBuilder p;
  ExprPtr x = p.location("x");
  ExprPtr y = p.location("y");
  ExprPtr z = p.location("z");
  ThreadBuilder& t = p.thread();

  UndefTaint reach() {
    p.program().locations[2].open = true;
    return undefTaint(*p.structure());
  }
};

}  // namespace

TEST_CASE("open contents: where nothing gets to them, nothing hangs on them") {
  Three test;
  test.t.load("r", test.x).store(test.y, test.t.get("r"));
  const UndefTaint reach = test.reach();
  CHECK(reach.accessed.empty());
  CHECK_FALSE(reach.control);
}

TEST_CASE("open contents: a copy of them is open, what is computed from others is not") {
  Three test;
  test.t.load("r", test.z).store(test.y, test.t.get("r")).assign("r", 1).store(test.x, test.t.get("r"));
  const UndefTaint reach = test.reach();
  CHECK(reach.accessed == std::set<LocationId>{2});
  CHECK(reach.contents == std::set<LocationId>{1, 2});
  CHECK_FALSE(reach.control);
}

TEST_CASE("open contents: an instruction that may be left out leaves what was there") {
  Three test;
  test.t.load("r", test.z).load("p", test.y);
  test.t.assign("r", 1).onlyIf("p").store(test.x, test.t.get("r"));
  CHECK(test.reach().contents == std::set<LocationId>{0, 2});
}

TEST_CASE("open contents: another thread carries them on") {
  Three test;
  test.t.load("r", test.y).store(test.x, binary(BinaryOp::Add, test.t.get("r"), constant(1)));
  ThreadBuilder& other = test.p.thread();
  other.load("r", test.z).store(test.y, other.get("r"));
  CHECK(test.reach().contents == std::set<LocationId>{0, 1, 2});
}

TEST_CASE("open contents: branches, addresses, divisions and compare-and-swaps that hang on them") {
  const auto controls = [](const std::function<void(Three&)>& write) {
    Three test;
    test.t.load("r", test.z);
    write(test);
    return test.reach().control;
  };
  CHECK(controls([](Three& test) { test.t.branch(test.t.get("r"), 3).store(test.y, 1); }));
  CHECK(controls([](Three& test) { test.t.store(test.y, 1).onlyIf("r"); }));
  CHECK(controls([](Three& test) { test.t.load("s", binary(BinaryOp::Add, test.x, test.t.get("r"))); }));
  CHECK(
      controls([](Three& test) { test.t.assign("s", binary(BinaryOp::Div, constant(4), test.t.get("r"))); }));
  CHECK(controls([](Three& test) { test.t.cas("s", test.y, test.t.get("r"), 1); }));
  CHECK(controls([](Three& test) { test.t.cas("s", test.z, 0, 1); }));
  CHECK_FALSE(controls([](Three& test) { test.t.rmw(RmwOp::Exchange, "s", test.z, 0); }));
  CHECK_FALSE(controls([](Three& test) { test.t.rmw(RmwOp::Add, "s", test.y, test.t.get("r")); }));
}
