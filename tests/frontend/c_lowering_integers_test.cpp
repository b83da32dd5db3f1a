#include <doctest/doctest.h>

#include <algorithm>
#include <optional>

#include "program/agents/code_runner.h"
#include "show_code.h"

// Types of integers, and what came with them: switch, arrays of a thread, assertions, OpenCL 1.x.

namespace {

using namespace hrfcheck;
using test::codeOf;
using test::codeOfC;
using test::mistakes;
using test::parse;
using test::warningsOf;

/// What a thread without accesses leaves in `r`; nothing if its code is not defined.
std::optional<Value> ran(const std::string& dialect, const std::string& body) {
  const auto program = parse(dialect + " t\n{ }\nP0 () { " + body + " }\n");
  const CodeRunner runner(*program, 0, CodeRunner::Fences::Pass);
  LocalState state = runner.start();
  if (runner.next(state).kind != Action::Kind::End) {
    return std::nullopt;
  }
  const auto& names = program->threads[0].registers;
  return state.registers[static_cast<std::size_t>(std::ranges::find(names, "r") - names.begin())];
}

std::optional<Value> inC(const std::string& body) {
  return ran("C", body);
}
std::optional<Value> inOpenCl(const std::string& body) {
  return ran("OPENCL", body);
}

constexpr std::optional<Value> kUndefined;

TEST_CASE("C integers: comparisons and arithmetic in the common type") {
  CHECK(inC("int r = -1 < 1u;") == 0);
  CHECK(inC("int a = -1; unsigned b = 1; int r = a < b;") == 0);
  CHECK(inC("char a = -1; unsigned char b = 1; int r = a < b;") == 1);
  CHECK(inC("int a = -1; long b = 1; int r = a < b;") == 1);
  CHECK(inC("unsigned a = 4294967295; long b = -1; int r = a > b;") == 1);
  CHECK(inC("unsigned long a = 0; int r = a - 1 > 5;") == 1);
  CHECK(inC("unsigned char a = 200; unsigned char b = 100; int r = a + b;") == 300);
  CHECK(inC("unsigned a = 0; unsigned r = a - 1;") == 4294967295);
  CHECK(inC("unsigned a = 0; long r = a - 1;") == 4294967295);
  CHECK(inC("unsigned char a = 0; int r = ~a;") == -1);
  CHECK(inC("unsigned a = 0; long r = ~a;") == 4294967295);
  CHECK(inC("unsigned a = 1; long r = -a;") == 4294967295);
  CHECK(inC("int a = 0; int b = -1; unsigned c = 1; long r = a ? b : b ? b : c;") == 4294967295);
}

TEST_CASE("C integers: conversions of what is assigned, passed and returned") {
  CHECK(inC("unsigned char r = 300;") == 44);
  CHECK(inC("signed char r = 200;") == -56);
  CHECK(inC("short r = 65535;") == -1);
  CHECK(inC("_Bool r = 256;") == 1);
  CHECK(inC("unsigned char r = 255; r++;") == 0);
  CHECK(inC("unsigned char a = 255; int r = a++; r = a;") == 0);
  CHECK(inC("unsigned short r = 1; r -= 2;") == 65535);
  CHECK(inC("int r = (unsigned char)-1;") == 255);
  CHECK(inC("int r = (char)0x80;") == -128);
  CHECK(inC("unsigned r = 0; r = 0 - 1; r = r / 2;") == 2147483647);
  const std::string functions =
      "unsigned char low(int x) { return x; } int wide(unsigned char x) { return x; }";
  CHECK(codeOf(*parse("C t\n{ }\n" + functions + "P0 () { int r = low(258) + wide(259); }\n")).find("2") !=
        std::string::npos);
}

TEST_CASE("C integers: literals") {
  CHECK(inC("int r = 0xffffffff > -1;") == 0);
  CHECK(inC("int r = 4294967295 > -1;") == 1);
  CHECK(inC("int r = 1u - 2 > 0;") == 1);
  CHECK(inC("int r = 1ul - 2 > 0;") == 1);
  CHECK(inC("int r = 1l - 2 > 0;") == 0);
  CHECK(inC("long r = 010;") == 8);
  CHECK(inC("unsigned long r = 0xffffffffffffffff;") == -1);
  CHECK(inC("unsigned r = sizeof(long) + sizeof(char);") == 9);
  CHECK(mistakes("C t\n{ }\nP0 () { long r = 99999999999999999999; }\n") == "3:18: value out of range\n");
  CHECK(mistakes("C t\n{ }\nP0 () { long r = 08; }\n") == "3:18: value out of range\n");
}

TEST_CASE("C integers: what is undefined has no value") {
  CHECK(inC("int a = 2147483647; int r = a + 1;") == kUndefined);
  CHECK(inC("int a = -2147483647 - 1; int r = a - 1;") == kUndefined);
  CHECK(inC("int a = 65536; int r = a * a;") == kUndefined);
  CHECK(inC("int a = -2147483647 - 1; int r = -a;") == kUndefined);
  CHECK(inC("int a = -2147483647 - 1; int b = -1; int r = a / b;") == kUndefined);
  CHECK(inC("int a = -2147483647 - 1; int b = -1; int r = a % b;") == kUndefined);
  CHECK(inC("int b = 0; int r = 1 % b;") == kUndefined);
  CHECK(inC("unsigned a = 65536; int r = a * a == 0;") == 1);
  CHECK(inC("short a = 32767; short r = a + 1;") == -32768);
  CHECK(inC("int a = 0; int b = 2147483647; int r = a && b + 1 > 0;") == 0);
  CHECK(inC("int a = 1; int b = 2147483647; int r = a ? 7 : b + 1;") == 7);
  CHECK(inOpenCl("int a = 2147483647; int r = a + 1;") == kUndefined);
}

TEST_CASE("C integers: shifts") {
  CHECK(inC("int a = -8; int r = a >> 1;") == -4);
  CHECK(inC("unsigned a = -8; unsigned r = a >> 1;") == 2147483644);
  CHECK(inC("unsigned char a = 255; int r = a << 1;") == 510);
  CHECK(inC("unsigned a = 1; int n = 32; unsigned r = a << n;") == kUndefined);
  CHECK(inC("int a = 1; int n = -1; int r = a >> n;") == kUndefined);
  CHECK(inC("int a = 1; int n = 31; int r = a << n;") == kUndefined);
  CHECK(inC("int a = 1; long n = 30; int r = a << n;") == 1 << 30);
  CHECK(inOpenCl("uint a = 1; int n = 33; uint r = a << n;") == 2);
  CHECK(inOpenCl("int a = 1; int n = 31; int r = a << n;") == -2147483648);
  CHECK(inOpenCl("int a = 4; int n = -1; int r = a >> n;") == 0);
  CHECK(inOpenCl("ulong a = 1; int n = 40; ulong r = a << n;") == Value{1} << 40);
}

TEST_CASE("OpenCL C: conversions by name") {
  CHECK(inOpenCl("int a = 300; int r = convert_uchar(a);") == 44);
  CHECK(inOpenCl("int a = -1; long r = as_uint(a);") == 4294967295);
  CHECK(mistakes("OPENCL t\n{ }\nP0 () { int a = 1; int r = as_char(a); }\n") ==
        "3:28: 'as_char' needs 8 bits, and this has 32\n");
}

TEST_CASE("C integers: memory is converted on the way") {
  const std::string start = "C t\n{ x=0; }\n";
  CHECK(codeOf(*parse(start + "P0 (unsigned char* x) { int r = *x + 1; *x = r; }")) ==
        "ld #1, [&x]\nr := (#1 + 1)\nst [&x], convert u8 r\n");
  CHECK(codeOf(*parse(start + "P0 (atomic_uint* x) { int r = atomic_load(x); }")) ==
        "ld.sc.dev r, [&x]\nr := convert s32 r\n");
  CHECK(codeOf(*parse(start + "P0 (atomic_int* x) { r0 = atomic_load(x); atomic_store(x, r0); }")) ==
        "ld.sc.dev r0, [&x]\nst.sc.dev [&x], r0\n");
  CHECK(codeOf(*parse(start + "P0 (atomic_int* x) { r0 = atomic_load(x) + 1; s = r0 + r0; *x = s; }"))
            .find("convert s32 s") != std::string::npos);
}

TEST_CASE("C integers: an atomic operation wraps around at the width of its object") {
  const auto kindOf = [](const std::string& type) {
    const auto program = parse("C t\n{ x=0; }\nP0 (" + type + "* x) { atomic_fetch_add(x, 1); }\n");
    return std::get<RmwOperation>(program->threads[0].instructions[0].operation).kind;
  };
  CHECK(kindOf("atomic_uchar") == IntegerKind{8, false});
  CHECK(kindOf("atomic_int") == IntegerKind{32, true});
  CHECK(kindOf("atomic_ulong") == IntegerKind{64, false});
  CHECK(rmwResult(RmwOp::Add, {8, false}, 255, 1) == 0);
  CHECK(rmwResult(RmwOp::Add, {32, true}, 2147483647, 1) == -2147483648);
  CHECK(rmwResult(RmwOp::Sub, {32, false}, 0, 1) == 4294967295);
  CHECK(rmwResult(RmwOp::Min, {64, false}, -1, 1) == 1);
}

TEST_CASE("C integers: a location of two types") {
  const auto program =
      parse("C t\n{ x=-1; }\nP0 (int* x) { *x = -2; }\nP1 (unsigned* x) { long r = *x; *x = 4294967294; }\n");
  CHECK(warningsOf(*program).empty());
  CHECK(codeOf(*program, 1) == "ld r, [&x]\nr := convert u32 r\nst [&x], -2\n");
  CHECK(warningsOf(*parse("C t\n{ x=0; }\nP0 (int* x) { *x = 1; }\nP1 (char* x) { *x = 2; }\n")) ==
        "'x' is 'char' here and 'int' before: it is one location, 'int'\n");
  CHECK(mistakes("C t\n{ x=0; }\nP0 (int* x) { char* p = (char*)x; }\n") ==
        "3:25: a pointer to int cannot be used as one to char: an access is to a whole variable\n");
  CHECK(codeOf(*parse("C t\n{ x=0; }\nP0 (int* x) { unsigned* p = (unsigned*)x; long r = *p; }\n")) ==
        "p := &x\nld r, [p]\nr := convert u32 r\n");
}

TEST_CASE("C integers: initial values are converted") {
  const auto program =
      parse("C t\n{ x=-1; y=300; }\nP0 (unsigned* x, unsigned char* y) { *x = 1; *y = 1; }\n");
  CHECK(program->locations[0].initial == 4294967295);
  CHECK(program->locations[1].initial == 44);
  CHECK(warningsOf(*program) ==
        "'x' is 'unsigned int': its initial value -1 is 4294967295 there\n"
        "'y' is 'unsigned char': its initial value 300 is 44 there\n");
}

TEST_CASE("C integers: a number in a condition that a type does not have") {
  const auto warned = [](const std::string& condition) {
    return warningsOf(
        *parse("C t\n{ x=0; }\nP0 (atomic_uchar* x) { unsigned r = atomic_load(x); int s = 1; t = r; }\n"
               "exists (" +
               condition + ")\n"));
  };
  CHECK(warned("0:r=-1") == "-1 does not fit into the type of '0:r'\n");
  CHECK(warned("x=256") == "256 does not fit into the type of 'x'\n");
  CHECK(warned("0:s=-1 /\\ x=255 /\\ 0:r=4294967295 /\\ 0:t=-1").empty());
}

TEST_CASE("C: switch") {
  const std::string cases =
      "switch (a) { case 1: r = 10; break; case 2: case 3: r = 20; default: r = r + 1; }";
  const auto result = [&](int a) { return inC("int a = " + std::to_string(a) + "; int r = 0; " + cases); };
  CHECK(result(1) == 10);
  CHECK(result(2) == 21);
  CHECK(result(3) == 21);
  CHECK(result(4) == 1);
  CHECK(inC("int r = 0; switch (r) { case 1: r = 5; }") == 0);
  CHECK(
      inC("int r = 0; for (int i = 0; i < 4; i++) { switch (i) { case 2: continue; case 3: break; } r += i; }") ==
      4);
  CHECK(inC("unsigned char a = 255; int r = 0; switch (a) { case -1: r = 1; break; case 255: r = 2; }") == 2);
  CHECK(mistakes("C t\n{ }\nP0 () { int r = 0; switch (r) { case 1: case 1: r = 2; } }\n") ==
        "3:46: a second case 1\n");
  CHECK(mistakes("C t\n{ }\nP0 () { int r = 0; switch (r) { case 1: { case 2: r = 1; } } }\n") ==
        "3:43: 'case' is not directly inside the braces of a switch\n");
  CHECK(mistakes("C t\n{ }\nP0 () { int r = 0; switch (r) { r = 1; case 1: r = 2; } }\n") ==
        "3:33: a statement before the first label of a switch is never executed\n");
  CHECK(mistakes("C t\n{ }\nP0 () { int r = 0; switch (r) { case 1: continue; } }\n") ==
        "3:41: continue outside a loop\n");
}

TEST_CASE("C: arrays of a thread") {
  CHECK(inC("int a[3] = {5, 6}; int i = 1; int r = a[i] * 10 + a[2];") == 60);
  CHECK(
      inC("int a[3] = {0}; for (int i = 0; i < 3; i++) a[i] = i + 1; int r = a[0] * 100 + a[1] * 10 + a[2];") ==
      123);
  CHECK(inC("unsigned char a[2] = {255, 1}; int i = 0; a[i]++; a[i + 1] -= 2; int r = a[0] * 1000 + a[1];") ==
        255);
  CHECK(inC("int a[2] = {1, 2}; int i = 0; a[i] = a[i + 1] + a[i]; int r = a[0] * 10 + a[1];") == 32);
  CHECK(inC("int a[2] = {1, 2}; int i = 2; int r = a[i];") == kUndefined);
  CHECK(inC("int a[2] = {1, 2}; int i = -1; int r = 0; a[i] = 1;") == kUndefined);
  CHECK(inC("int a[2] = {1, 2}; int r = a[2];") == kUndefined);
  CHECK(mistakes("C t\n{ }\nP0 () { int a[65]; a[0] = 1; }\n") ==
        "3:13: an array of a thread has 1 to 64 elements\n");
  CHECK(mistakes("C t\n{ p=0; }\nP0 (int** p) { int a[2]; *p = a; }\n") ==
        "3:31: 'a' is an array of the thread\n");
}

TEST_CASE("C: assert, printf and attributes") {
  CHECK(inC("int r = 1; assert(r == 1); r = 2;") == 2);
  CHECK(inC("int r = 1; assert(r == 2); r = 2;") == kUndefined);
  CHECK(inC("int r = 1; assert(1);") == 1);
  const auto program = parse("OPENCL t\n{ x=0; }\nP0 (global int* x) { printf(\"%d\\n\" \"!\", *x); }\n");
  CHECK(codeOf(*program) == "ld #1, [&x]\n");
  CHECK(warningsOf(*program) == "'printf' prints nothing here; its arguments are evaluated\n");
  CHECK(codeOf(*parse(
            "C t\n{ x=0; }\nstatic inline __attribute__((always_inline)) int one(int* restrict p) { return "
            "*p; }\nP0 (int* x) { int r = one(x); }\n")) == "ld r, [&x]\n");
}

TEST_CASE("OpenCL 1.x: atomic operations are relaxed, at the scope of the work-group, whatever the memory") {
  const auto code = [](const std::string& parameter, const std::string& call) {
    return codeOf(*parse("OPENCL t\n{ x=0; }\nP0 (" + parameter + ") { int r = " + call + "; }\n"));
  };
  CHECK(code("volatile global int* x", "atomic_add(x, 2)") == "add.rlx.wg r, [&x], 2\n");
  CHECK(code("volatile local int* x", "atomic_inc(x)") == "add.rlx.wg r, [&x], 1\n");
  CHECK(code("volatile global int* x", "atom_dec(x)") == "sub.rlx.wg r, [&x], 1\n");
  CHECK(code("volatile global int* x", "atomic_cmpxchg(x, 1, 2)") == "cas.rlx.wg r, [&x], 1, 2\n");
  CHECK(code("volatile global int* x", "atomic_xchg(x, 2)") == "exch.rlx.wg r, [&x], 2\n");
  CHECK(code("volatile global int* x", "atomic_max(x, 2)") == "max.rlx.wg r, [&x], 2\n");
  const auto fence = [](const std::string& call) {
    return codeOf(*parse("OPENCL t\n{ x=0; }\nP0 (global int* x) { *x = 1; " + call + "; }\n"));
  };
  CHECK(fence("mem_fence(CLK_GLOBAL_MEM_FENCE)") == "st [&x], 1\nfence.ar.wg global\n");
  CHECK(fence("read_mem_fence(CLK_LOCAL_MEM_FENCE)") == "st [&x], 1\nfence.acq.wg local\n");
  CHECK(fence("write_mem_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE)") ==
        "st [&x], 1\nfence.rel.wg global local\n");
  const auto warned = [](const std::string& launch, const std::string& memory) {
    return warningsOf(*parse("OPENCL t\n{ }\nlaunch " + launch + "\nkernel void k(" + memory +
                             " int* x) { atomic_inc(x); }\n"));
  };
  CHECK(warned("2x1", "global") ==
        "'atomic_inc' has the scope of the work-group, whatever the memory (OpenCL C 3.0, legacy atomics)\n");
  CHECK(warned("1x2", "global").empty());
  CHECK(warned("2x1", "local").empty());
  CHECK(mistakes("C t\n{ x=0; }\nP0 (int* x) { atomic_inc(x); }\n") ==
        "3:15: 'atomic_inc' is a function of OpenCL, not of dialect C\n");
}

TEST_CASE("a computation that is not C's for want of a declaration gives a warning") {
  const auto warningsIn = [](const std::string& body) {
    return warningsOf(*parse("OPENCL t\n{ }\nP0 () { " + body + " }\n"));
  };
  const std::string warning =
      "computed as a signed 64-bit value, since an operand is not declared; C computes as unsigned int\n";
  CHECK(warningsIn("r0 = -1; int r1 = r0 < 1u;") == warning);
  CHECK(warningsIn("r0 = 0; uint r1 = 1; r2 = r0 - r1;") == warning);
  CHECK(warningsIn("r0 = 7; uint r1 = 2; r2 = r1 / r0;") == warning);
  CHECK(warningsIn("r0 = -1; int r1 = r0 < 1;").empty());
  CHECK(warningsIn("int r0 = -1; int r1 = r0 < 1u;").empty());
  CHECK(warningsIn("r0 = 1; r1 = r0 + 1u;").empty());
}

TEST_CASE("a file that is included and not read is an error, a header of the language is not") {
  CHECK(mistakes("C t\n{ }\n#include \"queue.h\"\nP0 () { int r0 = 1; }\n") ==
        "3:2: no file is read for '#include'\n");
  CHECK(mistakes("C t\n{ }\n#include <stdatomic.h>\nP0 () { int r0 = 1; }\n").empty());
}

}  // namespace
