#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

/// The tokens of cat as a PEG. Malformed pieces have rules of their own, so that the grammar accepts every
/// text and the lexer reports what it met.
namespace hrfcheck::cat::grammar {

namespace p = tao::pegtl;

/// Blanks and line breaks.
struct Blank : p::plus<p::one<' ', '\t', '\r', '\n', '\f', '\v'>> {};
/// `// ...` and `# ...`.
struct LineComment : p::seq<p::sor<p::string<'/', '/'>, p::one<'#'>>, p::star<p::not_one<'\n'>>> {};
/// The beginning of a C comment.
struct CStart : p::string<'/', '*'> {};
/// A C comment, not nested.
struct CComment : p::seq<CStart, p::until<p::string<'*', '/'>>> {};

/// `(* ... *)`, nested. Counts instead of recursing, so that no input exhausts the stack.
struct NestedComment {
  using rule_t = NestedComment;
  using subs_t = p::empty_list;

  template <typename Input>
  static bool match(Input& in) {
    const auto at = [&](std::size_t i, char a, char b) {
      return in.size(i + 2) >= i + 2 && in.peek_char(i) == a && in.peek_char(i + 1) == b;
    };
    if (!at(0, '(', '*')) return false;
    std::size_t depth = 0;
    std::size_t i = 0;
    const std::size_t size = in.size(0);
    while (i + 1 < size) {
      if (at(i, '(', '*')) {
        ++depth;
        i += 2;
      } else if (at(i, '*', ')')) {
        i += 2;
        if (--depth == 0) {
          in.bump(i);
          return true;
        }
      } else {
        ++i;
      }
    }
    return false;
  }
};
/// A comment that is never closed.
struct OpenComment : p::seq<p::sor<p::string<'(', '*'>, CStart>, p::star<p::any>> {};

/// The characters between the quotes of a string.
struct StringBody : p::star<p::not_one<'"', '\n'>> {};
/// A string in double quotes, on one line.
struct String : p::seq<p::one<'"'>, StringBody, p::one<'"'>> {};
/// A string that is not closed on its line.
struct OpenString : p::seq<p::one<'"'>, StringBody> {};

/// A dash belongs to the name, but not that of `x->e`.
struct NameTail : p::sor<p::alnum, p::one<'_', '.'>, p::seq<p::one<'-'>, p::not_at<p::one<'>'>>>> {};
/// A name or a keyword.
struct Name : p::seq<p::opt<p::one<'_'>>, p::alpha, p::star<NameTail>, p::opt<p::one<'\''>>> {};
/// A tag after a single quote: `'x`.
struct QuotedTag : p::seq<p::one<'\''>, p::opt<p::one<'_'>>, p::alpha, p::star<NameTail>> {};

/// Symbols of two characters.
struct LongSymbol : p::sor<p::string<'|', '|'>, p::string<'&', '&'>, p::string<'+', '+'>, p::string<'-', '1'>,
                           p::string<'-', '>'>> {};
/// Symbols of one character.
struct ShortSymbol
    : p::one<'(', ')', '{', '}', '[', ']', '_', '0', '|', '&', '*', '~', '+', '^', '\\', '?', '=', ';', ','> {
};
/// Operators and punctuation, the longest first.
struct Symbol : p::sor<LongSymbol, ShortSymbol> {};
/// A number, or one character of any other kind (a whole UTF-8 sequence).
struct Bad : p::sor<p::plus<p::digit>, p::seq<p::any, p::star<p::range<'\x80', '\xBF'>>>> {};

/// A comment of any kind.
struct Comment : p::sor<LineComment, NestedComment, CComment> {};
/// One step of the lexer.
struct Piece : p::sor<Blank, Comment, OpenComment, String, OpenString, Name, QuotedTag, Symbol, Bad> {};
/// A whole model.
struct Text : p::until<p::eof, Piece> {};

}  // namespace hrfcheck::cat::grammar

namespace tao::pegtl {
template <typename Name>
struct analyze_traits<Name, hrfcheck::cat::grammar::NestedComment> : analyze_any_traits<> {};
}  // namespace tao::pegtl
