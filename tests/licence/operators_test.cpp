// What each operator of cat makes of what is left out, one at a time.

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "cat/library.h"
#include "cat/licence/licences.h"
#include "licence/support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

bool holds(const std::string& text, Licence licence) {
  const Model model = modelOfChecks(text);
  return Licences(model).holds(licence);
}

/// What leaving events out does to a definition: "same", "loses", "gains", "both".
std::string without(const std::string& definition, const std::string& before, Licence licence) {
  const bool losesNothing = holds(before + "\nflag ~empty " + definition + " as flagged", licence);
  const bool gainsNothing = holds(before + "\nempty " + definition + " as required", licence);
  return losesNothing && gainsNothing ? "same" : gainsNothing ? "loses" : losesNothing ? "gains" : "both";
}

std::string withoutReads(const std::string& definition, const std::string& before = "") {
  return without(definition, before, Licence::Deletion);
}
std::string withoutUpdates(const std::string& definition, const std::string& before = "") {
  return without(definition, before, Licence::UpdateDeletion);
}

/// A definition where two reads become one: "the same", "the first is enough" (for flags), or "no".
std::string twins(const std::string& definition, const std::string& before = "") {
  const Model model = modelOfChecks(before + "\nflag ~empty " + definition + " as flagged");
  const Licences licences(model);
  const LicenceFinding& finding = licences.of(Licence::Twins);
  return !finding.holds() ? "no" : finding.oneRoundMore ? "the first is enough" : "the same";
}

}  // namespace

TEST_CASE("without reads: what is given stays") {
  for (const char* given : {"R", "M", "A", "po", "rf", "co", "loc", "addr", "data", "rmw", "int",
                            "same-scope", "covers", "syncbar", "id", "unv", "_", "0"}) {
    INFO(given);
    CHECK(withoutReads(given) == "same");
  }
  // A branch that is left out may be all that another read controls things by.
  CHECK(withoutReads("ctrl") == "loses");
  CHECK(withoutReads("casdep") == "both");
}

TEST_CASE("without reads: compositions lose what leads through one") {
  CHECK(withoutReads("rf ; po") == "loses");
  CHECK(withoutReads("po ; po") == "loses");
  // Events that stay: writes, initial ones, barriers; the same event; the same instruction.
  CHECK(withoutReads("co ; rf") == "same");
  CHECK(withoutReads("rf^-1 ; co") == "same");
  CHECK(withoutReads("po ; [B] ; po") == "same");
  CHECK(withoutReads("[R] ; po ; [W]") == "same");
  CHECK(withoutReads("rmw ; po") == "same");
  CHECK(withoutReads("(id | rmw | rmw^-1) ; po") == "same");
}

TEST_CASE("without reads: closures, and what is closed already") {
  CHECK(withoutReads("(po | rf)+") == "loses");
  CHECK(withoutReads("(po | rf)*") == "loses");
  CHECK(withoutReads("po+") == "same");
  CHECK(withoutReads("(po & loc)+") == "same");
  CHECK(withoutReads("(W * W)+") == "same");
  CHECK(withoutReads("co*") == "same");
  CHECK(withoutReads("(co | (W * W & int))+") == "same");
  CHECK(withoutReads("rf?") == "same");
  CHECK(withoutReads("(rf ; po)?") == "loses");
}

TEST_CASE("without reads: domains and ranges") {
  CHECK(withoutReads("domain(rf)") == "loses");
  CHECK(withoutReads("range(rf)") == "same");
  CHECK(withoutReads("domain(rmw)") == "same");
  CHECK(withoutReads("domain(co)") == "same");
  CHECK(withoutReads("range([IW] ; loc)") == "same");
  CHECK(withoutReads("range([A & M] ; loc)") == "loses");
  CHECK(withoutReads("[domain(rf)]") == "loses");
  CHECK(withoutReads("domain(rf) * W") == "loses");
}

TEST_CASE("without reads: complements and differences turn fewer into more") {
  CHECK(withoutReads("~(rf ; po)") == "gains");
  CHECK(withoutReads("~po") == "same");
  CHECK(withoutReads("co \\ (rf ; po)") == "gains");
  CHECK(withoutReads("(rf ; po) \\ co") == "loses");
  CHECK(withoutReads("(rf ; po) \\ (po ; po)") == "both");
  CHECK(withoutReads("W \\ domain(rf)") == "gains");
  CHECK(withoutReads("(rf ; po) | co") == "loses");
  CHECK(withoutReads("(rf ; po) & ~(po ; po)") == "both");
  CHECK(withoutReads("(rf ; po)^-1") == "loses");
}

TEST_CASE("without reads: recursion, classes, chosen orders") {
  CHECK(withoutReads("hb", "let rec hb = po | (rf ; hb)") == "loses");
  CHECK(withoutReads("~hb", "let rec hb = po | (rf ; hb)") == "gains");
  CHECK(withoutReads("hb", "let rec hb = po | hb^-1") == "same");
  CHECK(withoutReads("union(of-class, classes(int))", "let of-class C = (po & (C * C))+") == "loses");
  CHECK(withoutReads("o", "with o from linearisations(W, po)") == "same");
  CHECK(withoutReads("o", "with o from linearisations(domain(rf), po)") == "loses");
  CHECK(withoutReads("o", "with o from linearisations(W, rf ; po)") == "same");
  CHECK(withoutReads("o", "with o from linearisations(W \\ domain(rf), po)") == "both");
  CHECK(withoutReads("o", "with o from linearisations(W, po \\ (rf ; po))") == "both");
  CHECK(withoutReads("o", "with o from linearisations(W, po, (rf ; rf^-1) & loc)") == "both");
}

TEST_CASE("without reads: what a check asks for") {
  CHECK(holds("acyclic po | rf", Licence::Deletion));
  CHECK(holds("~empty co", Licence::Deletion));  // writes stay
  CHECK_FALSE(holds("~empty rf", Licence::Deletion));
  CHECK_FALSE(holds("flag ~acyclic po | rf as cycle", Licence::Deletion));
  CHECK(holds("flag ~acyclic co | (W * W & int) as cycle", Licence::Deletion));
  CHECK(holds("flag empty rf ; po as none", Licence::Deletion));
  CHECK_FALSE(holds("flag empty co \\ (rf ; po) as none", Licence::Deletion));
  CHECK(holds("undefined_unless empty rf as pairs", Licence::Deletion));
  CHECK_FALSE(holds("undefined_unless empty rf ; po as pairs", Licence::Deletion));
}

TEST_CASE("without read-modify-writes: writes may be left out, sources of what stays are not") {
  CHECK(withoutUpdates("co ; rf") == "same");
  CHECK(withoutUpdates("rf^-1 ; co") == "same");
  CHECK(withoutUpdates("co ; co") == "loses");
  CHECK(withoutUpdates("co+") == "same");
  CHECK(withoutUpdates("domain(rf)") == "loses");
  CHECK(withoutUpdates("range(rf)") == "same");
  CHECK(withoutUpdates("domain(co)") == "loses");
  CHECK(withoutUpdates("domain(rmw)") == "same");
}

TEST_CASE("twins: two reads that are the same to third events, or not") {
  for (const char* alike : {"rf", "rf^-1 ; co", "loc", "[R] ; loc", "domain(rf)", "range(rf)", "(rf | co)+",
                            "~rf", "W * R", "[W] ; po ; [R]", "rf & loc", "co \\ (rf ; rf^-1)"}) {
    INFO(alike);
    CHECK(twins(alike) == "the same");
  }
}

TEST_CASE("twins: program order between the two") {
  // Two rounds are kept for a pair of rounds.
  CHECK(twins("po") == "the same");
  CHECK(twins("[R] ; po & (rf^-1 ; rf) ; [R]") == "the same");
  // A second composition: what was read from comes before the second read.
  CHECK(twins("rf ; po") == "the first is enough");
  CHECK(twins("rf | (rf ; po)") == "the same");
  CHECK(twins("rf | (rf ; po) | co") == "the same");
  CHECK(twins("(rf | po)+") == "the same");
  CHECK(twins("range(po)") == "the first is enough");
  CHECK(twins("domain(rf ; (po & (rf^-1 ; rf)))") == "no");
  CHECK(twins("(po & (rf^-1 ; rf)) ; (po & (rf^-1 ; rf))") == "no");
  CHECK_FALSE(holds("~empty po & (rf^-1 ; rf) as again", Licence::Twins));
  CHECK_FALSE(holds("~empty range(po) as some", Licence::Twins));
}

TEST_CASE("twins: recursion, classes, chosen orders") {
  CHECK(twins("hb", "let rec hb = po | rf | (rf ; hb)") == "the same");
  CHECK(twins("hb", "let rec hb = po | (rf ; hb)") == "no");  // of three, only pairs with the last two
  CHECK(twins("union(of-class, classes(int))", "let of-class C = (po & (C * C))+") == "the same");
  CHECK(twins("union(of-class, classes(id))", "let of-class C = [C] ; loc") == "no");
  CHECK(twins("o", "with o from linearisations(W, po)") == "the same");
  CHECK(twins("[W] ; o ; [R]", "with o from linearisations(M, po)") == "the first is enough");
  CHECK(twins("o", "with o from linearisations(R, po)") == "no");
  CHECK(twins("o", "with o from linearisations(R \\ range(po & loc & (R * R)), po)") == "no");
}

TEST_CASE("renaming: every model") {
  CHECK(holds("acyclic po", Licence::Renaming));
}
