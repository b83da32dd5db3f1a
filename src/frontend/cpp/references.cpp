#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "frontend/c/language/atomic_words.h"
#include "frontend/cpp/as_c.h"

// A reference is a pointer that is written without its star: `int& r = x` becomes `int* r = &(x)`, and `r`
// from there to the end of its block `(*r)`. A function with a reference among its parameters gets the
// address. An `atomic_ref<T, S>(x)` is the object `x` as one of type atomic<T, S>.

namespace hrfcheck::frontend::cpp {
namespace {

struct Signature {
  std::vector<bool> references;  ///< by parameter
};

class References : RewritingStep {
 public:
  using RewritingStep::RewritingStep;

  Tokens run() {
    collect();
    scopes_.emplace_back();
    while (!atEnd()) {
      step();
      finish();
    }
    return result();
  }

 private:
  void put(const Token& token) { result_.push_back(token); }

  /// Finds the functions that have references among their parameters.
  void collect() {
    std::size_t depth = 0;
    for (std::size_t i = 0; i + 1 < tokens_.size(); ++i) {
      depth += tokens_[i].isSymbol("{") ? 1U : 0U;
      depth -= tokens_[i].isSymbol("}") && depth > 0 ? 1U : 0U;
      if (depth == 0 && tokens_[i].isSymbol("(")) {
        const std::size_t close = closing(tokens_, i);
        if (i > 0 && tokens_[i - 1].kind == TokenKind::Identifier) {
          head(i, close);
        }
        i = close;
      }
    }
  }

  void head(std::size_t open, std::size_t close) {
    Signature signature;
    for (const Tokens& parameter : listed(tokens_, open + 1, close)) {
      const auto mark = std::ranges::find_if(parameter, [](const Token& t) { return t.isSymbol("&"); });
      if (std::ranges::any_of(parameter, [](const Token& t) { return t.isSymbol("&&"); })) {
        rewriting_.refuse(parameter.front(), "a reference to a value is");
      }
      signature.references.push_back(mark != parameter.end());
    }
    if (std::ranges::find(signature.references, true) != signature.references.end()) {
      functions_[tokens_[open - 1].text] = signature;
      heads_.insert(open);
    }
  }

  void step() {
    const Token token = peek();
    if (const auto replaced = replacements_.find(at_); replaced != replacements_.end()) {
      put(symbol(token, replaced->second));
      return;
    }
    if (token.isSymbol("{")) {
      scopes_.emplace_back(std::exchange(parameters_, {}));
    } else if (token.isSymbol("}") && scopes_.size() > 1) {
      scopes_.pop_back();
    } else if (heads_.contains(at_)) {
      parametersOfHead();
      return;
    } else if (beginsStatement(result_) && declaration()) {
      return;
    } else if (token.isWord("atomic_ref")) {
      object();
      return;
    } else if (const auto called = functions_.find(token.text);
               called != functions_.end() && peek(1).isSymbol("(") && !heads_.contains(at_ + 1)) {
      put(token);
      ++at_;
      arguments(called->second);
      return;
    } else if (refers(token)) {
      put(symbol(token, "("));
      put(symbol(token, "*"));
      put(token);
      put(symbol(token, ")"));
      return;
    }
    put(token);
  }

  /// Behind each word of the text: what has been put off until there.
  void finish() {
    const auto later = after_.find(at_);
    if (later != after_.end()) {
      result_.insert(result_.end(), later->second.begin(), later->second.end());
    }
    ++at_;
  }

  bool refers(const Token& token) const {
    const bool field = !result_.empty() && (result_.back().isSymbol(".") || result_.back().isSymbol("->"));
    return token.kind == TokenKind::Identifier && !field &&
           std::ranges::any_of(scopes_, [&](const auto& names) { return names.contains(token.text); });
  }

  /// `(int* p, int& r)`
  void parametersOfHead() {
    const std::size_t close = closing(tokens_, at_);
    for (std::size_t i = at_; i <= close; ++i) {
      if (tokens_[i].isSymbol("&")) {
        put(symbol(tokens_[i], "*"));
        if (at(tokens_, i + 1).kind == TokenKind::Identifier) {
          parameters_.insert(tokens_[i + 1].text);
        }
      } else {
        put(tokens_[i]);
      }
    }
    if (!at(tokens_, close + 1).isSymbol("{")) {
      parameters_.clear();
    }
    at_ = close;
  }

  /// Something like a variable, which has an address.
  static bool isPlace(const Tokens& argument) {
    if (argument.empty() || argument.front().kind == TokenKind::Number) {
      return false;
    }
    if (argument.front().isSymbol("*")) {
      return true;
    }
    std::size_t i = 0;
    for (; i < argument.size(); ++i) {
      const Token& token = argument[i];
      if (token.isSymbol("[") || token.isSymbol("(")) {
        i = closing(argument, i);
      } else if (token.kind != TokenKind::Identifier && !token.isSymbol(".") && !token.isSymbol("->")) {
        return false;
      }
    }
    return true;
  }

  /// Puts `&(` and `)` around those that references get.
  void arguments(const Signature& signature) {
    const std::size_t close = closing(tokens_, at_);
    std::size_t place = at_ + 1;
    std::size_t number = 0;
    put(peek());
    for (const Tokens& argument : listed(tokens_, at_ + 1, close)) {
      const bool reference = number < signature.references.size() && signature.references[number];
      if (reference && !isPlace(argument)) {
        const Token& at = argument.empty() ? peek() : argument.front();
        rewriting_.refuse(at, "a value for a reference is");
      } else if (reference) {
        before_.emplace(place, true);
        after_[place + argument.size() - 1].push_back(symbol(argument.back(), ")"));
      }
      place += argument.size() + 1;
      ++number;
    }
    if (before_.erase(at_ + 1) != 0) {
      address(peek(1));
    }
    pending();
  }

  void address(const Token& at) {
    put(symbol(at, "&"));
    put(symbol(at, "("));
  }

  /// The arguments that are still to come get their `&(` behind the comma before them.
  void pending() {
    for (const auto& [place, reference] : before_) {
      Tokens& list = after_[place - 1];
      list.push_back(symbol(tokens_[place], "&"));
      list.push_back(symbol(tokens_[place], "("));
    }
    before_.clear();
  }

  /// `int& r = x;`, `atomic_ref<int> r(x);`, `auto r = atomic_ref<int>(x);`
  bool declaration() {
    std::size_t end = at_;
    std::size_t mark = 0;
    std::size_t object = 0;
    while (at(tokens_, end).kind == TokenKind::Identifier || at(tokens_, end).isSymbol("*") ||
           at(tokens_, end).isSymbol("&")) {
      mark = at(tokens_, end).isSymbol("&") ? end : mark;
      object = at(tokens_, end).isWord("atomic_ref") ? end : object;
      ++end;
    }
    const Token name = at(tokens_, end - 1);
    if (end < at_ + 2 || name.kind != TokenKind::Identifier) {
      return false;
    }
    if (mark > at_ && mark + 2 == end && at(tokens_, end).isSymbol("=")) {
      referenceTo(mark, end, name);
      return true;
    }
    const bool deduced = at(tokens_, end - 2).isWord(c::kDeducedType) && at(tokens_, end).isSymbol("=") &&
                         at(tokens_, end + 1).isWord("atomic_ref");
    if (deduced) {
      return objectDeclaration(end + 1, name);
    }
    const bool atomicRef = (object > at_ || peek().isWord("atomic_ref")) && !c::scopedAtomicLevel(name.text);
    return atomicRef && objectDeclaration(object == 0 ? at_ : object, name);
  }

  /// `=` and what follows up to the `;`.
  void referenceTo(std::size_t mark, std::size_t end, const Token& name) {
    for (; at_ < mark; ++at_) {
      put(peek());
    }
    put(symbol(tokens_[mark], "*"));
    put(name);
    put(tokens_[end]);
    address(tokens_[end]);
    at_ = end;
    putOff(";", name);
  }

  /// A `)` before the end of the statement; then the name is known.
  void putOff(std::string_view until, const Token& name) {
    std::size_t i = at_;
    while (i + 1 < tokens_.size() && !tokens_[i].isSymbol(until)) {
      ++i;
    }
    after_[i - 1].push_back(symbol(tokens_[i], ")"));
    scopes_.back().insert(name.text);
  }

  /// @param place where `atomic_ref` stands, before its type
  bool objectDeclaration(std::size_t place, const Token& name) {
    std::size_t type = place + 1;
    while (!c::scopedAtomicLevel(at(tokens_, type).text)) {
      if (type + 1 >= tokens_.size()) {
        return false;
      }
      ++type;
    }
    std::size_t open = type + 1;
    const bool deduced = at(tokens_, open).isSymbol("(") || at(tokens_, open).isSymbol("{");
    if (!deduced) {
      ++open;  // the name
      if (at(tokens_, open).isSymbol("=") && at(tokens_, open + 1).isWord("atomic_ref")) {
        return objectDeclaration(open + 1, name);
      }
    }
    if (!at(tokens_, open).isSymbol("(") && !at(tokens_, open).isSymbol("{")) {
      return false;
    }
    const std::size_t close = closing(tokens_, open);
    typeOf(place, type);
    put(symbol(tokens_[type], "*"));
    put(name);
    put(symbol(tokens_[open], "="));
    address(tokens_[open]);
    replacements_[close] = ")";
    scopes_.back().insert(name.text);
    at_ = open;
    return true;
  }

  void typeOf(std::size_t place, std::size_t type) {
    for (std::size_t i = place + 1; i <= type; ++i) {
      if (!tokens_[i].isWord("const")) {
        put(tokens_[i]);
      }
    }
  }

  /// `atomic_ref<T, S>(x)` in an expression.
  void object() {
    const Token first = peek();
    std::size_t type = at_ + 1;
    while (type + 1 < tokens_.size() && !c::scopedAtomicLevel(tokens_[type].text)) {
      ++type;
    }
    const std::size_t open = type + 1;
    const bool value = at(tokens_, open).isSymbol("(") || at(tokens_, open).isSymbol("{");
    if (!value || type + 1 >= tokens_.size()) {
      rewriting_.diagnostics.error({rewriting_.source, first.span},
                                   "expected the type, the scope and the object of this 'atomic_ref'",
                                   "write cuda::atomic_ref<int, cuda::thread_scope_device>(x)");
      at_ = tokens_.size() - 2;
      return;
    }
    put(symbol(first, "("));
    put(symbol(first, "*"));
    put(symbol(first, "("));
    typeOf(at_, type);
    put(symbol(first, "*"));
    put(symbol(first, ")"));
    address(tokens_[open]);
    const std::size_t close = closing(tokens_, open);
    replacements_[close] = ")";
    after_[close].insert(after_[close].begin(), symbol(tokens_[close], ")"));
    at_ = open;
  }

  std::map<std::string_view, Signature> functions_;
  std::set<std::size_t> heads_;                           ///< where their parameters begin
  std::set<std::string_view> parameters_;                 ///< references of the head that was read
  std::vector<std::set<std::string_view>> scopes_;        ///< references by block
  std::map<std::size_t, std::string_view> replacements_;  ///< words that become another
  std::map<std::size_t, bool> before_;
  std::map<std::size_t, Tokens> after_;  ///< what comes behind a word
};

}  // namespace

Tokens withoutReferences(Rewriting& rewriting, Tokens tokens) {
  return References(rewriting, std::move(tokens)).run();
}

}  // namespace hrfcheck::frontend::cpp
