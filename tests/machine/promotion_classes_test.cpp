// The 13 programs of up to three operations that are race-free under Fig. 13 (`rsp`), racy under `rsp-incl`,
// and not SC on `rsp-fix`, by what promotes too much (docs/suite.md, "Where the models differ (P5)").

#include <doctest/doctest.h>

#include <fstream>
#include <sstream>

#include "cat/library.h"
#include "check/auto_engine.h"
#include "check/check.h"
#include "check/promise/observe_everything.h"
#include "machine_support.h"
#include "support/given.h"

namespace promotion_classes_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

enum class Class {
  S1,        ///< a release is promoted after a plain acquire has read it
  S2,        ///< a promoted acquire synchronizes with a plain release
  S3,        ///< a thread's own remote operation promotes its earlier release
  S3Acquire  ///< a thread's own remote operation promotes its later acquire
};

struct Case {
  int number;
  Class found;
  const char *first, *second, *other;  ///< of P0 in wg 0, and of P1 in wg 1
};

constexpr Case kCases[] = {
    {49751, Class::S3Acquire, "st.rm_rel.cmp x, 1", "faa.acq.wg r0, x, 2", "faa.rel.cmp r0, x, 4"},
    {49871, Class::S3Acquire, "st.rm_rel.cmp x, 1", "faa.ar.wg r0, x, 2", "faa.rel.cmp r0, x, 4"},
    {51732, Class::S1, "faa.acq.cmp r0, x, 1", "faa.rm_ar.cmp r1, x, 2", "faa.ar.wg r0, x, 4"},
    {52329, Class::S3, "faa.rel.wg r0, x, 1", "ld.rm_acq.cmp r1, x", "faa.acq.cmp r0, x, 4"},
    {52629, Class::S3, "faa.rel.wg r0, x, 1", "faa.rm_ar.cmp r1, x, 2", "faa.acq.cmp r0, x, 4"},
    {54129, Class::S3, "faa.ar.wg r0, x, 1", "ld.rm_acq.cmp r1, x", "faa.acq.cmp r0, x, 4"},
    {54429, Class::S3, "faa.ar.wg r0, x, 1", "faa.rm_ar.cmp r1, x, 2", "faa.acq.cmp r0, x, 4"},
    {55992, Class::S2, "faa.rm_ar.cmp r0, x, 1", "st.rel.cmp x, 2", "faa.ar.wg r0, x, 4"},
    {56046, Class::S3Acquire, "faa.rm_ar.cmp r0, x, 1", "faa.acq.wg r1, x, 2", "st.rel.cmp x, 4"},
    {56051, Class::S3Acquire, "faa.rm_ar.cmp r0, x, 1", "faa.acq.wg r1, x, 2", "faa.rel.cmp r0, x, 4"},
    {56142, Class::S2, "faa.rm_ar.cmp r0, x, 1", "faa.rel.cmp r1, x, 2", "faa.ar.wg r0, x, 4"},
    {56166, Class::S3Acquire, "faa.rm_ar.cmp r0, x, 1", "faa.ar.wg r1, x, 2", "st.rel.cmp x, 4"},
    {56171, Class::S3Acquire, "faa.rm_ar.cmp r0, x, 1", "faa.ar.wg r1, x, 2", "faa.rel.cmp r0, x, 4"}};

std::shared_ptr<const Program> programOf(const Case& c) {
  return test::programOf(std::string("HSA Suite\n{ x=0; }\n P0@wg 0 | P1@wg 1 ;\n ") + c.first + " | " +
                         c.other + " ;\n " + c.second + " | ;\nexists (x=99)\n");
}

/// rsp.cat, with another line for `promotes`.
Model withPromotion(const std::string& promotes) {
  const std::string folder = std::string(HRFCHECK_SOURCE_DIR) + "/models";
  std::ifstream in(folder + "/rsp.cat");
  std::stringstream text;
  text << in.rdbuf();
  const std::string line = "let promotes = (op ; (lastrel | nextacq^-1)) & narrower";
  std::string changed = text.str();
  const std::size_t at = changed.find(line);
  REQUIRE(at != std::string::npos);
  changed.replace(at, line.size(), "let promotes = " + promotes);
  return parseModel(std::make_shared<const Source>(folder + "/changed.cat", changed), {folder});
}

RaceStatus racesUnder(const Model& model, const Case& c) {
  const auto engine = makeAutoEngine();
  const auto structure = std::make_shared<const EventStructure>(programOf(c), 1);
  return checkProgram(*engine, given(structure, model), {}).raceStatus;
}

}  // namespace

TEST_CASE("The 13 programs that are race-free under rsp and not SC on rsp-fix") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model promotion = library.load("rsp"), inclusion = library.load("rsp-incl");
  // Others' promotions only; no promoted acquires; no promoted releases.
  const Model noSelf = withPromotion("(op ; ((lastrel | nextacq^-1) & ext)) & narrower");
  const Model noAcquires = withPromotion("(op ; lastrel) & narrower");
  const Model noReleases = withPromotion("(op ; nextacq^-1) & narrower");
  for (const Case& c : kCases) {
    CAPTURE(c.number);
    CHECK(racesUnder(promotion, c) == RaceStatus::RaceFree);
    CHECK(racesUnder(inclusion, c) == RaceStatus::Racy);
    const bool self = c.found == Class::S3 || c.found == Class::S3Acquire;
    // S1 and S2: the other thread's acquire-release, which is promoted as what it is by where it comes.
    const bool release = c.found != Class::S3Acquire, acquire = c.found != Class::S3;
    CHECK((racesUnder(noSelf, c) == RaceStatus::Racy) == self);
    CHECK((racesUnder(noAcquires, c) == RaceStatus::Racy) == acquire);
    CHECK((racesUnder(noReleases, c) == RaceStatus::Racy) == release);
    // Early write-backs are not needed: a write is lost because a read-modify-write of the work-group took
    // place in its L1.
    const auto program = observingEverything(*programOf(c));
    for (const Environment environment : {Environment::Fifo, Environment::Evict}) {
      const Reached reached = reach(program, Setting{"rsp-fix", environment}.options());
      CHECK_FALSE(contains(scOutcomes(program), reached.outcomes()));
    }
  }
}

}  // namespace promotion_classes_test
