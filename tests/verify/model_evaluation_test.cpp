// The verifier's own interpretation of cat, on three events by hand: a writes, b and c read; a before b
// before c.

#include "verify/model_evaluation.h"

#include <doctest/doctest.h>

#include "verify/refused.h"

namespace hrfcheck::test {
namespace {

Pairs pairs(std::initializer_list<std::pair<std::size_t, std::size_t>> list) {
  Pairs result(3);
  for (const auto& [a, b] : list) {
    result.insert(a, b);
  }
  return result;
}

Facts facts() {
  Facts f{.events = 3};
  f.sets = {{"W", pairs({{0, 0}})}, {"R", pairs({{1, 1}, {2, 2}})}};
  f.relations = {{"step", pairs({{0, 1}, {1, 2}})}, {"int", pairs({{0, 0}, {1, 1}, {1, 2}, {2, 1}, {2, 2}})}};
  for (const char* name : {"po", "rf", "co", "loc", "covers", "same-reference", "rmw"}) {
    f.relations[name] = pairs({});
  }
  f.sets["IW"] = pairs({});
  f.choices["t"] = pairs({{1, 2}});
  return f;
}

Judgement judged(const std::string& text) {
  const std::vector<Statement> model = readModel("model/m.cat", [&](const std::string& name) {
    return name == "model/m.cat" ? text : std::string("let included = step");
  });
  return judge(model, facts());
}

bool holds(const std::string& check) {
  return judged(check + " as c").failed.empty();
}

TEST_CASE("operators") {
  CHECK(holds("empty step & [_]"));
  CHECK(holds("~empty step ; step"));
  CHECK(holds("empty step ; step ; step"));
  CHECK(holds("empty (step ; step) \\ step+"));
  CHECK(holds("empty step+ \\ step* \\ 0"));
  CHECK(holds("~empty step+ \\ step"));
  CHECK(holds("acyclic step"));
  CHECK(holds("~acyclic step | step^-1"));
  CHECK(holds("irreflexive step | step^-1"));
  CHECK(holds("~irreflexive step?"));
  CHECK(holds("empty (W * R) \\ (step+)"));
  CHECK(holds("empty ~(_ * _)"));
  CHECK(holds("empty ~(W | R)"));
  CHECK(holds("empty W \\ domain(step)"));
  CHECK(holds("empty range(step) \\ R"));
  CHECK(holds("empty [W] ; step ; [W]"));
  CHECK(holds("empty equivalence(step) \\ (step | step^-1)*"));
  CHECK(holds("empty (step | step^-1)* \\ equivalence(step)"));
  CHECK(holds("empty [_] \\ equivalence(0)"));
}

TEST_CASE("precedence: union is looser than sequence, difference and intersection") {
  CHECK(holds("~empty step | step ; 0"));
  CHECK(holds("empty step ; step \\ step ; step \\ (step ; step)"));
  CHECK(holds("~empty step & step | 0"));
}

TEST_CASE("definitions, functions, procedures and includes") {
  CHECK(holds("include \"x.cat\"\nempty included \\ step"));
  CHECK(holds("let f(r, S) = r ; [S]\nempty f(step, W)"));
  CHECK(holds("let twice r = r ; r\n~empty twice step"));
  CHECK(holds("let x = step\nlet x = x ; x\nempty x \\ (step ; step)"));
  CHECK(holds("let g(a) = let b = a ; a in b ; b\nempty g(step)"));
  CHECK(judged("procedure p(r) =\n  acyclic r as inside\nend\ncall p(step | step^-1)").failed == "inside");
  CHECK(holds("let cls C = C * C\nempty (union(cls, classes(int))) \\ int"));
}

TEST_CASE("requirements and flags") {
  CHECK(judged("acyclic step^-1 | step as a\nempty step as b").failed == "a");
  const Judgement j =
      judged("flag ~empty step as raised\nflag ~empty 0 as quiet\nundefined_unless empty step as u");
  CHECK(j.failed.empty());
  CHECK(j.flags == std::map<std::string, bool>{{"raised", true}, {"quiet", false}, {"u", true}});
}

TEST_CASE("an order that an execution chooses is looked at") {
  CHECK(holds("with t from linearisations(R, step)\n~empty t"));
  CHECK_THROWS_AS(judged("with t from linearisations(R, step^-1)"), Refused);
  CHECK_THROWS_AS(judged("with t from linearisations(R | W, step)"), Refused);
  CHECK_THROWS_AS(judged("with other from linearisations(R, step)"), Refused);
}

TEST_CASE("what the verifier does not know is refused, not guessed") {
  CHECK_THROWS_AS(judged("empty unknown"), Refused);
  CHECK_THROWS_AS(judged("let rec r = step | (r ; r)"), Refused);
  CHECK_THROWS_AS(judged("empty W | step"), Refused);
  CHECK_THROWS_AS(judged("forall C in classes(int) do empty C end"), Refused);
  CHECK_THROWS_AS(judged("let cls C = C * C\nempty union(cls, classes(step))"), Refused);
}

}  // namespace
}  // namespace hrfcheck::test
