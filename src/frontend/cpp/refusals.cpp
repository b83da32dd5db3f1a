#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/cpp/as_c.h"

namespace hrfcheck::frontend::cpp {
namespace {

constexpr auto kRefused = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"class", "classes are"},
    {"virtual", "member functions are"},
    {"operator", "user-defined operators are"},
    {"this", "member functions are"},
    {"friend", "classes are"},
    {"new", "'new' is"},
    {"delete", "'delete' is"},
    {"try", "exceptions are"},
    {"catch", "exceptions are"},
    {"throw", "exceptions are"},
    {"decltype", "'decltype' is"},
    {"dynamic_cast", "'dynamic_cast' is"},
    {"typeid", "'typeid' is"},
    {"concept", "concepts are"},
    {"requires", "concepts are"},
    {"co_await", "coroutines are"},
    {"asm", "inline assembly is"},
    {"__asm__", "inline assembly is"},
});

/// What lanes of a warp tell each other about their registers.
bool isVote(std::string_view name) {
  const bool warp = name.ends_with("_sync") && name.starts_with("__");
  return warp || name.starts_with("__ballot") || name.starts_with("__shfl") || name == "__any" ||
         name == "__all";
}

bool isVector(std::string_view name) {
  return name == "threadIdx" || name == "blockIdx" || name == "blockDim" || name == "gridDim";
}

class Refusals {
 public:
  Refusals(Rewriting& rewriting, const Tokens& tokens) : rewriting_(rewriting), tokens_(tokens) {}

  void run() {
    std::size_t depth = 0;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      depth += token.isSymbol("{") || token.isSymbol("(") ? 1U : 0U;
      depth -= (token.isSymbol("}") || token.isSymbol(")")) && depth > 0 ? 1U : 0U;
      if (token.isWord("__local") && depth == 0) {
        rewriting_.diagnostics.error({rewriting_.source, token.span},
                                     "shared memory is declared inside of a kernel here",
                                     "move the declaration into the kernel");
      }
      if (token.isSymbol("[")) {
        bracket(i);
      } else if (token.isWord("for") && at(tokens_, i + 1).isSymbol("(")) {
        rangeFor(i + 1);
      } else if (token.isWord("struct")) {
        record(i);
      } else if (token.kind == TokenKind::Identifier) {
        word(i);
      } else if (token.isSymbol("<<") && at(tokens_, i + 1).isSymbol("<") &&
                 token.span.end == tokens_[i + 1].span.begin) {
        rewriting_.refuse(token, "launching a kernel from the code is");
      }
    }
  }

 private:
  void word(std::size_t i) {
    const Token& token = tokens_[i];
    const auto* found = std::ranges::find(kRefused, token.text, &decltype(kRefused)::value_type::first);
    const bool parameter =
        token.text == "class" && i > 0 && (tokens_[i - 1].isSymbol("<") || tokens_[i - 1].isSymbol(","));
    const bool field = i > 0 && (tokens_[i - 1].isSymbol(".") || tokens_[i - 1].isSymbol("->"));
    if (field || parameter) {
      return;
    }
    if (found != kRefused.end()) {
      rewriting_.refuse(token, std::string(found->second));
    } else if (isVote(token.text)) {
      rewriting_.diagnostics.error(
          {rewriting_.source, token.span},
          fmt::format("'{}' is not supported: votes and shuffles order no memory", token.text),
          "write the values that the lanes would get, and a barrier where one is needed");
    } else if (isVector(token.text)) {
      rewriting_.diagnostics.error(
          {rewriting_.source, token.span},
          fmt::format("'{}' is supported with its components only", token.text),
          fmt::format("write {}.x, {}.y or {}.z", token.text, token.text, token.text));
    }
  }

  /// `[&](int x) { }` and `auto [a, b]`: a bracket behind nothing that has elements.
  void bracket(std::size_t i) {
    if (i == 0) {
      return;
    }
    const Token& before = tokens_[i - 1];
    if (before.isWord("__auto_type") || before.isSymbol("&&")) {
      rewriting_.refuse(tokens_[i], "structured bindings are");
      return;
    }
    const bool element = before.kind == TokenKind::Identifier || before.isSymbol(")") ||
                         before.isSymbol("]") || before.kind == TokenKind::Number;
    const Token& behind = at(tokens_, closing(tokens_, i) + 1);
    if ((!element || before.isWord("return")) && (behind.isSymbol("(") || behind.isSymbol("{"))) {
      rewriting_.refuse(tokens_[i], "lambdas are");
    }
  }

  void rangeFor(std::size_t open) {
    const std::size_t close = closing(tokens_, open);
    for (std::size_t i = open + 1; i < close; ++i) {
      if (tokens_[i].isSymbol(";") || tokens_[i].isSymbol("?")) {
        return;
      }
      if (tokens_[i].isSymbol(":")) {
        rewriting_.refuse(tokens_[i], "loops over ranges are");
        return;
      }
    }
  }

  /// Structs of data are those of C; with functions or bases they are classes.
  void record(std::size_t i) {
    std::size_t open = i + 1;
    open += at(tokens_, open).kind == TokenKind::Identifier ? 1U : 0U;
    if (at(tokens_, open).isSymbol(":")) {
      rewriting_.refuse(tokens_[i], "structs with bases are");
      return;
    }
    if (!at(tokens_, open).isSymbol("{")) {
      return;
    }
    const std::size_t close = closing(tokens_, open);
    for (std::size_t j = open + 1; j < close; ++j) {
      if (tokens_[j].isSymbol("(") && tokens_[j - 1].kind == TokenKind::Identifier) {
        rewriting_.refuse(tokens_[j - 1], fmt::format("'{}', a member function, is", tokens_[j - 1].text));
      } else if (tokens_[j].isSymbol("=")) {
        rewriting_.refuse(tokens_[j], "an initial value of a field is");
      }
      if (tokens_[j].isSymbol("(") || tokens_[j].isSymbol("{")) {
        j = closing(tokens_, j);
      }
    }
  }

  Rewriting& rewriting_;
  const Tokens& tokens_;
};

}  // namespace

void refuseCpp(Rewriting& rewriting, const Tokens& tokens) {
  Refusals(rewriting, tokens).run();
}

}  // namespace hrfcheck::frontend::cpp
