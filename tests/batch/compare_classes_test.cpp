#include <doctest/doctest.h>

#include "batch/compare/model_classes.h"
#include "batch/compare/strength_diagram.h"
#include "batch/compare_rows.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

using Classes = std::vector<std::vector<std::string>>;
using Steps = std::vector<std::pair<std::size_t, std::size_t>>;

Steps stepsOf(const ModelClasses& classes) {
  Steps steps;
  for (const ClassStep& step : classes.steps()) {
    steps.emplace_back(step.more, step.less);
  }
  return steps;
}

/// Two models on a test that nobody else is asked: the first allows more.
std::vector<ResultRow> stronger(std::size_t test, std::size_t more, std::size_t less) {
  return {rowWith(test, more, "m" + std::to_string(more), {"0", "1"}),
          rowWith(test, less, "m" + std::to_string(less), {"0"})};
}

}  // namespace

TEST_CASE("models that agree are a class, and what follows is no step") {
  const Comparison comparison = comparisonOf(
      {{rowWith(9, 0, "a", {"0"}), rowWith(9, 1, "b", {"0", "1"}), rowWith(9, 2, "c", {"0"}),
        rowWith(9, 3, "d", {"0", "1", "2"})},
       {rowWith(8, 0, "a", {"0"}), rowWith(8, 1, "b", {"0"}), rowWith(8, 2, "c", {"0"}), racy(8, 3, "d")}});
  const ModelClasses classes(comparison);
  CHECK(classes.all() == Classes{{"a", "c"}, {"b"}, {"d"}});
  CHECK(stepsOf(classes) == Steps{{1, 0}, {2, 1}});
  CHECK(classes.steps()[0].example.path == "t9.litmus");
  CHECK(classes.steps()[1].example.path == "t8.litmus");
  CHECK(classes.between(0, 2) == Strength::SecondAllowsMore);
  CHECK(classes.connected(0, 2));
  const std::string dot = strengthDiagram(comparison);
  CHECK(has(dot, "m0 [label=<a<br/>c>]"));
  CHECK(has(dot, "m1 -> m0;"));
  CHECK(has(dot, "m2 -> m1;"));
  CHECK_FALSE(has(dot, "m2 -> m0;"));
  CHECK(has(dot, "2 tests."));
}

TEST_CASE("incomparable classes have no step") {
  const Comparison comparison = comparisonOf({{rowWith(0, 0, "a", {"0"}), rowWith(0, 1, "b", {"1"})}});
  const ModelClasses classes(comparison);
  CHECK(classes.all().size() == 2);
  CHECK(classes.steps().empty());
  CHECK_FALSE(classes.connected(0, 1));
}

TEST_CASE("a model joins a class only if it agrees with every one of it") {
  // b agrees with both, but a and c have no test in common.
  const Comparison comparison = comparisonOf({{rowWith(0, 0, "a", {"0"}), rowWith(0, 1, "b", {"0"})},
                                              {rowWith(1, 1, "b", {"0"}), rowWith(1, 2, "c", {"0"})}});
  const ModelClasses classes(comparison);
  CHECK(classes.all() == Classes{{"a", "b"}, {"c"}});
  CHECK(classes.between(0, 1) == Strength::Equal);
  CHECK(classes.steps().empty());
}

TEST_CASE("between classes every pair of their models speaks") {
  // a and b agree on what both were asked; only b was asked the test that d answers otherwise.
  const Comparison comparison = comparisonOf({{rowWith(0, 0, "a", {"0"}), rowWith(0, 1, "b", {"0"})},
                                              {rowWith(1, 0, "a", {"0", "1"}), rowWith(1, 2, "d", {"0"})},
                                              {rowWith(2, 1, "b", {"0"}), rowWith(2, 2, "d", {"0", "1"})}});
  const ModelClasses classes(comparison);
  CHECK(classes.all() == Classes{{"a", "b"}, {"d"}});
  CHECK(classes.between(0, 1) == Strength::Incomparable);
}

TEST_CASE("a circle, where models were asked different tests, keeps all its steps") {
  const Comparison comparison = comparisonOf({stronger(0, 0, 1), stronger(1, 1, 2), stronger(2, 2, 0)});
  const ModelClasses classes(comparison);
  CHECK(stepsOf(classes).size() == 3);
}

TEST_CASE("names stand in the diagram as they are") {
  const Comparison comparison =
      comparisonOf({{rowWith(0, 0, "my<1>&\"2\".cat", {"0"}), rowWith(0, 1, "b", {"1"})}}, Basis::Candidates);
  const std::string dot = strengthDiagram(comparison);
  CHECK(has(dot, "my&lt;1&gt;&amp;&quot;2&quot;.cat"));
  CHECK(has(dot, "have fewer outcomes"));
  CHECK(has(dot, "1 test."));
}
