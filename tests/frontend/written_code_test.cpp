#include "frontend/shared/written_code.h"

#include <doctest/doctest.h>

#include <string>

using namespace hrfcheck;

namespace {

/// The statements around the first `here`, the innermost first, each by its first word and its place.
std::string around(const std::string& text) {
  std::string result;
  const auto here = static_cast<std::uint32_t>(text.find("here"));
  for (const Span& statement : frontend::Statements(text).around(here)) {
    const std::uint32_t at = statement.begin;
    result += text.substr(at, text.find_first_of(" (;", at) - at) + "@" + std::to_string(at) + " ";
  }
  return result;
}

std::string callIn(const std::string& text) {
  const auto call = frontend::callAt(text, static_cast<std::uint32_t>(text.find("call")));
  return call ? text.substr(call->begin, call->end - call->begin) : "";
}

}  // namespace

TEST_CASE("the statements of blocks around a place are found by brackets and key words") {
  CHECK(around("void f(int n) { here; }") == "here@16 ");
  CHECK(around("void f(int n) { a; x = here; b; }") == "x@19 ");
  CHECK(around("void f(int n) { if (n) { here; } }") == "here@25 if@16 ");
  CHECK(around("void f(int n) { for (;;) { a; { b; } if (n > (1)) { c(); here; } } }") ==
        "here@57 if@37 for@16 ");
  CHECK(around("void f(int n) { while (n) { { here; } } }") == "here@30 while@16 ");
  CHECK(around("void f(int n) { if (n) { a; } else { here; } b; }") == "here@37 if@16 ");
  CHECK(around("void f(int n) { if (n) a; else here; b; }") == "if@16 ");
  CHECK(around("void f(int n) { if (n) { a; } else if (n) { here; } }") == "here@44 if@16 ");
  CHECK(around("void f(int n) { switch (n) { case A::b: c; default: here; } }") == "here@52 switch@16 ");
  CHECK(around("void f(int n) { for (;;) if (n) { here; } }") == "here@34 for@16 ");
  CHECK(around("void f(int n) { do { a; } while (here); b; }") == "do@16 ");
  CHECK(around("void f(int n) { do here; while (n); b; }") == "do@16 ");
  CHECK(around("void f(int n) { again: here; goto again; }") == "here@23 ");
  CHECK(around("void f(int n) { for (int i = 0; i < here; ++i) { a; } }") == "for@16 ");
}

TEST_CASE("statements are found in classes, name spaces, lambdas, and behind what looks like code") {
  CHECK(around("namespace n { struct S { int a{1}; void f() const { here; } }; }") == "here@52 ");
  CHECK(around("template <int N> __global__ void f(int (&x)[N]) { b(x); here; }") == "here@56 ");
  CHECK(around("void f() { auto g = [&](int i) { here; }; g(1); }") == "here@33 auto@11 ");
  CHECK(around("void f() { int a[] = {1, here}; }") == "int@11 ");
  CHECK(around("int a[] = {1}; void f() { here; }") == "here@26 ");
  CHECK(around("void f() { // first\n  a; // {\n  /* then } */\n  if (n) { // so\n    here; } }") ==
        "here@66 if@47 ");
  CHECK(around("void f() {\n#define B {\\\n {\n  a(\"}\", '}', R\"x(})\")x\", 1'000); here; }") ==
        "here@61 ");
}

TEST_CASE("broken code has few statements, and code of any depth is read") {
  CHECK(around("here").empty());
  CHECK(around(") { here") == "here@4 ");
  CHECK(around("if { here").empty());
  CHECK(around("void f() { " + std::string(100'000, '{') + "here").empty());
  CHECK(around("void f() { x = " + std::string(100'000, '(') + "here") == "x@11 ");
}

TEST_CASE("calls are found up to their closing parenthesis") {
  CHECK(callIn("x = call(a, (b), \")\");") == "call(a, (b), \")\")");
  CHECK(callIn("flag->call (a)[1]") == "call (a)");
  CHECK(callIn("call::of::it(1) + 2") == "call::of::it(1)");
  CHECK(callIn("a ? call : b(1)").empty());
  CHECK(callIn("call = b(1)").empty());
  CHECK(callIn("call(a").empty());
  CHECK(callIn("").empty());
}
