#include "frontend/print/state_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/print/operand_text.h"
#include "frontend/print/unsayable.h"
#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/operation_parts.h"
#include "program/ir/program.h"
#include "program/ir/shared_memory.h"

namespace hrfcheck::frontend {
namespace {

/// The registers of code, in the order in which they are written.
class RegistersOfCode {
 public:
  std::vector<RegisterId> run(const Thread& thread) {
    for (const Instruction& instruction : thread.instructions) {
      if (instruction.predicate) {
        note(instruction.predicate->reg);
      }
      note(instruction.operation);
    }
    return std::move(found_);
  }

 private:
  void note(RegisterId reg) {
    if (std::ranges::find(found_, reg) == found_.end()) {
      found_.push_back(reg);
    }
  }

  void note(const Expr& expr) {
    if (const auto* e = std::get_if<RegisterExpr>(&expr.node)) {
      note(e->reg);
    } else if (const auto* choice = std::get_if<SelectExpr>(&expr.node)) {
      note(*choice->whenTrue);
      note(*choice->whenFalse);
      note(*choice->condition);
    } else {
      forEachOperand(expr, [&](const Expr& operand) { note(operand); });
    }
  }

  void note(const Operation& operation) {
    for (const RegisterId target : targetsOf(operation)) {
      note(target);
    }
    if (const auto* rmw = std::get_if<RmwOperation>(&operation); rmw != nullptr && rmw->expected) {
      note(*rmw->address);
      note(*rmw->expected);
      note(*rmw->operand);
    } else {
      forEachExpr(operation, [&](const ExprPtr& expr) { note(*expr); });
    }
  }

  std::vector<RegisterId> found_;
};

/// How many registers of a thread, from the first on, an initial state must list, so that a parser numbers
/// all of them as they are numbered here: it meets those of the initial state first, then those of the code.
RegisterId registersToList(const Thread& thread) {
  const std::vector<RegisterId> written = RegistersOfCode().run(thread);
  const auto total = static_cast<RegisterId>(thread.registers.size());
  RegisterId listed = total;
  while (listed > 0 && thread.initialRegisters[listed - 1] == 0) {
    --listed;
  }
  const auto codeGivesTheRest = [&] {
    RegisterId next = listed;
    const bool inOrder =
        std::ranges::all_of(written, [&](RegisterId reg) { return reg < listed || reg == next++; });
    return inOrder && next == total;
  };
  while (!codeGivesTheRest()) {
    ++listed;
  }
  return listed;
}

/// Writes the initial state.
class StatePrinter {
 public:
  StatePrinter(const Program& program, const Dialect& dialect) : program_(program), dialect_(dialect) {}

  std::string run() {
    std::string text = "{";
    Value number = 0;
    for (LocationId first = 0; first < program_.locations.size();) {
      const LocationId end = endOf(first);
      checkAddresses(first, end, number++);
      text += object(first, end);
      first = end;
    }
    for (const auto& [reference, object] : references()) {
      text += fmt::format(" {} aliases {};", reference, object);
    }
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      const Thread& thread = program_.threads[t];
      for (RegisterId r = 0; r < thread.registers.size(); ++r) {
        if (isListed(thread, r)) {
          text += fmt::format(" {}={};", program_.nameOf({t, r}), value(thread.initialRegisters[r]));
        }
      }
    }
    return text + " }\n";
  }

 private:
  LocationId endOf(LocationId first) const {
    LocationId end = first + 1;
    while (end < program_.locations.size() &&
           objectName(program_.locations[end]) == objectName(program_.locations[first])) {
      ++end;
    }
    return end;
  }

  void checkAddresses(LocationId first, LocationId end, Value number) const {
    for (LocationId l = first; l < end; ++l) {
      const MemoryLocation& location = program_.locations[l];
      if (location.address != objectAddress(number) + (l - first) ||
          location.name.find('.') != std::string::npos) {
        refuseTest(dialect_, fmt::format("location {} is part of a struct, or others are missing before it",
                                         location.name));
      }
      if (!location.atomicType && dialect_.layout == Layout::Columns) {
        refuseTest(dialect_, fmt::format("location {} is not for atomic accesses", location.name));
      }
    }
  }

  /// Registers of functions are known by name, and must be if they are read before they are written.
  bool isListed(const Thread& thread, RegisterId reg) const {
    return dialect_.layout == Layout::Columns ? reg < registersToList(thread)
                                              : thread.initialRegisters[reg] != 0 || isReadFirst(thread, reg);
  }

  static bool isReadFirst(const Thread& thread, RegisterId reg) {
    for (const Instruction& instruction : thread.instructions) {
      const std::vector<RegisterId> read = registersReadBy(instruction);
      if (std::ranges::find(read, reg) != read.end()) {
        return true;
      }
      const std::vector<RegisterId> targets = targetsOf(instruction.operation);
      if (std::ranges::find(targets, reg) != targets.end()) {
        return false;
      }
    }
    return false;
  }

  /// The other names by which instructions access locations, and what they are names of.
  std::map<std::string, std::string> references() const {
    std::map<std::string, std::string> result;
    for (const Thread& thread : program_.threads) {
      for (const Instruction& instruction : thread.instructions) {
        const ExprPtr address = operandsOf(instruction.operation).address;
        if (!instruction.reference.empty() && address != nullptr) {
          result[instruction.reference] = objectAt(*address);
        }
      }
    }
    return result;
  }

  /// The object that an address is in, of those that are named: a constant, or a constant and an index.
  std::string objectAt(const Expr& address) const {
    const auto* sum = std::get_if<BinaryExpr>(&address.node);
    const std::optional<Value> known = constantValue(sum == nullptr ? address : *sum->left);
    const auto location = known ? program_.locationAt(*known) : std::nullopt;
    if (!location) {
      refuseTest(dialect_, "an instruction uses another name of a location, and which one is not known");
    }
    return std::string(objectName(program_.locations[*location]));
  }

  std::string value(Value value) const {
    if (isAddress(value) && !program_.locationAt(value)) {
      refuseTest(dialect_, "an initial value is the address of nothing");
    }
    return program_.valueText(value);
  }

  std::string object(LocationId first, LocationId end) const {
    const MemoryLocation& location = program_.locations[first];
    const char* space = location.space == AddressSpace::Local    ? "local "
                        : location.space == AddressSpace::Global ? "global "
                                                                 : "";
    const bool array = location.name.find('[') != std::string::npos;
    const std::string size = array ? fmt::format("[{}]", end - first) : "";
    const std::string pin = location.pinned ? fmt::format("@{:#x}", location.byteAddress) : "";
    if (location.pinned && !dialect_.pinsAddresses) {
      refuseTest(dialect_, fmt::format("location {} is at a fixed address", location.name));
    }
    const std::string level =
        location.observableLevel ? fmt::format(" @{}", dialect_.levels[*location.observableLevel]) : "";
    const std::optional<ThreadId> owner = sharedOf(location);
    const std::string shared = owner ? fmt::format(" @ P{}", *owner) : "";
    return fmt::format(" {}{}{}{}={}{}{};", space, objectName(location), size, pin, values(first, end), level,
                       shared);
  }

  /// One for all elements, or a list.
  std::string values(LocationId first, LocationId end) const {
    const auto begin = program_.locations.begin();
    const bool same = std::all_of(begin + first, begin + end, [&](const MemoryLocation& location) {
      return location.initial == program_.locations[first].initial;
    });
    std::string list = value(program_.locations[first].initial);
    for (LocationId l = first + 1; l < end && !same; ++l) {
      list += ", " + value(program_.locations[l].initial);
    }
    return same ? list : "{" + list + "}";
  }

  const Program& program_;
  const Dialect& dialect_;
};

}  // namespace

std::string stateText(const Program& program, const Dialect& dialect) {
  return StatePrinter(program, dialect).run();
}

}  // namespace hrfcheck::frontend
