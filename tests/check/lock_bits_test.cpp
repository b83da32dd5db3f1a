// Lock bits and votes under memory models: what they are read as, and what orders what.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "cat/library.h"
#include "check/races/annotation_edit.h"
#include "check/races/shared_lock_bits.h"
#include "program/ir/operands.h"
#include "program/lock_unit/with_lock_bits.h"
#include "support/given.h"
#include "support/verdicts.h"
#include "util/source.h"

namespace lock_bits_test {

using namespace hrfcheck;
using namespace hrfcheck::test;

namespace {

constexpr LockUnitReading kAcquiring;
constexpr LockUnitReading kRelaxed{.lockBits = 1024, .ordered = false};
constexpr LockUnitReading kUnshared{.lockBits = 0, .ordered = true};

std::shared_ptr<const Program> simtTest(const std::string& name) {
  return parseLitmus(readSource(std::string(HRFCHECK_SOURCE_DIR) + "/litmus/simt/" + name + ".litmus"));
}

Verdict checked(Engine& engine, const std::shared_ptr<const Program>& program, const std::string& model,
                const LockUnitReading& reading = kAcquiring) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const Model loaded = library.load(model);
  Verdict verdict = checkProgram(
      engine, given(std::make_shared<const EventStructure>(withLockBits(program, reading)), loaded), {});
  noteSharedLockBits(engine, *program, reading, 4, Rules::Licensed, loaded, {}, verdict);
  return verdict;
}

std::string outcomesOf(const Verdict& verdict) {
  std::string text;
  for (const Outcome& outcome : verdict.analysis.outcomes) {
    for (const Value value : outcome.values) {
      text += std::to_string(value);
    }
    text += ' ';
  }
  return text;
}

/// The outcomes of a test under sc, by both engines.
std::string outcomes(const std::string& text) {
  const std::string found = outcomesOf(checked(*makeExplicitEngine(), programOf(text), "sc"));
  CHECK(found == outcomesOf(checked(*makeSmtEngine(), programOf(text), "sc")));
  return found;
}

const std::vector<std::string> kModels{"hrf0", "hrf-direct", "hrf-indirect", "hrf-indirect-relaxed"};

bool saysShared(const Verdict& verdict) {
  return std::ranges::any_of(verdict.notes, [](const std::string& note) {
    return note.starts_with("race-free only because words share lock bits");
  });
}

}  // namespace

TEST_CASE("what a lock bit orders, under each model") {
  struct Row {
    std::string test;
    LockUnitReading reading;
    std::vector<bool> racy;  ///< by kModels
  };
  const std::vector<Row> rows{
      {"tinylock-counter", kAcquiring, {false, false, false, false}},
      {"tinylock-counter", kRelaxed, {true, true, true, true}},
      {"tinylock-two-groups", kAcquiring, {true, true, true, true}},
      {"tinylock-shared-bit", kAcquiring, {false, false, false, false}},
      {"tinylock-shared-bit", kUnshared, {true, true, true, true}},
      {"tinylock-own-bits", kAcquiring, {true, true, true, true}},
      {"tinylock-own-bits", {.lockBits = 1, .ordered = true}, {false, false, false, false}},
      {"tinylock-data-half", kAcquiring, {true, true, true, true}},
      // The vote is an edge of the wavefront, the bit one of the work-group: only indirect models compose
      // them.
      {"warp-shared-bit", kAcquiring, {true, true, false, false}},
      {"warp-shared-bit", kRelaxed, {true, true, true, true}},
      {"warp-shared-bit-unvoted", kAcquiring, {true, true, true, true}},
      // Neither lock orders what other lanes have written before its own lane frees it.
      {"representative-bit", kAcquiring, {true, true, true, true}},
      {"representative-bit-voted", kAcquiring, {true, true, false, false}},
      {"representative-spin-lock", kAcquiring, {true, true, true, true}},
      {"representative-spin-lock-voted", kAcquiring, {true, true, false, false}},
  };
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
    for (const Row& row : rows) {
      for (std::size_t m = 0; m < kModels.size(); ++m) {
        CAPTURE(row.test);
        CAPTURE(kModels[m]);
        CAPTURE(engine->name());
        const Verdict verdict = checked(*engine, simtTest(row.test), kModels[m], row.reading);
        CHECK(verdict.raceStatus == (row.racy[m] ? RaceStatus::Racy : RaceStatus::RaceFree));
      }
    }
  }
}

TEST_CASE("only a lock loses no update") {
  const auto engine = makeExplicitEngine();
  CHECK(checked(*engine, simtTest("tinylock-counter"), "hrf-indirect-relaxed").condition ==
        Status::Forbidden);
  CHECK(checked(*engine, simtTest("tinylock-two-groups"), "hrf-indirect-relaxed").condition ==
        Status::Allowed);
}

TEST_CASE("a test that is race-free by shared bits alone says so") {
  const auto engine = makeExplicitEngine();
  CHECK(saysShared(checked(*engine, simtTest("tinylock-shared-bit"), "hrf-indirect")));
  CHECK_FALSE(saysShared(checked(*engine, simtTest("tinylock-counter"), "hrf-indirect")));
  CHECK_FALSE(saysShared(checked(*engine, simtTest("tinylock-own-bits"), "hrf-indirect")));
}

TEST_CASE("ldslk loads in any case, and takes the bit if it is free") {
  CHECK(outcomes("HSA t\n{ M=7; }\n P0 ;\n ldslk p, r, M ;\n ldslk q, s, M ;\n stsul M, 8 ;\n ldslk t, M ;\n"
                 "locations [0:p; 0:r; 0:q; 0:s; 0:t; M;]\n") == "170718 ");
}

TEST_CASE("the predicate of an instruction guards all of it, whatever it changes") {
  // The predicate is a target: it holds for both parts, though the first one changes it.
  CHECK(outcomes("HSA t\n{ M=7; P0:p=1; P0:q=1; }\n P0 ;\n @p ldslk p, r, M ;\n @q ldslk q, s, M ;\n"
                 "locations [0:p; 0:r; 0:q; 0:s;]\n") == "1077 ");
  CHECK(outcomes("HSA t\n{ M=7; }\n P0 ;\n @p ldslk p, r, M ;\n @p stsul M, 8 ;\n ldslk q, s, M ;\n"
                 "locations [0:p; 0:r; 0:q; 0:s;]\n") == "0017 ");
  CHECK(outcomes("HSA t\n{ M=5; P0:r=5; }\n P0 ;\n @r ldslk p, r, M ;\nlocations [0:p; 0:r;]\n") == "51 ");
}

TEST_CASE("votes fold the ballots of the lanes, as often as they vote") {
  const std::string lanes = "HSA t\n{ P0:a=0; P1:a=2; P0:b=1; P1:b=3; }\n P0@wg 0, wv 0 | P1@wg 0, wv 0 ;\n";
  CHECK(outcomes(lanes + " vote.any r, a | vote.any r, a ;\n vote.all s, a | vote.all s, a ;\n"
                         " vote.all t, b | vote.all t, b ;\n"
                         "locations [0:r; 0:s; 0:t; 1:r; 1:s; 1:t;]\n") == "101101 ");
  // A lane whose guard does not hold comes along, votes for nothing and learns nothing.
  CHECK(outcomes(lanes + " vote.all r, b | @c vote.all r, a ;\n @c vote.any s, b | vote.any s, a ;\n"
                         "locations [0:r; 1:r; 0:s; 1:s;]\n") == "1001 ");
  CHECK(outcomes("HSA t\n{ P0:a=3; }\n P0 ;\n vote.any r, a ;\nlocations [0:r;]\n") == "1 ");
}

TEST_CASE("lanes that do not all come to a vote wait for ever") {
  const Verdict verdict = checked(*makeExplicitEngine(),
                                  programOf("HSA t\n{ x=0; }\n P0@wg 0, wv 0 | P1@wg 0, wv 0 ;\n"
                                            " vote.any r, 1 | st.rlx.wg x, 1 ;\nexists (x=1)\n"),
                                  "hrf-indirect");
  CHECK(verdict.undefined);
}

TEST_CASE("branches lead where they led") {
  CHECK(
      outcomes("HSA t\n{ M=0; x=0; }\n P0 ;\n ldslk p, M ;\n bne p, 0, IN ;\n st x, 9 ;\n IN: stsul M, 1 ;\n"
               " ssy END ;\n bra END ;\n st x, 9 ;\n END: ;\nlocations [x; M;]\n") == "10 ");
}

TEST_CASE("an address that is not a constant chooses among the bits") {
  const std::string state = "HSA t\n{ q[2]={3,4}; x=1; P0:z=1; }\n P0 ;\n ld.rlx.wg r, x ;\n ";
  CHECK(outcomes(state + "ldslk p, v, q[r] ;\n ldslk s, w, q[0] ;\n stsul q[r], 5 ;\n ldslk t, u, q[1] ;\n"
                         "locations [0:p; 0:v; 0:s; 0:w; 0:t; 0:u;]\n") == "141315 ");
  CHECK(outcomes(state + "ldslk p, q[z] ;\n ldslk s, q[r] ;\n stsul q[0], 5 ;\n ldslk t, q[z] ;\n"
                         "locations [0:p; 0:s; 0:t;]\n") == "100 ");
  // A predicate that does not hold leaves all bits alone, also one that an ldslk has changed itself.
  CHECK(outcomes(state + "@!r ldslk p, q[r] ;\n @r ldslk r, q[r] ;\n ldslk t, q[r] ;\n"
                         "locations [0:r; 0:p; 0:t;]\n") == "100 ");
}

TEST_CASE("locks of words that are read from memory") {
  const auto text = [](const char* second) {
    return fmt::format(
        "HSA t\n{{ q[2]; x=1; y=0; c; }}\n P0@wv 0,wg 0 | P1@wv 1,wg 0 ;\n ld.rlx.wg i, x | ld.rlx.wg i, {} ;\n"
        " ldslk p, q[i] | ldslk p, q[i] ;\n beq p, 0, E | beq p, 0, E ;\n ld r, c | ld r, c ;\n"
        " add r, r, 1 | add r, r, 1 ;\n st c, r | st c, r ;\n stsul q[i], 0 | stsul q[i], 0 ;\n E: nop | E: nop ;\n"
        "exists (c=2)\n",
        second);
  };
  for (const auto& engine : {makeExplicitEngine(), makeSmtEngine()}) {
    for (const std::string& model : kModels) {
      CAPTURE(model);
      CAPTURE(engine->name());
      CHECK(checked(*engine, programOf(text("x")), model).raceStatus == RaceStatus::RaceFree);
      CHECK(checked(*engine, programOf(text("y")), model).raceStatus == RaceStatus::Racy);
      CHECK(checked(*engine, programOf(text("y")), model, {.lockBits = 1, .ordered = true}).raceStatus ==
            RaceStatus::RaceFree);
    }
  }
}

TEST_CASE("an address that is not a constant is refused in a test of many words") {
  const auto text = [](int words) {
    return fmt::format("HSA t\n{{ q[{}]; }}\n P0 ;\n ldslk p, q[r1] ;\n stsul q[0], 1 ;\nexists (q[0]=1)\n",
                       words);
  };
  CHECK(withLockBits(programOf(text(16)), kAcquiring)->notForModels.empty());
  CHECK(withLockBits(programOf(text(17)), kAcquiring)->notForModels ==
        "memory models support addresses of the lock unit (ldslk, stsul) that are not constants only in "
        "tests of up to 16 words");
}

TEST_CASE("accesses to a lock bit are told from those to its word") {
  const auto texts = [](const std::string& rows) {
    std::string all;
    const auto program = withLockBits(programOf("HSA t\n{ M@0=0; N@0x1000=0; }\n P0 ;\n" + rows), kAcquiring);
    for (const Instruction& instruction : program->threads[0].instructions) {
      all += accessKindOf(instruction.operation) == AccessKind::None ? "" : instruction.text + "; ";
    }
    return all;
  };
  CHECK(texts(" ldslk p, M ;\n stsul N, 1 ;\n") ==
        "ldslk p, M (the lock bit of M); ldslk p, M; stsul N, 1; stsul N, 1 (the lock bit of N); ");
  CHECK(texts(" stsul [r], 1 ;\n") == "stsul [r], 1; stsul [r], 1 (the lock bit of M or N); ");
}

TEST_CASE("nobody is advised to change a scope that nobody wrote") {
  const auto program = withLockBits(simtTest("warp-shared-bit"), kAcquiring);
  CHECK(program->notForModels.empty());
  CHECK(scopedInstructions(*program).empty());
  const auto without = programOf("HSA t\n{ x=0; }\n P0 ;\n st.rel.wg x, 1 ;\n");
  CHECK(withLockBits(without, kAcquiring) == without);
}

}  // namespace lock_bits_test
