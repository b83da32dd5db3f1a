#include "cat/syntax/parser.h"

#include <doctest/doctest.h>

#include "cat/support.h"
#include "cat/syntax/print.h"

using namespace hrfcheck;
using namespace hrfcheck::cat;

namespace {

File parsed(const std::string& text) {
  Diagnostics diagnostics;
  File file = parseFile(test::sourceOf(text), diagnostics);
  for (const Diagnostic& d : diagnostics.all()) {
    if (d.severity == Severity::Error) FAIL_CHECK(render(d));
  }
  return file;
}

void sameTree(const std::string& a, const std::string& b) {
  CAPTURE(a);
  CAPTURE(b);
  CHECK(parsed("let x = " + a) == parsed("let x = " + b));
}

std::string onlyError(const std::string& text) {
  Diagnostics diagnostics;
  parseFile(test::sourceOf(text), diagnostics);
  return diagnostics.all().size() == 1 ? diagnostics.all()[0].message
                                       : std::to_string(diagnostics.all().size()) + " diagnostics";
}

}  // namespace

TEST_CASE("operators from loosest to tightest: | ; \\ & * postfix ~ application") {
  sameTree("a | b ; c", "a | (b ; c)");
  sameTree("a ; b | c", "(a ; b) | c");
  sameTree("a ; b \\ c", "a ; (b \\ c)");
  sameTree("a \\ b & c", "a \\ (b & c)");
  sameTree("a & b * c", "a & (b * c)");
  sameTree("a * b+", "a * (b+)");
  sameTree("a ; b+ ; c", "(a ; (b+)) ; c");
  sameTree("~a & b", "(~a) & b");
  sameTree("~f x", "~(f x)");
  sameTree("f x+", "(f x)+");
  sameTree("f x y", "f(x)(y)");
  sameTree("f (x, y)", "f(x,y)");
  sameTree("range(r)^-1 ; s", "((range (r))^-1) ; s");
}

TEST_CASE("sequence and difference associate to the left") {
  sameTree("a ; b ; c", "(a ; b) ; c");
  sameTree("a \\ b \\ c", "(a \\ b) \\ c");
  CHECK_FALSE(parsed("let x = a \\ (b \\ c)") == parsed("let x = a \\ b \\ c"));
}

TEST_CASE("a star is a product when an operand follows it") {
  sameTree("a* ; b", "(a*) ; b");
  sameTree("a*b", "(a) * (b)");
  sameTree("a*[b]", "(a) * ([b])");
  sameTree("a * ~b", "a * (~b)");
  sameTree("(a ; b*)*", "((a ; (b*))*)");
  sameTree("a*?", "(a*)?");
}

TEST_CASE("Dartagnan's inverse and hats") {
  sameTree("r -1", "r^-1");
  sameTree("r^+ ; r^*", "r+ ; r*");
  sameTree("(a | b)-1", "(a | b)^-1");
}

TEST_CASE("constants and closed forms") {
  sameTree("{}", "0");
  sameTree("begin a | b end & c", "(a | b) & c");
  sameTree("let y = a and z = b in y | z", "(let y = a and z = b in (y | z))");
  sameTree("fun x -> x | y", "fun (x) -> (x | y)");
  sameTree("try a with b | c", "try (a) with (b | c)");
  sameTree("if \"v\" then a else b | c", "if (\"v\") then a else (b | c)");
  sameTree("if ~\"v\" && \"w\" || \"u\" then a else b", "if ((not \"v\") && \"w\") || \"u\" then a else b");
}

TEST_CASE("a complement under a product or a postfix operator is warned of") {
  const auto warnings = [](const std::string& text) {
    Diagnostics diagnostics;
    parseFile(test::sourceOf("let x = " + text), diagnostics);
    return diagnostics.warnings().size();
  };
  CHECK(warnings("~A * B") == 1);
  CHECK(warnings("~r+") == 1);
  CHECK(warnings("~r?") == 1);
  CHECK(warnings("(~A) * B") == 0);
  CHECK(warnings("~(A * B)") == 0);
  CHECK(warnings("A * ~B") == 0);
  CHECK(warnings("~r^-1") == 0);
  CHECK(warnings("~r & s | ~s ; r+") == 0);
  sameTree("~A * B", "(~A) * B");
  sameTree("~r+", "(~r)+");
}

TEST_CASE("every header form") {
  CHECK(parsed("let x = po").headerWords.empty());
  CHECK(parsed("SC let x = po").headerWords == std::vector<std::string>{"SC"});
  CHECK(parsed("\"text\" let x = po").headerText == "text");
  const File both = parsed("C \"text\"\nlet x = po");
  CHECK(both.headerWords == std::vector<std::string>{"C"});
  CHECK(both.headerText == "text");
  CHECK(parsed("X86 TSO\ninclude \"a.cat\"").headerWords == std::vector<std::string>{"X86", "TSO"});
}

TEST_CASE("every input and every model survives printing") {
  const auto files = test::catFiles();
  REQUIRE(files.size() >= 4);
  for (const auto& path : files) {
    CAPTURE(path.string());
    Diagnostics diagnostics;
    const File once = parseFile(readSource(path.string()), diagnostics);
    REQUIRE_FALSE(diagnostics.hasErrors());
    CHECK_FALSE(once.statements.empty());
    const std::string text = print(once);
    CAPTURE(text);
    CHECK(parsed(text) == once);
    CHECK(print(parsed(text)) == text);
  }
}

TEST_CASE("what is not supported is named") {
  CHECK(onlyError("let f s = match s with || {} -> 0 || e ++ s -> e end\nlet y = po") ==
        "'match' on anything but a tag such as 'acquire, or '_' is not supported");
  CHECK(onlyError("default F[{'A,'B}]") == "'default' is not supported");
  CHECK(onlyError("let x = newSet()") == "'newSet()' is not supported");
  CHECK(onlyError("let x = newRelation()") == "'newRelation()' is not supported");
  CHECK(onlyError("let x = a ++ S") == "'++' (adding an element to a set) is not supported");
  CHECK(onlyError("let x = {a, b}") ==
        "a set listed in braces, unless of tags such as 'acquire, is not supported");
  CHECK(onlyError("let rec f x = f x") == "a recursive function ('f') is not supported");
  CHECK(onlyError("let rec r = r when acyclic r") == "'when' after 'let rec' is not supported");
  CHECK(onlyError("procedure rec p(x) = end") == "a recursive procedure is not supported");
  CHECK(onlyError("debug po") == "'debug' is not supported");
  CHECK(onlyError("let y = po\ncut y") == "'cut' is not supported");
  CHECK(onlyError("let x = if a = b then a else b") ==
        "'if' on anything but the name of a variant in quotes is not supported");
  CHECK(onlyError("let x = A * B * C") == "a chain of '*' is not supported");
}

TEST_CASE("several syntax errors of one file are all found") {
  Diagnostics diagnostics;
  const File file =
      parseFile(test::sourceOf("let x = (po\nlet y = rf |\nacyclic |\nlet z = co"), diagnostics);
  CHECK(diagnostics.all().size() == 3);
  CHECK(file.statements.size() == 1);
}

TEST_CASE("depth and length are bounded") {
  const auto refused = [](const std::string& text) {
    Diagnostics diagnostics;
    parseFile(test::sourceOf("let x = " + text), diagnostics);
    return diagnostics.hasErrors();
  };
  std::string chain = "po";
  for (int i = 0; i < 900; ++i) chain += " | po";
  CHECK_FALSE(refused(chain));
  for (int i = 0; i < 900; ++i) chain += " | po";
  CHECK(refused(chain));
  CHECK(refused(std::string(100000, '(')));
  CHECK(refused(std::string(100000, '~')));
  CHECK(refused("po" + std::string(100000, '+')));
}
