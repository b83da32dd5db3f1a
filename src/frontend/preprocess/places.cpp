#include "frontend/preprocess/places.h"

#include <algorithm>
#include <optional>

// A line is words, uses of macros, and words between them. What follows the last use is found at the
// end of what was printed, what stands before it from the left: a use that makes a word which also stands
// behind it would otherwise end too early.

namespace hrfcheck::frontend {
namespace {

/// The place behind the macro's use that begins at `at`; `at` where no macro is used there.
std::size_t useEnd(std::span<const Token> words, std::size_t at, const MacroNames& macros) {
  if (words[at].kind != TokenKind::Identifier || !macros.all.contains(words[at].text)) {
    return at;
  }
  const bool arguments = at + 1 < words.size() && words[at + 1].isSymbol("(");
  if (!macros.withParameters.contains(words[at].text)) {
    return at + 1;
  }
  if (!arguments) {
    return at;
  }
  std::size_t depth = 0;
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    depth += words[i].isSymbol("(") ? 1U : 0U;
    depth -= words[i].isSymbol(")") ? 1U : 0U;
    if (depth == 0) {
      return i + 1;
    }
  }
  return words.size();
}

/// A macro's use, or the words between two of them.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool use = false;
};

std::vector<Part> partsOf(std::span<const Token> words, const MacroNames& macros) {
  std::vector<Part> parts;
  for (std::size_t i = 0; i < words.size();) {
    const std::size_t end = useEnd(words, i, macros);
    if (end > i) {
      parts.push_back({i, end, true});
    } else if (!parts.empty() && !parts.back().use) {
      ++parts.back().end;
    } else {
      parts.push_back({i, i + 1, false});
    }
    i = std::max(end, i + 1);
  }
  return parts;
}

class WordPlaces {
 public:
  WordPlaces(std::span<Token> printed, std::span<const Token> written, const MacroNames& macros)
      : printed_(printed), written_(written), parts_(partsOf(written, macros)) {}

  bool run() {
    std::size_t at = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const Part& part = parts_[p];
      if (part.use) {
        const std::optional<std::size_t> next = p + 1 < parts_.size() ? placeOf(p + 1, at) : printed_.size();
        if (!next) {
          return false;
        }
        for (; at < *next; ++at) {
          printed_[at].span = {written_[part.begin].span.begin, written_[part.end - 1].span.end};
        }
      } else if (!matches(part, at)) {
        return false;
      } else {
        for (std::size_t i = part.begin; i < part.end; ++i) {
          printed_[at++].span = written_[i].span;
        }
      }
    }
    return at == printed_.size();
  }

 private:
  bool matches(const Part& part, std::size_t at) const {
    const std::size_t length = part.end - part.begin;
    return at + length <= printed_.size() &&
           std::ranges::equal(printed_.subspan(at, length), written_.subspan(part.begin, length), {},
                              &Token::text, &Token::text);
  }

  /// Where a part begins, from `from` on: words at the first place that has them, outside of brackets that
  /// the use before opens; the last ones at the end.
  /// Of two uses side by side the first one gets all.
  std::optional<std::size_t> placeOf(std::size_t number, std::size_t from) const {
    const Part& part = parts_[number];
    if (part.use) {
      return number + 1 < parts_.size() ? placeOf(number + 1, from) : printed_.size();
    }
    const std::size_t length = part.end - part.begin;
    if (number + 1 == parts_.size()) {
      const bool fits = from + length <= printed_.size() && matches(part, printed_.size() - length);
      return fits ? std::optional(printed_.size() - length) : std::nullopt;
    }
    std::size_t open = 0;
    for (std::size_t at = from; at + length <= printed_.size(); ++at) {
      if (open == 0 && matches(part, at)) {
        return at;
      }
      open += printed_[at].isSymbol("(") || printed_[at].isSymbol("{") ? 1U : 0U;
      open -= open > 0 && (printed_[at].isSymbol(")") || printed_[at].isSymbol("}")) ? 1U : 0U;
    }
    return std::nullopt;
  }

  std::span<Token> printed_;
  std::span<const Token> written_;
  std::vector<Part> parts_;
};

}  // namespace

void placeWords(std::span<Token> printed, std::span<const Token> written, const MacroNames& macros) {
  constexpr std::size_t kMostWork = 10'000'000;
  const bool large = written.size() > kMostWork / std::max<std::size_t>(printed.size(), 1);
  if (large || !WordPlaces(printed, written, macros).run()) {
    for (Token& token : printed) {
      token.span = {written.front().span.begin, written.back().span.end};
    }
  }
}

std::size_t wordsOfLine(std::span<const Token> written, std::size_t lineEnd, const MacroNames& macros) {
  std::size_t end = lineEnd;
  for (std::size_t i = 0; i < end;) {
    const std::size_t use = useEnd(written, i, macros);
    end = std::max(end, use);
    i = std::max(use, i + 1);
  }
  return end;
}

}  // namespace hrfcheck::frontend
