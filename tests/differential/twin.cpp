// An HSA test as OpenCL C. Every instruction becomes statements with the same memory operations in the same
// order, so that the k-th memory operation of a thread is the k-th one of the twin's. HSA's compare-and-swap
// gives the old value, as OpenCL's does through the address of what it expects.

#include <fmt/format.h>

#include <set>

#include "differential/rewrite.h"
#include "program/flow/outside_models.h"
#include "util/overloaded.h"

namespace hrfcheck {
namespace {

/// There is no twin.
struct NoTwin {};

const char* orderName(Order order) {
  switch (order) {
    case Order::Relaxed:
      return "memory_order_relaxed";
    case Order::Consume:
      return "memory_order_consume";
    case Order::Acquire:
      return "memory_order_acquire";
    case Order::Release:
      return "memory_order_release";
    case Order::AcquireRelease:
      return "memory_order_acq_rel";
    case Order::SeqCst:
      return "memory_order_seq_cst";
  }
  return "";
}

/// What is left of an order when nothing is stored.
Order readHalf(Order order) {
  return order == Order::Release ? Order::Relaxed : order == Order::AcquireRelease ? Order::Acquire : order;
}

const char* fetchName(RmwOp op) {
  switch (op) {
    case RmwOp::CompareSwap:
      return "compare_exchange_strong";
    case RmwOp::Exchange:
      return "exchange";
    case RmwOp::Add:
      return "fetch_add";
    case RmwOp::Sub:
      return "fetch_sub";
    case RmwOp::Max:
      return "fetch_max";
    case RmwOp::Min:
      return "fetch_min";
    case RmwOp::And:
      return "fetch_and";
    case RmwOp::Or:
      return "fetch_or";
    case RmwOp::Xor:
      return "fetch_xor";
    case RmwOp::IncrementTo:
    case RmwOp::DecrementFrom:
      break;  // C has none
  }
  return "";
}

const char* operatorName(BinaryOp op) {
  switch (op) {
    case BinaryOp::Add:
      return "+";
    case BinaryOp::Sub:
      return "-";
    case BinaryOp::Mul:
      return "*";
    case BinaryOp::And:
      return "&";
    case BinaryOp::Or:
      return "|";
    case BinaryOp::Xor:
      return "^";
    case BinaryOp::Eq:
      return "==";
    case BinaryOp::Ne:
      return "!=";
    case BinaryOp::Lt:
      return "<";
    case BinaryOp::Le:
      return "<=";
    case BinaryOp::Gt:
      return ">";
    case BinaryOp::Ge:
      return ">=";
    case BinaryOp::Div:
    case BinaryOp::Rem:
    case BinaryOp::Shl:
    case BinaryOp::Shr:
    case BinaryOp::Min:
    case BinaryOp::Max:
    case BinaryOp::Index:
    case BinaryOp::LogicalAnd:
    case BinaryOp::LogicalOr:
      break;
  }
  throw NoTwin{};
}

class TwinWriter {
 public:
  explicit TwinWriter(const Program& program) : program_(program) {}

  std::string text() {
    std::string text = fmt::format("OPENCL {}-twin\n{{", program_.name);
    for (const MemoryLocation& location : program_.locations) {
      text += fmt::format(" {} = {};", location.name, location.initial);
    }
    text += " }\n";
    for (ThreadId t = 0; t < program_.threads.size(); ++t) {
      text += thread(t);
    }
    text += "locations [";
    for (const StateVariable& v : program_.observed) {
      text += program_.nameOf(v) + "; ";
    }
    return text + "]\n";
  }

 private:
  std::string thread(ThreadId t) {
    thread_ = &program_.threads[t];
    const ScopeTree& tree = program_.scopes;
    std::string text = fmt::format("P{}@sg {}, wg {}, dev {} (", t, tree.instanceOf(t, 1),
                                   tree.instanceOf(t, 2), tree.instanceOf(t, 3));
    for (std::size_t l = 0; l < program_.locations.size(); ++l) {
      text += fmt::format("{}atomic_int* {}", l == 0 ? "" : ", ", program_.locations[l].name);
    }
    text += ") {\n";
    for (std::size_t r = 0; r < thread_->registers.size(); ++r) {
      text += fmt::format("  int {} = {};\n", thread_->registers[r], thread_->initialRegisters[r]);
    }
    const std::set<std::uint32_t> targets = targetsOf(*thread_);
    for (std::uint32_t i = 0; i < thread_->instructions.size(); ++i) {
      text += targets.contains(i) ? fmt::format("  L{}: ;\n", i) : "";
      text += fmt::format("  {}\n", instruction(thread_->instructions[i]));
    }
    const auto end = static_cast<std::uint32_t>(thread_->instructions.size());
    return text + (targets.contains(end) ? fmt::format("  L{}: ;\n}}\n", end) : "}\n");
  }

  static std::set<std::uint32_t> targetsOf(const Thread& thread) {
    std::set<std::uint32_t> targets;
    for (const Instruction& instruction : thread.instructions) {
      std::visit(Overloaded{[&](const BranchOp& o) { targets.insert(o.target); },
                            [&](const JumpOp& o) { targets.insert(o.target); }, [](const auto&) {}},
                 instruction.operation);
    }
    return targets;
  }

  std::string instruction(const Instruction& instruction) {
    const std::string text = operation(instruction.operation);
    if (!instruction.predicate) {
      return text;
    }
    return fmt::format("if ({}{}) {{ {} }}", instruction.predicate->negated ? "!" : "",
                       thread_->registers[instruction.predicate->reg], text);
  }

  std::string operation(const Operation& operation) {
    return std::visit(
        Overloaded{
            [&](const LoadOp& o) { return load(o); }, [&](const StoreOp& o) { return store(o); },
            [&](const RmwOperation& o) { return rmw(o); },
            [&](const FenceOp& o) {
              return fmt::format(
                  "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, {}, {});",
                  orderName(o.atomicity->order), scope(o.atomicity->level));
            },
            [&](const BarrierOp& o) { return barrier(o); },
            [&](const AssignOp& o) {
              return fmt::format("{} = {};", thread_->registers[o.target], value(o.value));
            },
            [&](const BranchOp& o) { return fmt::format("if ({}) goto L{};", value(o.condition), o.target); },
            [&](const JumpOp& o) { return fmt::format("goto L{};", o.target); },
            [&](const ExitOp&) { return std::string("return;"); },
            [&](const NopOp&) { return std::string(";"); }, OutsideModels<std::string>{}},
        operation);
  }

  static std::string scope(std::uint32_t level) {
    constexpr const char* kScopes[] = {"work_item", "sub_group", "work_group", "device", "all_svm_devices"};
    return std::string("memory_scope_") + kScopes[level];
  }

  /// `atomic_load_explicit(x, memory_order_acquire, memory_scope_device)`
  static std::string call(const std::string& function, const std::string& arguments,
                          const Atomicity& atomicity, const std::string& failure = "") {
    return fmt::format("atomic_{}_explicit{}({}, {}{}, {})", function, atomicity.remote ? "_remote" : "",
                       arguments, orderName(atomicity.order), failure, scope(atomicity.level));
  }

  std::string load(const LoadOp& o) {
    const std::string at = address(o.address);
    return fmt::format("{} = {};", thread_->registers[o.target],
                       o.atomicity ? call("load", at, *o.atomicity) : "*" + at);
  }

  std::string store(const StoreOp& o) {
    const std::string at = address(o.address);
    const std::string stored = value(o.value);
    return o.atomicity ? call("store", at + ", " + stored, *o.atomicity) + ";"
                       : fmt::format("*{} = {};", at, stored);
  }

  std::string rmw(const RmwOperation& o) {
    const std::string at = address(o.address);
    const std::string target = o.target ? thread_->registers[*o.target] : "";
    if (o.op != RmwOp::CompareSwap) {
      const std::string done = call(fetchName(o.op), at + ", " + value(o.operand), o.atomicity);
      return o.target ? fmt::format("{} = {};", target, done) : done + ";";
    }
    const std::string failure = std::string(", ") + orderName(readHalf(o.atomicity.order));
    const std::string expected = o.target ? "&" + target : value(o.expected);
    const std::string done = call(fetchName(o.op), fmt::format("{}, {}, {}", at, expected, value(o.operand)),
                                  o.atomicity, failure);
    return o.target ? fmt::format("{} = {}; {};", target, value(o.expected), done) : done + ";";
  }

  static std::string barrier(const BarrierOp& o) {
    if (o.id != 0 || (o.level != 1 && o.level != 2)) {
      throw NoTwin{};
    }
    return fmt::format("{}(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE);",
                       o.level == 1 ? "sub_group_barrier" : "barrier");
  }

  std::string address(const ExprPtr& expr) {
    const auto* known = std::get_if<ConstantExpr>(&expr->node);
    const auto location = known == nullptr ? std::nullopt : program_.locationAt(known->value);
    if (!location) {
      throw NoTwin{};
    }
    return program_.locations[*location].name;
  }

  std::string value(const ExprPtr& expr) {
    return std::visit(
        Overloaded{[&](const ConstantExpr& e) { return std::to_string(e.value); },
                   [&](const RegisterExpr& e) { return thread_->registers[e.reg]; },
                   [&](const UnaryExpr& e) {
                     const char* op = e.op == UnaryOp::Minus ? "-" : e.op == UnaryOp::BitNot ? "~" : "!";
                     return fmt::format("({}{})", op, value(e.operand));
                   },
                   [&](const BinaryExpr& e) {
                     return fmt::format("({} {} {})", value(e.left), operatorName(e.op), value(e.right));
                   },
                   [&](const SelectExpr& e) {
                     return fmt::format("({} ? {} : {})", value(e.condition), value(e.whenTrue),
                                        value(e.whenFalse));
                   }},
        expr->node);
  }

  const Program& program_;
  const Thread* thread_ = nullptr;
};

}  // namespace

std::optional<std::string> openClTwin(const Program& program) {
  try {
    return TwinWriter(program).text();
  } catch (const NoTwin&) {
    return std::nullopt;
  }
}

}  // namespace hrfcheck
