#include "frontend/launch/reached_code.h"

#include <fmt/format.h>

#include <algorithm>

#include "frontend/launch/items.h"
#include "util/characters.h"

// Reached is what a name leads to: a function where the name stands with parentheses (or the arguments of a
// template) behind it, a type or a variable wherever it occurs. That is too much at times, since the names of
// variables are not told from those of functions, and never too little.

namespace hrfcheck::frontend {
namespace {

/// The words of a line of the test, such as `init q[2].head = 1`.
std::set<std::string_view> wordsIn(std::string_view text) {
  std::set<std::string_view> words;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = begin;
    while (end < text.size() && isWordPart(text[end])) {
      ++end;
    }
    if (end > begin) {
      words.insert(text.substr(begin, end - begin));
    }
    begin = std::max(end, begin + 1);
  }
  return words;
}

class ReachedCode {
 public:
  ReachedCode(const std::vector<Token>& tokens, const ReadFor& what, const Diagnostics& lexical,
              Diagnostics& diagnostics)
      : tokens_(tokens),
        what_(what),
        lexical_(lexical),
        diagnostics_(diagnostics),
        items_(itemsOf(tokens, what.language)),
        reached_(items_.size(), false) {}

  std::vector<Token> run() {
    if (std::ranges::any_of(items_, [](const Item& item) { return isKernel(item); })) {
      reach();
    } else {
      reached_.assign(items_.size(), true);
    }
    leaveOutHost();
    std::vector<Token> result;
    for (std::size_t i = 0; i < items_.size(); ++i) {
      if (reached_[i]) {
        result.insert(result.end(), tokens_.begin() + static_cast<std::ptrdiff_t>(items_[i].begin),
                      tokens_.begin() + static_cast<std::ptrdiff_t>(items_[i].end));
      }
    }
    result.push_back(tokens_.back());
    handOn();
    return result;
  }

 private:
  static bool isKernel(const Item& item) { return item.kernel && item.kind == Item::Kind::Function; }

  /// `scan<int, 4>` is an instance of `scan`.
  std::string_view chosenKernel() const {
    const auto line = what_.directives.only("kernel");
    const std::string_view name = line ? what_.source->slice(line->rest) : std::string_view();
    const std::string_view plain = name.substr(0, name.find_first_of("< \t"));
    const bool known = std::ranges::any_of(
        items_, [&](const Item& item) { return isKernel(item) && item.name->text == plain; });
    return known ? plain : std::string_view();
  }

  void reach() {
    for (const std::string_view word :
         {"init", "exists", "~exists", "forall", "filter", "locations", "define", "kernel"}) {
      for (const Directive& line : what_.directives.all(word)) {
        words_.merge(wordsIn(what_.source->slice(line.rest)));
      }
    }
    const std::string_view kernel = chosenKernel();
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.kind == Item::Kind::Around || item.names.empty() ||
          (isKernel(item) && (kernel.empty() || item.name->text == kernel))) {
        take(i);
      }
    }
    for (bool more = true; more;) {
      more = false;
      for (std::size_t i = 0; i < items_.size(); ++i) {
        if (!reached_[i] && isNamed(items_[i])) {
          take(i);
          more = true;
        }
      }
    }
  }

  bool isNamed(const Item& item) const {
    const std::set<std::string_view>& named = item.body ? called_ : words_;
    return std::ranges::any_of(item.names, [&](std::string_view name) { return named.contains(name); });
  }

  void take(std::size_t number) {
    const Item& item = items_[number];
    reached_[number] = true;
    const bool directive = tokens_[item.begin].isSymbol("#");
    for (std::size_t i = item.begin; i < item.end; ++i) {
      const Token& token = tokens_[i];
      if (token.kind != TokenKind::Identifier || &token == item.name) {
        continue;
      }
      words_.insert(token.text);
      const Token& next = tokens_[i + 1];
      if (directive || next.isSymbol("(") || next.isSymbol("<") || next.isSymbol("<<")) {
        called_.insert(token.text);
      }
    }
  }

  void leaveOutHost() {
    for (std::size_t i = 0; what_.language.cpp && i < items_.size(); ++i) {
      const Item& item = items_[i];
      if (item.kind != Item::Kind::Function || item.device || item.kernel) {
        continue;
      }
      reached_[i] = false;
      if (item.body) {
        diagnostics_.warning({what_.source, item.name->span},
                             fmt::format("'{}' is a function of the host, and is not read", item.name->text),
                             "a function of the device is declared __device__ or __global__");
      }
    }
  }

  /// What is wrong with words of code that is read, or of none of the items.
  void handOn() {
    constexpr unsigned kMost = 20;  // a file that is no text at all is not worth more
    unsigned handed = 0;
    for (const Diagnostic& one : lexical_.all()) {
      if (handed < kMost && isRead(one.place.span.begin)) {
        diagnostics_.error(one.place, one.message, one.hint);
        ++handed;
      }
    }
  }

  bool isRead(std::uint32_t place) const {
    for (std::size_t i = 0; i < items_.size(); ++i) {
      const Span first = tokens_[items_[i].begin].span;
      const Span last = tokens_[items_[i].end - 1].span;
      if (!reached_[i] && first.begin <= place && place < last.end) {
        return false;
      }
    }
    return true;
  }

  const std::vector<Token>& tokens_;
  const ReadFor& what_;
  const Diagnostics& lexical_;
  Diagnostics& diagnostics_;
  std::vector<Item> items_;
  std::vector<bool> reached_;
  std::set<std::string_view> words_;
  std::set<std::string_view> called_;
};

}  // namespace

std::vector<Token> reachedCode(const std::vector<Token>& tokens, const ReadFor& what,
                               const Diagnostics& lexical, Diagnostics& diagnostics) {
  return ReachedCode(tokens, what, lexical, diagnostics).run();
}

}  // namespace hrfcheck::frontend
