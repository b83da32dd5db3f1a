#include <doctest/doctest.h>

#include <set>

#include "parse.h"

namespace c_state_test {

// Of tests made of functions: initial states, places of threads, conditions.

namespace {

using namespace hrfcheck;
using test::mistakes;
using test::parse;

constexpr const char* kQueue =
    "typedef struct { atomic_int head; int tail; int contents[2]; } Queue;\n"
    "P0 (global Queue* q) { q->tail = 1; }\n";

/// "x=1 y[0]=2 ..." of the initial state, by location.
std::string stateOf(const Program& program) {
  std::string text;
  for (const MemoryLocation& location : program.locations) {
    text += fmt::format("{}={} ", location.name, program.valueText(location.initial));
  }
  return text;
}

std::string stateOf(const std::string& state, const std::string& code) {
  return stateOf(*parse("OPENCL t\n" + state + "\n" + code));
}

std::set<std::string> observedOf(const Program& program) {
  std::set<std::string> names;
  for (const StateVariable& v : program.observed) {
    names.insert(program.nameOf(v));
  }
  return names;
}

TEST_CASE("initial states") {
  const std::string code = "P0 (global atomic_int* x, global int* y) { *x = 1; }\n";
  CHECK(stateOf("{}", code) == "x=0 y=0 ");
  CHECK(stateOf("{ [x] = 1; [y]=-2 }", code) == "x=1 y=-2 ");
  CHECK(stateOf("{ int y; global atomic_int x = 3; }", code) == "y=0 x=3 ");
  CHECK(stateOf("{ atomic_int y[2] = {0, 0x1}; x = 1 }", code) == "y[0]=0 y[1]=1 x=1 ");
  CHECK(stateOf("{ y[2]; [y[1]] = 5; }", code) == "y[0]=0 y[1]=5 x=0 ");
  CHECK(stateOf("{ int* y = &x; }", code) == "y=&x x=0 ");
  CHECK(stateOf("{ x = &z; }", code) == "x=&z z=0 y=0 ");
  CHECK(stateOf("{ unsigned long long x = 1; const volatile int32_t y = 2; }", code) == "x=1 y=2 ");
  CHECK(stateOf("{ (* one *) x=1; // two\n /* three */ y=2; }", code) == "x=1 y=2 ");
}

TEST_CASE("initial states of structs") {
  const std::string zero = "q.head=0 q.tail=0 q.contents[0]=0 q.contents[1]=0 ";
  CHECK(stateOf("{ }", kQueue) == zero);
  CHECK(stateOf("{ [q] = 0; }", kQueue) == zero);
  CHECK(stateOf("{ Queue q; }", kQueue) == zero);
  CHECK(stateOf("{ q.head = 1; q.contents[1] = 3; [q.tail] = 2 }", kQueue) ==
        "q.head=1 q.tail=2 q.contents[0]=0 q.contents[1]=3 ");
  CHECK(stateOf("{ q.contents = {4, 5}; q.head = &q.contents[1]; q.tail = &q; }", kQueue) ==
        "q.head=&q.contents[1] q.tail=&q.head q.contents[0]=4 q.contents[1]=5 ");
  CHECK(stateOf("{ Queue p[2]; p[1].tail = 7; }", "typedef struct { int tail; } Queue;\nP0 () { }\n") ==
        "p[0].tail=0 p[1].tail=7 ");
  CHECK(stateOf("{ Node n[2]; p = &n[1]; n[1].next = &n; }",
                "typedef struct { int c[2]; int* next; } Node;\nP0 () { }\n") ==
        "n[0].c[0]=0 n[0].c[1]=0 n[0].next=0 n[1].c[0]=0 n[1].c[1]=0 n[1].next=&n[0].c[0] p=&n[1].c[0] ");
}

TEST_CASE("who declares a location atomic") {
  const auto program = parse(
      "OPENCL t\n{ atomic_int a; int b; c=0; x = &d; }\n"
      "P0 (global int* x, global atomic_int* y, int* z) { }\nP1 (global int* y, atomic_uint* z) { }\n");
  std::string atomics;
  for (const MemoryLocation& location : program->locations) {
    atomics += location.atomicType ? location.name : "";
  }
  CHECK(atomics == "ayz");
  CHECK(parse("HSA t\n{ int x=0; }\nP0 ;\nld r1, x ;\n")->locations[0].atomicType);
}

TEST_CASE("registers of the initial state") {
  const auto program = parse("C t\n{ 0:r1 = 4; int 0:r2 = 5; P0:p = &x; }\nP0 (int* x) { *x = r1; }\n");
  CHECK(program->threads[0].registers == std::vector<std::string>{"r1", "r2", "p"});
  CHECK(program->threads[0].initialRegisters == std::vector<Value>{4, 5, program->locations[0].address});
}

TEST_CASE("threads are placed by headers and by trees") {
  const auto instances = [](const std::string& header0, const std::string& header1, const std::string& tree) {
    const auto program =
        parse("opencl t\n{ }\nP0" + header0 + " (int* x) { }\nP1" + header1 + " (int* x) { }\n" + tree);
    std::string same;
    for (std::uint32_t level = 0; level < 5; ++level) {
      const ScopeTree& scopes = program->scopes;
      same += scopes.instanceOf(0, level) == scopes.instanceOf(1, level) ? '=' : '/';
    }
    return same;
  };
  CHECK(instances("", "", "") == "///==");
  CHECK(instances("@wg 0, dev 0", "@wg 0, dev 0", "") == "//===");
  CHECK(instances("@sg 0,wg 0", "@sub_group 0,work_group 0", "") == "/====");
  CHECK(instances("@wg 0, dev 0", "@wg 0, dev 1", "") == "////=");
  CHECK(instances("", "", "scopeTree (device (work_group P0 P1))") == "//===");
  CHECK(instances("", "", "scopeTree (device (work_group P0)) (device (work_group P1))") == "////=");
  CHECK(instances("", "", "scopes: (all_devices (device (work_group P0) (work_group P1)))") == "///==");
}

TEST_CASE("conditions may be missing, empty, or compare constants") {
  const std::string code = "C t\n{}\nP0 (int* x) { *x = 1; }\n";
  CHECK(parse(code)->conditionText == "(true)");
  CHECK(parse(code + "exists ()")->conditionText == "(true)");
  CHECK(parse(code + "exists 0==0")->conditionText == "(0=0)");
  CHECK(parse(code + "~exists x=1")->conditionText == "([x]=1)");
  CHECK(parse(code + "filter (x=1)\nlocations [x;]\nforall [x]=-1")->conditionText == "([x]=-1)");
  const auto program = parse(code + "terminates obe=Y hsa+obe=N\nexists (x=1)");
  CHECK(program->conditionText == "([x]=1)");
}

TEST_CASE("a parameter in a condition is the address that the thread is given") {
  const auto program = parse(
      "OPENCL t\n{ x=1; y=0; }\nP0 (global int* x, global int* y) { *x = 2; }\n"
      "P1 (global int* x) { int r0 = *x; }\nexists (0:x=&x /\\ ~(1:x=0) /\\ 1:r0=2)\n");
  CHECK(program->conditionText == "(0:x=&x /\\ ~(1:x=0) /\\ 1:r0=2)");
  CHECK(observedOf(*program) == std::set<std::string>{"0:x", "1:x", "1:r0"});
  REQUIRE(program->threads[0].registers == std::vector<std::string>{"x"});
  CHECK(program->threads[0].initialRegisters[0] == program->locations[0].address);
  REQUIRE(program->warnings.size() == 2);
  CHECK(program->warnings[0].message == "'x' is a parameter of P0: it holds the address &x");
  CHECK(mistakes("OPENCL t\n{ x=1; }\nP0 (global int* x) { *x = 2; }\nexists (0:y=0)\n") != "");
}

TEST_CASE("comments of herd in conditions") {
  const std::string code = "C t\n{}\nP0 (int* x) { (*x) = 1; }\n";
  CHECK(parse(code + "~exists (* one *) (x=1 (* two *) \\/ x=2 /* three */)")->conditionText ==
        "([x]=1 \\/ [x]=2)");
}

TEST_CASE("conditions over structs") {
  const std::string start = std::string("OPENCL t\n{ }\n") + kQueue;
  const auto program = parse(start + "exists (q.tail=1 /\\ [q.contents[0]]=0 /\\ q.contents[1]!=&q)");
  CHECK(program->conditionText == "([q.tail]=1 /\\ [q.contents[0]]=0 /\\ [q.contents[1]]!=&q.head)");
  CHECK(observedOf(*parse(start + "locations [q;]")) ==
        std::set<std::string>{"q.head", "q.tail", "q.contents[0]", "q.contents[1]"});
  CHECK(mistakes(start + "exists (q=1)") == "5:9: 'q' is a struct; expected one of its fields\n");
  CHECK(mistakes(start + "exists (q.tale=1)") == "5:9: location 'q.tale' is not declared\n");
  CHECK(mistakes(start + "exists (q.contents[2]=1)").find("5:9: index 2 is out of bounds") == 0);
  CHECK(mistakes(start + "exists (q.tail=q.head)") ==
        "5:16: 'q.head' on this side of a comparison is ambiguous\n");
  CHECK(mistakes(start + "exists (q .tail=1)") == "5:11: expected no space between 'q' and '.'\n");
}

TEST_CASE("wrong initial states of structs") {
  const auto wrong = [](const std::string& state) { return mistakes("OPENCL t\n" + state + "\n" + kQueue); };
  CHECK(wrong("{ q.tale = 1; }") == "2:3: location 'q.tale' is not declared\n");
  CHECK(wrong("{ q = 1; }") == "2:3: 'q' is a struct: its fields are initialized one by one\n");
  CHECK(wrong("{ q.contents[2] = 1; }").find("2:3: index 2 is out of bounds") == 0);
  CHECK(wrong("{ q.contents = {1, 2, 3}; }") == "2:3: 'q.contents' has 2 elements, but 3 values\n");
  CHECK(wrong("{ x = &q.tale; }") == "2:8: location 'q.tale' is not declared\n");
  CHECK(wrong("{ Queue n[2]; x = &n[2]; }") == "2:20: there is no 'n[2]'\n");
  CHECK(wrong("{ x = &q[1]; }") == "2:8: there is no 'q[1]'\n");
  CHECK(wrong("{ Quee p; }") == "2:3: unknown type 'Quee'\n");
}

TEST_CASE("numbers with C's suffixes") {
  const auto program = parse("C t\n{ x = 1u; }\nP0 (int* x) { *x = 0x1fUL; }\nexists (x=31ull)");
  CHECK(program->conditionText == "([x]=31)");
  CHECK(program->locations[0].initial == 1);
}

}  // namespace

}  // namespace c_state_test
