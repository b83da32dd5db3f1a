#include "triage/answer.h"

#include <doctest/doctest.h>

#include "cat/library.h"
#include "check/prepare/preparation.h"
#include "frontend/litmus.h"
#include "support/has.h"

namespace answer_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr const char* kFile = "t.litmus";

/// Each pair of lines is a question.
using LinePairs = std::vector<std::pair<unsigned, unsigned>>;
using Names = std::vector<std::string>;

TriageAnswer answer(Engine& engine, const std::string& model, const std::string& text, const LinePairs& lines,
                    Rules rules = Rules::Licensed) {
  const auto program = parseLitmus(std::make_shared<const Source>(kFile, text));
  const Model asked = withRaces(ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load(model));
  Preparation preparation(program, 4, rules);
  std::vector<ReportedPair> pairs;
  for (const auto& [first, second] : lines) {
    pairs.push_back(
        {{ReportedKind::Any, kFile, first}, ReportedAccess{ReportedKind::Any, kFile, second}, "by hand"});
  }
  return answerPairs(engine, preparation.of(asked), pairs, {});
}

Names namesOf(const TriageAnswer& answer) {
  Names names;
  for (const PairAnswer& pair : answer.pairs) {
    names.emplace_back(nameIn(kPairVerdictNames, pair.verdict));
  }
  return names;
}

/// What both engines say, which must agree, and where nothing is left out of the test.
Names verdicts(const std::string& model, const std::string& text, const LinePairs& lines) {
  std::vector<Names> all;
  for (const Rules rules : {Rules::Licensed, Rules::Plain}) {
    for (const auto& make : {makeExplicitEngine, makeSmtEngine}) {
      all.push_back(namesOf(answer(*make(), model, text, lines, rules)));
    }
  }
  for (const Names& names : all) {
    CHECK(names == all.front());
  }
  return all.front();
}

PairAnswer one(const std::string& model, const std::string& text, unsigned first, unsigned second) {
  const auto engine = makeExplicitEngine();
  TriageAnswer all = answer(*engine, model, text, {{first, second}});
  REQUIRE(all.pairs.size() == 1);
  return all.pairs.front();
}

constexpr const char* kPublish =
    "HSA publish\n"
    "{ data=0; flag=0; other=0; mine=0; }\n"
    " P0@wg 0, cmp 0      | P1@wg 1, cmp 0       ;\n"
    " st data, 1          |                      ;\n"
    " st.sc.cmp flag, 1   |                      ;\n"
    "                     | ld.sc.cmp r0, flag   ;\n"
    "                     | bne r0, 1, END       ;\n"
    "                     | ld r1, data          ;\n"
    "                     | END:                 ;\n"
    "                     | ld r2, other         ;\n"
    " ld r3, other        |                      ;\n"
    " st other, 1         |                      ;\n"
    "                     | st mine, 1           ;\n"
    "exists (1:r1=1)\n";

}  // namespace

TEST_CASE("what orders two accesses, or that nothing does") {
  CHECK(verdicts("hrf-indirect-relaxed", kPublish,
                 {{4, 8}, {12, 10}, {5, 6}, {11, 10}, {4, 13}, {4, 5}, {8, 13}, {4, 7}, {2, 40}}) ==
        Names{"ordered", "race", "synchronizing", "only-reads", "apart", "one-thread", "one-thread",
              "not-found", "not-found"});
}

TEST_CASE("an ordered pair comes with the chain that orders it") {
  const PairAnswer ordered = one("hrf-indirect-relaxed", kPublish, 4, 8);
  REQUIRE(ordered.shown);
  REQUIRE(!ordered.shown->steps.empty());
  for (const RaceStep& step : ordered.shown->steps) {
    CHECK(step.status == RaceStep::Status::Ordered);
  }
  CHECK(ordered.shown->steps.front().from == ordered.shown->first);
  CHECK(ordered.shown->steps.back().to == ordered.shown->second);
  CHECK(one("hrf-indirect-relaxed", kPublish, 5, 6).shown);
}

TEST_CASE("a scope that leaves the other side out: the same lines race") {
  std::string narrow = kPublish;
  narrow.replace(narrow.find("st.sc.cmp"), 9, "st.sc.wg ");
  CHECK(verdicts("hrf-indirect-relaxed", narrow, {{4, 8}, {5, 6}}) == Names{"race", "race"});
}

TEST_CASE("who wins a word writes: the others do not") {
  const std::string text =
      "HSA winner\n"
      "{ taken=0; x=0; y=0; }\n"
      " P0@wg 0, cmp 0              | P1@wg 1, cmp 0              ;\n"
      " exch.sc.cmp r0, taken, 1    |                             ;\n"
      " bne r0, 0, END              |                             ;\n"
      " st x, 1                     |                             ;\n"
      " END:                        |                             ;\n"
      "                             | exch.sc.cmp r0, taken, 1    ;\n"
      "                             | bne r0, 0, END              ;\n"
      "                             | st x, 2                     ;\n"
      "                             | bne r0, 7, END              ;\n"
      "                             | st x, 3                     ;\n"
      "                             | END:                        ;\n"
      "exists (x=1)\n";
  CHECK(verdicts("hrf-indirect-relaxed", text, {{6, 10}, {6, 12}}) == Names{"exclusive", "not-reached"});
  const PairAnswer exclusive = one("hrf-indirect-relaxed", text, 6, 10);
  CHECK(
      has(exclusive.why, "no execution has both: which of them happens is decided by what is read at P0:0"));
  CHECK(has(exclusive.why, "P1:0"));
}

TEST_CASE("a flag of PTX is a race to it") {
  const std::string text =
      "PTX mp\n"
      "{ x=0; flag=0; }\n"
      " P0@cta 0,gpu 0        | P1@cta 1,gpu 0          ;\n"
      " st.weak x, 1          |                         ;\n"
      " st.release.gpu flag, 1|                         ;\n"
      "                       | ld.acquire.gpu r0, flag ;\n"
      "                       | bne r0, 1, END          ;\n"
      "                       | ld.weak r1, x           ;\n"
      "                       | END:                    ;\n"
      "exists (1:r1=1)\n";
  CHECK(verdicts("ptx", text, {{4, 8}, {5, 6}}) == Names{"ordered", "synchronizing"});
  std::string weak = text;
  weak.replace(weak.find("st.release.gpu"), 14, "st.relaxed.gpu");
  CHECK(verdicts("ptx", weak, {{4, 8}, {5, 6}}) == Names{"race", "synchronizing"});
}

TEST_CASE("a loop beyond its bound leaves the answer open, unless a race is found") {
  const std::string text =
      "HSA loop\n"
      "{ x=0; y=0; n=0; }\n"
      " P0@wg 0, cmp 0          | P1@wg 1, cmp 0  ;\n"
      " L: add r1, r1, 1        |                 ;\n"
      " bne r1, 40, L           |                 ;\n"
      " st x, 1                 |                 ;\n"
      " st y, 1                 |                 ;\n"
      "                         | st x, 2         ;\n"
      "                         | st y, 2         ;\n"
      "exists (x=1)\n";
  const auto engine = makeExplicitEngine();
  const TriageAnswer open = answer(*engine, "hrf-indirect-relaxed", text, {{6, 8}, {8, 9}});
  CHECK(namesOf(open) == Names{"undecided", "undecided"});
  CHECK(open.pairs.front().why == "bound reached");
}

TEST_CASE("one side alone is asked about with whatever else there is") {
  const auto program = parseLitmus(std::make_shared<const Source>(kFile, kPublish));
  const Model model =
      ModelLibrary({std::string(HRFCHECK_SOURCE_DIR) + "/models"}).load("hrf-indirect-relaxed");
  Preparation preparation(program, 4);
  const auto engine = makeSmtEngine();
  const TriageAnswer all = answerPairs(*engine, preparation.of(model),
                                       {{{ReportedKind::Any, kFile, 4}, std::nullopt, "t"},
                                        {{ReportedKind::Read, kFile, 10}, std::nullopt, "t"}},
                                       {});
  CHECK(namesOf(all) == Names{"ordered", "race"});
}

}  // namespace answer_test
