#include "frontend/columns/ptx_async.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_async_table.h"
#include "frontend/columns/ptx_barrier_objects.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/shared/async_row.h"
#include "frontend/shared/phase_words.h"
#include "program/expr/further_operators.h"
#include "program/ir/ptx_marks.h"
#include "util/invariant.h"

// Source: PTX ISA 9.4, `mbarrier`, `cp.async`, `cp.async.bulk`, `cp.reduce.async.bulk`, `st.async`,
// `red.async`, `barrier.cluster`, `tensormap.replace`.

namespace hrfcheck::frontend::ptx {
namespace {

/// A location stands for so many bytes.
constexpr Value kBytesOfLocation = 4;
constexpr Value kMostElements = 64;

std::size_t wordsOf(std::string_view name) {
  return static_cast<std::size_t>(std::ranges::count(name, '.')) + 1;
}

/// Whether the row begins with these words, and one of the others is `holds`.
bool fits(const RowInstruction& row, std::string_view name, std::string_view holds) {
  const std::size_t words = wordsOf(name);
  if (row.mnemonic.size() < words) {
    return false;
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < words; ++i) {
    const std::size_t end = std::min(name.find('.', at), name.size());
    if (row.mnemonic[i].text != name.substr(at, end - at)) {
      return false;
    }
    at = end + 1;
  }
  return holds.empty() ||
         std::any_of(row.mnemonic.begin() + static_cast<std::ptrdiff_t>(words), row.mnemonic.end(),
                     [&](const Token& word) { return word.text == holds; });
}

const AsyncMnemonic* findAsync(const RowInstruction& row) {
  const auto* const found = std::ranges::find_if(
      kAsyncMnemonics, [&](const AsyncMnemonic& m) { return fits(row, m.name, m.holds); });
  return found == kAsyncMnemonics.end() ? nullptr : found;
}

/// Makes one instruction.
class AsyncBuilder {
 public:
  explicit AsyncBuilder(const ResolvedRow& row)
      : mnemonic_(*findAsync(row.row)),
        in_(row),
        suffixes_(row, kPtxDialect, mnemonic_.syntax),
        objects_(mnemonic_, row, suffixes_) {
    for (std::size_t i = 1; i < wordsOf(mnemonic_.name); ++i) {
      suffixes_.take();
    }
  }

  RowMeaning build() {
    RowMeaning meaning = withSuffixes();
    skipSpaces();
    suffixes_.end();
    return meaning;
  }

 private:
  RowMeaning withSuffixes() {
    switch (mnemonic_.form) {
      case AsyncForm::Init:
        return objects_.init();
      case AsyncForm::Invalidate:
        return {{StoreOp{in_.expr(0), constant(0), std::nullopt}, {kMarkBarrierObject, kMarkInit}}};
      case AsyncForm::Arrive:
      case AsyncForm::ArriveDrop:
        return objects_.arrive(mnemonic_.form == AsyncForm::ArriveDrop, false);
      case AsyncForm::ArriveExpecting:
      case AsyncForm::ArriveDropExpecting:
        return objects_.arrive(mnemonic_.form == AsyncForm::ArriveDropExpecting, true);
      case AsyncForm::Expect:
        return objects_.transactions(1);
      case AsyncForm::Complete:
        return objects_.transactions(-1);
      case AsyncForm::WaitParity:
        return objects_.wait(true);
      case AsyncForm::WaitState:
        return objects_.wait(false);
      case AsyncForm::PendingCount:
        return {{AssignOp{in_.target(0), phase_words::pending(in_.expr(1))}, {kMarkBarrierObject}}};
      case AsyncForm::BulkCopy:
      case AsyncForm::BulkReduce:
      case AsyncForm::TensorCopy:
        return bulk();
      case AsyncForm::Copy:
        return copy();
      case AsyncForm::BulkCommit:
      case AsyncForm::CopyCommit:
        return group({.kind = AsyncRow::Kind::Commit, .bulk = mnemonic_.form == AsyncForm::BulkCommit});
      case AsyncForm::BulkWait:
      case AsyncForm::CopyWait:
        return waitForGroups();
      case AsyncForm::CopyWaitAll:
        return waitForAll();
      case AsyncForm::Store:
      case AsyncForm::StoreRelease:
        return store();
      case AsyncForm::Reduce:
      case AsyncForm::ReduceRelease:
        return reduce();
      case AsyncForm::ReplaceTensormap:
        return {{StoreOp{in_.expr(0), in_.expr(1), std::nullopt}, {}}};
      case AsyncForm::ClusterArrive:
        return clusterArrive();
      case AsyncForm::ClusterWait:
        suffixes_.accept("acquire");
        suffixes_.accept("aligned");
        return group({.kind = AsyncRow::Kind::ClusterWait});
    }
    INVARIANT(false, "an instruction without a meaning");
  }

  static RowMeaning group(AsyncRow row) {
    return {{NopOp{}, {}}, {}, std::make_shared<const AsyncRow>(std::move(row))};
  }

  // Asynchronous operations. Addresses are known: an operation is a thread of its own, without the registers
  // of the thread that issues it.

  ExprPtr known(std::size_t operand) {
    const ExprPtr& expr = in_.expr(operand);
    if (!std::holds_alternative<ConstantExpr>(expr->node)) {
      in_.diagnostics.error(in_.row.operands[operand].place,
                            "an operand of an asynchronous operation that a register holds is not supported",
                            "write a location or a constant");
      return constant(0);
    }
    return expr;
  }
  ExprPtr element(std::size_t operand, Value index) {
    const ExprPtr address = known(operand);
    return constant(std::get<ConstantExpr>(address->node).value + index);
  }

  Value elements(std::size_t operand) {
    const Value given = in_.operands[operand].number.value;
    if (given < kBytesOfLocation || given % kBytesOfLocation != 0 ||
        given / kBytesOfLocation > kMostElements) {
      in_.diagnostics.error(
          in_.row.operands[operand].place,
          fmt::format("a size is a multiple of {} bytes, up to {}: a location is {} bytes", kBytesOfLocation,
                      kBytesOfLocation * kMostElements, kBytesOfLocation));
      return 1;
    }
    return given / kBytesOfLocation;
  }

  /// "The complete-tx operation has .release semantics at the .cluster scope"; it is in the generic proxy.
  Meaning completion(std::size_t object, Value count) {
    return {RmwOperation{std::nullopt, kRmwPhaseUpdate, known(object),
                         constant(phase_words::update(0, false, -count * kBytesOfLocation)), nullptr,
                         Atomicity{Order::Release, kCluster}, std::nullopt, kWord},
            {kMarkBarrierObject, kMarkComplete}};
  }
  static constexpr std::string_view kByObject = "mbarrier::complete_tx::bytes";
  static constexpr std::string_view kByGroup = "bulk_group";

  void skipSpaces() {
    while (suffixes_.peek() != nullptr && isIgnored(suffixes_.peek()->text)) {
      suffixes_.take();
    }
  }
  static bool isIgnored(std::string_view word) { return word == "b64" || word == "aligned"; }

  RowMeaning bulk() {
    const bool grouped = suffixes_.accept(kByGroup);
    if (!grouped && !suffixes_.accept(kByObject)) {
      suffixes_.expected("completion mechanism", {std::string(kByGroup), std::string(kByObject)});
      suffixes_.skip();
      return {{NopOp{}, {}}};
    }
    AsyncRow row;
    row.grouped = grouped;
    std::optional<Atomicity> strong;
    if (mnemonic_.form == AsyncForm::BulkCopy && suffixes_.accept("relaxed")) {
      strong = Atomicity{Order::Relaxed, suffixes_.scope()};
    }
    std::optional<RmwOp> op;
    if (mnemonic_.form == AsyncForm::BulkReduce) {
      op = suffixes_.rmwOperator();
      if (!op || op == RmwOp::Exchange) {
        suffixes_.expected("operator", {"add", "min", "max", "and", "or", "xor"});
        suffixes_.skip();
        op = RmwOp::Add;
      }
    }
    const Value count = elements(2);
    if (mnemonic_.form == AsyncForm::TensorCopy) {
      throughTensormap(row, count);
    } else {
      fromAddress(row, count, strong);
    }
    moved(row, count, strong, op);
    if (!grouped) {
      row.writes.push_back(completion(3, count));
    }
    return group(std::move(row));
  }

  void fromAddress(AsyncRow& row, Value count, const std::optional<Atomicity>& strong) {
    for (Value i = 0; i < count; ++i) {
      row.reads.push_back({LoadOp{row.registers++, element(1, i), strong}, {kMarkAsync}});
    }
  }
  /// A tensormap holds the address that a copy reads from.
  void throughTensormap(AsyncRow& row, Value count) {
    const RegisterId map = row.registers++;
    row.reads.push_back({LoadOp{map, known(1), std::nullopt}, {kMarkTensormap}});
    for (Value i = 0; i < count; ++i) {
      const ExprPtr address = binary(BinaryOp::Add, registerRef(map), constant(i));
      row.reads.push_back({LoadOp{row.registers++, address, std::nullopt}, {kMarkAsync}});
    }
  }
  /// "Each reduction operation has .relaxed.gpu semantics".
  void moved(AsyncRow& row, Value count, const std::optional<Atomicity>& strong,
             const std::optional<RmwOp>& op) {
    const RegisterId first = row.registers - static_cast<RegisterId>(count);
    for (Value i = 0; i < count; ++i) {
      const ExprPtr value = registerRef(first + static_cast<RegisterId>(i));
      if (op) {
        row.writes.push_back(
            {RmwOperation{std::nullopt, *op, element(0, i), value, nullptr, Atomicity{Order::Relaxed, kGpu}},
             {kMarkAsync}});
      } else {
        row.writes.push_back({StoreOp{element(0, i), value, strong}, {kMarkAsync}});
      }
    }
  }

  /// "cp.async operations are performed in the generic proxy".
  RowMeaning copy() {
    AsyncRow row;
    row.grouped = true;
    row.bulk = false;
    const Value count = elements(2);
    for (Value i = 0; i < count; ++i) {
      row.reads.push_back({LoadOp{row.registers++, element(1, i), std::nullopt}, {}});
    }
    for (Value i = 0; i < count; ++i) {
      row.writes.push_back(
          {StoreOp{element(0, i), registerRef(static_cast<RegisterId>(i)), std::nullopt}, {}});
    }
    return group(std::move(row));
  }

  RowMeaning waitForGroups() {
    AsyncRow row{.kind = AsyncRow::Kind::Wait, .bulk = mnemonic_.form == AsyncForm::BulkWait};
    row.readsOnly = row.bulk && suffixes_.accept("read");
    row.keep =
        static_cast<std::uint64_t>(numberBetween(0, phase_words::kMostArrivals, in_, 0, "a count of groups"));
    return group(std::move(row));
  }
  /// "cp.async.wait_all is equivalent to: cp.async.commit_group; cp.async.wait_group 0".
  static RowMeaning waitForAll() {
    return group({.kind = AsyncRow::Kind::Wait, .bulk = false, .commits = true});
  }

  void expectObject() {
    if (!suffixes_.accept(kByObject)) {
      suffixes_.expected("completion mechanism", {std::string(kByObject)});
      suffixes_.skip();
    }
  }
  Atomicity releaseAtGpu() {
    suffixes_.accept("release");
    Atomicity result{Order::Release, suffixes_.scope()};
    if (result.level < kGpu) {
      suffixes_.error(suffixes_.lastWord(), fmt::format("the scope of '{}' is gpu or sys", mnemonic_.name));
    }
    return result;
  }

  /// "st.async is performed in the generic proxy".
  RowMeaning store() {
    AsyncRow row;
    if (mnemonic_.form == AsyncForm::StoreRelease) {
      row.writes.push_back({StoreOp{known(0), known(1), releaseAtGpu()}, {}});
      return group(std::move(row));
    }
    suffixes_.accept("weak");
    suffixes_.accept("cluster");
    expectObject();
    row.writes.push_back({StoreOp{known(0), known(1), std::nullopt}, {}});
    row.writes.push_back(completion(2, 1));
    return group(std::move(row));
  }

  RowMeaning reduce() {
    AsyncRow row;
    Atomicity atomicity{Order::Relaxed, kCluster};
    if (mnemonic_.form == AsyncForm::ReduceRelease) {
      atomicity = releaseAtGpu();
    } else {
      const bool relaxed = suffixes_.accept("relaxed") && suffixes_.accept("cluster");
      if (!relaxed) {
        suffixes_.expected("order and scope", {"relaxed.cluster"});
        suffixes_.skip();
      }
      expectObject();
    }
    const std::optional<RmwOp> op = suffixes_.rmwOperator();
    if (!op || op == RmwOp::Exchange || (mnemonic_.form == AsyncForm::ReduceRelease && op != RmwOp::Add)) {
      suffixes_.expected("operator", {"add"});
      suffixes_.skip();
    }
    row.writes.push_back(
        {RmwOperation{std::nullopt, op.value_or(RmwOp::Add), known(0), known(1), nullptr, atomicity}, {}});
    if (mnemonic_.form == AsyncForm::Reduce) {
      row.writes.push_back(completion(2, 1));
    }
    return group(std::move(row));
  }

  RowMeaning clusterArrive() {
    AsyncRow row{.kind = AsyncRow::Kind::ClusterArrive};
    row.relaxed = suffixes_.accept("relaxed");
    if (!row.relaxed) {
      suffixes_.accept("release");
    }
    suffixes_.accept("aligned");
    return group(std::move(row));
  }

  static constexpr IntegerKind kWord{64, false};
  const AsyncMnemonic& mnemonic_;
  const ResolvedRow& in_;
  SuffixReader suffixes_;
  BarrierObjectRows objects_;
};

}  // namespace

std::optional<Signature> asyncSignature(const RowInstruction& row) {
  const auto* const refused = std::ranges::find_if(
      kRefusedForms, [&](const RefusedForm& form) { return fits(row, form.name, form.holds); });
  if (refused != kRefusedForms.end()) {
    return Signature{"", "", refused->because};
  }
  if (const AsyncMnemonic* found = findAsync(row)) {
    return Signature{found->roles, found->syntax, ""};
  }
  const bool family = std::ranges::find(kFamilies, row.mnemonic[0].text) != kFamilies.end();
  return family ? std::optional(Signature{"", "", "is not an instruction that is known here"}) : std::nullopt;
}

RowMeaning asyncMeaning(const ResolvedRow& row) {
  return AsyncBuilder(row).build();
}

}  // namespace hrfcheck::frontend::ptx
