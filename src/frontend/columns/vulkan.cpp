#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/barrier_operands.h"
#include "frontend/columns/dialects.h"
#include "frontend/columns/vulkan_table.h"
#include "util/invariant.h"

namespace hrfcheck::frontend {
namespace vulkan {
namespace {

std::optional<Signature> signature(const RowInstruction& row) {
  const vulkan::Mnemonic* m = findRow(vulkan::kMnemonics, row.mnemonic[0].text);
  return m == nullptr ? std::nullopt : std::optional(Signature{m->roles, m->syntax, ""});
}

/// Makes one operation; the operands are resolved already.
class Builder {
 public:
  explicit Builder(const ResolvedRow& row)
      : mnemonic_(*findRow(vulkan::kMnemonics, row.row.mnemonic[0].text)),
        in_(row),
        suffixes_(row, kVulkanDialect, mnemonic_.syntax) {}

  Meaning build() {
    Operation operation = withSuffixes();
    suffixes_.end();
    return {std::move(operation), std::move(marks_)};
  }

 private:
  Operation withSuffixes() {
    switch (mnemonic_.form) {
      case Form::Load:
        return LoadOp{in_.target(0), in_.expr(1), access(vulkan::kLoad, "vis", "semvis")};
      case Form::Store:
        return StoreOp{in_.expr(0), in_.expr(1), access(vulkan::kStore, "av", "semav")};
      case Form::Rmw:
        return rmw();
      case Form::MemoryBarrier:
        return memoryBarrier();
      case Form::ControlBarrier:
        return controlBarrier();
      case Form::DeviceWide:
        marks_.emplace_back(mnemonic_.name);
        return FenceOp{};
    }
    INVARIANT(false, "an instruction without a meaning");
  }

  /// `[.nonpriv|.vis.SCOPE].scN`, or what follows `.atom`.
  /// @param visibility `vis` or `av`, and what the same is called as semantics of an atomic
  std::optional<Atomicity> access(vulkan::Carrier carrier, std::string_view visibility,
                                  std::string_view semantics) {
    if (suffixes_.accept("atom")) {
      const Atomicity result = orderAndScope(carrier);
      storageClass();
      semanticWords({semantics});
      return result;
    }
    if (suffixes_.accept("nonpriv")) {
      marks_.emplace_back("nonpriv");
    } else if (suffixes_.accept(visibility)) {
      marks_.push_back(fmt::format("{}.{}", visibility, vulkan::kLevels[suffixes_.scope()]));
    } else if (suffixes_.peek() != nullptr && !suffixes_.atNumbered("sc")) {
      suffixes_.expected("suffix", {"atom", "nonpriv", std::string(visibility), "sc0"});
      suffixes_.skip();
      return std::nullopt;
    }
    storageClass();
    return std::nullopt;
  }

  /// `[.ORDER].SCOPE`; relaxed without an order.
  Atomicity orderAndScope(vulkan::Carrier carrier) {
    const std::optional<Order> order = suffixes_.order(vulkan::kOrders, carrier);
    const std::string otherwise = order ? "" : "orders: " + orderList(vulkan::kOrders, carrier);
    return {order.value_or(Order::Relaxed), suffixes_.scope(otherwise), false};
  }

  void storageClass() {
    if (!suffixes_.atNumbered("sc")) {
      suffixes_.expected("storage class", {"sc0"});
      suffixes_.skip();
      return;
    }
    marks_.push_back(suffixes_.take());
  }

  /// `.semscM`, and the given words, in any order.
  void semanticWords(const std::vector<std::string_view>& words) {
    const auto known = [&] {
      return suffixes_.atNumbered("semsc") ||
             std::ranges::any_of(words, [&](auto word) { return suffixes_.peek()->text == word; });
    };
    while (suffixes_.peek() != nullptr && known()) {
      marks_.push_back(suffixes_.take());
    }
  }

  /// Without an operator an exchange.
  Operation rmw() {
    if (!suffixes_.accept("atom")) {
      suffixes_.expected("suffix", {"atom"});
      suffixes_.skip();
    }
    const Atomicity atomicity = orderAndScope(vulkan::kRmw);
    storageClass();
    semanticWords({"semav", "semvis"});
    return RmwOperation{in_.operands[0].target,
                        suffixes_.rmwOperator().value_or(RmwOp::Exchange),
                        in_.expr(1),
                        in_.expr(2),
                        nullptr,
                        atomicity};
  }

  Operation memoryBarrier() {
    const std::optional<Order> order = suffixes_.order(vulkan::kOrders, vulkan::kBarrier);
    if (!order) {
      suffixes_.expected("order", {"acq", "rel", "acq_rel"});
      suffixes_.skip();
      return NopOp{};
    }
    const Atomicity atomicity{*order, suffixes_.scope(), false};
    semanticWords({"semav", "semvis"});
    return FenceOp{atomicity};
  }

  Operation controlBarrier() {
    const std::optional<Order> order = suffixes_.order(vulkan::kOrders, vulkan::kBarrier);
    const std::string otherwise = order ? "" : "orders: " + orderList(vulkan::kOrders, vulkan::kBarrier);
    const std::uint32_t level = suffixes_.scope(otherwise);
    semanticWords({"semav", "semvis"});
    // The invocations of a work-group or of a part of it meet; the scope is that of the barrier's semantics,
    // too (Vulkan specification, "Validation Rules within a Module": execution scopes of OpControlBarrier).
    const std::uint32_t meeting = std::min(level, vulkan::kWorkgroup);
    BarrierOp barrier = instanceBarrier(meeting, in_);
    if (level != meeting) {
      barrier.memoryLevel = level;
    }
    barrier.order = order;
    barrier.fences = order.has_value();
    return barrier;
  }

  const vulkan::Mnemonic& mnemonic_;
  const ResolvedRow& in_;
  SuffixReader suffixes_;
  std::vector<std::string> marks_;
};

}  // namespace
}  // namespace vulkan

const Dialect kVulkanDialect = {
    .name = "VULKAN",
    .summary = "accesses with storage classes, availability and visibility, barriers; in columns",
    .layout = Layout::Columns,
    .levels = vulkan::kLevels,
    .levelNames = vulkan::kLevelNames,
    .sharedFrom = vulkan::kSharedFrom,
    .ids = vulkan::kIds,
    .laneId = "lane",
    .laneLevel = vulkan::kSubgroup,
    .plainRows = true,
    .signature = vulkan::signature,
    .mnemonics = [] { return namesIn(vulkan::kMnemonics); },
    .build = [](const ResolvedRow& row) { return vulkan::Builder(row).build(); },
    .proxies = {},
    .aliases = true,
    .systemSynchronizes = true,
    .conventions = {.atomicsAreVisible = true, .ownModels = true},
};

}  // namespace hrfcheck::frontend
