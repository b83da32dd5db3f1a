#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/edit/text_change.h"
#include "program/ir/program.h"

namespace hrfcheck {

// What a text in CUDA C++ or HIP says of orders and scopes elsewhere than in the arguments of the calls that
// make operations: in types, in template arguments and their defaults, in macros, and in lines that launch a
// kernel. Whether a word means anything for a test is for whoever compiles the text with another one to find
// out.

/// A word for an order, or for a scope.
struct DeclaredWord {
  Span span;
  bool scope = false;
  /// Words of its family for each wider scope, or stronger order; with how much wider or stronger it is.
  struct Stronger {
    std::string word;
    std::uint32_t level = 0;  ///< of a scope
    Order order = Order::Relaxed;
  };
  std::uint32_t level = 0;
  Order order = Order::Relaxed;
  std::vector<Stronger> stronger;
};

/// @param levels the scopes that may be named
std::vector<DeclaredWord> declaredWords(const Program& program, const std::vector<std::uint32_t>& levels);

/// A way to declare an integer object, or what a pointer goes to, so that its accesses are atomic: with the
/// type `cuda::atomic` where the file includes its header, as volatile elsewhere.
struct AtomicDeclaration {
  std::string now;      ///< "int"
  std::string then;     ///< "cuda::atomic<int, cuda::thread_scope_device>"
  Span span;            ///< of the type
  Atomicity atomicity;  ///< of its accesses
  std::vector<TextChange> changes;
};

/// Each declaration of a name of the text; of one where loads through the cache are written as calls
/// (`__ldcg(p)`) once more, with plain accesses in place of these.
std::vector<AtomicDeclaration> atomicDeclarations(const Program& program, std::string_view name);

/// `atomicExch(&x, v)` in place of the statement `x = v` of an instruction, with the order and scope that it
/// has; nothing where the statement is no such assignment.
struct AtomicAssignment {
  std::string now;   ///< "x = v"
  std::string then;  ///< "atomicExch(&x, v)"
  Span span;
  Atomicity atomicity;
};
std::optional<AtomicAssignment> atomicAssignment(const Program& program, const Instruction& instruction);

}  // namespace hrfcheck
