#include "cat/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "util/text_scanner.h"
#include "util/utf8.h"

namespace hrfcheck::cat {
namespace {

constexpr std::array<std::string_view, 33> kKeywords = {
    "acyclic",   "and",     "as",           "assert",      "begin", "call",
    "debug",     "default", "do",           "else",        "empty", "end",
    "enum",      "flag",    "forall",       "from",        "fun",   "if",
    "in",        "include", "instructions", "irreflexive", "let",   "match",
    "procedure", "rec",     "show",         "then",        "try",   "undefined_unless",
    "unshow",    "when",    "with"};
static_assert(std::is_sorted(kKeywords.begin(), kKeywords.end()));

/// Characters that cannot be shown as they are become their code.
std::string shown(const std::string& text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f || (first >= 0x80 && text.size() == 1)) {
    return fmt::format("byte 0x{:02x}", first);
  }
  return "'" + text + "'";
}

/// The tokens of cat. Whatever the text, something is taken at each step, and what is no token is reported.
class Lexer {
 public:
  Lexer(const SourcePtr& source, Diagnostics& diagnostics)
      : source_(source),
        diagnostics_(diagnostics),
        scan_(source->text(), source->text().starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0) {}

  TokenStream run() {
    while (!scan_.atEnd()) {
      begin_ = scan_.at();
      blanks() || comment() || string() || name() || symbol() || bad();
    }
    const auto end = static_cast<std::uint32_t>(source_->text().size());
    out_.tokens.push_back({TokenKind::End, "", {end, end}, true, false});
    return std::move(out_);
  }

 private:
  Span here() const { return {static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(scan_.at())}; }
  std::string text() const { return std::string(scan_.since(begin_)); }

  void push(TokenKind kind, std::string text) {
    out_.tokens.push_back({kind, std::move(text), here(), lineStart_, false});
    lineStart_ = false;
  }

  bool blanks() {
    if (!scan_.takesAll(isSpace)) {
      return false;
    }
    lineStart_ = lineStart_ || scan_.since(begin_).find('\n') != std::string_view::npos;
    return true;
  }

  /// `(* ... *)`, nested; `/* ... */`; `// ...` and `# ...`.
  bool comment() {
    const bool line = scan_.isAt("//") || scan_.isAt('#');
    if (line) {
      scan_.takesAll([](char c) { return c != '\n'; });
    } else if (scan_.isAt("(*") || scan_.isAt("/*")) {
      if (!(scan_.isAt("(*") ? scan_.takesNestedComment() : scan_.takes("/*") && scan_.takesThrough("*/"))) {
        diagnostics_.error({source_, {here().begin, here().begin + 2}}, "this comment is never closed");
        scan_.goTo(source_->text().size());
        return true;
      }
    } else {
      return false;
    }
    out_.comments.push_back(here());
    return true;
  }

  bool string() {
    if (!scan_.takes('"')) {
      return false;
    }
    scan_.takesAll([](char c) { return c != '"' && c != '\n'; });
    std::string inside = text().substr(1);
    if (!scan_.takes('"')) {
      diagnostics_.error({source_, here()}, "this string is not closed on its line");
    }
    push(TokenKind::String, std::move(inside));
    return true;
  }

  /// A name with its dashes (but not that of `x->e`) and its prime, or a tag behind a quote: `'x`.
  bool name() {
    const bool quoted = scan_.takes('\'');
    scan_.takes('_');
    if (!isLetter(scan_.peek())) {
      scan_.goTo(begin_);
      return false;
    }
    while (isWordPart(scan_.peek()) || scan_.isAt('.') || (scan_.isAt('-') && scan_.peek(1) != '>')) {
      scan_.take();
    }
    if (quoted) {
      push(TokenKind::QuotedTag, text());
      return true;
    }
    scan_.takes('\'');
    const bool keyword = std::ranges::binary_search(kKeywords, std::string_view(text()));
    push(keyword ? TokenKind::Keyword : TokenKind::Name, text());
    return true;
  }

  /// The longest first.
  bool symbol() {
    const bool found =
        scan_.takesOneOf({"||", "&&", "++", "-1", "->"}) || scan_.takesOneOf("(){}[]_0|&*~+^\\?=;,");
    if (found) {
      push(TokenKind::Symbol, text());
    }
    return found;
  }

  /// A number, or one character of any other kind: a whole sequence of UTF-8.
  bool bad() {
    constexpr unsigned char kFirstFollowing = 0x80;
    constexpr unsigned char kLastFollowing = 0xbf;
    if (!scan_.takesAll(isDigit)) {
      scan_.take();
      scan_.takesAll([](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= kFirstFollowing && byte <= kLastFollowing;
      });
    }
    if (diagnostics_.all().size() < kMostMistakes) {
      diagnostics_.error({source_, here()}, "unexpected " + shown(text()) + " in a model");
    }
    push(TokenKind::Name, text());
    out_.tokens.back().bad = true;
    return true;
  }

  SourcePtr source_;
  Diagnostics& diagnostics_;
  TextScanner scan_;
  std::size_t begin_ = 0;  ///< of the token being read
  TokenStream out_;
  bool lineStart_ = true;
};

}  // namespace

TokenStream lex(const SourcePtr& source, Diagnostics& diagnostics) {
  return Lexer(source, diagnostics).run();
}

std::span<const std::string_view> keywords() {
  return kKeywords;
}

}  // namespace hrfcheck::cat
