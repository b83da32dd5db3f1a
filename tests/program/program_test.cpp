#include "program/ir/program.h"

#include <doctest/doctest.h>

#include <limits>

#include "program/expr/addresses.h"
#include "util/invariant.h"

using namespace hrfcheck;

namespace {

Value eval(BinaryOp op, Value a, Value b) {
  return apply(op, a, b).value();
}

}  // namespace

TEST_CASE("arithmetic wraps around and division by zero has no value") {
  constexpr Value kMin = std::numeric_limits<Value>::min();
  constexpr Value kMax = std::numeric_limits<Value>::max();
  CHECK(eval(BinaryOp::Add, kMax, 1) == kMin);
  CHECK(eval(BinaryOp::Sub, kMin, 1) == kMax);
  CHECK(eval(BinaryOp::Mul, kMax, 2) == -2);
  CHECK(eval(BinaryOp::Div, kMin, -1) == kMin);
  CHECK(eval(BinaryOp::Rem, kMin, -1) == 0);
  CHECK(eval(BinaryOp::Div, -7, 2) == -3);
  CHECK(eval(BinaryOp::Shl, 1, 65) == 2);
  CHECK(eval(BinaryOp::Shr, -8, 1) == -4);
  CHECK(eval(BinaryOp::Min, -1, 1) == -1);
  CHECK(eval(BinaryOp::Max, -1, 1) == 1);
  CHECK(eval(BinaryOp::LogicalAnd, 2, 4) == 1);
  CHECK(eval(BinaryOp::LogicalOr, 0, 0) == 0);
  CHECK_FALSE(apply(BinaryOp::Div, 1, 0).has_value());
  CHECK_FALSE(apply(BinaryOp::Rem, 1, 0).has_value());
  CHECK(apply(UnaryOp::Minus, kMin).value() == kMin);
  CHECK(apply(UnaryOp::LogicalNot, 0).value() == 1);
  CHECK(apply(UnaryOp::BitNot, 0).value() == -1);
}

TEST_CASE("integers do not make addresses") {
  constexpr Value kX = objectAddress(0);
  CHECK(eval(BinaryOp::Add, kX, 3) == kX + 3);
  CHECK(eval(BinaryOp::Sub, kX, 1) == kX - 1);
  CHECK(eval(BinaryOp::Add, kX - 1, 1) == kX);
  CHECK(eval(BinaryOp::Add, 5, kX) == kX + 5);
  CHECK(eval(BinaryOp::Sub, kX + kAddressStride, kX) == kAddressStride);
  CHECK(eval(BinaryOp::Max, kX, 0) == kX);
  CHECK(eval(BinaryOp::Lt, 5, kX) == 1);
  CHECK(eval(BinaryOp::Sub, kAddressBase - 1, 1) == kAddressBase - 2);
  CHECK(eval(BinaryOp::Add, kAddressEnd - 1, 1) == kAddressEnd);
  CHECK_FALSE(apply(BinaryOp::Add, kAddressBase - 1, 1).has_value());
  CHECK_FALSE(apply(BinaryOp::Shl, 1, 48).has_value());
  CHECK_FALSE(apply(BinaryOp::Mul, 1 << 24, 1 << 24).has_value());
  CHECK_FALSE(apply(UnaryOp::BitNot, ~kX).has_value());
  CHECK_FALSE(apply(UnaryOp::Minus, -kX).has_value());
  CHECK_FALSE(forgedByRmw(RmwOp::Exchange, {}, 1, kX).has_value());
  CHECK(forgedByRmw(RmwOp::Add, {}, kAddressBase - 1, 1) == kAddressBase);
  CHECK(rmwResult(RmwOp::Exchange, {}, 1, kX) == kX);
  CHECK(rmwResult(RmwOp::Add, {}, kX, 1) == kX + 1);
}

TEST_CASE("expressions are evaluated over registers") {
  const ExprPtr e = select(binary(BinaryOp::Lt, registerRef(2), constant(5)),
                           binary(BinaryOp::Add, registerRef(0), registerRef(2)), constant(7));
  CHECK(registersOf(*e) == std::vector<RegisterId>{0, 2});
  CHECK(evaluate(*e, [](RegisterId r) { return Value{r} + 1; }) == 4);
  CHECK(evaluate(*e, [](RegisterId r) { return Value{r} + 10; }) == 7);
  const ExprPtr bad = binary(BinaryOp::Add, constant(1), binary(BinaryOp::Rem, constant(1), constant(0)));
  CHECK_FALSE(evaluate(*bad, [](RegisterId) { return Value{0}; }).has_value());
}

TEST_CASE("conditions hold or do not") {
  const StateVariable r{.thread = 1, .reg = 0};
  const StateVariable x{.location = 0};
  const auto make = [](auto node) { return std::make_shared<Condition>(Condition{std::move(node)}); };
  const ConditionPtr rIs1 = make(CompareCondition{r, CompareOp::Eq, Value{1}});
  const ConditionPtr rBelowX = make(CompareCondition{r, CompareOp::Lt, x});
  const ConditionPtr both = make(AndCondition{rIs1, make(NotCondition{rBelowX})});
  const auto state = [](Value rv, Value xv) {
    return [=](const StateVariable& v) { return v.isRegister() ? rv : xv; };
  };
  CHECK(holds(*both, state(1, 1)));
  CHECK_FALSE(holds(*both, state(1, 2)));
  CHECK(holds(*make(OrCondition{rIs1, rBelowX}), state(0, 2)));
  CHECK(variablesOf(*both) == std::vector<StateVariable>{r, x});
  CHECK(compare(CompareOp::Ne, 1, 2));
  CHECK(compare(CompareOp::Ge, 2, 2));
  CHECK_FALSE(compare(CompareOp::Gt, 2, 2));
  CHECK(compare(CompareOp::Le, 2, 2));
}

TEST_CASE("scope instances are nodes of the tree, not sets of threads") {
  // P0 and P1 in one work-group, P2 in another of the same component, P3 in wg 0 of another component.
  const ScopeTree tree({"wi", "wg", "cmp", "sys"}, {{0, 0, 0, 0}, {0, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}});
  const ScopeInstanceId wg0 = tree.instanceOf(0, 1);
  CHECK(wg0 == tree.instanceOf(1, 1));
  CHECK(wg0 != tree.instanceOf(2, 1));
  CHECK(wg0 != tree.instanceOf(3, 1));
  CHECK(tree.instances()[wg0].name == "cmp0/wg0");
  CHECK(tree.instances()[tree.instanceOf(2, 1)].name == "wg1");
  CHECK(tree.instances()[tree.instanceOf(3, 3)].name == "sys");
  CHECK(tree.instances()[tree.instanceOf(2, 0)].name == "P2");
  CHECK(tree.nested(wg0, tree.instanceOf(0, 2)));
  CHECK(tree.nested(wg0, wg0));
  CHECK_FALSE(tree.nested(tree.instanceOf(0, 2), wg0));
  CHECK_FALSE(tree.nested(wg0, tree.instanceOf(3, 2)));
  CHECK(tree.contains(tree.instanceOf(0, 2), 2));
  CHECK_FALSE(tree.contains(tree.instanceOf(0, 2), 3));
  CHECK_THROWS_AS(ScopeTree({"wi", "sys"}, {{0}}), InternalError);
}
