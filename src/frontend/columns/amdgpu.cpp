#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/amdgpu_table.h"
#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/dialects.h"
#include "program/ir/orders.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace amdgpu {
namespace {

bool isNamedBarrier(const RowInstruction& row) {
  return row.mnemonic.size() > 1 && row.mnemonic[1].text == kNamed;
}

std::optional<Signature> signature(const RowInstruction& row) {
  const Mnemonic* m = findRow(kMnemonics, row.mnemonic[0].text);
  if (m == nullptr) {
    return std::nullopt;
  }
  const bool named = m->form == Form::Barrier && isNamedBarrier(row);
  return Signature{named ? "c" : m->roles, m->syntax, m->refusal};
}

/// Makes one operation; the operands are resolved already.
class Builder {
 public:
  explicit Builder(const ResolvedRow& row)
      : mnemonic_(*findRow(kMnemonics, row.row.mnemonic[0].text)),
        in_(row),
        suffixes_(row, kAmdgpuDialect, mnemonic_.syntax) {}

  Meaning build() {
    Operation operation = withSuffixes();
    suffixes_.end();
    return {std::move(operation), std::move(marks_)};
  }

 private:
  Operation withSuffixes() {
    switch (mnemonic_.form) {
      case Form::Load:
        return LoadOp{in_.target(0), in_.expr(1), access(kLoad, "visible", "vis")};
      case Form::Store:
        return StoreOp{in_.expr(0), in_.expr(1), access(kStore, "available", "av")};
      case Form::Rmw:
        return rmw();
      case Form::CompareSwap:
        return compareSwap();
      case Form::Fence:
        return fence();
      case Form::Make:
        marks_.emplace_back(mnemonic_.name);
        return FenceOp{Atomicity{Order::Relaxed, level(Default::None), false}};
      case Form::Barrier:
        return barrier();
      case Form::Refused:
        break;
    }
    INVARIANT(false, "an instruction without a meaning");
  }

  /// What an operation without a scope has.
  enum class Default { System, None };

  /// `.agent`. "When an operation does not specify a scope, it indicates the system scope" (AMDGPU Memory
  /// Model, "Scopes").
  std::uint32_t level(Default missing) {
    const Token* next = suffixes_.peek();
    const auto found = next == nullptr ? std::nullopt : findLevel(kAmdgpuDialect, next->text);
    if (found) {
      suffixes_.take();
      return *found;
    }
    if (missing == Default::None) {
      suffixes_.expected("scope", {kLevels.begin(), kLevels.end()});
      suffixes_.skip();
    }
    return kSystem;
  }

  /// An ordinary access, or an atomic one. A volatile access that is not atomic is available, or visible, as
  /// widely as its address space allows (the same page, volatile accesses); for LDS models take that to be
  /// the work-group.
  std::optional<Atomicity> access(Carrier carrier, std::string_view word, std::string_view mark) {
    if (suffixes_.peek() == nullptr) {
      return std::nullopt;
    }
    if (suffixes_.accept(word)) {
      marks_.push_back(fmt::format("{}.{}", mark, kLevels[level(Default::None)]));
      return std::nullopt;
    }
    if (suffixes_.accept(kVolatile)) {
      marks_.emplace_back(kVolatile);
      marks_.push_back(fmt::format("{}.{}", mark, kLevels[kSystem]));
      return std::nullopt;
    }
    const auto order = orderOf(carrier);
    if (!order) {
      return std::nullopt;
    }
    return scoped(*order);
  }

  /// Reports what is missing, or `unordered`.
  std::optional<Order> orderOf(Carrier carrier) {
    if (const Token* next = suffixes_.peek(); next != nullptr && next->text == "unordered") {
      suffixes_.error(*next, "the order 'unordered' is not modelled",
                      "possible: " + orderList(kOrders, carrier));
      suffixes_.skip();
      return std::nullopt;
    }
    const auto order = suffixes_.order(kOrders, carrier);
    if (!order) {
      suffixes_.expected("order", namesIn(kOrders));
      suffixes_.skip();
    }
    return order;
  }

  /// `[.SCOPE][.one_as][.av_none][.volatile]` of an atomic access.
  Atomicity scoped(Order order) {
    const Atomicity atomicity{order, level(Default::System), false};
    acceptMarks({kOneAs, kNoAv, kVolatile});
    return atomicity;
  }

  void acceptMarks(std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (suffixes_.accept(word)) {
        marks_.emplace_back(word);
      }
    }
  }

  Operation rmw() {
    const Token* next = suffixes_.peek();
    const auto* found =
        next == nullptr ? kOperators.end() : std::ranges::find(kOperators, next->text, &OperatorWord::name);
    if (found == kOperators.end()) {
      suffixes_.expected("operator", namesIn(kOperators));
      suffixes_.skip();
      return NopOp{};
    }
    if (!found->op) {
      suffixes_.error(*next, fmt::format("the read-modify-write '{}' is not supported", found->name));
    }
    suffixes_.take();
    const auto order = orderOf(kRmw);
    if (!order) {
      return NopOp{};
    }
    const Atomicity atomicity = scoped(*order);
    return RmwOperation{in_.operands[0].target,
                        found->op.value_or(RmwOp::Exchange),
                        in_.expr(1),
                        in_.expr(2),
                        nullptr,
                        atomicity};
  }

  Operation compareSwap() {
    const auto order = orderOf(kRmw);
    const auto failure = order ? orderOf(kFailure) : std::nullopt;
    if (!order || !failure) {
      return NopOp{};
    }
    const Atomicity atomicity = scoped(*order);
    // Where it says no more than the order itself, it is not said (failureOrder of RmwOperation).
    const bool implied = *failure == readOf(*order);
    return RmwOperation{
        in_.operands[0].target,          RmwOp::CompareSwap, in_.expr(1), in_.expr(3), in_.expr(2), atomicity,
        implied ? std::nullopt : failure};
  }

  Operation fence() {
    const auto order = orderOf(kFence);
    if (!order) {
      return NopOp{};
    }
    FenceOp fence{Atomicity{*order, level(Default::System), false}};
    acceptMarks({kOneAs});
    const bool global = suffixes_.accept("global");
    const bool local = suffixes_.accept("local");
    if (global || local) {
      fence.spaces = {global, local};
    }
    acceptMarks({kNoAv});
    return fence;
  }

  /// Barriers order execution only: what memory they order, the fences beside them say (User Guide for AMDGPU
  /// Backend, "Execution Barriers").
  Operation barrier() {
    BarrierOp barrier;
    barrier.order = std::nullopt;
    barrier.level = kWorkgroup;
    if (suffixes_.accept(kNamed)) {
      barrier.id = in_.operands[0].number;
      barrier.amongNamed = true;
      if (barrier.id.value < kFirstNamed || barrier.id.value > kLastNamed) {
        in_.diagnostics.error(
            in_.row.operands[0].place,
            fmt::format("named barriers have numbers from {} to {}", kFirstNamed, kLastNamed));
      }
    } else if (suffixes_.accept(kOfCluster)) {
      barrier.level = kCluster;
      barrier.amongNamed = true;
    }
    return barrier;
  }

  const Mnemonic& mnemonic_;
  const ResolvedRow& in_;
  SuffixReader suffixes_;
  std::vector<std::string> marks_;
};

}  // namespace
}  // namespace amdgpu

const Dialect kAmdgpuDialect = {
    .name = "AMDGPU",
    .summary =
        "LLVM IR's atomics for AMD GPUs: six scopes, availability and visibility, LDS, barriers; in columns",
    .layout = Layout::Columns,
    .levels = amdgpu::kLevels,
    .levelNames = amdgpu::kLevelNames,
    .sharedFrom = amdgpu::kSharedFrom,
    .oneInside = amdgpu::kCluster,
    .ids = amdgpu::kIds,
    .laneId = "lane",
    .laneLevel = kWaveLevel,
    .plainRows = true,
    .signature = amdgpu::signature,
    .mnemonics = [] { return namesIn(amdgpu::kMnemonics); },
    .build = [](const ResolvedRow& row) { return amdgpu::Builder(row).build(); },
};

}  // namespace hrfcheck::frontend
