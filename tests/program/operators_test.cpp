// The table of operators against what the operators compute.

#include "program/expr/operators.h"

#include <doctest/doctest.h>

#include "program/expr/arithmetic.h"

namespace hrfcheck::test {
namespace {

constexpr std::array<Value, 7> kSome{-8, -1, 0, 1, 2, 5, 1000};

bool isOperator(const BinaryTraits& row) {
  return row.group != OperatorGroup::Further;
}

}  // namespace

TEST_CASE("operators: the opposite of a comparison holds where it does not") {
  for (const BinaryTraits& row : kBinaryTraits) {
    const bool orders = row.group == OperatorGroup::Equality || row.group == OperatorGroup::Order;
    CHECK(isComparison(row.op) == orders);
    CHECK(traitsOf(row.opposite).opposite == row.op);
    for (const Value a : kSome) {
      for (const Value b : kSome) {
        if (orders) {
          CHECK(apply(row.op, a, b) != apply(row.opposite, a, b));
        }
      }
    }
  }
}

TEST_CASE("operators: what 0 and equal operands decide") {
  for (const BinaryTraits& row : kBinaryTraits) {
    bool zero = true;
    bool equals = true;
    for (const Value a : kSome) {
      zero = zero && apply(row.op, a, 0) == Value{0} && apply(row.op, 0, a) == Value{0};
      equals = equals && apply(row.op, a, a) == apply(row.op, 1, 1);
    }
    if (isOperator(row)) {
      CHECK(row.zeroDecides == zero);
    }
    if (row.equalsDecide) {
      CHECK(equals);
    }
  }
}

TEST_CASE("operators: updates by arithmetic store what the operator gives") {
  for (const RmwTraits& row : kRmwTraits) {
    CHECK(combinesOld(row.op));
    CHECK(updateBy(row.arithmetic) == row.op);
    if (!isFurther(row.arithmetic)) {
      CHECK(rmwResult(row.op, {}, 6, 3) == apply(row.arithmetic, 6, 3));
    }
  }
  for (const RmwOp op : {RmwOp::CompareSwap, RmwOp::Exchange, RmwOp::IncrementTo, RmwOp::DecrementFrom}) {
    CHECK_FALSE(arithmeticOf(op).has_value());
  }
}

}  // namespace hrfcheck::test
