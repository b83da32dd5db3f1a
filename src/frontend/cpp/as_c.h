#pragma once

#include "frontend/cpp/rewriting.h"

namespace hrfcheck::frontend::cpp {

/// The words of a test or a kernel's file in CUDA C++ or HIP, as words of C: names without namespaces,
/// templates expanded, references as pointers, groups of cooperative_groups as their functions, member
/// functions of atomics as `.load`, `->.load`.
/// @param tokens the last is of kind End
/// @throws SyntaxFailure after errors about C++ that is not read
Tokens asC(Rewriting& rewriting, Tokens tokens);

/// Goes once through the words, but for their end, and puts down what becomes of them.
class RewritingStep {
 public:
  RewritingStep(Rewriting& rewriting, Tokens tokens) : rewriting_(rewriting), tokens_(std::move(tokens)) {}

 protected:
  bool atEnd() const { return at_ + 1 >= tokens_.size(); }
  const Token& peek(std::size_t ahead = 0) const { return at(tokens_, at_ + ahead); }
  Tokens result() {
    result_.push_back(tokens_.back());
    return std::move(result_);
  }

  Rewriting& rewriting_;
  Tokens tokens_;
  std::size_t at_ = 0;
  Tokens result_;
};

// The steps, in their order. Each gets the words that the one before has made.

/// `cuda::std::memory_order_acquire` becomes `memory_order_acquire`; `using`, `namespace` and `extern "C"`
/// go.
Tokens withoutNamespaces(Rewriting& rewriting, Tokens tokens);
/// Words of CUDA become those of C (`__shared__`, `nullptr`, `static_cast`), what says nothing to a memory
/// model goes (`__launch_bounds__`, `#include`), `threadIdx.x` becomes a function.
Tokens withWordsOfC(Rewriting& rewriting, Tokens tokens);
/// Shared memory that is declared outside of functions moves into the kernels that name it.
Tokens withSharedVariables(Rewriting& rewriting, Tokens tokens);
/// Reports what C++ has and C has not: classes, lambdas, exceptions, ...
void refuseCpp(Rewriting& rewriting, const Tokens& tokens);
/// Templates go, their instances come: `f<int, 4>(x)` calls a function of that name.
Tokens withInstances(Rewriting& rewriting, Tokens tokens);
/// `atomic<T, thread_scope_block>` becomes `T _Atomic:2`, an atomic type with its scope (atomic_words.h).
Tokens withAtomicTypes(Rewriting& rewriting, Tokens tokens);
/// Groups of cooperative_groups become functions: `g.sync()` is `block.sync()`.
Tokens withoutGroups(Rewriting& rewriting, Tokens tokens);
/// References become pointers, and what they refer to is written `(*r)`; so do objects `atomic_ref`.
Tokens withoutReferences(Rewriting& rewriting, Tokens tokens);
/// `.load` and `->load` before a parenthesis become one word `.load`, `->.load`.
Tokens withMemberFunctions(Rewriting& rewriting, Tokens tokens);

}  // namespace hrfcheck::frontend::cpp
