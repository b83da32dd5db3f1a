// Which check of a model is its race, whatever its name.

#include <doctest/doctest.h>

#include "support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

/// The name in the file of the check that reports take for the race; "" where it has theirs, "none" without
/// one.
std::string raceOf(const Model& model) {
  for (const Check& check : model.checks) {
    if (check.name == kRaceFlag) {
      CHECK(check.role == CheckRole::Flag);
      CHECK(check.negated);
      return check.writtenName;
    }
  }
  return "none";
}
std::string raceOf(const std::string& text) {
  return raceOf(modelOf(text));
}

/// With `--race-flag`.
Model askedFor(const std::string& flag, const std::string& text) {
  ModelLimits limits;
  limits.raceFlag = flag;
  return parseModel(sourceOf(text), {}, limits);
}

}  // namespace

TEST_CASE("a flag for conflicting accesses is the race") {
  CHECK(raceOf("flag ~empty ((W * M) | (M * W)) & loc & ext as dr") == "dr");
  CHECK(raceOf("let cnf = ((W * _) | (_ * W)) & loc flag ~empty cnf \\ po as data_race") == "data_race");
  CHECK(raceOf("flag ~empty loc & ext \\ (R * R) as racy") == "racy");
  CHECK(raceOf("flag ~empty (loc & ext) \\ (loc & (R * R)) as racy") == "racy");
  CHECK(raceOf("undefined_unless empty ((W * M) | (M * W)) & loc & ext as Dr") == "Dr");
  CHECK(raceOf("flag ~empty po as racy flag ~empty (W * M) & loc as second") == "second");
}

TEST_CASE("flags for other things are not") {
  CHECK(raceOf("flag ~empty po as racy") == "none");
  CHECK(raceOf("flag ~empty (W * W) & ext as racy") == "none");
  CHECK(raceOf("flag ~empty loc & ext as racy") == "none");
  CHECK(raceOf("flag ~empty (R * R) & loc as racy") == "none");
  CHECK(raceOf("flag empty (W * M) & loc as racy") == "none");
  CHECK(raceOf("flag ~empty (W * W) | ((W * W) & loc) as racy") == "none");
  // Accesses of one thread: C calls them unsequenced.
  CHECK(raceOf("flag ~empty int & (W * M) & loc as unsequenced_race") == "none");
  CHECK(raceOf("empty (W * M) & loc as coherence") == "none");
}

TEST_CASE("a model with the flag of its own keeps it, and others") {
  CHECK(raceOf("flag ~empty (W * M) & loc as dr flag ~empty po as heterogeneous-race") == "");
}

TEST_CASE("the header says which one, or that there is none") {
  const std::string flags = "flag ~empty (W * M) & loc as first flag ~empty po as second";
  CHECK(raceOf("(* Races: second *) " + flags) == "second");
  CHECK(raceOf("(* Races: none *) " + flags) == "none");
  const Model wrong = modelOf("(* Races: third *) " + flags);
  REQUIRE(wrong.warnings.size() == 1);
  CHECK(wrong.warnings[0].message == "'Races: third' names no flag for pairs of this model");
}

TEST_CASE("what is asked for comes before the header and the definitions") {
  const std::string flags = "(* Races: second *) flag ~empty (W * M) & loc as first flag ~empty po as second";
  CHECK(raceOf(askedFor("first", flags)) == "first");
  CHECK(raceOf(askedFor("none", flags)) == "none");
  const Model wrong = askedFor("third", flags);
  CHECK(raceOf(wrong) == "second");
  REQUIRE(wrong.warnings.size() == 1);
  CHECK(wrong.warnings[0].message == "'--race-flag third' names no flag for pairs of this model");
  const std::string own = "flag ~empty (W * M) & loc as dr flag ~empty po as heterogeneous-race";
  CHECK(raceOf(askedFor("dr", own)) == "");
  CHECK(raceOf(askedFor("none", own)) == "");
}
