#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "frontend/columns/amdgpu_table.h"
#include "frontend/print/c_expressions.h"
#include "frontend/print/column_code.h"
#include "observe/barriers.h"
#include "observe/emit/role_code.h"
#include "program/expr/addresses.h"
#include "program/ir/operands.h"
#include "program/ir/orders.h"
#include "program/ir/scope_levels.h"
#include "util/diagnostic.h"
#include "util/overloaded.h"

// A thread of AMDGPU is statements of HIP that clang makes the same LLVM IR of: atomic operations by
// `__hip_atomic_*`, fences by `__builtin_amdgcn_fence`, which takes the scope as LLVM names it. There is no
// LDS in tests for devices, so that `one-as`, which clang may add, changes nothing.

namespace hrfcheck::inline observe {
namespace {

namespace amdgpu = frontend::amdgpu;

/// With names that HIP has nothing of.
Program namedForHip(const DeviceRole& role) {
  Program program = role.program;
  for (LocationId l = 0; l < program.locations.size(); ++l) {
    MemoryLocation& location = program.locations[l];
    location.name = fmt::format("l{}", l);
    location.kind = IntegerKind{32, true};
  }
  Thread& thread = program.threads[role.thread];
  for (RegisterId r = 0; r < thread.registers.size(); ++r) {
    thread.registers[r] = fmt::format("r{}", r);
  }
  return program;
}

class HipStatements {
 public:
  /// @param program namedForHip
  HipStatements(const Program& program, ThreadId thread, const std::vector<Instruction>& code)
      : program_(program), thread_(thread), code_(code), expressions_(program, thread) {
    for (const Instruction& instruction : code_) {
      if (const auto target = targetOf(instruction.operation)) {
        labels_.emplace(*target, fmt::format("L{}", labels_.size()));
      }
    }
  }

  std::string run() {
    std::string text;
    for (at_ = 0; at_ < code_.size(); ++at_) {
      text += labelAt(at_);
      const std::string one = statement(code_[at_]);
      if (one.empty()) {
        continue;
      }
      const auto& predicate = code_[at_].predicate;
      text += predicate ? fmt::format("  if (r{} {} 0) {{ {} }}\n", predicate->reg,
                                      predicate->negated ? "==" : "!=", one)
                        : fmt::format("  {}\n", one);
    }
    return text + labelAt(static_cast<std::uint32_t>(code_.size()));
  }

 private:
  static std::optional<std::uint32_t> targetOf(const Operation& operation) {
    if (const auto* branch = std::get_if<BranchOp>(&operation)) {
      return branch->target;
    }
    const auto* jump = std::get_if<JumpOp>(&operation);
    return jump != nullptr ? std::optional(jump->target) : std::nullopt;
  }

  std::string labelAt(std::uint32_t at) const {
    const auto label = labels_.find(at);
    return label == labels_.end() ? "" : fmt::format("  {}:;\n", label->second);
  }

  [[noreturn]] void refuse(std::string_view what) const {
    throw UserError(code_[at_].place, fmt::format("{} cannot be written in HIP: {}",
                                                  program_.instructionName(thread_, at_), what));
  }

  bool hasMark(std::string_view mark) const {
    return std::ranges::find(code_[at_].marks, mark) != code_[at_].marks.end();
  }

  void checkMarks(const Instruction& instruction) const {
    if (hasMark(amdgpu::kNoAv)) {
      refuse("it has no word for av_none");
    }
    if (hasMark(amdgpu::kMakeAvailable) || hasMark(amdgpu::kMakeVisible)) {
      refuse("nothing is made available or visible without an order");
    }
    const bool atomic = atomicityOf(instruction.operation) != nullptr;
    const bool marked = std::ranges::any_of(instruction.marks, [](const std::string& mark) {
      return mark.starts_with("av.") || mark.starts_with("vis.");
    });
    if (!atomic && marked && !hasMark(amdgpu::kVolatile)) {
      refuse("an ordinary access is available or visible only if it is volatile");
    }
  }

  std::string statement(const Instruction& instruction) {
    checkMarks(instruction);
    return std::visit(
        Overloaded{[&](const LoadOp& o) { return load(o); }, [&](const StoreOp& o) { return store(o); },
                   [&](const RmwOperation& o) { return rmw(o); }, [&](const FenceOp& o) { return fence(o); },
                   [&](const AssignOp& o) { return fmt::format("r{} = {};", o.target, value(o.value)); },
                   [&](const BranchOp& o) {
                     return fmt::format("if ({}) goto {};", inside(value(o.condition)), labels_.at(o.target));
                   },
                   [&](const JumpOp& o) { return fmt::format("goto {};", labels_.at(o.target)); },
                   [](const NopOp&) { return std::string(); },
                   [&](const BarrierOp&) -> std::string { refuse("a barrier among other instructions"); },
                   [&](const ExitOp&) -> std::string { refuse("an exit"); },
                   [&](const LockLoadOp&) -> std::string { refuse("the lock unit"); },
                   [&](const UnlockStoreOp&) -> std::string { refuse("the lock unit"); },
                   [&](const VoteOp&) -> std::string { refuse("a vote"); },
                   [&](const ReconvergenceOp&) -> std::string { refuse("a point of reconvergence"); }},
        instruction.operation);
  }

  std::string value(const ExprPtr& expr) {
    const auto text = expressions_.value(*expr);
    if (!text) {
      refuse("an operand cannot be written in C++");
    }
    return *text;
  }

  /// Without the parentheses around all of it.
  static std::string inside(const std::string& text) {
    return text.starts_with("(") ? text.substr(1, text.size() - 2) : text;
  }

  std::string address(const ExprPtr& expr) const { return fmt::format("l{}", locationOf(program_, *expr)); }

  /// `*(volatile int*)l0`
  std::string place(const ExprPtr& expr) const {
    return hasMark(amdgpu::kVolatile) ? fmt::format("*(volatile int*){}", address(expr))
                                      : "*" + address(expr);
  }

  std::string_view order(Order order) const {
    switch (order) {
      case Order::Relaxed:
        return "__ATOMIC_RELAXED";
      case Order::Consume:
      case Order::Acquire:
        return "__ATOMIC_ACQUIRE";
      case Order::Release:
        return "__ATOMIC_RELEASE";
      case Order::AcquireRelease:
        return "__ATOMIC_ACQ_REL";
      case Order::SeqCst:
        return "__ATOMIC_SEQ_CST";
    }
    refuse("its order");
  }

  std::string_view scope(std::uint32_t level) const {
    switch (level) {
      case kThreadLevel:
        return "__HIP_MEMORY_SCOPE_SINGLETHREAD";
      case kWaveLevel:
        return "__HIP_MEMORY_SCOPE_WAVEFRONT";
      case amdgpu::kWorkgroup:
        return "__HIP_MEMORY_SCOPE_WORKGROUP";
      case amdgpu::kAgent:
        return "__HIP_MEMORY_SCOPE_AGENT";
      case amdgpu::kSystem:
        return "__HIP_MEMORY_SCOPE_SYSTEM";
      default:
        refuse("it has no scope for a cluster");
    }
  }

  std::string load(const LoadOp& o) const {
    return o.atomicity ? fmt::format("r{} = __hip_atomic_load({}, {}, {});", o.target, address(o.address),
                                     order(o.atomicity->order), scope(o.atomicity->level))
                       : fmt::format("r{} = {};", o.target, place(o.address));
  }

  std::string store(const StoreOp& o) {
    return o.atomicity ? fmt::format("__hip_atomic_store({}, {}, {}, {});", address(o.address),
                                     value(o.value), order(o.atomicity->order), scope(o.atomicity->level))
                       : fmt::format("{} = {};", place(o.address), value(o.value));
  }

  std::string_view function(const RmwOperation& o) const {
    switch (o.op) {
      case RmwOp::Exchange:
        return "exchange";
      case RmwOp::Add:
      case RmwOp::Sub:  // by adding: older compilers have no other
        return "fetch_add";
      case RmwOp::And:
        return "fetch_and";
      case RmwOp::Or:
        return "fetch_or";
      case RmwOp::Xor:
        return "fetch_xor";
      case RmwOp::Max:
        return "fetch_max";
      case RmwOp::Min:
        return "fetch_min";
      case RmwOp::CompareSwap:
      case RmwOp::IncrementTo:
      case RmwOp::DecrementFrom:
        break;
    }
    refuse("it has no word for uinc_wrap and udec_wrap with an order");
  }

  std::string rmw(const RmwOperation& o) {
    if (!o.kind.isSigned && (o.op == RmwOp::Min || o.op == RmwOp::Max)) {
      refuse("a minimum or maximum of unsigned numbers");
    }
    const std::string where = fmt::format("{}, {}", order(o.atomicity.order), scope(o.atomicity.level));
    if (o.op == RmwOp::CompareSwap) {
      const std::string failure(order(o.failureOrder.value_or(readOf(o.atomicity.order))));
      return fmt::format(
          "expected = {}; __hip_atomic_compare_exchange_strong({}, &expected, {}, {}, {}, {});{}",
          value(o.expected), address(o.address), value(o.operand), order(o.atomicity.order), failure,
          scope(o.atomicity.level), o.target ? fmt::format(" r{} = expected;", *o.target) : "");
    }
    const std::string operand =
        o.op == RmwOp::Sub ? fmt::format("-({})", value(o.operand)) : value(o.operand);
    return fmt::format("{}__hip_atomic_{}({}, {}, {});", o.target ? fmt::format("r{} = ", *o.target) : "",
                       function(o), address(o.address), operand, where);
  }

  std::string fence(const FenceOp& o) const {
    if (!o.spaces.global || !o.spaces.local) {
      refuse("a fence of one address space");
    }
    if (o.atomicity->level == amdgpu::kCluster) {
      refuse("it has no scope for a cluster");
    }
    const std::string_view level = amdgpu::kLevels[o.atomicity->level];
    const std::string name = o.atomicity->level == amdgpu::kSystem
                                 ? (hasMark(amdgpu::kOneAs) ? "one-as" : "")
                                 : std::string(level) + (hasMark(amdgpu::kOneAs) ? "-one-as" : "");
    return fmt::format("__builtin_amdgcn_fence({}, \"{}\");", order(o.atomicity->order), name);
  }

  const Program& program_;
  ThreadId thread_;
  const std::vector<Instruction>& code_;
  frontend::CExpressions expressions_;
  std::map<std::uint32_t, std::string> labels_;
  std::uint32_t at_ = 0;
};

std::string hipHead(const DeviceRole& role, const std::string& name, const char* outputs) {
  std::string text = fmt::format("HRF_DEVICE void {}(", name);
  for (const LocationId l : role.locations) {
    text += fmt::format("int* l{}, ", l);
  }
  return text + fmt::format("int patience, {}) {{\n", outputs);
}

/// The registers, with their first values or those of the part before.
std::string hipRegisters(const DeviceRole& role, bool kept) {
  return "  int expected = patience;\n  (void)expected;\n  (void)out;\n" +
         cRegisters(role, role.code(), kept);
}

}  // namespace

std::string hipRole(const DeviceRole& role) {
  const Program program = namedForHip(role);
  HipStatements statements(program, role.thread, program.threads[role.thread].instructions);
  return hipHead(role, fmt::format("hrf_role_{}", role.thread), "int* out") + hipRegisters(role, false) +
         statements.run() + cResults(role) + "}\n\n";
}

std::vector<std::string> hipParts(const DeviceRole& role) {
  const Program program = namedForHip(role);
  const std::vector<std::vector<Instruction>> parts = betweenBarriers(program.threads[role.thread]);
  std::vector<std::string> texts;
  for (std::size_t part = 0; part < parts.size(); ++part) {
    HipStatements statements(program, role.thread, parts[part]);
    std::string text =
        hipHead(role, fmt::format("hrf_role_{}_{}", role.thread, part), "int* kept, int* out") +
        hipRegisters(role, part > 0) + statements.run();
    for (RegisterId r = 0; r < program.threads[role.thread].registers.size(); ++r) {
      text += fmt::format("  kept[{}] = r{};\n", r, r);
    }
    texts.push_back(text + (part + 1 == parts.size() ? cResults(role) : "") + "}\n\n");
  }
  return texts;
}

std::string hipBarrier() {
  return "  __builtin_amdgcn_s_barrier();\n";
}

}  // namespace hrfcheck::inline observe
