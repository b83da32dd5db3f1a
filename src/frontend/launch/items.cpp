#include "frontend/launch/items.h"

#include <algorithm>
#include <array>

#include "frontend/shared/text/type_words.h"

namespace hrfcheck::frontend {
namespace {

/// What a function of the device has among the words before its name. One that is `constexpr` may be called
/// there, too.
constexpr auto kDeviceWords = std::to_array<std::string_view>({"__global__", "__device__", "constexpr"});
/// Words with parentheses behind them that are no names of functions.
constexpr auto kAttributes = std::to_array<std::string_view>(
    {"__attribute__", "__attribute", "__launch_bounds__", "__cluster_dims__", "__block_size__", "__maxnreg__",
     "__align__", "alignas", "noexcept", "throw", "__declspec", "explicit", "decltype", "requires"});
/// Words of C++ and CUDA that declare nothing by themselves.
constexpr auto kNoNames = std::to_array<std::string_view>(
    {"class",      "union",       "template",        "typename",     "using",
     "auto",       "constexpr",   "consteval",       "constinit",    "thread_local",
     "mutable",    "__device__",  "__host__",        "__global__",   "__constant__",
     "__shared__", "__managed__", "__forceinline__", "__noinline__", "__inline__"});

template <typename Words>
bool isOneOf(const Words& words, const Token& token) {
  return token.kind == TokenKind::Identifier && std::ranges::find(words, token.text) != words.end();
}

class Items {
 public:
  Items(const std::vector<Token>& tokens, const c::Language& language)
      : tokens_(tokens), language_(language) {}

  std::vector<Item> run() {
    while (at_ + 1 < tokens_.size()) {
      Item item;
      item.begin = at_;
      if (!around()) {
        this->item(item);
      }
      at_ = std::max(at_, item.begin + 1);
      item.end = at_;
      items_.push_back(std::move(item));
    }
    return std::move(items_);
  }

 private:
  const Token& peek(std::size_t ahead = 0) const {
    return tokens_[std::min(at_ + ahead, tokens_.size() - 1)];
  }

  /// Passes what is no function and no declaration.
  bool around() {
    if (peek().isSymbol("#")) {
      do {
        ++at_;
      } while (at_ + 1 < tokens_.size() && !peek().firstOnLine);
      return true;
    }
    if (peek().isSymbol("}") || peek().isSymbol(";")) {
      ++at_;
      return true;
    }
    const std::size_t inlined = peek().isWord("inline") ? 1 : 0;
    const bool linkage =
        peek().isWord("extern") && peek(1).kind == TokenKind::String && peek(2).isSymbol("{");
    if (linkage) {
      at_ += 3;
      return true;
    }
    const bool space = peek(inlined).isWord("namespace");
    if (!space && !(language_.cpp && peek().isWord("using") && !peek(2).isSymbol("="))) {
      return false;
    }
    while (at_ + 1 < tokens_.size() && !peek().isSymbol(";") && !(space && peek().isSymbol("{"))) {
      ++at_;
    }
    ++at_;
    return true;
  }

  void item(Item& item) {
    item.kind = Item::Kind::Declaration;
    bool initial = false;  // behind `=`
    bool enumeration = false;
    for (; at_ + 1 < tokens_.size() && !peek().isSymbol(";") && !peek().isSymbol("}"); ++at_) {
      const Token& token = peek();
      item.kernel = item.kernel || isOneOf(language_.kernelWords, token);
      item.device = item.device || isOneOf(kDeviceWords, token);
      initial = initial || token.isSymbol("=");
      enumeration = enumeration || token.isWord("enum");
      item.name = token.isWord("operator") && language_.cpp && item.name == nullptr ? &token : item.name;
      if (token.kind == TokenKind::Identifier && !initial) {
        note(item, at_, at_ + 1);
      }
      if (token.kind == TokenKind::Identifier && peek(1).isSymbol("<") && language_.cpp && !initial) {
        skipAngles();
      } else if (token.isSymbol("(")) {
        parameters(item, initial);
      } else if (token.isSymbol("{")) {
        const std::size_t open = at_;
        skipBrackets();
        if (enumeration) {
          note(item, open, at_);
        }
        if (item.name != nullptr && !initial) {
          item.body = true;
          break;
        }
      }
    }
    at_ += at_ + 1 < tokens_.size() && !peek().isSymbol("}") ? 1 : item.body ? 1 : 0;
    if (!declares(item.begin)) {
      item = Item{.begin = item.begin};  // a mistake, such as a condition without its mark
      return;
    }
    if (item.name != nullptr) {
      item.kind = Item::Kind::Function;
      item.names.clear();  // an operator is called without its name
      if (!item.name->isWord("operator")) {
        item.names.insert(item.name->text);
      }
    }
  }

  /// Whether words stand there as a declaration begins: two at least, before brackets and values.
  bool declares(std::size_t begin) const {
    std::size_t words = 0;
    if (tokens_[begin].isWord("template")) {
      return true;
    }
    for (std::size_t i = begin; i < at_; ++i, ++words) {
      const Token& token = tokens_[i];
      const bool linkage = token.kind == TokenKind::String && tokens_[begin].isWord("extern");
      if (token.kind == TokenKind::Symbol && !token.isSymbol("*") && !token.isSymbol(":") &&
          !token.isSymbol("&")) {
        return i > begin && words > 1;
      }
      if (token.kind == TokenKind::Number || (token.kind == TokenKind::String && !linkage)) {
        return false;
      }
    }
    return words > 1;
  }

  /// `f(`: of several names with parentheses behind them the first is the function's.
  void parameters(Item& item, bool initial) {
    const bool instance = at_ > item.begin && tokens_[at_ - 1].isSymbol(">") && angles_.end == at_ - 1;
    const Token& before = tokens_[instance ? angles_.begin : at_ == 0 ? 0 : at_ - 1];
    const bool named = at_ > item.begin && before.kind == TokenKind::Identifier &&
                       !isOneOf(kAttributes, before) && !c::isReservedWord(before.text);
    if (named && !initial && item.name == nullptr) {
      item.name = &before;
    }
    skipBrackets();
  }

  void note(Item& item, std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i) {
      if (tokens_[i].kind == TokenKind::Identifier && !c::isReservedWord(tokens_[i].text) &&
          !isOneOf(kNoNames, tokens_[i])) {
        item.names.insert(tokens_[i].text);
      }
    }
  }

  /// To the bracket that closes the one here.
  void skipBrackets() {
    std::size_t depth = 0;
    for (; at_ + 1 < tokens_.size(); ++at_) {
      const Token& token = peek();
      const bool opens = token.isSymbol("(") || token.isSymbol("[") || token.isSymbol("{");
      const bool closes = token.isSymbol(")") || token.isSymbol("]") || token.isSymbol("}");
      depth += opens ? 1U : 0U;
      depth -= closes && depth > 0 ? 1U : 0U;
      if (closes && depth == 0) {
        return;
      }
    }
    --at_;  // nothing closes it: the last word
  }

  /// From `template` of `template <int N = 4>`, or a name, to the bracket that closes it; nowhere where none
  /// does.
  void skipAngles() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    for (++at_; at_ + 1 < tokens_.size() && !peek().isSymbol(";") && !peek().isSymbol("{"); ++at_) {
      const std::size_t closed = peek().isSymbol(">") ? 1 : peek().isSymbol(">>") ? 2 : 0;
      if (peek().isSymbol("(")) {
        skipBrackets();
      }
      depth += peek().isSymbol("<") ? 1 : 0;
      if (closed > 0 && closed >= depth) {
        angles_ = {begin, at_};
        return;
      }
      depth -= closed;
    }
    at_ = begin;
  }

  const std::vector<Token>& tokens_;
  const c::Language& language_;
  std::size_t at_ = 0;
  struct {
    std::size_t begin = 0;  ///< the name before them
    std::size_t end = 0;    ///< what closes them
  } angles_;                ///< the last ones that were passed
  std::vector<Item> items_;
};

}  // namespace

std::vector<Item> itemsOf(const std::vector<Token>& tokens, const c::Language& language) {
  return Items(tokens, language).run();
}

}  // namespace hrfcheck::frontend
