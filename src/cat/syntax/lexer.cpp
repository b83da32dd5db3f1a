#include "cat/syntax/lexer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "cat/syntax/token_grammar.h"
#include "util/invariant.h"
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

struct LexState {
  SourcePtr source;
  Diagnostics& diagnostics;
  TokenStream out;
  bool lineStart = true;

  template <typename Input>
  Span spanOf(const Input& in) const {
    const auto begin = static_cast<std::uint32_t>(in.begin() - source->text().data());
    return {begin, begin + static_cast<std::uint32_t>(in.size())};
  }

  void push(TokenKind kind, std::string text, Span span) {
    out.tokens.push_back({kind, std::move(text), span, lineStart, false});
    lineStart = false;
  }
};

template <typename Rule>
struct Action : tao::pegtl::nothing<Rule> {};

template <>
struct Action<grammar::Blank> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    const std::string_view text(in.begin(), in.size());
    if (text.find('\n') != std::string_view::npos) state.lineStart = true;
  }
};

template <>
struct Action<grammar::Comment> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.out.comments.push_back(state.spanOf(in));
  }
};

template <>
struct Action<grammar::OpenComment> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    const Span all = state.spanOf(in);
    state.diagnostics.error({state.source, {all.begin, all.begin + 2}}, "this comment is never closed");
  }
};

template <>
struct Action<grammar::String> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.push(TokenKind::String, std::string(in.begin() + 1, in.end() - 1), state.spanOf(in));
  }
};

template <>
struct Action<grammar::OpenString> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.diagnostics.error({state.source, state.spanOf(in)}, "this string is not closed on its line");
    state.push(TokenKind::String, std::string(in.begin() + 1, in.end()), state.spanOf(in));
  }
};

template <>
struct Action<grammar::Name> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    std::string text = in.string();
    const bool keyword = std::binary_search(kKeywords.begin(), kKeywords.end(), text);
    state.push(keyword ? TokenKind::Keyword : TokenKind::Name, std::move(text), state.spanOf(in));
  }
};

template <>
struct Action<grammar::QuotedTag> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.push(TokenKind::QuotedTag, in.string(), state.spanOf(in));
  }
};

template <>
struct Action<grammar::Symbol> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    state.push(TokenKind::Symbol, in.string(), state.spanOf(in));
  }
};

/// Characters that cannot be shown as they are become their code.
std::string shown(const std::string& text) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x20 || first == 0x7f || (first >= 0x80 && text.size() == 1)) {
    return fmt::format("byte 0x{:02x}", first);
  }
  return "'" + text + "'";
}

template <>
struct Action<grammar::Bad> {
  template <typename Input>
  static void apply(const Input& in, LexState& state) {
    if (state.diagnostics.all().size() < kMostMistakes) {
      state.diagnostics.error({state.source, state.spanOf(in)},
                              "unexpected " + shown(in.string()) + " in a model");
    }
    state.push(TokenKind::Name, in.string(), state.spanOf(in));
    state.out.tokens.back().bad = true;
  }
};

}  // namespace

TokenStream lex(const SourcePtr& source, Diagnostics& diagnostics) {
  LexState state{source, diagnostics, {}, true};
  const std::string& text = source->text();
  using Input =
      tao::pegtl::memory_input<tao::pegtl::tracking_mode::lazy, tao::pegtl::eol::lf_crlf, const char*>;
  const std::size_t mark = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  Input in(text.data() + mark, text.data() + text.size(), "");
  const bool whole = tao::pegtl::parse<grammar::Text, Action>(in, state);
  INVARIANT(whole, "the token grammar accepts every text");
  const auto end = static_cast<std::uint32_t>(text.size());
  state.out.tokens.push_back({TokenKind::End, "", {end, end}, true, false});
  return std::move(state.out);
}

std::span<const std::string_view> keywords() {
  return kKeywords;
}

}  // namespace hrfcheck::cat
