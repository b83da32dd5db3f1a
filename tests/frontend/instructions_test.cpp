#include <doctest/doctest.h>

#include "parse.h"
#include "program/expr/addresses.h"

namespace {

using namespace hrfcheck;
using test::mistakes;
using test::parse;
using test::parseCode;

constexpr std::uint32_t kWg = 2;
constexpr std::uint32_t kSys = 4;

/// The only instruction of a test, as its operation.
template <typename Op>
Op operation(const std::string& code) {
  const auto program = parseCode(code);
  REQUIRE(program->threads[0].instructions.size() == 1);
  REQUIRE(std::holds_alternative<Op>(program->threads[0].instructions[0].operation));
  return std::get<Op>(program->threads[0].instructions[0].operation);
}

Value valueOf(const ExprPtr& expr, Value registers = 0) {
  return evaluate(*expr, [=](RegisterId) { return registers; }).value();
}

const Value kX = objectAddress(0);
const Value kQ = objectAddress(2);

TEST_CASE("ordinary loads and stores") {
  const auto load = operation<LoadOp>("ld r1, x");
  CHECK(load.target == 0);
  CHECK(valueOf(load.address) == kX);
  CHECK_FALSE(load.atomicity);
  const auto store = operation<StoreOp>("st q[2], 0x10");
  CHECK(valueOf(store.address) == kQ + 2);
  CHECK(valueOf(store.value) == 16);
  CHECK_FALSE(store.atomicity);
  CHECK(valueOf(operation<StoreOp>("sts x, -3").value) == -3);
  CHECK_FALSE(operation<LoadOp>("lds r1, x").atomicity);
}

TEST_CASE("orders and scopes") {
  struct Case {
    std::string suffix;
    Order order;
    bool remote;
  };
  for (const Case& c : std::vector<Case>{{"rlx", Order::Relaxed, false},
                                         {"acq", Order::Acquire, false},
                                         {"rel", Order::Release, false},
                                         {"ar", Order::AcquireRelease, false},
                                         {"sc", Order::SeqCst, false},
                                         {"rm_acq", Order::Acquire, true},
                                         {"rm_rel", Order::Release, true},
                                         {"rm_ar", Order::AcquireRelease, true}}) {
    CAPTURE(c.suffix);
    const auto rmw = operation<RmwOperation>("faa." + c.suffix + ".wg r1, x, 1");
    CHECK(rmw.atomicity.order == c.order);
    CHECK(rmw.atomicity.remote == c.remote);
    CHECK(rmw.atomicity.level == kWg);
  }
  const std::vector<std::pair<std::string, std::uint32_t>> scopes = {
      {"wi", 0}, {"wv", 1}, {"wf", 1}, {"wg", 2}, {"cmp", 3}, {"agent", 3}, {"sys", 4}};
  for (const auto& [scope, level] : scopes) {
    CAPTURE(scope);
    CHECK(operation<LoadOp>("ld.acq." + scope + " r1, x").atomicity->level == level);
    CHECK(operation<StoreOp>("st.rel." + scope + " x, 1").atomicity->level == level);
    CHECK(operation<FenceOp>("fence.ar." + scope).atomicity->level == level);
    CHECK(operation<BarrierOp>("barrier." + scope).level == level);
  }
}

TEST_CASE("read-modify-writes") {
  const auto cas = operation<RmwOperation>("cas r1, x, 5, 7");
  CHECK(cas.op == RmwOp::CompareSwap);
  CHECK(cas.target == RegisterId{0});
  CHECK(valueOf(cas.expected) == 5);
  CHECK(valueOf(cas.operand) == 7);
  CHECK(cas.atomicity.order == Order::SeqCst);
  CHECK(cas.atomicity.level == kSys);
  CHECK_FALSE(cas.atomicity.remote);
  const std::vector<std::pair<std::string, RmwOp>> others = {
      {"exch", RmwOp::Exchange}, {"faa", RmwOp::Add},  {"fsub", RmwOp::Sub}, {"fmax", RmwOp::Max},
      {"fmin", RmwOp::Min},      {"fand", RmwOp::And}, {"for", RmwOp::Or},   {"fxor", RmwOp::Xor}};
  for (const auto& [name, op] : others) {
    CAPTURE(name);
    const auto rmw = operation<RmwOperation>(name + " _, x, 3");
    CHECK(rmw.op == op);
    CHECK_FALSE(rmw.target);
    CHECK(valueOf(rmw.operand) == 3);
    CHECK(rmw.expected == nullptr);
  }
}

TEST_CASE("barriers") {
  CHECK(operation<BarrierOp>("barrier.wg").id == 0);
  CHECK(operation<BarrierOp>("barrier.wg 3").id == 3);
}

TEST_CASE("barriers of a work-group with a number and a count") {
  const auto all = operation<BarrierOp>("bar");
  CHECK(all.level == kWg);
  CHECK(all.id == 0);
  CHECK_FALSE(all.count);
  CHECK(all.waits);
  const auto counted = operation<BarrierOp>("bar.sync 3, 2");
  CHECK(counted.level == kWg);
  CHECK(counted.id == 3);
  CHECK(counted.count == 2);
  CHECK(counted.waits);
  CHECK_FALSE(operation<BarrierOp>("bar.sync 3").count);
  const auto arrives = operation<BarrierOp>("bar.arrive 1, 4");
  CHECK(arrives.count == 4);
  CHECK_FALSE(arrives.waits);
}

TEST_CASE("barriers with a count that further threads may arrive at are for no memory model") {
  CHECK(parseCode("bar")->notForModels.empty());
  CHECK(parseCode("bar.sync 1")->notForModels.empty());
  CHECK(parseCode("barrier.wg 1")->notForModels.empty());
  CHECK(parseCode("bar.sync 0, 1")->notForModels.empty());
  CHECK(parseCode("bar.sync 0, 2")->notForModels.empty());
  const std::string why =
      "memory models support a barrier with a count only if every thread waits at it, once, and in at most 5,040 orders of arrival";
  CHECK(parseCode("bar.sync 0, 2 ; bar.sync 0, 2")->notForModels == why);
  CHECK(parseCode("L: bar.sync 0, 1 ; goto L")->notForModels == why);
  CHECK(parseCode("bar.arrive 0, 1")->notForModels == why);
}

TEST_CASE("arithmetic") {
  const std::vector<std::pair<std::string, Value>> cases = {
      {"mov r, 7", 7},        {"add r, 7, 2", 9},       {"sub r, 7, 2", 5},       {"mul r, 7, 2", 14},
      {"div r, 7, 2", 3},     {"rem r, 7, 2", 1},       {"and r, 6, 3", 2},       {"or r, 6, 3", 7},
      {"xor r, 6, 3", 5},     {"min r, 7, 2", 2},       {"max r, 7, 2", 7},       {"setp.eq r, 1, 1", 1},
      {"setp.ne r, 1, 1", 0}, {"setp.lt r, 1, 2", 1},   {"setp.le r, 3, 2", 0},   {"setp.gt r, 3, 2", 1},
      {"setp.ge r, 2, 2", 1}, {"sel r, 10, 20, 1", 10}, {"sel r, 10, 20, 0", 20}, {"mov r, &q[1]", kQ + 1},
      {"mov r, x", kX},       {"mov r, q", kQ},         {"mov r, &x", kX}};
  for (const auto& [code, value] : cases) {
    CAPTURE(code);
    CHECK(valueOf(operation<AssignOp>(code).value) == value);
  }
}

TEST_CASE("addresses") {
  const Value r = 1;
  CHECK(valueOf(operation<StoreOp>("st q[r1], 0").address, r) == kQ + 1);
  CHECK(valueOf(operation<StoreOp>("st q[r1+1], 0").address, r) == kQ + 2);
  CHECK(valueOf(operation<StoreOp>("st q[2-r1], 0").address, r) == kQ + 1);
  CHECK(valueOf(operation<StoreOp>("st q[%tid+1], 0").address) == kQ + 1);
  CHECK(valueOf(operation<StoreOp>("st [r1], 0").address, kX) == kX);
  CHECK(valueOf(operation<StoreOp>("st [r1+2], 0").address, kQ) == kQ + 2);
  CHECK(valueOf(operation<StoreOp>("st [x], 0").address) == kX);
  CHECK(valueOf(operation<StoreOp>("st q, 0").address) == kQ);
  CHECK(valueOf(operation<StoreOp>("st q[3 - 1], 0").address) == kQ + 2);
}

TEST_CASE("branches, labels, predicates") {
  const auto program = parseCode(
      "START: ld r1, x\n"
      "blt r1, 3, START\n"
      "@!p st x, 1\n"
      "goto END\n"
      "@p exit\n"
      "END:\n"
      "nop");
  const std::vector<Instruction>& code = program->threads[0].instructions;
  REQUIRE(code.size() == 7);
  CHECK(std::get<BranchOp>(code[1].operation).target == 0);
  CHECK(valueOf(std::get<BranchOp>(code[1].operation).condition, 2) == 1);
  CHECK(valueOf(std::get<BranchOp>(code[1].operation).condition, 3) == 0);
  REQUIRE(code[2].predicate);
  CHECK(code[2].predicate->negated);
  CHECK(program->threads[0].registers[code[2].predicate->reg] == "p");
  CHECK(std::get<JumpOp>(code[3].operation).target == 5);
  REQUIRE(code[4].predicate);
  CHECK_FALSE(code[4].predicate->negated);
  CHECK(std::holds_alternative<ExitOp>(code[4].operation));
  CHECK(std::holds_alternative<NopOp>(code[5].operation));
  CHECK(std::holds_alternative<NopOp>(code[6].operation));
  CHECK(code[0].text == "ld r1, x");
  CHECK(code[2].text == "@!p st x, 1");
  CHECK(code[5].text == "END:");
  CHECK(code[0].place.position() == LineColumn{4, 8});
}

TEST_CASE("every branch condition") {
  const std::vector<std::tuple<std::string, Value, Value>> cases = {
      {"beq", 2, 1}, {"bne", 2, 0}, {"blt", 1, 1}, {"ble", 3, 0}, {"bgt", 3, 1}, {"bge", 1, 0}};
  for (const auto& [name, reg, taken] : cases) {
    CAPTURE(name);
    const auto program = parseCode("L: " + name + " r1, 2, L");
    const auto branch = std::get<BranchOp>(program->threads[0].instructions[0].operation);
    CHECK(valueOf(branch.condition, reg) == taken);
  }
}

TEST_CASE("text is folded, comments and labels left out") {
  const auto program = parseCode("L:  st.rel.wg   x ,(* why *)1");
  CHECK(program->threads[0].instructions[0].text == "st.rel.wg x , 1");
}

TEST_CASE("ids of the agent") {
  const auto program = parse(
      "HSA ids\n{ x=0; }\n"
      "P0-P1@wf 3, wg 5 | P2@wg 5 | P3 ;\n"
      "mov a, %tid | mov a, %wg | mov a, %wg ;\n"
      "mov b, %lane | mov b, %lane | mov b, %wf ;\n"
      "mov c, %wf | mov c, %wf | ;\n");
  const auto assigned = [&](ThreadId t, std::size_t i) {
    return valueOf(std::get<AssignOp>(program->threads[t].instructions[i].operation).value);
  };
  CHECK(assigned(0, 0) == 0);
  CHECK(assigned(1, 0) == 1);
  CHECK(assigned(0, 1) == 0);
  CHECK(assigned(1, 1) == 1);
  CHECK(assigned(0, 2) == 3);
  CHECK(assigned(2, 0) == 5);
  CHECK(assigned(2, 1) == 0);
  CHECK(assigned(2, 2) == 0);
  CHECK(assigned(3, 0) == 0);
  CHECK(assigned(3, 1) == 0);
}

TEST_CASE("a location need not be declared, and every thread sees that it is one") {
  const auto program = parse("HSA t\n{ }\nP0 | P1 ;\nmov r1, z | st z, 1 ;\n");
  REQUIRE(program->locations.size() == 1);
  CHECK(program->locations[0].name == "z");
  CHECK(program->warnings.empty());
  const auto& code = program->threads[0].instructions[0];
  CHECK(valueOf(std::get<AssignOp>(code.operation).value) == kX);
}

TEST_CASE("a slip that is legal is a warning") {
  const auto program = parse("HSA t\n{ flag=0; }\nP0 ;\nst flga, r5 ;\n");
  REQUIRE(program->warnings.size() == 2);
  CHECK(program->warnings[0].message == "location 'flga' is not in the initial state: it is initially 0");
  CHECK(program->warnings[0].hint == "did you mean 'flag'?");
  CHECK(program->warnings[1].message == "register 'r5' is read but never written: it holds 0");
}

TEST_CASE("a mistake in a shared column is reported once") {
  CHECK(mistakes("HSA t\n{ x=0; }\nP0-P3 ;\nst.acq.wg x, 1 ;\n") ==
        "4:4: 'st' cannot carry the order 'acq'\n");
}

TEST_CASE("broken code does not make its names unknown") {
  CHECK(mistakes("HSA t\n{ x=0; }\nP0 ;\nlod r1, x ;\nld r2 x ;\nexists (0:r1=0 /\\ 0:r2=1)\n") ==
        "4:1: unknown instruction 'lod'\n5:7: expected ',' or the end of the instruction, found 'x'\n");
}

}  // namespace
