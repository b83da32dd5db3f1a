#include "frontend/shared/text/rows.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"

namespace hrfcheck::frontend {
namespace {

constexpr std::size_t kMaxTerms = 64;

/// Reads one cell.
class CellParser {
 public:
  CellParser(TokenCursor& in, std::span<const Token> tokens) : in_(in), tokens_(tokens) {}

  RowInstruction run() {
    RowInstruction result;
    if (readLabels(in_, result)) {
      return result;
    }
    const Token first = in_.peek();
    predicate(result);
    result.mnemonic.push_back(in_.expectIdentifier("an instruction"));
    while (in_.accept(".")) {
      result.mnemonic.push_back(suffix());
    }
    if (!in_.atEnd()) {
      do {
        result.operands.push_back(operand());
      } while (in_.accept(","));
    }
    if (!in_.atEnd()) {
      in_.failExpected("',' or the end of the instruction");
    }
    result.place = {in_.source(), {first.span.begin, tokens_[tokens_.size() - 2].span.end}};
    result.text = foldedText(tokens_, first.span.begin);
    return result;
  }

 private:
  void predicate(RowInstruction& result) {
    if (in_.accept("@")) {
      result.predicateNegated = in_.accept("!");
      result.predicate = in_.expectIdentifier("the register of a predicate");
    }
  }

  /// `shared::cta` is one word, as in PTX.
  Token suffix() {
    Token word = in_.expectIdentifier("a suffix after '.'");
    while (in_.peek().isSymbol(":") && in_.peek(1).isSymbol(":") && in_.peek().span.begin == word.span.end) {
      in_.take();
      in_.take();
      const Token part = in_.expectIdentifier("a word after '::'");
      word.span.end = part.span.end;
      word.text = {word.text.data(), word.span.end - word.span.begin};
    }
    return word;
  }

  Operand operand() {
    Operand result;
    const Token first = in_.peek();
    if (in_.accept("[")) {
      result.kind = Operand::Kind::Indirect;
      result.terms = sum();
      in_.expect("]", "after the address");
    } else if (in_.accept("&")) {
      result.kind = Operand::Kind::AddressOf;
      result.name = in_.expectIdentifier("a location");
      index(result);
    } else if (in_.peek().kind == TokenKind::Identifier && in_.peek(1).isSymbol("[")) {
      result.kind = Operand::Kind::Element;
      result.name = in_.take();
      index(result);
    } else {
      result.terms = sum();
    }
    result.place = in_.placeFrom(first);
    return result;
  }

  void index(Operand& result) {
    if (in_.accept("[")) {
      result.terms = sum();
      in_.expect("]", "after the index");
    }
  }

  std::vector<Term> sum() {
    std::vector<Term> terms;
    bool negative = false;
    do {
      if (terms.size() == kMaxTerms) {
        in_.fail(in_.peek(), fmt::format("more than {} summands", kMaxTerms));
      }
      terms.push_back(term(negative));
      negative = in_.peek().isSymbol("-");
    } while (in_.accept("+") || in_.accept("-"));
    return terms;
  }

  Term term(bool negative) {
    Term result;
    if (in_.atConstant()) {
      result.token = in_.peek();
      const Value value = in_.expectConstant();
      result.value = negative ? static_cast<Value>(0 - static_cast<std::uint64_t>(value)) : value;
      return result;
    }
    result.negative = in_.accept("-") != negative;
    if (in_.accept("%")) {
      result.kind = Term::Kind::Id;
      result.token = in_.expectIdentifier("an id after '%', such as tid");
      return result;
    }
    if (in_.peek().kind != TokenKind::Identifier) {
      in_.failExpected("an operand");
    }
    result.kind = Term::Kind::Name;
    result.token = in_.take();
    return result;
  }

  TokenCursor& in_;
  std::span<const Token> tokens_;
};

/// Reads row by row, splits each at its bars, and hands the cells to CellParser.
class RowsParser {
 public:
  RowsParser(TokenCursor& in, std::size_t columns, CellReader readCell, MoreSections more)
      : in_(in), columns_(columns), readCell_(readCell), more_(more) {}

  std::vector<std::vector<RowInstruction>> run() {
    while (!in_.atEnd() && !atSection(in_, more_)) {
      if (!skipUnknownSection()) {
        row();
      }
    }
    return std::move(columns_);
  }

 private:
  using Cell = std::vector<Token>;

  /// `exist (...)`: no instruction has a parenthesis after its name.
  bool skipUnknownSection() {
    const Token& word = in_.peek();
    if (word.kind != TokenKind::Identifier || !in_.peek(1).isSymbol("(")) {
      return false;
    }
    in_.error(word, fmt::format("unknown section '{}' after the program", word.text),
              didYouMean(word.text, sectionWords()));
    do {
      in_.take();
    } while (!in_.atEnd() && !atSection(in_, more_));
    return true;
  }

  static Token closing(const Token& separator) {
    return {TokenKind::End, separator.span, separator.text, false};
  }

  void row() {
    const Token first = in_.peek();
    std::vector<Cell> cells(1);
    while (!in_.peek().isSymbol(";")) {
      const Token& token = in_.peek();
      if (in_.atEnd() || (token.firstOnLine && atSection(in_, more_))) {
        in_.error(token, fmt::format("expected ';' after a row of instructions, found {}", describe(token)));
        break;
      }
      in_.take();
      if (token.isSymbol("|") || token.isSymbol("||")) {
        for (std::size_t bars = token.text.size(); bars > 0; --bars) {
          cells.back().push_back(closing(token));
          cells.emplace_back();
        }
      } else {
        cells.back().push_back(token);
      }
    }
    cells.back().push_back(closing(in_.peek()));
    in_.accept(";");
    checkWidth(first, cells);
    for (std::size_t c = 0; c < std::min(cells.size(), columns_.size()); ++c) {
      cell(cells[c], columns_[c]);
    }
  }

  void checkWidth(const Token& first, const std::vector<Cell>& cells) {
    const bool blank = cells.size() == 1 && cells[0].size() == 1;
    if (cells.size() != columns_.size() && !blank && !columns_.empty()) {
      in_.error(first, fmt::format("this row has {}, but the header has {}", counted(cells.size(), "cell"),
                                   counted(columns_.size(), "column")));
    }
  }

  void cell(const Cell& tokens, std::vector<RowInstruction>& column) {
    if (tokens.size() == 1) {
      return;
    }
    TokenCursor cursor(in_.source(), tokens, in_.diagnostics());
    try {
      column.push_back(readCell_ != nullptr ? readCell_(cursor, tokens) : CellParser(cursor, tokens).run());
    } catch (const SyntaxFailure&) {
      // Reported; its names stay known, so that their uses are not reported as well.
      RowInstruction broken;
      std::copy_if(tokens.begin(), tokens.end(), std::back_inserter(broken.doubtful),
                   [](const Token& token) { return token.kind == TokenKind::Identifier; });
      for (std::size_t i = 0;
           i + 1 < tokens.size() && tokens[i].kind == TokenKind::Identifier && tokens[i + 1].isSymbol(":");
           i += 2) {
        broken.labels.push_back(tokens[i]);
      }
      column.push_back(std::move(broken));
    }
  }

  TokenCursor& in_;
  std::vector<std::vector<RowInstruction>> columns_;
  CellReader readCell_;
  MoreSections more_;
};

}  // namespace

bool isSingleName(const Operand& operand) {
  return operand.kind == Operand::Kind::Sum && operand.terms.size() == 1 &&
         operand.terms[0].kind == Term::Kind::Name && !operand.terms[0].negative;
}

const std::vector<std::string>& sectionWords() {
  static const std::vector<std::string> words = {"exists",    "expect",    "filter", "forall",
                                                 "locations", "scopeTree", "scopes", "terminates"};
  return words;
}

bool readLabels(TokenCursor& in, RowInstruction& into) {
  while (in.peek().kind == TokenKind::Identifier && in.peek(1).isSymbol(":")) {
    into.labels.push_back(in.take());
    in.take();
  }
  if (!in.atEnd()) {
    return false;
  }
  into.place = in.placeOf(into.labels.back());
  into.text = std::string(into.labels.back().text) + ":";
  return true;
}

std::string foldedText(std::span<const Token> tokens, std::uint32_t begin) {
  std::string text;
  std::uint32_t end = begin;
  for (const Token& token : tokens.first(tokens.size() - 1)) {
    if (token.span.begin >= begin) {
      text += token.span.begin > end ? " " : "";
      text += token.text;
      end = token.span.end;
    }
  }
  return text;
}

bool atSection(const TokenCursor& in, MoreSections more) {
  const Token& token = in.peek();
  if (token.isSymbol("~")) {
    return in.peek(1).isWord("exists");
  }
  const std::vector<std::string>& words = sectionWords();
  if (token.kind != TokenKind::Identifier || in.peek(1).isSymbol("=")) {
    return false;
  }
  return std::ranges::find(words, token.text) != words.end() ||
         (std::ranges::find(more, token.text) != more.end() && in.peek(1).isSymbol(":"));
}

std::vector<std::vector<RowInstruction>> parseRows(TokenCursor& in, std::size_t columns, CellReader readCell,
                                                   MoreSections more) {
  return RowsParser(in, columns, readCell, more).run();
}

}  // namespace hrfcheck::frontend
