#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/hsa_table.h"
#include "frontend/columns/mnemonic_table.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace hsa {
namespace {

/// `bar`, `bar.sync id[, n]`, `bar.arrive id, n`.
Signature barSignature(const RowInstruction& row, const hsa::Mnemonic& m) {
  const std::string_view suffix = row.mnemonic.size() > 1 ? row.mnemonic[1].text : "";
  const std::string_view roles = suffix == hsa::kSync ? "cn" : suffix == hsa::kArrive ? "cc" : m.roles;
  return {roles, m.syntax, ""};
}

/// `ldslk a`, `ldslk p, a`, `ldslk p, r, a`: what nobody wants to know may be left out.
Signature lockLoadSignature(const RowInstruction& row, const hsa::Mnemonic& m) {
  const std::size_t operands = std::clamp<std::size_t>(row.operands.size(), 1, m.roles.size());
  return {m.roles.substr(m.roles.size() - operands), m.syntax, ""};
}

std::optional<Signature> signature(const RowInstruction& row) {
  const hsa::Mnemonic* m = findRow(hsa::kMnemonics, row.mnemonic[0].text);
  if (m == nullptr) {
    return std::nullopt;
  }
  if (m->form == Form::Bar) {
    return barSignature(row, *m);
  }
  if (m->form == Form::LockLoad) {
    return lockLoadSignature(row, *m);
  }
  return Signature{m->roles, m->syntax, ""};
}

/// Makes one operation; the suffixes are looked up here, the operands are resolved already.
class Builder {
 public:
  explicit Builder(const ResolvedRow& row)
      : in_(row), row_(row.row), mnemonic_(*findRow(hsa::kMnemonics, row_.mnemonic[0].text)) {}

  Operation build() {
    switch (mnemonic_.form) {
      case Form::Load:
        return LoadOp{in_.target(0), in_.expr(1), optionalAtomicity(hsa::kLoad)};
      case Form::Store:
        return StoreOp{in_.expr(0), in_.expr(1), optionalAtomicity(hsa::kStore)};
      case Form::Rmw:
        return rmw();
      case Form::Fence:
        return FenceOp{atomicity(hsa::kFence)};
      case Form::Barrier:
        return BarrierOp{barrierLevel(), in_.operands[0].number};
      case Form::Bar:
        return bar();
      case Form::SetPredicate:
        return AssignOp{in_.target(0), binary(comparison(), in_.expr(1), in_.expr(2))};
      case Form::Select:
        return withoutSuffix(AssignOp{in_.target(0), select(in_.expr(3), in_.expr(1), in_.expr(2))});
      case Form::LockLoad:
        return withoutSuffix(lockLoad());
      case Form::UnlockStore:
        return withoutSuffix(UnlockStoreOp{in_.expr(0), in_.expr(1)});
      case Form::Vote:
        return VoteOp{in_.target(0), vote(), in_.expr(1)};
      case Form::Reconvergence:
        return withoutSuffix(ReconvergenceOp{in_.operands[0].label});
    }
    INVARIANT(false, "an instruction without a meaning");
  }

 private:
  Operation withoutSuffix(Operation operation) {
    if (row_.mnemonic.size() > 1) {
      in_.error(row_.mnemonic[1], fmt::format("'{}' takes no suffix", mnemonic_.name),
                fmt::format("write {}", mnemonic_.syntax));
    }
    return operation;
  }

  Operation rmw() {
    const auto op = *mnemonic_.operation;
    const bool swap = op == RmwOp::CompareSwap;
    const Atomicity standard{Order::SeqCst, kSystemLevel, false};
    return RmwOperation{in_.operands[0].target,
                        op,
                        in_.expr(1),
                        in_.expr(swap ? 3 : 2),
                        swap ? in_.expr(2) : nullptr,
                        optionalAtomicity(hsa::kRmw).value_or(standard)};
  }

  std::optional<Atomicity> optionalAtomicity(hsa::Carrier carrier) {
    if (row_.mnemonic.size() == 1) {
      return std::nullopt;
    }
    return atomicity(carrier);
  }

  /// `.ORDER.SCOPE`.
  Atomicity atomicity(hsa::Carrier carrier) {
    const std::vector<Token>& words = row_.mnemonic;
    if (words.size() > 3) {
      in_.error(words[3], fmt::format("unexpected suffix '{}'", words[3].text), writeHint());
    }
    if (words.size() < 3) {
      const bool scopeOnly = words.size() == 2 && findLevel(kHsaDialect, words[1].text);
      const char* missing = words.size() == 1 ? "an order and a scope" : scopeOnly ? "an order" : "a scope";
      const std::string what =
          carrier == hsa::kFence ? "a fence" : fmt::format("an atomic '{}'", mnemonic_.name);
      in_.error(words.back(), fmt::format("{} needs {}", what, missing), writeHint());
    }
    Atomicity result{Order::SeqCst, kSystemLevel, false};
    if (words.size() >= 3 && findLevel(kHsaDialect, words[1].text) && isOrder(words[2].text)) {
      in_.error(words[1], "the order comes before the scope",
                fmt::format("write {}.{}.{}", mnemonic_.name, words[2].text, words[1].text));
      return result;
    }
    if (words.size() >= 3 || (words.size() == 2 && !findLevel(kHsaDialect, words[1].text))) {
      setOrder(result, words[1], carrier);
    }
    if (words.size() >= 3) {
      result.level = level(words[2]);
    }
    return result;
  }

  std::string writeHint() const { return fmt::format("write {}", mnemonic_.syntax); }

  static bool isOrder(std::string_view name) {
    return std::ranges::find(hsa::kOrders, name, &hsa::OrderName::name) != hsa::kOrders.end();
  }

  void setOrder(Atomicity& result, const Token& word, hsa::Carrier carrier) {
    const auto* order = std::ranges::find(hsa::kOrders, word.text, &hsa::OrderName::name);
    if (order == hsa::kOrders.end()) {
      const std::string near = didYouMean(word.text, namesIn(hsa::kOrders));
      in_.error(word, fmt::format("unknown order '{}'", word.text),
                near.empty() ? "orders: " + commaList(namesIn(hsa::kOrders)) : near);
      return;
    }
    if ((order->carriers & carrier) == 0) {
      std::vector<std::string> possible;
      for (const hsa::OrderName& o : hsa::kOrders) {
        if ((o.carriers & carrier) != 0) {
          possible.emplace_back(o.name);
        }
      }
      in_.error(word, fmt::format("'{}' cannot carry the order '{}'", mnemonic_.name, word.text),
                "possible: " + commaList(possible));
    }
    result.order = order->order;
    result.remote = order->remote;
  }

  std::uint32_t level(const Token& word) {
    const std::optional<std::uint32_t> found = findLevel(kHsaDialect, word.text);
    if (!found) {
      in_.error(word, fmt::format("dialect HSA has no scope '{}'", word.text),
                "scopes: " + levelList(kHsaDialect));
    }
    return found.value_or(kSystemLevel);
  }

  std::uint32_t barrierLevel() {
    if (row_.mnemonic.size() != 2) {
      in_.error(row_.mnemonic.back(), "a barrier has one suffix, its scope", writeHint());
      return kSystemLevel;
    }
    return level(row_.mnemonic[1]);
  }

  /// The barriers of a work-group, by number.
  BarrierOp bar() {
    const std::vector<Token>& words = row_.mnemonic;
    const bool named = words.size() > 1 && (words[1].text == hsa::kSync || words[1].text == hsa::kArrive);
    if (words.size() > (named ? 2U : 1U)) {
      in_.error(words[named ? 2 : 1], fmt::format("unexpected suffix '{}'", words[named ? 2 : 1].text),
                writeHint());
    }
    BarrierOp barrier;
    barrier.level = kGroupLevel;
    barrier.id = named ? in_.operands[0].number : 0;
    if (!barrier.id.reg && (barrier.id.value < 0 || barrier.id.value > kLastBarrier)) {
      in_.diagnostics.warning(
          row_.operands[0].place,
          fmt::format("no hardware has this barrier: a work-group has barriers 0 to {}", kLastBarrier));
    }
    barrier.count = named ? barrierCount(in_, 1) : std::nullopt;
    barrier.waits = !named || words[1].text == hsa::kSync;
    return barrier;
  }

  LockLoadOp lockLoad() const {
    const std::size_t last = in_.operands.size() - 1;
    return {last > 0 ? in_.operands[0].target : std::nullopt,
            last > 1 ? in_.operands[1].target : std::nullopt, in_.expr(last)};
  }

  Vote vote() {
    const std::vector<Token>& words = row_.mnemonic;
    const auto* found = words.size() == 2
                            ? std::ranges::find(hsa::kVotes, words[1].text, &hsa::VoteName::name)
                            : hsa::kVotes.end();
    if (found == hsa::kVotes.end()) {
      in_.error(words.back(), "'vote' has one suffix, which is any or all", writeHint());
      return Vote::Any;
    }
    return found->vote;
  }

  BinaryOp comparison() {
    const std::vector<Token>& words = row_.mnemonic;
    const auto* found = words.size() == 2
                            ? std::ranges::find(hsa::kCompares, words[1].text, &hsa::CompareName::name)
                            : hsa::kCompares.end();
    if (found == hsa::kCompares.end()) {
      in_.error(words.back(), "'setp' has one suffix, the comparison",
                "comparisons: " + commaList(namesIn(hsa::kCompares)));
      return BinaryOp::Eq;
    }
    return found->op;
  }

  const ResolvedRow& in_;
  const RowInstruction& row_;
  const hsa::Mnemonic& mnemonic_;
};

}  // namespace
}  // namespace hsa

const Dialect kHsaDialect = {
    .name = "HSA",
    .summary = "scoped atomics, fences, barriers and remote operations, one column for each thread",
    .layout = Layout::Columns,
    .levels = hsa::kLevels,
    .levelNames = hsa::kLevelNames,
    .sharedFrom = hsa::kSharedFrom,
    .ids = hsa::kIds,
    .laneId = "lane",
    .laneLevel = kWaveLevel,
    .pinsAddresses = true,
    .plainRows = true,
    .signature = hsa::signature,
    .mnemonics = [] { return namesIn(hsa::kMnemonics); },
    .build =
        [](const ResolvedRow& row) {
          return Meaning{hsa::Builder(row).build(), {}};
        },
};

}  // namespace hrfcheck::frontend
