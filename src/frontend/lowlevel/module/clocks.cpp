#include "frontend/lowlevel/module/clocks.h"

#include <algorithm>
#include <set>

#include "frontend/lowlevel/module/liveness.h"
#include "frontend/lowlevel/module/operands.h"

namespace hrfcheck::frontend::lowlevel {
namespace {

bool readsClock(const Number& number) {
  return (number.op == NumberOp::BuiltIn && static_cast<BuiltIn>(number.index) == BuiltIn::Clock) ||
         std::ranges::any_of(number.operands, [](const NumberPtr& operand) { return readsClock(*operand); });
}

class NapDropper {
 public:
  explicit NapDropper(Function& function)
      : function_(function),
        size_(static_cast<std::uint32_t>(function.code.size())),
        needed_(size_, false),
        neededRegisters_(function.registers.size(), false),
        told_(function.registers.size(), false) {}

  void run() {
    findTold();
    for (std::uint32_t i = 0; i < size_; ++i) {
      const Operation& operation = function_.code[i].operation;
      if (!std::holds_alternative<Compute>(operation) && !std::holds_alternative<Nothing>(operation) &&
          !std::holds_alternative<Jump>(operation) && !std::holds_alternative<Branch>(operation)) {
        need(i);
      }
    }
    for (bool changed = true; changed;) {
      changed = needComputations();
      for (std::uint32_t i = 0; i < size_; ++i) {
        if (std::holds_alternative<Branch>(function_.code[i].operation) && !needed_[i] && !behind(i)) {
          need(i);
          changed = true;
        }
      }
    }
    drop();
  }

 private:
  void need(std::uint32_t i) {
    needed_[i] = true;
    for (const std::uint32_t reg : registersRead(function_.code[i].operation)) {
      neededRegisters_[reg] = true;
    }
  }

  bool needComputations() {
    bool any = false;
    for (bool changed = true; changed;) {
      changed = false;
      for (std::uint32_t i = 0; i < size_; ++i) {
        const auto* compute = std::get_if<Compute>(&function_.code[i].operation);
        if (compute != nullptr && !needed_[i] && neededRegisters_[compute->reg]) {
          need(i);
          changed = any = true;
        }
      }
    }
    return any;
  }

  /// Registers that depend on what a clock says, wherever they do.
  void findTold() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Instruction& instruction : function_.code) {
        const auto* compute = std::get_if<Compute>(&instruction.operation);
        if (compute != nullptr && !told_[compute->reg] && isTold(instruction.operation)) {
          told_[compute->reg] = changed = true;
        }
      }
    }
  }
  bool isTold(const Operation& operation) const {
    bool told = false;
    forEachNumber(operation, [&](const Number& number) { told = told || readsClock(number); });
    return told ||
           std::ranges::any_of(registersRead(operation), [&](std::uint32_t reg) { return told_[reg]; });
  }

  /// The one needed instruction, or the end, that comes next on all ways from a branch that is not needed.
  /// Nothing where there are several, and where the branch may be one of a loop that no clock ends.
  std::optional<std::uint32_t> behind(std::uint32_t branch) const {
    const bool told = isTold(function_.code[branch].operation);
    std::set<std::uint32_t> seen;
    std::set<std::uint32_t> next;
    std::vector<std::uint32_t> open = successorsOf(function_, branch);
    bool comesBack = false;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      comesBack = comesBack || at == branch;
      if (at == size_ || needed_[at]) {
        next.insert(at);
      } else if (seen.insert(at).second) {
        std::ranges::copy(successorsOf(function_, at), std::back_inserter(open));
      }
    }
    if (next.size() != 1 || (comesBack && !told && circlesWithoutClock(branch))) {
      return std::nullopt;
    }
    return *next.begin();
  }

  bool circlesWithoutClock(std::uint32_t branch) const {
    std::set<std::uint32_t> seen;
    std::vector<std::uint32_t> open = successorsOf(function_, branch);
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      if (at == branch) {
        return true;
      }
      const bool passes = at < size_ && !needed_[at] &&
                          !(std::holds_alternative<Branch>(function_.code[at].operation) &&
                            isTold(function_.code[at].operation));
      if (passes && seen.insert(at).second) {
        std::ranges::copy(successorsOf(function_, at), std::back_inserter(open));
      }
    }
    return false;
  }

  void drop() {
    for (std::uint32_t i = 0; i < size_; ++i) {
      Operation& operation = function_.code[i].operation;
      if (std::holds_alternative<Branch>(operation) && !needed_[i]) {
        jumps_.emplace_back(i, *behind(i));
      }
    }
    for (std::uint32_t i = 0; i < size_; ++i) {
      Operation& operation = function_.code[i].operation;
      const auto* compute = std::get_if<Compute>(&operation);
      if (compute != nullptr && !needed_[i]) {
        operation = Nothing{};
      } else if (needed_[i] && compute == nullptr && isTold(operation)) {
        refuse(operation);
      }
    }
    for (const auto& [from, to] : jumps_) {
      function_.code[from].operation = Jump{to};
    }
  }

  void refuse(Operation& operation) {
    function_.readsClocks = true;
    const auto* access = std::get_if<Access>(&operation);
    if (access != nullptr && !access->update && access->address != nullptr) {
      Access address = *access;
      address.values.clear();
      if (!isTold(address)) {
        return;
      }
    }
    operation = Refused{"it depends on the value of a clock, which is not supported"};
  }

  Function& function_;
  std::uint32_t size_;
  std::vector<bool> needed_;
  std::vector<bool> neededRegisters_;
  std::vector<bool> told_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> jumps_;
};

}  // namespace

void dropNaps(Function& function) {
  NapDropper(function).run();
}

}  // namespace hrfcheck::frontend::lowlevel
