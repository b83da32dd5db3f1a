#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "frontend/c/syntax/includes.h"
#include "frontend/cpp/as_c.h"
#include "frontend/shared/text/type_words.h"

namespace hrfcheck::frontend::cpp {
namespace {

/// Words of CUDA and C++ for which C has one.
constexpr auto kWords = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"__shared__", "__local"},
    {"__global__", "__kernel"},
    {"__constant__", "__constant"},
    {"nullptr", "NULL"},
    {"auto", "__auto_type"},
});

/// Words that say nothing to a memory model; `true`: with what stands in parentheses behind them.
constexpr auto kNothing = std::to_array<std::pair<std::string_view, bool>>({
    {"__device__", false},
    {"__host__", false},
    {"__forceinline__", false},
    {"__noinline__", false},
    {"__inline__", false},
    {"__managed__", false},
    {"__grid_constant__", false},
    {"noexcept", false},
    {"typename", false},
    {"__launch_bounds__", true},
    {"__cluster_dims__", true},
    {"alignas", true},
    {"__align__", true},
    {"__block_size__", true},
    {"__maxnreg__", true},
    {"__nanosleep", true},
    {"__builtin_amdgcn_s_sleep", true},
});

/// What has components: `threadIdx.x`.
constexpr auto kVectors = std::to_array<std::string_view>({"threadIdx", "blockIdx", "blockDim", "gridDim"});

/// Loads whose names say how they are cached: PTX gives cache operators no meaning in memory (docs/cuda.md).
constexpr auto kCachedLoads =
    std::to_array<std::string_view>({"__ldg", "__ldcg", "__ldca", "__ldcs", "__ldlu", "__ldcv"});

constexpr auto kCasts = std::to_array<std::string_view>({"static_cast", "reinterpret_cast", "const_cast"});

template <typename Words>
bool isOneOf(const Words& words, const Token& token) {
  return token.kind == TokenKind::Identifier && std::ranges::find(words, token.text) != words.end();
}

class WordsOfC : RewritingStep {
 public:
  using RewritingStep::RewritingStep;

  Tokens run() {
    while (!atEnd()) {
      first_ = first_ || peek().firstOnLine;
      if (!skipped() && !directive() && !function() && !cast() && !initialised()) {
        plain();
      }
    }
    return result();
  }

 private:
  /// What goes may have begun a line.
  void put(Token token) {
    token.firstOnLine = token.firstOnLine || first_;
    first_ = false;
    result_.push_back(token);
  }

  bool skipped() {
    const auto* nothing = std::ranges::find(kNothing, peek().text, &decltype(kNothing)::value_type::first);
    const bool attribute = peek().isSymbol("[") && peek(1).isSymbol("[");
    const bool assertion = peek().isWord("static_assert");
    if (peek().kind == TokenKind::Identifier && nothing != kNothing.end()) {
      const bool cluster = peek().isWord("__cluster_dims__");
      const bool bound = peek().isWord("__launch_bounds__");
      ++at_;
      if (nothing->second && peek().isSymbol("(")) {
        if (cluster) {
          noteCluster();
        } else if (bound) {
          noteBound();
        }
        at_ = closing(tokens_, at_) + 1;
      }
      return true;
    }
    if (attribute) {
      at_ = closing(tokens_, at_) + 1;
      return true;
    }
    if (assertion) {
      at_ = std::min(closing(tokens_, at_ + 1) + 1, tokens_.size() - 1);
      at_ += peek().isSymbol(";") ? 1U : 0U;
      return true;
    }
    if (peek().isWord("constexpr") && !result_.empty() && result_.back().isWord("if")) {
      ++at_;
      return true;
    }
    return false;
  }

  /// `(2)`, `(2, 1, 1)`: consecutive blocks in the first dimension are a cluster.
  void noteCluster() {
    for (std::size_t i = at_ + 2; i < closing(tokens_, at_); ++i) {
      if (tokens_[i].kind == TokenKind::Number && tokens_[i].text != "1") {
        rewriting_.diagnostics.error({rewriting_.source, tokens_[i].span},
                                     "clusters of more than one dimension are not supported");
      }
    }
    const bool other = rewriting_.cluster && rewriting_.source->slice(*rewriting_.cluster) != peek(1).text;
    if (other) {
      rewriting_.diagnostics.error({rewriting_.source, peek(1).span},
                                   "kernels with clusters of different sizes: put them into separate files");
    }
    rewriting_.cluster = peek(1).span;
  }

  /// `(256)`, `(THREADS, 2)`, before the name of the kernel, the next one with a bracket behind it.
  void noteBound() {
    const std::size_t last = closing(tokens_, at_);
    std::size_t name = last + 1;
    while (name + 1 < tokens_.size() && !tokens_[name + 1].isSymbol("(") && !tokens_[name].isSymbol(";")) {
      ++name;
    }
    const bool one = at_ + 2 == last || peek(2).isSymbol(",");
    if (one && name + 1 < tokens_.size()) {
      rewriting_.bounds.emplace_back(tokens_[name].span, peek(1).span);
    }
  }

  /// `#include <cuda/atomic>`, `#pragma unroll`
  bool directive() {
    const bool said = peek(1).isWord("include") || peek(1).isWord("pragma");
    if (!peek().isSymbol("#") || !said) {
      return false;
    }
    if (peek(1).isWord("include") && !peek(2).firstOnLine) {
      c::checkInclude(peek(1), peek(2), rewriting_.source, rewriting_.diagnostics);
    }
    do {
      ++at_;
    } while (!atEnd() && !peek().firstOnLine);
    first_ = true;
    return true;
  }

  void emptyCall(const Token& first, const Token& last) {
    const std::string_view text =
        first.text.data() + first.text.size() < last.text.data() + last.text.size()
            ? rewriting_.text.of(std::string(first.text) + "." + std::string(last.text))
            : first.text;
    const Token name = joined(first, last, text);
    put(name);
    put(symbol(name, "("));
    put(symbol(name, ")"));
    result_[result_.size() - 2].firstOnLine = result_.back().firstOnLine = false;
  }

  /// `threadIdx.x`, `warpSize`, `__ldg(p)`
  bool function() {
    const bool component = peek(2).isWord("x") || peek(2).isWord("y") || peek(2).isWord("z");
    if (isOneOf(kVectors, peek()) && peek(1).isSymbol(".") && component) {
      emptyCall(peek(), peek(2));
      at_ += 3;
      return true;
    }
    if (peek().isWord("warpSize")) {
      emptyCall(peek(), peek());
      ++at_;
      return true;
    }
    if (isOneOf(kCachedLoads, peek()) && peek(1).isSymbol("(")) {
      put(symbol(peek(), "("));
      put(symbol(peek(), "*"));
      closeAfter_.insert(closing(tokens_, at_ + 1));
      ++at_;
      return true;
    }
    return false;
  }

  /// `static_cast<T>(x)`; `int(x)` where an expression begins.
  bool cast() {
    if (isOneOf(kCasts, peek()) && peek(1).isSymbol("<")) {
      const std::optional<std::size_t> close = closingAngle(tokens_, at_ + 1);
      if (!close) {
        return false;
      }
      // In parentheses: what follows, `[1]` or `->x`, is of the value that has been cast.
      put(symbol(peek(), "("));
      put(symbol(peek(), "("));
      tokens_[*close].text = ")";
      closeAfter_.insert(closing(tokens_, *close + 1));
      at_ += 2;
      return true;
    }
    const bool type = c::isIntegerWord(peek().text) && !c::isAtomicWord(peek().text);
    if (!type || !peek(1).isSymbol("(") || result_.empty()) {
      return false;
    }
    const Token& before = result_.back();
    const bool symbolBefore = before.kind == TokenKind::Symbol && !beginsStatement(result_) &&
                              !before.isSymbol(")") && !before.isSymbol(">");
    if (!symbolBefore && !before.isWord("return")) {
      return false;
    }
    put(symbol(peek(), "("));
    put(peek());
    put(symbol(peek(), ")"));
    ++at_;
    return true;
  }

  /// `int x{0};` is `int x = 0;`
  bool initialised() {
    const bool named = peek().isSymbol("{") && result_.size() > 1 &&
                       result_.back().kind == TokenKind::Identifier &&
                       !c::isReservedWord(result_.back().text);
    if (!named) {
      return false;
    }
    const Token& before = result_[result_.size() - 2];
    const bool record = before.isWord("struct") || before.isWord("enum") || before.isWord("class") ||
                        before.isWord("union") || before.isWord("namespace");
    const bool declares =
        !record && (before.kind == TokenKind::Identifier || before.isSymbol("*") || before.isSymbol(">"));
    const std::size_t close = closing(tokens_, at_);
    const Token& behind = at(tokens_, close + 1);
    if (!declares || (!behind.isSymbol(";") && !behind.isSymbol(","))) {
      return false;
    }
    if (refers()) {
      return false;
    }
    put(symbol(peek(), "="));
    if (close == at_ + 1) {
      put({TokenKind::Number, peek().span, "0", false});
    }
    tokens_.erase(tokens_.begin() + static_cast<std::ptrdiff_t>(close));
    ++at_;
    return true;
  }

  /// Whether the name before is one of an atomic_ref, or of a reference.
  bool refers() const {
    for (std::size_t i = result_.size(); i-- > 0;) {
      if (result_[i].isSymbol(";") || result_[i].isSymbol("{") || result_[i].isSymbol("}")) {
        return false;
      }
      if (result_[i].isWord("atomic_ref") || result_[i].isSymbol("&")) {
        return true;
      }
    }
    return false;
  }

  /// The scope of a fence is a string: it becomes a name, quotes and all.
  void nameScopes() {
    const std::size_t close = closing(tokens_, at_ + 1);
    for (std::size_t i = at_ + 1; i < close; ++i) {
      tokens_[i].kind = tokens_[i].kind == TokenKind::String ? TokenKind::Identifier : tokens_[i].kind;
    }
  }

  void plain() {
    if (peek().isWord("__builtin_amdgcn_fence") && peek(1).isSymbol("(")) {
      nameScopes();
    }
    const Token token = peek();
    const auto* other = std::ranges::find(kWords, token.text, &decltype(kWords)::value_type::first);
    const bool defines = token.isWord("struct") && peek(1).kind == TokenKind::Identifier;
    const bool structure =
        structs_.contains(token.text) && token.kind == TokenKind::Identifier &&
        (result_.empty() || (!result_.back().isWord("struct") && !result_.back().isSymbol(".") &&
                             !result_.back().isSymbol("->")));
    if (defines) {
      structs_.insert(peek(1).text);
    }
    if (structure) {
      put(word(token, "struct"));
    }
    const bool translated = token.kind == TokenKind::Identifier && other != kWords.end();
    put(translated ? word(token, other->second) : token);
    if (closeAfter_.erase(at_) != 0) {
      put(symbol(token, ")"));
    }
    ++at_;
  }

  bool first_ = false;
  std::set<std::size_t> closeAfter_;
  std::set<std::string_view> structs_;
};

}  // namespace

Tokens withWordsOfC(Rewriting& rewriting, Tokens tokens) {
  return WordsOfC(rewriting, std::move(tokens)).run();
}

}  // namespace hrfcheck::frontend::cpp
