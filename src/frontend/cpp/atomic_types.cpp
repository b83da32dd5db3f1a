#include <fmt/format.h>

#include "frontend/c/language/atomic_words.h"
#include "frontend/c/language/builtins.h"
#include "frontend/cpp/as_c.h"
#include "frontend/shared/text/cursor.h"

namespace hrfcheck::frontend::cpp {
namespace {

class AtomicTypes {
 public:
  AtomicTypes(Rewriting& rewriting, Tokens tokens) : rewriting_(rewriting), tokens_(std::move(tokens)) {}

  Tokens run() {
    Tokens result;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      declarators(i, result);
      const bool atomic = tokens_[i].isWord("atomic") || tokens_[i].isWord("atomic_ref");
      const std::optional<std::size_t> close =
          atomic && at(tokens_, i + 1).isSymbol("<") ? closingAngle(tokens_, i + 1) : std::nullopt;
      if (!close) {
        result.push_back(tokens_[i]);
        continue;
      }
      type(i, *close, result);
      repeated_ = parentheses_ == 0 ? pointersOf(result) : Tokens{};
      i = *close;
    }
    result.push_back(tokens_.back());
    return result;
  }

 private:
  /// `atomic<T*, S> a, b;`: of C's declarators the star belongs to one, so each gets its own.
  void declarators(std::size_t i, Tokens& result) {
    const Token& token = tokens_[i];
    parentheses_ += token.isSymbol("(") ? 1U : 0U;
    parentheses_ -= token.isSymbol(")") && parentheses_ > 0 ? 1U : 0U;
    if (token.isSymbol(";") || token.isSymbol("{") || token.isSymbol("}")) {
      repeated_.clear();
    }
    if (i > 0 && tokens_[i - 1].isSymbol(",") && parentheses_ == 0) {
      result.insert(result.end(), repeated_.begin(), repeated_.end());
    }
  }

  /// The stars and the scope at the end of a type; nothing where it is not a pointer.
  static Tokens pointersOf(const Tokens& type) {
    std::size_t begin = type.size() - 1;
    while (begin > 0 && type[begin - 1].isSymbol("*")) {
      --begin;
    }
    return begin + 1 == type.size() ? Tokens{}
                                    : Tokens(type.begin() + static_cast<std::ptrdiff_t>(begin), type.end());
  }

  /// Of an atomic_ref its word stays before the type, for those who know what it refers to.
  void type(std::size_t begin, std::size_t close, Tokens& result) {
    const Token& first = tokens_[begin];
    std::vector<Tokens> arguments = listed(tokens_, begin + 2, close);
    if (arguments.empty() || arguments.size() > 2) {
      rewriting_.diagnostics.error({rewriting_.source, first.span},
                                   fmt::format("'{}' takes a type and a scope", first.text),
                                   fmt::format("write cuda::{}<int, cuda::thread_scope_device>", first.text));
      return;
    }
    const std::uint32_t level =
        arguments.size() == 2 ? scope(arguments[1]) : rewriting_.language.defaultScope;
    if (first.isWord("atomic_ref")) {
      result.push_back(first);
    }
    for (const Token& token : arguments[0]) {
      result.push_back(token);
      result.back().firstOnLine =
          result.back().firstOnLine || (&token == &arguments[0].front() && first.firstOnLine);
    }
    result.push_back(joined(first, tokens_[close], c::kScopedAtomics[level]));
    result.back().firstOnLine = false;
  }

  std::uint32_t scope(const Tokens& words) {
    const std::optional<std::uint32_t> level =
        words.size() == 1 ? c::findScope(words.front().text, rewriting_.language) : std::nullopt;
    if (!level) {
      const std::vector<std::string> known = c::scopeNames(rewriting_.language);
      const Token& at = words.empty() ? tokens_.front() : words.front();
      const std::string nearest = didYouMean(at.text, known);
      rewriting_.diagnostics.error({rewriting_.source, at.span},
                                   fmt::format("expected a memory scope, found '{}'", at.text),
                                   nearest.empty() ? "scopes: " + commaList(known) : nearest);
    }
    return level.value_or(rewriting_.language.defaultScope);
  }

  Rewriting& rewriting_;
  Tokens tokens_;
  std::size_t parentheses_ = 0;
  Tokens repeated_;  ///< before each further name of the declaration
};

}  // namespace

Tokens withAtomicTypes(Rewriting& rewriting, Tokens tokens) {
  return AtomicTypes(rewriting, std::move(tokens)).run();
}

}  // namespace hrfcheck::frontend::cpp
