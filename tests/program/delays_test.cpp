#include "program/unroll/delays.h"

#include <doctest/doctest.h>

#include "support/program_builder.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

const ExprPtr kFlag = constant(kAddressBase);

Thread dropped(const ThreadBuilder& t, const std::set<RegisterId>& observed = {}) {
  PacedLook look;
  return withoutDelays(t.thread(), observed, look);
}

bool isNothing(const Thread& thread, std::uint32_t i) {
  return std::holds_alternative<NopOp>(thread.instructions[i].operation);
}

std::optional<std::uint32_t> jump(const Thread& thread, std::uint32_t i) {
  const auto* op = std::get_if<JumpOp>(&thread.instructions[i].operation);
  return op == nullptr ? std::nullopt : std::optional(op->target);
}

constexpr IntegerKind kInt{32, true, true};

/// do { r = flag; if (d < most) d = d * 2; } while (r == 0);
ThreadBuilder doubling(Value most) {
  ThreadBuilder t("P0");
  t.assign("d", 1).load("r", kFlag);
  t.branch(binary(BinaryOp::Ge, t.get("d"), constant(most), kInt), 4);
  t.assign("d", binary(BinaryOp::Mul, t.get("d"), constant(2), kInt));
  t.branch(binary(BinaryOp::Eq, t.get("r"), constant(0)), 1);
  return t;
}

}  // namespace

TEST_CASE("a delay that doubles is left out, unless it is observed or may not fit") {
  const ThreadBuilder t = doubling(256);
  const Thread without = dropped(t);
  CHECK(isNothing(without, 0));
  CHECK(jump(without, 2) == 4);
  CHECK(isNothing(without, 3));
  CHECK(std::holds_alternative<BranchOp>(without.instructions[4].operation));
  ThreadBuilder again = doubling(256);
  CHECK_FALSE(isNothing(dropped(again, {std::get<RegisterExpr>(again.get("d")->node).reg}), 3));
  CHECK_FALSE(isNothing(dropped(doubling(Value{1} << 31)), 3));
}

TEST_CASE("a loop that counts is left out, and one that may go round for ever stays") {
  const auto counting = [](Value step) {  // for (i = 0; i != 8; i += step) ; flag = 1
    ThreadBuilder t("P0");
    t.assign("i", 0).branch(binary(BinaryOp::Ge, t.get("i"), constant(8)), 4);
    t.assign("i", binary(BinaryOp::Add, t.get("i"), constant(step))).jump(1).store(kFlag, 1);
    return t;
  };
  CHECK(jump(dropped(counting(1)), 1) == 4);
  CHECK(jump(dropped(counting(3)), 1) == 4);
  CHECK_FALSE(jump(dropped(counting(0)), 1));
  CHECK_FALSE(jump(dropped(counting(-1)), 1));
}

TEST_CASE("what depends on a read stays") {
  ThreadBuilder t("P0");
  t.load("r", kFlag).branch(binary(BinaryOp::Eq, t.get("r"), constant(0)), 3).assign("d", 1).store(kFlag, 1);
  CHECK_FALSE(jump(dropped(t), 1));
}
