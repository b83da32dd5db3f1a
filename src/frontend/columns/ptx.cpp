#include <fmt/format.h>

#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_async.h"
#include "frontend/columns/ptx_fences.h"
#include "frontend/columns/ptx_table.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace ptx {
namespace {

/// `ld r, 2`: PTX's way of writing `mov` in Dartagnan's tests.
bool loadsConstant(const RowInstruction& row) {
  return row.mnemonic.size() == 1 && row.mnemonic[0].text == "ld";
}

std::optional<Signature> signature(const RowInstruction& row) {
  if (std::optional<Signature> known = asyncSignature(row); known) {
    return known;
  }
  if (std::optional<Signature> known = fenceSignature(row); known) {
    return known;
  }
  const ptx::Mnemonic* m = findRow(ptx::kMnemonics, row.mnemonic[0].text);
  if (m == nullptr) {
    return std::nullopt;
  }
  const bool swap = m->form == Form::Atom && row.mnemonic.back().text == "cas";
  return Signature{swap ? "davv" : loadsConstant(row) ? "tv" : m->roles, m->syntax, ""};
}

/// Makes one operation; the operands are resolved already.
class Builder {
 public:
  explicit Builder(const ResolvedRow& row)
      : mnemonic_(*findRow(ptx::kMnemonics, row.row.mnemonic[0].text)),
        in_(row),
        suffixes_(row, kPtxDialect, mnemonic_.syntax) {}

  Meaning build() {
    std::vector<std::string> marks;
    if (!mnemonic_.proxy.empty()) {
      marks.emplace_back(mnemonic_.proxy);
    }
    if (mnemonic_.form == Form::Fence && suffixes_.accept("proxy")) {
      marks.push_back(proxyFence());
      return {FenceOp{}, marks};
    }
    Operation operation = withSuffixes();
    suffixes_.end();
    return {std::move(operation), std::move(marks)};
  }

 private:
  Operation withSuffixes() {
    switch (mnemonic_.form) {
      case Form::Load:
        if (loadsConstant(in_.row)) {
          return constantLoad();
        }
        return LoadOp{in_.target(0), in_.expr(1), access(ptx::kLoad)};
      case Form::Store:
        return StoreOp{in_.expr(0), in_.expr(1), access(ptx::kStore)};
      case Form::Atom:
        return atom(1);
      case Form::Reduce:
        return atom(0);
      case Form::Fence:
        return FenceOp{atomicity(ptx::kFence)};
      case Form::Barrier:
        return barrier();
    }
    INVARIANT(false, "an instruction without a meaning");
  }

  Operation constantLoad() {
    const Operand& operand = in_.row.operands[1];
    const bool location = operand.kind != Operand::Kind::Sum ||
                          (isSingleName(operand) && std::holds_alternative<ConstantExpr>(in_.expr(1)->node));
    if (location) {
      suffixes_.error(in_.row.mnemonic[0], "'ld' without a suffix loads a constant, not a location",
                      fmt::format("write {}", mnemonic_.syntax));
    }
    return AssignOp{in_.target(0), in_.expr(1)};
  }

  /// `.weak`, `.volatile`, `.mmio[.relaxed].SCOPE`, or `.ORDER.SCOPE`. "The semantics of volatile operations
  /// are equivalent to a relaxed memory operation with system-scope"; an mmio operation is a strong one.
  std::optional<Atomicity> access(ptx::Carrier carrier) {
    if (suffixes_.accept("weak")) {
      return std::nullopt;
    }
    if (suffixes_.accept("volatile")) {
      return Atomicity{Order::Relaxed, static_cast<std::uint32_t>(ptx::kLevels.size() - 1)};
    }
    if (suffixes_.accept("mmio")) {
      suffixes_.accept("relaxed");
      return Atomicity{Order::Relaxed, suffixes_.scope()};
    }
    return atomicity(carrier);
  }

  Atomicity atomicity(ptx::Carrier carrier) {
    Atomicity result{Order::Relaxed, static_cast<std::uint32_t>(ptx::kLevels.size() - 1), false};
    const std::optional<Order> order = suffixes_.order(ptx::kOrders, carrier);
    if (!order) {
      suffixes_.expected("order", orderNames(carrier));
      suffixes_.skip();
      return result;
    }
    result.order = *order;
    result.level = suffixes_.scope();
    return result;
  }

  static std::vector<std::string> orderNames(ptx::Carrier carrier) {
    std::vector<std::string> names;
    if (carrier == ptx::kLoad || carrier == ptx::kStore) {
      names.emplace_back("weak");
    }
    for (const OrderWord& word : ptx::kOrders) {
      if ((word.carriers & carrier) != 0) {
        names.emplace_back(word.name);
      }
    }
    return names;
  }

  /// @param address which operand it is; before it the register, if any
  Operation atom(std::size_t address) {
    const Atomicity atomicity = this->atomicity(ptx::kAtom);
    warnOfAcquire(atomicity.order);
    const std::optional<RegisterId> target = address == 0 ? std::nullopt : in_.operands[0].target;
    const ExprPtr& location = in_.expr(address);
    const ExprPtr& first = in_.expr(address + 1);
    const Token* word = suffixes_.peek();
    const bool gives = mnemonic_.form == Form::Atom;
    if (gives && suffixes_.accept("cas")) {
      return RmwOperation{target, RmwOp::CompareSwap, location, in_.expr(address + 2), first, atomicity};
    }
    const bool exchange = word != nullptr && word->text == "exch";
    const std::optional<RmwOp> op = exchange && !gives ? std::nullopt : suffixes_.rmwOperator();
    if (!op) {
      suffixes_.expected("operator", operatorNames(gives));
      suffixes_.skip();
    }
    return RmwOperation{target, op.value_or(RmwOp::Exchange), location, first, nullptr, atomicity};
  }

  /// PTX ISA, `red`: `.sem = { .relaxed, .release }`. Other tools' tests have the others nevertheless.
  void warnOfAcquire(Order order) {
    if (mnemonic_.form == Form::Reduce && (order == Order::Acquire || order == Order::AcquireRelease)) {
      in_.diagnostics.warning(
          {in_.source, in_.row.mnemonic[0].span},
          fmt::format("'{}' cannot acquire in PTX: it gives no value back", mnemonic_.name),
          "write an atom, or one of the orders relaxed and release");
    }
  }

  static std::vector<std::string> operatorNames(bool gives) {
    std::vector<std::string> names;
    for (const OperatorWord& word : kRmwOperators) {
      if (word.op && (gives || word.op != RmwOp::Exchange)) {
        names.emplace_back(word.name);
      }
    }
    if (gives) {
      names.emplace_back("cas");
    }
    return names;
  }

  std::string proxyFence() {
    const Token* word = suffixes_.peek();
    const bool known =
        word != nullptr && std::ranges::find(ptx::kFenceProxies, word->text) != ptx::kFenceProxies.end();
    if (!known) {
      suffixes_.expected("proxy", {ptx::kFenceProxies.begin(), ptx::kFenceProxies.end()});
      return "proxy";
    }
    std::string mark = "proxy." + suffixes_.take();
    suffixes_.end();
    return mark;
  }

  Operation barrier() {
    if (!suffixes_.accept("cta")) {
      suffixes_.expected("scope of a barrier", {"cta"});
      suffixes_.skip();
      return NopOp{};
    }
    const bool waits = suffixes_.accept("sync");
    if (!waits && !suffixes_.accept("arrive")) {
      suffixes_.expected("kind of barrier", {"sync", "arrive"});
      suffixes_.skip();
      return NopOp{};
    }
    BarrierOp result = instanceBarrier(ptx::kCta, in_);
    if (!result.id.reg && (result.id.value < 0 || result.id.value > kLastBarrier)) {
      in_.diagnostics.error(in_.row.operands.at(1).place,
                            fmt::format("a cta has the barriers 0 to {}", kLastBarrier));
    }
    result.order = std::nullopt;
    result.waits = waits;
    return result;
  }

  const ptx::Mnemonic& mnemonic_;
  const ResolvedRow& in_;
  SuffixReader suffixes_;
};

Meaning meaning(const ResolvedRow& row) {
  return asyncSignature(row.row)   ? asyncMeaning(row).first
         : fenceSignature(row.row) ? fenceMeaning(row)
                                   : Builder(row).build();
}

}  // namespace
}  // namespace ptx

const Dialect kPtxDialect = {
    .name = "PTX",
    .summary = "NVIDIA's scoped accesses, atomics, fences, proxies and barriers in columns",
    .layout = Layout::Columns,
    .levels = ptx::kLevels,
    .levelNames = ptx::kLevelNames,
    .sharedFrom = ptx::kSharedFrom,
    .oneInside = ptx::kCluster,
    .ids = ptx::kIds,
    .laneId = {},
    .laneLevel = kThreadLevel,
    .plainRows = true,
    .signature = ptx::signature,
    .mnemonics = [] { return namesIn(ptx::kMnemonics); },
    .build = ptx::meaning,
    .proxies = ptx::kProxies,
    .aliases = true,
    .systemSynchronizes = false,
    .conventions = {.splitReadModifyWrites = true, .ownModels = true},
};

}  // namespace hrfcheck::frontend
