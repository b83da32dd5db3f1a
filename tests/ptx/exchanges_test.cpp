#include <doctest/doctest.h>
#include <fmt/format.h>

#include <tuple>
#include <vector>

#include "cat/library.h"
#include "cat/model/lane_exchanges.h"
#include "check/check.h"
#include "check/engine_choice.h"
#include "check/models/model_choice.h"
#include "check/prepare/preparation.h"
#include "frontend/convert/convert.h"
#include "ptx/kernel_of.h"

// What lanes of a warp read from memory that threads write, and give each other: values and dependences go
// on, no memory is ordered, and whoever does not come is waited for.

using namespace hrfcheck;

namespace {

constexpr const char* kOfLanes = ".param .u64 x, .param .u64 y, .param .u64 out";
constexpr const char* kReadsLanes =
    "ld.param.u64 %rd1, [x]; ld.param.u64 %rd2, [y]; ld.param.u64 %rd3, [out];\n"
    "mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mov.u32 %r5, 0;\n"
    "setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r2, 0;\n";

LaunchOptions lanesAsked(const std::string& size, const std::string& forall) {
  LaunchOptions options = launched(size, "x=0; y=0; u32 out[4]={0, 0, 0, 0}; rest 0");
  options.forall = forall;
  return options;
}

/// What both engines say, with and without rules that leave something out.
template <typename Judge>
void lanesSay(const std::string& body, const LaunchOptions& options, const char* modelName, Judge judge) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto program = readKernel(moduleWith(kReadsLanes + body, kOfLanes), options);
  const Model model = asJudged(library.load(modelName), *program);
  CheckOptions all;
  all.analysis.mostOutcomes = 0;
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    for (const Rules rules : {Rules::Licensed, Rules::Plain}) {
      CAPTURE(body);
      CAPTURE(modelName);
      Preparation preparation(program, 4, rules);
      judge(checkProgram(*makeEngine(engine), preparation.of(model), all));
    }
  }
}

void judgeHolding(const Verdict& verdict) {
  CHECK(verdict.holding == Holding::Holds);
  CHECK_FALSE(verdict.undefined);
}

bool raisesFlag(const Verdict& verdict) {
  return !verdict.analysis.flags.empty();
}

/// Block 0 sends y through x; of block 1, lane 0 looks once, and lane 1 reads y where it was told to.
std::string broadcast(const std::string& exchange) {
  return "@!%p2 bra consumer; @!%p1 bra done; st.global.u32 [%rd2], 42;\n"
         "st.release.gpu.global.u32 [%rd1], 1; bra done;\n"
         "consumer: @!%p1 bra meet; ld.acquire.gpu.global.u32 %r5, [%rd1];\n"
         "meet: " +
         exchange +
         "\nsetp.eq.u32 %p3, %r6, 0; @%p3 bra done; @%p1 bra done;\n"
         "ld.global.u32 %r7, [%rd2]; st.global.u32 [%rd3], %r7;\ndone:";
}

}  // namespace

TEST_CASE("exchanges: a warp adds up what others wrote before a barrier") {
  const std::string body =
      ".shared .align 4 .b8 sh[16]; mov.u32 %r3, sh; shl.b32 %r4, %r1, 2; add.u32 %r4, %r3, %r4;\n"
      "add.u32 %r5, %r1, 1; st.shared.u32 [%r4], %r5; bar.sync 0;\n"
      "xor.b32 %r6, %r4, 4; ld.shared.u32 %r7, [%r6]; mov.u32 %r8, 2;\n"
      "loop: shfl.sync.{} %r9, %r7, %r8, 31, -1; add.u32 %r7, %r7, %r9; shr.u32 %r8, %r8, 1;\n"
      "setp.ne.u32 %p3, %r8, 0; @%p3 bra loop; @%p1 st.global.u32 [%rd3], %r7;";
  for (const char* mode : {"down.b32", "bfly.b32"}) {
    const std::string one = body.substr(0, body.find("{}")) + mode + body.substr(body.find("{}") + 2);
    for (const char* model : {"ptx", "hrf-indirect-relaxed", "sc"}) {
      lanesSay(one, lanesAsked("1x4", "out[0] = 10"), model, [](const Verdict& verdict) {
        judgeHolding(verdict);
        CHECK_FALSE(raisesFlag(verdict));
      });
    }
  }
}

TEST_CASE("exchanges: no memory is ordered") {
  for (const char* exchange :
       {"shfl.sync.idx.b32 %r6, %r5, 0, 31, -1;",
        "setp.ne.u32 %p4, %r5, 0; vote.sync.ballot.b32 %r6, %p4, -1;", "redux.sync.max.u32 %r6, %r5, -1;",
        "membar.cta; shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; membar.cta;"}) {
    lanesSay(broadcast(exchange), lanesAsked("2x2", "out[0] = 0"), "ptx",
             [](const Verdict& verdict) { CHECK(raisesFlag(verdict)); });
    lanesSay(broadcast(exchange), lanesAsked("2x2", "out[0] = 0"), "hrf-indirect-relaxed",
             [](const Verdict& verdict) { CHECK(verdict.racy); });
    const std::string ordered = std::string(exchange) + " bar.warp.sync -1;";
    lanesSay(broadcast(ordered), lanesAsked("2x2", "out[0] = 0 \\/ out[0] = 42"), "ptx",
             [](const Verdict& verdict) {
               judgeHolding(verdict);
               CHECK_FALSE(raisesFlag(verdict));
             });
    lanesSay(broadcast(ordered), lanesAsked("2x2", "out[0] = 0 \\/ out[0] = 42"), "hrf-indirect-relaxed",
             [](const Verdict& verdict) {
               judgeHolding(verdict);
               CHECK(verdict.raceStatus == RaceStatus::RaceFree);
             });
  }
}

TEST_CASE("exchanges: fences around one make no pattern") {
  lanesSay(
      "@%p1 st.global.u32 [%rd2], 1; ld.relaxed.gpu.global.u32 %r5, [%rd1]; st.relaxed.gpu.global.u32 [%rd1], 0;\n"
      "fence.acq_rel.gpu; shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1; fence.acq_rel.gpu;\n"
      "add.u32 %r6, %r6, 1; st.relaxed.gpu.global.u32 [%rd3], %r6; @!%p1 ld.global.u32 %r7, [%rd2];",
      lanesAsked("1x2", "out[0] = 1"), "ptx", [](const Verdict& verdict) {
        judgeHolding(verdict);
        CHECK(raisesFlag(verdict));
      });
}

TEST_CASE("exchanges: votes, matches and reductions of what is read") {
  // Lane 0 reads 0 or 1, lane 1 reads 3.
  const auto with = [](const std::string& exchange) {
    return "@!%p2 st.relaxed.gpu.global.u32 [%rd1], 1; @!%p2 bra done;\n"
           "@%p1 ld.relaxed.gpu.global.u32 %r5, [%rd1]; @!%p1 mov.u32 %r5, 3;\n"
           "setp.ne.u32 %p3, %r5, 0;\n" +
           exchange + "\n@%p1 st.global.u32 [%rd3], %r6;\ndone:";
  };
  const auto choose = [](const std::string& predicate) { return " selp.u32 %r6, 5, 6, " + predicate + ";"; };
  const std::pair<std::string, std::string> rows[] = {
      {"vote.sync.ballot.b32 %r6, %p3, -1;", "out[0] = 2 \\/ out[0] = 3"},
      {"vote.sync.all.pred %p4, %p3, -1;" + choose("%p4"), "out[0] = 6 \\/ out[0] = 5"},
      {"vote.sync.any.pred %p4, %p3, -1;" + choose("%p4"), "out[0] = 5"},
      {"vote.sync.uni.pred %p4, %p3, -1;" + choose("%p4"), "out[0] = 6 \\/ out[0] = 5"},
      {"match.any.sync.b32 %r6, %r5, -1;", "out[0] = 1"},
      {"match.all.sync.b32 %r6|%p4, %r5, -1;", "out[0] = 0"},
      {"redux.sync.add.u32 %r6, %r5, -1;", "out[0] = 3 \\/ out[0] = 4"},
      {"redux.sync.min.s32 %r6, %r5, -1;", "out[0] = 0 \\/ out[0] = 1"},
      {"redux.sync.xor.b32 %r6, %r5, -1;", "out[0] = 3 \\/ out[0] = 2"},
      {"shfl.sync.idx.b32 %r6, %r5, %r5, 31, 3;", "out[0] = 0 \\/ out[0] = 3"},
  };
  for (const auto& [exchange, forall] : rows) {
    const bool several = forall.find("\\/") != std::string::npos;
    lanesSay(with(exchange), lanesAsked("2x2", forall), "sc", [&](const Verdict& verdict) {
      judgeHolding(verdict);
      CHECK(verdict.analysis.outcomes.size() == (several ? 2 : 1));
    });
  }
}

TEST_CASE("exchanges: what a lane gets depends on what the other one has read") {
  // Lane 1 stores 3 to y, which depends on what lane 0 reads of x; somebody else reads y, and stores to x.
  const auto with = [](const std::string& stored) {
    return "@!%p2 bra other; @%p1 ld.relaxed.gpu.global.u32 %r5, [%rd1];\n"
           "shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; and.b32 %r6, %r6, 0x100; or.b32 %r6, %r6, 3;\n"
           "@!%p1 st.relaxed.gpu.global.u32 [%rd2], %r6; @%p1 st.relaxed.gpu.global.u32 [%rd3], %r5; bra done;\n"
           "other: @!%p1 bra done; ld.relaxed.gpu.global.u32 %r7, [%rd2];\n"
           "st.relaxed.gpu.global.u32 [%rd3+4], %r7; st.relaxed.gpu.global.u32 [%rd1], " +
           stored + ";\ndone:";
  };
  lanesSay(with("%r7"), lanesAsked("2x2", "out[0] = 0"), "ptx", judgeHolding);
  // Where one of the dependences is missing, both see the other one's store.
  lanesSay(with("1"), lanesAsked("2x2", "out[0] = 0 \\/ out[1] = 0"), "ptx",
           [](const Verdict& verdict) { CHECK(verdict.holding == Holding::Fails); });
}

TEST_CASE("exchanges: a lane that fails before is an incident, and the other one waits") {
  lanesSay(
      "@!%p2 st.relaxed.gpu.global.u32 [%rd1], 1; @!%p2 bra done;\n"
      "@!%p1 bra meet; ld.relaxed.gpu.global.u32 %r5, [%rd1]; setp.eq.u32 %p3, %r5, 1; @!%p3 bra meet; trap;\n"
      "meet: shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; st.relaxed.gpu.global.u32 [%rd3], %r6;\ndone:",
      lanesAsked("2x2", "out[0] = 0"), "ptx", [](const Verdict& verdict) {
        CHECK(verdict.undefined);
        REQUIRE(verdict.faults.size() == 1);
        CHECK(verdict.faults.front().where.thread == 0);
      });
}

TEST_CASE("exchanges: a lane that waits before one is a wait, and one that counts is bounded") {
  const std::string wait =
      "@!%p2 bra sender; @!%p1 bra meet;\nwait: ld.acquire.gpu.global.u32 %r5, [%rd1];\n"
      "setp.eq.u32 %p3, %r5, 0; @%p3 bra wait;\nmeet: shfl.sync.idx.b32 %r6, %r5, 0, 31, -1;\n"
      "st.relaxed.gpu.global.u32 [%rd3], %r6; bra done;\nsender: @%p1 st.release.gpu.global.u32 [%rd1], 7;\ndone:";
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto program = readKernel(moduleWith(kReadsLanes + wait, kOfLanes), lanesAsked("2x2", "out[0] = 7"));
  const Model model = asJudged(library.load("ptx"), *program);
  for (const EngineChoice engine : {EngineChoice::Explicit, EngineChoice::Smt}) {
    Preparation preparation(program, 4);
    const Verdict verdict = checkProgram(*makeEngine(engine), preparation.of(model), {});
    CHECK(verdict.settled());
    judgeHolding(verdict);
    Preparation plain(program, 4, Rules::Plain);
    CHECK_FALSE(checkProgram(*makeEngine(engine), plain.of(model), {}).settled());
  }
}

TEST_CASE("exchanges: whether lanes meet must not hang on what is read") {
  const auto refused = [](const std::string& body) {
    return refusalOf(moduleWith(kReadsLanes +
                                    std::string("ld.relaxed.gpu.global.u32 %r5, [%rd1];\n"
                                                "st.relaxed.gpu.global.u32 [%rd1], 1;\n") +
                                    body,
                                kOfLanes),
                     lanesAsked("1x2", "x = 1"));
  };
  CHECK(
      refused("setp.eq.u32 %p3, %r5, 0; @%p3 bra over; shfl.sync.idx.b32 %r6, %r5, 0, 31, -1;\n"
              "st.global.u32 [%rd3], %r6;\nover:")
          .find(
              "whether a lane reaches an exchange of values between lanes depends on values that are read") !=
      std::string::npos);
  // Two operations in the two arms of a branch are one only where they are alike.
  const auto arms = [&](const std::string& one, const std::string& other) {
    return refused("setp.eq.u32 %p3, %r5, 0; @%p3 bra otherwise; shfl.sync." + one +
                   " bra join;\notherwise: shfl.sync." + other +
                   "\njoin: st.relaxed.gpu.global.u32 [%rd3], %r6;");
  };
  CHECK(arms("idx.b32 %r6, %r5, 0, 31, -1;", "idx.b32 %r6, %r5, 0, 31, -1;").empty());
  CHECK(arms("idx.b32 %r6, %r5, 0, 31, -1;", "bfly.b32 %r6, %r5, 1, 31, -1;")
            .find("do not take part in one operation") != std::string::npos);
}

TEST_CASE("exchanges: in each round of a loop lanes get the numbers of that round") {
  // Lane 0 counts, and all leave together by what it has counted.
  const auto counting = [](const std::string& last) {
    return "again: @%p1 atom.relaxed.gpu.global.add.u32 %r6, [%rd1], 1; shfl.sync.idx.b32 %r7, %r6, 0, 31, -1;\n"
           "add.u32 %r5, %r5, %r7; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r7, " +
           last + "; @%p3 bra again;\n@!%p1 st.relaxed.gpu.global.u32 [%rd3], %r5;";
  };
  for (const char* model : {"ptx", "hrf-indirect-relaxed", "sc"}) {
    lanesSay(counting("1"), lanesAsked("1x2", "out[0] = 3"), model, judgeHolding);
  }
  lanesSay(counting("0"), lanesAsked("1x2", "out[0] = 1"), "ptx", judgeHolding);
}

namespace {

const std::vector<EngineChoice> kBoth{EngineChoice::Explicit, EngineChoice::Smt};

/// What engines say of a test whose loops may be cut.
template <typename Judge>
void roundsSay(const std::string& body, const LaunchOptions& options, unsigned unroll,
               const std::vector<EngineChoice>& engines, Judge judge) {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto program = readKernel(moduleWith(kReadsLanes + body, kOfLanes), options);
  const Model model = asJudged(library.load("ptx"), *program);
  for (const EngineChoice engine : engines) {
    CAPTURE(body);
    Preparation preparation(program, unroll);
    judge(checkProgram(*makeEngine(engine), preparation.of(model), {}));
  }
}

}  // namespace

TEST_CASE("exchanges: rounds that end by a vote, a match or a reduction") {
  // Each lane counts for itself, from its number on: lane 0 to 1, lane 1 to 2.
  const auto until = [](const std::string& exchange, const std::string& leaves) {
    return "mov.u32 %r8, %r1; st.relaxed.gpu.global.u32 [%rd1], %r8; mov.u32 %r5, 0;\n"
           "mul.wide.u32 %rd4, %r1, 4; add.s64 %rd5, %rd3, %rd4; atom.relaxed.gpu.global.add.u32 %r6, [%rd5+8], %r1;\n"
           "again: add.u32 %r6, %r6, 1; add.u32 %r5, %r5, 1; setp.lt.u32 %p3, %r6, 3;\n" +
           exchange + "\n@" + leaves + " bra again;\nst.relaxed.gpu.global.u32 [%rd5], %r5;";
  };
  LaunchOptions options = launched("1x2", "x=0; y=0; u32 out[4]={0, 0, 0, 1}; rest 0");
  const std::tuple<const char*, const char*, const char*> rows[] = {
      {"vote.sync.any.pred %p4, %p3, -1;", "%p4", "out[0] = 3 /\\ out[1] = 3"},
      {"vote.sync.all.pred %p4, %p3, -1;", "%p4", "out[0] = 2 /\\ out[1] = 2"},
      {"vote.sync.ballot.b32 %r7, %p3, -1; setp.eq.u32 %p4, %r7, 3;", "%p4", "out[0] = 2 /\\ out[1] = 2"},
      {"match.all.sync.b32 %r7|%p4, %r6, -1; setp.lt.u32 %p5, %r5, 2;", "%p4", "out[0] = 1 /\\ out[1] = 1"},
      {"redux.sync.min.u32 %r7, %r6, -1; setp.lt.u32 %p4, %r7, 3;", "%p4", "out[0] = 3 /\\ out[1] = 3"},
      {"shfl.sync.idx.b32 %r7, %r6, 1, 31, -1; setp.lt.u32 %p4, %r7, 3;", "%p4", "out[0] = 2 /\\ out[1] = 2"},
  };
  for (const auto& [exchange, leaves, forall] : rows) {
    options.forall = forall;
    roundsSay(until(exchange, leaves), options, 4, {EngineChoice::Smt}, [](const Verdict& verdict) {
      CHECK(verdict.settled());
      judgeHolding(verdict);
    });
  }
}

TEST_CASE("exchanges: a lane that is chosen by a vote works in each round") {
  const std::string body =
      "atom.relaxed.gpu.global.add.u32 %r8, [%rd1], 0; setp.eq.u32 %p3, %r8, 0;\n"
      "again: vote.sync.ballot.b32 %r6, %p3, -1; setp.eq.u32 %p4, %r6, 0; @%p4 bra done;\n"
      "brev.b32 %r7, %r6; clz.b32 %r7, %r7; setp.ne.u32 %p5, %r7, %r1; mov.u32 %r9, 9;\n"
      "@!%p5 atom.relaxed.gpu.global.add.u32 %r9, [%rd2], 1; shfl.sync.idx.b32 %r10, %r9, %r7, 31, -1;\n"
      "add.u32 %r5, %r5, %r10; @!%p5 setp.ne.u32 %p3, %r1, %r1; bra again;\n"
      "done: @%p1 st.relaxed.gpu.global.u32 [%rd3], %r5;";
  roundsSay(body, lanesAsked("1x2", "out[0] = 1 /\\ y = 2"), 4, {EngineChoice::Smt},
            [](const Verdict& verdict) {
              CHECK(verdict.settled());
              judgeHolding(verdict);
            });
}

TEST_CASE("exchanges: rounds beyond the bound are said") {
  const std::string poll =
      "@!%p2 bra sender; again: mov.u32 %r5, 0; @%p1 ld.acquire.gpu.global.u32 %r5, [%rd1];\n"
      "shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; setp.eq.u32 %p3, %r6, 0; @%p3 bra again;\n"
      "@!%p1 st.relaxed.gpu.global.u32 [%rd3], %r6; bra done;\nsender: @%p1 st.release.gpu.global.u32 [%rd1], 7;\ndone:";
  roundsSay(poll, lanesAsked("2x2", "out[0] = 7"), 2, kBoth, [](const Verdict& verdict) {
    CHECK_FALSE(verdict.settled());
    CHECK(verdict.analysis.outcomes.size() == 1);
  });
  roundsSay(poll, lanesAsked("2x2", "out[0] = 6"), 2, kBoth,
            [](const Verdict& verdict) { CHECK(verdict.holding == Holding::Fails); });
}

TEST_CASE("exchanges: whether lanes go round together must not hang on what one of them reads") {
  const auto refused = [](const std::string& body) {
    return refusalOf(
        moduleWith(kReadsLanes + std::string("again: atom.relaxed.gpu.global.add.u32 %r5, [%rd1], 1;\n") +
                       body + "\nst.relaxed.gpu.global.u32 [%rd3], %r6;",
                   kOfLanes),
        lanesAsked("1x2", "x = 1"));
  };
  const auto together = [](const std::string& why) {
    return why.find(
               "whether a lane reaches an exchange of values between lanes depends on values that are read") !=
           std::string::npos;
  };
  const std::string exchange = "shfl.sync.idx.b32 %r6, %r5, 0, 31, -1; ";
  CHECK(refused(exchange + "setp.lt.u32 %p3, %r6, 3; @%p3 bra again;").empty());
  CHECK(together(refused(exchange + "setp.lt.u32 %p3, %r5, 3; @%p3 bra again;")));
  // What a lane keeps of the round before need not be what the other one keeps.
  CHECK(together(refused(exchange + "setp.lt.u32 %p3, %r5, 2; @%p3 mov.u32 %r7, %r6;\n"
                                    "setp.lt.u32 %p4, %r7, 3; @%p4 bra again;")));
  CHECK(
      together(refused("shfl.sync.bfly.b32 %r6, %r5, 1, 31, -1; setp.lt.u32 %p3, %r6, 3; @%p3 bra again;")));
  // A lane of the warp that is none of those which go round is not asked.
  CHECK(
      refused(
          "@%p1 bra over; shfl.sync.idx.b32 %r6, %r5, 1, 31, 2; setp.lt.u32 %p3, %r5, 3; @%p3 bra again;\nover:")
          .empty());
}

TEST_CASE("exchanges: a model that does not know them is not asked") {
  const ModelLibrary library({std::string(HRFCHECK_SOURCE_DIR) + "/models"});
  const auto program =
      readKernel(moduleWith(kReadsLanes + broadcast("shfl.sync.idx.b32 %r6, %r5, 0, 31, -1;"), kOfLanes),
                 lanesAsked("2x2", "x = 1"));
  const Model model = library.load("ptx");
  CHECK_FALSE(cat::knowsExchanges(model));
  CHECK(cat::knowsExchanges(asJudged(model, *program)));
  Preparation preparation(program, 4);
  CHECK_THROWS_AS(preparation.of(model), UserError);
}

TEST_CASE("exchanges: no other dialect can say them") {
  const auto program =
      readKernel(moduleWith(kReadsLanes + broadcast("shfl.sync.idx.b32 %r6, %r5, 0, 31, -1;"), kOfLanes),
                 lanesAsked("2x2", "x = 1"));
  try {
    convertedLitmus(*program, "opencl");
    FAIL("an exchange of what is read is converted");
  } catch (const UserError& error) {
    CHECK(std::string(error.what()).find("lanes that exchange values which they read") != std::string::npos);
  }
}
