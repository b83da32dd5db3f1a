#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "frontend/cpp/as_c.h"

// Of a qualified name its last part is kept, which is unambiguous: the libraries' names that a kernel uses
// (docs/cuda.md) are different from each other. An enumerator of C++20 gets the name that it had before.

namespace hrfcheck::frontend::cpp {
namespace {

constexpr auto kEnumerations = std::to_array<std::string_view>({"memory_order", "thread_scope"});

class Namespaces : RewritingStep {
 public:
  using RewritingStep::RewritingStep;

  Tokens run() {
    while (!atEnd()) {
      step();
    }
    return result();
  }

 private:
  void step() {
    if (ends_.erase(at_) != 0) {
      ++at_;  // the brace that closes a namespace
    } else if (peek().isWord("using")) {
      usingDeclaration();
    } else if (peek().isWord("namespace")) {
      namespaceDefinition();
    } else if (peek().isWord("extern") && peek(1).kind == TokenKind::String) {
      at_ += 2;
      dropBraces();
    } else if (atDoubleColon(tokens_, at_) && !followsName()) {
      at_ += 2;
    } else if (peek().kind == TokenKind::Identifier && atDoubleColon(tokens_, at_ + 1)) {
      qualified();
    } else {
      result_.push_back(tokens_[at_++]);
    }
  }

  bool followsName() const { return !result_.empty() && result_.back().kind == TokenKind::Identifier; }

  /// The braces around what follows, if it has some.
  void dropBraces() {
    if (peek().isSymbol("{")) {
      ends_.insert(closing(tokens_, at_));
      ++at_;
    }
  }

  void skipStatement() {
    while (!atEnd() && !peek().isSymbol(";")) {
      ++at_;
    }
    at_ += peek().isSymbol(";") ? 1U : 0U;
  }

  /// `using namespace cuda;`, `using cuda::atomic;` and, as in C, `using T = int;`
  void usingDeclaration() {
    if (!peek(2).isSymbol("=")) {
      skipStatement();
      return;
    }
    const Token first = peek();
    const Token name = peek(1);
    at_ += 3;
    result_.push_back(word(first, "typedef"));
    while (!atEnd() && !peek().isSymbol(";")) {
      step();
    }
    result_.push_back(name);
  }

  /// `namespace cg = cooperative_groups;`, `namespace detail {`
  void namespaceDefinition() {
    ++at_;
    while (peek().kind == TokenKind::Identifier || atDoubleColon(tokens_, at_)) {
      known_.insert(peek().text);
      at_ += peek().kind == TokenKind::Identifier ? 1U : 2U;
    }
    if (peek().isSymbol("=")) {
      skipStatement();
    } else {
      dropBraces();
    }
  }

  void qualified() {
    const Token first = peek();
    Token before = first;
    bool known = known_.contains(first.text);
    while (peek().kind == TokenKind::Identifier && atDoubleColon(tokens_, at_ + 1)) {
      before = peek();
      known = known || std::ranges::find(kEnumerations, before.text) != kEnumerations.end();
      at_ += 3;
    }
    const Token last = peek();
    if (!known) {
      rewriting_.refuse(first, fmt::format("the scope '{}::' is", first.text));
    }
    if (last.kind != TokenKind::Identifier) {
      return;
    }
    ++at_;
    const bool enumerator = std::ranges::find(kEnumerations, before.text) != kEnumerations.end();
    result_.push_back(
        joined(first, last,
               enumerator ? rewriting_.text.of(fmt::format("{}_{}", before.text, last.text)) : last.text));
  }

  std::set<std::size_t> ends_;
  std::set<std::string_view> known_ = {"cuda", "std", "cooperative_groups", "hip"};
};

}  // namespace

Tokens withoutNamespaces(Rewriting& rewriting, Tokens tokens) {
  return Namespaces(rewriting, std::move(tokens)).run();
}

}  // namespace hrfcheck::frontend::cpp
