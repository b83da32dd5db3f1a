#include "frontend/print/c_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/c/language/builtins.h"
#include "frontend/c/language/integer_types.h"
#include "frontend/c/language/language.h"
#include "frontend/c_dialects.h"
#include "frontend/print/c_expressions.h"
#include "frontend/print/column_code.h"
#include "frontend/print/placement_text.h"
#include "frontend/print/unsayable.h"
#include "program/expr/addresses.h"
#include "program/expr/expr_parts.h"
#include "program/expr/substitute.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
#include "program/ir/scope_levels.h"
#include "util/overloaded.h"

namespace hrfcheck::frontend {
namespace {

using c::BuiltinKind;
using c::kOpenClC;

std::string_view functionOf(BuiltinKind kind, RmwOp op = RmwOp::Exchange) {
  return std::ranges::find_if(kOpenClC.functions,
                              [&](const c::FunctionRow& row) { return row.kind == kind && row.op == op; })
      ->name;
}

BuiltinKind kindOf(RmwOp op) {
  return op == RmwOp::CompareSwap ? BuiltinKind::CompareExchange
         : op == RmwOp::Exchange  ? BuiltinKind::Exchange
                                  : BuiltinKind::Fetch;
}

bool isSmall(Value value) {
  constexpr Value kSmall = Value{1} << 15;
  return isAddress(value) || (-kSmall <= value && value <= kSmall);
}

/// Whether sums of such expressions, as many as a test has instructions, are ints.
bool staysSmall(const Expr& expr) {
  return !anyPart(expr, [](const Expr& part) {
    const auto* known = std::get_if<ConstantExpr>(&part.node);
    const auto* e = std::get_if<BinaryExpr>(&part.node);
    return (known != nullptr && !isSmall(known->value)) ||
           (e != nullptr && (e->op == BinaryOp::Mul || e->op == BinaryOp::Shl));
  });
}

/// The type of locations of a dialect that has none: int, if all numbers are surely small enough, else long.
IntegerKind undeclaredKind(const Program& program) {
  bool small = std::ranges::all_of(program.locations, [](const auto& l) { return isSmall(l.initial); });
  for (const Thread& thread : program.threads) {
    small = small && std::ranges::all_of(thread.initialRegisters, isSmall);
    for (const Instruction& instruction : thread.instructions) {
      const std::vector<ExprPtr> values = operandsOf(instruction.operation).values;
      small = small && std::ranges::all_of(values, [](const ExprPtr& e) { return staysSmall(*e); });
    }
  }
  return small ? c::kInt : c::kLong;
}

/// Writes the statements of one thread.
class StatementsOfThread {
 public:
  StatementsOfThread(const Program& program, ThreadId thread)
      : program_(program),
        thread_(thread),
        labels_(labelsOf(code())),
        expressions_(program, thread),
        undeclared_(undeclaredKind(program)) {}

  /// Indented, a line each.
  std::string run() {
    std::string text;
    for (const Instruction& instruction : code().instructions) {
      if (const auto label = labels_.find(at_); label != labels_.end()) {
        text += fmt::format("  {}: ;\n", label->second);
      }
      text += guarded(instruction);
      ++at_;
    }
    return text;
  }

  /// `global atomic_int* x, int* q`: the locations that the statements name.
  std::string parameters() const {
    std::string list;
    for (const std::string& object : expressions_.objects()) {
      const auto location = std::ranges::find_if(
          program_.locations, [&](const MemoryLocation& l) { return objectName(l) == object; });
      const char* space = location->space == AddressSpace::Local    ? "local "
                          : location->space == AddressSpace::Global ? "global "
                                                                    : "";
      list +=
          fmt::format("{}{}{}{}* {}", list.empty() ? "" : ", ", space, location->atomicType ? "atomic_" : "",
                      c::openClName(location->kind.value_or(undeclared_)), object);
    }
    return list;
  }

 private:
  const Thread& code() const { return program_.threads[thread_]; }

  [[noreturn]] void refuse(std::string_view what) const {
    refuseInstruction(kOpenClDialect, program_, thread_, at_, what);
  }

  std::string guarded(const Instruction& instruction) {
    if (!instruction.marks.empty()) {
      refuse(fmt::format("it has no word '{}'", instruction.marks.front()));
    }
    const std::string text = statement(instruction.operation);
    if (!instruction.predicate || text.empty()) {
      return text.empty() ? "" : "  " + text + "\n";
    }
    return fmt::format("  if ({} {} 0) {{ {} }}\n", expressions_.reg(instruction.predicate->reg),
                       instruction.predicate->negated ? "==" : "!=", text);
  }

  std::string statement(const Operation& operation) {
    return std::visit(
        Overloaded{[&](const LoadOp& o) { return load(o); }, [&](const StoreOp& o) { return store(o); },
                   [&](const RmwOperation& o) { return rmw(o); }, [&](const FenceOp& o) { return fence(o); },
                   [&](const BarrierOp& o) { return barrier(o); },
                   [&](const AssignOp& o) {
                     if (const auto* un = std::get_if<UnaryExpr>(&o.value->node);
                         un != nullptr && un->op == UnaryOp::Assert) {
                       return fmt::format("assert({});", inside(value(un->operand)));
                     }
                     return fmt::format("{} = {};", expressions_.reg(o.target), value(o.value));
                   },
                   [&](const BranchOp& o) {
                     return fmt::format("if ({}) goto {};", inside(value(o.condition)), label(o.target));
                   },
                   [&](const JumpOp& o) { return fmt::format("goto {};", label(o.target)); },
                   [](const ExitOp&) { return std::string("return;"); },
                   [](const NopOp&) { return std::string(); },
                   [&](const LockLoadOp&) -> std::string { refuse("it has no lock unit"); },
                   [&](const UnlockStoreOp&) -> std::string { refuse("it has no lock unit"); },
                   [&](const VoteOp&) -> std::string { refuse("its threads do not vote"); },
                   [&](const ReconvergenceOp&) -> std::string {
                     refuse("it does not say where wavefronts reconverge");
                   }},
        operation);
  }

  const std::string& label(std::uint32_t target) const {
    if (target == code().instructions.size()) {
      refuse("it jumps past the last instruction, where there can be no label");
    }
    return labels_.at(target);
  }

  std::string value(const ExprPtr& expr) {
    const auto text = expressions_.value(*expr);
    if (!text) {
      refuse("an operand cannot be written in C");
    }
    return *text;
  }

  /// Without the parentheses around all of it.
  static std::string inside(const std::string& text) {
    return text.starts_with("(") ? text.substr(1, text.size() - 2) : text;
  }

  /// `*x`, `q[2]`, `*(r1 + 1)`
  std::string place(const ExprPtr& address) {
    const std::string text = value(address);
    return text.starts_with("&") ? text.substr(1) : "*" + text;
  }

  static std::string_view scope(std::uint32_t level) {
    return std::ranges::find(kOpenClC.scopes, level, &std::pair<std::string_view, std::uint32_t>::second)
        ->first;
  }

  /// `_explicit`, `_explicit_remote`
  static std::string suffix(const Atomicity& atomicity) {
    return "_explicit" + std::string(atomicity.remote ? kOpenClC.remoteSuffix : "");
  }

  static std::string orderAndScope(const Atomicity& atomicity) {
    return fmt::format("{}, {}", c::nameOf(atomicity.order, kOpenClC), scope(atomicity.level));
  }

  std::string load(const LoadOp& o) {
    const std::string& target = expressions_.reg(o.target);
    if (!o.atomicity) {
      return fmt::format("{} = {};", target, place(o.address));
    }
    return fmt::format("{} = {}{}({}, {});", target, functionOf(BuiltinKind::Load), suffix(*o.atomicity),
                       value(o.address), orderAndScope(*o.atomicity));
  }

  std::string store(const StoreOp& o) {
    if (!o.atomicity) {
      return fmt::format("{} = {};", place(o.address), value(o.value));
    }
    return fmt::format("{}{}({}, {}, {});", functionOf(BuiltinKind::Store), suffix(*o.atomicity),
                       value(o.address), value(o.value), orderAndScope(*o.atomicity));
  }

  std::string rmw(const RmwOperation& o) {
    if (o.op == RmwOp::CompareSwap) {
      return compareExchange(o);
    }
    const std::string target = o.target ? expressions_.reg(*o.target) + " = " : "";
    return fmt::format("{}{}{}({}, {}, {});", target, functionOf(kindOf(o.op), o.op), suffix(o.atomicity),
                       value(o.address), value(o.operand), orderAndScope(o.atomicity));
  }

  /// The variable whose address is passed has the expected value before, and the old one after. That is the
  /// target itself, unless the operation needs the target's value before.
  std::string compareExchange(const RmwOperation& o) {
    const std::string before = o.target ? expectedIn(o) : "";
    const std::string expected = before.empty() ? value(o.expected) : "&" + before;
    const Order failure = o.failureOrder.value_or(readOf(o.atomicity.order));
    const std::string call = fmt::format(
        "{}{}({}, {}, {}, {}, {}, {});", functionOf(BuiltinKind::CompareExchange, RmwOp::CompareSwap),
        suffix(o.atomicity), value(o.address), expected, value(o.operand),
        c::nameOf(o.atomicity.order, kOpenClC), c::nameOf(failure, kOpenClC), scope(o.atomicity.level));
    if (before.empty()) {
      return call;
    }
    const std::string& target = expressions_.reg(*o.target);
    const std::string behind = before == target ? "" : fmt::format(" {} = {};", target, before);
    return fmt::format("{} = {}; {}{}", before, value(o.expected), call, behind);
  }

  std::string expectedIn(const RmwOperation& o) const {
    const auto uses = [&](const ExprPtr& expr) {
      const std::vector<RegisterId> registers = registersOf(*expr);
      return std::ranges::find(registers, *o.target) != registers.end();
    };
    return uses(o.address) || uses(o.operand) ? unusedName() : expressions_.reg(*o.target);
  }

  std::string unusedName() const {
    std::string name = "expected";
    const auto taken = [&] {
      return std::ranges::find(code().registers, name) != code().registers.end() ||
             std::ranges::any_of(program_.locations, [&](const auto& l) { return objectName(l) == name; });
    };
    while (taken()) {
      name += "_";
    }
    return name;
  }

  /// `CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE`
  std::string flags(const FenceSpaces& spaces) const {
    std::string text;
    for (const auto& [name, flag] : kOpenClC.fenceFlags) {
      const bool wanted = (flag.global && spaces.global) || (flag.local && spaces.local);
      text += wanted ? (text.empty() ? "" : " | ") + std::string(name) : "";
    }
    return text.empty() ? "0" : text;
  }

  std::string fence(const FenceOp& o) const {
    if (!o.atomicity) {
      refuse("it is a fence without an order");
    }
    return fmt::format("{}({}, {});", functionOf(BuiltinKind::WorkItemFence), flags(o.spaces),
                       orderAndScope(*o.atomicity));
  }

  /// Which barrier it is, its label says.
  std::string barrier(const BarrierOp& o) {
    const bool plain = o.fences && o.order == Order::AcquireRelease && o.waits && !o.count && !o.amongNamed;
    if (!plain || o.id.reg || o.instance != BarrierNumber(0)) {
      refuse("a barrier is one fence before and one after, and has no count and no instances");
    }
    const auto row = std::ranges::find_if(kOpenClC.functions, [&](const c::FunctionRow& r) {
      return r.kind == BuiltinKind::Barrier && r.level == o.level && r.name != "barrier";
    });
    if (row == kOpenClC.functions.end()) {
      refuse("barriers are of a work-group or a sub-group");
    }
    if (o.id.value != 0 && !barriers_.insert(o.id.value).second) {
      refuse("a label names this barrier, and the thread has it twice");
    }
    const std::string label = o.id.value == 0 ? "" : fmt::format("B{}: ", o.id.value);
    const std::string scopeText = o.memoryLevel ? fmt::format(", {}", scope(*o.memoryLevel)) : "";
    return fmt::format("{}{}({}{});", label, row->name, flags(o.spaces), scopeText);
  }

  const Program& program_;
  ThreadId thread_;
  std::map<std::uint32_t, std::string> labels_;
  CExpressions expressions_;
  IntegerKind undeclared_;    ///< of locations that have no type
  std::set<Value> barriers_;  ///< those with labels
  std::uint32_t at_ = 0;
};

}  // namespace

CFunction openClFunction(const Program& program, ThreadId thread) {
  StatementsOfThread statements(program, thread);
  std::string body = statements.run();
  return {statements.parameters(), std::move(body)};
}

std::string openClCode(const Program& program) {
  const PlacementText placement(program, kOpenClDialect);
  std::string text;
  for (ThreadId t = 0; t < program.threads.size(); ++t) {
    const CFunction function = openClFunction(program, t);
    text += fmt::format("{} ({}) {{\n{}}}\n", placement.header(t), function.parameters, function.body);
  }
  return text;
}

}  // namespace hrfcheck::frontend
