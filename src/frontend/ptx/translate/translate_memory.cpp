#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "frontend/lowlevel/module/module.h"
#include "frontend/ptx/translate/function_translator.h"
#include "program/expr/further_operators.h"

// Accesses (PTX ISA, 9.7.9 and 9.7.13). What they mean to the memory model is in chapter 8: `ld`
// and `st` without an order are weak, `.volatile` and `.mmio` are as `.relaxed.sys`; `atom` and `red` without
// an order are relaxed, without a scope `.gpu`. An address in `.shared::cluster` is one in the own block's
// memory, for `mapa`, which makes those of other blocks, is not supported.

namespace hrfcheck::frontend::ptx {
namespace {

struct SpaceRow {
  std::string_view word;
  Space space;
};
constexpr std::array kSpaces = {
    SpaceRow{"global", Space::Global},          SpaceRow{"const", Space::Constant},
    SpaceRow{"shared", Space::Shared},          SpaceRow{"shared::cta", Space::Shared},
    SpaceRow{"shared::cluster", Space::Shared}, SpaceRow{"local", Space::Local},
    SpaceRow{"param", Space::Parameter},        SpaceRow{"param::entry", Space::Parameter},
    SpaceRow{"param::func", Space::Parameter}};

struct UpdateRow {
  std::string_view word;
  RmwOp op;
};
constexpr std::array kUpdates = {
    UpdateRow{"cas", RmwOp::CompareSwap}, UpdateRow{"exch", RmwOp::Exchange},
    UpdateRow{"add", RmwOp::Add},         UpdateRow{"min", RmwOp::Min},
    UpdateRow{"max", RmwOp::Max},         UpdateRow{"and", RmwOp::And},
    UpdateRow{"or", RmwOp::Or},           UpdateRow{"xor", RmwOp::Xor},
    UpdateRow{"inc", RmwOp::IncrementTo}, UpdateRow{"dec", RmwOp::DecrementFrom}};

}  // namespace

bool FunctionTranslator::memory() {
  const std::string_view name = in_->name;
  const bool accesses = name == "ld" || name == "ldu" || name == "st" || name == "atom" || name == "red";
  if (accesses && std::ranges::any_of(in_->modifiers,
                                      [](std::string_view word) { return word.starts_with("proxy::"); })) {
    refuse(
        "accesses through another proxy are not supported: the chapter on memory consistency says nothing of what they may read");
  }
  if (name == "ld" || name == "ldu") {
    load();
  } else if (name == "st") {
    store();
  } else if (name == "atom" || name == "red") {
    atomic(name == "red");
  } else if (name == "ldmatrix" || name == "stmatrix") {
    matrixRows();
  } else if (name == "wmma" && (has("load") || has("store"))) {
    matrixLines();
  } else if (name == "fence") {
    fence();
  } else if (name == "membar") {
    membar();
  } else if (name == kPragma) {
    writtenOrder();
  } else {
    return false;
  }
  return true;
}

Space FunctionTranslator::space() const {
  for (const SpaceRow& row : kSpaces) {
    if (has(row.word)) {
      return row.space;
    }
  }
  return Space::Generic;
}

std::optional<std::uint32_t> FunctionTranslator::scope() const {
  return has("cta")       ? std::optional(kGroupLevel)
         : has("cluster") ? std::optional(kClusterLevel)
         : has("gpu")     ? std::optional(kGpuLevel)
         : has("sys")     ? std::optional(kAllLevel)
                          : std::nullopt;
}

/// Nothing: the access is weak.
std::optional<Atomicity> FunctionTranslator::atomicity(bool reads) const {
  if (has("volatile") || has("mmio")) {
    return Atomicity{Order::Relaxed, kAllLevel};
  }
  const bool ordered = has("relaxed") || has(reads ? "acquire" : "release");
  if (!ordered) {
    return std::nullopt;
  }
  const auto level = scope();
  if (!level) {
    refuse("an order without a scope");
  }
  return Atomicity{has("relaxed") ? Order::Relaxed : reads ? Order::Acquire : Order::Release, *level};
}

unsigned FunctionTranslator::elements() const {
  return has("v2") ? 2 : has("v4") ? 4 : has("v8") ? 8 : 1;
}

void FunctionTranslator::load() {
  const PtxType t = type();
  Access access;
  access.reads = true;
  access.space = space();
  access.address = addressOf(operand(1));
  access.bytes = t.bytes();
  access.isSigned = t.kind == PtxType::Class::Signed;
  access.isFloat = t.kind == PtxType::Class::Float;
  access.readOnly = has("nc");
  access.atomicity = atomicity(true);
  access.isVolatile = has("volatile");
  if (elements() > 1 || operand(0).kind == PtxOperand::Kind::Vector) {
    if (operand(0).kind != PtxOperand::Kind::Vector ||
        (elements() > 1 && operand(0).parts.size() != elements())) {
      refuse("the vector does not have as many elements");
    }
    for (const PtxOperand& part : operand(0).parts) {
      access.targets.push_back(targetOf(part));
    }
  } else {
    access.targets.push_back(targetOf(operand(0)));
  }
  emit(std::move(access));
}

void FunctionTranslator::store() {
  if (has("bulk")) {
    refuse();
  }
  const PtxType t = type();
  Access access;
  access.writes = true;
  access.space = space();
  access.address = addressOf(operand(0));
  access.bytes = t.bytes();
  access.isFloat = t.kind == PtxType::Class::Float;
  access.atomicity = atomicity(false);
  access.isVolatile = has("volatile");
  const auto stored = [&](const PtxOperand& from) {
    const bool wide = from.kind == PtxOperand::Kind::Number && from.floatBits == 64 && t.bits == 32;
    if (wide) {
      refuse("a 64-bit constant where one of 32 bits is expected");
    }
    access.values.push_back(sourceOf(from, t.bits));
  };
  if (operand(1).kind == PtxOperand::Kind::Vector) {
    if (elements() > 1 && operand(1).parts.size() != elements()) {
      refuse("the vector does not have as many elements");
    }
    for (const PtxOperand& part : operand(1).parts) {
      stored(part);
    }
  } else {
    stored(operand(1));
  }
  emit(std::move(access));
}

/// What the models have: integers of 32 and 64 bits, sums of floats of these, and compare-and-swap of 16
/// bits. Of other floats the result is not computed: an exchange with a number that nobody knows.
void FunctionTranslator::atomic(bool reduces) {
  const PtxType t = type();
  const auto* row = std::ranges::find_if(kUpdates, [&](const UpdateRow& r) { return has(r.word); });
  const bool floats = t.kind == PtxType::Class::Float;
  const bool swaps = row != kUpdates.end() && row->op == RmwOp::CompareSwap;
  if (row == kUpdates.end() || (swaps && floats) || (t.bits != 32 && t.bits != 64 && !floats && !swaps)) {
    refuse();
  }
  const bool sums = floats && row->op == RmwOp::Add && t.lanes == 1 && t.bits != 16 && !t.bfloat;
  Access access;
  access.reads = access.writes = true;
  access.space = space();
  // PTX ISA, `atom`: of 32 bits in global memory, subnormal operands and results are flushed; nothing is said
  // of generic addresses.
  access.flushes = sums && t.bits == 32 && access.space != Space::Shared;
  const std::size_t first = reduces ? 0 : 1;
  access.bytes = t.bytes();
  access.isFloat = floats;
  access.update = sums ? kRmwFloatAdd : floats ? RmwOp::Exchange : row->op;
  access.signedUpdate = t.kind == PtxType::Class::Signed;
  const Order order = has("acq_rel")   ? Order::AcquireRelease
                      : has("acquire") ? Order::Acquire
                      : has("release") ? Order::Release
                                       : Order::Relaxed;
  access.atomicity = Atomicity{order, scope().value_or(kGpuLevel)};
  const auto operandOf = [&](const PtxOperand& from) {
    return floats && !sums ? number(NumberOp::NotComputed, t.bits, {sourceOf(from, t.bits)})
                           : sourceOf(from, t.bits);
  };
  if (elements() > 1) {  // each by itself, in no order (9.7.13.5)
    if (order != Order::Relaxed || operand(first + 1).parts.size() != elements()) {
      refuse();
    }
    const std::uint32_t base = temporary(64);
    emit(Compute{base, addressOf(operand(first))});
    for (unsigned e = 0; e < elements(); ++e) {
      access.address =
          number(NumberOp::Add, 64, {registerNumber(base, 64), literal(std::uint64_t{e} * access.bytes, 64)});
      access.targets = {reduces ? std::nullopt : targetOf(operand(0).parts.at(e))};
      access.values = {operandOf(operand(first + 1).parts[e])};
      emit(access);
    }
    return;
  }
  access.address = addressOf(operand(first));
  access.targets.push_back(reduces ? std::nullopt : targetOf(operand(0)));
  if (swaps) {
    access.expected = source(first + 1, t.bits);
    access.values.push_back(source(first + 2, t.bits));
  } else {
    access.values.push_back(sums ? floatSource(first + 1, t.bits) : operandOf(operand(first + 1)));
  }
  emit(std::move(access));
}

/// ".pragma "hrfcheck.acq_rel.relaxed"": the order, and of a compare-exchange that on failure.
void FunctionTranslator::writtenOrder() {
  constexpr std::array kOrders = {std::pair{"relaxed", Order::Relaxed}, std::pair{"acquire", Order::Acquire},
                                  std::pair{"release", Order::Release},
                                  std::pair{"acq_rel", Order::AcquireRelease},
                                  std::pair{"seq_cst", Order::SeqCst}};
  std::vector<Order> orders;
  for (const std::string_view word : in_->modifiers) {
    const auto* known =
        std::ranges::find(kOrders, word, [](const auto& row) { return std::string_view(row.first); });
    if (known == kOrders.end()) {
      refuse(fmt::format("'{}' is not an order", word));
    }
    orders.push_back(known->second);
  }
  if (orders.empty() || orders.size() > 2) {
    refuse();
  }
  WrittenOrder written{orders.front()};
  if (orders.back() != written.order) {
    written.failure = orders.back();
  }
  emit(written);
}

}  // namespace hrfcheck::frontend::ptx
