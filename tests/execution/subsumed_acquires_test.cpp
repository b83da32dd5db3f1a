#include "execution/elimination/subsumed_acquires.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "frontend/litmus.h"

// Which reads of spin loops acquire nothing that they do not acquire when they run again.

namespace hrfcheck::test::retried_reads_test {
namespace {

/// Whether all reads of spin loops are such ones, as far as they are in rounds before the last.
bool allSubsumed(const std::string& text) {
  const EventStructure structure(parseLitmus(std::make_shared<const Source>("t.litmus", text)), 2);
  const SubsumedAcquires retried(structure, {});
  unsigned reads = 0;
  bool all = true;
  for (EventId e = 0; e < structure.size(); ++e) {
    const Event& event = structure.events()[e];
    if (event.kind != EventKind::Read) {
      continue;
    }
    for (const Loop& loop : structure.threads()[event.thread].loops) {
      if (loop.spin && loop.head <= event.instruction && event.instruction <= loop.last) {
        ++reads;
        all = all && retried.contains(e, loop);
      }
    }
  }
  CHECK(reads > 0);
  return all;
}

/// P0 takes a lock, does something and gives it back; P1 does something else.
std::string locked(const std::string& give, const std::string& other = "",
                   const std::string& take = "cas.acq.cmp r0, l, 0, 1", const std::string& places = "wg 1") {
  return fmt::format(
      "HSA t\n{{ l=0; m=0; x=0; }}\n P0@wg 0 | P1@{} ;\n A: {} | ;\n bne r0, 0, A | {} ;\n st x, 1 | ;\n {} | ;\n"
      "exists (x=1)\n",
      places, take, other, give);
}

/// P0 waits for what P1 and P2 write.
std::string waiting(const std::string& first, const std::string& second,
                    const std::string& wait = "ld.acq.cmp r0, l") {
  return fmt::format(
      "HSA t\n{{ l=0; m=0; }}\n P0@wg 0 | P1@wg 1 | P2@wg 2 ;\n A: {} | {} | {} ;\n bne r0, 2, A | | ;\n"
      "exists (0:r0=2)\n",
      wait, first, second);
}

}  // namespace

TEST_CASE("retried reads: a lock taken by compare-and-swap") {
  CHECK(allSubsumed(locked("st.rel.cmp l, 0")));
  CHECK(allSubsumed(locked("st.sc.cmp l, 2")));
  CHECK(allSubsumed(locked("exch.rel.cmp r1, l, 0")));
  CHECK(allSubsumed(locked("", "cas.acq.cmp r0, l, 0, 2")));
  CHECK(allSubsumed(locked("st.rel.cmp l, 0", "ld.acq.cmp r0, l")));
}

TEST_CASE("retried reads: what is no lock") {
  CHECK_FALSE(allSubsumed(locked("st.rlx.cmp l, 0", "st.rlx.cmp l, 3")));
  CHECK_FALSE(allSubsumed(locked("st.rlx.cmp l, 0")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "st.rel.cmp l, 0")));  // P1 does not hold it
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "cas.acq.cmp r0, l, 1, 0")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "faa.acq.cmp r0, l, 1")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "", "cas.rlx.cmp r0, l, 0, 1")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "", "cas.acq.cmp r0, l, 0, 0")));
  CHECK_FALSE(allSubsumed(locked("st.rel.wg l, 0", "ld.acq.cmp r0, l")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "st l, 5")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "fence.acq.cmp")));
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0", "ld.rm_acq.cmp r0, l")));
}

TEST_CASE("retried reads: a store behind a compare-and-swap that may have failed") {
  const auto text = [](const std::string& branch) {
    return fmt::format(
        "HSA t\n{{ l=0; }}\n P0@wg 0 | P1@wg 1 ;\n A: cas.acq.cmp r0, l, 0, 1 | cas.acq.cmp r0, l, 0, 1 ;\n"
        " bne r0, 0, A | {} ;\n st.rel.cmp l, 0 | st.rel.cmp l, 0 ;\n | E: ;\nexists (l=1)\n",
        branch);
  };
  CHECK(allSubsumed(text("bne r0, 0, E")));
  CHECK_FALSE(allSubsumed(text("beq r0, 0, E")));
  CHECK_FALSE(allSubsumed(text("bne r0, 1, E")));
  CHECK_FALSE(allSubsumed(text("")));
}

TEST_CASE("retried reads: a store after another one, with no compare-and-swap in between") {
  CHECK_FALSE(allSubsumed(locked("st.rel.cmp l, 0 | ;\n st.rel.cmp l, 0")));
}

TEST_CASE("retried reads: a location that is written once, or by updates") {
  CHECK(allSubsumed(waiting("st.rlx.cmp l, 2", "")));
  CHECK_FALSE(allSubsumed(waiting("st.rel.cmp l, 1", "st.rel.cmp l, 2")));
  CHECK(allSubsumed(waiting("faa.ar.cmp r0, l, 1", "faa.ar.cmp r0, l, 1")));
  CHECK(allSubsumed(waiting("exch.sc.cmp r0, l, 1", "cas.ar.cmp r0, l, 1, 2")));
  CHECK_FALSE(allSubsumed(waiting("faa.rel.cmp r0, l, 1", "faa.ar.cmp r0, l, 1")));
  CHECK_FALSE(allSubsumed(waiting("faa.acq.cmp r0, l, 1", "faa.ar.cmp r0, l, 1")));
  CHECK_FALSE(allSubsumed(waiting("faa.ar.cmp r0, l, 1", "faa.ar.wg r0, l, 1")));
  CHECK_FALSE(allSubsumed(waiting("faa.ar.cmp r0, l, 1", "st.rel.cmp l, 1")));
}

TEST_CASE("retried reads: not behind another read of the round, nor where the address changes") {
  CHECK_FALSE(allSubsumed(waiting("st.rel.cmp l, 2", "", "ld.acq.cmp r1, m | | ;\n ld.acq.cmp r0, l")));
}

}  // namespace hrfcheck::test::retried_reads_test
