#include "cat/syntax/lexer.h"

#include <doctest/doctest.h>

#include "cat/support.h"

using namespace hrfcheck;
using namespace hrfcheck::cat;

namespace {

std::string tokensOf(const std::string& text) {
  Diagnostics diagnostics;
  std::string all;
  for (const Token& token : lex(test::sourceOf(text), diagnostics).tokens) {
    if (token.kind != TokenKind::End) all += (all.empty() ? "" : " ") + token.text;
  }
  for (const Diagnostic& d : diagnostics.all()) all += " !" + d.message;
  return all;
}

}  // namespace

TEST_CASE("names hold dashes, dots, underscores and a final prime") {
  CHECK(tokensOf("po-loc DMB.SY x' _y a_b") == "po-loc DMB.SY x' _y a_b");
  CHECK(tokensOf("r-1") == "r-1");
  CHECK(tokensOf("r -1 r^-1") == "r -1 r ^ -1");
  CHECK(tokensOf("fun x->x") == "fun x -> x");
  CHECK(tokensOf("_*_") == "_ * _");
}

TEST_CASE("a byte order mark in front is no word") {
  CHECK(tokensOf("\xef\xbb\xbflet a = b") == "let a = b");
  CHECK(tokensOf("let \xef\xbb\xbf").find("unexpected") != std::string::npos);
}

TEST_CASE("the longest symbol wins") {
  CHECK(tokensOf("a||b|c&&d&e++f+g") == "a || b | c && d & e ++ f + g");
}

TEST_CASE("comments of every style are left out") {
  CHECK(tokensOf("a (* b (* c *) d *) e") == "a e");
  CHECK(tokensOf("a // b\nc /* d\n */ e\n# f\ng") == "a c e g");
  CHECK(tokensOf("(***) a (**) b") == "a b");
}

TEST_CASE("comments are remembered with their delimiters") {
  Diagnostics diagnostics;
  const auto source = test::sourceOf("(* a *) x // b\n");
  const TokenStream stream = lex(source, diagnostics);
  REQUIRE(stream.comments.size() == 2);
  CHECK(source->slice(stream.comments[0]) == "(* a *)");
  CHECK(source->slice(stream.comments[1]) == "// b");
}

TEST_CASE("what is no token is reported, and the rest goes on") {
  CHECK(tokensOf("a $ b") == "a $ b !unexpected '$' in a model");
  CHECK(tokensOf("a 42 b") == "a 42 b !unexpected '42' in a model");
  CHECK(tokensOf("a \xc3\xa9 b") == "a \xc3\xa9 b !unexpected '\xc3\xa9' in a model");
  CHECK(tokensOf(std::string("a \0 b", 5)) == std::string("a \0 b", 5) + " !unexpected byte 0x00 in a model");
  CHECK(tokensOf("a \xff") == "a \xff !unexpected byte 0xff in a model");
  CHECK(tokensOf("a (* b (* c *)") == "a !this comment is never closed");
  CHECK(tokensOf("a \"b\nc") == "a b c !this string is not closed on its line");
}

TEST_CASE("deeply nested comments do not exhaust the stack") {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "(*";
  CHECK(tokensOf("a " + text) == "a !this comment is never closed");
  for (int i = 0; i < 100000; ++i) text += "*)";
  CHECK(tokensOf("a " + text + " b") == "a b");
}
