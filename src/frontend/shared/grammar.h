#pragma once

#include <tao/pegtl.hpp>
#include <tao/pegtl/contrib/analyze_traits.hpp>

/// The words of litmus files, the same in every dialect. Only lexer.cpp and preamble.cpp include this.
namespace hrfcheck::frontend::grammar {

namespace pegtl = tao::pegtl;

/// The first character of a word.
struct WordStart : pegtl::sor<pegtl::alpha, pegtl::one<'_'>> {};
/// A character of a word.
struct WordPart : pegtl::sor<pegtl::alnum, pegtl::one<'_'>> {};
/// A name or a keyword.
struct Word : pegtl::seq<WordStart, pegtl::star<WordPart>> {};

/// The digits of a hexadecimal number.
struct HexDigits : pegtl::plus<pegtl::xdigit> {};
/// A hexadecimal number.
struct HexNumber : pegtl::if_must<pegtl::seq<pegtl::one<'0'>, pegtl::one<'x', 'X'>>, HexDigits> {};
/// The end of a number: no letter may follow.
struct NumberEnd : pegtl::not_at<WordPart> {};
/// The digits of a number, decimal or hexadecimal.
struct Digits : pegtl::sor<HexNumber, pegtl::plus<pegtl::digit>> {};
/// A number of a dialect in columns.
struct Number : pegtl::seq<Digits, pegtl::must<NumberEnd>> {};
/// A number of C, with its suffix.
struct CNumber : pegtl::seq<Digits, pegtl::star<pegtl::one<'u', 'U', 'l', 'L'>>, pegtl::must<NumberEnd>> {};

/// Digits of C++ with separators.
struct SeparatedDigits : pegtl::list<pegtl::plus<pegtl::digit>, pegtl::one<'\''>> {};
/// The exponent of a number with a fraction.
struct Exponent
    : pegtl::seq<pegtl::one<'e', 'E'>, pegtl::opt<pegtl::one<'+', '-'>>, pegtl::plus<pegtl::digit>> {};
/// A number with a fraction or an exponent.
struct Fraction
    : pegtl::seq<
          SeparatedDigits,
          pegtl::sor<pegtl::seq<pegtl::one<'.'>, pegtl::star<pegtl::digit>, pegtl::opt<Exponent>>, Exponent>,
          pegtl::star<pegtl::one<'f', 'F', 'h', 'H', 'l', 'L'>>, pegtl::not_at<WordPart>> {};
/// A number of C++ that has separators.
struct SeparatedNumber
    : pegtl::seq<pegtl::plus<pegtl::digit>, pegtl::at<pegtl::one<'\''>, pegtl::digit>, pegtl::one<'\''>,
                 SeparatedDigits, pegtl::star<pegtl::one<'u', 'U', 'l', 'L'>>, pegtl::not_at<WordPart>> {};
/// The letter of a character, or its escape.
struct Letter
    : pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::not_one<'\n', '\r'>, pegtl::star<pegtl::xdigit>>,
                 pegtl::not_one<'\'', '\\', '\n', '\r'>> {};
/// A character of C, which is a number.
struct Character : pegtl::seq<pegtl::one<'\''>, pegtl::plus<Letter>, pegtl::one<'\''>> {};

/// A string after its opening quote.
struct StringRest : pegtl::until<pegtl::one<'"'>, pegtl::not_one<'\n', '\r'>> {};
/// A string in double quotes, on one line.
struct String : pegtl::if_must<pegtl::one<'"'>, StringRest> {};
/// A string of C, after its opening quote: a quote behind a backslash does not close it.
struct CStringRest
    : pegtl::until<pegtl::one<'"'>, pegtl::sor<pegtl::seq<pegtl::one<'\\'>, pegtl::not_one<'\n', '\r'>>,
                                               pegtl::not_one<'\n', '\r'>>> {};
/// A string of C in double quotes.
struct CString : pegtl::if_must<pegtl::one<'"'>, CStringRest> {};
/// Longest first, so that "||" is never read as two bars.
struct Symbol : pegtl::sor<pegtl::string<'/', '\\'>, pegtl::string<'\\', '/'>, pegtl::string<'&', '&'>,
                           pegtl::string<'|', '|'>, pegtl::string<'=', '='>, pegtl::string<'!', '='>,
                           pegtl::string<'<', '='>, pegtl::string<'>', '='>,
                           pegtl::one<'(', ')', '[', ']', '{', '}', ',', ';', ':', '.', '|', '&', '@', '%',
                                      '=', '<', '>', '~', '!', '+', '-', '*', '/'>> {};

template <char... Cs>
using Op = pegtl::string<Cs...>;
/// Operators and punctuation of C, the longest first.
struct CSymbol
    : pegtl::sor<Op<'<', '<', '='>, Op<'>', '>', '='>, Op<'/', '\\'>, Op<'\\', '/'>, Op<'&', '&'>,
                 Op<'|', '|'>, Op<'=', '='>, Op<'!', '='>, Op<'<', '='>, Op<'>', '='>, Op<'-', '>'>,
                 Op<'+', '+'>, Op<'-', '-'>, Op<'+', '='>, Op<'-', '='>, Op<'*', '='>, Op<'/', '='>,
                 Op<'%', '='>, Op<'&', '='>, Op<'|', '='>, Op<'^', '='>, Op<'<', '<'>, Op<'>', '>'>,
                 pegtl::one<'(', ')', '[', ']', '{', '}', ',', ';', ':', '.', '|', '&', '@', '%', '=', '<',
                            '>', '~', '!', '+', '-', '*', '/', '?', '^', '#'>> {};

/// `// ...` up to the end of the line.
struct LineComment : pegtl::seq<pegtl::two<'/'>, pegtl::until<pegtl::at<pegtl::eolf>>> {};

/// From after the first "(*" to its "*)". Counts instead of recursing: a file of a million "(*" must not
/// exhaust the stack.
struct CommentRest {
  using rule_t = CommentRest;
  using subs_t = pegtl::empty_list;

  template <typename Input>
  static bool match(Input& in) {
    for (std::size_t depth = 1; !in.empty();) {
      const bool pair = in.size(2) >= 2;
      if (pair && in.peek_char(0) == '(' && in.peek_char(1) == '*') {
        ++depth;
        in.bump(2);
      } else if (pair && in.peek_char(0) == '*' && in.peek_char(1) == ')') {
        in.bump(2);
        if (--depth == 0) {
          return true;
        }
      } else {
        in.bump(1);
      }
    }
    return false;
  }
};
/// A C comment after its beginning.
struct BlockCommentRest : pegtl::until<pegtl::string<'*', '/'>> {};
/// A C comment, not nested.
struct BlockComment : pegtl::if_must<pegtl::string<'/', '*'>, BlockCommentRest> {};
/// `(* ... *)`, nested.
struct NestedComment : pegtl::if_must<pegtl::string<'(', '*'>, CommentRest> {};

/// The byte order mark of UTF-8.
struct ByteOrderMark : pegtl::string<'\xef', '\xbb', '\xbf'> {};
/// Blanks and line breaks.
struct Blank : pegtl::plus<pegtl::space> {};
/// What is skipped inside C code.
struct CSkipped : pegtl::sor<Blank, LineComment, BlockComment> {};
/// What is skipped elsewhere.
struct Skipped : pegtl::sor<CSkipped, NestedComment> {};

/// The size of a launch, after its word: `2x4`, `2,1x4`.
struct LaunchSize : pegtl::seq<pegtl::digit, pegtl::star<pegtl::one<'0', '1', '2', '3', '4', '5', '6', '7',
                                                                    '8', '9', 'x', 'X', ',', ' ', '\t'>>> {};

/// One step of the lexer: in dialects of columns, and in C inside and outside code.
struct Element : pegtl::sor<Skipped, String, Number, Word, Symbol> {};
/// One step of the lexer inside C code.
struct CCodeElement
    : pegtl::sor<CSkipped, CString, Fraction, SeparatedNumber, Character, CNumber, Word, CSymbol> {};
/// One step of the lexer in C files outside code.
struct CElement : pegtl::sor<NestedComment, CSkipped, String, CNumber, Word, CSymbol> {};

/// The lines before the initial state.
struct TestName
    : pegtl::until<pegtl::at<pegtl::sor<pegtl::eolf, pegtl::one<'{', '"', '\r'>, pegtl::string<'(', '*'>,
                                        pegtl::string<'/', '/'>, pegtl::string<'/', '*'>>>> {};
/// The key of a `Key=Value` line.
struct Key : Word {};
/// The value of a `Key=Value` line.
struct KeyValueText : pegtl::until<pegtl::at<pegtl::sor<pegtl::eolf, pegtl::one<'\r'>>>> {};
/// A `Key=Value` line.
struct KeyValue
    : pegtl::seq<Key, pegtl::star<pegtl::blank>, pegtl::one<'='>, pegtl::star<pegtl::blank>, KeyValueText> {};
/// A description may span several lines and contain quotes: it ends at a quote after which nothing
/// of it can follow.
struct DescriptionEnd
    : pegtl::seq<pegtl::one<'"'>,
                 pegtl::at<pegtl::star<pegtl::blank>,
                           pegtl::sor<pegtl::eolf, pegtl::one<'{', '"', '\r'>, pegtl::string<'(', '*'>,
                                      pegtl::string<'/', '/'>, pegtl::string<'/', '*'>,
                                      pegtl::seq<Key, pegtl::star<pegtl::blank>, pegtl::one<'='>>>>> {};
/// A description after its opening quote.
struct DescriptionRest : pegtl::until<DescriptionEnd> {};
/// A description in quotes.
struct Description : pegtl::if_must<pegtl::one<'"'>, DescriptionRest> {};
/// The brace that opens the initial state.
struct StateOpening : pegtl::one<'{'> {};
/// One step of the lexer before the initial state.
struct PreambleElement : pegtl::sor<ByteOrderMark, Skipped, Description, KeyValue, StateOpening> {};
/// The first line: the dialect and the name of the test.
struct Heading : pegtl::seq<Word, pegtl::star<pegtl::blank>, TestName> {};

template <typename Rule>
inline constexpr const char* errorMessage = nullptr;
template <>
inline constexpr const char* errorMessage<HexDigits> =
    "malformed number: expected hexadecimal digits after 0x";
template <>
inline constexpr const char* errorMessage<NumberEnd> = "malformed number: letters right after its digits";
template <>
inline constexpr const char* errorMessage<StringRest> = "this string is not closed on its line";
template <>
inline constexpr const char* errorMessage<CStringRest> = "this string is not closed on its line";
template <>
inline constexpr const char* errorMessage<DescriptionRest> = "this description is not closed";
template <>
inline constexpr const char* errorMessage<CommentRest> = "this comment is not closed";
template <>
inline constexpr const char* errorMessage<BlockCommentRest> = "this comment is not closed";

/// The messages for tokens that are not complete.
struct Errors {
  template <typename Rule>
  static constexpr const char* message = errorMessage<Rule>;
};
template <typename Rule>
using Control = pegtl::must_if<Errors, pegtl::normal, false>::control<Rule>;

}  // namespace hrfcheck::frontend::grammar

namespace tao::pegtl {
template <typename Name>
struct analyze_traits<Name, hrfcheck::frontend::grammar::CommentRest> : analyze_any_traits<> {};
}  // namespace tao::pegtl
