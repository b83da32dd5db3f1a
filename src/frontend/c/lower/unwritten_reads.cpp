#include "frontend/c/lower/unwritten_reads.h"

#include <optional>

#include "program/flow/control_flow.h"
#include "program/ir/operands.h"
#include "program/ir/program.h"

namespace hrfcheck::frontend::c {
namespace {

/// Which registers are written on every way to an instruction: the greatest solution, from all of them down.
class WrittenEverywhere {
 public:
  WrittenEverywhere(const std::vector<Instruction>& code, const std::set<RegisterId>& registers)
      : registers_(registers), before_(code.size() + 1) {
    thread_.instructions = code;
  }

  std::set<RegisterId> run() {
    reach(0, {});
    while (!pending_.empty()) {
      const std::uint32_t at = *pending_.begin();
      pending_.erase(pending_.begin());
      step(at);
    }
    return std::move(found_);
  }

 private:
  void step(std::uint32_t at) {
    if (at >= thread_.instructions.size()) {
      return;
    }
    std::set<RegisterId> written = *before_[at];
    const Operation& operation = thread_.instructions[at].operation;
    Operands operands = operandsOf(operation);
    if (operands.address) {
      operands.values.push_back(operands.address);
    }
    for (const hrfcheck::ExprPtr& value : operands.values) {
      for (const RegisterId reg : registersOf(*value)) {
        if (registers_.contains(reg) && !written.contains(reg)) {
          found_.insert(reg);
        }
      }
    }
    for (const RegisterId target : targetsOf(operation)) {
      if (registers_.contains(target)) {
        written.insert(target);
      }
    }
    if (std::holds_alternative<ExitOp>(operation)) {
      return;
    }
    const Exits exits = exitsOf(thread_, at);
    reach(exits.next, written);
    reach(exits.taken, written);
  }

  /// Along one more way, on which these are written.
  void reach(std::uint32_t at, const std::set<RegisterId>& written) {
    if (!before_[at]) {
      before_[at] = written;
      pending_.insert(at);
      return;
    }
    const std::size_t size = before_[at]->size();
    std::erase_if(*before_[at], [&](RegisterId reg) { return !written.contains(reg); });
    if (before_[at]->size() != size) {
      pending_.insert(at);
    }
  }

  const std::set<RegisterId>& registers_;
  Thread thread_;
  std::vector<std::optional<std::set<RegisterId>>> before_;
  std::set<std::uint32_t> pending_;
  std::set<RegisterId> found_;
};

}  // namespace

std::set<RegisterId> readBeforeWritten(const std::vector<Instruction>& code,
                                       const std::set<RegisterId>& registers) {
  return registers.empty() ? std::set<RegisterId>() : WrittenEverywhere(code, registers).run();
}

}  // namespace hrfcheck::frontend::c
