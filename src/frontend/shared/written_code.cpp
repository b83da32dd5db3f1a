#include "frontend/shared/written_code.h"

#include <algorithm>
#include <string>

#include "util/text_scanner.h"

namespace hrfcheck::frontend {
namespace {

/// Code nested more deeply is not looked into.
constexpr unsigned kDeepestCode = 200;

/// A word, a literal (`kind` is '"'), or one character of punctuation.
struct WrittenPiece {
  char kind = '\0';  ///< 'w' for words and numbers
  Span span;
};

/// What a text consists of, from a place on.
class Pieces {
 public:
  Pieces(std::string_view text, std::size_t at) : text_(text), scan_(text, at) {}

  /// Nothing at the end.
  std::optional<WrittenPiece> next() {
    skipBlanks();
    if (scan_.atEnd()) {
      return std::nullopt;
    }
    const std::size_t begin = scan_.at();
    const char c = scan_.peek();
    if (c == '"' || c == '\'') {
      takeLiteral(c);
      return piece('"', begin);
    }
    if (!isWordPart(c)) {
      scan_.take();
      return piece(c, begin);
    }
    while (scan_.takesAll(isWordPart) || (isDigit(c) && scan_.isAt('\'') && isWordPart(scan_.peek(1)))) {
      scan_.takes('\'');  // a separator of digits
    }
    if (!scan_.isAt('"')) {
      return piece('w', begin);
    }
    scan_.since(begin).ends_with('R') ? takeRawString() : takeLiteral('"');
    return piece('"', begin);
  }

 private:
  WrittenPiece piece(char kind, std::size_t begin) const {
    return {kind, {static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(scan_.at())}};
  }

  void takeThrough(std::string_view end) {
    if (!scan_.takesThrough(end)) {
      scan_.goTo(text_.size());
    }
  }

  /// Up to the end of a line that is not continued.
  void takeLine() {
    bool continued = true;
    while (continued && !scan_.atEnd()) {
      const std::size_t begin = scan_.at();
      scan_.takesAll([](char c) { return c != '\n'; });
      continued = scan_.since(begin).ends_with('\\');
      scan_.takes('\n');
    }
  }

  void skipBlanks() {
    for (bool any = true; any;) {
      any = scan_.takesAll(isSpace) || scan_.takes('\\');
      if (scan_.isAt("//") || (scan_.isAt('#') && isFirstOnLine())) {
        takeLine();
        any = true;
      } else if (scan_.takes("/*")) {
        takeThrough("*/");
        any = true;
      }
    }
  }

  bool isFirstOnLine() const {
    const std::size_t last = text_.substr(0, scan_.at()).find_last_not_of(" \t");
    return last == std::string_view::npos || text_[last] == '\n';
  }

  /// Up to its quote, or to the end of its line.
  void takeLiteral(char quote) {
    scan_.take();
    while (!scan_.atEnd() && !scan_.takes(quote) && !scan_.takes('\n')) {
      scan_.takes('\\');
      if (!scan_.atEnd()) {
        scan_.take();
      }
    }
  }

  void takeRawString() {
    scan_.take();
    const std::size_t begin = scan_.at();
    scan_.takesAll([](char c) { return c != '('; });
    takeThrough(")" + std::string(scan_.since(begin)) + "\"");
  }

  std::string_view text_;
  TextScanner scan_;
};

/// Finds the statements of a text.
class Outline {
 public:
  explicit Outline(std::string_view text) : text_(text) {
    Pieces pieces(text, 0);
    while (const auto piece = pieces.next()) {
      pieces_.push_back(*piece);
    }
  }

  std::vector<Span> run() {
    while (!ended()) {
      declaration();
    }
    std::ranges::sort(found_, [](const Span& a, const Span& b) {
      return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return std::move(found_);
  }

 private:
  bool ended() const { return at_ >= pieces_.size(); }
  bool is(char kind) const { return !ended() && pieces_[at_].kind == kind; }
  std::string_view word() const { return is('w') ? slice(pieces_[at_].span) : std::string_view(); }
  std::string_view slice(Span span) const { return text_.substr(span.begin, span.end - span.begin); }
  char kindBefore() const { return at_ == 0 ? '\0' : pieces_[at_ - 1].kind; }
  std::string_view wordBefore() const {
    return kindBefore() == 'w' ? slice(pieces_[at_ - 1].span) : std::string_view();
  }
  bool takes(char kind) {
    const bool found = is(kind);
    at_ += found ? 1 : 0;
    return found;
  }
  bool takes(std::string_view wanted) {
    const bool found = word() == wanted;
    at_ += found ? 1 : 0;
    return found;
  }

  /// Outside of functions: up to a semicolon, or a function's body. What a class or a namespace has in its
  /// braces is declarations again.
  void declaration() {
    while (!ended() && !takes(';')) {
      if (is('{')) {
        const std::string_view last = wordBefore();
        if (kindBefore() == ')' || last == "const" || last == "noexcept" || last == "override") {
          block();
          return;
        }
        if (kindBefore() == '=') {
          brackets();
        } else {
          ++at_;
        }
      } else if (is('(') || is('[')) {
        brackets();
      } else {
        ++at_;
      }
    }
  }

  /// What stands in brackets, and lambdas in there.
  void brackets() {
    const Depth deeper(depth_);
    const char open = pieces_[at_].kind;
    const char close = open == '(' ? ')' : open == '[' ? ']' : '}';
    ++at_;
    while (!ended() && !takes(close)) {
      if (is(')') || is(']') || is('}')) {
        return;  // broken: the code that opened that takes it
      }
      inner();
    }
  }

  /// One piece of an expression, with all that is in its brackets.
  void inner() {
    if (is('{') && (kindBefore() == ')' || kindBefore() == ']' || wordBefore() == "mutable")) {
      block();
    } else if (is('(') || is('[') || is('{')) {
      depth_ < kDeepestCode ? brackets() : void(at_ = pieces_.size());
    } else {
      ++at_;
    }
  }

  void block() {
    const Depth deeper(depth_);
    takes('{');
    while (!ended() && !takes('}')) {
      statement(true);
    }
  }

  void statement(bool inBlock) {
    const Depth deeper(depth_);
    if (depth_ >= kDeepestCode) {
      at_ = pieces_.size();
    }
    if (ended()) {
      return;
    }
    if (isLabel()) {
      statement(inBlock);
      return;
    }
    if (is('{')) {
      block();
      return;
    }
    const std::uint32_t begin = pieces_[at_].span.begin;
    compound() ? void() : simple();
    if (inBlock) {
      found_.push_back({begin, pieces_[at_ - 1].span.end});
    }
  }

  /// `case 1:`, `default:`, `again:`, which is taken then.
  bool isLabel() {
    const std::size_t start = at_;
    const bool isCase = takes("case");
    if (isCase || is('w')) {
      at_ += isCase ? 0 : 1;
      while (isCase && !ended() && !is(':') && !is(';') && !is('{')) {
        inner();
        // a::b is no end
        if (is(':') && at_ + 1 < pieces_.size() && pieces_[at_ + 1].kind == ':') {
          at_ += 2;
        }
      }
      const bool twice = at_ + 1 < pieces_.size() && pieces_[at_ + 1].kind == ':';
      if (is(':') && !twice) {
        ++at_;
        return true;
      }
    }
    at_ = start;
    return false;
  }

  /// @returns whether one begins here, which is then taken
  bool compound() {
    if (takes("if")) {
      takes("constexpr");
      head();
      statement(false);
      if (takes("else")) {
        statement(false);
      }
      return true;
    }
    if (takes("do")) {
      statement(false);
      if (takes("while")) {
        head();
      }
      takes(';');
      return true;
    }
    if (takes("for") || takes("while") || takes("switch")) {
      head();
      statement(false);
      return true;
    }
    return false;
  }

  void head() {
    if (is('(')) {
      brackets();
    }
  }

  /// At least one piece is taken.
  void simple() {
    const std::size_t begin = at_;
    while (!ended() && !takes(';')) {
      if (is('}') || is(')') || is(']')) {
        at_ += at_ == begin ? 1 : 0;
        return;
      }
      inner();
    }
  }

  /// Counts how deeply calls are nested.
  class Depth {
   public:
    explicit Depth(unsigned& depth) : depth_(depth) { ++depth_; }
    ~Depth() { --depth_; }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;

   private:
    unsigned& depth_;
  };

  std::string_view text_;
  std::vector<WrittenPiece> pieces_;
  std::size_t at_ = 0;
  unsigned depth_ = 0;
  std::vector<Span> found_;
};

}  // namespace

Statements::Statements(std::string_view text) : all_(Outline(text).run()) {}

std::vector<Span> Statements::around(std::uint32_t at) const {
  std::vector<Span> result;
  for (const Span& statement : all_) {
    if (statement.begin > at) {
      break;
    }
    if (at < statement.end) {
      result.push_back(statement);
    }
  }
  std::ranges::reverse(result);
  return result;
}

std::optional<Span> callAt(std::string_view text, std::uint32_t begin) {
  Pieces pieces(text, begin);
  auto piece = pieces.next();
  if (!piece || piece->kind != 'w' || piece->span.begin != begin) {
    return std::nullopt;
  }
  piece = pieces.next();
  while (piece && piece->kind == ':') {
    const auto second = pieces.next();
    const auto word = second && second->kind == ':' ? pieces.next() : std::nullopt;
    piece = word && word->kind == 'w' ? pieces.next() : std::nullopt;
  }
  if (!piece || piece->kind != '(') {
    return std::nullopt;
  }
  for (int open = 1; open > 0;) {
    piece = pieces.next();
    if (!piece) {
      return std::nullopt;
    }
    open += piece->kind == '(' ? 1 : piece->kind == ')' ? -1 : 0;
  }
  return Span{begin, piece->span.end};
}

}  // namespace hrfcheck::frontend
