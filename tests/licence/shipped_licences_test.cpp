#include <doctest/doctest.h>
#include <fmt/format.h>

#include <map>

#include "cat/library.h"
#include "cat/licence/by_hand.h"
#include "cat/licence/definitions_digest.h"
#include "cat/licence/licences.h"
#include "licence/support.h"

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

ModelLibrary shipped() {
  return ModelLibrary({std::filesystem::path(HRFCHECK_SOURCE_DIR) / "models"});
}

/// "deletion, deletion of updates, twins": what the definitions show; a plus where one round more is needed.
std::string established(const Model& model) {
  const Licences licences(model);
  std::string words;
  for (const Licence licence : {Licence::Deletion, Licence::UpdateDeletion, Licence::Twins}) {
    const LicenceFinding& finding = licences.of(licence);
    if (finding.holds()) {
      words += (words.empty() ? "" : ", ") + std::string(nameOf(licence)) + (finding.oneRoundMore ? "+" : "");
    }
  }
  return words;
}

/// Why a property is not established.
std::string obstacle(const std::string& text, Licence licence) {
  const Model model = modelOfChecks(text);
  const LicenceFinding finding = Licences(model).of(licence);
  REQUIRE_FALSE(finding.holds());
  REQUIRE(finding.obstacle.has_value());
  return toText(licence, finding);
}

const char* const kSc = "acyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity\n";

}  // namespace

TEST_CASE("every model that comes with hrfcheck has a property that licenses leaving rounds out") {
  const std::string all = "deletion, deletion of updates, twins";
  const std::map<std::string, std::string> others{{"amdgpu", "twins"},
                                                  {"amdgpu-literal", "twins"},
                                                  {"c11", "twins"},
                                                  {"c11-partialsc", "twins"},
                                                  {"hsa-literal", "deletion, deletion of updates"},
                                                  {"opencl", "twins"},
                                                  {"opencl-rsp", "twins"},
                                                  {"rsp", "twins+"},
                                                  {"rsp-literal", "twins+"},
                                                  {"vulkan", "deletion, twins"},
                                                  {"vulkan-nochains", "deletion, twins"}};
  for (const std::string& name : shipped().names()) {
    INFO(name);
    const auto other = others.find(name);
    CHECK(established(shipped().load(name)) == (other == others.end() ? all : other->second));
  }
}

TEST_CASE("models that need their reads: no deletion") {
  const auto fails = [](const std::string& checks) { return obstacle(kSc + checks, Licence::Deletion); };
  CHECK(fails("let again = [R] ; (po & (rf^-1 ; rf)) ; [R]\nflag ~empty (again ; again) as thrice") ==
        "flag 'thrice' may be lost without a read: 'again ; again' may lose members");
  CHECK(fails("empty (W & REL) \\ domain(rf) as every-release-is-read") ==
        "requirement 'every-release-is-read' may fail without a read: 'domain(rf)' may lose members");
  CHECK(fails("let first = R \\ range(po & loc & (R * R))\nwith o from linearisations(first, po)\n"
              "empty o ; rf^-1 as ordered") ==
        "the order 'o' may not be there without a read: 'first' may have more members");
  CHECK(fails("let later = range(po & loc & (R * R))\n~empty [later] ; rf^-1 ; [IW] as some-later") ==
        "requirement 'some-later' may fail without a read: 'later' may lose members");
  CHECK(fails("let hb = (po | rf)+\nempty (rf ; [R \\ A]) \\ (hb \\ (hb ; [R] ; hb)) as visible") ==
        "requirement 'visible' may fail without a read: 'hb' may lose members");
}

TEST_CASE("models that count: no twins") {
  const auto fails = [](const std::string& checks) { return obstacle(kSc + checks, Licence::Twins); };
  CHECK(fails("let again = [R] ; (po & (rf^-1 ; rf)) ; [R]\nflag ~empty (again ; again) as thrice") ==
        "flag 'thrice' may distinguish one read from two: 'again ; again' does");
  CHECK(fails("let later = range(po & loc & (R * R))\n~empty [later] ; rf^-1 ; [IW] as some-later") ==
        "requirement 'some-later' may distinguish one read from two: 'later' does");
}

TEST_CASE("a pair of two rounds alone is no obstacle: two rounds are kept for it") {
  const Model model =
      modelOfChecks(std::string(kSc) + "flag ~empty ([R] ; (po & (rf^-1 ; rf)) ; [R]) as twins");
  CHECK(established(model) == "deletion, deletion of updates, twins");
}

TEST_CASE("what was proved by hand is known of the definitions") {
  const ModelLibrary library = shipped();
  for (const cat::ProvedByHand& proved : cat::provedByHand()) {
    INFO(proved.model);
    const Model model = library.load(std::string(proved.model));
    CHECK(cat::definitionsDigest(model) == proved.digest);
    const Licences licences(model);
    CHECK(model.updatesHandOn == proved.updatesHandOn);
    CHECK((licences.of(Licence::UpdatesHandOn).basis == LicenceBasis::ByHand) == proved.updatesHandOn);
    CHECK((licences.of(Licence::TwinRounds).basis == LicenceBasis::ByHand) == proved.twinRounds);
  }
}

TEST_CASE("every model that comes with hrfcheck has a row of what was proved by hand") {
  for (const std::string& name : shipped().names()) {
    INFO(name);
    const Model model = shipped().load(name);
    REQUIRE(cat::provedOf(model) != nullptr);
    CHECK(cat::provedOf(model)->model == name);
    const Licences licences(model);
    CHECK(licences.holds(Licence::OwnLocations));
    CHECK(licences.holds(Licence::Continuation));
  }
  const Model own = modelOfChecks(std::string(kSc) + "acyclic co");
  CHECK_FALSE(Licences(own).holds(Licence::OwnLocations));
  CHECK_FALSE(Licences(own).holds(Licence::Continuation));
}

TEST_CASE("what a file says of its updates is declared, whatever the file is called") {
  const std::string header = "(*\n  Updates: hand on\n*)\n";
  Model own = modelOfChecks(header + kSc + "flag ~empty ([REL & W] ; rf ; [ACQ & R]) as handed");
  own.name = "sc";
  const Licences licences(own);
  CHECK(licences.of(Licence::UpdatesHandOn).basis == LicenceBasis::Declared);
  const Model silent = modelOfChecks(kSc);
  CHECK_FALSE(Licences(silent).holds(Licence::UpdatesHandOn));
}

TEST_CASE("definitions are known by what they say, not by names, places or comments") {
  const Model sc = shipped().load("sc");
  const Model renamed = modelOfChecks(
      "(* another *)\nlet meets = [ARRIVE] ; syncbar ; [DEPART]\n\nacyclic po | rf | co | fr | meets | ended as other\n"
      "empty rmw & (fr ; co) as halves");
  const Model changed = modelOfChecks(
      "let bso = [ARRIVE] ; syncbar ; [DEPART]\nacyclic po | rf | co | fr as sc\nempty rmw & (fr ; co) as atomicity");
  CHECK(cat::definitionsDigest(sc) == cat::definitionsDigest(renamed));
  CHECK(cat::definitionsDigest(sc) != cat::definitionsDigest(changed));
}
