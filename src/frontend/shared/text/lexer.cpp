#include "frontend/shared/text/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "frontend/shared/text/rows.h"
#include "frontend/shared/text/words.h"
#include "util/characters.h"

// In C, `(*` may begin a comment of herd's or an access through a pointer. herd's comments stand where no
// code is: in the initial state, outside of all braces and parentheses behind it, and behind the threads.

namespace hrfcheck::frontend {
namespace {

/// Where in a file of C functions the lexer is.
class Surroundings {
 public:
  /// @param codeOnly all of the text is code
  explicit Surroundings(bool codeOnly) : codeOnly_(codeOnly) {}

  bool inCode() const {
    return codeOnly_ || (initialStateRead_ && !sectionsBegun_ && (braces_ > 0 || parentheses_ > 0));
  }

  void note(const Token& token) {
    if (token.isSymbol("(")) {
      ++parentheses_;
    } else if (token.isSymbol(")")) {
      parentheses_ -= parentheses_ > 0 ? 1 : 0;
    } else if (token.isSymbol("{")) {
      ++braces_;
    } else if (token.isSymbol("}") && braces_ > 0 && --braces_ == 0) {
      initialStateRead_ = true;
      parentheses_ = 0;
    } else if (token.kind == TokenKind::Identifier && initialStateRead_ && braces_ == 0) {
      sectionsBegun_ = sectionsBegun_ || (parentheses_ == 0 && isSectionWord(token.text));
    }
  }

 private:
  static bool isSectionWord(std::string_view word) {
    return std::ranges::find(sectionWords(), word) != sectionWords().end();
  }

  bool codeOnly_;
  bool initialStateRead_ = false;
  bool sectionsBegun_ = false;
  std::size_t braces_ = 0;
  std::size_t parentheses_ = 0;
};

class Lexer {
 public:
  Lexer(const SourcePtr& source, Span part, Layout layout, bool codeOnly, Diagnostics& diagnostics)
      : source_(source),
        text_(std::string_view(source->text()).substr(0, part.end)),
        at_(part.begin),
        layout_(layout),
        diagnostics_(diagnostics),
        surroundings_(codeOnly),
        maxMistakes_(codeOnly ? kMaxMistakesOfCode : kMaxMistakes) {}

  std::vector<Token> run() {
    while (at_ < text_.size() && mistakes_ < maxMistakes_) {
      step();
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    if (mistakes_ == kMaxMistakesOfCode && at_ < end) {
      mistake(end, "this is not text in C");
    }
    tokens_.push_back({TokenKind::End, {end, end}, {}, true});
    return std::move(tokens_);
  }

 private:
  /// A file that is not text at all is not worth a message for each of its bytes.
  static constexpr unsigned kMaxMistakes = 20;
  /// Of code: those that stand in what is not read are no mistakes (launch/reached_code.h).
  static constexpr unsigned kMaxMistakesOfCode = 500;

  words::Taken takeElement(TextScanner& scan) const {
    if (atLaunchSize()) {
      return words::launchSize(scan);
    }
    return layout_ == Layout::Columns ? words::element(scan)
           : surroundings_.inCode()   ? words::elementOfCode(scan)
                                      : words::elementOutsideCode(scan);
  }

  /// `2x4` is a number with letters behind it everywhere else.
  bool atLaunchSize() const {
    return layout_ == Layout::Functions && !surroundings_.inCode() && !tokens_.empty() &&
           tokens_.back().isWord("launch") && isDigit(text_[at_]);
  }

  void step() {
    TextScanner scan(text_, at_);
    words::Taken taken;
    try {
      taken = takeElement(scan);
    } catch (const words::Broken& e) {
      broken(std::string(e.message));
      return;
    }
    if (!taken.any) {
      stray();
      return;
    }
    const auto end = static_cast<std::uint32_t>(scan.at());
    if (taken.kind) {
      tokens_.push_back({*taken.kind, {at_, end}, text_.substr(at_, end - at_), firstOnLine(at_)});
      surroundings_.note(tokens_.back());
    }
    at_ = end;
  }

  bool firstOnLine(std::uint32_t offset) const {
    while (offset > 0 && (text_[offset - 1] == ' ' || text_[offset - 1] == '\t')) {
      --offset;
    }
    return offset == 0 || text_[offset - 1] == '\n';
  }

  void mistake(std::uint32_t end, std::string message) {
    diagnostics_.error({source_, {at_, end}}, std::move(message));
    ++mistakes_;
    at_ = end;
  }

  void stray() {
    const unsigned char c = static_cast<unsigned char>(text_[at_]);
    std::uint32_t end = at_ + 1;
    while (c >= 0x80 && end < text_.size() && (static_cast<unsigned char>(text_[end]) & 0xc0U) == 0x80) {
      ++end;
    }
    const bool printable = c >= 0x20 && c != 0x7f;
    mistake(end, printable ? fmt::format("unexpected character '{}'", text_.substr(at_, end - at_))
                           : fmt::format("unexpected byte 0x{:02x}", c));
  }

  /// A comment is broken up to the end of the file, a string up to the end of its line, a number up to the
  /// end of the word; 0 stands for it, so that it is not missed as well.
  void broken(const std::string& message) {
    std::size_t end = text_.size();
    if (text_[at_] == '"') {
      end = text_.find('\n', at_);
    } else if (text_[at_] != '(' && text_[at_] != '/') {
      end = std::find_if(text_.begin() + at_, text_.end(), [](unsigned char c) { return !isWordPart(c); }) -
            text_.begin();
    }
    const std::uint32_t begin = at_;
    mistake(static_cast<std::uint32_t>(std::min(end, text_.size())), message);
    if (isDigit(text_[begin])) {
      tokens_.push_back({TokenKind::Number, {begin, at_}, "0", firstOnLine(begin)});
    }
  }

  const SourcePtr& source_;
  std::string_view text_;
  std::uint32_t at_;
  Layout layout_;
  Diagnostics& diagnostics_;
  Surroundings surroundings_;
  unsigned maxMistakes_;
  std::vector<Token> tokens_;
  unsigned mistakes_ = 0;
};

}  // namespace

std::vector<Token> tokenize(const SourcePtr& source, std::uint32_t begin, Layout layout,
                            Diagnostics& diagnostics) {
  return Lexer(source, {begin, source->fileEnd()}, layout, false, diagnostics).run();
}

std::vector<Token> tokenizeCode(const SourcePtr& source, Diagnostics& diagnostics) {
  return Lexer(source, {0, source->fileEnd()}, Layout::Functions, true, diagnostics).run();
}

std::vector<Token> tokenizePart(const SourcePtr& source, Span part, Diagnostics& diagnostics) {
  return Lexer(source, part, Layout::Functions, false, diagnostics).run();
}

}  // namespace hrfcheck::frontend
