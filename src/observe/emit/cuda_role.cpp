#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "frontend/columns/dialects.h"
#include "frontend/columns/ptx_table.h"
#include "frontend/print/column_code.h"
#include "observe/barriers.h"
#include "observe/device_rows.h"
#include "observe/emit/cuda_rows.h"
#include "observe/emit/ptx_expressions.h"
#include "observe/emit/role_code.h"
#include "program/expr/operators.h"
#include "util/diagnostic.h"
#include "util/mapped.h"
#include "util/overloaded.h"

// A thread is one block of inline PTX: nothing comes between its instructions. The words of orders and scopes
// are those of the dialect's tables, which are PTX's own; what the dialect leaves out (state space and type)
// is added.

namespace hrfcheck::inline observe {
namespace {

namespace ptx = frontend::ptx;

class PtxBlock {
 public:
  explicit PtxBlock(const DeviceRole& role)
      : role_(role), expressions_(lines_), labels_(frontend::labelsOf(role.code())) {}

  std::vector<std::string> run() {
    for (at_ = 0; at_ < role_.code().instructions.size(); ++at_) {
      if (const auto label = labels_.find(at_); label != labels_.end()) {
        lines_.push_back(label->second + ":");
      }
      instruction(role_.code().instructions[at_]);
    }
    return std::move(lines_);
  }

  const PtxExpressions& expressions() const { return expressions_; }

 private:
  void instruction(const Instruction& instruction) {
    guard_.clear();
    if (instruction.predicate) {
      guard_ = fmt::format("@{}{} ", instruction.predicate->negated ? "!" : "",
                           expressions_.predicateOf(instruction.predicate->reg));
    }
    std::visit(Overloaded{[&](const LoadOp& o) { load(o); }, [&](const StoreOp& o) { store(o); },
                          [&](const RmwOperation& o) { rmw(o); }, [&](const FenceOp& o) { fence(o); },
                          [&](const AssignOp& o) {
                            add(fmt::format("mov.s32 r{}, {};", o.target, expressions_.value(*o.value)));
                          },
                          [&](const BranchOp& o) { branch(o); },
                          [&](const JumpOp& o) { add(fmt::format("bra {};", labels_.at(o.target))); },
                          [&](const NopOp&) { row(); }, [&](const BarrierOp&) { add(kPtxBarrier); },
                          [&](const ExitOp&) { refuse("an exit"); },
                          [&](const LockLoadOp&) { refuse("the lock unit"); },
                          [&](const UnlockStoreOp&) { refuse("the lock unit"); },
                          [&](const VoteOp&) { refuse("a vote"); },
                          [&](const ReconvergenceOp&) { refuse("a point of reconvergence"); }},
               instruction.operation);
  }

  [[noreturn]] void refuse(std::string_view what) const {
    throw UserError(fmt::format("{} cannot be run on a device: {}",
                                role_.program.instructionName(role_.thread, at_), what));
  }

  void add(const std::string& line) { lines_.push_back(guard_ + line); }

  void row() {
    const auto row = deviceRow(role_.program, role_.thread, at_);
    if (!row) {
      return;
    }
    for (const std::string& line :
         cudaRow(role_, at_, *row, [&](const LocationId l) { return address(l); })) {
      add(line);
    }
  }

  /// `.volatile` and `.mmio` as they are written: what else is known of them is in their orders.
  std::string loadOrStore(const std::optional<Atomicity>& atomicity, ptx::Carrier carrier) const {
    std::string_view text = role_.code().instructions[at_].text;
    text.remove_prefix(std::min(text.starts_with('@') ? text.find(' ') + 1 : 0, text.size()));
    text.remove_prefix(std::min(text.find('.'), text.size()));
    if (text.starts_with(".volatile ")) {
      return ".volatile";
    }
    if (!text.starts_with(".mmio.")) {
      return access(atomicity, carrier);
    }
    if (atomicity->level + 1 != ptx::kLevels.size()) {
      refuse(".mmio operations are of scope sys");
    }
    return ".mmio" + access(atomicity, carrier);
  }

  /// `.acquire.gpu`, `.weak`
  std::string access(const std::optional<Atomicity>& atomicity, ptx::Carrier carrier) const {
    if (!atomicity) {
      return ".weak";
    }
    const auto word = std::ranges::find_if(ptx::kOrders, [&](const auto& row) {
      return row.order == atomicity->order && (row.carriers & carrier) != 0;
    });
    if (word == ptx::kOrders.end() || atomicity->level == kThreadLevel) {
      refuse("its order or its scope");
    }
    return fmt::format(".{}.{}", word->name, ptx::kLevels[atomicity->level]);
  }

  std::string space(const Expr& address) const {
    switch (role_.spaceOf(locationOf(role_.program, address))) {
      case Space::Own:
        return "shared::cta";
      case Space::Cluster:
        return "shared::cluster";
      case Space::Global:
        break;
    }
    return "global";
  }

  std::string address(const Expr& expr) const { return address(locationOf(role_.program, expr)); }
  /// `[%3]`, the operand that holds the address.
  std::string address(LocationId location) const {
    const auto at = std::ranges::find(role_.locations, location);
    const auto outputs = role_.observed.size() + (role_.loops ? 1 : 0);
    return fmt::format("[%{}]", outputs + static_cast<std::size_t>(at - role_.locations.begin()));
  }

  void load(const LoadOp& o) {
    add(fmt::format("ld{}.{}.s32 r{}, {};", loadOrStore(o.atomicity, ptx::kLoad), space(*o.address), o.target,
                    address(*o.address)));
  }

  void store(const StoreOp& o) {
    const std::string value = expressions_.value(*o.value);
    add(fmt::format("st{}.{}.s32 {}, {};", loadOrStore(o.atomicity, ptx::kStore), space(*o.address),
                    address(*o.address), value));
  }

  /// The word and the type.
  std::string operation(const RmwOperation& o) const {
    const char* sign = o.kind.isSigned ? "s32" : "u32";
    switch (o.op) {
      case RmwOp::CompareSwap:
        return "cas.b32";
      case RmwOp::Exchange:
        return "exch.b32";
      case RmwOp::Add:
      case RmwOp::Sub:
        return "add.u32";
      case RmwOp::Max:
        return fmt::format("max.{}", sign);
      case RmwOp::Min:
        return fmt::format("min.{}", sign);
      case RmwOp::And:
        return "and.b32";
      case RmwOp::Or:
        return "or.b32";
      case RmwOp::Xor:
        return "xor.b32";
      case RmwOp::IncrementTo:
        return "inc.u32";
      case RmwOp::DecrementFrom:
        return "dec.u32";
    }
    return "";
  }

  void rmw(const RmwOperation& o) {
    if (o.failureOrder && *o.failureOrder != o.atomicity.order) {
      refuse("a compare-and-swap has one order, whether it fails or not");
    }
    std::string operand = expressions_.value(*o.operand);
    if (o.op == RmwOp::Sub) {
      operand = expressions_.value(*unary(UnaryOp::Minus, o.operand));
    }
    const std::string expected = o.op == RmwOp::CompareSwap ? expressions_.value(*o.expected) + ", " : "";
    const bool reduces = !o.target && combinesOld(o.op);
    const std::string target = reduces ? "" : o.target ? fmt::format("r{}, ", *o.target) : "old, ";
    add(fmt::format("{}{}.{}.{} {}{}, {}{};", reduces ? "red" : "atom", access(o.atomicity, ptx::kAtom),
                    space(*o.address), operation(o), target, address(*o.address), expected, operand));
  }

  void fence(const FenceOp& o) {
    if (!o.atomicity) {
      refuse("a fence without an order");
    }
    add(fmt::format("fence{};", access(o.atomicity, ptx::kFence)));
  }

  void branch(const BranchOp& o) {
    const std::string condition = expressions_.truth(*o.condition);
    if (!guard_.empty()) {
      refuse("a branch with a condition and a predicate");
    }
    add(fmt::format("@{} bra {};", condition, labels_.at(o.target)));
  }

  const DeviceRole& role_;
  std::vector<std::string> lines_;
  PtxExpressions expressions_;
  std::map<std::uint32_t, std::string> labels_;
  std::string guard_;
  std::uint32_t at_ = 0;
};

std::string line(const std::string& text) {
  return fmt::format("      \"{}\\n\\t\"\n", text);
}

/// The registers, with their first values.
std::string registers(const DeviceRole& role, const PtxExpressions& expressions) {
  const Thread& code = role.code();
  std::string text =
      line(fmt::format(".reg .s32 r<{}>, t<{}>, old;", code.registers.size() + 1,
                       expressions.temporaries() + 1)) +
      line(fmt::format(".reg .pred p<{}>;", expressions.predicates() + 1)) +
      (role.plan == nullptr
           ? ""
           : line(fmt::format(".reg .b64 s<{}>, any;\\n\\t.reg .pred q;", code.registers.size() + 1)));
  for (RegisterId r = 0; r < code.registers.size(); ++r) {
    const bool patience = role.loops && r + 1 == code.registers.size();
    const std::string value = patience ? fmt::format("%{}", role.observed.size() + 1 + role.locations.size())
                                       : std::to_string(code.initialRegisters[r]);
    text += line(fmt::format("mov.s32 r{}, {};", r, value));
  }
  return text;
}

}  // namespace

std::string cudaWaiting(const std::vector<std::string>& waits) {
  return "    asm volatile(\n" + concatenated(waits, line) + "      :\n      :\n      : \"memory\");\n";
}

std::string cudaRole(const DeviceRole& role) {
  PtxBlock block(role);
  const std::vector<std::string> body = block.run();
  std::string text =
      fmt::format("HRF_DEVICE void hrf_role_{}({}int patience, int* out) {{\n", role.thread, [&] {
        return concatenated(role.locations, [&](const LocationId l) {
          return fmt::format("{} l{}, ", role.spaceOf(l) == Space::Global ? "int*" : "unsigned", l);
        });
      }());
  std::vector<std::string> outputs;
  std::vector<std::string> inputs;
  std::string results;
  for (std::size_t i = 0; i < role.observed.size(); ++i) {
    outputs.push_back(fmt::format("\"=r\"(out[{}])", i));
    results += line(fmt::format("mov.s32 %{}, r{};", i, role.observed[i]));
  }
  if (role.loops) {
    outputs.push_back(fmt::format("\"=r\"(out[{}])", role.observed.size()));
    results += line(fmt::format("mov.s32 %{}, r{};", role.observed.size(), role.code().registers.size() - 1));
  }
  for (const LocationId l : role.locations) {
    inputs.push_back(role.spaceOf(l) == Space::Global ? fmt::format("\"l\"(__cvta_generic_to_global(l{}))", l)
                                                      : fmt::format("\"r\"(l{})", l));
  }
  if (role.loops) {
    inputs.emplace_back("\"r\"(patience)");
  } else {
    text += "  (void)patience;\n";
  }
  if (role.observed.empty() && !role.loops) {
    text += "  (void)out;\n";
  }
  text += "  asm volatile(\n" + line("{") + registers(role, block.expressions());
  for (const std::string& one : body) {
    text += line(one);
  }
  text += results + concatenated(cudaEnd(role), line) + line("}");
  return text + fmt::format("      : {}\n      : {}\n      : \"memory\");\n}}\n\n", fmt::join(outputs, ", "),
                            fmt::join(inputs, ", "));
}

}  // namespace hrfcheck::inline observe
