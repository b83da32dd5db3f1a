#include <algorithm>
#include <set>

#include "frontend/cpp/as_c.h"

// `extern __shared__ int s[];` outside of functions is a declaration of each kernel that uses it.

namespace hrfcheck::frontend::cpp {
namespace {

class SharedVariables {
 public:
  SharedVariables(Rewriting& rewriting, Tokens tokens) : rewriting_(rewriting), tokens_(std::move(tokens)) {}

  Tokens run() {
    Tokens result;
    bool kernel = false;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      const Token& token = tokens_[i];
      kernel = (kernel || token.isWord("__kernel")) && !token.isSymbol(";");
      if (const std::size_t end = declarationEnd(i); end > i) {
        const Tokens words(tokens_.begin() + static_cast<std::ptrdiff_t>(i),
                           tokens_.begin() + static_cast<std::ptrdiff_t>(end) + 1);
        declarations_.push_back({words, nameIn(words)});
        i = end;
        continue;
      }
      result.push_back(token);
      if (!token.isSymbol("{") && !token.isSymbol("(")) {
        continue;
      }
      const std::size_t close = std::min(closing(tokens_, i), tokens_.size() - 2);
      if (token.isSymbol("{") && kernel) {
        declare(i, close, result);
      } else if (token.isSymbol("{")) {
        refuse(i, close);
      }
      result.insert(result.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                    tokens_.begin() + static_cast<std::ptrdiff_t>(close) + 1);
      kernel = kernel && token.isSymbol("(");
      i = close;
    }
    result.push_back(tokens_.back());
    return result;
  }

 private:
  struct Declaration {
    Tokens words;
    std::string_view name;
  };

  /// The place of the `;` of a declaration of shared memory that begins there, outside of functions.
  std::size_t declarationEnd(std::size_t begin) const {
    std::size_t word = begin;
    word += tokens_[word].isWord("extern") || tokens_[word].isWord("static") ? 1U : 0U;
    if (!at(tokens_, word).isWord("__local")) {
      return begin;
    }
    std::size_t end = word;
    while (end + 1 < tokens_.size() && !tokens_[end].isSymbol(";")) {
      ++end;
    }
    return end + 1 < tokens_.size() ? end : begin;
  }

  /// The last word before a bracket or the end.
  static std::string_view nameIn(const Tokens& words) {
    const auto end = std::ranges::find_if(
        words, [](const Token& token) { return token.isSymbol("[") || token.isSymbol(";"); });
    return end == words.begin() ? std::string_view() : (end - 1)->text;
  }

  /// In the body of a kernel that names it.
  void declare(std::size_t open, std::size_t close, Tokens& result) const {
    std::set<std::string_view> named;
    for (std::size_t i = open; i < close; ++i) {
      named.insert(tokens_[i].text);
    }
    for (const Declaration& declaration : declarations_) {
      if (named.contains(declaration.name)) {
        result.insert(result.end(), declaration.words.begin(), declaration.words.end());
      }
    }
  }

  /// Functions get the address of what is shared.
  void refuse(std::size_t open, std::size_t close) const {
    for (std::size_t i = open; i < close; ++i) {
      const bool shared =
          std::ranges::find(declarations_, tokens_[i].text, &Declaration::name) != declarations_.end();
      if (shared && tokens_[i].kind == TokenKind::Identifier) {
        rewriting_.diagnostics.error(
            {rewriting_.source, tokens_[i].span},
            "shared memory that is declared outside of functions is known to kernels only",
            "pass its address to this function");
        return;
      }
    }
  }

  Rewriting& rewriting_;
  Tokens tokens_;
  std::vector<Declaration> declarations_;
};

}  // namespace

Tokens withSharedVariables(Rewriting& rewriting, Tokens tokens) {
  return SharedVariables(rewriting, std::move(tokens)).run();
}

}  // namespace hrfcheck::frontend::cpp
