#include <doctest/doctest.h>

#include <algorithm>

#include "frontend/print/print_litmus.h"
#include "parse.h"
#include "program/flow/asynchronous.h"
#include "program/ir/ptx_marks.h"
#include "program/ir/shared_memory.h"

using namespace hrfcheck;
using test::mistakes;
using test::parse;

namespace {

std::string textOf(const std::string& rows, const std::string& initial = "x=0; y=0; mbarrier m=1 @ P0;") {
  return "PTX t\n{ " + initial + " }\nP0@cta 0,gpu 0 ;\n" + rows;
}

std::string marksOf(const Thread& thread) {
  std::string text;
  for (const Instruction& instruction : thread.instructions) {
    text += fmt::format("[{}]", fmt::join(instruction.marks, " "));
  }
  return text;
}

}  // namespace

TEST_CASE("ptx: a bulk copy is a thread of its own, behind those of the test") {
  const auto program =
      parse(textOf("cp.async.bulk.mbarrier::complete_tx::bytes x, y, 8, m ;\nld.weak r, x ;\n",
                   "x[2]; y[2]; mbarrier m=1 @ P0;"));
  REQUIRE(program->threads.size() == 2);
  CHECK(marksOf(program->threads[0]) == "[issue][]");
  CHECK(marksOf(program->threads[1]) == "[issue operation][async][async][async][async][mbarrier complete][]");
  CHECK(isOperation(program->threads[1]));
  CHECK(!isOperation(program->threads[0]));
  CHECK(program->scopes.instanceOf(0, 1) == program->scopes.instanceOf(1, 1));
}

TEST_CASE("ptx: who waits for a group meets its operations, after their reads or after all") {
  const auto program =
      parse(textOf("cp.async.bulk.bulk_group x, y, 4 ;\ncp.async.bulk.commit_group ;\n"
                   "cp.async.bulk.wait_group.read 0 ;\ncp.async.bulk.wait_group 0 ;\n"));
  REQUIRE(program->threads.size() == 2);
  CHECK(marksOf(program->threads[0]) == "[issue][group][await][await]");
  CHECK(marksOf(program->threads[1]) == "[issue operation][async][complete][async][complete]");
}

TEST_CASE("ptx: the latest groups are not waited for, and a group is waited for once") {
  const auto program =
      parse(textOf("cp.async x, y, 4 ;\ncp.async.commit_group ;\ncp.async y, x, 4 ;\n"
                   "cp.async.commit_group ;\ncp.async.wait_group 1 ;\ncp.async.wait_group 1 ;\n"));
  REQUIRE(program->threads.size() == 3);
  CHECK(marksOf(program->threads[0]) == "[issue][group][issue][group][await][group]");
  CHECK(marksOf(program->threads[1]) == "[issue operation][][][complete]");
  CHECK(marksOf(program->threads[2]) == "[issue operation][][]");
}

TEST_CASE("ptx: a wait reads, and where the phase is complete acquires") {
  const auto program = parse(textOf("mbarrier.try_wait.parity r, m, 0 ;\nnop ;\n"));
  const std::vector<Instruction>& code = program->threads[0].instructions;
  REQUIRE(code.size() == 7);
  CHECK(std::get<LoadOp>(code[0].operation).atomicity->order == Order::Relaxed);
  CHECK(std::get<BranchOp>(code[3].operation).target == 6);
  CHECK(std::get<LoadOp>(code[4].operation).atomicity->order == Order::Acquire);
  CHECK(std::get<LoadOp>(code[4].operation).atomicity->level == 1);
  CHECK(program->threads[0].registers.front() == "r");
  CHECK(
      parse(textOf("mbarrier.try_wait.parity.relaxed.cluster r, m, 0 ;\n"))->threads[0].instructions.size() ==
      3);
}

TEST_CASE("ptx: where locations lie, and barrier objects of the initial state") {
  const auto program = parse(textOf("nop ;\n", "x=0 @ P0; y=0; mbarrier m=2;"));
  CHECK(sharedOf(program->locations[0]) == ThreadId{0});
  CHECK(!sharedOf(program->locations[1]));
  CHECK(program->locations[2].initial == ((Value{1} << 61) | (Value{2} << 24) | (Value{2} << 8)));
}

TEST_CASE("ptx: tests with asynchronous operations are written as they are read") {
  const std::string rows =
      " mbarrier.arrive.expect_tx _, m, 4 ;\n cp.async.bulk.mbarrier::complete_tx::bytes x, y, 4, m ;\n"
      " fence.proxy.async.shared::cta ;\n mbarrier.try_wait.parity r0, m, 0 ;\n ld.weak r1, x ;\n";
  const auto program = parse(textOf(rows, "x=0 @ P0; y=1; mbarrier m=1 @ P0;"));
  const std::string text = printLitmus(*program);
  CHECK(text.find("cp.async.bulk.mbarrier::complete_tx::bytes x, y, 4, m") != std::string::npos);
  CHECK(text.find("x=0 @ P0") != std::string::npos);
  const auto again = parse(text);
  REQUIRE(again->threads.size() == program->threads.size());
  for (ThreadId t = 0; t < again->threads.size(); ++t) {
    CHECK(marksOf(again->threads[t]) == marksOf(program->threads[t]));
  }
}

TEST_CASE("ptx: an asynchronous operation is executed exactly once") {
  CHECK(mistakes(textOf("L: cp.async x, y, 4 ;\nld.weak r, x ;\nbne r, 1, L ;\n"))
            .starts_with("4:4: whether, or how often, 'cp.async x, y, 4' is executed depends on a branch"));
  CHECK(mistakes(textOf("ld.weak r, x ;\nbne r, 1, L ;\ncp.async x, y, 4 ;\nL: nop ;\n")) != "");
  CHECK(mistakes(textOf("ld.weak r, x ;\nbne r, 1, L ;\nnop ;\nL: cp.async x, y, 4 ;\n")) == "");
}

TEST_CASE("ptx: instructions that columns do not have are refused by name, and with a reason") {
  for (const auto& [row, reason] : {
           std::pair{"multimem.st.relaxed.sys x, 1", "write an access for each location, by another name"},
           std::pair{"multimem.ld_reduce.relaxed.sys.add r, x", "write an access for each location"},
           std::pair{"cp.async.bulk.tensor.bulk_group x, y, 4", "write cp.async.bulk.bulk_group"},
           std::pair{"cp.reduce.async.bulk.tensor.bulk_group.add x, y, 4", "write cp.reduce.async.bulk"},
           std::pair{"cp.async.bulk.mbarrier::complete_tx::bytes.multicast::cluster x, y, 4, m",
                     "write a copy for each block"},
           std::pair{"ld.weak.proxy::readonly r, x", "says nothing of what it may read"},
           std::pair{"st.bulk.weak x, 4", "write a store for each location"},
           std::pair{"fence.proxy.alias.release.sys", "a fence that releases beside it"},
           std::pair{"fence.proxy.generic::fabric.alias.release.sys", "which accesses use the fabric proxy"},
           std::pair{"wgmma.fence", "there are no matrices"},
           std::pair{"clusterlaunchcontrol.try_cancel x, m", "is not supported"},
       }) {
    const std::string said = mistakes(textOf(std::string(row) + " ;\n"));
    const std::string mnemonic = std::string(row).substr(0, std::string(row).find(' '));
    CHECK_MESSAGE(said.find("'" + mnemonic + "' is not supported") != std::string::npos, said);
    CHECK_MESSAGE(said.find(reason) != std::string::npos, said);
  }
}
