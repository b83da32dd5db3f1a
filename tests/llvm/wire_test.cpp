#include "frontend/llvm/wire/wire.h"

#include <doctest/doctest.h>

#include "util/random.h"

using namespace hrfcheck;
using namespace hrfcheck::frontend;
using llvm::BrokenWire;
using llvm::CompiledModule;
using llvm::decoded;
using llvm::encoded;

namespace {

/// An object, and a kernel that updates it.
CompiledModule moduleOfOneUpdate() {
  CompiledModule module;
  module.language = llvm::ModuleLanguage::Hip;
  module.target = "amdgcn-amd-amdhsa";
  lowlevel::ObjectDeclaration object;
  object.name = "x";
  object.size = 8;
  object.initial = {1, 2};
  module.module.objects.push_back(object);
  lowlevel::Function function;
  function.name = "k";
  function.body = true;
  function.registers = {{"old", 32}};
  lowlevel::Access access;
  access.address = lowlevel::number(lowlevel::NumberOp::Add, 64,
                                    {std::make_shared<const lowlevel::Number>(lowlevel::Number{
                                         .op = lowlevel::NumberOp::ObjectAddress, .index = 0}),
                                     lowlevel::literal(4, 64)});
  access.reads = access.writes = true;
  access.targets = {0};
  access.values = {lowlevel::literal(1, 32)};
  access.update = RmwOp::Add;
  access.atomicity = Atomicity{Order::AcquireRelease, 4};
  access.marks = {"one_as"};
  function.code.push_back({access, 0});
  function.code.push_back({lowlevel::Branch{lowlevel::registerNumber(0, 32), 0}, 0});
  function.code.push_back({lowlevel::Return{}, 0});
  module.module.functions.push_back(function);
  module.origins.push_back({"atomicrmw add", "atomicrmw add ptr %x, i32 1", 0, 3});
  module.files = {"k.hip"};
  module.lines.push_back({0, 7, 3, std::nullopt});
  module.types.push_back({4, lowlevel::ElementType{4, false, true}, {}, std::nullopt, false});
  module.entries.push_back({"k", "k", 0, {{"n", 0, 0, std::nullopt, true}}, std::nullopt, std::nullopt, 0});
  return module;
}

}  // namespace

TEST_CASE("a module is read as it was written") {
  CompiledModule module = moduleOfOneUpdate();
  const std::string bytes = encoded(module);
  CompiledModule read = decoded(bytes);
  CHECK(encoded(read) == bytes);
  REQUIRE(read.module.functions.size() == 1);
  const auto& access = std::get<lowlevel::Access>(read.module.functions[0].code[0].operation);
  CHECK(access.atomicity->order == Order::AcquireRelease);
  CHECK(access.marks == std::vector<std::string>{"one_as"});
  CHECK(access.address->operands[1]->literal == 4);
  CHECK(read.module.objects[0].initial == std::vector<std::uint8_t>{1, 2});
  CHECK(read.entries[0].parameters[0].name == "n");
  CHECK(read.lines[0].line == 7);
}

TEST_CASE("what is no module is not read") {
  CompiledModule module = moduleOfOneUpdate();
  const std::string bytes = encoded(module);
  CHECK_THROWS_AS(decoded(""), BrokenWire);
  CHECK_THROWS_AS(decoded(bytes + "x"), BrokenWire);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    CHECK_THROWS_AS(decoded(bytes.substr(0, length)), BrokenWire);
  }
}

TEST_CASE("an index that leads to nothing is found") {
  const auto broken = [](auto change) {
    CompiledModule module = moduleOfOneUpdate();
    change(module);
    const std::string bytes = encoded(module);
    CHECK_THROWS_AS(decoded(bytes), BrokenWire);
  };
  broken([](CompiledModule& m) {
    std::get<lowlevel::Branch>(m.module.functions[0].code[1].operation).target = 9;
  });
  broken([](CompiledModule& m) { m.module.functions[0].code[0].origin = 5; });
  broken([](CompiledModule& m) { m.module.functions[0].registers[0].bits = 16; });
  broken([](CompiledModule& m) { m.module.functions[0].registers.clear(); });
  broken([](CompiledModule& m) { m.module.objects.clear(); });
  broken([](CompiledModule& m) { m.entries[0].function = 1; });
  broken([](CompiledModule& m) { m.entries[0].parameters[0].type = 1; });
  broken([](CompiledModule& m) { m.types[0].of = 0; });
  broken([](CompiledModule& m) { m.lines[0].caller = 0; });
  broken([](CompiledModule& m) { m.lines[0].file = 1; });
  broken([](CompiledModule& m) {
    std::get<lowlevel::Access>(m.module.functions[0].code[0].operation).address = nullptr;
  });
  broken([](CompiledModule& m) {
    std::get<lowlevel::Access>(m.module.functions[0].code[0].operation).bytes = 3;
  });
  broken([](CompiledModule& m) {
    std::get<lowlevel::Access>(m.module.functions[0].code[0].operation).atomicity->level = 6;
  });
}

TEST_CASE("changed bytes are read or refused, and what is read is sound") {
  CompiledModule module = moduleOfOneUpdate();
  const std::string bytes = encoded(module);
  Random random(7);
  std::size_t read = 0;
  for (unsigned i = 0; i < 20'000; ++i) {
    std::string changed = bytes;
    for (std::uint64_t n = 1 + random.below(3); n > 0; --n) {
      changed[16 + random.below(changed.size() - 16)] = static_cast<char>(random.below(256));
    }
    try {
      CompiledModule again = decoded(changed);
      llvm::requireSound(again);
      ++read;
    } catch (const BrokenWire&) {
    }
  }
  CHECK(read > 0);
  CHECK(read < 20'000);
}
