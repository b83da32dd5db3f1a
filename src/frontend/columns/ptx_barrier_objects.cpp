#include "frontend/columns/ptx_barrier_objects.h"

#include <fmt/format.h>

#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/shared/phase_words.h"
#include "program/expr/further_operators.h"
#include "program/expr/phase_barrier.h"
#include "program/ir/ptx_marks.h"

// Source: PTX ISA 9.4, `mbarrier`.

namespace hrfcheck::frontend::ptx {
namespace {

constexpr IntegerKind kWord{64, false};

}  // namespace

Value numberBetween(Value least, Value most, const ResolvedRow& row, std::size_t operand,
                    std::string_view what) {
  const BarrierNumber given = row.operands[operand].number;
  if (given.value < least || given.value > most) {
    row.diagnostics.error(row.row.operands[operand].place, fmt::format("{} is {} to {}", what, least, most));
    return least;
  }
  return given.value;
}

Value BarrierObjectRows::arrivals(std::size_t operand) {
  return numberBetween(1, phase_words::kMostArrivals, in_, operand, "a count of arrivals");
}

Value BarrierObjectRows::bytes(std::size_t operand) {
  return numberBetween(0, (Value{1} << (phase_barrier::kTransactions.bits - 1)) - 1, in_, operand,
                       "a count of bytes");
}

RowMeaning BarrierObjectRows::init() {
  return {{StoreOp{in_.expr(0), constant(phase_words::initialized(arrivals(1))), std::nullopt},
           {kMarkBarrierObject, kMarkInit}}};
}

Atomicity BarrierObjectRows::order(Order byDefault, std::string_view word) {
  Atomicity result{byDefault, kCta};
  if (suffixes_.accept("relaxed")) {
    result.order = Order::Relaxed;
  } else if (!word.empty()) {
    suffixes_.accept(word);
  }
  if (suffixes_.accept("cluster")) {
    result.level = kCluster;
  } else if (!suffixes_.accept("cta") && suffixes_.peek() != nullptr &&
             findLevel(kPtxDialect, suffixes_.peek()->text)) {
    suffixes_.error(*suffixes_.peek(),
                    fmt::format("'{}' has no scope '{}'", mnemonic_.name, suffixes_.peek()->text),
                    "scopes: cta, cluster");
    suffixes_.skip();
  }
  return result;
}

RowMeaning BarrierObjectRows::arrive(bool drops, bool expects) {
  const Atomicity atomicity = order(Order::Release, "release");
  const bool counted = !expects && in_.row.operands.size() > 2;
  const Value update = phase_words::update(counted ? arrivals(2) : 1, drops, expects ? bytes(2) : 0);
  return {{RmwOperation{in_.operands[0].target, kRmwPhaseUpdate, in_.expr(1), constant(update), nullptr,
                        atomicity, std::nullopt, kWord},
           {kMarkBarrierObject}}};
}

RowMeaning BarrierObjectRows::transactions(Value sign) {
  const Atomicity atomicity = order(Order::Relaxed, "");
  return {{RmwOperation{std::nullopt, kRmwPhaseUpdate, in_.expr(0),
                        constant(phase_words::update(0, false, sign * bytes(1))), nullptr, atomicity,
                        std::nullopt, kWord},
           {kMarkBarrierObject}}};
}

RowMeaning BarrierObjectRows::wait(bool parity) {
  const Atomicity atomicity = order(Order::Acquire, "acquire");
  const RegisterId result = in_.target(0);
  const auto* state = std::get_if<RegisterExpr>(&in_.expr(2)->node);
  if (state != nullptr && state->reg == result) {
    in_.diagnostics.error(in_.row.operands[2].place, "a wait needs two registers here");
  } else if (!parity && state == nullptr) {
    in_.diagnostics.error(in_.row.operands[2].place, "expected the register of a state here",
                          "an arrival gives a state; .parity takes a constant");
    return {{NopOp{}, {}}};
  }
  const auto read = [&](Order order) {
    return Meaning{LoadOp{result, in_.expr(1), Atomicity{order, atomicity.level}}, {kMarkBarrierObject}};
  };
  const ExprPtr allowed = parity ? phase_words::isValid(result) : phase_words::isRecent(result, state->reg);
  const ExprPtr complete = parity ? phase_words::completedParity(result, in_.expr(2))
                                  : phase_words::completedSince(result, state->reg);
  RowMeaning meaning{read(Order::Relaxed)};
  meaning.behind.push_back(
      {AssignOp{kHiddenRegister, unary(UnaryOp::Assert, allowed, kOfBarrierObject)}, {}});
  meaning.behind.push_back({AssignOp{result, complete}, {}});
  if (atomicity.order == Order::Acquire) {
    meaning.behind.push_back(
        {BranchOp{binary(BinaryOp::Eq, registerRef(result), constant(0)), kEndOfRow}, {}});
    meaning.behind.push_back(read(Order::Acquire));
    meaning.behind.push_back({AssignOp{result, constant(1)}, {}});
  }
  return meaning;
}

}  // namespace hrfcheck::frontend::ptx
