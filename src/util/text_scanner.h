#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "util/characters.h"

namespace hrfcheck::inline util {

/// A place in a text that moves forward, for readers of small grammars. What `takes...` does not find leaves
/// the place where it is.
class TextScanner {
 public:
  explicit TextScanner(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  bool atEnd() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }
  void goTo(std::size_t at) { at_ = at; }
  std::string_view rest() const { return text_.substr(std::min(at_, text_.size())); }
  std::string_view since(std::size_t begin) const { return text_.substr(begin, at_ - begin); }

  /// 0 past the end; texts may have such characters, too.
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool isAt(char c) const { return !atEnd() && text_[at_] == c; }
  bool isAt(std::string_view word) const { return rest().starts_with(word); }
  bool isAtOneOf(std::string_view characters) const {
    return !atEnd() && characters.find(text_[at_]) != std::string_view::npos;
  }

  /// One character, whatever it is. @pre not at the end
  void take() { ++at_; }
  bool takes(char c) { return moves(isAt(c) ? 1 : 0); }
  bool takes(std::string_view word) { return moves(isAt(word) ? word.size() : 0); }
  bool takesOneOf(std::string_view characters) { return moves(isAtOneOf(characters) ? 1 : 0); }
  /// The first of them that is there.
  bool takesOneOf(std::initializer_list<std::string_view> words) {
    return std::ranges::any_of(words, [this](std::string_view word) { return takes(word); });
  }
  /// As many characters as are of a kind. @returns whether there is any
  template <typename Kind>
  bool takesAll(const Kind& kind) {
    const std::size_t begin = at_;
    while (!atEnd() && kind(text_[at_])) {
      ++at_;
    }
    return at_ > begin;
  }
  /// Up to a word and behind it. @returns whether it is there
  bool takesThrough(std::string_view word) {
    const std::size_t found = text_.find(word, at_);
    return found != std::string_view::npos && moves(found + word.size() - at_);
  }
  /// Nested comments in `(*` and `*)`, up to the end of the outermost, which begins here. It counts, and does
  /// not recurse: no text exhausts the stack. @returns whether all of them are closed
  bool takesNestedComment() {
    const std::size_t begin = at_;
    std::size_t depth = 0;
    do {
      if (takes("(*")) {
        ++depth;
      } else if (takes("*)")) {
        --depth;
      } else if (depth == 0 || atEnd()) {
        at_ = begin;
        return false;
      } else {
        ++at_;
      }
    } while (depth > 0);
    return true;
  }

 private:
  bool moves(std::size_t by) {
    at_ += by;
    return by > 0;
  }

  std::string_view text_;
  std::size_t at_;
};

}  // namespace hrfcheck::inline util
