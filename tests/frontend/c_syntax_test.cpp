#include <doctest/doctest.h>

#include "c_tree.h"

// The trees that C text becomes: expressions by precedence, statements, declarations.

namespace {

using namespace hrfcheck;
namespace c = hrfcheck::frontend::c;
using test::CUnit;
using test::parseC;
using test::show;

const c::StmtPtr& bodyOf(const CUnit& unit) {
  REQUIRE(unit.parsed.unit.threads.size() == 1);
  return unit.parsed.unit.threads[0].body;
}

/// The statements of a thread, one a line.
std::string statements(const std::string& code) {
  const CUnit unit = parseC("P0 (global int* x) {" + code + "}");
  CHECK(unit.messages() == "");
  std::string text;
  for (const c::StmtPtr& s : std::get<c::BlockStmt>(bodyOf(unit)->node).statements) {
    text += show(s);
  }
  return text;
}

std::string expression(const std::string& text) {
  const std::string line = statements(text + ";");
  return line.substr(0, line.size() - 1);
}

TEST_CASE("precedence, from loose to tight") {
  CHECK(expression("a = b, c += d") == "((a = b), (c += d))");
  CHECK(expression("a = b = c") == "(a = (b = c))");
  CHECK(expression("a = b ? c : d ? e : f") == "(a = (b ? c : (d ? e : f)))");
  CHECK(expression("a || b && c | d ^ e & f == g < h << i + j * k") ==
        "(a || (b && (c | (d ^ (e & (f == (g < (h << (i + (j * k))))))))))");
  CHECK(expression("a * b + c << d < e == f & g ^ h | i && j || k") ==
        "((((((((((a * b) + c) << d) < e) == f) & g) ^ h) | i) && j) || k)");
}

TEST_CASE("operators of one precedence go from left to right") {
  CHECK(expression("a - b + c - d") == "(((a - b) + c) - d)");
  CHECK(expression("a * b / c % d") == "(((a * b) / c) % d)");
  CHECK(expression("a << b >> c") == "((a << b) >> c)");
  CHECK(expression("a < b <= c > d >= e") == "((((a < b) <= c) > d) >= e)");
  CHECK(expression("a == b != c") == "((a == b) != c)");
}

TEST_CASE("every compound assignment") {
  for (const std::string op : {"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}) {
    CHECK(expression("a " + op + " b") == "(a " + op + " b)");
  }
}

TEST_CASE("operators before and behind") {
  CHECK(expression("-a + ~b * !c") == "((-a) + ((~b) * (!c)))");
  CHECK(expression("*p++") == "(*(p++))");
  CHECK(expression("(*p)++") == "((*p)++)");
  CHECK(expression("++*p") == "(++(*p))");
  CHECK(expression("a - --b") == "(a - (--b))");
  CHECK(expression("&q->contents[i + 1].f") == "(&q->contents[(i + 1)].f)");
  CHECK(expression("f(a, g(), (b, c))[1]") == "f(a, g(), (b, c))[1]");
  CHECK(expression("a**b") == "(a * (*b))");
  CHECK(expression("a&&b&c") == "(a && (b & c))");
  CHECK(expression("+a") == "a");
}

TEST_CASE("numbers and the names for them") {
  CHECK(expression("a = -1 - -2") == "(a = (-1 - -2))");
  CHECK(expression("a -1") == "(a - 1)");
  CHECK(expression("0x10u + 3UL + 0") == "((16 + 3) + 0)");
  CHECK(expression("-9223372036854775808") == "-9223372036854775808");
  CHECK(expression("NULL + true + false") == "((0 + 1) + 0)");
}

TEST_CASE("casts") {
  CHECK(expression("(int)a + b") == "(((int) a) + b)");
  CHECK(expression("(global atomic_int*)&a") == "((global atomic int*) (&a))");
  CHECK(expression("(unsigned long)(a)") == "((int) a)");
}

TEST_CASE("'(*' in code is code, and a comment of herd's between threads") {
  CHECK(statements("if (*x) { (*x) = f(*x); } // (* no\n /* (* no */") ==
        "if (*x)\n  {\n    ((*x) = f((*x)))\n  }\n");
  const CUnit unit =
      parseC("(* one (* two *) *) P0 (* three *) (int* a) { f(*a); } (* four *) P1 () { g(*b); } (* five *)");
  CHECK(unit.messages() == "");
  REQUIRE(unit.parsed.unit.threads.size() == 2);
  CHECK(show(unit.parsed.unit.threads[1].body) == "{\n  g((*b))\n}\n");
}

TEST_CASE("declarations") {
  CHECK(statements("int r0, *p = &x, a[2] = {0, 1}, b[] = {1,}, c[N + 1];") ==
        "int r0\nint* p = (&x)\nint a[2] = {0, 1}\nint b[] = {1}\nint c[(N + 1)]\n");
  CHECK(statements("volatile unsigned long long const r;") == "int r\n");
  CHECK(statements("_Atomic(int) a; int _Atomic b; _Atomic int* c; atomic_uint d;") ==
        "atomic int a\natomic int b\natomic int* c\natomic int d\n");
  CHECK(statements("__local int* p; local int* q; int global* r; __private int s;") ==
        "local int* p\nlocal int* q\nglobal int* r\nint s\n");
}

TEST_CASE("OpenCL's short keywords are names, too") {
  CHECK(statements("local = 1; int global = 2, kernel; constant++; f(private);") ==
        "(local = 1)\nint global = 2\nint kernel\n(constant++)\nf(private)\n");
}

TEST_CASE("statements") {
  CHECK(statements("if (a) b; else if (c) d; else { }") ==
        "if a\n  b\nelse\n  if c\n    d\n  else\n    {\n    }\n");
  CHECK(statements("if (a) if (b) c; else d;") == "if a\n  if b\n    c\n  else\n    d\n");
  CHECK(statements("while (a) { break; continue; }") == "while a\n  {\n    break\n    continue\n  }\n");
  CHECK(statements("do a++; while (b);") == "do\n  (a++)\nwhile b\n");
  CHECK(statements("for (int i = 0; i < 3; i++) a;") == "for\n  int i = 0\n; (i < 3); (i++)\n  a\n");
  CHECK(statements("for (i = 0, j = 1; ; ) ;") == "for\n  ((i = 0), (j = 1))\n; ; \n  ;\n");
  CHECK(statements("for (;;) { }") == "for\n; ; \n  {\n  }\n");
  CHECK(statements("return; return a + 1;") == "return\nreturn (a + 1)\n");
  CHECK(statements("again: goto again; B1: barrier(0); end: ") ==
        "again:\ngoto again\nB1:\nbarrier(0)\nend:\n;\n");
  CHECK(statements("a ? b : c;") == "(a ? b : c)\n");
}

TEST_CASE("places of expressions and statements") {
  const CUnit unit = parseC("P0 () { r = a + (b); if (c) d; }");
  const auto& block = std::get<c::BlockStmt>(bodyOf(unit)->node);
  const auto slice = [&](Span span) { return std::string(unit.source->slice(span)); };
  const auto& assign = std::get<c::ExprStmt>(block.statements[0]->node).expr;
  CHECK(slice(assign->span) == "r = a + (b)");
  CHECK(assign->token.text == "=");
  const auto& sum = std::get<c::AssignExpr>(assign->node).value;
  CHECK(slice(sum->span) == "a + (b)");
  CHECK(sum->token.text == "+");
  CHECK(slice(block.statements[1]->span) == "if (c) d;");
  CHECK(slice(bodyOf(unit)->span) == "{ r = a + (b); if (c) d; }");
}

TEST_CASE("nothing that is nested exhausts the stack") {
  const auto repeated = [](const std::string& text) {
    std::string result;
    for (int i = 0; i < 50000; ++i) {
      result += text;
    }
    return result;
  };
  for (const std::string text : {"(",         "{",
                                 "-",         "*",
                                 "!",         "a[",
                                 "f(",        "if (a) ",
                                 "if (a) {",  "while (a) ",
                                 "do ",       "l: ",
                                 "a ? ",      "a ? b : ",
                                 "a = ",      "else ",
                                 "for (;;) ", "(int)",
                                 "int a[",    "a + ",
                                 "a[0]",      "if (a) b; else "}) {
    CAPTURE(text);
    const auto refused = [&] {
      try {
        return parseC("P0 () { " + repeated(text)).diagnostics.hasErrors();
      } catch (const UserError& error) {
        return std::string(error.what()).find("this is error number 1000") != std::string::npos;
      }
    };
    CHECK(refused());
  }
  CHECK(parseC("P0 () { r = a" + repeated(" + a") + "; }").messages() ==
        "1:2013: an expression with more than 500 operators\n");
  CHECK(parseC("P0 () { r = " + repeated("(") + "a; }").messages().find("this is nested too deeply") !=
        std::string::npos);
}

}  // namespace
