#pragma once

#include <fmt/format.h>

#include <array>
#include <string>

#include "parse.h"
#include "util/overloaded.h"

namespace hrfcheck::test {

/// Instructions in one line each, for tests to compare: "ld.acq.wg r0, [&x]".
class CodeText {
 public:
  CodeText(const Program& program, ThreadId thread) : program_(program), thread_(program.threads[thread]) {}

  std::string all() const {
    std::string result;
    for (const Instruction& instruction : thread_.instructions) {
      result += of(instruction.operation) + '\n';
    }
    return result;
  }

  std::string of(const Operation& operation) const {
    return std::visit(
        Overloaded{
            [&](const LoadOp& o) {
              return fmt::format("ld{} {}, [{}]", of(o.atomicity), name(o.target), of(*o.address));
            },
            [&](const StoreOp& o) {
              return fmt::format("st{} [{}], {}", of(o.atomicity), of(*o.address), of(*o.value));
            },
            [&](const RmwOperation& o) { return ofRmw(o); },
            [&](const FenceOp& o) { return fmt::format("fence{}{}", of(o.atomicity), of(o.spaces)); },
            [&](const BarrierOp& o) {
              const auto number = [&](const BarrierNumber& n) {
                return n.reg ? name(*n.reg) : std::to_string(n.value);
              };
              return fmt::format(
                  "barrier.{} {}{}{}{}{}{}{}{}", level(o.level), number(o.id), of(o.spaces),
                  o.memoryLevel ? " " + level(*o.memoryLevel) : "", o.fences ? "" : " no fences",
                  o.order == Order::AcquireRelease ? ""
                  : o.order                        ? " " + word(*o.order)
                                                   : " no order",
                  o.instance != 0 ? fmt::format(" instance {}", number(o.instance)) : "",
                  o.count ? fmt::format(" of {}", number(*o.count)) : "", o.waits ? "" : " arrives");
            },
            [&](const AssignOp& o) { return fmt::format("{} := {}", name(o.target), of(*o.value)); },
            [&](const BranchOp& o) { return fmt::format("if {} goto {}", of(*o.condition), o.target); },
            [](const JumpOp& o) { return fmt::format("goto {}", o.target); },
            [](const ExitOp&) { return std::string("exit"); },
            [](const NopOp&) { return std::string("nop"); },
            [&](const LockLoadOp& o) {
              const auto target = [&](std::optional<RegisterId> reg) { return reg ? name(*reg) : "_"; };
              return fmt::format("{}, {} := lock [{}]", target(o.locked), target(o.target), of(*o.address));
            },
            [&](const UnlockStoreOp& o) {
              return fmt::format("[{}] := {} unlock", of(*o.address), of(*o.value));
            },
            [&](const VoteOp& o) {
              return fmt::format("{} := {} {}", name(o.target), o.vote == Vote::Any ? "any" : "all",
                                 of(*o.ballot));
            },
            [](const ReconvergenceOp& o) { return fmt::format("ssy {}", o.target); }},
        operation);
  }

  std::string of(const Expr& expr) const {
    static constexpr std::array kBinary{"+",   "-",  "*",  "/", "%",  "&", "|",  "^",  "<<", ">>",    "min",
                                        "max", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "within"};
    static constexpr std::array kUnary{"-", "~", "!", "convert ", "assert "};
    return std::visit(
        Overloaded{[&](const ConstantExpr& e) { return program_.valueText(e.value); },
                   [&](const RegisterExpr& e) { return name(e.reg); },
                   [&](const UnaryExpr& e) {
                     const std::string to = e.op == UnaryOp::Convert ? kindText(e.kind) + " " : "";
                     return nameIn(kUnary, e.op) + to + of(*e.operand);
                   },
                   [&](const BinaryExpr& e) {
                     return fmt::format("({} {} {})", of(*e.left), nameIn(kBinary, e.op), of(*e.right));
                   },
                   [&](const SelectExpr& e) {
                     return fmt::format("({} ? {} : {})", of(*e.condition), of(*e.whenTrue),
                                        of(*e.whenFalse));
                   }},
        expr.node);
  }

  /// "u8", "s32".
  static std::string kindText(IntegerKind kind) {
    return fmt::format("{}{}", kind.isSigned ? "s" : "u", kind.bits);
  }

 private:
  /// The name of an operator in a table that need not have all: the others have a number.
  template <std::size_t N, typename Operator>
  static std::string nameIn(const std::array<const char*, N>& names, Operator op) {
    const auto number = static_cast<std::size_t>(op);
    return number < N ? names[number] : fmt::format("further {} ", number - N);
  }

  std::string name(RegisterId reg) const { return thread_.registers[reg]; }
  std::string level(std::uint32_t l) const { return program_.scopes.levels()[l]; }

  std::string of(const std::optional<Atomicity>& a) const {
    return a ? fmt::format(".{}{}.{}", a->remote ? "rm_" : "", word(a->order), level(a->level)) : "";
  }

  static std::string word(Order order) {
    static constexpr std::array kOrders{"rlx", "con", "acq", "rel", "ar", "sc"};
    return kOrders[static_cast<std::size_t>(order)];
  }

  static std::string of(const FenceSpaces& spaces) {
    return fmt::format("{}{}", spaces.global ? " global" : "", spaces.local ? " local" : "");
  }

  std::string ofRmw(const RmwOperation& o) const {
    static constexpr std::array kRmw{"cas", "exch", "add", "sub", "max", "min",
                                     "and", "or",   "xor", "inc", "dec"};
    return fmt::format("{}{}{} {}, [{}], {}{}", nameIn(kRmw, o.op), of(o.atomicity),
                       o.failureOrder ? fmt::format("/{}", word(*o.failureOrder)) : "",
                       o.target ? name(*o.target) : "_", of(*o.address),
                       o.expected ? of(*o.expected) + ", " : "", of(*o.operand));
  }

  const Program& program_;
  const Thread& thread_;
};

inline std::string codeOf(const Program& program, ThreadId thread = 0) {
  return CodeText(program, thread).all();
}

/// The code of a test of one OpenCL thread with this body, over atomic x, plain y, array a[3] and struct q.
inline std::string cTest(const std::string& body, const std::string& before = "") {
  return "OPENCL t\n{ x=0; y=0; int a[3]; }\n"
         "typedef struct { atomic_int head; int tail; int contents[2]; } Queue;\n" +
         before + "\nP0 (global atomic_int* x, global int* y, global int* a, global Queue* q) {\n" + body +
         "\n}\n";
}

inline std::string codeOfC(const std::string& body, const std::string& before = "") {
  return codeOf(*parse(cTest(body, before)));
}

/// Messages of warnings, one a line.
inline std::string warningsOf(const Program& program) {
  std::string result;
  for (const Diagnostic& d : program.warnings) {
    result += d.message + '\n';
  }
  return result;
}

}  // namespace hrfcheck::test
