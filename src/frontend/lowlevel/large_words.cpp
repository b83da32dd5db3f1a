#include "frontend/lowlevel/large_words.h"

#include <algorithm>

#include "program/ir/addresses.h"
#include "program/ir/constants_in.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

constexpr unsigned kWordBits = 64;

bool names(const ExprPtr& expr) {
  return hasConstant(expr, isAddress);
}

bool names(const ResidualOperation& operation) {
  return std::visit(
      Overloaded{[](const Assign& o) { return names(o.value); },
                 [](const SharedAccess& o) {
                   const auto inWord = [](const StoredWord& word) {
                     return std::ranges::any_of(word, [](const StoredPart& p) { return names(p.value); });
                   };
                   return names(o.where.number) || names(o.expected) || std::ranges::any_of(o.values, inWord);
                 },
                 [](const KnownVote& o) { return names(o.vote); },
                 [](const GiveToLanes& o) { return names(o.value); },
                 [](const TakeFromLane& o) { return names(o.lane); }, [](const auto&) { return false; }},
      operation);
}

bool names(const ResidualBlock& block) {
  return names(block.condition) ||
         std::ranges::any_of(block.steps, [](const ResidualStep& step) { return names(step.operation); });
}

}  // namespace

bool namesLargeWords(const std::vector<WrittenThread>& threads) {
  return std::ranges::any_of(threads, [](const WrittenThread& thread) {
    return std::ranges::any_of(thread.code.blocks, [](const ResidualBlock& block) { return names(block); });
  });
}

ExprPtr convertingLargeWords(const ExprPtr& expr) {
  if (const auto* e = std::get_if<UnaryExpr>(&expr->node)) {
    const ExprPtr operand = convertingLargeWords(e->operand);
    if (e->op != UnaryOp::Convert || e->kind.bits >= kWordBits) {
      return unary(e->op, operand, e->kind);
    }
    const Value low = static_cast<Value>((std::uint64_t{1} << e->kind.bits) - 1);
    const ExprPtr bits = binary(BinaryOp::And, operand, constant(low), {kWordBits, false});
    return e->kind.isSigned ? unary(UnaryOp::Convert, bits, e->kind) : bits;
  }
  if (const auto* e = std::get_if<BinaryExpr>(&expr->node)) {
    return binary(e->op, convertingLargeWords(e->left), convertingLargeWords(e->right), e->kind);
  }
  if (const auto* e = std::get_if<SelectExpr>(&expr->node)) {
    return select(convertingLargeWords(e->condition), convertingLargeWords(e->whenTrue),
                  convertingLargeWords(e->whenFalse));
  }
  return expr;
}

void convertLargeWords(hrfcheck::Operation& operation) {
  const auto convert = [](ExprPtr& expr) {
    if (expr != nullptr) {
      expr = convertingLargeWords(expr);
    }
  };
  std::visit(Overloaded{[&](LoadOp& o) { convert(o.address); },
                        [&](StoreOp& o) {
                          convert(o.address);
                          convert(o.value);
                        },
                        [&](RmwOperation& o) {
                          convert(o.address);
                          convert(o.operand);
                          convert(o.expected);
                        },
                        [&](AssignOp& o) { convert(o.value); }, [&](BranchOp& o) { convert(o.condition); },
                        [](auto&) {}},
             operation);
}

}  // namespace hrfcheck::frontend::lowlevel
