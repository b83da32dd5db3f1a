#include <doctest/doctest.h>

#include <limits>

#include "parse.h"
#include "program/expr/addresses.h"

namespace {

using namespace hrfcheck;
using test::mistakes;
using test::parse;

std::shared_ptr<const Program> withState(const std::string& state) {
  return parse("HSA t\n{ " + state + " }\nP0 | P1 ;\nld r1, x | st x, 1 ;\n");
}

std::string names(const Program& program) {
  std::string text;
  for (const StateVariable& v : program.observed) {
    text += (text.empty() ? "" : " ") + program.nameOf(v);
  }
  return text;
}

TEST_CASE("variables and arrays") {
  const auto program = withState("x=1; s[4]={1,0,-2}; part[2]=7; [y]=0x10; int z; z2 = 3");
  REQUIRE(program->locations.size() == 10);
  const auto initial = [&](std::size_t i) { return program->locations[i].initial; };
  CHECK(program->locations[1].name == "s[0]");
  CHECK(initial(0) == 1);
  CHECK(initial(1) == 1);
  CHECK(initial(2) == 0);
  CHECK(initial(3) == -2);
  CHECK(initial(4) == 0);
  CHECK(initial(5) == 7);
  CHECK(initial(6) == 7);
  CHECK(initial(7) == 16);
  CHECK(initial(8) == 0);
  CHECK(initial(9) == 3);
  CHECK(program->locations[0].address == objectAddress(0));
  CHECK(program->locations[4].address == objectAddress(1) + 3);
  CHECK(program->locations[5].address == objectAddress(2));
}

TEST_CASE("an array's size may come from its elements") {
  CHECK(withState("x=0; q[]={4,5}")->locations.size() == 3);
}

TEST_CASE("addresses as values, before or after the declaration") {
  const auto program = withState("y=&q[1]; p=x; x=0; q[2]=0; P0:r2=x; 1:r3=&q; 0:r4=5; 1:r5");
  CHECK(program->valueText(program->locations[0].initial) == "&q[1]");
  CHECK(program->valueText(program->locations[1].initial) == "&x");
  const Thread& p0 = program->threads[0];
  CHECK(p0.registers[0] == "r2");
  CHECK(program->valueText(p0.initialRegisters[0]) == "&x");
  CHECK(p0.initialRegisters[1] == 5);
  CHECK(program->valueText(program->threads[1].initialRegisters[0]) == "&q[0]");
  CHECK(program->threads[1].initialRegisters[1] == 0);
}

TEST_CASE("taking an address declares") {
  const auto program = parse("HSA t\n{ 0:r1=z; }\nP0 ;\nst [r1], 1 ;\nexists (z=1)\n");
  REQUIRE(program->locations.size() == 1);
  CHECK(program->conditionText == "([z]=1)");
}

TEST_CASE("memory attributes") {
  const auto program = withState("x = 0 @wg; local l; global g = 2; local atomic_int* m @cmp = 1");
  CHECK(program->locations[0].observableLevel == 2U);
  CHECK(program->locations[0].space == AddressSpace::Generic);
  CHECK(program->locations[1].space == AddressSpace::Local);
  CHECK(program->locations[2].space == AddressSpace::Global);
  CHECK(program->locations[2].initial == 2);
  CHECK_FALSE(program->locations[2].observableLevel);
  CHECK(program->locations[3].observableLevel == 3U);
  CHECK(program->locations[3].initial == 1);
}

TEST_CASE("values up to 64 bits, but for those of addresses") {
  const auto program = withState("x=9223372036854775807; y=-9223372036854775808; z=0x7fffffffffffffff");
  CHECK(program->locations[0].initial == std::numeric_limits<Value>::max());
  CHECK(program->locations[1].initial == std::numeric_limits<Value>::min());
  CHECK(program->locations[2].initial == std::numeric_limits<Value>::max());
  CHECK(mistakes("HSA t\n{ x=281474976710656; }\nP0 ;\n") == "2:5: value out of range\n");
  CHECK(mistakes("HSA t\n{ x=9223372036854775808; }\nP0 ;\n") == "2:5: value out of range\n");
  CHECK(mistakes("HSA t\n{ x=99999999999999999999; }\nP0 ;\n") == "2:5: value out of range\n");
}

TEST_CASE("what a final state lists") {
  const std::string text =
      "HSA t\n{ x=0; y=0; q[2]=0; 1:r9=1; }\nP0 | P1 ;\nld r1, x | st x, r9 ;\nld r2, y | ;\n";
  CHECK(names(*parse(text)) == "0:r1 0:r2 x y q[0] q[1]");
  CHECK(names(*parse(text + "exists ()")) == "0:r1 0:r2 x y q[0] q[1]");
  CHECK(names(*parse(text + "exists 0==0")) == "0:r1 0:r2 x y q[0] q[1]");
  CHECK(names(*parse(text + "exists (y=1 /\\ 0:r2=0 /\\ y=0)")) == "0:r2 y");
  CHECK(names(*parse(text + "locations [q; 1:r9; [y]]\nexists (0:r2=0)")) == "0:r2 1:r9 y q[0] q[1]");
  CHECK(names(*parse(text + "locations [x;]\n")) == "x");
  CHECK(names(*parse(text + "filter (0:r1=1)\nexists (x=1)")) == "x");
}

TEST_CASE("the preamble") {
  const auto program = parse(
      "(* before *) hsa  mutex+pc1way // name\n"
      "\"first\"\n(* a (* nested *) comment *)\n\"second\"\nCom=Rf Fr // kept\nPrefetch = 0:x=F\r\n"
      "{ x=0; (* inside *) y=0 }\nP0 ;\n");
  CHECK(program->dialect == "HSA");
  CHECK(program->name == "mutex+pc1way");
  CHECK(program->description == "first\nsecond");
  CHECK(program->keyValues.at("Com") == "Rf Fr // kept");
  CHECK(program->keyValues.at("Prefetch") == "0:x=F");
  CHECK(program->locations.size() == 2);
  CHECK(parse("HSA one { } P0 ;")->name == "one");
  CHECK(parse("\xef\xbb\xbfHSA bom\n{ } P0 ;")->name == "bom");
}

TEST_CASE("a description goes on over several lines, and may quote") {
  CHECK(parse("HSA t\n\"one\n  two\nthree\"\n{ } P0 ;")->description == "one\n  two\nthree");
  CHECK(parse("HSA t\n\"a \"quoted\" word\"\n\"b\" \"c\" Key=1\n{ } P0 ;")->description ==
        "a \"quoted\" word\nb\nc");
  CHECK(parse("HSA t \"all\" { x=1 } P0 ;")->description == "all");
  CHECK(mistakes("HSA t\n\"one\n{ x=0; }\nP0 ;\n") == "2:1: this description is not closed\n");
}

TEST_CASE("other dialects are named as such") {
  for (const char* word : {"PPC", "ppc", "AArch64", "RISCV"}) {
    CAPTURE(word);
    const std::string found = mistakes(std::string(word) + " t\n{ }\nP0 ;\n");
    CHECK(
        found.find("is not supported yet; supported: HSA, OPENCL, C, CUDA, HIP, PTX, VULKAN, AMDGPU, LISA") !=
        std::string::npos);
  }
  CHECK(mistakes("HSAA t\n{ }\nP0 ;\n") == "1:1: unknown dialect 'HSAA'\n");
}

TEST_CASE("dialects() lists what can be read") {
  const std::vector<DialectInfo> all = dialects();
  REQUIRE(all.size() == 9);
  CHECK(all[0].name == "HSA");
  CHECK(all[0].levels == std::vector<std::string>{"wi", "wv", "wg", "cmp", "sys"});
  CHECK(all[1].name == "OPENCL");
  CHECK(all[1].levels == std::vector<std::string>{"wi", "sg", "wg", "dev", "all"});
  CHECK(all[2].name == "C");
  CHECK(all[2].levels == all[1].levels);
  CHECK(all[3].name == "CUDA");
  CHECK(all[3].levels == std::vector<std::string>{"thread", "warp", "block", "cluster", "device", "system"});
  CHECK(all[4].name == "HIP");
  CHECK(all[4].levels == all[3].levels);
  CHECK(all[5].name == "PTX");
  CHECK(all[5].levels == std::vector<std::string>{"thread", "cta", "cluster", "gpu", "sys"});
  CHECK(all[6].name == "VULKAN");
  CHECK(all[6].levels == std::vector<std::string>{"inv", "sg", "wg", "qf", "dv"});
  CHECK(all[7].name == "AMDGPU");
  CHECK(all[8].name == "LISA");
  CHECK(all[8].levels == std::vector<std::string>{"thread", "system"});
  for (const DialectInfo& dialect : all) {
    CHECK_FALSE(dialect.summary.empty());
  }
}

}  // namespace
