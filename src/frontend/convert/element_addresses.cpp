#include "frontend/convert/element_addresses.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <string_view>

#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/operation_parts.h"
#include "util/diagnostic.h"

namespace hrfcheck::frontend {
namespace {

/// 2 of "x[2]", 0 of "x"; nothing of parts of structs and arrays of arrays.
std::optional<Value> indexOf(std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (name.find('.') != std::string_view::npos || name.find('[', bracket + 1) != std::string_view::npos) {
    return std::nullopt;
  }
  Value index = 0;
  if (bracket != std::string_view::npos) {
    std::from_chars(name.data() + bracket + 1, name.data() + name.size(), index);
  }
  return index;
}

class ElementAddresses {
 public:
  explicit ElementAddresses(const Program& program) : result_(program) {
    for (const MemoryLocation& location : program.locations) {
      const Value object = location.address - (location.address - kAddressBase) % kAddressStride;
      const auto index = indexOf(location.name);
      inElements_.emplace(location.address, index ? object + *index : location.address);
    }
  }

  Program run() {
    for (MemoryLocation& location : result_.locations) {
      location.address = inElements_.at(location.address);
      location.elementSpan = 1;
      location.initial = changed(location.initial);
    }
    for (Thread& thread : result_.threads) {
      for (Value& initial : thread.initialRegisters) {
        initial = changed(initial);
      }
      for (Instruction& instruction : thread.instructions) {
        change(instruction);
      }
    }
    diagnostics_.throwIfErrors();
    return std::move(result_);
  }

 private:
  Value changed(Value value) const {
    const auto found = inElements_.find(value);
    return found == inElements_.end() ? value : found->second;
  }

  void change(Instruction& instruction) {
    computed_ = false;
    forEachExpr(instruction.operation, [&](ExprPtr& expr) { change(expr); });
    if (computed_ || (operandsOf(instruction.operation).address != nullptr &&
                      !constantValue(*operandsOf(instruction.operation).address))) {
      diagnostics_.error(instruction.place, fmt::format("'{}' computes an address in bytes, which tests of "
                                                        "litmus dialects do not have",
                                                        instruction.text));
    }
  }

  void change(ExprPtr& expr) {
    if (const auto known = constantValue(*expr)) {
      expr = constant(changed(*known));
    } else if (hasConstant(expr, isAddress)) {
      computed_ = true;
    }
  }

  Program result_;
  std::map<Value, Value> inElements_;
  Diagnostics diagnostics_;
  bool computed_ = false;
};

}  // namespace

Program withElementAddresses(const Program& program) {
  const bool inBytes =
      std::ranges::any_of(program.locations, [](const MemoryLocation& l) { return l.elementSpan > 1; });
  return inBytes ? ElementAddresses(program).run() : program;
}

}  // namespace hrfcheck::frontend
