// Execution barriers: waiting, opening, and who waits for ever.

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "support/program_builder.h"
#include "termination/idioms.h"
#include "termination/progress_support.h"
#include "termination/system/lts.h"
#include "termination/system/simt.h"

namespace hrfcheck::test {
namespace {

Lts ltsOf(const std::shared_ptr<const Program>& program) {
  return Lts(program, {});
}

/// The state behind the only action of an agent.
StateId after(const Lts& lts, StateId s, AgentId agent) {
  const std::vector<LtsEdge> edges = lts.edgesFrom(s);
  const auto edge = std::ranges::find(edges, agent, &LtsEdge::agent);
  REQUIRE(edge != edges.end());
  return edge->to;
}

/// Threads of one work-group that do nothing but the barriers given, each then a store to x.
std::shared_ptr<const Program> meeting(const std::vector<std::vector<BarrierOp>>& barriers) {
  ProgramBuilder p;
  const ExprPtr x = p.location("x");
  for (const auto& ops : barriers) {
    ThreadBuilder& t = p.thread();
    for (std::size_t i = 0; i < ops.size(); ++i) {
      t.barrier();
    }
    t.store(x, 1);
  }
  Program program = *p.build();
  for (std::size_t t = 0; t < barriers.size(); ++t) {
    for (std::size_t i = 0; i < barriers[t].size(); ++i) {
      program.threads[t].instructions[i].operation = barriers[t][i];
    }
  }
  return std::make_shared<const Program>(std::move(program));
}

BarrierOp counted(Value count, bool waits = true) {
  BarrierOp op{kWg};
  op.count = count;
  op.waits = waits;
  return op;
}

}  // namespace

TEST_CASE("who has arrived waits, and goes on when all have") {
  const Lts lts = ltsOf(programOf(sameForAll(2, "x=0;", "barrier.sys\nst x, 1")));
  CHECK(lts.enabled(0) == 3);
  const StateId one = after(lts, 0, 0);
  CHECK(lts.enabled(one) == 2);
  CHECK(lts.finished(one) == 0);
  const StateId both = after(lts, one, 1);
  CHECK(lts.enabled(both) == 3);
  CHECK(both == after(lts, after(lts, 0, 1), 0));
  CHECK(lts.describe(one) == "x=0; P0 @0 waits; P1 @0; ran P0");
  CHECK(lts.describe(both) == "x=0; P0 @1; P1 @1; ran P0 P1");
}

TEST_CASE("a barrier meets again and again") {
  const ProgressResult result =
      analyse(programOf(sameForAll(2, "x=0;", "L: barrier.sys\nexch r0, x, 1\nbarrier.sys\nbeq r0, 0, L")));
  CHECK(lettersOf(result) == "NNNNNN");  // one of them leaves, and the other waits for it at the next round
  CHECK(result.verdicts.front().lasso->kind == HangKind::Deadlock);
  CHECK(lettersOf(analyse(programOf(sameForAll(3, "x=0;", "barrier.sys\nbarrier.sys\nbarrier.sys")))) ==
        "YYYYYY");
}

TEST_CASE("who has finished never arrives") {
  const ProgressResult result = analyse(programOf(R"(HSA leaves
{ x=0; }
 P0          | P1      | P2          ;
 barrier.sys | st x, 1 | barrier.sys ;
)"));
  CHECK(lettersOf(result) == "NNNNNN");
  const Lasso& lasso = *result.verdicts.back().lasso;
  CHECK(lasso.kind == HangKind::Deadlock);
  CHECK(lasso.loop.empty());
  CHECK(lasso.unfinished == std::vector<ThreadId>{0, 2});
  CHECK(lasso.blocked == lasso.unfinished);
  CHECK(result.stuck);
  checkLassos(result);
}

TEST_CASE("barriers of other work-groups, or of another id, are others") {
  CHECK(lettersOf(analyse(programOf(R"(HSA two-groups
{ x=0; }
 P0@wg 0    | P1@wg 1 ;
 barrier.wg | st x, 1 ;
)"))) == "YYYYYY");
  BarrierOp first{kWg};
  BarrierOp second{kWg};
  second.id = 1;
  CHECK(lettersOf(analyse(meeting({{first, second}, {first, second}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{first, second}, {second, first}}))) == "NNNNNN");
  BarrierOp instance{kWg};
  instance.instance = 1;
  CHECK(lettersOf(analyse(meeting({{first}, {instance}}))) == "NNNNNN");
}

TEST_CASE("a barrier with a count opens for good when so many have come") {
  CHECK(lettersOf(analyse(meeting({{counted(2)}, {counted(2)}, {}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{counted(2)}, {counted(2)}, {counted(2)}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{counted(3)}, {counted(3)}, {}}))) == "NNNNNN");
  CHECK(lettersOf(analyse(meeting({{counted(3), counted(3)}, {counted(3)}}))) == "NNNNNN");
  CHECK(lettersOf(analyse(meeting({{counted(1)}, {}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{counted(0)}, {}}))) == "YYYYYY");
}

TEST_CASE("where barriers are named, those meet whose code has the name, every time") {
  BarrierOp one{kWg};
  one.amongNamed = true;
  BarrierOp two = one;
  two.instance = 2;
  CHECK(lettersOf(analyse(meeting({{one}, {one}, {}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{one}, {one}, {two}, {two}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{one, one}, {one, one}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{one, one}, {one}}))) == "NNNNNN");
  CHECK(lettersOf(analyse(meeting({{one, two}, {two, one}}))) == "NNNNNN");
}

TEST_CASE("a register names a barrier by what it holds when its thread arrives") {
  // Whether thread 0 meets thread 1 depends on what it reads; thread 1 waits until that is known.
  const auto told = [](const std::string& zeroth, const std::string& first) {
    return lettersOf(
        analyse(programOf("PTX told\n{ z=0; }\nP0@cta 0 | P1@cta 0 | P2@cta 0 ;\nld.weak r2, z | " + first +
                          " | st.weak z, 1 ;\n" + zeroth + " | | ;\n")));
  };
  CHECK(told("bar.cta.sync 1, r2", "bar.cta.sync 1, 1") == "YYYYYY");
  CHECK(told("barrier.cta.sync r2", "barrier.cta.sync 1") == "YYYYYY");
  CHECK(told("bar.cta.sync 1, r2", "bar.cta.sync 2, 1") == "YYYYYY");
  // With a count nobody else will do.
  CHECK(told("bar.cta.sync 1, r2, 2", "bar.cta.sync 1, 1, 2") == "NNNNNN");
  CHECK(told("bar.cta.sync 1, 1, r2", "nop") == "??????");
  CHECK(told("add r2, r2, 1 | | ;\nbar.cta.sync 1, 1, r2", "bar.cta.sync 1, 1, 2") == "YYYYYY");
  CHECK(told("add r2, r2, 1 | | ;\nbar.cta.sync 1, 1, r2", "bar.cta.sync 1, 1, 3") == "NNNNNN");
  CHECK(told("add r2, r2, 1 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\nbar.cta.sync 1, 1, r2", "nop") ==
        "YYYYYY");
}

TEST_CASE(
    "who waits for a thread whose register might name the barrier waits until it has named one, or ended") {
  const auto skipping = [](const char* instead) {
    return programOf(fmt::format(R"(PTX skips
{{ z=0; }}
 P0@cta 0              | P1@cta 0          | P2@cta 0     ;
 ld.weak r2, z         | bar.cta.sync 1, 1 | st.weak z, 1 ;
 bne r2, 0, GO         |                   |              ;
 {}                    |                   |              ;
 GO: bar.cta.sync 1, r2 |                  |              ;
)",
                                 instead));
  };
  const ProgressResult waits = analyse(skipping("bar.cta.sync 2, 0, 2"));
  CHECK(lettersOf(waits) == "NNNNNN");
  CHECK(waits.verdicts.front().lasso->blocked == std::vector<ThreadId>{0, 1});
  checkLassos(waits);
  CHECK(lettersOf(analyse(skipping("exit"))) == "YYYYYY");
}

TEST_CASE("barriers that a register names meet again") {
  // Thread 0 goes round until it reads 1, each time by another name than thread 1's or by the same.
  CHECK(lettersOf(analyse(programOf(R"(PTX again
{ z=0; }
 P0@cta 0              | P1@cta 0              ;
 mov r3, 3             | mov r3, 3             ;
 L: bar.cta.sync 1, r3 | L: bar.cta.sync 1, r3 ;
 sub r3, r3, 1         | sub r3, r3, 1         ;
 bne r3, 0, L          | bne r3, 0, L          ;
)"))) == "YYYYYY");
}

TEST_CASE("an arrival that does not wait counts, and goes on") {
  CHECK(lettersOf(analyse(meeting({{counted(2)}, {counted(2, false)}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{counted(3)}, {counted(3, false)}}))) == "NNNNNN");
  const auto twice = analyse(meeting({{counted(3)}, {counted(3, false), counted(3, false)}}));
  CHECK(lettersOf(twice) == "YYYYYY");
  BarrierOp passes{kWg};
  passes.waits = false;
  const BarrierOp waits{kWg};
  CHECK(lettersOf(analyse(meeting({{waits, waits}, {passes, waits}}))) == "YYYYYY");
  CHECK(lettersOf(analyse(meeting({{waits, waits}, {passes}}))) == "NNNNNN");
}

TEST_CASE("what waiters then do by themselves belongs to the step that lets them go") {
  const Lts lts =
      ltsOf(programOf(sameForAll(2, "x=0;", "barrier.sys\nmov r0, 1\nbeq r0, 1, END\nst x, 1\nEND: nop")));
  CHECK(lts.states() == 4);  // nobody, either, both
  CHECK(lts.edges() == 4);
  CHECK(lts.ended(3));
}

TEST_CASE("weak fairness owes nothing to who waits in some state of the loop") {
  // P0 and P1 meet for ever; P2 could stop them, and must be run.
  const std::string text = R"(HSA stop
{ stop=0; }
 P0@wg 0       | P1@wg 0       | P2@wg 1    ;
 L: barrier.wg | L: barrier.wg | st stop, 1 ;
 ld r0, stop   | ld r0, stop   |            ;
 st seen, r0   | barrier.wg    |            ;
 barrier.wg    | ld r0, seen   |            ;
 beq r0, 0, L  | beq r0, 0, L  |            ;
)";
  const auto program = programOf(std::string(text).replace(text.find("stop=0;"), 7, "stop=0; seen=0;"));
  const ProgressResult result = analyse(program);
  CHECK(lettersOf(result) == "NNNNNY");
  checkLassos(result);
}

namespace {

std::shared_ptr<const Program> kernelOf(const std::string& text, const char* file = "k.cu") {
  return parseLitmus(std::make_shared<const Source>(file, text));
}

bool ends(const std::shared_ptr<const Program>& program, bool strict = false) {
  SimtOptions simt;
  simt.strictBarriers = strict;
  const SimtSetup setup = simtSetup(program, simt);
  ProgressOptions options;
  options.schedulers = {{.scheduler = Scheduler::Weak, .levels = {}}};
  options.agents = setup.agents;
  options.rules = setup.rules;
  return letterOf(analyseProgress(setup.program, options).verdicts.at(0)) == 'Y';
}

}  // namespace

TEST_CASE("barriers of CUDA, HIP and PTX do not wait for threads that have ended; those of others do") {
  const std::string body =
      "  if (threadIdx.x == 2) return;\n  __syncthreads();\n  if (threadIdx.x == 0) *x = 1;\n}\n";
  const std::string cuda = "//# launch 1x3\n//# init x = 0\n__global__ void k(int* x) {\n" + body;
  for (const char* file : {"k.cu", "k.hip"}) {
    CHECK(ends(kernelOf(cuda, file)));
    CHECK_FALSE(ends(kernelOf(cuda, file), true));
  }
  CHECK_FALSE(
      ends(kernelOf("//# launch 1x3\n//# init x = 0\nkernel void k(global int* x) {\n"
                    "  if (get_local_id(0) == 2) return;\n  barrier(CLK_GLOBAL_MEM_FENCE);\n"
                    "  if (get_local_id(0) == 0) *x = 1;\n}\n",
                    "k.cl")));
  const std::string columns =
      "{{ x=0; }}\n P0@{0} | P1@{0} ;\n ld.weak r0, x | {1} ;\n beq r0, 0, END | ;\n {1} | ;\n END: nop | ;\n";
  CHECK(ends(programOf("PTX t\n" + fmt::format(fmt::runtime(columns), "cta 0,gpu 0", "bar.cta.sync 0"))));
  CHECK_FALSE(
      ends(programOf("PTX t\n" + fmt::format(fmt::runtime(columns), "cta 0,gpu 0", "bar.cta.sync 0, 0, 2"))));
}

TEST_CASE("barriers that wait for an end that waits for them") {
  CHECK_FALSE(
      ends(kernelOf("//# launch 1x2\n//# init f = 0\n__global__ void k(int* f) {\n"
                    "  if (threadIdx.x == 0) { while (atomicAdd(f, 0) == 0) {} return; }\n"
                    "  __syncthreads();\n  atomicExch(f, 1);\n}\n")));
  CHECK_FALSE(
      ends(kernelOf("//# launch 1x2\n//# init x = 0\n__global__ void k(int* x) {\n"
                    "  if (threadIdx.x == 0) __syncthreads(); else __syncthreads();\n  *x = 1;\n}\n")));
}

TEST_CASE("barriers that no hardware has, and counts that wavefronts cannot give, are warned of") {
  const auto warnings = [](const char* waves, const char* barrier) {
    const auto program = programOf(fmt::format("HSA t\n{{ x; }}\n P0-P1@{} ;\n {} ;\n", waves, barrier));
    std::set<std::string> messages;
    for (const Diagnostic& warning : program->warnings) {
      messages.insert(warning.message);
    }
    return messages;
  };
  using Messages = std::set<std::string>;
  CHECK(warnings("wv 0,wg 0", "bar.sync 15, 2").empty());
  CHECK(warnings("wv 0,wg 0", "bar.sync 16, 2") ==
        Messages{"no hardware has this barrier: a work-group has barriers 0 to 15"});
  CHECK(warnings("wv 0,wg 0", "bar.sync 1, 3") ==
        Messages{"wavefronts arrive with all their 2 lanes: no hardware counts 3 arrivals"});
  CHECK(warnings("wg 0", "bar.sync 1, 3").empty());
  CHECK(warnings("wv 0,wg 0", "barrier.wg 99").empty());
}

}  // namespace hrfcheck::test
