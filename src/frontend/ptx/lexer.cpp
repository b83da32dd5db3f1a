#include "frontend/ptx/lexer.h"

#include <fmt/format.h>

#include <bit>
#include <cctype>
#include <cstdlib>
#include <string>

#include "util/characters.h"

namespace hrfcheck::frontend::ptx {
namespace {

bool isPartOfName(char c) {
  return isWordPart(c) || c == '$';
}
bool beginsWord(char c) {
  return (isPartOfName(c) && !isDigit(c)) || c == '%';
}

class Scanner {
 public:
  Scanner(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline)
      : source_(source),
        text_(std::string_view(source->text()).substr(0, source->fileEnd())),
        diagnostics_(diagnostics),
        look_(deadline) {}

  std::vector<PtxToken> run() {
    while (!diagnostics_.hasErrors() && skipBlanks()) {
      look_.spend(1);
      begin_ = at_;
      word();
    }
    begin_ = at_ = text_.size();
    add(PtxToken::Kind::End);
    return std::move(words_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  Span spanHere() const { return {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(at_)}; }

  /// @return whether anything follows
  bool skipBlanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '\n') {
        ++line_;
        ++at_;
      } else if (isSpace(text_[at_]) || text_[at_] == '\0') {
        ++at_;
      } else if (text_.substr(at_, 2) == "//") {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else if (text_.substr(at_, 2) == "/*") {
        blockComment();
      } else {
        return true;
      }
    }
    return false;
  }

  void blockComment() {
    begin_ = at_;
    const std::size_t end = text_.find("*/", at_ + 2);
    at_ = end == std::string_view::npos ? text_.size() : end + 2;
    for (std::size_t i = begin_; i < at_; ++i) {
      line_ += text_[i] == '\n' ? 1 : 0;
    }
    if (end == std::string_view::npos) {
      at_ = begin_ + 2;
      mistake("this comment is not closed");
      at_ = text_.size();
    }
  }

  void word() {
    const char c = peek();
    if (beginsWord(c)) {
      ++at_;
      wordRest();
      add(PtxToken::Kind::Word);
    } else if (isDigit(c)) {
      number();
    } else if (c == '.' && isPartOfName(peek(1))) {
      dotted();
    } else if (c == '"') {
      string();
    } else if (std::string_view("@!|{}()[],;:+-=<>*/%&^~?").find(c) != std::string_view::npos) {
      ++at_;
      add(PtxToken::Kind::Symbol);
    } else {
      ++at_;
      mistake(std::isprint(static_cast<unsigned char>(c)) != 0 ? fmt::format("a stray '{}'", c)
                                                               : "this is not text in PTX");
    }
  }

  void wordRest() {
    while (isPartOfName(peek())) {
      ++at_;
    }
  }

  /// `.shared::cta` is one word.
  void dotted() {
    begin_ = ++at_;
    wordRest();
    while (peek() == ':' && peek(1) == ':' && isPartOfName(peek(2))) {
      at_ += 2;
      wordRest();
    }
    add(PtxToken::Kind::Dotted);
  }

  void string() {
    const std::size_t end = text_.find_first_of("\"\n", at_ + 1);
    if (end == std::string_view::npos || text_[end] == '\n') {
      ++at_;
      mistake("this string is not closed");
      return;
    }
    ++begin_;
    at_ = end;
    add(PtxToken::Kind::String);
    ++at_;
  }

  void number() {
    if (peek() == '0' && (peek(1) == 'f' || peek(1) == 'F') && isHexDigit(peek(2))) {
      bitsOfFloat(PtxToken::Kind::Float32, 8);
    } else if (peek() == '0' && (peek(1) == 'd' || peek(1) == 'D') && isHexDigit(peek(2))) {
      bitsOfFloat(PtxToken::Kind::Float64, 16);
    } else {
      integer();
    }
  }

  void bitsOfFloat(PtxToken::Kind kind, unsigned digits) {
    at_ += 2;
    std::uint64_t bits = 0;
    unsigned found = 0;
    for (; isHexDigit(peek()); ++found, ++at_) {
      bits = bits << 4 | digit(peek());
    }
    if (found != digits || isPartOfName(peek())) {
      wordRest();
      mistake(fmt::format("this number has {} digits", digits));
      return;
    }
    add(kind, bits);
  }

  static std::uint64_t digit(char c) {
    return isDigit(c) ? static_cast<std::uint64_t>(c - '0')
                      : static_cast<std::uint64_t>(std::tolower(static_cast<unsigned char>(c)) - 'a' + 10);
  }

  void integer() {
    std::uint64_t base = 10;
    if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
      base = 16;
      at_ += 2;
    } else if (peek() == '0' && (peek(1) == 'b' || peek(1) == 'B') && (peek(2) == '0' || peek(2) == '1')) {
      base = 2;
      at_ += 2;
    } else if (peek() == '0' && isDigit(peek(1))) {
      base = 8;
    }
    std::uint64_t value = 0;
    bool fits = true;
    bool some = false;
    for (; base == 16 ? isHexDigit(peek()) : isDigit(peek()); ++at_) {
      const std::uint64_t d = digit(peek());
      fits = fits && d < base && value <= (~std::uint64_t{0} - d) / base;
      value = value * base + d;
      some = true;
    }
    if (base == 10 && (peek() == '.' || peek() == 'e' || peek() == 'E')) {
      decimal();
      return;
    }
    at_ += peek() == 'U' ? 1 : 0;
    if (!fits || !some || isPartOfName(peek())) {
      wordRest();
      mistake(fmt::format("'{}' is not a number of at most 64 bits", text_.substr(begin_, at_ - begin_)));
      return;
    }
    add(PtxToken::Kind::Number, value);
  }

  void decimal() {
    const auto digits = [&] {
      while (isDigit(peek())) {
        ++at_;
      }
    };
    if (peek() == '.') {
      ++at_;
      digits();
    }
    if (peek() == 'e' || peek() == 'E') {
      ++at_;
      at_ += peek() == '+' || peek() == '-' ? 1 : 0;
      digits();
    }
    const std::string written(text_.substr(begin_, at_ - begin_));
    if (isPartOfName(peek())) {
      wordRest();
      mistake(fmt::format("'{}' is no number", text_.substr(begin_, at_ - begin_)));
      return;
    }
    add(PtxToken::Kind::Float64, std::bit_cast<std::uint64_t>(std::strtod(written.c_str(), nullptr)));
  }

  void add(PtxToken::Kind kind, std::uint64_t bits = 0) {
    words_.push_back({kind, text_.substr(begin_, at_ - begin_), spanHere(), bits, line_});
  }

  void mistake(std::string message) { diagnostics_.error({source_, spanHere()}, std::move(message)); }

  const SourcePtr& source_;
  std::string_view text_;
  Diagnostics& diagnostics_;
  PacedLook look_;
  std::vector<PtxToken> words_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<PtxToken> wordsOf(const SourcePtr& source, Diagnostics& diagnostics, const Deadline& deadline) {
  return Scanner(source, diagnostics, deadline).run();
}

}  // namespace hrfcheck::frontend::ptx
