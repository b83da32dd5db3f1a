#include <doctest/doctest.h>

#include <filesystem>

#include "frontend/print/print_litmus.h"
#include "parse.h"
#include "program/ir/scope_levels.h"
#include "same_program.h"

namespace {

using namespace hrfcheck;
using test::described;
using test::parse;
namespace fs = std::filesystem;

/// The text of a test, which must be read as the same program, and printed as the same text.
std::string printed(const Program& program) {
  const std::string text = printLitmus(program);
  CAPTURE(text);
  const auto again = parse(text);
  CHECK(described(*again) == described(program));
  CHECK(printLitmus(*again) == text);
  return text;
}

std::string printed(const std::string& text) {
  return printed(*parse(text));
}

/// Why a program is refused.
std::string refusal(const Program& program) {
  try {
    printLitmus(program);
  } catch (const UserError& error) {
    return error.diagnostics().front().message;
  }
  return "";
}

/// A test of one instruction, for programs that no HSA test gives.
std::string refusalOf(const Operation& operation) {
  Program program = *parse("HSA t\n{ x=0; }\nP0 ;\nld r0, x ;\nexit ;\n");
  program.threads[0].instructions[0].operation = operation;
  return refusal(program);
}

TEST_CASE("every HSA test is printed as a text that is read as the same program") {
  std::size_t tests = 0;
  for (const auto& entry : fs::recursive_directory_iterator(std::string(HRFCHECK_SOURCE_DIR) + "/litmus")) {
    if (entry.path().extension() != ".litmus") {
      continue;
    }
    const auto source = readSource(entry.path().string());
    if (source->text().starts_with("HSA")) {
      CAPTURE(source->name());
      printed(*parseLitmus(source));
      ++tests;
    }
  }
  CHECK(tests > 100);
}

TEST_CASE("all parts of a test") {
  const std::string text = R"(hsa all
"a description" (* and a comment *)
Origin=nobody
{ x = 1 @wg; local q[3] = {1, 2, 3}; z[2] = 7; p = &q[1]; 1:r5 = 0x10; 1:r4 = x }
 P0-P1@wg 1       | P2@wv 3 ;
 W: @!c nop       | nop     ;
 ld.acq.wg r1, x  | st.rm_rel.cmp q[2], -1 ;
 bne r1, 1, W     | bra E ;
 @c st [r4], q    | E: ;
filter 0:r1=1 /\ (x=1 \/ ~([z[1]]=2))
locations [q; 0:r1]
forall (1:r1=&p /\ (x=1 /\ 2=z[0]))
terminates weak=Y s-obe=N "wg=obe,wv=fair"=N
expect rsp, "m/m.cat": racy, 3 states
expect all: Never
)";
  CHECK(printed(text) == R"(HSA all
"a description"
Origin=nobody
{ x=1 @wg; local q[3]={1, 2, 3}; z[2]=7; p=&q[1]; 1:r5=16; 1:r4=&x; }
 P0@wv 0,wg 1      | P1@wv 1,wg 1      | P2@wv 3,wg 0           ;
 L0: @!c nop       | L0: @!c nop       | nop                    ;
 ld.acq.wg r1, x   | ld.acq.wg r1, x   | st.rm_rel.cmp q[2], -1 ;
 bne r1, 1, L0     | bne r1, 1, L0     | goto END               ;
 @c st [r4], &q[0] | @c st [r4], &q[0] | END:                   ;
locations [0:r1; 1:r1; x; q[0]; q[1]; q[2]; z[0];]
filter (0:r1=1 /\ (x=1 \/ ~(z[1]=2)))
forall (1:r1=&p /\ (x=1 /\ 2=[z[0]]))
terminates weak=Y s-obe=N "wg=obe,wv=weak"=N
expect rsp: racy, 3 states
expect "m/m.cat": racy, 3 states
expect all: Never
)");
}

TEST_CASE("addresses and values") {
  const auto columnOf = [](const std::string& code) {
    const std::string text =
        printed("HSA t\n{ x=0; y=0; q[3]=0; 0:r1=0; 0:r2=0; }\nP0 | P1 ;\n nop | " + code + " ;\n");
    const std::size_t row = text.find("| ", text.find("nop")) + 2;
    return text.substr(row, text.find(" ;", row) - row);
  };
  CHECK(columnOf("ld r0, q[%tid+1]") == "ld r0, q[2]");
  CHECK(columnOf("ld r0, q[%tid+2]") == "ld r0, q[%tid+2]");
  CHECK(columnOf("ld r0, [x+1]") == "ld r0, x[%tid+0]");
  CHECK(columnOf("ld r0, [q-1]") == "ld r0, q[%tid-2]");
  CHECK(columnOf("lds r0, [x + 1 + r1 - 2]") == "ld r0, [x+1+r1-2]");
  CHECK(columnOf("ld r0, [r1 + q - x]") == "ld r0, [r1+q-x]");
  CHECK(columnOf("ld r0, [x+r1]") == "ld r0, x[r1]");
  CHECK(columnOf("ld r0, [x-r1]") == "ld r0, [x-r1]");
  CHECK(columnOf("ld r0, q[-r1]") == "ld r0, q[-r1]");
  CHECK(columnOf("ld r0, q[2-r1+r2]") == "ld r0, q[2-r1+r2]");
  CHECK(columnOf("ld r0, [r1 - %tid]") == "ld r0, [r1-%tid]");
  CHECK(columnOf("ld r0, [r1 + -9223372036854775808]") == "ld r0, [r1+-9223372036854775808]");
  CHECK(columnOf("mov r0, q") == "mov r0, &q[0]");
  CHECK(columnOf("mov r0, &q[r1+r2]") == "mov r0, &q[r1+r2]");
  CHECK(columnOf("mov r0, &q[r1]") == "add r0, &q[0], r1");
  CHECK(columnOf("mov r0, &x[%tid]") == "mov r0, &x[%tid+0]");
  CHECK(columnOf("sel r0, r2, 5, r1") == "sel r0, r2, 5, r1");
  CHECK(columnOf("setp.le r0, r2, r1") == "setp.le r0, r2, r1");
  CHECK(columnOf("exch _, x, y") == "exch.sc.sys _, x, &y");
  CHECK(columnOf("cas.rm_ar.cmp r0, x, r2, -3") == "cas.rm_ar.cmp r0, x, r2, -3");
  CHECK(columnOf("bar") == "barrier.wg");
  CHECK(columnOf("bar.sync 3") == "barrier.wg 3");
  CHECK(columnOf("bar.arrive 1, 2") == "bar.arrive 1, 2");
}

TEST_CASE("what the dialect has no words for is refused by the name of the instruction") {
  const ExprPtr x = constant(kAddressBase + kAddressStride);
  const ExprPtr r0 = registerRef(0);
  const auto why = [](const Operation& operation) {
    const std::string message = refusalOf(operation);
    const std::string before = "P0:0 cannot be written in the HSA dialect: ";
    CHECK(message.starts_with(before));
    return message.substr(std::min(before.size(), message.size()));
  };
  CHECK(why(LoadOp{0, x, Atomicity{Order::Consume, kGroupLevel}}) ==
        "such an operation cannot carry its order");
  CHECK(why(LoadOp{0, constant(5), std::nullopt}) ==
        "its address is not a sum of a location, registers and constants");
  CHECK(why(StoreOp{x, unary(UnaryOp::Minus, r0), std::nullopt}) ==
        "an operand is not a register, a constant or an address");
  CHECK(why(AssignOp{0, binary(BinaryOp::Shl, r0, r0)}) == "there is no instruction for its operator");
  CHECK(why(BranchOp{r0, 1}) == "its condition is not a comparison");
  CHECK(why(JumpOp{2}) == "it jumps past the last instruction, where there can be no label");
  BarrierOp barrier{kGroupLevel};
  barrier.fences = true;
  CHECK(why(barrier) == "the fences of a barrier are not separate from it");
  CHECK(why(FenceOp{Atomicity{Order::SeqCst, kSystemLevel}, {true, false}}) ==
        "it orders one address space only");
}

TEST_CASE("tests of C11 are refused") {
  CHECK(refusal(*parse("C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\n")) ==
        "tests of dialect C cannot be written");
}

}  // namespace
