#include "cat/interpret/interpretation.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "cat/library.h"
#include "licence/support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// Which operators occur in a definition, and how often each node was looked at.
class Operators {
 public:
  using Value = std::set<std::string>;
  using Site = CatSite<Value>;

  Value tag(const Site& at, const TagNode& n) { return leaf(at, n.tag); }
  Value base(const Site& at, const BaseNode& n) { return leaf(at, n.name.empty() ? "base" : n.name); }
  Value empty(const Site& at, CatType) { return leaf(at, "0"); }
  Value universe(const Site& at, CatType) { return leaf(at, "all"); }
  Value identity(const Site& at) { return leaf(at, "id"); }
  Value plus(const Site& at, const Value& a) { return with(at, "+", a); }
  Value star(const Site& at, const Value& a) { return with(at, "*", a); }
  Value optional(const Site& at, const Value& a) { return with(at, "?", a); }
  Value inverse(const Site& at, const Value& a) { return with(at, "^-1", a); }
  Value complement(const Site& at, const Value& a) { return with(at, "~", a); }
  Value bracket(const Site& at, const Value& a) { return with(at, "[]", a); }
  Value domain(const Site& at, const Value& a) { return with(at, "domain", a); }
  Value range(const Site& at, const Value& a) { return with(at, "range", a); }
  Value unite(const Site& at, const Value& a, const Value& b) { return with(at, "|", a, b); }
  Value intersect(const Site& at, const Value& a, const Value& b) { return with(at, "&", a, b); }
  Value subtract(const Site& at, const Value& a, const Value& b) { return with(at, "\\", a, b); }
  Value sequence(const Site& at, const Value& a, const Value& b) { return with(at, ";", a, b); }
  Value product(const Site& at, const Value& a, const Value& b) { return with(at, "x", a, b); }
  Value classVariable(const Site& at, const std::vector<const Value*>& classes) {
    return classes.empty() ? leaf(at, "class of nothing") : with(at, "class", *classes.front());
  }
  Value fold(const Site& at, const Value& a, const Value& b) { return with(at, "fold", a, b); }
  Value choice(const Site& at, const Choice& choice, const Value& a, const Value& b, const Value* within) {
    return with(at, choice.name, with(at, "order", a, b), within != nullptr ? *within : Value{});
  }
  Value nothing(CatType) { return {}; }
  bool widened(Value& old, const Value& next) {
    const std::size_t before = old.size();
    old.insert(next.begin(), next.end());
    ++iterations;
    return old.size() > before;
  }

  std::map<CatNodeId, int> looks;
  int iterations = 0;

 private:
  Value leaf(const Site& at, const std::string& word) {
    ++looks[at.node];
    return {word};
  }
  Value with(const Site& at, const std::string& word, Value a, const Value& b = {}) {
    ++looks[at.node];
    a.insert(b.begin(), b.end());
    a.insert(word);
    return a;
  }
};

struct Read {
  std::set<std::string> words;
  int mostLooks = 0;
  int iterations = 0;
};

/// The first check of a model, as `Operators` reads it.
Read readingOf(const std::string& text) {
  const Model model = modelOfChecks(text);
  Operators operators;
  Interpretation<Operators> interpretation(model, operators);
  Read result{interpretation.of(model.checks.front().node), 0, operators.iterations};
  for (const auto& [node, looks] : operators.looks) {
    result.mostLooks = std::max(result.mostLooks, looks);
  }
  return result;
}

using Words = std::set<std::string>;

}  // namespace

TEST_CASE("interpretation: an operation for each operator") {
  CHECK(readingOf("empty ((po+ ; [W])? & (po^-1 | ~po)) \\ (domain(po*) * range(po)) as x").words ==
        Words{"po", "+", ";", "[]", "W", "?", "&", "^-1", "|", "~", "\\", "domain", "*", "range", "x"});
  CHECK(readingOf("empty id | unv | 0 | (_ * R) as x").words.contains("id"));
}

TEST_CASE("interpretation: what is shared is looked at once") {
  const Read read = readingOf("let a = po ; po\nlet b = a | a^-1\nempty (b ; b) & (b ; a) as x");
  CHECK(read.mostLooks == 1);
}

TEST_CASE("interpretation: recursion goes on until nothing changes") {
  const Read read = readingOf("let rec a = po | (b ; a) and b = [R] | a^-1\nempty a as x");
  CHECK(read.words == Words{"po", ";", "|", "[]", "R", "^-1"});
  CHECK(read.iterations >= 4);
}

TEST_CASE("interpretation: classes are those of the equivalences that bind them") {
  CHECK(readingOf("let of-class C = po & (C * C)\nempty union(of-class, classes(int)) as x").words ==
        Words{"po", "&", "x", "class", "int", "fold"});
  CHECK(readingOf("forall C in classes(int) do empty po & (C * C) as x end").words ==
        Words{"po", "&", "x", "class", "int"});
}

TEST_CASE("interpretation: all parts of a choice") {
  CHECK(readingOf("with o from linearisations(W, po, loc)\nempty o as x").words ==
        Words{"W", "po", "base", "order", "o"});
}
