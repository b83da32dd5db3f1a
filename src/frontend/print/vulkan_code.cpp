#include <fmt/format.h>

#include <algorithm>

#include "frontend/columns/dialects.h"
#include "frontend/columns/vulkan_table.h"
#include "frontend/print/column_code.h"

namespace hrfcheck::frontend {
namespace {

class VulkanCode final : public ColumnCode {
 public:
  VulkanCode(const Program& program, ThreadId thread) : ColumnCode(program, thread, kVulkanDialect) {}

 private:
  static std::string_view mnemonic(vulkan::Form form) {
    return std::ranges::find(vulkan::kMnemonics, form, &vulkan::Mnemonic::form)->name;
  }

  std::string load(const LoadOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(vulkan::Form::Load), access(o.atomicity, vulkan::kLoad),
                       operands().reg(o.target), address(o.address));
  }

  std::string store(const StoreOp& o) const override {
    return fmt::format("{}{} {}, {}", mnemonic(vulkan::Form::Store), access(o.atomicity, vulkan::kStore),
                       address(o.address), value(o.value));
  }

  std::string access(const std::optional<Atomicity>& atomicity, vulkan::Carrier carrier) const {
    return (atomicity ? ".atom" + suffix(*atomicity, carrier) : "") + marks();
  }

  /// An instruction's marks are its suffixes, in the order in which they are written.
  std::string marks() const {
    std::string text;
    for (const std::string& mark : instruction().marks) {
      text += "." + mark;
    }
    return text;
  }

  std::string suffix(const Atomicity& atomicity, vulkan::Carrier carrier) const {
    if (atomicity.remote) {
      refuse("there are no remote operations");
    }
    if (atomicity.level == kThreadLevel) {
      refuse("no scope contains only the invocation");
    }
    const bool unordered = atomicity.order == Order::Relaxed && carrier != vulkan::kBarrier;
    const std::string order =
        unordered ? "" : fmt::format(".{}", word(atomicity.order, carrier, vulkan::kOrders));
    return fmt::format("{}.{}", order, levelName(atomicity.level));
  }

  std::string rmw(const RmwOperation& o) const override {
    const std::string op = o.op == RmwOp::Exchange ? "" : fmt::format(".{}", operatorWord(o.op));
    return fmt::format("{}.atom{}{}{} {}, {}, {}", mnemonic(vulkan::Form::Rmw),
                       suffix(o.atomicity, vulkan::kRmw), marks(), op, target(o.target), address(o.address),
                       value(o.operand));
  }

  /// Without an order it is what its mark says: avdevice, visdevice.
  std::string fence(const FenceOp& o) const override {
    refuseSpaces(o.spaces);
    if (o.atomicity) {
      return std::string(mnemonic(vulkan::Form::MemoryBarrier)) + suffix(*o.atomicity, vulkan::kBarrier) +
             marks();
    }
    if (instruction().marks.size() != 1) {
      refuse("it is a fence without an order");
    }
    return instruction().marks.front();
  }

  std::string barrier(const BarrierOp& o) const override {
    refuseSpaces(o.spaces);
    const std::uint32_t scope = o.memoryLevel.value_or(o.level);
    if (!o.waits || o.level != std::min(scope, vulkan::kWorkgroup) || o.fences != o.order.has_value()) {
      refuse("a barrier waits, for the invocations of a work-group or of a part of it");
    }
    const std::string order =
        o.order ? fmt::format(".{}", word(*o.order, vulkan::kBarrier, vulkan::kOrders)) : "";
    return fmt::format("{}{}.{}{} {}", mnemonic(vulkan::Form::ControlBarrier), order, levelName(scope),
                       marks(), barrierOperands(o));
  }
};

}  // namespace

std::vector<PrintedInstruction> vulkanCode(const Program& program, ThreadId thread) {
  return VulkanCode(program, thread).run();
}

}  // namespace hrfcheck::frontend
