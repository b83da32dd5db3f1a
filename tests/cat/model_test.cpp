#include <doctest/doctest.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "cat/support.h"

using namespace hrfcheck;
using test::firstError;
using test::modelOf;

namespace {

std::string checkText(const Model& model, std::size_t i) {
  return model.checks[i].name + ": " + toText(model, model.checks[i].node, CatTextStyle::Full);
}

}  // namespace

TEST_CASE("checks of every kind and role") {
  const Model model = modelOf(
      "acyclic po as a\nirreflexive rf\nempty W\n~empty co as some\nflag ~empty rf as race\n"
      "undefined_unless empty co as Dr\nassert ~acyclic po\nassert empty R as r");
  REQUIRE(model.checks.size() == 8);
  const auto is = [&](std::size_t i, CheckRole role, CheckKind kind, bool negated, const std::string& name) {
    const Check& c = model.checks[i];
    CHECK(c.role == role);
    CHECK(c.kind == kind);
    CHECK(c.negated == negated);
    CHECK(c.name == name);
    CHECK(c.forall.empty());
    CHECK(c.place.position().line == i + 1);
  };
  is(0, CheckRole::Require, CheckKind::Acyclic, false, "a");
  is(1, CheckRole::Require, CheckKind::Irreflexive, false, "irreflexive-2");
  is(2, CheckRole::Require, CheckKind::Empty, false, "empty-3");
  is(3, CheckRole::Require, CheckKind::Empty, true, "some");
  is(4, CheckRole::Flag, CheckKind::Empty, true, "race");
  is(5, CheckRole::UndefinedUnless, CheckKind::Empty, false, "Dr");
  is(6, CheckRole::UndefinedUnless, CheckKind::Acyclic, true, "assert-acyclic-7");
  is(7, CheckRole::UndefinedUnless, CheckKind::Empty, false, "r");
}

TEST_CASE("the place of a definition has all its parentheses") {
  const Model model = modelOf(
      "acyclic (rf^-1)? ; co\nacyclic (po | rf) & co\nacyclic co & (po | rf)\nacyclic (po | rf)+\n"
      "acyclic ((W * W) & co) ; (rf)\nacyclic ((po | rf))");
  std::vector<std::string> written;
  for (const Check& check : model.checks) {
    const Place& place = model.nodes[check.node].place;
    written.emplace_back(place.source->slice(place.span));
  }
  CHECK(written == std::vector<std::string>{"(rf^-1)? ; co", "(po | rf) & co", "co & (po | rf)", "(po | rf)+",
                                            "((W * W) & co) ; (rf)", "po | rf"});
}

TEST_CASE("forall binds classes in its checks") {
  const Model model = modelOf(
      "forall C in classes(int) do\n let r = [C] ; po\n forall D in classes(same-wg) do\n acyclic r ; [D] as "
      "x\n"
      "end end\nforall e in RM do irreflexive (e * e) ; po end");
  REQUIRE(model.checks.size() == 2);
  REQUIRE(model.checks[0].forall.size() == 2);
  CHECK(toText(model, model.checks[0].forall[0].classesOf) == "int");
  CHECK(toText(model, model.checks[0].forall[1].classesOf) == "same-wg");
  CHECK(model.checks[0].forall[0].variable != model.checks[0].forall[1].variable);
  CHECK(checkText(model, 0) == "x: [C0] ; po ; [C1]");
  REQUIRE(model.checks[1].forall.size() == 1);
  CHECK(toText(model, model.checks[1].forall[0].classesOf) == "[RM]");
  CHECK(model.definitions.empty());
  CHECK(firstError("forall C in rf do acyclic po end") ==
        "1:13: 'forall' needs classes(...) or a set, but this is a relation");
  CHECK(firstError("forall C in domain(rf) do acyclic po end").find("'rf' depends on the execution") !=
        std::string::npos);
}

TEST_CASE("procedures check what they are given") {
  const Model model = modelOf(
      "let a = po\nprocedure p(r, s) =\n let a = r ; s\n acyclic a\n empty r as e\nend\n"
      "call p(rf, co)\ncall p(a, a) as named\ncall subseteq(R, M)");
  REQUIRE(model.checks.size() == 5);
  CHECK(checkText(model, 0) == "acyclic-1: rf ; co");
  CHECK(checkText(model, 1) == "e: rf");
  CHECK(checkText(model, 2) == "named: po ; po");
  CHECK(checkText(model, 3) == "e: po");
  CHECK(checkText(model, 4) == "empty-5: R \\ M");
  CHECK(toText(model, model.definitions.at("a")) == "po");
  CHECK(firstError("call po(rf)") == "1:1: 'po' is not a procedure");
  CHECK(firstError("call nowhere(rf)") == "1:1: unknown name 'nowhere'");
}

TEST_CASE("linearisations are choices") {
  const Model model = modelOf(
      "with t from linearisations(W & SC, po | rf)\nwith u from linearisations(R, 0, int)\nacyclic t | u");
  REQUIRE(model.choices.size() == 2);
  CHECK(model.choices[0].name == "t");
  CHECK(toText(model, model.choices[0].set) == "W & SC");
  CHECK(toText(model, model.choices[0].order) == "po | rf");
  CHECK_FALSE(model.choices[0].within.has_value());
  REQUIRE(model.choices[1].within.has_value());
  CHECK(toText(model, *model.choices[1].within) == "int");
  CHECK(checkText(model, 0) == "acyclic-1: t | u");
  CHECK(model.definitions.contains("t"));
}

TEST_CASE("with takes nothing else") {
  CHECK(firstError("with t from W") ==
        "1:13: 'with ... from' takes linearisations(S, r) or linearisations(S, r, e)");
  CHECK(firstError("with t from linearisations(W)") ==
        "1:13: linearisations takes a set and a relation, and perhaps an equivalence");
  CHECK(firstError("with t from linearisations(po, po)") ==
        "1:28: argument 1 of linearisations must be a set, but this is a relation");
  CHECK(firstError("let t = linearisations(W, po)") ==
        "1:9: 'linearisations' can only be used in 'with x from linearisations(...)'");
  CHECK(firstError("forall C in classes(int) do with t from linearisations(W, po) end") ==
        "1:29: 'with' inside 'forall' is not supported");
}

TEST_CASE("herd's ways to make co give co") {
  CHECK(test::resolved("with x from generate_cos(co0)") == "co");
  CHECK(test::resolved("let base = co0 with x from generate_orders(W & (A | IW), base)") ==
        "co & ((W & (A | IW)) * (W & (A | IW)))");
  const Model model = modelOf("with x from generate_orders(LS, po)");
  REQUIRE(model.choices.size() == 1);
  CHECK(toText(model, model.choices[0].order) == "po & loc");
  CHECK(toText(model, *model.choices[0].within) == "loc");
  CHECK(firstError("with co from generate_cos(co0 | po)") ==
        "1:1: generate_cos of anything but co0 is not supported");
  CHECK(firstError("let co0 = co0 | po include \"cos.cat\"") ==
        "1:28: 'cos.cat' after a definition of 'co0' is not supported");
}

TEST_CASE("the stock files give back what was redefined") {
  CHECK(test::resolved("let fr = po include \"cos.cat\" let x = fr") == "rf^-1 ; co");
  CHECK(test::resolved("include \"stdlib.cat\" include \"c11_los.cat\" let x = po | lo") == "po | 0");
  CHECK(modelOf("include \"cos.cat\"").definitions.empty());
}

TEST_CASE("show and unshow") {
  const Model model =
      modelOf("let hb = po | rf show hb, co show (hb \\ po) & ext as far show W unshow co, W show hb as hb");
  REQUIRE(model.shown.size() == 2);
  CHECK(model.shown[0].first == "far");
  CHECK(model.shown[1].first == "hb");
  CHECK(toText(model, model.shown[1].second) == "po | rf");
}

TEST_CASE("statements under a variant are not run") {
  const Model model = modelOf("if \"v\"\n include \"nowhere.cat\"\n acyclic nowhere\nelse\n acyclic po\nend");
  REQUIRE(model.checks.size() == 1);
  CHECK(toText(model, model.checks[0].node) == "po");
}

TEST_CASE("header fields") {
  const Model model = modelOf(
      "(* Source: a paper,\n     second line\n   Interpretation: r\n   r at the same column is not of it *)\nC "
      "\"The title\"\n"
      "// Status: checked\n//   by hand\n\n// more\n(* Outside:\n     fences *)\nlet x = po (* Source: not "
      "this *)");
  CHECK(model.header.title == "The title");
  CHECK(model.header.fields.size() == 4);
  CHECK(model.header.fields.at("Source") == "a paper, second line");
  CHECK(model.header.fields.at("Interpretation") == "r");
  CHECK(model.header.fields.at("Status") == "checked by hand");
  CHECK(model.header.fields.at("Outside") == "fences");
  CHECK(modelOf("(* Dialects: C *)\nacyclic po").header.fields.at("Dialects") == "C");
  CHECK(modelOf("SC\nacyclic po").header.title == "SC");
  CHECK(modelOf("X86 TSO\nacyclic po").header.title == "TSO");
  CHECK(modelOf("acyclic po").header.title == "");
}

namespace {

/// A folder of its own for one test case.
class Folder {
 public:
  explicit Folder(const std::string& name)
      : path_(std::filesystem::path(HRFCHECK_BINARY_DIR) / "cat-test-folders" / name) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  Folder& file(const std::string& name, const std::string& text) {
    std::ofstream(path_ / name) << text;
    return *this;
  }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

TEST_CASE("a library finds models by name, first folder first") {
  Folder one("one");
  one.file("a.cat", "\"first\" acyclic po")
      .file("notes.txt", "")
      .file("part.cat", "(* Status: included by a *) let p = rf");
  Folder two("two");
  two.file("a.cat", "\"second\" acyclic po").file("b.cat", "include \"part.cat\" acyclic p");
  two.file("part.cat", "let other = rf");
  const ModelLibrary library({one.path(), two.path()});
  CHECK(library.names() == std::vector<std::string>{"a", "b"});
  CHECK(library.load("a").header.title == "first");
  CHECK(library.load("a").name == "a");
  CHECK(library.load((two.path() / "a.cat").string()).header.title == "second");
  CHECK(library.load((two.path() / "a.cat").string()).name == "a");
}

TEST_CASE("includes are searched beside the including file first, then in the folders") {
  Folder one("include-one");
  one.file("m.cat", "include \"part.cat\" acyclic p").file("part.cat", "let p = rf");
  Folder two("include-two");
  two.file("part.cat", "let p = co")
      .file("n.cat", "include \"far.cat\" acyclic q")
      .file("filters.cat", "let WW(r) = r");
  Folder three("include-three");
  three.file("far.cat", "let q = fr");
  const ModelLibrary library({one.path(), two.path(), three.path()});
  CHECK(toText(library.load("m"), library.load("m").checks[0].node) == "rf");
  CHECK(toText(library.load("n"), library.load("n").checks[0].node) == "rf^-1 ; co");
  const Model filtered = parseModel(std::make_shared<const Source>((two.path() / "x.cat").string(),
                                                                   "include \"filters.cat\" acyclic WW(po)"),
                                    {});
  CHECK(toText(filtered, filtered.checks[0].node) == "po");
}

TEST_CASE("an unknown model is an error with near names") {
  const ModelLibrary library({test::modelsFolder(), "no/such/folder"});
  try {
    library.load("rspp");
    FAIL("accepted");
  } catch (const UserError& error) {
    CHECK(error.diagnostics()[0].message == "unknown model 'rspp'");
    CHECK(error.diagnostics()[0].hint.find("rsp") != std::string::npos);
  }
  CHECK_THROWS_AS(library.load("no/such/model.cat"), UserError);
}

TEST_CASE("an include cycle names its files") {
  Folder folder("cycle");
  folder.file("a.cat", "include \"b.cat\"").file("b.cat", "let x = po\ninclude \"a.cat\"");
  try {
    ModelLibrary({folder.path()}).load("a");
    FAIL("accepted");
  } catch (const UserError& error) {
    CHECK(error.diagnostics()[0].message == "include cycle: a.cat -> b.cat -> a.cat");
    CHECK(error.diagnostics()[0].place.position() == LineColumn{2, 9});
  }
}

TEST_CASE("a file included twice checks nothing twice") {
  Folder folder("twice");
  folder.file("a.cat", "include \"b.cat\" include \"b.cat\"").file("b.cat", "acyclic po as x");
  CHECK(ModelLibrary({folder.path()}).load("a").checks.size() == 1);
}

TEST_CASE("mistakes of an included file are placed in it") {
  Folder folder("wrong-include");
  folder.file("a.cat", "include \"b.cat\"").file("b.cat", "let x = po |");
  try {
    ModelLibrary({folder.path()}).load("a");
    FAIL("accepted");
  } catch (const UserError& error) {
    CHECK(error.diagnostics()[0].place.source->name() == (folder.path() / "b.cat").string());
  }
}

TEST_CASE("every model of the distribution loads under its name") {
  const ModelLibrary library({test::modelsFolder()});
  const auto names = library.names();
  REQUIRE_FALSE(names.empty());
  for (const std::string& name : names) {
    CAPTURE(name);
    const Model model = library.load(name);
    CHECK(model.name == name);
    CHECK_FALSE(model.checks.empty());
    CHECK_FALSE(model.header.title.empty());
  }
}

namespace {

/// The blocks of docs/cat.md that begin with this line.
std::vector<std::string> examplesBehind(const std::string& opening) {
  const std::string page =
      readSource((std::filesystem::path(HRFCHECK_SOURCE_DIR) / "docs" / "cat.md").string())->text();
  std::istringstream in(page);
  std::vector<std::string> examples;
  std::optional<std::string> open;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("```")) {
      if (open && *open == opening) examples.back().pop_back();
      open = open ? std::nullopt : std::optional(line);
      if (open && *open == opening) examples.emplace_back();
    } else if (open && *open == opening) {
      examples.back() += line + "\n";
    }
  }
  return examples;
}

}  // namespace

TEST_CASE("the examples of docs/cat.md are models") {
  const std::vector<std::string> examples = examplesBehind("```");
  for (const std::string& example : examples) {
    CAPTURE(example);
    CHECK(firstError(example) == "");
  }
  CHECK(examples.size() == 2);
}

TEST_CASE("the bell file of docs/cat.md, and the model that goes with it") {
  const std::vector<std::string> examples = examplesBehind("```bell");
  REQUIRE(examples.size() == 2);
  const std::string model = examples[1].substr(examples[1].find('\n'));
  const auto source = std::make_shared<const Source>("page.bell", examples[0] + model);
  CHECK(parseModel(source, {}).checks.size() == 3);
}
