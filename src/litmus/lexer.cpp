#include "litmus/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <tao/pegtl/contrib/analyze.hpp>

#include "litmus/grammar.h"

namespace hrfcheck::litmus {
namespace {

namespace pegtl = tao::pegtl;

template <typename Rule>
struct Classify : pegtl::nothing<Rule> {};
template <TokenKind Kind>
struct Gives {
  static void apply0(std::optional<TokenKind>& kind) { kind = Kind; }
};
template <>
struct Classify<grammar::Word> : Gives<TokenKind::Identifier> {};
template <>
struct Classify<grammar::Number> : Gives<TokenKind::Number> {};
template <>
struct Classify<grammar::String> : Gives<TokenKind::String> {};
template <>
struct Classify<grammar::Symbol> : Gives<TokenKind::Symbol> {};

class Lexer {
 public:
  Lexer(const SourcePtr& source, std::uint32_t begin, Diagnostics& diagnostics)
      : source_(source), text_(source->text()), at_(begin), diagnostics_(diagnostics) {}

  std::vector<Token> run() {
    while (at_ < text_.size() && mistakes_ < kMaxMistakes) {
      step();
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    tokens_.push_back({TokenKind::End, {end, end}, {}, true});
    return std::move(tokens_);
  }

 private:
  /// A file that is not text at all is not worth a message for each of its bytes.
  static constexpr unsigned kMaxMistakes = 20;

  void step() {
    using Input = pegtl::memory_input<pegtl::tracking_mode::lazy, pegtl::eol::lf_crlf, const char*>;
    Input in(text_.data() + at_, text_.data() + text_.size(), "");
    std::optional<TokenKind> kind;
    try {
      if (!pegtl::parse<grammar::Element, Classify, grammar::Control>(in, kind)) {
        stray();
        return;
      }
    } catch (const pegtl::parse_error& e) {
      broken(std::string(e.message()));
      return;
    }
    const auto length = static_cast<std::uint32_t>(in.current() - (text_.data() + at_));
    if (kind) {
      tokens_.push_back({*kind, {at_, at_ + length}, text_.substr(at_, length), firstOnLine(at_)});
    }
    at_ += length;
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
    } else if (text_[at_] != '(') {
      end = std::find_if(text_.begin() + at_, text_.end(),
                         [](unsigned char c) { return std::isalnum(c) == 0 && c != '_'; }) -
            text_.begin();
    }
    const std::uint32_t begin = at_;
    mistake(static_cast<std::uint32_t>(std::min(end, text_.size())), message);
    if (std::isdigit(static_cast<unsigned char>(text_[begin])) != 0) {
      tokens_.push_back({TokenKind::Number, {begin, at_}, "0", firstOnLine(begin)});
    }
  }

  const SourcePtr& source_;
  std::string_view text_;
  std::uint32_t at_;
  Diagnostics& diagnostics_;
  std::vector<Token> tokens_;
  unsigned mistakes_ = 0;
};

}  // namespace

std::vector<Token> tokenize(const SourcePtr& source, std::uint32_t begin, Diagnostics& diagnostics) {
  return Lexer(source, begin, diagnostics).run();
}

std::size_t grammarProblems() {
  return pegtl::analyze<pegtl::star<grammar::Element>>(-1) +
         pegtl::analyze<pegtl::seq<grammar::Heading, pegtl::star<grammar::PreambleElement>>>(-1);
}

}  // namespace hrfcheck::litmus
