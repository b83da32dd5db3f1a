#include <doctest/doctest.h>

#include "cat/support.h"

using namespace hrfcheck;
using test::firstError;
using test::modelOf;
using test::resolved;

namespace {

CatType typeOf(const std::string& text, const std::string& name = "x") {
  const Model model = modelOf(text);
  return model.nodes[model.definitions.at(name)].type;
}

}  // namespace

TEST_CASE("operators become nodes") {
  CHECK(resolved("let x = po | rf & co \\ rmw ; ctrl") == "po | (((rf & co) \\ rmw) ; ctrl)");
  CHECK(resolved("let x = (po+ ; rf* | co?)^-1") == "((po+ ; rf*) | co?)^-1");
  CHECK(resolved("let x = [R & ~A] ; (W * M)") == "[R & ~A] ; (W * M)");
  CHECK(resolved("let x = domain(rf) | range(co)") == "domain(rf) | range(co)");
  CHECK(resolved("let x = id | unv | [_] | (_ * _)") == "id | unv | [_] | (_ * _)");
}

TEST_CASE("a let sees what stood before it, itself excluded") {
  CHECK(resolved("let x = po let x = x | rf") == "po | rf");
  CHECK(resolved("let WG = WG | SYS let x = WG & R") == "(WG | SYS) & R");
  CHECK(resolved("let po = rf let x = po-loc | po") == "(po & loc) | rf");
  CHECK(resolved("let a = po let a = rf and x = a") == "po");
}

TEST_CASE("functions: one parameter, several, curried, tuples, anonymous") {
  CHECK(resolved("let f r = r ; r let x = f po") == "po ; po");
  CHECK(resolved("let f(r, s) = r ; s let x = f(po, rf)") == "po ; rf");
  CHECK(resolved("let f (r, s) t = r ; s ; t let x = f (po, rf) co") == "po ; rf ; co");
  CHECK(resolved("let f r s = r ; s let g = f po let x = g rf") == "po ; rf");
  CHECK(resolved("let f = fun (a, _) -> a let x = f(po, rf)") == "po");
  CHECK(resolved("let (a, b) = (po, rf) let x = b") == "rf");
  CHECK(resolved("let f() = po let x = f()") == "po");
}

TEST_CASE("a function sees the names of its definition, not of its use") {
  CHECK(resolved("let a = po let f(r) = r ; a let a = rf let x = f(co)") == "co ; po");
}

TEST_CASE("parameters may be sets or relations") {
  CHECK(resolved("let f(r) = r | r let x = [f(W)] ; f(po)") == "[W | W] ; (po | po)");
}

TEST_CASE("the empty value takes the type of its place") {
  CHECK(typeOf("let x = 0") == CatType::Relation);
  CHECK(typeOf("let x = W | 0") == CatType::Set);
  CHECK(typeOf("let e = {} let x = [e] ; (e * W) | e") == CatType::Relation);
  CHECK(typeOf("let f(s) = s | emptyset let x = f(W)") == CatType::Set);
  CHECK(typeOf("let x = ~0") == CatType::Relation);
}

TEST_CASE("let-in, try, if") {
  CHECK(resolved("let x = let y = po in y ; y") == "po ; po");
  CHECK(resolved("let x = try nowhere with po") == "po");
  CHECK(resolved("let x = try rf with po") == "rf");
  CHECK(resolved("let x = try (rf ; nowhere) with po") == "po");
  CHECK(resolved("let f(r) = fencerel(r) let x = try f(ctrl, NOWHERE) with po") == "po");
  CHECK(resolved("let x = if \"v\" then nowhere else po") == "po");
  CHECK(resolved("let x = if not \"v\" || \"w\" then rf else nowhere") == "rf");
}

TEST_CASE("try does not hide what is wrong for another reason") {
  CHECK(firstError("let x = try (po | R) with po") == "1:17: '|' of a relation and a set");
  CHECK(firstError("let x = try partition with 0") == "1:13: 'partition' is not supported yet");
}

TEST_CASE("recursive definitions are typed by what they are made of") {
  CHECK(typeOf("let rec x = po | (x ; x)") == CatType::Relation);
  CHECK(typeOf("let rec x = x | R | range([x] ; po)") == CatType::Set);
  CHECK(typeOf("let rec y = x and x = y | W", "y") == CatType::Set);
  CHECK(typeOf("let rec x = x") == CatType::Relation);
  CHECK(typeOf("let rec x = ~~x | W") == CatType::Set);
}

TEST_CASE("a recursion group holds its bodies") {
  const Model model = modelOf("let rec a = po | (b ; a) and b = rf | a");
  REQUIRE(model.recursions.size() == 1);
  const Recursion& group = model.recursions[0];
  CHECK(group.names == std::vector<std::string>{"a", "b"});
  CHECK(toText(model, group.bodies[0]) == "po | (b ; a)");
  CHECK(toText(model, group.bodies[1]) == "rf | a");
  CHECK(std::holds_alternative<RecursionNode>(model.nodes[model.definitions.at("a")].node));
}

TEST_CASE("recursion must be monotone") {
  CHECK(firstError("let rec x = po \\ x") == "1:18: 'x' is negated inside its own recursive definition");
  CHECK(firstError("let rec x = po | ~x") == "1:19: 'x' is negated inside its own recursive definition");
  CHECK(firstError("let rec x = po | y and y = rf \\ x") ==
        "1:33: 'x' is negated inside its own recursive definition");
  CHECK(firstError("let rec x = let y = x in po \\ y") ==
        "1:31: 'x' (here 'y') is negated inside its own recursive definition");
  CHECK(firstError("let rec x = let y = x ; po in po \\ y") ==
        "1:31: 'x' is negated inside its own recursive definition");
  CHECK(firstError("let rec x = po | (let rec y = rf | (po \\ x) | y in y)") ==
        "1:42: 'x' is negated inside its own recursive definition");
  CHECK(firstError("let rec x = po \\ ~x") == "");
  CHECK(firstError("let rec x = po | ~(rf \\ x)") == "");
  CHECK(firstError("let rec x = po | y and y = x ; rf let z = po \\ x") == "");
}

TEST_CASE("folds over classes") {
  CHECK(resolved("let f C = [C] ; po let x = union(f, classes(same-scope))") ==
        "union(fun C0 -> [C0] ; po, classes(same-scope))");
  CHECK(resolved("let x = union(fun C -> union(fun D -> C * D, classes(same-wg)), classes(int))") ==
        "union(fun C0 -> union(fun C1 -> C0 * C1, classes(same-wg)), classes(int))");
  CHECK(typeOf("let x = union(fun C -> C & W, classes(int))") == CatType::Set);
  CHECK(typeOf("let x = union(fun C -> 0, classes(int))") == CatType::Relation);
  CHECK(resolved("let cs = classes(int) let x = union(toid, cs)") == "union(fun C0 -> [C0], classes(int))");
}

TEST_CASE("folds that differ in their variable alone are one") {
  const Model model = modelOf(
      "let x = union(fun C -> [C] ; po, classes(int))\n"
      "let y = union(fun D -> [D] ; po, classes(int))\n"
      "let z = union(fun D -> [D] ; rf, classes(int))");
  CHECK(model.definitions.at("x") == model.definitions.at("y"));
  CHECK(model.definitions.at("x") != model.definitions.at("z"));
}

TEST_CASE("classes need a relation that is known before anything runs") {
  CHECK(firstError("let x = union(toid, classes(rf))") ==
        "1:21: classes(...) needs a static relation, but 'rf' depends on the execution");
  CHECK(firstError("let x = union(toid, classes(int & loc))") ==
        "1:21: classes(...) needs a static relation, but 'loc' depends on the execution");
  CHECK(firstError("with t from linearisations(W, co) let x = union(toid, classes(t))") ==
        "1:55: classes(...) needs a static relation, but 't' depends on the execution");
  CHECK(firstError("let rec r = int | r let x = union(toid, classes(r))") == "");
  CHECK(firstError("let x = union(toid, classes((po | po^-1)+ & int & (R * R)))") == "");
}

TEST_CASE("type errors stand at their operator or operand") {
  CHECK(firstError("let x = po | R") == "1:12: '|' of a relation and a set");
  CHECK(firstError("let x = R & po") == "1:11: '&' of a set and a relation");
  CHECK(firstError("let x = po \\ R") == "1:12: '\\' of a relation and a set");
  CHECK(firstError("let x = R ; po") == "1:9: ';' needs a relation, but this is a set");
  CHECK(firstError("let x = W * po") == "1:13: '*' needs a set, but this is a relation");
  CHECK(firstError("let x = W+") == "1:9: '+' needs a relation, but this is a set");
  CHECK(firstError("let x = W^-1") == "1:9: '^-1' needs a relation, but this is a set");
  CHECK(firstError("let x = [po]") == "1:10: '[...]' needs a set, but this is a relation");
  CHECK(firstError("let x = domain(W)") == "1:9: domain needs a relation, but this is a set");
  CHECK(firstError("acyclic W") == "1:9: 'acyclic' needs a relation, but this is a set");
  CHECK(firstError("let f x = x empty f") ==
        "1:19: 'empty' needs a set or a relation, but this is a function");
  CHECK(firstError("let x = po rf") == "1:9: a relation is applied as if it were a function");
  CHECK(firstError("let f(a, b) = a let x = f(po)") == "1:25: 2 values are needed here, not one");
  CHECK(firstError("let (a, b) = (po, rf, co)") == "1:14: 2 values are needed here, not 3");
  CHECK(firstError("let rec x = po and y = x | R") == "1:26: '|' of a relation and a set");
}

TEST_CASE("a mistake inside a function says where it was applied") {
  try {
    modelOf("let f(r) = r | W\nlet x = f(po)");
    FAIL("accepted");
  } catch (const UserError& error) {
    REQUIRE(error.diagnostics().size() == 1);
    CHECK(error.diagnostics()[0].place.position() == LineColumn{1, 14});
    CHECK(error.diagnostics()[0].hint == "[S] is the identity relation on a set S; in 'f', applied at 2:9");
  }
}

TEST_CASE("a mistake inside the prelude is shown where the model applies it") {
  CHECK(firstError("let x = fencerel(po)") == "1:9: in 'fencerel': '*' needs a set, but this is a relation");
}

TEST_CASE("unknown names come with near ones") {
  try {
    modelOf("let base-of = po let x = bse-of | RELX");
    FAIL("accepted");
  } catch (const UserError& error) {
    REQUIRE(error.diagnostics().size() == 2);
    CHECK(error.diagnostics()[0].message == "unknown name 'bse-of'");
    CHECK(error.diagnostics()[0].hint == "did you mean 'base-of'?");
    CHECK(error.diagnostics()[1].message == "unknown name 'RELX'");
    CHECK(error.diagnostics()[1].hint.find("'REL'") != std::string::npos);
  }
}

TEST_CASE("every mistake is reported once, and none because of another") {
  try {
    modelOf("let a = nowhere let b = a ; po let f(r) = r | W let x = f(po) | f(rf)\nacyclic b as c");
    FAIL("accepted");
  } catch (const UserError& error) {
    CHECK(error.diagnostics().size() == 2);
  }
}

TEST_CASE("equal nodes are one; the first let names them") {
  const Model model = modelOf("let a = po | rf let b = po | rf acyclic (po | rf) ; co");
  CHECK(model.definitions.at("a") == model.definitions.at("b"));
  CHECK(model.nodes[model.definitions.at("a")].name == "a");
  CHECK(toText(model, model.checks[0].node) == "a ; co");
}

TEST_CASE("base relations keep their own name") {
  const Model model = modelOf("let sb = po let x = sb ; rf");
  CHECK(model.nodes[model.definitions.at("sb")].name == "");
  CHECK(toText(model, model.definitions.at("x")) == "po ; rf");
}

TEST_CASE("operands come before what is made of them") {
  for (const auto& path : test::catFiles()) {
    CAPTURE(path.string());
    const Model model = parseModel(readSource(path.string()), {test::modelsFolder()});
    for (CatNodeId id = 0; id < model.nodes.size(); ++id) {
      if (const auto* unary = std::get_if<UnaryNode>(&model.nodes[id].node)) CHECK(unary->operand < id);
      if (const auto* binary = std::get_if<BinaryNode>(&model.nodes[id].node)) {
        CHECK(binary->left < id);
        CHECK(binary->right < id);
      }
      if (const auto* fold = std::get_if<ClassFoldNode>(&model.nodes[id].node)) {
        CHECK(fold->body < id);
        CHECK(fold->classesOf < id);
      }
      CHECK(model.nodes[id].place.known());
    }
  }
}

TEST_CASE("the prelude reaches a model only where it is used") {
  CHECK(modelOf("acyclic po").nodes.size() == 1);
  CHECK(modelOf("let f(r) = r ; fr acyclic po").nodes.size() == 1);
  CHECK(modelOf("include \"filters.cat\" acyclic WW(po)").nodes.size() == 4);
}

TEST_CASE("functions that multiply without end are stopped") {
  std::string text = "let f0(r) = r ; r\n";
  for (int i = 1; i < 40; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    text += "let f" + std::to_string(i) + "(r) = " + before + "(" + before + "(r) ; r)\n";
  }
  CHECK(firstError(text + "let x = f39(po)") ==
        "41:1: the definition of 'x' takes more than 2000000 steps to read");
}

TEST_CASE("R & W is warned of: a read-modify-write is two events") {
  const Model model = modelOf("let f(r) = r & W let x = f(R) let y = W & R let z = R & M & W");
  REQUIRE(model.warnings.size() == 2);
  CHECK(model.warnings[0].message == "'R & W' is empty: a read-modify-write is two events here");
}
