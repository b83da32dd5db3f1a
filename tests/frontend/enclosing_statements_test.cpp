#include "frontend/edit/enclosing_statements.h"

#include <doctest/doctest.h>

#include <string>

using namespace hrfcheck;

namespace {

/// The statements around the first `here`, each by its beginning.
std::string enclosing(const std::string& text) {
  std::string result;
  for (const std::uint32_t at :
       frontend::enclosingStatements(text, static_cast<std::uint32_t>(text.find("here")))) {
    result += text.substr(at, text.find_first_of(" (", at) - at) + "@" + std::to_string(at) + " ";
  }
  return result;
}

}  // namespace

TEST_CASE("the statements around a place are found by their braces") {
  CHECK(enclosing("void f(int n) { here; }").empty());
  CHECK(enclosing("void f(int n) { if (n) { here; } }") == "if@16 ");
  CHECK(enclosing("void f(int n) { for (;;) { a; { b; } if (n > (1)) { c(); here; } } }") == "if@37 for@16 ");
  CHECK(enclosing("void f(int n) { while (n) { { here; } } }") == "while@16 ");
  CHECK(enclosing("void f(int n) { if (n) { a; } else { here; } }").empty());
  CHECK(enclosing("void f(int n) { if (n) { a; } else if (n) { here; } }").empty());
  CHECK(enclosing("void f(int n) { switch (n) { default: here; } }") == "switch@16 ");
  CHECK(enclosing("void f(int n) { for (;;) if (n) { here; } }") == "");
  CHECK(enclosing("void f() { // first\n  a; // {\n  /* then */\n  if (n) { // so\n    here; } }") ==
        "if@45 ");
  CHECK(enclosing("here").empty());
  CHECK(enclosing(") { here").empty());
  CHECK(enclosing("if { here").empty());
}
