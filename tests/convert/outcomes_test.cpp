#include <doctest/doctest.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "convert/verdicts.h"
#include "differential/random_program.h"
#include "frontend/convert/convert.h"

// A converted test keeps or narrows the outcomes of a race-free one (docs/convert.md, "What is kept").

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

namespace fs = std::filesystem;

/// What came of comparing tests.
struct Tally {
  std::set<std::string> gained;  ///< names of tests that have outcomes that they did not have
  unsigned compared = 0;
  unsigned narrowed = 0;  ///< those of them that lose outcomes
  unsigned refused = 0;
  unsigned open = 0;  ///< racy, or not decided
};

/// @param model that the test is race-free under
void compare(const std::shared_ptr<const Program>& program, const std::string& model,
             const std::string& target, Tally& tally) {
  std::string converted;
  try {
    converted = convertedLitmus(*program, target);
  } catch (const UserError&) {
    ++tally.refused;
    return;
  }
  const Verdict before = checked(program, model);
  const Verdict after = checked(programOf(converted), target);
  if (before.raceStatus != RaceStatus::RaceFree || before.undefined || before.incomplete ||
      after.incomplete) {
    ++tally.open;
    return;
  }
  ++tally.compared;
  const std::set<std::string> kept = outcomesOf(before);
  const std::set<std::string> found = outcomesOf(after);
  tally.narrowed += found.size() < kept.size() ? 1 : 0;
  if (!std::ranges::includes(kept, found)) {
    tally.gained.insert(program->name);
    MESSAGE(program->source->text(), "\n", converted);
  }
}

std::string shown(const Tally& tally) {
  return fmt::format("{} compared, {} narrowed, {} refused, {} racy or open; gained: {}", tally.compared,
                     tally.narrowed, tally.refused, tally.open, fmt::join(tally.gained, " "));
}

using Names = std::set<std::string>;

void ofCorpus(const std::string& model, const std::string& target, Tally& tally) {
  for (const auto& entry : fs::directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/hrf")) {
    if (entry.path().extension() == ".litmus") {
      compare(parseLitmus(readSource(entry.path().string())), model, target, tally);
    }
  }
}

/// CONVERT_TESTS is the number of random tests; a slice without it.
unsigned randomTests() {
  const char* asked = std::getenv("CONVERT_TESTS");
  return asked == nullptr ? 60 : static_cast<unsigned>(std::strtoul(asked, nullptr, 10));
}

void ofRandomTests(Profile profile, const std::string& model, const std::string& target, Tally& tally) {
  for (std::uint64_t seed = 1; seed <= randomTests(); ++seed) {
    CAPTURE(seed);
    compare(programOf(randomLitmus(seed, profile, 6)), model, target, tally);
  }
}

}  // namespace

TEST_CASE("to PTX: race-free tests of the corpus gain no outcome") {
  Tally tally;
  ofCorpus("hrf-indirect-relaxed", "ptx", tally);
  MESSAGE(shown(tally));
  CHECK(tally.compared > 20);
  CHECK(tally.gained == Names{});
}

TEST_CASE("to PTX: another thread's store does not end a release sequence, which plain stores would") {
  const std::string test =
      "HSA t\n{ X=0; f=0; }\n P0@wg 0 | P1@wg 1 | P2@wg 2 ;\n st X, 1 | ld.rlx.cmp r0, f | ld.acq.cmp r1, f ;\n"
      " st.rel.cmp f, 1 | bne r0, 1, END | bne r1, 2, END ;\n | st.rlx.cmp f, 2 | ld r2, X ;\n | END: | END: ;\n"
      "exists (2:r1=2 /\\ 2:r2=0)\n";
  const std::string converted = convertedLitmus(*programOf(test), "ptx");
  std::string plain = converted;
  const std::string exchange = "atom.relaxed.gpu.exch _, f, 2";
  REQUIRE(plain.find(exchange) != std::string::npos);
  plain.replace(plain.find(exchange), exchange.size(), "st.relaxed.gpu f, 2");
  CHECK(checked(programOf(test), "hrf-indirect-relaxed").raceStatus == RaceStatus::RaceFree);
  CHECK(checked(programOf(test), "hrf-indirect-relaxed").condition == Status::Forbidden);
  CHECK(checked(programOf(converted), "ptx").condition == Status::Forbidden);
  CHECK(checked(programOf(plain), "ptx").condition == Status::Allowed);
}

// The model hsa orders all acquires and releases sequentially, as if they were sc, and in one order for all
// scopes; PTX orders two sc fences only where each one's scope includes the other's thread.
TEST_CASE("to PTX: the model hsa asks more of acquires and releases than PTX") {
  Tally tally;
  ofCorpus("hsa", "ptx", tally);
  MESSAGE(shown(tally));
  CHECK(tally.compared > 20);
  CHECK(tally.gained == Names{"SC-order-release-fence", "T20r-SB-rel-acq"});
}

TEST_CASE("to PTX: race-free random tests gain no outcome") {
  for (const Profile profile : {Profile::NoRemote, Profile::SeqCstOnly, Profile::Barriers}) {
    Tally tally;
    ofRandomTests(profile, "hrf-indirect-relaxed", "ptx", tally);
    MESSAGE(std::string(nameOf(profile)), ": ", shown(tally));
    CHECK(tally.compared > 0);
    CHECK(tally.gained == Names{});
  }
}

// Vulkan's model forbids no values out of thin air.
TEST_CASE("to Vulkan: race-free tests of the corpus gain values out of thin air only") {
  Tally tally;
  ofCorpus("hrf-indirect-relaxed", "vulkan", tally);
  MESSAGE(shown(tally));
  CHECK(tally.compared > 5);
  CHECK(tally.gained == Names{"LB-addrs", "LB-ctrls", "LB-datas-forwarded"});
}
